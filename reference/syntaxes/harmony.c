/* SPDX-License-Identifier: Apache-2.0 */
/* harmony.c: messages between marks, each with a header that says whom it is for. Clauses:
 * spec/harmony.md. */
#include "syntaxes/harmony.h"

#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_json.h"
#include "core/out_units.h"
#include "core/step.h"
#include "engines/reasoning-marks.h"
#include "syntaxes/harmony-header.h"

#include <string.h>

typedef enum state {
    BEGINNING, /* nothing was read; the prompt may have begun a message: the start state */
    OUTSIDE,   /* of messages: text; held: the beginning of a mark */
    HEADER,    /* held: a header, or what may become one */
    CONTENT,   /* of a message for people; held: the beginning of a mark, here and below */
    CODE,      /* of a call of `python` */
    ARGUMENTS, /* of any other call; nothing is held */
    TAIL,      /* of a call: after its arguments, or where they broke */
    FOREIGN    /* in what is left of a message that is not one: text; nothing is held */
} state;

typedef struct harmony {
    uint8_t state;
    bool reasons;   /* CONTENT: it is reasoning; HEADER: it is in such */
    bool prompted;  /* HEADER: it begins in the prompt */
    bool in_text;   /* ARGUMENTS: in a string */
    bool broken;    /* TAIL: the call will not be complete; */
    bool strings;   /* strings are followed: HARMONY-7.5, */
    bool in_string; /* and the next byte is in one, */
    bool in_escape;
    harmony_mark mark;     /* of those outside of headers */
    harmony_header header; /* HEADER */
} harmony;

static void enter(harmony *s, state next)
{
    memset(s, 0, sizeof *s);
    s->state = (uint8_t)next;
}

static void begin_header(harmony *s, unsigned mark)
{
    s->state = HEADER;
    s->mark = (harmony_mark){ 0 };
    s->header = fp_harmony_header_begin(mark);
}

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

/* HARMONY-2.3, HARMONY-2.4 */
static bool take_beginning(harmony *s, fp_out *out, unsigned char c)
{
    const bool first = !fp_out_mark_offset(out); /* no quotation was before it */
    const harmony_prompt prompt =
        first ? fp_harmony_prompt_read(fp_out_prefix(out)) : (harmony_prompt){ 0 };

    (void)c;
    enter(s, prompt.in_header ? HEADER : prompt.in_content ? CONTENT : OUTSIDE);
    s->reasons = prompt.reasons;
    s->prompted = prompt.in_header;
    s->header = prompt.header;
    fp_out_reasoning(out, s->reasons);
    return AGAIN;
}

/* -- marks outside of headers ------------------------------------------------------------------ */

/* Those that count. */
static uint8_t marks_here(const harmony *s, const fp_out *out)
{
    const bool until_call = fp_out_policy(out, FP_REASONING) == FP_REASONING_UNTIL_CALL;

    if (s->state == OUTSIDE) /* HARMONY-2.1, HARMONY-2.5 */
        return 1 << START | 1 << CHANNEL | ENDS;
    if (s->state == TAIL || (s->reasons && until_call)) /* HARMONY-6.4, HARMONY-5.5 */
        return 1 << START | ENDS;
    return ENDS; /* HARMONY-5.2 */
}

/* Those that may begin with the byte: all, unless only tokens are marks (MODEL-7.2). */
static uint8_t tokens_here(const fp_out *out)
{
    uint8_t marks = 0;

    for (unsigned m = 0; m < HARMONY_MARKS; m++)
        if (fp_out_may_be_mark(out, FP_HARMONY_MARK[m]))
            marks |= (uint8_t)(1u << m);
    return marks;
}

/* Whether what is read of a mark is text, whatever follows: HARMONY-2.5, HARMONY-3.8. */
static bool is_stray(const harmony *s)
{
    return s->state == FOREIGN || (s->state == OUTSIDE && !(s->mark.may_be & ~ENDS));
}

/* The call will not be complete, because of what is there. */
static void break_call(harmony *s, fp_out *out, uint64_t offset) /* HARMONY-6.3 */
{
    if (!s->broken)
        fp_out_call_diagnostic(out, FP_BAD_LINE, offset, "HARMONY-6.3");
    s->broken = true;
}

