/* SPDX-License-Identifier: Apache-2.0 */
/* caret.c: triple-caret fenced blocks. Clauses: spec/caret.md. */
#include "syntaxes/caret-render.h"
#include "core/ascii.h"
#include "core/out_call.h"
#include "core/step.h"

#include <string.h>

/* Where the lines are read: what a line means depends on it. */
typedef enum area {
    OUTSIDE, /* text */
    HEADER,  /* in a block, where a parameter could be */
    MULTI,   /* in a multi-line value */
    ARRAY    /* in an array */
} area;

/* What the line so far, held back, will be if only blanks and a line end follow. */
typedef enum marker {
    OPENING_FENCE,
    CLOSING_FENCE,
    MULTI_START,
    MULTI_END,
    ARRAY_START,
    ARRAY_END,
    STRAY_END
} marker;

typedef enum state {
    LINE_START,  /* at column 0; OUTSIDE this is the start state */
    LINE,        /* in a line of text, of a value, of an array element */
    CARETS,      /* held: one to three carets at column 0 */
    NAME,        /* held: ^^^ and the beginning of a name */
    TAIL,        /* held: a whole marker, and blanks */
    TAIL_CR,     /* held: the same, and a CR */
    INDENT,      /* blanks before a parameter */
    KEY,         /* held: the beginning of a key */
    KEY_BLANK,   /* held: a key and blanks */
    START_DASH,  /* held: a key, blanks and one or two dashes */
    END_DASH,    /* held: dashes at column 0 of a multi-line value, and perhaps blanks */
    END_KEY,     /* held: ---, blanks and the beginning of a key */
    VALUE_BLANK, /* between the colon and the value */
    GAP,         /* held: blanks in a value or an element, perhaps its end */
    GAP_CR,      /* held: the same, and a CR */
    ITEM_BLANK,  /* blanks before an array element */
    BAD          /* in a line that means nothing */
} state;

typedef struct caret {
    state state;
    area area;
    marker marker;
    uint64_t line; /* offset of the line's first byte, inside a block */
    size_t part;   /* offset in the held bytes of the part being read: a key, dashes */
    bool at_end;   /* the input is over; its last line ends as with LF */
} caret;

/* In place of the byte after the held ones, AT_END: there is none; TOO_LONG: they are too many. */
enum { FENCE = 3, AT_END = -1, TOO_LONG = -2 };

/* -- bytes ----------------------------------------------------------------------------------- */

static bool is_name(unsigned char c) /* CARET-1.3 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_key(unsigned char c) /* CARET-1.4 */
{
    return is_name(c) || c == '-' || c == '.';
}

static bool lenient(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* The held bytes from one offset on, up to another or to the first blank or line end. */
static fp_str held_word(fp_out *out, size_t from)
{
    const fp_str held = fp_out_held(out);
    size_t end = from;

    while (end < held.len && !fp_is_blank((unsigned char)held.ptr[end]) &&
           !fp_is_line_end((unsigned char)held.ptr[end]))
        end++;
    return (fp_str){ held.ptr + from, end - from };
}

/* -- what a line turns out to be ------------------------------------------------------------- */

static void bad_line(caret *s, fp_out *out, fp_code code, const char *clause)
{
    fp_out_mark(out, FP_ROLE_SKIPPED);
    fp_out_diagnostic(out, code, s->line, clause);
    s->state = BAD;
}

static bool begins_fence(fp_out *out)
{
    const fp_str held = fp_out_held(out);

    return held.len >= FENCE && memcmp(held.ptr, "^^^", FENCE) == 0;
}

/* The held bytes are text, because of c, the byte after them. */
static void no_fence(caret *s, fp_out *out, int c)
{
    const fp_str held = fp_out_held(out);
    const int next = held.len > FENCE ? (unsigned char)held.ptr[FENCE] : c; /* after ^^^ */
    const bool named = next != '^' && !fp_is_blank(next) && !fp_is_line_end(next);

    if (named && c != TOO_LONG && begins_fence(out))
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "CARET-2.5");
    fp_out_release(out);
    s->state = LINE;
}

