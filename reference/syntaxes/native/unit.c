/* SPDX-License-Identifier: Apache-2.0 */
/* unit.c: the input as a document, or as a stream of server-sent events (the WHATWG standard).
 * Clauses: sections 1 and 2 of spec/native-anthropic.md, which those of spec/native-openai.md
 * equal.
 *
 * The data of an event is held as it is in the input; every other byte is held as a blank, which
 * changes no JSON. Different blanks record what has to be known about these bytes.
 */
#include "native.h"

#include "core/ascii.h"
#include "core/out_units.h"

#include <string.h>

/* What the input is. */
typedef enum form {
    UNDECIDED, /* nothing but blanks so far, which are held: the start state */
    STREAM,
    DOCUMENT, /* held: the document so far */
    BEHIND,   /* after it */
    IGNORED   /* all that comes is framing */
} form;

typedef enum line {
    LINE_START, /* at column 0: the start state */
    COMMENT,
    NAME,       /* of a field */
    DATA_BLANK, /* after the colon of a field `data` */
    DATA,
    OTHER /* in a value that is not used */
} line;

/* How a byte of an event is held that is not part of the data. */
enum {
    FRAME = ' ',
    LINE_BEGIN = '\n', /* the first byte of a line */
    BAD_LINE = '\r',   /* the byte by which its field has an unknown name */
    EVENT_END = '\t'
};

static const char *const NAMES[] = { "data", "event", "id", "retry" };

enum { DATA_NAME = 1 << 0, EVERY_NAME = (1 << sizeof NAMES / sizeof *NAMES) - 1 };

static const unsigned char BOM[] = { 0xEF, 0xBB, 0xBF };

/* -- roles ---------------------------------------------------------------------------------------
 */

static fp_role idle_role(const native *n)
{
    return n->s->open_count ? FP_ROLE_BLANK : FP_ROLE_FRAMING;
}

/* -- a unit that is whole -------------------------------------------------------------------------
 */

static bool is_object(native *n)
{
    if (fp_jsontext_kind(n->json) == '{')
        return true;
    n->wrong = n->json.ptr; /* 3.4 */
    return false;
}

/* 2.7: the event may have held a piece of any call. */
static void lose_data(native *n, uint64_t wrong, bool too_deep)
{
    if (too_deep) /* 6.4 */
        fp_out_limit_exceeded(n->out, wrong);
    else
        fp_out_diagnostic(n->out, FP_INVALID_JSON, wrong, n->spec->bad_data);
    fp_native_spoil(n);
}

static void act_on_data(native *n)
{
    const native_event *e = &n->s->event;
    const fp_str held = fp_out_held(n->out);
    const fp_str data = { held.ptr + e->data_from, e->data_to - e->data_from };
    native_members members;

    members.object = (fp_str){ 0 };
    n->members = &members;
    n->json = fp_jsontext_trim(data);
    n->json_at = (size_t)(n->json.ptr - held.ptr);
    if (!n->json.len) /* 2.5 */
        return;
    if (fp_str_equal(n->json, FP_STR("[DONE]"))) { /* 2.8 */
        n->spec->done(n);
        return;
    }
    if (e->is_wrong || !fp_jsonscan_complete(&e->scan)) {
        lose_data(n, e->is_wrong ? e->wrong : n->end - 1, e->too_deep);
        return;
    }
    if (is_object(n))
        n->spec->event(n);
    if (n->wrong)
        lose_data(n, fp_native_offset(n, n->wrong), false);
}

/* 2.4: diagnoses the lines, in the first len held bytes, that have an unknown field. */
static void say_bad_lines(native *n, size_t len)
{
    const fp_str held = fp_out_held(n->out);
    size_t begin = 0;

    for (size_t i = 0; i < len; i++) {
        if (held.ptr[i] == LINE_BEGIN)
            begin = i;
        if (held.ptr[i] == BAD_LINE)
            fp_out_diagnostic(n->out, FP_BAD_LINE, fp_out_mark_offset(n->out) + begin,
                              n->spec->bad_line);
    }
}

/* 2.2: the first len held bytes are an event, with its empty line. */
static void act_on_event(native *n, size_t len)
{
    native_event *e = &n->s->event;

    n->start = e->start;
    n->end = fp_out_mark_offset(n->out) + len;
    n->call_over = n->s->open_count;
    if (e->bad_lines)
        say_bad_lines(n, len);
    if (e->data)
        act_on_data(n);
    fp_native_mark_unit(n, len, n->call_over > 0);
    memset(e, 0, sizeof *e);
}