/* JSON text, all of which stands for the byte that is read, where a limit that it meets is too. */
static void give(fp_out *out, fp_str json)
{
    for (size_t i = 0; i < json.len; i++)
        fp_out_data(out, (fp_str){ json.ptr + i, 1 });
}

/* A byte of code is one of a JSON string: HARMONY-4.5. */
static void say_code(fp_out *out, unsigned char c)
{
    static const char HEX[] = "0123456789abcdef";
    const char escaped[] = { '\\', (char)c };
    const char control[] = { '\\', 'u', '0', '0', HEX[c >> 4], HEX[c & 15] };

    if (c == '"' || c == '\\')
        give(out, (fp_str){ escaped, sizeof escaped });
    else if (c < 0x20)
        give(out, (fp_str){ control, sizeof control });
    else
        give(out, (fp_str){ escaped + 1, 1 });
}

static void say_held_code(fp_out *out)
{
    while (fp_out_held_length(out)) {
        say_code(out, (unsigned char)*fp_out_held_part(out, 0, 1).ptr);
        fp_out_mark_first(out, 1, FP_ROLE_VALUE);
    }
}

/* What is held of a mark does not become one. */
static void settle(harmony *s, fp_out *out)
{
    s->mark = (harmony_mark){ 0 };
    if (s->state == CODE) {
        say_held_code(out);
    } else if (s->state == TAIL) {
        break_call(s, out, fp_out_mark_offset(out));
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        fp_out_release(out);
    }
}

/* -- headers ----------------------------------------------------------------------------------- */

/* HARMONY-4.3: whether a message for this recipient is one for people. */
static bool is_for_people(fp_str recipient)
{
    return fp_str_equal(recipient, FP_STR("assistant")) ||
           fp_str_equal(recipient, FP_STR("user")) || fp_str_equal(recipient, FP_STR("all"));
}

static bool names_a_tool(const harmony_header *h, fp_out *out)
{
    return h->has_recipient && !is_for_people(fp_out_held_part(out, h->at, h->recipient));
}

/* HARMONY-3.8: whether a header that this byte breaks is that of a message which is not one, and
 * not only of a mark that is written somewhere. */
static bool is_foreign(const harmony *s, fp_out *out, unsigned char c)
{
    const harmony_header *h = &s->header;

    if (names_a_tool(h, out))
        return true;
    if (s->prompted)
        return false;
    return h->part == IN_ROLE ? h->matched || c != '<'
                              : h->part == AFTER_ROLE && !h->mark.matched && c != '<';
}

/* The header that was read is not one: text, or reasoning, continues. */
static void leave_header(harmony *s, bool foreign)
{
    const bool reasons = s->reasons;

    enter(s, reasons ? CONTENT : foreign ? FOREIGN : OUTSIDE);
    s->reasons = reasons;
}

/* All that is held is text. */
static void give_up(harmony *s, fp_out *out, const char *clause)
{
    leave_header(s, names_a_tool(&s->header, out));
    fp_out_cite(out, clause);
    fp_out_release(out);
}

/* The first bytes held are text, and the others may begin a mark. */
static void release_header(harmony *s, fp_out *out, size_t length)
{
    fp_str left;
    bool quoted;

    fp_out_cite(out, "HARMONY-3.6");
    fp_out_release_first(out, length);
    left = fp_out_held(out);
    quoted = fp_out_quoted(out);
    for (size_t i = 0; i < left.len; i++)
        if (quoted ||
            !fp_harmony_mark_take(&s->mark, marks_here(s, out), (unsigned char)left.ptr[i]))
            break;
    if (s->mark.matched < left.len || is_stray(s))
        fp_out_release(out);
    if (s->mark.matched < left.len)
        s->mark = (harmony_mark){ 0 };
}

/* HARMONY-3.6: the header is text; the beginning of a mark in it may be that of another one. AGAIN:
 * the byte is read again. */
static bool break_header(harmony *s, fp_out *out, unsigned char c)
{
    const size_t length = fp_out_held_length(out) - s->header.mark.matched;

    if (!s->prompted)
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "HARMONY-3.6");
    leave_header(s, is_foreign(s, out, c));
    release_header(s, out, length);
    return AGAIN;
}

