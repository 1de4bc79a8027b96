/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_convert.c: `fencepost convert`: writes a message of one syntax in another. The text stays,
 * except for line ends next to calls (MODEL-1.11). The result is parsed again, and refused if its
 * meaning has changed. */
#include "base/line_ends.h"
#include "command/options.h"
#include "suite/rendering.h"

#include <fencepost/message.h>
#include <fencepost/outcome.h>
#include <fencepost/syntax.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_FROM, OPT_TO, OPT_KEEP, OPT_EXACT, OPT_POLICY, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_FROM] = { "from", "A", "the syntax of the message (needed)" },
    [OPT_TO] = { "to", "B", "the syntax to write (needed)" },
    [OPT_KEEP] = { "keep", NULL, "leave what cannot be carried as it is, and report it" },
    [OPT_EXACT] = { "exact", NULL, "add and remove no line ends between text and calls" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "policies, for both syntaxes" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; their schemas give values types" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const fp_syntax *from, *to;
    bool keep;
    bool exact;
    given given;
} request;

/* Text of the message, or a call. */
typedef struct segment {
    bool is_call;
    size_t call;       /* its number, from 0 */
    size_t start, end; /* of text, in that of the source */
    uint64_t offset;   /* in the message */
} segment;

/* How a call is put into text. Each is tried after the one before it. */
typedef enum placing { AS_IT_COMES, ON_NEW_LINE, ON_OWN_LINES, MISPLACED_CALL } placing;

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
    fp_outcome *source; /* what the message says … */
    segment *segments;  /* … in its order */
    size_t segment_count, segment_cap;
    placing *placings; /* of its calls */
    bool from_document, to_document;
    fp_json result;
    fp_outcome *expected; /* what the result should say */
    size_t *added;        /* offsets in its text of line ends that are not the message's */
    size_t added_count, added_cap;
    piece *pieces;
    size_t count, cap;
    size_t refused;
    bool broken;      /* there is no result */
    fp_json refusals; /* sentences, a line each */
} conversion;

static const char MISPLACED[] = "the call cannot stand here: with the text around it, it would not "
                                "be read as this call; change that text, or leave the call as it "
                                "is with --keep";

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

/* Text of the message. */
static void add_text(conversion *c, fp_str text, uint64_t source)
{
    const size_t start = c->result.len;

    fp_json_bytes(&c->result, text);
    need_memory(fp_outcome_add_text(c->expected, text));
    add_piece(c, start, source, false);
}

/* A line end that is not the message's. */
static void add_line_end(conversion *c)
{
    void *added = c->added;

    xgrow(&added, &c->added_cap, c->added_count, sizeof *c->added);
    c->added = added;
    c->added[c->added_count++] = fp_outcome_text(c->expected).len;
    fp_json_raw(&c->result, "\n");
    need_memory(fp_outcome_add_text(c->expected, FP_STR("\n")));
}

/* Appends the call in the other syntax; false, with a refusal noted, if that cannot be. */
static bool render_call(conversion *c, const fp_call *call, placing how, fp_json *text)
{
    fp_refusal refusal;
    char *why, *line;

    if (how == MISPLACED_CALL || !call->complete) {
        refuse(c, call->start, call->complete ? MISPLACED : "the call is not complete",
               c->request->keep);
        return false;
    }
    if (xrender(c->request->to, &c->to, call, text, &refusal))
        return true;
    why = refusal_text(&refusal, call);
    line = xformat("unrepresentable in %s: %s", fp_syntax_id(c->request->to), why);
    refuse(c, call->start, line, c->request->keep);
    free(line);
    free(why);
    return false;
}

/* A call that is left: its block as it is in the message. */
static fp_str block_of(const conversion *c, const fp_call *call)
{
    return (fp_str){ c->message.ptr + call->start, (size_t)(call->end - call->start) };
}

static fp_str text_of(const conversion *c, const segment *s)
{
    return (fp_str){ fp_outcome_text(c->source).ptr + s->start, s->end - s->start };
}

/* Returns whether the text ends the message after a call, and is one line end: that of the file. */
static bool is_file_end(const conversion *c, size_t i)
{
    const fp_str text = text_of(c, &c->segments[i]);

    return i && i + 1 == c->segment_count && c->segments[i - 1].is_call && text.len &&
           line_end_first(text) == text.len;
}

/* -- as text --------------------------------------------------------------------------------- */

/* MODEL-1.11: whether a line end is put before what follows the last byte of the result. */
static bool wants_line(const conversion *c, placing how)
{
    const size_t len = c->result.len;

    if (!len || c->request->exact)
        return false;
    return c->from_document || (how >= ON_NEW_LINE && c->result.ptr[len - 1] != '\n');
}

