/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-line.c: lines that begin with an emoji. Clauses: spec/emoji-line.md. */
#include "syntaxes/emoji-line-highlight.h"
#include "syntaxes/emoji-line.h"

#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/out_tools.h"
#include "core/step.h"

#include <fencepost/syntax.h>

#include <string.h>

typedef enum state {
    LINE_START, /* at column 0, of text (the start state) or of a body */
    LINE,       /* in a line of text or of a body */
    EMOJI,      /* held: the beginning of the emoji at column 0, or the whole of it */
    SPACE,      /* held: the emoji and the space */
    NAME,       /* held: the same and the beginning of a name; no block is open */
    NAME_CR,    /* held: the same and a CR */
    STRAY,      /* in text, after the emoji and the beginning of U+1F51A */
    END,        /* held: the beginning of an end marker in a body */
    GAP,        /* in a tool line, before an argument */
    GAP_CR,     /* held: a CR there */
    ARG,        /* in an argument of a tool line; held: blanks that may be trailing, or nothing */
    ARG_CR      /* held: the same and a CR */
} state;

typedef struct line {
    uint64_t start;  /* STRAY: offset of the marker's first byte */
    size_t position; /* GAP, ARG: of the argument, from 1 */
    size_t matched; /* EMOJI, END, STRAY: bytes of the marker, written in full, that have come; else
                     * 0, as bytes that at_ease() lets go by leave it */
    size_t name;    /* NAME: offset of the name in the held bytes */
    fp_extent extent; /* ARG: what ends the argument */
    state state;
    bool one_line; /* GAP, ARG: the tool line is the block */
    bool body;     /* LINE, EMOJI, SPACE, END: these are of a body */
    bool loose;    /* there, the argument begins when there is something to it (MODEL-3.12) */
    bool anywhere; /* there, an end marker counts anywhere: EMOJI-LINE-4.2 */
} line;

static const char MARKER[] = FP_EMOJI_LINE_END;

enum {
    BARE = sizeof FP_EMOJI_LINE_BARE - 1,
    WHOLE = sizeof FP_EMOJI_LINE_EMOJI - 1,
    MARKER_LENGTH = sizeof MARKER - 1,
    FIRST = 0xF0, /* the marker's first byte, and that of its second emoji */
    COMMON = 2    /* bytes in common that both of these begin with */
};

bool fp_emoji_line_in_name(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-';
}

bool fp_emoji_line_is_one_line(const fp_tool *tool)
{
    return tool && !fp_tool_multiline(tool) &&
           (tool->kind == FP_KIND_SELF_CLOSING || (tool->kind == FP_KIND_ANY && tool->layout));
}