/* The held bytes are not a marker, because of c, the byte after them. AGAIN. */
static bool no_marker(caret *s, fp_out *out, int c)
{
    switch (s->area) {
    case OUTSIDE:
        no_fence(s, out, c);
        break;
    case HEADER:
        if (s->marker == ARRAY_START && (s->state == TAIL || s->state == TAIL_CR)) {
            fp_out_release(out); /* CARET-5.5: a value that begins with a bracket */
            s->state = LINE;
        } else if (begins_fence(out)) { /* CARET-2.8 */
            fp_out_call_cut(out, s->line, "CARET-2.8");
            s->area = OUTSIDE;
            no_fence(s, out, c);
        } else {
            bad_line(s, out, FP_BAD_LINE, "CARET-3.7");
        }
        break;
    case ARRAY: /* CARET-5.2, CARET-5.4 */
        fp_out_item(out, true);
        /* fall through */
    case MULTI: /* CARET-4.3, CARET-4.4 */
        fp_out_release(out);
        s->state = LINE;
        break;
    }
    return AGAIN;
}

static void open_block(caret *s, fp_out *out) /* CARET-2.1 */
{
    const uint64_t start = fp_out_mark_offset(out);

    if (s->area != OUTSIDE)
        fp_out_call_cut(out, start, s->area == ARRAY ? "CARET-5.7" : "CARET-7.2");
    if (!fp_out_call_begin(out, start, held_word(out, FENCE))) {
        fp_out_release(out);
        s->area = OUTSIDE;
        return;
    }
    fp_out_mark_first(out, FENCE, FP_ROLE_MARKER);
    fp_out_mark_first(out, held_word(out, 0).len, FP_ROLE_NAME);
    fp_out_mark(out, FP_ROLE_BLANK);
    s->area = HEADER;
}

static void close_block(caret *s, fp_out *out) /* CARET-2.7, CARET-2.10 */
{
    const uint64_t end = fp_out_mark_offset(out) + FENCE;

    fp_out_cite(out, "CARET-2.7");
    fp_out_mark_first(out, FENCE, FP_ROLE_MARKER);
    if (s->area == ARRAY)
        fp_out_call_cut(out, end, "CARET-5.7");
    else
        fp_out_call_end(out, end);
    s->area = OUTSIDE;
    fp_out_release(out);
}

static void start_multi(caret *s, fp_out *out) /* CARET-4.1 */
{
    const size_t key = held_word(out, 0).len;
    const size_t dashes = s->part + FENCE;

    fp_out_arg_begin(out, held_word(out, 0), s->line, true, "CARET-3.8");
    fp_out_mark_first(out, key, FP_ROLE_KEY);
    fp_out_cite(out, "CARET-4.1");
    fp_out_mark_first(out, dashes - key, FP_ROLE_MARKER);
    fp_out_mark_first(out, fp_out_held_length(out) - (s->state == TAIL_CR), FP_ROLE_BLANK);
    fp_out_release(out); /* a CR of the line end: value_framing decides */
    s->area = MULTI;
}

/* The held bytes are s->marker, and its line ends here. */
static void marker_complete(caret *s, fp_out *out)
{
    switch (s->marker) {
    case OPENING_FENCE:
        open_block(s, out);
        break;
    case CLOSING_FENCE:
        close_block(s, out);
        break;
    case MULTI_START:
        start_multi(s, out);
        break;
    case MULTI_END: /* CARET-4.2 */
        fp_out_cite(out, "CARET-4.2");
        fp_out_mark(out, FP_ROLE_MARKER);
        fp_out_arg_end(out);
        s->area = HEADER;
        break;
    case ARRAY_START: /* CARET-5.1 */
        fp_out_arg_is(out, FP_VALUE_LIST);
        fp_out_release(out);
        s->area = ARRAY;
        break;
    case ARRAY_END: /* CARET-5.4 */
        fp_out_release_first(out, 1);
        fp_out_mark(out, FP_ROLE_BLANK);
        fp_out_arg_end(out);
        s->area = HEADER;
        break;
    case STRAY_END: /* CARET-4.9 */
        bad_line(s, out, FP_MISMATCHED_END, "CARET-4.9");
        break;
    }
}

/* The LF itself; at the end of input there is none to account for. */
static void end_line(caret *s, fp_out *out)
{
    s->state = LINE_START;
    if (s->at_end)
        return;
    if (s->area != HEADER) {
        fp_out_payload(out, '\n');
        return;
    }
    fp_out_mark_byte(out, FP_ROLE_BLANK);
    s->line = fp_out_offset(out);
}

