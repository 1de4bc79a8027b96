/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_render.c: `fencepost render`: writes calls, given as JSON, in a syntax. */
#include "base/not_json.h"
#include "base/values.h"
#include "command/options.h"
#include "suite/rendering.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>

enum { OPT_SYNTAX, OPT_POLICY, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax to write (needed)" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "the policies under which it will be read" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; may be given for several files" },
    { NULL, NULL, NULL },
};

/* One call of the file, from its JSON; number from 1. */
static int render_one(const given *g, const char *path, fp_str json, size_t number)
{
    const fp_options options = given_options(g, g->syntax);
    const fp_str name = fp_jsontext_get(json, "name"), input = fp_jsontext_get(json, "input");
    fp_call call = { .complete = true };
    fp_json text = { 0 };
    fp_refusal refusal;
    bool lone = false, good;

    if (fp_jsontext_kind(name) != '"' || !call_add_json(&call, input)) {
        fprintf(stderr,
                "fencepost render: %s: call %zu: a call is {\"name\": \"…\", \"input\": {…}}%s\n",
                path, number, input.len ? "" : "; without arguments, \"input\" is {}");
        return EXIT_USAGE;
    }
    fp_json decoded = { 0 };

    need_memory(fp_jsontext_decode(name, &decoded, &lone));
    call.name = xcopy(json_text(&decoded));
    fp_json_free(&decoded);
    good = xrender(g->syntax, &options, &call, &text, &refusal);
    if (good) {
        fwrite(text.ptr, 1, text.len, stdout);
        putchar('\n');
    } else {
        char *why = refusal_text(&refusal, &call);

        fprintf(stderr, "fencepost render: %s: call %zu: unrepresentable in %s: %s\n", path, number,
                fp_syntax_id(g->syntax), why);
        free(why);
    }
    fp_json_free(&text);
    call_free(&call);
    return good ? EXIT_AS_EXPECTED : EXIT_UNEXPECTED;
}

/* A call, or an array of calls. */
static int render_file(given *g, const char *path)
{
    enum { DEPTH = 512 };
    problems p = { .by = "render" };
    int status = EXIT_AS_EXPECTED;
    size_t wrong, at = 0, number = 0;
    fp_str json, item;

    if (!given_load(g, &p) || !file_read(path, &json, &p))
        return EXIT_USAGE;
    if (!fp_jsontext_valid(json, DEPTH, &wrong)) {
        not_json(path, json, 1, &p);
        status = EXIT_USAGE;
    } else if (fp_jsontext_kind(json) == '[') {
        while (status != EXIT_USAGE && fp_jsontext_item(json, &at, &item)) {
            const int one = render_one(g, path, item, ++number);

            status = one > status ? one : status;
        }
    } else {
        status = render_one(g, path, json, 1);
    }
    free((char *)(uintptr_t)json.ptr);
    return status;
}

static int run(const command *self, int argc, char **argv)
{
    given g = { .limits = FP_LIMITS_DEFAULT };
    int status = given_read(self, &g, argc, argv, NULL, NULL);
    const char *path = status == EXIT_AS_EXPECTED ? command_one_file(self, argc, argv) : NULL;

    status = path ? render_file(&g, path) : EXIT_USAGE;
    given_free(&g);
    return status;
}

static const command_example EXAMPLES[] = {
    { "echo '{\"name\": \"f\", \"input\": {\"a\": 1}}' | fencepost render --syntax xml",
      "one call" },
    { NULL, NULL },
};

const command CMD_RENDER = {
    .name = "render",
    .summary = "write calls, given as JSON, in a syntax",
    .usage = "--syntax S [--policy NAME=VALUE]… [--catalogue FILE]… [FILE]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "A call cannot be written in the syntax.",
    .examples = EXAMPLES,
};