static bool lenient(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* Leaves the byte to another state. AGAIN. */
static bool leave_to(line *s, state next)
{
    s->state = next;
    return AGAIN;
}

/* -- payload: text, or body -------------------------------------------------------------------- */

/* A body that need not be there begins after all. */
static void begin_loose_body(line *s, fp_out *out)
{
    bool declared;

    if (!s->loose)
        return;
    fp_out_arg_begin(out, fp_out_body_key(out, &declared), fp_out_mark_offset(out), true,
                     "EMOJI-LINE-8.4");
    s->loose = false;
}

static void payload(line *s, fp_out *out, unsigned char c)
{
    if (s->loose && fp_is_space(c)) {
        fp_out_cite(out, "EMOJI-LINE-8.4");
        fp_out_mark_byte(out, FP_ROLE_BLANK);
        return;
    }
    begin_loose_body(s, out);
    fp_out_payload(out, c);
}

/* What is held was not a marker. AGAIN: the byte after it is left to the rest of the line. */
static bool no_marker(line *s, fp_out *out)
{
    begin_loose_body(s, out);
    fp_out_release(out);
    s->matched = 0;
    return leave_to(s, LINE);
}

/* A tool line that opens no call ends the block all the same, and it is not known whether the body
 * was to go on: EMOJI-LINE-4.7. */
static void cut_block(line *s, fp_out *out)
{
    if (!s->body)
        return;
    fp_out_call_cut(out, fp_out_mark_offset(out), "EMOJI-LINE-4.7");
    memset(s, 0, sizeof *s);
}

/* Holds a byte of a marker or a name. TAKEN. Only a name can be over the limit
 * (EMOJI-LINE-6.1, 6.3). */
static bool hold_as(line *s, fp_out *out, unsigned char c, state next)
{
    s->state = next;
    if (!fp_out_hold(out, c)) {
        cut_block(s, out);
        no_marker(s, out);
    }
    return TAKEN;
}

/* -- blocks ------------------------------------------------------------------------------------ */

/* Back to the start state, from where the caller goes on. */
static void end_block(line *s, fp_out *out, uint64_t end)
{
    if (fp_out_in_arg(out))
        fp_out_arg_end(out);
    fp_out_call_end(out, end);
    memset(s, 0, sizeof *s);
}

static void begin_arg(line *s, fp_out *out) /* EMOJI-LINE-8.2, 8.3, 8.5 */
{
    const fp_str key = fp_out_position_key(out, s->position, &s->extent);

    if (!fp_out_in_arg(out))
        fp_out_arg_begin(out, key, fp_out_mark_offset(out), false, "EMOJI-LINE-8.2");
}

/* Whether the call has raw_args and body whatever the input: EMOJI-LINE-8.1. */
static bool has_both(const fp_out *out)
{
    return !fp_out_tool(out) || !fp_out_tool(out)->layout;
}

/* Held: a tool line up to its name, and perhaps a CR of its line end: EMOJI-LINE-2.2. */
static void open_block(line *s, fp_out *out)
{
    const size_t marker = s->name;
    const bool cr = s->state == NAME_CR;
    const fp_str name = { fp_out_held(out).ptr + marker, fp_out_held_length(out) - cr - marker };

    if (s->body) /* EMOJI-LINE-4.3, 7.5 */
        end_block(s, out, fp_out_mark_offset(out));
    s->one_line = fp_emoji_line_is_one_line(fp_out_find_tool(out, name));
    if (!fp_out_call_begin(out, fp_out_mark_offset(out), name)) {
        no_marker(s, out);
        return;
    }
    fp_out_mark_first(out, marker, FP_ROLE_MARKER);
    fp_out_mark_first(out, name.len, FP_ROLE_NAME);
    s->position = 1;
    if (has_both(out))
        begin_arg(s, out); /* EMOJI-LINE-7.3 */
    s->state = cr ? GAP_CR : GAP;
}

/* The arguments are over. What is held does not belong to them: EMOJI-LINE-2.4, 8.2. */
static void end_args(line *s, fp_out *out, bool line_end)
{
    const bool cr = s->state == GAP_CR || s->state == ARG_CR;

    if (cr && !line_end) { /* EMOJI-LINE-1.1 */
        begin_arg(s, out);
        fp_out_release(out);
    }
    fp_out_mark_first(out, fp_out_held_length(out) - (cr && line_end), FP_ROLE_BLANK);
    if (fp_out_in_arg(out))
        fp_out_arg_end(out);
}

static void begin_body(line *s, fp_out *out)
{
    bool declared;
    const fp_str key = fp_out_body_key(out, &declared);

    s->body = true;
    s->anywhere = lenient(out);
    s->loose = !declared;
    if (declared)
        fp_out_arg_begin(out, key, fp_out_mark_offset(out), true, "EMOJI-LINE-8.4");
}

/* EMOJI-LINE-4.4: the body is empty, and is not there under names (EMOJI-LINE-8.4). */
static void begin_empty_body(fp_out *out)
{
    if (has_both(out))
        fp_out_arg_begin(out, FP_STR("body"), fp_out_mark_offset(out), false, "EMOJI-LINE-2.5");
}

/* The LF of a tool line, and perhaps a CR that is held. */
static bool end_tool_line(line *s, fp_out *out, unsigned char lf)
{
    end_args(s, out, true);
    if (!s->one_line) { /* EMOJI-LINE-3.3: value_framing decides */
        begin_body(s, out);
        if (s->loose)
            fp_out_mark(out, FP_ROLE_BLANK);
        fp_out_release(out);
        payload(s, out, lf);
        s->state = LINE_START;
        return TAKEN;
    }
    fp_out_cite(out, "EMOJI-LINE-4.4");
    fp_out_mark(out, FP_ROLE_BLANK);
    fp_out_cite(out, "EMOJI-LINE-4.4");
    fp_out_mark_byte(out, FP_ROLE_BLANK);
    begin_empty_body(out);
    end_block(s, out, fp_out_offset(out));
    fp_out_line_start(out);
    return TAKEN;
}

/* EMOJI-LINE-2.3 */
static bool bad_name(line *s, fp_out *out)
{
    cut_block(s, out);
    fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "EMOJI-LINE-2.3");
    return no_marker(s, out);
}

/* -- states: each takes the byte, or leaves it to another state and returns AGAIN ---------------
 */

static bool take_line_start(line *s, fp_out *out, unsigned char c)
{
    if (c != FIRST)
        return leave_to(s, LINE);
    s->matched = 1;
    return hold_as(s, out, c, EMOJI);
}

static bool take_line(line *s, fp_out *out, unsigned char c)
{
    if (c == FIRST && s->anywhere) {
        s->matched = 1;
        return hold_as(s, out, c, END);
    }
    payload(s, out, c);
    s->state = c == '\n' ? LINE_START : LINE;
    return TAKEN;
}