/* -- states: each takes the byte, or leaves it to another and returns AGAIN ------------------- */

/* Leaves the byte to another state. AGAIN. */
static bool leave_to(caret *s, state next)
{
    s->state = next;
    return AGAIN;
}

/* The held bytes are a marker if only blanks and a line end follow them. AGAIN. */
static bool whole_marker(caret *s, marker which)
{
    s->marker = which;
    return leave_to(s, TAIL);
}

/* Holds the byte, and goes to the next state unless that is over the limit. TAKEN. */
static bool hold_as(caret *s, fp_out *out, unsigned char c, state next)
{
    s->state = next;
    if (fp_out_hold(out, c))
        return TAKEN;
    if (s->area == HEADER && !fp_out_in_arg(out)) {
        fp_out_mark(out, FP_ROLE_SKIPPED);
        s->state = BAD;
    } else {
        fp_out_release(out);
        s->state = LINE;
    }
    return TAKEN;
}

static bool take_line_start(caret *s, fp_out *out, unsigned char c)
{
    if (c == '^' && s->area != MULTI)
        return hold_as(s, out, c, CARETS);
    if (c == '-' && s->area == MULTI)
        return hold_as(s, out, c, END_DASH);
    return leave_to(s, s->area == HEADER ? INDENT : s->area == ARRAY ? ITEM_BLANK : LINE);
}

static bool take_line(caret *s, fp_out *out, unsigned char c)
{
    const bool one_line = s->area == ARRAY || s->area == HEADER; /* an element, a value */

    if (one_line && fp_is_space(c))
        return leave_to(s, GAP);
    if (c == '\n')
        end_line(s, out);
    else
        fp_out_payload(out, c);
    return TAKEN;
}

static bool take_carets(caret *s, fp_out *out, unsigned char c)
{
    const size_t carets = fp_out_held_length(out);

    if (c == '^' && carets < FENCE)
        return hold_as(s, out, c, CARETS);
    if (carets == FENCE && is_name(c))
        return leave_to(s, NAME);
    if (carets == FENCE && s->area != OUTSIDE && (fp_is_line_end(c) || fp_is_blank(c)))
        return whole_marker(s, CLOSING_FENCE);
    return no_marker(s, out, c);
}

static bool take_name(caret *s, fp_out *out, unsigned char c)
{
    const size_t name = fp_out_held_length(out) - FENCE;

    if (!is_name(c))
        return whole_marker(s, OPENING_FENCE);
    if (name < fp_out_limits(out)->name)
        return hold_as(s, out, c, NAME);
    fp_out_limit_exceeded(out, fp_out_offset(out) - 1); /* CARET-7.3 */
    return no_marker(s, out, TOO_LONG);
}

static bool take_tail(caret *s, fp_out *out, unsigned char c)
{
    const bool fence = s->marker == OPENING_FENCE || s->marker == CLOSING_FENCE;

    if (c == '\n') {
        marker_complete(s, out);
        end_line(s, out);
        return TAKEN;
    }
    if (c == '\r' && s->state == TAIL)
        return hold_as(s, out, c, TAIL_CR);
    if (fp_is_blank(c) && s->state == TAIL && (!fence || lenient(out))) /* CARET-2.6 */
        return hold_as(s, out, c, TAIL);
    return no_marker(s, out, c);
}

static bool take_indent(caret *s, fp_out *out, unsigned char c)
{
    const bool indented = fp_out_offset(out) - 1 > s->line;

    if (fp_is_blank(c)) {
        fp_out_mark_byte(out, FP_ROLE_BLANK);
        return TAKEN;
    }
    if (fp_is_line_end(c)) /* CARET-3.6 */
        return leave_to(s, GAP);
    if (is_key(c) && (!indented || lenient(out))) /* CARET-3.5 */
        return leave_to(s, KEY);
    bad_line(s, out, FP_BAD_LINE, "CARET-3.7");
    return AGAIN;
}

static bool take_key(caret *s, fp_out *out, unsigned char c)
{
    if (is_key(c))
        return hold_as(s, out, c, KEY);
    if (c == ':') { /* CARET-3.1 */
        fp_out_arg_begin(out, fp_out_held(out), s->line, false, "CARET-3.8");
        fp_out_mark(out, FP_ROLE_KEY);
        fp_out_cite(out, "CARET-3.1");
        fp_out_mark_byte(out, FP_ROLE_MARKER);
        s->state = VALUE_BLANK;
        return TAKEN;
    }
    if (fp_is_blank(c))
        return hold_as(s, out, c, KEY_BLANK);
    return no_marker(s, out, c);
}

