/* SPDX-License-Identifier: Apache-2.0 */
/* mistral-v11.c: calls that are a mark, a name, perhaps an id, and a JSON object. Clauses:
 * spec/mistral-v11.md. */
#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/out_json.h"
#include "core/rendering.h"
#include "core/step.h"
#include "engines/json-highlight.h"
#include "engines/object.h"
#include "engines/reasoning-marks.h"

#include <string.h>

typedef enum state {
    TEXT,    /* outside a call; the start state */
    OPENING, /* held: the beginning of a mark */
    LEAD,    /* held: a mark, and blanks */
    NAME,    /* held: a name as well */
    NAMED,   /* held: the beginning of the mark after the name as well */
    ID,      /* held: the mark of an id, and an id as well */
    IDED,    /* held: the beginning of the mark after it as well */
    ARGS,    /* in a call */
    AFTER,   /* held: after a call, blanks and the beginning of an end mark */
    BROKEN,  /* in a call, up to an end mark */
} state;

typedef struct mistral {
    uint8_t state;
    uint8_t count;    /* bytes of a mark so far */
    bool is_id;       /* NAMED: the mark is that of an id */
    bool in_text;     /* ARGS: of a string */
    uint64_t start;   /* offset of the call's mark */
    uint64_t name_at; /* offset of the name; */
    size_t name, id;  /* how long name and id are */
} mistral;

static const char OPEN[] = "[TOOL_CALLS]", CALL_ID[] = "[CALL_ID]", ARGUMENTS[] = "[ARGS]",
                  END[] = "</s>";

enum { CALL_ID_LENGTH = sizeof CALL_ID - 1 };

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

static bool is_name(unsigned char c) /* MISTRAL-V11-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

static void enter(mistral *s, state next)
{
    *s = (mistral){ .state = (uint8_t)next };
}

/* What is held is text, and the byte is left to it: MISTRAL-V11-2.2. AGAIN. */
static bool give_up(mistral *s, fp_out *out)
{
    fp_out_release(out);
    enter(s, TEXT);
    return AGAIN;
}

static bool hold(mistral *s, fp_out *out, unsigned char c) /* MISTRAL-V11-5.4 */
{
    if (!fp_out_hold(out, c)) {
        fp_out_release(out);
        enter(s, TEXT);
    }
    return true;
}

/* The next part of the header begins with this byte, which is held. */
static bool go_on(mistral *s, fp_out *out, state next, unsigned char c)
{
    s->state = (uint8_t)next;
    s->count = 1;
    return hold(s, out, c);
}

/* -- the header -------------------------------------------------------------------------------- */

static bool take_text(mistral *s, fp_out *out, unsigned char c)
{
    if (c == (unsigned char)OPEN[0] && fp_out_may_be_mark(out, OPEN)) {
        s->start = here(out);
        return go_on(s, out, OPENING, c);
    }
    fp_out_payload(out, c);
    return TAKEN;
}

static bool take_opening(mistral *s, fp_out *out, unsigned char c)
{
    if (c != (unsigned char)OPEN[s->count])
        return give_up(s, out);
    s->count++;
    if (!OPEN[s->count])
        s->state = LEAD;
    return hold(s, out, c);
}

/* A byte of the name, unless that is over its limit. */
static bool hold_name(mistral *s, fp_out *out, unsigned char c)
{
    if (s->name == fp_out_limits(out)->name) { /* MISTRAL-V11-5.4 */
        fp_out_limit_exceeded(out, here(out));
        return give_up(s, out);
    }
    s->name++;
    return hold(s, out, c);
}

static bool take_lead(mistral *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c)) /* MISTRAL-V11-1.4 */
        return hold(s, out, c);
    if (!is_name(c))
        return give_up(s, out);
    s->state = NAME;
    s->name_at = here(out);
    return hold_name(s, out, c);
}

/* Whether one of the marks with a bracket begins with the byte (MODEL-7.2). */
static bool begins_mark(const fp_out *out, unsigned char c)
{
    return c == '[' && (fp_out_may_be_mark(out, OPEN) || fp_out_may_be_mark(out, CALL_ID) ||
                        fp_out_may_be_mark(out, ARGUMENTS));
}

static bool take_name(mistral *s, fp_out *out, unsigned char c)
{
    if (is_name(c))
        return hold_name(s, out, c);
    return begins_mark(out, c) ? go_on(s, out, NAMED, c) : give_up(s, out);
}

static bool take_id(mistral *s, fp_out *out, unsigned char c) /* MISTRAL-V11-1.3 */
{
    if (is_name(c)) {
        s->id++;
        return hold(s, out, c);
    }
    return begins_mark(out, c) && s->id ? go_on(s, out, IDED, c) : give_up(s, out);
}

