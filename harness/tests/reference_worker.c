/* SPDX-License-Identifier: Apache-2.0 */
/* reference_worker.c: our own parsers as a worker, with every capability: what the planted workers
 * of tests/workers wrap, each to spoil one thing.
 */
#include "base/util.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELLO[] =
    "\"protocol\":1,\"name\":\"reference\",\"version\":\"0\",\"language\":\"c\",\"unit\":\"byte\","
    "\"syntaxes\":[\"caret\",\"xml\",\"emoji-bracket\",\"toolcall-tag\",\"shortcode\"],"
    "\"capabilities\":[\"spans\",\"diagnostics\",\"events\"],\"window\":64}";

/* Events, each with the number of the chunk after which it came out. */
typedef struct tagged {
    fp_json json;
    fp_outcome *outcome;
    size_t chunk;
} tagged;

static int tag(void *context, const fp_event *event)
{
    tagged *t = context;

    fp_json_raw(&t->json, t->json.len ? ",[" : "[");
    fp_json_number(&t->json, t->chunk);
    fp_json_raw(&t->json, ",");
    fp_json_event(&t->json, event);
    fp_json_raw(&t->json, "]");
    return fp_outcome_sink(t->outcome, event);
}

static void answer_parse(const json_t *request, fp_json *out)
{
    const fp_syntax *syntax = fp_syntax_find(json_str(json_object_get(request, "syntax")));
    const json_t *chunks = json_object_get(request, "chunks");
    tagged t = { .outcome = fp_outcome_new() };
    fp_parser *parser = fp_parser_new(syntax, NULL, tag, &t);
    fp_json outcome = { 0 };

    for (; t.chunk < json_array_size(chunks); t.chunk++) {
        const fp_str chunk = json_str(json_array_get(chunks, t.chunk));

        fp_parser_feed(parser, chunk.ptr, chunk.len);
    }
    fp_parser_finish(parser);
    fp_json_outcome(&outcome, t.outcome);
    fp_json_bytes(out, (fp_str){ outcome.ptr + 1, outcome.len - 2 });
    fp_json_raw(out, ",\"events\":[");
    fp_json_bytes(out, (fp_str){ t.json.ptr, t.json.len });
    fp_json_raw(out, "]}");
    fp_json_free(&outcome);
    fp_json_free(&t.json);
    fp_outcome_free(t.outcome);
    fp_parser_free(parser);
}

int main(void)
{
    char *line = NULL;
    size_t cap = 0;
    ssize_t len;

    while ((len = getline(&line, &cap, stdin)) > 0) {
        json_t *request = json_loadb(line, (size_t)len, JSON_ALLOW_NUL, NULL);
        const fp_str op = json_str(json_object_get(request, "op"));
        fp_json out = { 0 };

        if (fp_str_equal(op, FP_STR("bye"))) {
            json_decref(request);
            break;
        }
        fp_json_raw(&out, "{\"id\":");
        fp_json_number(&out, (uint64_t)json_integer_value(json_object_get(request, "id")));
        fp_json_raw(&out, ",");
        if (fp_str_equal(op, FP_STR("hello")))
            fp_json_raw(&out, HELLO);
        else
            answer_parse(request, &out);
        fwrite(out.ptr, 1, out.len, stdout);
        putchar('\n');
        fflush(stdout);
        fp_json_free(&out);
        json_decref(request);
    }
    free(line);
    return 0;
}