/* Held: `---` at column 0, and blanks; a key after them makes a stray end marker. */
static bool may_be_stray_end(const caret *s, fp_out *out)
{
    return fp_str_equal(held_word(out, 0), FP_STR("---")) && fp_out_mark_offset(out) == s->line;
}

static bool take_key_blank(caret *s, fp_out *out, unsigned char c)
{
    if (fp_is_blank(c))
        return hold_as(s, out, c, KEY_BLANK);
    s->part = fp_out_held_length(out);
    if (c == '-')
        return hold_as(s, out, c, START_DASH);
    if (is_key(c) && may_be_stray_end(s, out))
        return leave_to(s, END_KEY);
    return no_marker(s, out, c);
}

static bool take_start_dash(caret *s, fp_out *out, unsigned char c)
{
    const size_t dashes = fp_out_held_length(out) - s->part;

    if (c == '-' && dashes < FENCE)
        return hold_as(s, out, c, START_DASH);
    if (dashes == FENCE && fp_is_space(c))
        return whole_marker(s, MULTI_START);
    if (may_be_stray_end(s, out))
        return leave_to(s, END_KEY);
    return no_marker(s, out, c);
}

static bool take_end_dash(caret *s, fp_out *out, unsigned char c)
{
    const size_t held = fp_out_held_length(out);

    if (held < FENCE ? c == '-' : fp_is_blank(c))
        return hold_as(s, out, c, END_DASH);
    if (held <= FENCE)
        return no_marker(s, out, c);
    s->part = held;
    return leave_to(s, END_KEY);
}

static bool take_end_key(caret *s, fp_out *out, unsigned char c)
{
    const size_t have = fp_out_held_length(out) - s->part;
    const bool stray = s->area == HEADER;
    const fp_str key = stray ? (fp_str){ NULL, 0 } : fp_out_key(out);

    if (stray ? is_key(c) : have < key.len && c == (unsigned char)key.ptr[have])
        return hold_as(s, out, c, END_KEY);
    if ((stray ? have > 0 : have == key.len) && fp_is_space(c))
        return whole_marker(s, stray ? STRAY_END : MULTI_END);
    return no_marker(s, out, c);
}

static bool take_value_blank(caret *s, fp_out *out, unsigned char c)
{
    if (fp_is_blank(c)) { /* CARET-3.2 */
        fp_out_mark_byte(out, FP_ROLE_BLANK);
        return TAKEN;
    }
    if (c == '[') {
        s->marker = ARRAY_START;
        return hold_as(s, out, c, TAIL);
    }
    return leave_to(s, fp_is_line_end(c) ? GAP : LINE);
}

static bool take_gap(caret *s, fp_out *out, unsigned char c)
{
    if (c == '\n') { /* what is held ends a value, an element or an empty line */
        if (s->area != ARRAY)
            fp_out_mark(out, FP_ROLE_BLANK);
        fp_out_item(out, false);
        fp_out_release(out);
        if (s->area == HEADER && fp_out_in_arg(out))
            fp_out_arg_end(out);
        end_line(s, out);
        return TAKEN;
    }
    if (c == '\r' && s->state == GAP)
        return hold_as(s, out, c, GAP_CR);
    if (fp_is_blank(c) && s->state == GAP)
        return hold_as(s, out, c, GAP);
    if (s->area == HEADER && !fp_out_in_arg(out)) /* CARET-1.1: a CR that ends no line */
        return no_marker(s, out, c);
    if (s->area == ARRAY && !fp_out_in_item(out))
        fp_out_item(out, true);
    fp_out_release(out);
    return leave_to(s, LINE);
}

static bool take_item_blank(caret *s, fp_out *out, unsigned char c)
{
    if (fp_is_blank(c)) { /* CARET-5.2 */
        fp_out_payload(out, c);
        return TAKEN;
    }
    if (fp_is_line_end(c)) /* CARET-5.3 */
        return leave_to(s, GAP);
    if (c == ']') {
        s->marker = ARRAY_END;
        return hold_as(s, out, c, TAIL);
    }
    fp_out_item(out, true);
    return leave_to(s, LINE);
}

