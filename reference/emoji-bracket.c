/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-bracket.c: blocks in bracketed emoji markers. Clauses: spec/emoji-bracket.md. */
#include "core/ascii.h"

#include <fencepost/syntax.h>

#include <string.h>

typedef enum state {
    TEXT,   /* the start state; held: the beginning of a start marker, or nothing */
    HEADER, /* held: the start marker and the header so far */
    DEAD,   /* in a header that opens no call whatever follows; it is text already */
    BODY    /* held: the beginning of an end marker, or nothing */
} state;

typedef struct bracket {
    state state;
    size_t matched;  /* bytes of the marker, written in full, that the held ones stand for */
    size_t name;     /* offset of the name in the held bytes; 0: it has not begun */
    size_t name_end; /* offset behind it; 0: it goes on */
    bool stray;      /* DEAD: it is an end marker with something behind its name */
    uint64_t start;  /* DEAD: where the marker began */
} bracket;

/* EMOJI-BRACKET-1.1: U+1F6E0 U+FE0F [ */
static const char START[] = "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[";
static const char END[] = "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[/end]";

enum { EMOJI = 4, SELECTOR = 3, START_LENGTH = sizeof START - 1, END_LENGTH = sizeof END - 1 };

/* Follows the marker by one byte. True if it may go on, or is complete; else nothing is matched. */
static bool match(bracket *s, const fp_out *out, const char *marker, unsigned char c)
{
    if (c == (unsigned char)marker[s->matched]) {
        s->matched++;
        return true;
    }
    /* EMOJI-BRACKET-1.2 */
    if (s->matched == EMOJI && c == '[' && fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT) {
        s->matched += SELECTOR + 1;
        return true;
    }
    s->matched = 0;
    return false;
}

/* Takes a byte that goes on with the marker, or begins it anew, or is payload. True when the marker
 * is complete; it is held then. */
static bool take_marker(bracket *s, fp_out *out, const char *marker, size_t length, unsigned char c)
{
    bool goes_on;

    if (s->matched == 0 && c != (unsigned char)marker[0]) { /* most bytes */
        fp_out_payload(out, c);
        return false;
    }
    goes_on = match(s, out, marker, c);
    if (!goes_on) {
        /* EMOJI-BRACKET-1.6: no byte inside a marker is its first, so it begins anew here or not */
        fp_out_release(out);
        goes_on = match(s, out, marker, c);
    }
    if (!goes_on) {
        fp_out_payload(out, c);
        return false;
    }
    if (!fp_out_hold(out, c)) {
        fp_out_release(out);
        s->matched = 0;
    }
    return s->matched == length;
}

/* -- the header ------------------------------------------------------------------------------ */

static fp_str held_name(const bracket *s, fp_out *out)
{
    return (fp_str){ fp_out_held(out).ptr + s->name, s->name_end - s->name };
}

static bool is_good_name(fp_str name) /* EMOJI-BRACKET-2.8 */
{
    for (size_t i = 0; i < name.len; i++) {
        const char c = name.ptr[i];

        if (!fp_is_letter(c) && (i == 0 || !(fp_is_digit(c) || c == '_' || c == '-')))
            return false;
    }
    return name.len > 0;
}

/* What is held is text, with whatever else begins in it: nothing can, for a marker in a header
 * would need the `]` that the header lacks. */
static void give_up(bracket *s, fp_out *out)
{
    fp_out_release(out);
    *s = (bracket){ .state = TEXT };
}

static void begin_header(bracket *s)
{
    s->state = HEADER;
    s->matched = 0;
    s->name = 0;
    s->name_end = 0;
}

/* No call can come of the header any more: it is text, up to its `]` or newline. */
static void header_is_dead(bracket *s, fp_out *out, bool stray)
{
    s->start = fp_out_mark_offset(out);
    s->stray = stray;
    s->state = DEAD;
    fp_out_release(out);
}

/* The header is complete but for its `]`: EMOJI-BRACKET-2.4 to 2.8. */
static void open_block(bracket *s, fp_out *out)
{
    const uint64_t start = fp_out_mark_offset(out);
    const fp_str name = held_name(s, out);
    const fp_str held = fp_out_held(out);
    const size_t marker = (size_t)((const char *)memchr(held.ptr, '[', held.len) - held.ptr) + 1;
    size_t args = s->name_end;

    while (args < held.len && fp_is_blank(held.ptr[args]))
        args++;
    if (!is_good_name(name))
        fp_out_diagnostic(out, FP_BAD_NAME, start, "EMOJI-BRACKET-2.8");
    if (!fp_out_call_begin(out, start, name)) {
        give_up(s, out);
        fp_out_payload(out, ']');
        return;
    }
    fp_out_mark_first(out, marker, FP_ROLE_MARKER);
    fp_out_mark_first(out, s->name - marker, FP_ROLE_BLANK);
    fp_out_mark_first(out, s->name_end - s->name, FP_ROLE_NAME);
    fp_out_mark_first(out, args - s->name_end, FP_ROLE_BLANK);

    fp_out_arg_begin(out, FP_STR("raw_args"), start, false, "EMOJI-BRACKET-2.6");
    fp_out_release(out);
    fp_out_arg_end(out);
    fp_out_mark_byte(out, FP_ROLE_MARKER); /* the ] */
    fp_out_arg_begin(out, FP_STR("body"), fp_out_mark_offset(out), true, "EMOJI-BRACKET-2.6");
    s->state = BODY;
    s->matched = 0;
}