/* Whether the emoji is complete, or is so without its selector: EMOJI-LINE-1.5. */
static bool whole_emoji(const line *s, const fp_out *out)
{
    return s->matched == WHOLE || (s->matched == BARE && lenient(out));
}

static bool take_emoji(line *s, fp_out *out, unsigned char c)
{
    if (s->matched < WHOLE && c == (unsigned char)MARKER[s->matched]) {
        s->matched++;
        return hold_as(s, out, c, EMOJI);
    }
    if (!whole_emoji(s, out) || (c != ' ' && c != FIRST))
        return no_marker(s, out);
    if (c == ' ')
        return hold_as(s, out, c, SPACE);
    s->matched = WHOLE;
    if (s->body)
        return leave_to(s, END);
    s->start = fp_out_mark_offset(out); /* EMOJI-LINE-7.1 */
    fp_out_release(out);
    return leave_to(s, STRAY);
}

static bool take_space(line *s, fp_out *out, unsigned char c)
{
    if (!fp_emoji_line_in_name(c))
        return no_marker(s, out);
    s->matched = 0;
    s->name = fp_out_held_length(out);
    return leave_to(s, NAME);
}

static bool take_name(line *s, fp_out *out, unsigned char c)
{
    const size_t length = fp_out_held_length(out) - s->name;

    if (fp_is_blank(c) || c == '\n') {
        open_block(s, out);
        return AGAIN;
    }
    if (c == '\r')
        return hold_as(s, out, c, NAME_CR);
    if (!fp_emoji_line_in_name(c))
        return bad_name(s, out);
    if (length < fp_out_limits(out)->name)
        return hold_as(s, out, c, NAME);
    cut_block(s, out);
    fp_out_limit_exceeded(out, fp_out_offset(out) - 1); /* EMOJI-LINE-6.1 */
    return no_marker(s, out);
}

static bool take_name_cr(line *s, fp_out *out, unsigned char c)
{
    if (c != '\n')
        return bad_name(s, out);
    open_block(s, out);
    return AGAIN;
}

static bool take_stray(line *s, fp_out *out, unsigned char c)
{
    const bool goes_on = c == (unsigned char)MARKER[s->matched];

    if (goes_on)
        fp_out_payload(out, c);
    if (goes_on && ++s->matched < MARKER_LENGTH)
        return TAKEN;
    if (goes_on) /* EMOJI-LINE-4.5 */
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "EMOJI-LINE-4.5");
    s->matched = 0;
    s->state = LINE;
    return goes_on;
}

/* EMOJI-LINE-4.2: an end marker may begin within the bytes that had begun like one: with the first
 * two bytes of its second emoji, which are those of the first. (One of them alone needs no look:
 * what is not a second byte of the one emoji is none of the other.) AGAIN. */
static bool begin_again(line *s, fp_out *out)
{
    if (!s->anywhere || s->matched != WHOLE + COMMON)
        return no_marker(s, out);
    begin_loose_body(s, out);
    fp_out_release_first(out, fp_out_held_length(out) - COMMON);
    s->matched = COMMON;
    return AGAIN;
}

static bool take_end(line *s, fp_out *out, unsigned char c)
{
    if (c == FIRST &&
        s->matched == BARE) /* EMOJI-LINE-1.5: only under lenient it is looked for here */
        s->matched = WHOLE;
    if (c != (unsigned char)MARKER[s->matched])
        return begin_again(s, out);
    s->matched++;
    hold_as(s, out, c, END);
    if (s->matched < MARKER_LENGTH)
        return TAKEN;
    fp_out_cite(out, "EMOJI-LINE-4.1");
    fp_out_mark(out, FP_ROLE_MARKER);
    end_block(s, out, fp_out_offset(out));
    s->state = LINE;
    return TAKEN;
}

static bool take_gap(line *s, fp_out *out, unsigned char c)
{
    const bool cr = s->state == GAP_CR;

    if (c == '\n')
        return end_tool_line(s, out, c);
    if (fp_is_blank(c) && !cr) {
        fp_out_mark_byte(out, FP_ROLE_BLANK);
        return TAKEN;
    }
    if (c == '\r' && !cr) {
        fp_out_hold(out, c); /* the only byte, so that no limit is too low for it */
        s->state = GAP_CR;
        return TAKEN;
    }
    begin_arg(s, out); /* with the CR, if that is held */
    fp_out_release(out);
    s->state = ARG;
    return AGAIN;
}