/* Blanks, or else marks and words. */
static size_t role_of_part(void *context, fp_str bytes, fp_role *role)
{
    (void)context;
    *role = fp_is_space((unsigned char)*bytes.ptr) ? FP_ROLE_BLANK : FP_ROLE_MARKER;
    return 1;
}

/* The parts of a header that is held, and has a recipient. */
static void mark_header(fp_out *out, const harmony_header *h)
{
    const size_t name = fp_harmony_header_name(h);

    fp_out_mark_each(out, name, role_of_part, NULL);
    fp_out_mark_first(out, h->at + h->recipient - name, FP_ROLE_NAME);
    fp_out_mark_each(out, fp_out_held_length(out), role_of_part, NULL);
}

static void begin_code(fp_out *out)
{
    fp_out_arg_begin(out, FP_STR("code"), fp_out_offset(out), false, NULL);
    fp_out_arg_is(out, FP_VALUE_JSON);
    fp_out_data(out, FP_STR("\""));
}

static void open_call(harmony *s, fp_out *out) /* HARMONY-4.1 */
{
    const harmony_header h = s->header;
    const size_t name = fp_harmony_header_name(&h);
    const bool code = fp_str_equal(fp_out_held_part(out, h.at, h.recipient), FP_STR("python"));
    const fp_str bytes = fp_out_held_part(out, name, h.at + h.recipient - name);

    if (!fp_out_call_begin(out, fp_out_mark_offset(out), bytes)) { /* HARMONY-5.6 */
        give_up(s, out, "HARMONY-5.6");
        return;
    }
    mark_header(out, &h);
    enter(s, code ? CODE : ARGUMENTS);
    if (code)
        begin_code(out);
}

static void open_message(harmony *s, fp_out *out)
{
    const harmony_header *h = &s->header;
    const bool reasons = fp_harmony_header_is_analysis(h);

    if (names_a_tool(h, out)) {
        open_call(s, out);
        return;
    }
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_out_reasoning(out, reasons); /* HARMONY-5.1 */
    enter(s, CONTENT);
    s->reasons = reasons;
}

static bool take_header(harmony *s, fp_out *out, unsigned char c)
{
    const size_t limit = fp_out_limits(out)->name;
    const harmony_reading reading = fp_harmony_header_take(&s->header, limit, tokens_here(out), c);

    if (reading == HEADER_BREAKS)
        return break_header(s, out, c);
    if (reading == HEADER_IS_OVER) { /* HARMONY-7.3 */
        fp_out_limit_exceeded(out,
                              fp_out_mark_offset(out) + fp_harmony_header_name(&s->header) + limit);
        give_up(s, out, "HARMONY-7.3");
        return AGAIN;
    }
    if (!fp_out_hold(out, c)) /* HARMONY-7.4 */
        give_up(s, out, "HARMONY-7.4");
    else if (reading == HEADER_ENDS)
        open_message(s, out);
    return TAKEN;
}

/* -- where a mark may be ----------------------------------------------------------------------- */

/* A mark that ends the call, or begins a message after it. */
static void end_call(harmony *s, fp_out *out, unsigned mark)
{
    const bool own = mark != START;

    if (s->state == CODE) {
        fp_out_data(out, FP_STR("\""));
        fp_out_arg_end(out);
    }
    if (own)
        fp_out_mark(out, FP_ROLE_MARKER);
    if (own && !s->broken) /* HARMONY-6.1 */
        fp_out_call_end(out, fp_out_mark_offset(out));
    else
        fp_out_call_cut(out, fp_out_mark_offset(out), own ? "HARMONY-6.3" : "HARMONY-6.4");
    enter(s, OUTSIDE);
    if (!own)
        begin_header(s, START);
}

/* The mark that is held is whole. */
static void act_on(harmony *s, fp_out *out, unsigned mark)
{
    if (fp_out_in_call(out)) {
        end_call(s, out, mark);
    } else if (1u << mark & ENDS) { /* HARMONY-5.2 */
        fp_out_mark(out, FP_ROLE_FRAMING);
        fp_out_reasoning(out, false);
        enter(s, OUTSIDE);
    } else {
        begin_header(s, mark);
    }
}

