/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-bracket.c: blocks in bracketed emoji markers. Clauses: spec/emoji-bracket.md. */
#include "syntaxes/emoji-bracket-highlight.h"
#include "core/ascii.h"
#include "core/out_call.h"
#include "core/out_tools.h"
#include "core/rendering.h"

#include <fencepost/catalogue.h>
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
    size_t name_end; /* offset after it; 0: it goes on */
    bool stray;      /* DEAD: it is an end marker with something after its name */
    bool loose;      /* BODY: none is wanted; the argument begins when there is one */
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

/* The body that need not be there begins after all (MODEL-3.12). */
static void begin_loose_body(bracket *s, fp_out *out)
{
    bool declared;

    if (!s->loose)
        return;
    fp_out_arg_begin(out, fp_out_body_key(out, &declared), fp_out_mark_offset(out), true,
                     "EMOJI-BRACKET-2.6");
    s->loose = false;
}

/* Takes a byte that continues the marker, or begins it again, or is payload. True when the marker
 * is complete; it is held then. */
static bool take_marker(bracket *s, fp_out *out, const char *marker, size_t length, unsigned char c)
{
    bool goes_on;

    if (s->matched == 0 && c != (unsigned char)marker[0]) { /* most bytes */
        begin_loose_body(s, out);
        fp_out_payload(out, c);
        return false;
    }
    goes_on = match(s, out, marker, c);
    if (!goes_on) {
        /* EMOJI-BRACKET-1.6: a marker has its first byte once, so it may begin again only here */
        begin_loose_body(s, out);
        fp_out_release(out);
        goes_on = match(s, out, marker, c);
    }
    if (!goes_on) {
        fp_out_payload(out, c);
        return false;
    }
    if (!fp_out_hold(out, c)) {
        begin_loose_body(s, out);
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

static void begin_body(bracket *s, fp_out *out)
{
    bool declared;
    const fp_str key = fp_out_body_key(out, &declared);

    s->state = BODY;
    s->matched = 0;
    s->loose = !declared;
    if (declared)
        fp_out_arg_begin(out, key, fp_out_mark_offset(out), true, "EMOJI-BRACKET-2.6");
}

/* EMOJI-BRACKET-2.12: whether ` /]` may close the block of this tool; NULL: no catalogue has it. */
static bool may_close_itself(unsigned recovery, const fp_tool *tool)
{
    return recovery == FP_RECOVERY_LENIENT || (tool && tool->kind == FP_KIND_SELF_CLOSING);
}

/* The length of the blanks and the slash at the end of the text, if these would close the block;
 * the byte before the text is a blank. */
static size_t closing_length(fp_str text)
{
    size_t blanks = 1;

    if (!text.len || text.ptr[text.len - 1] != '/')
        return 0;
    while (blanks < text.len && fp_is_blank((unsigned char)text.ptr[text.len - 1 - blanks]))
        blanks++;
    return blanks > 1 || text.len == 1 ? blanks : 0;
}

/* The block is complete with its header: EMOJI-BRACKET-2.12. */
static void close_without_body(bracket *s, fp_out *out)
{
    begin_body(s, out);
    if (fp_out_in_arg(out))
        fp_out_arg_end(out);
    fp_out_call_end(out, fp_out_offset(out));
    *s = (bracket){ .state = TEXT };
}

/* The arguments of the header, all that is held, and its `]`: EMOJI-BRACKET-2.5, 2.12. */
static void take_arguments(bracket *s, fp_out *out, bool may_close)
{
    const fp_str text = fp_out_held(out);
    const size_t closing = may_close ? closing_length(text) : 0;

    fp_out_raw_args(out, text.len - closing, "EMOJI-BRACKET-2.6");
    if (!closing) {
        fp_out_mark_byte(out, FP_ROLE_MARKER); /* the ] */
        begin_body(s, out);
        return;
    }
    fp_out_mark_first(out, closing - 1, FP_ROLE_BLANK);
    fp_out_cite(out, "EMOJI-BRACKET-2.12");
    fp_out_mark(out, FP_ROLE_MARKER);
    fp_out_cite(out, "EMOJI-BRACKET-2.12");
    fp_out_mark_byte(out, FP_ROLE_MARKER);
    close_without_body(s, out);
}

/* The header is complete except for its `]`: EMOJI-BRACKET-2.4 to 2.8. */
static void open_block(bracket *s, fp_out *out)
{
    const uint64_t start = fp_out_mark_offset(out);
    const fp_str name = held_name(s, out);
    const fp_str held = fp_out_held(out);
    const size_t marker = (size_t)((const char *)memchr(held.ptr, '[', held.len) - held.ptr) + 1;
    const bool may_close =
        may_close_itself(fp_out_policy(out, FP_RECOVERY), fp_out_find_tool(out, name));
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
    take_arguments(s, out, may_close);
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

/* -- the body -------------------------------------------------------------------------------- */

static void take_body(bracket *s, fp_out *out, unsigned char c) /* EMOJI-BRACKET-3.1, 3.5, 4.1 */
{
    if (s->loose && !s->matched && fp_is_space(c)) {
        fp_out_mark_byte(out, FP_ROLE_BLANK);
        return;
    }
    if (!take_marker(s, out, END, END_LENGTH, c))
        return;
    fp_out_cite(out, "EMOJI-BRACKET-4.1");
    fp_out_mark(out, FP_ROLE_MARKER);
    if (fp_out_in_arg(out))
        fp_out_arg_end(out);
    fp_out_call_end(out, fp_out_offset(out)); /* EMOJI-BRACKET-4.2 */
    *s = (bracket){ .state = TEXT };
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
    case BODY:
        take_body(s, out, c);
        break;
    }
}

static void finish(void *self, fp_out *out)
{
    if (fp_out_held_length(out))
        begin_loose_body(self, out);
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
    const bracket *s = self;

    if (s->loose)
        return 0;
    return s->state == DEAD ? DEAD_LEADS : MARKER_LEADS;
}

/* -- rendering: EMOJI-BRACKET-8 -----------------------------------------------------------------
 */

/* EMOJI-BRACKET-8.2: words that are found again where they were. */
static bool render_word(fp_rendering *r, const fp_call *call, size_t i, bool rest)
{
    fp_str text;

    if (!fp_render_value(r, call, i, "EMOJI-BRACKET-8.5", &text))
        return false;
    for (size_t at = 0; at < text.len; at++) {
        const unsigned char c = (unsigned char)text.ptr[at];
        const bool edge = at == 0 || (rest && r->tool && at + 1 == text.len);

        if (c == ']' || c == '\n' || (fp_is_blank(c) && (edge || !rest)))
            return fp_render_refuse(r, FP_PART_VALUE, i, at, "EMOJI-BRACKET-8.2",
                                    "the header cannot hold this byte in this argument");
    }
    if (!text.len && r->tool)
        return fp_render_refuse(r, FP_PART_VALUE, i, 0, "EMOJI-BRACKET-8.2",
                                "a positional argument cannot be empty");
    fp_render_text(r, text.len ? " " : "");
    fp_render_bytes(r, text);
    return true;
}

/* Whether the parser would take what begins here for the end marker: EMOJI-BRACKET-8.3. */
static bool is_end(const fp_rendering *r, fp_str text)
{
    const bool lenient = r->options->policies.of[FP_RECOVERY] == FP_RECOVERY_LENIENT;
    const size_t bare = END_LENGTH - SELECTOR;

    if (text.len >= END_LENGTH && memcmp(text.ptr, END, END_LENGTH) == 0)
        return true;
    return lenient && text.len >= bare && memcmp(text.ptr, END, EMOJI) == 0 &&
           memcmp(text.ptr + EMOJI, END + EMOJI + SELECTOR, bare - EMOJI) == 0;
}

static bool render_body(fp_rendering *r, const fp_call *call, size_t i)
{
    fp_str text;

    if (!fp_render_value(r, call, i, "EMOJI-BRACKET-8.5", &text))
        return false;
    for (size_t at = 0; at < text.len; at++)
        if (is_end(r, (fp_str){ text.ptr + at, text.len - at }))
            return fp_render_refuse(r, FP_PART_VALUE, i, at, "EMOJI-BRACKET-8.3",
                                    "the body holds the end marker");
    fp_render_text(r, "]");
    return fp_render_framed(r, i, text, true);
}

static bool render_name(fp_rendering *r, fp_str name)
{
    size_t at = 0;

    while (at < name.len && !fp_is_blank((unsigned char)name.ptr[at]) && name.ptr[at] != ']' &&
           name.ptr[at] != '\n')
        at++;
    if (!name.len || at < name.len || fp_str_equal(name, FP_STR("/end")))
        return fp_render_refuse(r, FP_PART_NAME, 0, at, "EMOJI-BRACKET-8.4",
                                "no name has such a byte");
    fp_render_text(r, START);
    fp_render_bytes(r, name);
    return true;
}

/* The index of the call's argument of this key, from `from` on; the count if it has none. */
static size_t find_arg(const fp_call *call, fp_str key)
{
    size_t i = 0;

    while (i < call->arg_count && !fp_str_equal(call->args[i].key, key))
        i++;
    return i;
}

/* Renders the arguments of the header; *used counts them. */
static bool render_header(fp_rendering *r, const fp_call *call, size_t *used)
{
    for (size_t position = 1; r->tool || position == 1; position++) {
        const fp_tool_arg *arg = r->tool ? fp_tool_positional(r->tool, position) : NULL;
        const fp_str key = arg ? arg->name : FP_STR("raw_args");
        const size_t i = find_arg(call, key);

        if ((r->tool && !arg) || i == call->arg_count)
            break;
        if (!render_word(r, call, i, !arg || !fp_tool_positional(r->tool, position + 1)))
            return false;
        ++*used;
    }
    return true;
}

/* Whether the header, which has been written up to its `]`, would close its block: 8.6. */
static bool stays_open(fp_rendering *r, const fp_call *call)
{
    const fp_catalogue *catalogue = r->options->catalogue;
    const fp_tool *tool = catalogue ? fp_catalogue_find(catalogue, call->name) : NULL;
    const fp_str written = { r->text->ptr, r->text->len };

    if (!may_close_itself(r->options->policies.of[FP_RECOVERY], tool) || !closing_length(written))
        return true;
    return fp_render_refuse(r, FP_PART_CALL, 0, 0, "EMOJI-BRACKET-8.6",
                            "the header ends with a slash that would close the block");
}

/* The arguments in the order of the header, then the body: EMOJI-BRACKET-8.1. */
static bool render(fp_rendering *r, const fp_call *call)
{
    const fp_tool_arg *multiline;
    bool has_body;
    size_t used = 0, body;

    r->tool = r->tool && r->tool->layout ? r->tool : NULL;
    multiline = r->tool ? fp_tool_multiline(r->tool) : NULL;
    has_body = multiline || !r->tool;
    body = find_arg(call, multiline ? multiline->name : FP_STR("body"));
    if (!render_name(r, call->name) || !render_header(r, call, &used) || !stays_open(r, call))
        return false;
    if (has_body && body < call->arg_count) {
        if (!render_body(r, call, body))
            return false;
        used++;
    } else {
        fp_render_text(r, "]");
    }
    if (used != call->arg_count || (!r->tool && used != 2) || (has_body && body == call->arg_count))
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, "EMOJI-BRACKET-8.1",
                                "the arguments are not those that a header and a body give");
    fp_render_text(r, END);
    return true;
}

static const char *const COMPLETIONS[] = { "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[x]", "x]", NULL };

static const char *const MARKERS[] = { START, END, "]", "\xF0\x9F\x9B\xA0", "\xEF\xB8\x8F", NULL };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_MARKER, TO_DEAD_END },
};

const fp_syntax FP_EMOJI_BRACKET = {
    .id = "emoji-bracket",
    .title = "blocks in bracketed emoji markers (seed 2)",
    .howto = "To use a tool, write \xF0\x9F\x9B\xA0\xEF\xB8\x8F[ and the tool's name, then its "
             "short arguments in their order, with spaces between, and ]. On the next lines write "
             "the long argument as it is, if the tool has one, and end with "
             "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[/end].",
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
    .clauses = {
        [FP_ROLE_TEXT] = "EMOJI-BRACKET-5.1",
        [FP_ROLE_MARKER] = "EMOJI-BRACKET-1.1",
        [FP_ROLE_NAME] = "EMOJI-BRACKET-2.8",
        [FP_ROLE_VALUE] = "EMOJI-BRACKET-2.6",
        [FP_ROLE_BLANK] = "EMOJI-BRACKET-2.5",
    },
    .highlight = FP_EMOJI_BRACKET_HIGHLIGHT,
    .render = render,
    .state_size = sizeof(bracket),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
