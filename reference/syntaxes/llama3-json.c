/* SPDX-License-Identifier: Apache-2.0 */
/* llama3-json.c: a message that is a JSON object, or several: which of them are calls. Clauses:
 * spec/llama3-json.md. */
#include "core/ascii.h"
#include "core/step.h"
#include "engines/json-highlight.h"
#include "engines/object.h"

#include <stddef.h>
#include <string.h>

typedef enum state {
    START,  /* held: blanks that the message begins with; the start state */
    TAG,    /* held: the beginning of a tag as well */
    LEAD,   /* held: a tag, and blanks */
    OBJECT, /* held until it is a call: the object, and all before it */
    AFTER,  /* held: after a call, blanks and a semicolon */
    REST,   /* text, to the end */
    BROKEN  /* in a call, to the end */
} state;

typedef struct llama {
    uint8_t state;
    uint8_t count;  /* bytes of a tag so far */
    bool semicolon; /* AFTER: it was read */
    uint64_t begin; /* offset of the object */
    fp_object object;
} llama;

static const char TAG_MARK[] = "<|python_tag|>";

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

/* What is held, and all that follows, is text: LLAMA3-JSON-1.3. */
static void give_up(llama *s, fp_out *out)
{
    fp_out_release(out);
    *s = (llama){ .state = REST };
}

/* The same, and the byte is left to it. False. */
static bool leave(llama *s, fp_out *out)
{
    give_up(s, out);
    return AGAIN;
}

/* True: the byte is taken. */
static bool hold(llama *s, fp_out *out, unsigned char c) /* LLAMA3-JSON-5.3 */
{
    if (!fp_out_hold(out, c))
        give_up(s, out);
    return true;
}

/* An object begins here. False: the byte is left to it. */
static bool begin_object(llama *s, const fp_out *out)
{
    *s = (llama){ .state = OBJECT, .begin = here(out) };
    return AGAIN;
}

static bool take_start(llama *s, fp_out *out, unsigned char c) /* LLAMA3-JSON-1.1, 1.2 */
{
    if (c == '{')
        return begin_object(s, out);
    if (c == (unsigned char)TAG_MARK[0]) {
        s->state = TAG;
        s->count = 0;
        return false;
    }
    return fp_is_space(c) ? hold(s, out, c) : leave(s, out);
}

static bool take_tag(llama *s, fp_out *out, unsigned char c)
{
    if (c != (unsigned char)TAG_MARK[s->count])
        return leave(s, out);
    s->count++;
    if (!TAG_MARK[s->count])
        s->state = LEAD;
    return hold(s, out, c);
}

static bool take_lead(llama *s, fp_out *out, unsigned char c)
{
    if (c == '{')
        return begin_object(s, out);
    return fp_is_space(c) ? hold(s, out, c) : leave(s, out);
}

/* -- the object -------------------------------------------------------------------------------- */

/* Whether a byte that was read shows that the object is not a call: LLAMA3-JSON-2.1. */
static bool is_answer(const fp_object *o, const fp_out *out, unsigned what, unsigned char c)
{
    const fp_object_table *table = fp_out_table(out);
    const bool begins = what & FP_OBJECT_VALUE_BEGIN;

    if (o->naming > FP_OBJECT_NAMED || what & FP_OBJECT_CLOSED)
        return true;
    if (what & FP_OBJECT_KEY_END)
        return o->naming != FP_OBJECT_NAMED &&
               fp_object_key_find(&o->key, table->members) == FP_OBJECT_ARGUMENTS;
    if (begins && o->member == FP_OBJECT_ARGUMENTS)
        return c != '{' && !(c == '"' && fp_object_takes_text(out));
    return begins && (c == '{' || c == '[');
}

/* The arguments have begun: LLAMA3-JSON-2.1. */
static void begin_call(llama *s, fp_out *out)
{
    if (!fp_object_begin(&s->object, out, s->begin)) {
        give_up(s, out);
        return;
    }
    fp_out_mark_first(out, (size_t)(s->begin - fp_out_mark_offset(out)), FP_ROLE_FRAMING);
    fp_object_give_held(&s->object, out);
}

/* LLAMA3-JSON-5.3: a bracket of the arguments is too deep, and what is left of them is skipped. */
static void skip_arguments(llama *s, fp_out *out)
{
    fp_out_limit_exceeded(out, here(out));
    fp_out_call_spoil(out);
    s->object.member = FP_OBJECT_OTHER;
}

/* A byte of what may become a call. */
static bool hold_object(llama *s, fp_out *out, unsigned char c)
{
    const unsigned what = fp_object_read(&s->object, out, c, here(out));
    const bool begins = what & FP_OBJECT_VALUE_BEGIN && s->object.member == FP_OBJECT_ARGUMENTS;

    if (s->object.naming == FP_OBJECT_LONG_NAME) /* LLAMA3-JSON-5.3 */
        fp_object_refuse_name(&s->object, out, s->begin);
    if (what & FP_OBJECT_WRONG || is_answer(&s->object, out, what, c))
        return leave(s, out);
    hold(s, out, c);
    if (s->state != OBJECT || !begins)
        return TAKEN;
    begin_call(s, out);
    if (what & FP_OBJECT_TOO_DEEP && fp_out_in_call(out))
        skip_arguments(s, out);
    return TAKEN;
}