static void end_header(bracket *s, fp_out *out)
{
    const uint64_t start = fp_out_mark_offset(out);

    if (s->name && !s->name_end)
        s->name_end = fp_out_held_length(out);
    if (s->name && !fp_str_equal(held_name(s, out), FP_STR("/end"))) {
        open_block(s, out);
        return;
    }
    if (s->name)
        fp_out_diagnostic(out, FP_MISMATCHED_END, start, "EMOJI-BRACKET-4.3");
    else
        fp_out_diagnostic(out, FP_BAD_NAME, start, "EMOJI-BRACKET-2.9");
    give_up(s, out);
    fp_out_payload(out, ']');
}

/* A byte of the header, held already, that is neither its end nor a newline. */
static void read_header(bracket *s, fp_out *out, unsigned char c)
{
    const size_t at = fp_out_held_length(out) - 1;

    if (fp_is_blank(c)) {
        if (s->name && !s->name_end) {
            s->name_end = at;
            if (fp_str_equal(held_name(s, out), FP_STR("/end"))) /* EMOJI-BRACKET-4.3 */
                header_is_dead(s, out, true);
        }
        return;
    }
    if (!s->name)
        s->name = at;
    if (!s->name_end && at - s->name >= fp_out_limits(out)->name) { /* EMOJI-BRACKET-6.2 */
        fp_out_limit_exceeded(out, fp_out_offset(out) - 1);
        header_is_dead(s, out, false);
    }
}

static void take_header(bracket *s, fp_out *out, unsigned char c)
{
    if (c == ']') {
        end_header(s, out);
    } else if (c == '\n') { /* EMOJI-BRACKET-2.2 */
        give_up(s, out);
        fp_out_payload(out, c);
    } else if (!fp_out_hold(out, c)) { /* EMOJI-BRACKET-6.2 */
        header_is_dead(s, out, false);
    } else {
        read_header(s, out, c);
    }
}

static void take_dead(bracket *s, fp_out *out, unsigned char c)
{
    if (c == ']' && s->stray)
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "EMOJI-BRACKET-4.3");
    fp_out_payload(out, c);
    if (c == ']' || c == '\n')
        give_up(s, out);
}

/* -- the syntax ------------------------------------------------------------------------------ */

static void step(void *self, fp_out *out, unsigned char c)
{
    bracket *s = self;

    switch (s->state) {
    case TEXT: /* EMOJI-BRACKET-1.5, 5.1 */
        if (take_marker(s, out, START, START_LENGTH, c))
            begin_header(s);
        break;
    case HEADER:
        take_header(s, out, c);
        break;
    case DEAD:
        take_dead(s, out, c);
        break;
    case BODY: /* EMOJI-BRACKET-3.1, 3.5, 4.1, 4.2 */
        if (take_marker(s, out, END, END_LENGTH, c)) {
            fp_out_mark(out, FP_ROLE_MARKER);
            fp_out_arg_end(out);
            fp_out_call_end(out, fp_out_offset(out));
            s->state = TEXT;
            s->matched = 0;
        }
        break;
    }
}

static void finish(void *self, fp_out *out)
{
    (void)self;
    fp_out_release(out); /* EMOJI-BRACKET-2.3: text; in a body, body */
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, "EMOJI-BRACKET-6.1");
}

/* The places of these lists in the row, from 1. */
enum { MARKER_LEADS = 1, DEAD_LEADS };

static const char *const TO_MARKER[] = { "\xF0\x9F\x9B\xA0", NULL };
static const char *const TO_DEAD_END[] = { "]", "\n", NULL };

/* With nothing held, it is in no header and no marker. */
static unsigned at_ease(const void *self)
{
    return ((const bracket *)self)->state == DEAD ? DEAD_LEADS : MARKER_LEADS;
}

static const char *const COMPLETIONS[] = { "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[x]", "x]", NULL };

static const char *const MARKERS[] = { START, END, "]", "\xF0\x9F\x9B\xA0", "\xEF\xB8\x8F", NULL };

const fp_syntax FP_EMOJI_BRACKET = {
    .id = "emoji-bracket",
    .title = "blocks in bracketed emoji markers (seed 2)",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "EMOJI-BRACKET-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "EMOJI-BRACKET-5.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "EMOJI-BRACKET-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "EMOJI-BRACKET-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_FIRST_NEWLINE, "EMOJI-BRACKET-3.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_PASS, "EMOJI-BRACKET-5.4" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_CALL, "EMOJI-BRACKET-5.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "EMOJI-BRACKET-2.6" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "EMOJI-BRACKET-1.2" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "EMOJI-BRACKET-5.1" },
    },
    .state_size = sizeof(bracket),
    .step = step,
    .finish = finish,
    .at_ease = at_ease,
    .leads = { TO_MARKER, TO_DEAD_END },
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