/* The header is whole except for this byte: the call begins. MISTRAL-V11-3.1 */
static bool begin_call(mistral *s, fp_out *out)
{
    const size_t before = (size_t)(s->name_at - s->start);
    const size_t id_at = before + s->name + CALL_ID_LENGTH;

    if (!fp_out_call_begin(out, s->start, fp_out_held_part(out, before, s->name)))
        return give_up(s, out);
    if (s->id)
        fp_out_call_id(out, fp_out_held_part(out, id_at, s->id));
    fp_out_mark_first(out, before, FP_ROLE_MARKER);
    fp_out_mark_first(out, s->name, FP_ROLE_NAME);
    fp_out_mark(out, FP_ROLE_MARKER);
    fp_out_mark_byte(out, FP_ROLE_MARKER);
    enter(s, ARGS);
    return TAKEN;
}

/* The byte does not continue the mark after a name or id; a bracket may begin a call's mark. */
static bool leave_header(mistral *s, fp_out *out)
{
    if (s->count > 1)
        return give_up(s, out);
    fp_out_release_first(out, fp_out_held_length(out) - 1);
    enter(s, OPENING);
    s->count = 1;
    s->start = here(out) - 1;
    return AGAIN;
}

/* In the mark after a name or an id. */
static bool take_mark(mistral *s, fp_out *out, unsigned char c)
{
    const char *mark;

    if (s->count == 1)
        s->is_id = s->state == NAMED && c == (unsigned char)CALL_ID[1];
    mark = s->is_id ? CALL_ID : ARGUMENTS;
    if (c != (unsigned char)mark[s->count])
        return leave_header(s, out);
    s->count++;
    if (mark[s->count])
        return hold(s, out, c);
    if (!s->is_id)
        return begin_call(s, out);
    s->state = ID;
    return hold(s, out, c);
}

/* -- the call ---------------------------------------------------------------------------------- */

/* The object cannot be read to its end: MISTRAL-V11-5.1, 5.4. */
static bool break_call(mistral *s, fp_out *out)
{
    uint64_t wrong;

    if (fp_out_json_args_wrong(out, &wrong))
        fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, "MISTRAL-V11-5.1");
    fp_out_call_spoil(out);
    enter(s, BROKEN);
    return AGAIN;
}

static bool take_args(mistral *s, fp_out *out, unsigned char c)
{
    const char byte = (char)c;
    const fp_args_state args = fp_out_json_args(out, (fp_str){ &byte, 1 }, "MISTRAL-V11-4.3");

    if (args == FP_ARGS_BAD)
        return break_call(s, out);
    fp_out_mark_byte(out, args == FP_ARGS_BLANK ? FP_ROLE_BLANK : FP_ROLE_VALUE);
    s->in_text = fp_out_json_args_in_text(out);
    if (args == FP_ARGS_CLOSED) { /* MISTRAL-V11-3.2 */
        fp_out_call_end(out, fp_out_offset(out));
        enter(s, AFTER);
    }
    return TAKEN;
}

static bool take_after(mistral *s, fp_out *out, unsigned char c) /* MISTRAL-V11-3.4 */
{
    if (!s->count && fp_is_space(c))
        return hold(s, out, c);
    if (c != (unsigned char)END[s->count] || !fp_out_may_be_mark(out, END + s->count))
        return give_up(s, out);
    s->count++;
    if (END[s->count])
        return hold(s, out, c);
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_out_mark_byte(out, FP_ROLE_FRAMING);
    enter(s, TEXT);
    return TAKEN;
}

