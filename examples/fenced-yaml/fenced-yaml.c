/* SPDX-License-Identifier: Apache-2.0 */
/* fenced-yaml.c: a fence with a tool's name, and a YAML mapping in it. Clauses:
 * spec/fenced-yaml.md.
 *
 * This file reads lines: fences, and which bytes are between them. What is in a block is held until
 * its closing fence has come, and read by body.c.
 */
#include "fenced-yaml.h"

#include <fencepost/ascii.h>
#include <fencepost/plugin.h>

#include <string.h>

typedef enum state {
    LINE_START, /* at column 0 of the text; the start state */
    LINE,       /* in a line of text */
    FENCE,      /* held: backticks at column 0 */
    WORD,       /* held: the fence, and the beginning of `tool` */
    GAP,        /* held: the fence, `tool` and blanks */
    NAME,       /* held: the same, and the beginning of a name */
    TAIL,       /* held: a whole opening fence, and blanks */
    TAIL_CR,    /* held: the same, and a CR */

    BODY_START, /* at column 0 of a block; held from here on: its body so far */
    BODY,       /* in a line of it */
    CLOSE,      /* at the end of what is held: backticks at column 0 */
    CLOSE_TAIL, /* at the end of what is held: a whole closing fence, and blanks */
    CLOSE_CR    /* the same, and a CR */
} state;

typedef struct block {
    state state;
    unsigned lost;   /* the body is over the limit of a call, and no longer held */
    size_t ticks;    /* of the opening fence */
    size_t name;     /* offset of the name in the held bytes */
    size_t name_end; /* offset after it */
    size_t line;     /* offset in the held bytes of the line being read, in a block */
    size_t run;      /* backticks of what may be the closing fence */
} block;

static const char TOOL[] = "tool";

enum { TICKS_MIN = 3, TOOL_LENGTH = sizeof TOOL - 1 };

bool is_name_byte(unsigned char c) /* FENCED-YAML-1.3 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

/* -- text -------------------------------------------------------------------------------------- */

static void take_text(block *s, fp_out *out, unsigned char c)
{
    fp_out_payload(out, c);
    s->state = c == '\n' ? LINE_START : LINE;
}

/* What is held is not an opening fence, because of c. named: only the name is wrong. */
static void no_fence(block *s, fp_out *out, unsigned char c, bool named)
{
    if (named) /* FENCED-YAML-2.5 */
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "FENCED-YAML-2.5");
    fp_out_release(out);
    take_text(s, out, c);
}

/* Holds a byte of what may be an opening fence. */
static void hold_as(block *s, fp_out *out, unsigned char c, state next)
{
    s->state = next;
    if (fp_out_hold(out, c))
        return;
    fp_out_release(out); /* FENCED-YAML-8.3 */
    s->state = LINE;
}

/* FENCED-YAML-2.1: the line of an opening fence is complete, except for its LF. False: policy
 * extra_call allows no further call. */
static bool open_block(block *s, fp_out *out)
{
    const uint64_t start = fp_out_mark_offset(out);
    const fp_str held = fp_out_held(out);
    const fp_str name = { held.ptr + s->name, s->name_end - s->name };
    const size_t marker = s->ticks + TOOL_LENGTH;

    if (!fp_out_call_begin(out, start, name)) {
        fp_out_release(out);
        return false;
    }
    fp_out_mark_first(out, marker, FP_ROLE_MARKER);
    fp_out_mark_first(out, s->name - marker, FP_ROLE_BLANK);
    fp_out_mark_first(out, s->name_end - s->name, FP_ROLE_NAME);
    fp_out_mark(out, FP_ROLE_BLANK);
    s->state = BODY_START;
    s->lost = 0;
    s->line = 0;
    return true;
}

static void end_opening_line(block *s, fp_out *out, unsigned char lf)
{
    if (open_block(s, out))
        fp_out_mark_byte(out, FP_ROLE_BLANK);
    else
        take_text(s, out, lf);
}

static void take_fence(block *s, fp_out *out, unsigned char c)
{
    if (c == '`') {
        s->ticks++;
        hold_as(s, out, c, FENCE);
    } else if (c == (unsigned char)TOOL[0] && s->ticks >= TICKS_MIN) {
        hold_as(s, out, c, WORD);
    } else {
        no_fence(s, out, c, false);
    }
}

static void take_word(block *s, fp_out *out, unsigned char c)
{
    const size_t at = fp_out_held_length(out) - s->ticks;

    if (at < TOOL_LENGTH && c == (unsigned char)TOOL[at])
        hold_as(s, out, c, WORD);
    else if (at == TOOL_LENGTH && fp_is_blank(c))
        hold_as(s, out, c, GAP);
    else
        no_fence(s, out, c, false);
}