/* A byte of a mark that is text. */
static void take_stray(harmony *s, fp_out *out, unsigned char c)
{
    const bool whole = fp_harmony_mark_whole(&s->mark) < HARMONY_MARKS;

    if (whole && s->state == OUTSIDE) /* HARMONY-2.5 */
        fp_out_diagnostic(out, FP_MISMATCHED_END, fp_out_offset(out) - s->mark.matched,
                          "HARMONY-2.5");
    fp_out_release(out);
    fp_out_payload(out, c);
    if (whole)
        enter(s, OUTSIDE);
}

/* A byte of a mark. */
static void take_mark(harmony *s, fp_out *out, unsigned char c)
{
    const unsigned whole = fp_harmony_mark_whole(&s->mark);

    if (is_stray(s))
        take_stray(s, out, c);
    else if (!fp_out_hold(out, c)) /* HARMONY-7.4 */
        settle(s, out);
    else if (whole < HARMONY_MARKS)
        act_on(s, out, whole);
}

/* Whether the byte is in a string of a call whose arguments are too deep: HARMONY-7.5. */
static void follow_string(harmony *s, unsigned char c)
{
    const bool was = s->in_string;

    s->in_string = s->strings && (was ? s->in_escape || c != '"' : c == '"');
    s->in_escape = was && !s->in_escape && c == '\\';
}

/* A byte that is not of a mark. */
static void take_plain(harmony *s, fp_out *out, unsigned char c)
{
    if (s->state == CODE) {
        say_code(out, c);
        fp_out_mark_byte(out, FP_ROLE_VALUE);
    } else if (s->state == TAIL) {
        if (!fp_is_space(c))
            break_call(s, out, here(out));
        follow_string(s, c);
        fp_out_mark_byte(out, s->broken ? FP_ROLE_SKIPPED : FP_ROLE_BLANK);
    } else {
        fp_out_payload(out, c);
    }
}

/* All but headers and arguments. */
static bool take_content(harmony *s, fp_out *out, unsigned char c)
{
    const bool reading = s->mark.matched;

    if (!s->in_string && (reading || !fp_out_quoted(out)) &&
        fp_harmony_mark_take(&s->mark, marks_here(s, out) & tokens_here(out), c)) {
        take_mark(s, out, c);
        return TAKEN;
    }
    if (reading) {
        settle(s, out);
        return AGAIN;
    }
    take_plain(s, out, c);
    return TAKEN;
}

/* -- arguments --------------------------------------------------------------------------------- */

/* HARMONY-4.6, HARMONY-7.5: the object cannot be read to its end. */
static bool break_arguments(harmony *s, fp_out *out)
{
    uint64_t wrong;
    const bool is_wrong = fp_out_json_args_wrong(out, &wrong);

    if (is_wrong)
        fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, "HARMONY-4.6");
    enter(s, TAIL);
    s->broken = true;
    s->strings = !is_wrong;
    return AGAIN;
}

static bool take_arguments(harmony *s, fp_out *out, unsigned char c) /* HARMONY-4.4 */
{
    const char byte = (char)c;
    const fp_args_state read = fp_out_json_args(out, (fp_str){ &byte, 1 }, "HARMONY-4.7");

    if (read == FP_ARGS_BAD)
        return break_arguments(s, out);
    fp_out_mark_byte(out, read == FP_ARGS_BLANK ? FP_ROLE_BLANK : FP_ROLE_VALUE);
    s->in_text = fp_out_json_args_in_text(out);
    if (read == FP_ARGS_CLOSED)
        enter(s, TAIL);
    return TAKEN;
}