static bool take_bad(caret *s, fp_out *out, unsigned char c)
{
    if (c == '\n')
        end_line(s, out);
    else
        fp_out_mark_byte(out, FP_ROLE_SKIPPED);
    return TAKEN;
}

/* -- the syntax ------------------------------------------------------------------------------ */

static bool (*const TAKE[])(caret *s, fp_out *out, unsigned char c) = {
    [LINE_START] = take_line_start,
    [LINE] = take_line,
    [CARETS] = take_carets,
    [NAME] = take_name,
    [TAIL] = take_tail,
    [TAIL_CR] = take_tail,
    [INDENT] = take_indent,
    [KEY] = take_key,
    [KEY_BLANK] = take_key_blank,
    [START_DASH] = take_start_dash,
    [END_DASH] = take_end_dash,
    [END_KEY] = take_end_key,
    [VALUE_BLANK] = take_value_blank,
    [GAP] = take_gap,
    [GAP_CR] = take_gap,
    [ITEM_BLANK] = take_item_blank,
    [BAD] = take_bad,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (caret *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* CARET-1.1, CARET-2.9: the end of input ends the last line; CARET-7.1: and no block. */
static void finish(void *self, fp_out *out)
{
    caret *s = self;
    const bool between = s->area == HEADER && s->state == LINE_START;

    if (s->state == TAIL_CR)
        no_marker(s, out, AT_END);
    else if (s->state == GAP_CR)
        take_gap(s, out, '\0');
    s->at_end = true;
    step(s, out, '\n');
    if (fp_out_in_call(out))
        (between ? fp_out_call_lacks_end : fp_out_call_unfinished)(out, "CARET-7.1");
}

static void passed(void *self, unsigned char last)
{
    caret *s = self;

    s->state = last == '\n' ? LINE_START : LINE;
}

/* The places of these lists in the row, from 1. */
enum { TEXT_LEADS = 1, VALUE_LEADS, MULTI_LEADS };

static const char *const IN_TEXT[] = { "\n^^^", NULL };
static const char *const IN_VALUE[] = { " ", "\t", "\n", "\r", NULL };
static const char *const IN_MULTI[] = { "\n---", NULL };

static unsigned at_ease(const void *self)
{
    static const unsigned LEADS[] = { TEXT_LEADS, VALUE_LEADS, MULTI_LEADS, VALUE_LEADS };
    const caret *s = self;

    return s->state == LINE ? LEADS[s->area] : 0;
}

static const char *const COMPLETIONS[] = { "^^^x\n", "x\n", NULL };
static const char *const MARKERS[] = { "^^^",   "---", " ---\n",  "--- ", ": ",
                                       ": [\n", "]\n", "\n^^^\n", NULL };

static const fp_speed FAST = { .at_ease = at_ease, .leads = { IN_TEXT, IN_VALUE, IN_MULTI } };

const fp_syntax FP_CARET = {
    .id = "caret",
    .title = "triple-caret fenced blocks (seed 1)",
    .howto = "To use a tool, write a block: a line with ^^^ and the tool's name, a line for each "
             "argument, and a line with ^^^ alone. An argument is written `name: value`; one of "
             "several lines is a line `name ---`, its lines as they are, and a line `--- name`; a "
             "list is a line `name: [`, a line for each element, and a line `]`. The markers are "
             "at the beginning of their lines.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "CARET-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_REPORT, "CARET-6.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "CARET-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "CARET-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "CARET-4.5" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "CARET-6.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "CARET-6.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "CARET-3.1" },
        [FP_RECOVERY] = { FP_RECOVERY_LENIENT, "CARET-2.6" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "CARET-6.1" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "CARET-6.1",
        [FP_ROLE_MARKER] = "CARET-2.1",
        [FP_ROLE_NAME] = "CARET-1.3",
        [FP_ROLE_KEY] = "CARET-1.4",
        [FP_ROLE_VALUE] = "CARET-3.1",
        [FP_ROLE_BLANK] = "CARET-3.2",
        [FP_ROLE_SKIPPED] = "CARET-3.7",
    },
    .highlight = FP_CARET_HIGHLIGHT,
    .render = fp_caret_render,
    .state_size = sizeof(caret),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .passed = passed,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