static void take_gap(block *s, fp_out *out, unsigned char c)
{
    if (fp_is_blank(c)) {
        hold_as(s, out, c, GAP);
    } else if (is_name_byte(c)) {
        s->name = fp_out_held_length(out);
        hold_as(s, out, c, NAME);
    } else {
        no_fence(s, out, c, !fp_is_line_end(c));
    }
}

static void take_name(block *s, fp_out *out, unsigned char c)
{
    const size_t len = fp_out_held_length(out);

    if (is_name_byte(c) && len - s->name >= fp_out_limits(out)->name) { /* FENCED-YAML-8.3 */
        fp_out_limit_exceeded(out, fp_out_offset(out) - 1);
        no_fence(s, out, c, false);
        return;
    }
    s->name_end = len;
    if (is_name_byte(c))
        hold_as(s, out, c, NAME);
    else if (fp_is_blank(c))
        hold_as(s, out, c, TAIL);
    else if (c == '\r')
        hold_as(s, out, c, TAIL_CR);
    else if (c == '\n')
        end_opening_line(s, out, c);
    else
        no_fence(s, out, c, true);
}

static void take_tail(block *s, fp_out *out, unsigned char c)
{
    if (c == '\n')
        end_opening_line(s, out, c);
    else if (s->state == TAIL && fp_is_blank(c))
        hold_as(s, out, c, TAIL);
    else if (s->state == TAIL && c == '\r')
        hold_as(s, out, c, TAIL_CR);
    else
        no_fence(s, out, c, true);
}

/* -- blocks ------------------------------------------------------------------------------------ */

/* The body is over, whole or not: its bytes get their meaning. True if nothing is wrong with it, or
 * if what is wrong has been said. */
static bool end_body(const block *s, fp_out *out, size_t len, bool whole)
{
    uint64_t at_fault = 0;

    if (s->lost) {
        fp_out_mark_first(out, len, FP_ROLE_SKIPPED);
        return true;
    }
    if (body_read(out, len, &at_fault) != BODY_BAD)
        return true;
    if (whole) /* FENCED-YAML-4.3; of another, that it is not whole says all */
        fp_out_diagnostic(out, FP_BAD_LINE, at_fault, "FENCED-YAML-4.3");
    return false;
}

/* FENCED-YAML-3.1: the line of a closing fence is complete, except for its LF. */
static void close_block(block *s, fp_out *out)
{
    const bool good = end_body(s, out, s->line, true);

    fp_out_mark_first(out, s->ticks, FP_ROLE_MARKER);
    if (good)
        fp_out_call_end(out, fp_out_mark_offset(out));
    else
        fp_out_call_cut(out, fp_out_mark_offset(out), "FENCED-YAML-4.3");
    fp_out_release(out); /* FENCED-YAML-3.5 */
}

/* FENCED-YAML-3.3, 3.6: a line begins like the closing fence, and is another one because of c. The
 * block ends before it. */
static void break_block(block *s, fp_out *out, unsigned char c)
{
    const bool fence = s->state == CLOSE;

    end_body(s, out, s->line, false);
    fp_out_call_cut(out, fp_out_mark_offset(out), "FENCED-YAML-3.3");
    s->ticks = s->run;
    s->line = 0;
    if (fence)
        take_fence(s, out, c);
    else
        no_fence(s, out, c, false);
}

/* A byte of the body. */
static void keep(block *s, fp_out *out, unsigned char c)
{
    if (s->lost) {
        fp_out_mark_byte(out, FP_ROLE_SKIPPED);
    } else if (!fp_out_hold_unit(out, c)) { /* FENCED-YAML-8.2 */
        fp_out_mark(out, FP_ROLE_SKIPPED);
        s->lost = 1;
    }
    s->state = c == '\n' ? BODY_START : BODY;
    if (c == '\n')
        s->line = fp_out_held_length(out);
}

/* A byte of a line that may be the closing fence. If it is too much, the body before it is let go;
 * if blanks go on and on, so is the line. */
static void hold_close(block *s, fp_out *out, unsigned char c, state next)
{
    s->state = next;
    if (!fp_out_hold_unit(out, c) && !s->lost) { /* FENCED-YAML-8.2 */
        fp_out_mark_first(out, s->line, FP_ROLE_SKIPPED);
        s->line = 0;
        s->lost = 1;
    }
    if (fp_out_held_length(out) - s->line - s->run <= fp_out_limits(out)->held)
        return;
    fp_out_limit_exceeded(out, fp_out_offset(out) - 1); /* FENCED-YAML-8.3 */
    end_body(s, out, s->line, false);
    fp_out_call_cut(out, fp_out_mark_offset(out), "FENCED-YAML-3.3");
    fp_out_release(out);
    s->state = LINE;
}

static void take_body_start(block *s, fp_out *out, unsigned char c)
{
    if (c != '`') {
        keep(s, out, c);
        return;
    }
    s->run = 1;
    hold_close(s, out, c, CLOSE);
}

