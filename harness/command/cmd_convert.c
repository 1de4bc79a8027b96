/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_convert.c: `fencepost convert`: a message of one syntax written in another. The text stays,
 * the calls are rewritten, and the result is parsed again: what it would not say is refused. */
#include "command/options.h"
#include "suite/rendering.h"

#include <fencepost/outcome.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_FROM, OPT_TO, OPT_KEEP, OPT_POLICY, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_FROM] = { "from", "A", "the syntax of the message (needed)" },
    [OPT_TO] = { "to", "B", "the syntax to write (needed)" },
    [OPT_KEEP] = { "keep", NULL, "leave what cannot be carried as it is, and report it" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "policies, for both syntaxes" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; their schemas give values types" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const fp_syntax *from, *to;
    bool keep;
    given given;
} request;

/* A piece of the result, and where it comes from. */
typedef struct piece {
    size_t start, end; /* in the result */
    uint64_t source;   /* in the message */
    bool call;         /* a call, rewritten */
} piece;

typedef struct conversion {
    const request *request;
    const char *path;
    fp_str message;
    fp_options from, to;
    fp_json result;
    fp_outcome *expected; /* what the result should say */
    piece *pieces;
    size_t count, cap;
    uint64_t *misplaced; /* --keep: where calls begin that cannot stand rewritten */
    size_t misplaced_count, misplaced_cap;
    size_t refused;
    fp_json refusals; /* sentences, a line each */
} conversion;

static const char MISPLACED[] = "the call cannot stand here: it would not be read as this call";

static void add_piece(conversion *c, size_t start, uint64_t source, bool call)
{
    void *pieces = c->pieces;

    xgrow(&pieces, &c->cap, c->count, sizeof *c->pieces);
    c->pieces = pieces;
    c->pieces[c->count++] = (piece){ start, c->result.len, source, call };
}

/* Notes a refusal, for say_refused(). */
static void refuse(conversion *c, uint64_t offset, const char *why, bool left)
{
    char *line = xformat("%s: byte %" PRIu64 ": %s%s\n", c->path, offset, why,
                         left ? "; left as it is" : "");

    c->refused++;
    fp_json_raw(&c->refusals, line);
    free(line);
}

static void say_refused(conversion *c)
{
    if (json_text(&c->refusals).len)
        fwrite(c->refusals.ptr, 1, c->refusals.len, stderr);
    fp_json_free(&c->refusals);
}

/* The block stays as it stands in the message. */
static void leave(conversion *c, const fp_call *call, const char *why)
{
    const size_t start = c->result.len;
    const fp_str block = { c->message.ptr + call->start, (size_t)(call->end - call->start) };

    refuse(c, call->start, why, c->request->keep);
    fp_json_bytes(&c->result, block);
    need_memory(fp_outcome_add_text(c->expected, block));
    add_piece(c, start, call->start, false);
}

static bool is_misplaced(const conversion *c, uint64_t offset)
{
    for (size_t i = 0; i < c->misplaced_count; i++)
        if (c->misplaced[i] == offset)
            return true;
    return false;
}

static void rewrite(conversion *c, const fp_call *call)
{
    const size_t start = c->result.len;
    fp_refusal refusal;

    if (is_misplaced(c, call->start)) {
        leave(c, call, MISPLACED);
    } else if (!call->complete) {
        leave(c, call, "the call is not complete");
    } else if (xrender(c->request->to, &c->to, call, &c->result, &refusal)) {
        need_memory(fp_outcome_add_call(c->expected, call));
        add_piece(c, start, call->start, true);
    } else {
        char *why = refusal_text(&refusal, call);
        char *text = xformat("unrepresentable in %s: %s", fp_syntax_id(c->request->to), why);

        c->result.len = start; /* what was begun of it */
        leave(c, call, text);
        free(text);
        free(why);
    }
}

/* An fp_sink: the events of the message. */
static int take(void *context, const fp_event *event)
{
    conversion *c = context;
    const size_t start = c->result.len;

    if (event->type == FP_EVENT_TEXT) {
        fp_json_bytes(&c->result, event->data);
        need_memory(fp_outcome_add_text(c->expected, event->data));
        add_piece(c, start, event->offset, false);
    } else if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT) {
        rewrite(c, event->call);
    }
    return c->result.failed;
}

/* -- the proof ------------------------------------------------------------------------------- */

/* The place in the message of a byte of the result. */
static uint64_t source_of(const conversion *c, uint64_t at)
{
    for (size_t i = 0; i < c->count; i++)
        if (at < c->pieces[i].end)
            return c->pieces[i].source +
                   (c->pieces[i].call || at < c->pieces[i].start ? 0 : at - c->pieces[i].start);
    return c->message.len;
}

/* The rewritten call number i, from 0; NULL if there are not so many. */
static const piece *call_piece(const conversion *c, size_t i)
{
    for (size_t k = 0; k < c->count; k++)
        if (c->pieces[k].call && i-- == 0)
            return &c->pieces[k];
    return NULL;
}

/* Why the result does not say what the message says. */
typedef struct objection {
    uint64_t source; /* the place in the message */
    const char *why;
    bool misplaced; /* a rewritten call begins there, which is not read as what it is */
} objection;