/* -- events: 2.1 to 2.6 ------------------------------------------------------------------------ */

static uint64_t this_offset(const native *n)
{
    return fp_out_offset(n->out) - 1;
}

/* A byte of the data, at this offset: 3.1, 6.4. */
static void scan_data(native *n, unsigned char c, uint64_t offset)
{
    native_event *e = &n->s->event;

    if (e->is_wrong)
        return;
    e->is_wrong = fp_jsonscan_step(&e->scan, c) == FP_SCAN_BAD;
    e->too_deep = e->scan.depth > fp_out_limits(n->out)->depth;
    e->is_wrong = e->is_wrong || e->too_deep;
    e->wrong = e->is_wrong ? offset : 0;
}

static void narrow_names(native_event *e, unsigned char c)
{
    for (unsigned i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (e->names & 1u << i && (unsigned char)NAMES[i][e->matched] != c)
            e->names &= (uint8_t) ~(1u << i);
    e->matched = (uint8_t)(e->matched + (e->names != 0));
}

/* The field's name is complete. False: it is unknown. */
static bool end_name(native *n, size_t value)
{
    native_event *e = &n->s->event;

    narrow_names(e, '\0');
    e->line = e->names & DATA_NAME ? DATA_BLANK : OTHER;
    if (e->line == DATA_BLANK && e->data)
        scan_data(n, '\n', e->eol); /* 2.3: joined */
    else if (e->line == DATA_BLANK)
        e->data_from = value;
    e->data = e->data || e->line == DATA_BLANK;
    e->bad_lines = e->bad_lines || !e->names;
    return e->names != 0;
}

/* A byte in a line; returns how it is held. */
static char take_in_line(native *n, unsigned char c)
{
    native_event *e = &n->s->event;

    switch (e->line) {
    case LINE_START:
        e->line = c == ':' ? COMMENT : NAME;
        e->names = EVERY_NAME;
        e->matched = 0;
        if (c != ':')
            narrow_names(e, c);
        e->fields = e->fields || c != ':';
        return LINE_BEGIN;
    case NAME:
        if (c != ':')
            narrow_names(e, c ? c : ' '); /* a NUL ends no name */
        else if (!end_name(n, fp_out_held_length(n->out) + 1))
            return BAD_LINE;
        return FRAME;
    case DATA_BLANK:
        e->line = DATA;
        if (c == ' ')
            return FRAME;
        /* fall through */
    case DATA:
        scan_data(n, c, this_offset(n));
        return (char)c;
    default:
        return FRAME;
    }
}

/* The CR or LF that ends a line that is not empty; returns how it is held. */
static char take_line_end(native *n)
{
    native_event *e = &n->s->event;
    const size_t at = fp_out_held_length(n->out);
    const bool good = e->line != NAME || end_name(n, at);

    if (e->line == DATA_BLANK || e->line == DATA) {
        e->data_to = at;
        e->eol = this_offset(n);
    }
    e->line = LINE_START;
    return good ? FRAME : BAD_LINE;
}

/* 6.3: the event is over the limit. */
static void skip_event(native *n)
{
    fp_out_mark(n->out, n->s->open_count ? FP_ROLE_SKIPPED : FP_ROLE_FRAMING);
    if (n->s->form == UNDECIDED) {
        memset(&n->s->event, 0, sizeof n->s->event);
        return;
    }
    n->s->event.over = true;
    fp_native_spoil(n);
}

static void hold(native *n, char c)
{
    if (n->s->event.over)
        fp_out_mark_byte(n->out, n->s->open_count ? FP_ROLE_SKIPPED : FP_ROLE_FRAMING);
    else if (!fp_out_hold_unit(n->out, (unsigned char)c))
        skip_event(n);
}

/* The CR or LF of an empty line, or the LF that goes with a CR. */
static void take_empty_line(native *n, bool ends)
{
    native_state *s = n->s;

    if (s->event.begun && ends) {
        hold(n, EVENT_END);
        if (s->form == STREAM && !s->event.over)
            act_on_event(n, fp_out_held_length(n->out));
        else
            memset(&s->event, 0, sizeof s->event);
    } else if (s->event.begun || fp_out_held_length(n->out)) {
        hold(n, FRAME);
    } else {
        fp_out_mark_byte(n->out, idle_role(n));
    }
}

static void take_event_byte(native *n, unsigned char c)
{
    native_state *s = n->s;
    const bool completes = c == '\n' && s->after_cr; /* 2.1 */

    s->after_cr = c == '\r';
    if (completes || (fp_is_line_end(c) && s->event.line == LINE_START)) {
        take_empty_line(n, !completes);
        return;
    }
    if (!s->event.begun)
        s->event.start = this_offset(n);
    s->event.begun = true;
    if (fp_is_line_end(c))
        hold(n, take_line_end(n));
    else
        hold(n, take_in_line(n, c));
}

/* -- documents: 1.4 to 1.6 --------------------------------------------------------------------- */

static void ignore_the_rest(native *n)
{
    fp_out_mark(n->out, FP_ROLE_FRAMING);
    memset(&n->s->event, 0, sizeof n->s->event);
    n->s->form = IGNORED;
}

static void act_on_document(native *n)
{
    const size_t len = fp_out_held_length(n->out);
    native_members members;

    members.object = (fp_str){ 0 };
    n->members = &members;
    n->json = fp_out_held(n->out);
    n->spec->document(n);
    if (n->wrong) {
        fp_out_diagnostic(n->out, FP_INVALID_JSON, fp_native_offset(n, n->wrong),
                          n->spec->bad_document);
        ignore_the_rest(n);
        return;
    }
    fp_native_mark_unit(n, len, false);
    n->s->form = BEHIND;
}

static void take_document_byte(native *n, unsigned char c)
{
    native_event *e = &n->s->event;

    if (!fp_out_hold_unit(n->out, c)) { /* 6.3 */
        ignore_the_rest(n);
        return;
    }
    scan_data(n, c, this_offset(n));
    if (e->too_deep)
        fp_out_limit_exceeded(n->out, e->wrong);
    else if (e->is_wrong)
        fp_out_diagnostic(n->out, FP_INVALID_JSON, e->wrong, n->spec->bad_document);
    if (e->is_wrong)
        ignore_the_rest(n);
    else if (fp_jsonscan_complete(&e->scan))
        act_on_document(n);
}

static void take_behind(native *n, unsigned char c)
{
    if (!fp_is_space(c)) {
        fp_out_diagnostic(n->out, FP_INVALID_JSON, this_offset(n), n->spec->behind);
        n->s->form = IGNORED;
    }
    fp_out_mark_byte(n->out, FP_ROLE_FRAMING);
}

/* -- what the input is: 1.2, 1.3 ------------------------------------------------------------------
 */

static void begin_document(native *n)
{
    fp_out_mark(n->out, FP_ROLE_FRAMING);
    memset(&n->s->event, 0, sizeof n->s->event);
    n->s->form = DOCUMENT;
}

/* The input is a stream: the lines of blanks that are held are events, all but what follows the
 * last of their ends. */
static void begin_stream(native *n)
{
    native_event last;

    memcpy(&last, &n->s->event, sizeof last);
    n->s->form = STREAM;
    for (;;) {
        const fp_str held = fp_out_held(n->out);
        const char *end = held.len ? memchr(held.ptr, EVENT_END, held.len) : NULL;

        if (!end)
            break;
        n->s->event.bad_lines = true;
        act_on_event(n, (size_t)(end - held.ptr) + 1);
    }
    if (last.begun) { /* after the ends of lines without an event */
        const fp_str held = fp_out_held(n->out);
        /* GCOVR_EXCL_BR_START: it is held, from the beginning of its first line on */
        const char *begin = held.len ? memchr(held.ptr, LINE_BEGIN, held.len) : NULL;

        if (begin)
            fp_out_mark_first(n->out, (size_t)(begin - held.ptr), FP_ROLE_FRAMING);
        /* GCOVR_EXCL_BR_STOP */
    } else {
        fp_out_mark(n->out, FP_ROLE_FRAMING);
    }
    memcpy(&n->s->event, &last, sizeof last);
}

static void take_first_bytes(native *n, unsigned char c)
{
    native_state *s = n->s;
    const bool in_bom = s->bom == fp_out_offset(n->out) - 1 && s->bom < sizeof BOM;

    if (in_bom && c == BOM[s->bom]) {
        s->bom++;
        take_event_byte(n, c);
        if (s->bom == sizeof BOM) {
            fp_out_mark(n->out, FP_ROLE_FRAMING);
            memset(&s->event, 0, sizeof s->event);
        }
        return;
    }
    if (c == '{' && (!s->bom || s->bom == sizeof BOM)) {
        begin_document(n);
        take_document_byte(n, c);
        return;
    }
    if (!fp_is_space(c) || (s->bom && s->bom < sizeof BOM))
        begin_stream(n);
    take_event_byte(n, c);
}

/* -- steps ------------------------------------------------------------------------------------- */

void fp_native_step(native *n, unsigned char c)
{
    switch (n->s->form) {
    case UNDECIDED:
        take_first_bytes(n, c);
        break;
    case STREAM:
        take_event_byte(n, c);
        break;
    case DOCUMENT:
        take_document_byte(n, c);
        break;
    case BEHIND:
        take_behind(n, c);
        break;
    default:
        fp_out_mark_byte(n->out, FP_ROLE_FRAMING);
        break;
    }
}

/* Whether a byte of the data, or of a document, may do more than continue the JSON: it ends the
 * line, or the document, or is too deep. */
static bool may_act(const native *n, char c)
{
    const uint32_t depth = n->s->event.scan.depth;

    switch (c) {
    case '{':
    case '[':
        return depth >= fp_out_limits(n->out)->depth;
    case '}':
    case ']':
        return depth <= 1;
    case '\n':
    case '\r':
        return true;
    default:
        return false;
    }
}

/* Whether the bytes are data that is scanned and held, or of a document. */
static bool holds_json(const native_state *s)
{
    const native_event *e = &s->event;
    const bool in_data = s->form == STREAM && e->line == DATA && !e->over;

    return (in_data || s->form == DOCUMENT) && !e->is_wrong;
}

fp_in_string fp_native_in_string(const native_state *s)
{
    return holds_json(s) && fp_jsonscan_in_text(&s->event.scan) ? FP_STRING_HELD : FP_STRING_OTHER;
}

/* The beginning of a line with data, as most lines are, if the bytes are one. */
static size_t run_data_name(native *n, fp_str bytes)
{
    const fp_str begin = FP_STR("data: ");
    native_event *e = &n->s->event;

    if (n->s->form != STREAM || e->line != LINE_START || e->over || bytes.len < begin.len ||
        memcmp(bytes.ptr, begin.ptr, begin.len) != 0)
        return 0;
    n->s->after_cr = false;
    if (!e->begun)
        e->start = fp_out_offset(n->out);
    e->begun = true;
    for (size_t i = 0; i < begin.len; i++)
        hold(n, take_in_line(n, (unsigned char)bytes.ptr[i]));
    return begin.len;
}

/* Bytes of the data, or of a document, that are scanned and held, and no more. */
size_t fp_native_run(native *n, fp_str bytes)
{
    native_event *e = &n->s->event;
    const size_t room = fp_out_hold_room(n->out);
    const size_t most = bytes.len < room ? bytes.len : room;
    size_t i = 0;

    if (!holds_json(n->s))
        return run_data_name(n, bytes);
    for (;; i++) {
        if (fp_jsonscan_in_text(&e->scan))
            i += fp_jsonscan_text(bytes.ptr + i, most - i);
        if (i == most || may_act(n, bytes.ptr[i]) ||
            fp_jsonscan_step(&e->scan, (unsigned char)bytes.ptr[i]) == FP_SCAN_BAD)
            break;
    }
    fp_out_hold_run(n->out, (fp_str){ bytes.ptr, i });
    return i;
}

void fp_native_finish(native *n)
{
    const native_event *e = &n->s->event;

    if (n->s->form == UNDECIDED && n->s->bom && n->s->bom < sizeof BOM)
        begin_stream(n);
    if (n->s->form == DOCUMENT) /* 1.6 */
        fp_out_diagnostic(n->out, FP_INVALID_JSON, fp_out_offset(n->out), n->spec->bad_document);
    if (n->s->form == STREAM && e->begun && e->fields) /* 2.6 */
        fp_out_diagnostic(n->out, FP_BAD_LINE, e->start, n->spec->unfinished);
    fp_out_mark(n->out, n->s->open_count ? FP_ROLE_SKIPPED : FP_ROLE_FRAMING);
    n->start = n->end = fp_out_offset(n->out);
    fp_native_end_calls(n, n->end, NATIVE_INPUT);
}