static void end_closing_line(block *s, fp_out *out, unsigned char lf)
{
    close_block(s, out);
    take_text(s, out, lf);
}

static void take_close(block *s, fp_out *out, unsigned char c)
{
    const bool whole = s->run == s->ticks;

    if (!whole && c == '`') {
        s->run++;
        hold_close(s, out, c, CLOSE);
    } else if (!whole) { /* FENCED-YAML-3.3: fewer are a line of the body */
        if (s->lost)
            fp_out_mark(out, FP_ROLE_SKIPPED);
        keep(s, out, c);
    } else if (c == '\n') {
        end_closing_line(s, out, c);
    } else if (s->state != CLOSE_CR && fp_is_blank(c)) {
        hold_close(s, out, c, CLOSE_TAIL);
    } else if (s->state != CLOSE_CR && c == '\r') {
        hold_close(s, out, c, CLOSE_CR);
    } else {
        break_block(s, out, c);
    }
}

/* -- the syntax -------------------------------------------------------------------------------- */

static void step(void *self, fp_out *out, unsigned char c)
{
    block *s = self;

    switch (s->state) {
    case LINE_START:
        s->ticks = 0;
        if (c == '`')
            take_fence(s, out, c);
        else
            take_text(s, out, c);
        break;
    case LINE:
        take_text(s, out, c);
        break;
    case FENCE:
        take_fence(s, out, c);
        break;
    case WORD:
        take_word(s, out, c);
        break;
    case GAP:
        take_gap(s, out, c);
        break;
    case NAME:
        take_name(s, out, c);
        break;
    case TAIL:
    case TAIL_CR:
        take_tail(s, out, c);
        break;
    case BODY_START:
        take_body_start(s, out, c);
        break;
    case BODY:
        keep(s, out, c);
        break;
    case CLOSE:
    case CLOSE_TAIL:
    case CLOSE_CR:
        take_close(s, out, c);
        break;
    }
}

static void finish(void *self, fp_out *out)
{
    block *s = self;

    if (s->state == NAME)
        s->name_end = fp_out_held_length(out);
    if (s->state == NAME || s->state == TAIL) /* FENCED-YAML-1.1 */
        open_block(s, out);
    if (s->state == TAIL_CR)
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "FENCED-YAML-2.5");
    if ((s->state == CLOSE && s->run == s->ticks) || s->state == CLOSE_TAIL) {
        close_block(s, out);
    } else if (s->state == CLOSE_CR) { /* FENCED-YAML-1.1, 3.3: its CR ends no line */
        end_body(s, out, s->line, false);
        fp_out_call_cut(out, fp_out_mark_offset(out), "FENCED-YAML-3.3");
    } else if (fp_out_in_call(out)) {
        end_body(s, out, fp_out_held_length(out), false);
        fp_out_call_unfinished(out, "FENCED-YAML-8.1");
    }
    fp_out_release(out);
}

/* A quotation has gone by. */
static void passed(void *self, unsigned char last)
{
    block *s = self;

    s->state = last == '\n' ? LINE_START : LINE;
}

static const char *const COMPLETIONS[] = { "```tool x\n", NULL };

static const char *const MARKERS[] = { "```tool ", "```", "`", "\n```\n", ": ", "\"", "|\n  ",
                                       "- ",       "#",   "&", "*",       "!",  NULL };

static const fp_syntax FENCED_YAML = {
    .id = "fenced-yaml",
    .title = "code fences with a tool's name, and YAML in them (seed 1, future enhancements)",
    .howto = "To use a tool, write a line of three backticks, the word tool and the tool's name; "
             "then its arguments as a YAML mapping, with text of several lines as a block scalar "
             "(key: | and indented lines); then a line of three backticks.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "FENCED-YAML-8.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "FENCED-YAML-6.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "FENCED-YAML-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "FENCED-YAML-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "FENCED-YAML-5.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "FENCED-YAML-6.4" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "FENCED-YAML-6.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "FENCED-YAML-5.7" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "FENCED-YAML-2.4" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "FENCED-YAML-6.1" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "FENCED-YAML-6.1",
        [FP_ROLE_MARKER] = "FENCED-YAML-2.1",
        [FP_ROLE_NAME] = "FENCED-YAML-1.3",
        [FP_ROLE_KEY] = "FENCED-YAML-4.5",
        [FP_ROLE_VALUE] = "FENCED-YAML-4.1",
        [FP_ROLE_BLANK] = "FENCED-YAML-4.1",
        [FP_ROLE_SKIPPED] = "FENCED-YAML-4.1",
    },
    .state_size = sizeof(block),
    .step = step,
    .finish = finish,
    .passed = passed,
    .render = fenced_yaml_render,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};

FP_PLUGIN(&FENCED_YAML);