/* Whether the calls of the result are those that were written. */
static bool calls_hold(const conversion *c, const fp_outcome *said, objection *o)
{
    for (size_t i = 0;; i++) {
        const fp_call *call = i < fp_outcome_call_count(said) ? fp_outcome_call(said, i) : NULL;
        const piece *made = call_piece(c, i);

        if (!call && !made)
            return true;
        if (call && made && call->start >= made->start && call->end <= made->end &&
            call->complete && fp_call_equal(call, fp_outcome_call(c->expected, i)))
            continue;
        if (call && (!made || call->start < made->start))
            *o = (objection){ source_of(c, call->start), "this text would be read as a call",
                              false };
        else
            *o = (objection){ made->source, MISPLACED, true };
        return false;
    }
}

static bool text_holds(const conversion *c, const fp_outcome *said, objection *o)
{
    const fp_str have = fp_outcome_text(said), want = fp_outcome_text(c->expected);
    size_t at = 0;

    if (fp_str_equal(have, want))
        return true;
    while (at < have.len && at < want.len && have.ptr[at] == want.ptr[at])
        at++;
    *o = (objection){ source_of(c, at), "the text cannot stand beside the calls", false };
    return false;
}

/* Whether the result, parsed, says what the message said; if not, why. */
static bool proves(const conversion *c, objection *o)
{
    fp_outcome *said = NULL;
    bool same;

    if (fp_parse(c->request->to, &c->to, json_text(&c->result), &said) != FP_OK)
        end_out_of_memory();
    same = calls_hold(c, said, o) && text_holds(c, said, o);
    fp_outcome_free(said);
    return same;
}

/* -- the command ----------------------------------------------------------------------------- */

/* Writes the message in the other syntax, but for the calls that are known to be misplaced. */
static void write_result(conversion *c)
{
    fp_parser *parser = fp_parser_new(c->request->from, &c->from, take, c);

    fp_outcome_free(c->expected);
    c->expected = fp_outcome_new();
    c->result.len = c->refusals.len = 0;
    c->count = c->refused = 0;
    if (!parser || !c->expected ||
        fp_parser_feed(parser, c->message.ptr, c->message.len) != FP_OK ||
        fp_parser_finish(parser) != FP_OK)
        end_out_of_memory();
    fp_parser_free(parser);
}

static void note_misplaced(conversion *c, uint64_t source)
{
    void *misplaced = c->misplaced;

    xgrow(&misplaced, &c->misplaced_cap, c->misplaced_count, sizeof *c->misplaced);
    c->misplaced = misplaced;
    c->misplaced[c->misplaced_count++] = source;
}

/* With --keep a call that turns out to be misplaced is left as it is, and all is written again: at
 * most once for each call. */
static int convert(conversion *c)
{
    objection o;

    for (;;) {
        write_result(c);
        if (c->refused && !c->request->keep)
            break;
        if (proves(c, &o)) {
            say_refused(c);
            fwrite(c->result.ptr, 1, c->result.len, stdout);
            return EXIT_AS_EXPECTED;
        }
        if (!c->request->keep || !o.misplaced) {
            refuse(c, o.source, o.why, false);
            break;
        }
        note_misplaced(c, o.source);
    }
    say_refused(c);
    return EXIT_UNEXPECTED;
}

/* With a catalogue, values have types in both syntaxes, unless it is said otherwise. */
static fp_options options_for(const request *r, const fp_syntax *syntax)
{
    fp_options options = given_options(&r->given, syntax);

    if (r->given.catalogue && !r->given.policy_given[FP_TYPES])
        options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    if (!r->given.policy_given[FP_EXTRA_CALLS])
        options.policies.of[FP_EXTRA_CALLS] = FP_EXTRA_ACCEPT;
    return options;
}

static int convert_file(request *r, const char *path)
{
    problems p = { .by = "convert" };
    conversion c = { .request = r, .path = path };
    int status;

    if (!given_load(&r->given, &p) || !file_read(path, &c.message, &p))
        return EXIT_USAGE;
    c.from = options_for(r, r->from);
    c.to = options_for(r, r->to);
    status = convert(&c);
    fp_outcome_free(c.expected);
    fp_json_free(&c.result);
    free(c.pieces);
    free(c.misplaced);
    free((char *)(uintptr_t)c.message.ptr);
    return status;
}

/* A command_take. */
static int take_option(const command *self, void *context, int option)
{
    request *r = context;

    if (option == OPT_FROM)
        return given_syntax(self, optarg, &r->from);
    if (option == OPT_TO)
        return given_syntax(self, optarg, &r->to);
    r->keep = true;
    return EXIT_AS_EXPECTED;
}

static int convert_as_asked(const command *self, request *r, int argc, char **argv)
{
    const char *path;

    if (given_read(self, &r->given, argc, argv, take_option, r) != EXIT_AS_EXPECTED)
        return EXIT_USAGE;
    if (!r->from || !r->to)
        return command_usage_error(self, "say from which syntax to which: --from A --to B");
    path = command_one_file(self, argc, argv);
    return path ? convert_file(r, path) : EXIT_USAGE;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    const int status = convert_as_asked(self, &r, argc, argv);

    given_free(&r.given);
    return status;
}

static const command_example EXAMPLES[] = {
    { "fencepost convert --from hermes --to xml answer.txt", "the same calls in tags" },
    { NULL, NULL },
};

const command CMD_CONVERT = {
    .name = "convert",
    .summary = "write a message of one syntax in another",
    .usage = "--from A --to B [--keep] [--policy NAME=VALUE]… [--catalogue FILE]… [FILE]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "Something cannot be carried over.",
    .examples = EXAMPLES,
};