static void write_call(conversion *c, const segment *s, fp_json *block)
{
    const fp_call *call = fp_outcome_call(c->source, s->call);
    const placing how = c->placings[s->call];
    size_t start;

    block->len = 0;
    if (!render_call(c, call, how, block)) {
        add_text(c, block_of(c, call), call->start);
        return;
    }
    if (wants_line(c, how))
        add_line_end(c);
    start = c->result.len;
    fp_json_bytes(&c->result, json_text(block));
    need_memory(fp_outcome_add_call(c->expected, call));
    add_piece(c, start, call->start, true);
}

static void write_as_text(conversion *c)
{
    fp_json block = { 0 };

    for (size_t i = 0; i < c->segment_count; i++) {
        const segment *s = &c->segments[i], *before = i ? s - 1 : s;
        const bool after_call = i && before->is_call;

        if (s->is_call) {
            write_call(c, s, &block);
            continue;
        }
        if (after_call && !c->request->exact && !is_file_end(c, i) &&
            (c->from_document ||
             (c->placings[before->call] == ON_OWN_LINES && !line_end_first(text_of(c, s)))))
            add_line_end(c);
        add_text(c, text_of(c, s), s->offset);
    }
    fp_json_free(&block);
}

/* -- as a document --------------------------------------------------------------------------- */

/* MODEL-1.11: text from beside calls, without the line ends that part it from them. */
static fp_str stripped(const conversion *c, size_t first, size_t last)
{
    fp_str text = { fp_outcome_text(c->source).ptr + c->segments[first].start,
                    c->segments[last].end - c->segments[first].start };

    if (c->from_document || c->request->exact)
        return text;
    if (first) {
        const size_t len = line_end_first(text);

        text = (fp_str){ text.ptr + len, text.len - len };
    }
    if (last + 1 < c->segment_count)
        text.len -= line_end_last(text);
    return text;
}

/* MODEL-1.11: whether an LF has to part this text from that before the calls before it. */
static bool wants_parting(const conversion *c, const fp_piece *pieces, size_t count, fp_str text)
{
    const bool strips = !c->from_document && !c->request->exact;
    fp_str before = { 0 };

    while (count && !before.len)
        before = pieces[--count].text;
    return strips && fp_message_joins_text(c->request->to) && before.len && text.len &&
           !line_end_last(before) && !line_end_first(text);
}

/* The pieces of the message, an array of *count; *sources are their places in it (two a segment).
 * What cannot be carried is text. Both are owned. */
static fp_piece *pieces_of(conversion *c, size_t *count, uint64_t *sources)
{
    fp_piece *pieces = xcalloc(2 * c->segment_count + 1, sizeof *pieces);
    fp_json scratch = { 0 };

    *count = 0;
    for (size_t i = 0; i < c->segment_count; i++) {
        const segment *s = &c->segments[i];
        fp_piece made = { 0 };

        if (s->is_call) {
            const fp_call *call = fp_outcome_call(c->source, s->call);

            scratch.len = 0;
            if (render_call(c, call, c->placings[s->call], &scratch))
                made.call = call;
            else
                made.text = block_of(c, call);
        } else if (!is_file_end(c, i)) {
            const size_t first = i;

            while (i + 1 < c->segment_count && !c->segments[i + 1].is_call)
                i++;
            made.text = stripped(c, first, i);
        }
        if (!made.call && !made.text.len)
            continue;
        sources[*count] = sources[*count + 1] = s->offset;
        if (wants_parting(c, pieces, *count, made.text))
            pieces[(*count)++].text = FP_STR("\n");
        pieces[(*count)++] = made;
    }
    fp_json_free(&scratch);
    return pieces;
}

/* The line end of the file, after the document: text only where the syntax has text there. */
static void write_file_end(conversion *c)
{
    if (!c->segment_count || !is_file_end(c, c->segment_count - 1))
        return;
    fp_json_raw(&c->result, "\n");
    if (!c->request->to->document)
        need_memory(fp_outcome_add_text(c->expected, FP_STR("\n")));
}

static void write_as_document(conversion *c)
{
    uint64_t *sources = xcalloc(2 * c->segment_count + 1, sizeof *sources);
    size_t count, at;
    fp_piece *pieces = pieces_of(c, &count, sources);
    fp_refusal refusal;

    if (!fp_render_message(c->request->to, &c->to, &(fp_message){ pieces, count }, &c->result,
                           &refusal, &at)) {
        need_memory(!c->result.failed);
        refuse(c, sources[at] + refusal.byte, refusal.reason, false);
        c->broken = true;
    }
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].call)
            need_memory(fp_outcome_add_call(c->expected, pieces[i].call));
        else
            need_memory(fp_outcome_add_text(c->expected, pieces[i].text));
        add_piece(c, 0, sources[i], pieces[i].call != NULL);
    }
    write_file_end(c);
    free(pieces);
    free(sources);
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
    const piece *misplaced; /* a rewritten call there is not read as what it is; or NULL */
} objection;

/* Returns whether the calls of the result are those that were written. */
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
            *o =
                (objection){ source_of(c, call->start), "this text would be read as a call", NULL };
        else
            *o = (objection){ made->source, MISPLACED, made };
        return false;
    }
}