static bool take_arg(line *s, fp_out *out, unsigned char c)
{
    if (c == '\n')
        return end_tool_line(s, out, c);
    if (s->state == ARG_CR) { /* EMOJI-LINE-1.1 */
        fp_out_release(out);
        s->state = ARG;
    }
    if (fp_is_blank(c) && s->extent == FP_EXTENT_WORD) { /* EMOJI-LINE-8.2 */
        fp_out_arg_end(out);
        s->position++;
        return leave_to(s, GAP);
    }
    if (c == '\r' || (fp_is_blank(c) && s->extent == FP_EXTENT_REST)) {
        s->state = c == '\r' ? ARG_CR : ARG;
        if (fp_out_hold(out, c))
            return TAKEN;
        fp_out_release(out); /* EMOJI-LINE-6.2 */
        s->state = ARG;
        return TAKEN;
    }
    if (fp_out_held_length(out))
        fp_out_release(out);
    fp_out_payload(out, c);
    return TAKEN;
}

/* -- the syntax ------------------------------------------------------------------------------- */

static bool (*const TAKE[])(line *s, fp_out *out, unsigned char c) = {
    [LINE_START] = take_line_start,
    [LINE] = take_line,
    [EMOJI] = take_emoji,
    [SPACE] = take_space,
    [NAME] = take_name,
    [NAME_CR] = take_name_cr,
    [STRAY] = take_stray,
    [END] = take_end,
    [GAP] = take_gap,
    [GAP_CR] = take_gap,
    [ARG] = take_arg,
    [ARG_CR] = take_arg,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (line *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* EMOJI-LINE-1.1: the end of input ends the last line; EMOJI-LINE-4.6: and no block. */
static void finish(void *self, fp_out *out)
{
    line *s = self;

    if (s->state == NAME)
        open_block(s, out);
    else if (s->state == NAME_CR)
        bad_name(s, out);
    if (s->state >= GAP) { /* in the tool line: EMOJI-LINE-7.3 */
        end_args(s, out, false);
        if (s->one_line)
            begin_empty_body(out);
        else
            begin_body(s, out);
    } else if (fp_out_held_length(out)) { /* EMOJI-LINE-5.1, 4.6 */
        no_marker(s, out);
    }
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, "EMOJI-LINE-4.6");
}

/* The places of these lists in the row, from 1. */
enum { LINE_LEADS = 1, ANYWHERE_LEADS, ARG_LEADS };

static const char *const TO_LINE[] = { "\n\xF0\x9F\x9B\xA0", NULL };
static const char *const TO_ANYWHERE[] = { "\n\xF0\x9F\x9B\xA0", "\xF0\x9F\x9B\xA0", NULL };
static const char *const TO_ARG_END[] = { "\r", "\n", NULL };

static unsigned at_ease(const void *self)
{
    const line *s = self;

    if (s->state == ARG && s->extent == FP_EXTENT_ALL)
        return ARG_LEADS;
    if (s->state != LINE || s->loose)
        return 0;
    return s->anywhere ? ANYWHERE_LEADS : LINE_LEADS;
}

static void passed(void *self, unsigned char last)
{
    line *s = self;

    s->state = last == '\n' ? LINE_START : LINE;
}

static const char *const COMPLETIONS[] = { FP_EMOJI_LINE_START "x\n", NULL };

static const char *const MARKERS[] = { FP_EMOJI_LINE_START,
                                       FP_EMOJI_LINE_START "x a b\n",
                                       "\n" FP_EMOJI_LINE_START "a",
                                       "\n" FP_EMOJI_LINE_END,
                                       FP_EMOJI_LINE_END,
                                       "\xF0\x9F\x9B\xA0",
                                       "\xF0\x9F\x94\x9A",
                                       "\xEF\xB8\x8F",
                                       NULL };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_LINE, TO_ANYWHERE, TO_ARG_END },
};

const fp_syntax FP_EMOJI_LINE = {
    .id = "emoji-line",
    .title = "lines that begin with an emoji (seed 3)",
    .howto = "To use a tool, begin a line with " FP_EMOJI_LINE_START "and the tool's name, then its "
             "short arguments in their order, with spaces between. On the next lines write the long "
             "argument as it is, if the tool has one, and then a line " FP_EMOJI_LINE_END ". A tool "
             "that is shown without that line needs none.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "EMOJI-LINE-4.6" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "EMOJI-LINE-5.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "EMOJI-LINE-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "EMOJI-LINE-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "EMOJI-LINE-3.3" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "EMOJI-LINE-5.4" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "EMOJI-LINE-5.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "EMOJI-LINE-2.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "EMOJI-LINE-1.5" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "EMOJI-LINE-5.5" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "EMOJI-LINE-5.1",
        [FP_ROLE_MARKER] = "EMOJI-LINE-1.3",
        [FP_ROLE_NAME] = "EMOJI-LINE-2.1",
        [FP_ROLE_VALUE] = "EMOJI-LINE-2.5",
        [FP_ROLE_BLANK] = "EMOJI-LINE-2.4",
    },
    .highlight = FP_EMOJI_LINE_HIGHLIGHT,
    .render = fp_emoji_line_render,
    .state_size = sizeof(line),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .passed = passed,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