/* LLAMA3-JSON-5.1. False. */
static bool wrong_byte(llama *s, fp_out *out)
{
    fp_out_call_diagnostic(out, FP_INVALID_JSON, here(out), "LLAMA3-JSON-5.1");
    fp_out_call_spoil(out);
    s->state = BROKEN;
    return AGAIN;
}

/* A byte of a call. */
static bool take_object(llama *s, fp_out *out, unsigned char c)
{
    unsigned what;

    if (!fp_out_in_call(out))
        return hold_object(s, out, c);
    if (fp_object_give_inside(&s->object, out, c)) {
        fp_out_mark_byte(out, FP_ROLE_VALUE);
        return TAKEN;
    }
    what = fp_object_read(&s->object, out, c, here(out));
    if (what & FP_OBJECT_WRONG)
        return wrong_byte(s, out);
    if (what & FP_OBJECT_TOO_DEEP)
        skip_arguments(s, out);
    fp_out_mark_byte(out, fp_object_give(&s->object, out, what, c, here(out)));
    if (what & FP_OBJECT_CLOSED) {
        fp_out_call_end(out, fp_out_offset(out)); /* LLAMA3-JSON-3.1 */
        *s = (llama){ .state = AFTER };
    }
    return TAKEN;
}

static bool take_after(llama *s, fp_out *out, unsigned char c) /* LLAMA3-JSON-3.2 */
{
    if (c == '{' && s->semicolon)
        return begin_object(s, out);
    if (!fp_is_space(c) && (c != ';' || s->semicolon))
        return leave(s, out);
    s->semicolon = s->semicolon || c == ';';
    return hold(s, out, c);
}

static bool take_rest(llama *s, fp_out *out, unsigned char c)
{
    (void)s;
    fp_out_payload(out, c);
    return TAKEN;
}