static fp_in_string in_string(const void *self)
{
    const harmony *s = self;

    return s->in_text ? FP_STRING_PAYLOAD : FP_STRING_OTHER;
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(harmony *s, fp_out *out, unsigned char c) = {
    [BEGINNING] = take_beginning, [OUTSIDE] = take_content, [HEADER] = take_header,
    [CONTENT] = take_content,     [CODE] = take_content,    [ARGUMENTS] = take_arguments,
    [TAIL] = take_content,        [FOREIGN] = take_content,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (harmony *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* HARMONY-6.2, HARMONY-7.1: the input ends in a call. */
static void finish_call(const harmony *s, fp_out *out)
{
    const bool whole = s->state == TAIL && !s->broken && !s->mark.matched;

    fp_out_mark(out, FP_ROLE_SKIPPED);
    if (whole)
        fp_out_call_end(out, fp_out_offset(out));
    else if (s->broken) /* never recovered */
        fp_out_call_cut(out, fp_out_offset(out), "HARMONY-7.1");
    else
        fp_out_call_unfinished(out, s->state == CODE ? "HARMONY-6.5" : "HARMONY-7.1");
}

static void finish(void *self, fp_out *out)
{
    harmony *s = self;

    if (s->state == CODE)
        settle(s, out);
    if (fp_out_in_call(out)) {
        finish_call(s, out);
        return;
    }
    fp_out_cite(out, "HARMONY-7.2");
    fp_out_release(out);
}

static const char *const TO_MARK[] = { "<|", NULL };

static unsigned at_ease(const void *self)
{
    const harmony *s = self;

    return (s->state == OUTSIDE || s->state == CONTENT || s->state == FOREIGN) && !s->mark.matched;
}

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_MARK },
    .in_string = in_string,
};

static const char *const COMPLETIONS[] = {
    "<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>",
    "<|start|>assistant to=f<|message|>",
    "<|channel|>commentary<|message|>", /* where a recipient is held */
    "<|end|>",
    "<|call|>",
    "<|return|>",
    NULL
};

static const char *const MARKERS[] = {
    "<|start|>assistant",
    "<|channel|>commentary to=functions.f",
    "<|channel|>analysis<|message|>",
    "<|channel|>final<|message|>",
    " to=functions.g<|channel|>commentary json<|message|>{\"k\": ",
    " <|constrain|>json<|message|>{",
    "<|channel|>analysis to=python code<|message|>",
    " to=assistant",
    "\"l\": [1, {\"m\": null}]",
    "\"k\": \"v\", ",
    "}<|call|>",
    "<|start|>",
    "<|channel|>",
    "<|message|>",
    "<|constrain|>",
    "<|end|>",
    "<|call|>",
    "<|return|>",
    "<|",
    NULL
};

/* HARMONY-1.2 */
static const char *const TOKENS[] = { "<|start|>", "<|channel|>", "<|message|>", "<|constrain|>",
                                      "<|end|>",   "<|call|>",    "<|return|>",  NULL };

const fp_syntax FP_HARMONY = {
    .id = "harmony",
    .title = "messages in channels (gpt-oss)",
    .howto = "To use a tool, write <|start|>assistant<|channel|>commentary to=functions.NAME "
             "<|constrain|>json<|message|>, then the arguments as one JSON object, and then <|call|>. "
             "NAME is the tool's name. Each call is such a message of its own.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "HARMONY-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "HARMONY-5.6" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "HARMONY-5.4" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "HARMONY-5.4" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "HARMONY-4.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "HARMONY-4.8" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_CALL, "HARMONY-5.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "HARMONY-4.9" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "HARMONY-3.7" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "HARMONY-5.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "HARMONY-1.2" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "HARMONY-5.4",
        [FP_ROLE_MARKER] = "HARMONY-4.1",
        [FP_ROLE_NAME] = "HARMONY-4.2",
        [FP_ROLE_VALUE] = "HARMONY-4.4",
        [FP_ROLE_BLANK] = "HARMONY-3.4",
        [FP_ROLE_SKIPPED] = "HARMONY-6.3",
        [FP_ROLE_FRAMING] = "HARMONY-5.2",
        [FP_ROLE_REASONING] = "HARMONY-5.1",
    },
    .reasoning = &FP_MARKS_HARMONY,
    .misfit = "HARMONY-4.9",
    .json = true,
    .stop_tokens = true, /* HARMONY-6.2 */
    .highlight = FP_HARMONY_HIGHLIGHT,
    .render = fp_harmony_render,
    .state_size = sizeof(harmony),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .tokens = TOKENS,
    .message = { "<|start|>", "<|start|>assistant<|channel|>final<|message|>", "<|end|>" },
};
