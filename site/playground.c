/* SPDX-License-Identifier: Apache-2.0 */
/* playground.c: the reference parsers, for a page in a browser.
 *
 * Each function that the page calls gives an fp_json: a pointer to its text and the text's length,
 * which the page reads and gives back with play_free(). NULL: out of memory. An id ends with NUL,
 * an input has its length; play_alloc() makes room for both.
 */
#include <fencepost/json.h>
#include <fencepost/outcome.h>
#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <stdlib.h>

fp_json *play_syntaxes(void);
fp_json *play_parse(const char *id, const char *input, size_t len, size_t chunk);
fp_json *play_render(const char *id, const char *input, size_t len);
void *play_alloc(size_t size);
void play_free(fp_json *json);
void play_free_bytes(void *bytes);

void *play_alloc(size_t size)
{
    return malloc(size ? size : 1);
}

void play_free_bytes(void *bytes)
{
    free(bytes);
}

void play_free(fp_json *json)
{
    if (json)
        fp_json_free(json);
    free(json);
}

/* The text that was made, or NULL: memory was out. */
static fp_json *given(fp_json *json)
{
    if (!json->failed)
        return json;
    play_free(json);
    return NULL;
}

static void member(fp_json *json, const char *name)
{
    fp_json_string(json, fp_str_of(name));
    fp_json_raw(json, ":");
}

/* [{"id": …, "title": …}, …] */
fp_json *play_syntaxes(void)
{
    fp_json *json = calloc(1, sizeof *json);

    if (!json)
        return NULL;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_json_raw(json, s == FP_SYNTAXES ? "[{" : ",{");
        member(json, "id");
        fp_json_string(json, fp_str_of((*s)->id));
        fp_json_raw(json, ",");
        member(json, "title");
        fp_json_string(json, fp_str_of((*s)->title));
        fp_json_raw(json, "}");
    }
    fp_json_raw(json, "]");
    return given(json);
}

/* -- parsing ----------------------------------------------------------------------------------- */

typedef struct play {
    fp_json *events;
    fp_json roles;
    size_t fed; /* bytes so far, the chunk under way included */
} play;

static int on_event(void *context, const fp_event *event)
{
    play *p = context;

    fp_json_raw(p->events, p->events->ptr[p->events->len - 1] == '[' ? "{" : ",{");
    member(p->events, "fed");
    fp_json_number(p->events, p->fed);
    fp_json_raw(p->events, ",");
    member(p->events, "event");
    fp_json_event(p->events, event);
    fp_json_raw(p->events, "}");
    return p->events->failed;
}

static void on_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    play *p = context;

    fp_json_raw(&p->roles, p->roles.len ? ",[" : "[");
    fp_json_number(&p->roles, start);
    fp_json_raw(&p->roles, ",");
    fp_json_number(&p->roles, end);
    fp_json_raw(&p->roles, ",");
    fp_json_string(&p->roles, fp_str_of(fp_role_name(role)));
    fp_json_raw(&p->roles, ",");
    fp_json_string(&p->roles, fp_str_of(clause ? clause : ""));
    fp_json_raw(&p->roles, "]");
}

/* Where a chunk of about so many bytes ends: half of a character could not be shown. */
static size_t end_of_chunk(fp_str input, size_t at, size_t chunk)
{
    size_t end = chunk && chunk < input.len - at ? at + chunk : input.len;

    while (end < input.len && ((unsigned char)input.ptr[end] & 0xC0) == 0x80)
        end++;
    return end;
}

static fp_status feed_all(fp_parser *parser, play *p, fp_str input, size_t chunk)
{
    fp_status status = FP_OK;

    for (size_t at = 0; at < input.len && status == FP_OK; at = p->fed) {
        const size_t end = end_of_chunk(input, at, chunk), len = end - at;

        p->fed = end;
        status = fp_parser_feed(parser, input.ptr + at, len);
    }
    return status == FP_OK ? fp_parser_finish(parser) : status;
}

/* {"events": [{"fed": bytes fed, "event": …}, …], "roles": [[start, end, role, clause], …],
 * "status": …}; the input in chunks of about so many bytes, 0: in one. */
fp_json *play_parse(const char *id, const char *input, size_t len, size_t chunk)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
    fp_json *json = calloc(1, sizeof *json);
    play p = { .events = json };
    fp_parser *parser = json && syntax ? fp_parser_new(syntax, NULL, on_event, &p) : NULL;
    fp_status status;

    if (!parser) {
        play_free(json);
        return NULL;
    }
    fp_json_raw(json, "{\"events\":[");
    fp_parser_trace(parser, on_role, &p);
    status = json->failed ? FP_OK : feed_all(parser, &p, (fp_str){ input, len }, chunk);
    fp_parser_free(parser);
    fp_json_raw(json, "],\"roles\":[");
    if (p.roles.len)
        fp_json_bytes(json, (fp_str){ p.roles.ptr, p.roles.len });
    fp_json_raw(json, "],\"status\":");
    fp_json_string(json, fp_str_of(fp_status_text(status)));
    fp_json_raw(json, "}");
    json->failed = json->failed || p.roles.failed;
    fp_json_free(&p.roles);
    return given(json);
}

/* -- the same call in each notation ------------------------------------------------------------ */

/* The call in a notation, or why it cannot be. */
static void add_rendering(fp_json *json, const fp_syntax *syntax, const fp_call *call)
{
    fp_json text = { 0 };
    fp_refusal refusal = { .clause = "", .reason = "memory is out" };
    const bool done = fp_render(syntax, NULL, call, &text, &refusal);

    member(json, "id");
    fp_json_string(json, fp_str_of(syntax->id));
    fp_json_raw(json, done ? ",\"text\":" : ",\"refused\":");
    fp_json_string(json, done ? (fp_str){ text.ptr, text.len } : fp_str_of(refusal.reason));
    fp_json_raw(json, ",\"clause\":");
    fp_json_string(json, fp_str_of(done || !refusal.clause ? "" : refusal.clause));
    fp_json_free(&text);
}

/* [{"id": …, "text": … or "refused": …, "clause": …}, …]: the first complete call of the input. */
fp_json *play_render(const char *id, const char *input, size_t len)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
    fp_outcome *outcome = NULL;
    fp_json *json = calloc(1, sizeof *json);
    const fp_call *call = NULL;

    if (!json || !syntax || fp_parse(syntax, NULL, (fp_str){ input, len }, &outcome) != FP_OK) {
        fp_outcome_free(outcome);
        play_free(json);
        return NULL;
    }
    for (size_t i = 0; i < fp_outcome_call_count(outcome) && !call; i++)
        if (fp_outcome_call(outcome, i)->complete)
            call = fp_outcome_call(outcome, i);
    fp_json_raw(json, "[");
    for (const fp_syntax *const *s = FP_SYNTAXES; call && *s; s++) {
        if (!fp_syntax_has_calls(*s))
            continue;
        fp_json_raw(json, s == FP_SYNTAXES ? "{" : ",{");
        add_rendering(json, *s, call);
        fp_json_raw(json, "}");
    }
    fp_json_raw(json, "]");
    fp_outcome_free(outcome);
    return given(json);
}