static bool take_broken(llama *s, fp_out *out, unsigned char c)
{
    (void)s;
    (void)c;
    fp_out_mark_byte(out, FP_ROLE_SKIPPED);
    return TAKEN;
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns false. */
static bool (*const TAKE[])(llama *s, fp_out *out, unsigned char c) = {
    [START] = take_start, [TAG] = take_tag,   [LEAD] = take_lead,     [OBJECT] = take_object,
    [AFTER] = take_after, [REST] = take_rest, [BROKEN] = take_broken,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (llama *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

static fp_in_string in_string(const void *self)
{
    const llama *s = self;

    return s->state == OBJECT && fp_object_in_value(&s->object) ? FP_STRING_PAYLOAD
                                                                : FP_STRING_OTHER;
}

static void finish(void *self, fp_out *out)
{
    (void)self;
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, "LLAMA3-JSON-5.2");
    else
        fp_out_release(out); /* LLAMA3-JSON-1.3 */
}

/* A quotation is text, so no call can begin any more. */
static void passed(void *self, unsigned char last)
{
    llama *s = self;

    (void)last;
    s->state = REST;
}

static unsigned at_ease(const void *self)
{
    const llama *s = self;

    return s->state == REST;
}

static const fp_object_table TABLE = {
    .members = { { "name", FP_OBJECT_NAME }, /* LLAMA3-JSON-2.1, 2.2 */
                 { "parameters", FP_OBJECT_ARGUMENTS },
                 { "arguments", FP_OBJECT_ARGUMENTS } },
    .clauses = { .again = "LLAMA3-JSON-2.4",
                 .duplicate = "LLAMA3-JSON-4.3",
                 .bad_arguments = "LLAMA3-JSON-2.1",
                 .bad_text = "LLAMA3-JSON-4.5",
                 .bad_name = "LLAMA3-JSON-2.1" },
    .layout = { .before = "{\"name\": ",
                .between = ", \"parameters\": {",
                .after = "}}",
                .comma = ", ",
                .levels = 2,
                .bad_name = "LLAMA3-JSON-6.3",
                .duplicate = "LLAMA3-JSON-6.3",
                .bad_bytes = "LLAMA3-JSON-6.2",
                .bad_json = "LLAMA3-JSON-6.3",
                .over = "LLAMA3-JSON-6.4" },
};

/* What completes what is held: a blank, a tag; a key, a string, a number or word in the object,
 * each of which may end in a part of itself. */
#define CALL "\"name\":\"x\",\"parameters\":{"

static const char *const COMPLETIONS[] = { "<|python_tag|>{" CALL,
                                           "1," CALL,
                                           "true," CALL,
                                           "false," CALL,
                                           "null," CALL,
                                           "x\":1," CALL,
                                           "x\"," CALL,
                                           "0000\":1," CALL,
                                           "0000\"," CALL,
                                           "\\u0000\"," CALL,
                                           ";{" CALL,
                                           ":1," CALL,
                                           "n\":1," CALL,
                                           "\":1," CALL,
                                           "x\",\"parameters\":{",
                                           NULL };

static const char *const MARKERS[] = {
    "<|python_tag|>",
    "{\"name\": \"a\", \"parameters\": {",
    "{\"type\": \"function\", \"name\": \"b\", \"parameters\": {\"k\": \"v\"}}",
    "\"arguments\": {",
    "\"k\": \"v\", ",
    "}}",
    "}; {",
    ";",
    "\\\"",
    "\\ud83d",
    "\\ude00",
    NULL
};

/* -- colours ----------------------------------------------------------------------------------- */

#define BLANKS "[ \\t\\r]*+"
#define STRING FP_JSON_STRING_PATTERN
#define NAME_KEY "\"name\""
#define ARGUMENTS_KEY "\"(?:parameters|arguments)\""
#define SCALAR "(?:" STRING "|[-+.0-9A-Za-z]++)"
#define MEMBER "(?!" ARGUMENTS_KEY ")" STRING BLANKS ":" BLANKS SCALAR BLANKS "," BLANKS
#define NAMED NAME_KEY BLANKS "(?:\\n|:" BLANKS "(?:\\n|(?!\"\")\"))"
#define BEGUN ARGUMENTS_KEY BLANKS "(?:\\n|:" BLANKS "[{\\n])"
#define MEMBER_CUT STRING BLANKS "(?:\\n|:" BLANKS "(?:\\n|" SCALAR BLANKS "\\n))"

/* An object, as far as its line shows that it is a call; where the line ends, it may be one:
 * LLAMA3-JSON-2.1. */
#define CALL_HERE                                                                       \
    "\\{" BLANKS "(?=(?:" MEMBER ")*?(?:\\n|" NAMED "|" MEMBER_CUT "))(?:" MEMBER ")*+" \
    "(?:\\n|" BEGUN "|(?!" ARGUMENTS_KEY ")" MEMBER_CUT ")"
#define NEXT BLANKS ";" BLANKS "(?=" CALL_HERE ")"

/* What is in an object, and between it and the next one. */
static const fp_highlight MEMBERS[] = {
    { .match = "(\\})(" NEXT ")(\\{)", /* LLAMA3-JSON-3.2 */
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_FRAMING, FP_ROLE_MARKER } },
    { .begin = NAME_KEY,
      .groups = { FP_ROLE_MARKER },
      .end = FP_JSON_MEMBER_END,
      .content = FP_ROLE_MARKER,
      .inner = FP_JSON_NAME_HIGHLIGHT },
    { .begin = ARGUMENTS_KEY,
      .groups = { FP_ROLE_MARKER },
      .end = FP_JSON_MEMBER_END,
      .content = FP_ROLE_MARKER,
      .inner = FP_JSON_ARGUMENTS_HIGHLIGHT },
    { .begin = STRING,
      .groups = { FP_ROLE_MARKER },
      .end = FP_JSON_MEMBER_END,
      .content = FP_ROLE_MARKER,
      .inner = FP_JSON_SKIPPED_HIGHLIGHT },
    { 0 },
};

static const fp_highlight HIGHLIGHT[] = {
    { /* LLAMA3-JSON-1.1, LLAMA3-JSON-1.2 */
      .begin = "\\A(" BLANKS "(?:<\\|python_tag\\|>" BLANKS ")?+)(?=" CALL_HERE ")(\\{)",
      .groups = { [1] = FP_ROLE_FRAMING, FP_ROLE_MARKER },
      .end = "\\}(?!" NEXT ")",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = MEMBERS },
    { 0 },
};

static const char *const TO_NOTHING[] = { NULL };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_NOTHING },
    .in_string = in_string,
};

const fp_syntax FP_LLAMA3_JSON = {
    .id = "llama3-json",
    .title = "a message that is a JSON object (Llama 3.1 to 3.3)",
    .howto = "To use a tool, answer with nothing but a JSON object {\"name\": NAME, "
             "\"parameters\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments. "
             "Several calls are parted by a semicolon.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "LLAMA3-JSON-5.2" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "LLAMA3-JSON-3.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "LLAMA3-JSON-3.3" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "LLAMA3-JSON-1.3" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "LLAMA3-JSON-4.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "LLAMA3-JSON-2.3" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "LLAMA3-JSON-1.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "LLAMA3-JSON-4.4" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "LLAMA3-JSON-4.5" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "LLAMA3-JSON-1.5" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "LLAMA3-JSON-1.3",
        [FP_ROLE_MARKER] = "LLAMA3-JSON-2.1",
        [FP_ROLE_NAME] = "LLAMA3-JSON-2.1",
        [FP_ROLE_VALUE] = "LLAMA3-JSON-4.1",
        [FP_ROLE_SKIPPED] = "LLAMA3-JSON-5.1",
        [FP_ROLE_FRAMING] = "LLAMA3-JSON-1.2",
    },
    .misfit = "LLAMA3-JSON-4.4",
    .json = true,
    .stands = FP_STANDS_FIRST,
    .highlight = HIGHLIGHT,
    .render = fp_object_render,
    .table = &TABLE,
    .state_size = sizeof(llama),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .passed = passed,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