/* Returns whether the text is what it should be. A line end that was added for the notation's sake
 * may be gone, if it belongs to a block there. */
static bool text_holds(const conversion *c, const fp_outcome *said, objection *o)
{
    const fp_str have = fp_outcome_text(said), want = fp_outcome_text(c->expected);
    size_t at = 0, added = 0, spare = 0;

    for (size_t w = 0; w < want.len; w++) {
        const bool same = at < have.len && have.ptr[at] == want.ptr[w];
        const bool ours = added < c->added_count && c->added[added] == w;

        added += ours;
        if (!same && !ours && !(want.ptr[w] == '\n' && spare)) {
            *o = (objection){ source_of(c, at), "the text cannot be kept next to the calls", NULL };
            return false;
        }
        spare = want.ptr[w] == '\n' ? spare + (same && ours) - (!same && !ours) : 0;
        at += same;
    }
    if (at == have.len)
        return true;
    *o = (objection){ source_of(c, at), "the text cannot be kept next to the calls", NULL };
    return false;
}

/* Returns whether the result, when parsed, means what the message meant; if not, *o is why. */
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

/* An fp_sink: the events of the message. */
static int take(void *context, const fp_event *event)
{
    conversion *c = context;
    const size_t start = fp_outcome_text(c->source).len;
    const size_t calls = fp_outcome_call_count(c->source);
    segment s = { .offset = event->offset };
    void *segments = c->segments;

    need_memory(fp_outcome_sink(c->source, event) == 0);
    s.is_call = fp_outcome_call_count(c->source) > calls;
    if (s.is_call)
        s = (segment){ true, calls, 0, 0, event->call->start };
    else if (event->type != FP_EVENT_TEXT)
        return 0;
    s.start = start;
    s.end = fp_outcome_text(c->source).len;
    xgrow(&segments, &c->segment_cap, c->segment_count, sizeof *c->segments);
    c->segments = segments;
    c->segments[c->segment_count++] = s;
    return 0;
}

static void read_message(conversion *c)
{
    fp_parser *parser = fp_parser_new(c->request->from, &c->from, take, c);

    c->source = fp_outcome_new();
    if (!parser || !c->source || fp_parser_feed(parser, c->message.ptr, c->message.len) != FP_OK ||
        fp_parser_finish(parser) != FP_OK)
        end_out_of_memory();
    fp_parser_free(parser);
    c->placings = xcalloc(fp_outcome_call_count(c->source) + 1, sizeof *c->placings);
}

static void write_result(conversion *c)
{
    fp_outcome_free(c->expected);
    c->expected = fp_outcome_new();
    need_memory(c->expected != NULL);
    c->result.len = c->refusals.len = 0;
    c->count = c->refused = c->added_count = 0;
    c->broken = false;
    if (c->to_document)
        write_as_document(c);
    else
        write_as_text(c);
    need_memory(!c->result.failed);
    for (size_t i = 0; c->to_document && i < c->count; i++)
        c->pieces[i].end = c->result.len;
}

/* Tries the call in the next place; false if there is none. */
static bool place_otherwise(conversion *c, const objection *o)
{
    const placing last = c->request->keep ? MISPLACED_CALL : ON_OWN_LINES;

    for (size_t i = 0; o->misplaced && i < c->segment_count; i++) {
        const segment *s = &c->segments[i];

        if (!s->is_call || s->offset != o->misplaced->source || c->placings[s->call] >= last)
            continue;
        if (c->request->exact || c->from_document || c->to_document) {
            if (!c->request->keep)
                return false;
            c->placings[s->call] = MISPLACED_CALL;
        } else {
            c->placings[s->call]++;
        }
        return true;
    }
    return false;
}

/* A call that turns out to be misplaced is put on lines of its own, with --keep it is then left as
 * it is, and all is written again: at most three times for each call. */
static int convert(conversion *c)
{
    objection o;

    read_message(c);
    for (;;) {
        write_result(c);
        if (c->broken || (c->refused && !c->request->keep))
            break;
        if (proves(c, &o)) {
            say_refused(c);
            fwrite(c->result.ptr, 1, c->result.len, stdout);
            return EXIT_AS_EXPECTED;
        }
        if (!place_otherwise(c, &o)) {
            refuse(c, o.source, o.why, false);
            break;
        }
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
    c.from_document = fp_message_is_document(r->from);
    c.to_document = fp_message_is_document(r->to);
    status = convert(&c);
    fp_outcome_free(c.source);
    fp_outcome_free(c.expected);
    fp_json_free(&c.result);
    free(c.segments);
    free(c.placings);
    free(c.added);
    free(c.pieces);
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
    if (option == OPT_KEEP)
        r->keep = true;
    else
        r->exact = true;
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
    .usage = "--from A --to B [--keep] [--exact] [--policy NAME=VALUE]… [--catalogue FILE]… [FILE]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "Something cannot be carried over.",
    .examples = EXAMPLES,
};