static bool take_broken(mistral *s, fp_out *out, unsigned char c)
{
    fp_out_mark_byte(out, FP_ROLE_SKIPPED);
    if (c == (unsigned char)END[s->count] && fp_out_may_be_mark(out, END + s->count))
        s->count++;
    else
        s->count = c == (unsigned char)END[0] && fp_out_may_be_mark(out, END);
    if (END[s->count])
        return TAKEN;
    fp_out_call_end(out, fp_out_offset(out)); /* it is spoilt */
    enter(s, TEXT);
    return TAKEN;
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(mistral *s, fp_out *out, unsigned char c) = {
    [TEXT] = take_text,   [OPENING] = take_opening, [LEAD] = take_lead, [NAME] = take_name,
    [NAMED] = take_mark,  [ID] = take_id,           [IDED] = take_mark, [ARGS] = take_args,
    [AFTER] = take_after, [BROKEN] = take_broken,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (mistral *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

static void finish(void *self, fp_out *out)
{
    (void)self;
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, "MISTRAL-V11-5.2");
    else
        fp_out_release(out); /* MISTRAL-V11-5.3 */
}

static fp_in_string in_string(const void *self)
{
    const mistral *s = self;

    return s->in_text ? FP_STRING_PAYLOAD : FP_STRING_OTHER;
}

static unsigned at_ease(const void *self)
{
    const mistral *s = self;

    return s->state == TEXT;
}

/* How many of the first bytes can be a name, or an id. */
static size_t good_bytes(fp_str text)
{
    size_t good = 0;

    while (good < text.len && is_name((unsigned char)text.ptr[good]))
        good++;
    return good;
}

/* Whether an id is one that can be written: MISTRAL-V11-1.3. */
static bool is_id(fp_str id)
{
    return id.len &&
           good_bytes(id) == id.len; /* GCOVR_EXCL_BR_LINE: the id of a case's call was read */
}

static bool render(fp_rendering *r, const fp_call *call) /* MISTRAL-V11-6.1 */
{
    const size_t good = good_bytes(call->name);

    if (!call->name.len || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "MISTRAL-V11-6.2",
                                "no name has such a byte");
    /* GCOVR_EXCL_BR_START: a case's keys are different */
    if (!fp_render_keys_once(r, call, "MISTRAL-V11-6.4"))
        return false;
    /* GCOVR_EXCL_BR_STOP */
    fp_render_text(r, OPEN);
    fp_render_bytes(r, call->name);
    if (is_id(call->id)) {
        fp_render_text(r, CALL_ID);
        fp_render_bytes(r, call->id);
    }
    fp_render_text(r, ARGUMENTS);
    return fp_render_json_input(r, call, "MISTRAL-V11-6.3");
}

static const char *const COMPLETIONS[] = { "[TOOL_CALLS]x[ARGS]", "[CALL_ID]x[ARGS]", "</s>",
                                           NULL };

static const char *const MARKERS[] = { "[TOOL_CALLS]",
                                       "[CALL_ID]",
                                       "[ARGS]",
                                       "</s>",
                                       "[THINK]",
                                       "[/THINK]",
                                       "[TOOL_CALLS]a[ARGS]{",
                                       "[TOOL_CALLS]b[CALL_ID]abc123DEF[ARGS]{\"k\": \"v\"}",
                                       "\"k\": \"v\", ",
                                       "{}",
                                       "}",
                                       "\\\"",
                                       "\\ud83d",
                                       "\\ude00",
                                       NULL };

/* -- colours ----------------------------------------------------------------------------------- */

#define BLANKS "[ \\t\\r]*+"
#define NAME_PATTERN "[A-Za-z0-9_.-]++" /* MISTRAL-V11-1.2, 1.3 */
#define MARKS_AFTER_NAME "((?:\\[CALL_ID\\]" NAME_PATTERN ")?+\\[ARGS\\])"

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "\\[THINK\\]", /* MISTRAL-V11-2.5 */
      .groups = { FP_ROLE_FRAMING },
      .end = "\\[/THINK\\]",
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_REASONING },
    { .begin = "(\\[TOOL_CALLS\\])(" BLANKS ")(" NAME_PATTERN ")" MARKS_AFTER_NAME,
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_BLANK, FP_ROLE_NAME, FP_ROLE_MARKER },
      .end = "(?<=\\})(" BLANKS "</s>)?+|(?=[^ \\t\\r\\n{])",
      .end_groups = { [1] = FP_ROLE_FRAMING },
      .content = FP_ROLE_BLANK,
      .inner = FP_JSON_OBJECT_HIGHLIGHT },
    { 0 },
};

static const char *const TO_MARK[] = { "[T", NULL };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_MARK },
    .in_string = in_string,
};

/* MISTRAL-V11-2.6 */
static const char *const TOKENS[] = { "[TOOL_CALLS]", "[CALL_ID]", "[ARGS]", "</s>",
                                      "[THINK]",      "[/THINK]",  NULL };

const fp_syntax FP_MISTRAL_V11 = {
    .id = "mistral-v11",
    .title = "a mark, a name and a JSON object (Mistral, tokenizers from v11 on)",
    .howto = "To use a tool, write [TOOL_CALLS]NAME[ARGS] and then a JSON object of its arguments. "
             "Several calls follow each other. Write nothing after them.",
    .reasoning = &FP_MARKS_MISTRAL,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "MISTRAL-V11-5.2" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "MISTRAL-V11-3.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "MISTRAL-V11-2.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "MISTRAL-V11-2.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "MISTRAL-V11-4.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "MISTRAL-V11-2.4" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "MISTRAL-V11-2.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "MISTRAL-V11-4.4" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "MISTRAL-V11-4.5" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "MISTRAL-V11-2.5" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "MISTRAL-V11-2.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "MISTRAL-V11-2.1",
        [FP_ROLE_MARKER] = "MISTRAL-V11-3.1",
        [FP_ROLE_NAME] = "MISTRAL-V11-1.2",
        [FP_ROLE_VALUE] = "MISTRAL-V11-4.1",
        [FP_ROLE_BLANK] = "MISTRAL-V11-1.4",
        [FP_ROLE_SKIPPED] = "MISTRAL-V11-5.1",
        [FP_ROLE_FRAMING] = "MISTRAL-V11-3.4",
    },
    .misfit = "MISTRAL-V11-4.4",
    .json = true,
    .highlight = HIGHLIGHT,
    .render = render,
    .state_size = sizeof(mistral),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .tokens = TOKENS,
};
