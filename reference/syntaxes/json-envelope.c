/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope.c: one JSON document with a thought and its calls: the document, and the table of
 * its call objects. Clauses: spec/json-envelope.md. */
#include "syntaxes/json-envelope.h"

#include "core/ascii.h"
#include "core/out_json.h"
#include "core/out_units.h"
#include "core/step.h"
#include "engines/object.h"

#include <string.h>

typedef enum state {
    TEXT,     /* the start state */
    OPENING,  /* held: from a brace at the beginning of a line on */
    DOCUMENT, /* between tokens, in a key, in a skipped value */
    THOUGHT,  /* in the string of a thought */
    CALLS,    /* in the array tool_calls, outside call objects */
    CALL,     /* held: a call object */
    LONG,     /* in a call object that is over the limit of a call, and skipped */
    REST      /* after a wrong byte */
} state;

/* What a member of a document is. */
enum { SKIPPED, A_THOUGHT, THE_CALLS };

static const fp_object_member MEMBERS[] = { /* JSON-ENVELOPE-2.1 */
                                            { "thought", A_THOUGHT },
                                            { "tool_calls", THE_CALLS },
                                            { 0 }
};

typedef struct envelope {
    state state;
    bool in_line; /* text: the line so far has something other than blanks */

    fp_object_scan scan; /* of the document */
    uint64_t document;   /* offset of its brace */
    bool has_calls;      /* there was a tool_calls */

    fp_object_key key;
    uint64_t key_at;
    uint8_t member;      /* after its colon */
    bool limit_said;     /* of the value being skipped */
    fp_unescaped string; /* of the thought; zeros where it has nothing left to bring out */

    bool in_element;  /* in an element of tool_calls that is not a call object, */
    bool bad_element; /* and is diagnosed as that */
    uint64_t element; /* its offset */
    fp_object call;   /* the call object, of which the document has seen the brace only */
} envelope;

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

static bool is_lenient(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

static void framing(fp_out *out)
{
    fp_out_mark_byte(out, FP_ROLE_FRAMING);
}

/* -- text -------------------------------------------------------------------------------------- */

/* JSON-ENVELOPE-2.1: what may come between an LF and the brace. */
static void note_line(envelope *s, unsigned char c)
{
    s->in_line = c != '\n' && (s->in_line || !fp_is_line_blank(c));
}

/* Forgets the document, if there was one. */
static void go_to(envelope *s, state next, bool in_line)
{
    memset(s, 0, sizeof *s);
    s->state = next;
    s->in_line = in_line;
}

/* JSON-ENVELOPE-8.8 */
static void hold_opening(envelope *s, fp_out *out, unsigned char c)
{
    note_line(s, c);
    if (fp_out_hold(out, c))
        return;
    fp_out_release(out);
    go_to(s, TEXT, s->in_line);
}

static bool take_text(envelope *s, fp_out *out, unsigned char c)
{
    if (c == '{' && !s->in_line) {
        s->state = OPENING;
        s->document = here(out);
        fp_jsonscan_step(&s->scan.json, c); /* never too deep: JSON-ENVELOPE-8.7 */
        hold_opening(s, out, c);
        return TAKEN;
    }
    note_line(s, c);
    fp_out_payload(out, c);
    return TAKEN;
}

static void begin_member(envelope *s, fp_out *out, uint8_t which)
{
    if (which == THE_CALLS && s->has_calls) { /* JSON-ENVELOPE-2.7 */
        fp_out_diagnostic(out, FP_DUPLICATE_ARGUMENT, s->key_at, "JSON-ENVELOPE-2.7");
        which = SKIPPED;
    }
    s->has_calls = s->has_calls || which == THE_CALLS;
    s->member = which;
    s->limit_said = false;
}

/* Whether the opening continues with the byte; JSON-ENVELOPE-2.3: the key is written so. */
static bool opens(envelope *s, unsigned what, unsigned char c)
{
    if (!(what & FP_OBJECT_KEY))
        return !what; /* a blank */
    if (c == '\\')
        return false;
    fp_object_key_step(&s->key, MEMBERS, what, c);
    return what & FP_OBJECT_KEY_END ? fp_object_key_find(&s->key, MEMBERS) != SKIPPED
                                    : s->key.found;
}

static bool take_opening(envelope *s, fp_out *out, unsigned char c)
{
    const unsigned what = fp_object_scan_step(&s->scan, out, c);

    if (what & FP_OBJECT_COLON) {
        fp_out_cite(out, "JSON-ENVELOPE-2.1");
        fp_out_mark(out, FP_ROLE_FRAMING);
        framing(out);
        s->state = DOCUMENT;
        begin_member(s, out, fp_object_key_find(&s->key, MEMBERS));
        return TAKEN;
    }
    if (opens(s, what, c)) {
        hold_opening(s, out, c);
        return TAKEN;
    }
    fp_out_release(out); /* JSON-ENVELOPE-2.4 */
    go_to(s, TEXT, s->in_line);
    return AGAIN;
}

/* -- call objects ------------------------------------------------------------------------------ */

/* After a call object, which the document has as an empty one: it was an element of the array, or
 * stood for it (JSON-ENVELOPE-6.3). */
static void leave_call(envelope *s, const fp_out *out)
{
    fp_object_scan_step(&s->scan, out, '}');
    s->state = s->call.scan.outer > 1 ? CALLS : DOCUMENT;
    s->call = (fp_object){ 0 };
}

/* JSON-ENVELOPE-8.6: over the limit of a call, and from here on a skipped value. */
static void skip_call(envelope *s, fp_out *out)
{
    fp_out_limit_exceeded(out, here(out));
    fp_out_cite(out, "JSON-ENVELOPE-8.6");
    fp_out_mark(out, FP_ROLE_FRAMING);
    s->state = LONG;
}

/* A byte of a call object, its braces included. */
static void take_call(envelope *s, fp_out *out, unsigned what, unsigned char c)
{
    if (s->state == CALL && fp_out_held_length(out) == fp_out_limits(out)->call)
        skip_call(s, out);
    if (s->state == LONG)
        framing(out);
    else
        fp_out_hold_unit(out, c);
    if (!(what & FP_OBJECT_CLOSED))
        return;
    if (s->state == CALL)
        fp_object_give_whole(&s->call, out, FP_OBJECT_WHOLE);
    leave_call(s, out);
}

static void begin_call(envelope *s, fp_out *out)
{
    s->state = CALL;
    s->call.scan.outer = s->scan.json.depth - 1;
    take_call(s, out, fp_object_read(&s->call, out, '{', here(out)), '{');
}

/* -- the document ------------------------------------------------------------------------------ */

/* JSON-ENVELOPE-8.7 */
static void note_depth(envelope *s, fp_out *out, unsigned what)
{
    if (!(what & FP_OBJECT_TOO_DEEP) || s->limit_said)
        return;
    fp_out_limit_exceeded(out, here(out));
    s->limit_said = true;
}

/* A byte between the quotes of a thought, or what ends it; how much comes out with it. */
static size_t give_thought(envelope *s, fp_out *out, bool ends, unsigned char c)
{
    char bytes[FP_UNESCAPE_MAX];
    const size_t len = ends ? fp_unescaped_end(&s->string, bytes)
                            : fp_unescaped_step(&s->string, c, here(out), bytes);
    uint64_t lone;

    fp_out_text(out, (fp_str){ bytes, len });
    if (fp_unescaped_lone(&s->string, &lone))
        fp_out_diagnostic(out, FP_INVALID_JSON, lone, "MODEL-1.7");
    if (!s->string.u.state && !s->string.u.high)
        s->string = (fp_unescaped){ 0 };
    return len;
}

/* JSON-ENVELOPE-8.1, 8.2 */
static void wrong_byte(envelope *s, fp_out *out, unsigned char c)
{
    if (s->state == CALL)
        fp_object_give_whole(&s->call, out, FP_OBJECT_CUT);
    if (s->state == THOUGHT) /* JSON-ENVELOPE-9.2: a high surrogate is lone now */
        give_thought(s, out, true, c);
    fp_out_diagnostic(out, FP_INVALID_JSON, here(out), "JSON-ENVELOPE-8.1");
    go_to(s, REST, true);
    fp_out_payload(out, c);
}

/* The first byte of a member's value. Whether it has been taken. */
static bool begin_value(envelope *s, fp_out *out, unsigned char c)
{
    const bool deep = s->scan.deep; /* and so skipped: JSON-ENVELOPE-8.7 */

    if (s->member == SKIPPED || c == 'n') /* JSON-ENVELOPE-2.8, 3.4: null */
        return false;
    if (s->member == A_THOUGHT) {
        if (c == '"')
            s->state = THOUGHT;
        else
            fp_out_diagnostic(out, FP_BAD_TYPE, s->document, "JSON-ENVELOPE-3.4");
        return false;
    }
    if (c == '[') {
        s->state = deep ? DOCUMENT : CALLS;
        return false;
    }
    if (c == '{' && is_lenient(out) && !deep) { /* JSON-ENVELOPE-6.3 */
        begin_call(s, out);
        return true;
    }
    if (c != '{' || !is_lenient(out))
        fp_out_diagnostic(out, FP_BAD_TYPE, s->document, "JSON-ENVELOPE-2.8");
    return false;
}

static void take_key(envelope *s, fp_out *out, unsigned what, unsigned char c)
{
    if (what & FP_OBJECT_KEY_BEGIN)
        s->key_at = here(out);
    fp_object_key_step(&s->key, MEMBERS, what, c);
}

static void take_document(envelope *s, fp_out *out, unsigned what, unsigned char c)
{
    if (what & FP_OBJECT_KEY)
        take_key(s, out, what, c);
    else if (what & FP_OBJECT_COLON)
        begin_member(s, out, fp_object_key_find(&s->key, MEMBERS));
    else if (what & FP_OBJECT_VALUE_BEGIN && begin_value(s, out, c))
        return;
    note_depth(s, out, what);
    framing(out);
    if (what & FP_OBJECT_CLOSED) /* JSON-ENVELOPE-2.9 */
        go_to(s, TEXT, false);
}

/* JSON-ENVELOPE-3.1, 9.2. Of an escape, the bytes that bring nothing out are framing. */
static void take_thought(envelope *s, fp_out *out, unsigned what, unsigned char c)
{
    const bool end = what & FP_OBJECT_VALUE_END;
    const bool comes_out = give_thought(s, out, end, c) && !end;

    fp_out_cite(out, "JSON-ENVELOPE-3.1");
    fp_out_mark_byte(out, comes_out ? FP_ROLE_TEXT : FP_ROLE_FRAMING);
    if (end)
        s->state = DOCUMENT;
}

/* -- the calls --------------------------------------------------------------------------------- */

enum { ARRAY = 2 }; /* brackets open in the array */

/* JSON-ENVELOPE-4.5. Whether the byte has been taken. */
static bool begin_element(envelope *s, fp_out *out, unsigned what, unsigned char c)
{
    if (c == '{' && !s->scan.deep) {
        begin_call(s, out);
        return true;
    }
    s->in_element = true;
    s->bad_element = c != '{';
    s->limit_said = s->bad_element;
    s->element = here(out);
    note_depth(s, out, what); /* JSON-ENVELOPE-8.7: a call object that is too deep */
    return false;
}

static bool begins_element(const envelope *s, unsigned char c)
{
    return s->scan.json.depth >= ARRAY && c != ',' && c != '\n' && !fp_is_line_blank(c);
}

/* JSON-ENVELOPE-9.4: with its last byte; a number, with the byte after it. */
static bool ends_element(const envelope *s, unsigned char c)
{
    if (s->scan.json.depth != ARRAY)
        return s->scan.json.depth < ARRAY;
    return fp_jsonscan_after_value(&s->scan.json) ||
           (c == ',' && !fp_jsonscan_in_string(&s->scan.json));
}

static void end_element(envelope *s, fp_out *out)
{
    if (s->bad_element)
        fp_out_diagnostic(out, FP_BAD_NAME, s->element, "JSON-ENVELOPE-4.5");
    s->in_element = false;
}

static void take_calls(envelope *s, fp_out *out, unsigned what, unsigned char c)
{
    if (s->in_element && ends_element(s, c))
        end_element(s, out);
    else if (!s->in_element && begins_element(s, c) && begin_element(s, out, what, c))
        return;
    framing(out);
    if (s->scan.json.depth < ARRAY)
        s->state = DOCUMENT;
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* A byte of the document, after its opening. */
static bool take_scanned(envelope *s, fp_out *out, unsigned char c)
{
    const bool in_call = s->state == CALL || s->state == LONG;
    const unsigned what = in_call ? fp_object_read(&s->call, out, c, here(out))
                                  : fp_object_scan_step(&s->scan, out, c);

    if (what & FP_OBJECT_WRONG)
        wrong_byte(s, out, c);
    else if (in_call)
        take_call(s, out, what, c);
    else if (s->state == DOCUMENT)
        take_document(s, out, what, c);
    else if (s->state == THOUGHT)
        take_thought(s, out, what, c);
    else
        take_calls(s, out, what, c);
    return TAKEN;
}

static bool take_rest(envelope *s, fp_out *out, unsigned char c)
{
    (void)s;
    fp_out_payload(out, c); /* JSON-ENVELOPE-8.1 */
    return TAKEN;
}

static bool (*const TAKE[])(envelope *s, fp_out *out, unsigned char c) = {
    [TEXT] = take_text,       [OPENING] = take_opening, [DOCUMENT] = take_scanned,
    [THOUGHT] = take_scanned, [CALLS] = take_scanned,   [CALL] = take_scanned,
    [LONG] = take_scanned,    [REST] = take_rest,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (envelope *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* JSON-ENVELOPE-3.1: bytes that stand for themselves. */
static size_t run_thought(envelope *s, fp_out *out, const char *bytes, size_t len)
{
    const fp_str plain = { bytes, fp_jsonscan_plain(bytes, len) };

    if (!plain.len || s->string.u.high || !fp_jsonscan_in_text(&s->scan.json))
        return 0; /* of an escape there is something left to do */
    fp_out_text(out, plain);
    fp_out_cite(out, "JSON-ENVELOPE-3.1");
    fp_out_mark_run(out, plain.len, FP_ROLE_TEXT);
    return plain.len;
}

/* How many of the bytes are text of a call object, and not of its name. */
static size_t text_of_call(const envelope *s, const char *bytes, size_t len)
{
    return s->call.member == FP_OBJECT_NAME ? 0 : fp_object_scan_text(&s->call.scan, bytes, len);
}

/* Bytes of a call object, as far as they cannot end it. */
static size_t run_call(envelope *s, fp_out *out, const char *bytes, size_t len)
{
    const size_t room = fp_out_hold_room(out), most = len < room ? len : room;
    size_t i = 0;

    for (;; i++) {
        i += text_of_call(s, bytes + i, most - i);
        if (i == most || (bytes[i] == '}' && s->call.scan.json.depth <= 1))
            break;
        if (fp_object_read(&s->call, out, (unsigned char)bytes[i], fp_out_offset(out) + i) &
            FP_OBJECT_WRONG)
            break;
    }
    fp_out_hold_run(out, (fp_str){ bytes, i });
    return i;
}

static size_t run(void *self, fp_out *out, const char *bytes, size_t len)
{
    envelope *s = self;

    if (s->state == CALL)
        return run_call(s, out, bytes, len);
    if (s->state == THOUGHT)
        return run_thought(s, out, bytes, len);
    len = fp_object_scan_text(&s->scan, bytes, len);
    if (len) /* of a string that is skipped */
        fp_out_mark_run(out, len, FP_ROLE_FRAMING);
    return len;
}

static fp_in_string in_string(const void *self)
{
    const envelope *s = self;
    const bool held = s->state == CALL && s->call.scan.in_value &&
                      s->call.member != FP_OBJECT_NAME && fp_jsonscan_in_text(&s->call.scan.json);

    return held ? FP_STRING_HELD : FP_STRING_OTHER;
}

static void finish(void *self, fp_out *out)
{
    envelope *s = self;

    switch (s->state) {
    case TEXT:
    case REST:
        break;
    case OPENING: /* JSON-ENVELOPE-2.4 */
        fp_out_release(out);
        break;
    case DOCUMENT:
    case THOUGHT:
    case CALLS:
    case LONG:
        fp_out_diagnostic(out, FP_INVALID_JSON, fp_out_offset(out), "JSON-ENVELOPE-8.4");
        break;
    case CALL:
        fp_object_give_whole(&s->call, out, FP_OBJECT_UNFINISHED);
        break;
    }
}

static const fp_object_table TABLE = {
    .members = { { "tool", FP_OBJECT_NAME }, /* JSON-ENVELOPE-4.1, 4.4 */
                 { "args", FP_OBJECT_ARGUMENTS } },
    .clauses = { .again = "JSON-ENVELOPE-4.7",
                 .duplicate = "JSON-ENVELOPE-5.5",
                 .bad_arguments = "JSON-ENVELOPE-5.2",
                 .bad_text = "JSON-ENVELOPE-6.5",
                 .bad_name = "JSON-ENVELOPE-4.5",
                 .long_name = "JSON-ENVELOPE-8.6",
                 .unfinished = "JSON-ENVELOPE-8.2" },
    .layout = { .before = "{\"tool\": ",
                .between = ", \"args\": {",
                .after = "}}",
                .comma = ", ",
                .levels = 4,
                .bracket = true,
                .bad_name = "JSON-ENVELOPE-10.3",
                .bad_bytes = "JSON-ENVELOPE-10.4",
                .bad_json = "JSON-ENVELOPE-10.5",
                .lone = "JSON-ENVELOPE-10.5",
                .over = "JSON-ENVELOPE-10.6" },
};

/* The places of these lists in the row, from 1. */
enum { DOCUMENT_LEADS = 1, NO_LEADS };

static const char *const TO_DOCUMENT[] = { "\n" FP_LEAD_BLANKS "{", NULL };
static const char *const TO_NOTHING[] = { NULL };

static unsigned at_ease(const void *self)
{
    const envelope *s = self;

    if (s->state == REST)
        return NO_LEADS;
    return s->state == TEXT && s->in_line ? DOCUMENT_LEADS : 0;
}

static void passed(void *self, unsigned char last)
{
    envelope *s = self;

    s->in_line = s->state == REST || last != '\n';
}

static const char *const COMPLETIONS[] = { "{\"thought\":", "{\"tool_calls\":", NULL };

static const char *const MARKERS[] = {
    "\n{",
    "{\"thought\": \"",
    "{\"tool_calls\": [",
    "\"tool_calls\": [",
    "\n{\"tool_calls\": [{\"tool\": \"a\", \"args\": {",
    "\"k\": \"v\", ",
    "\"}}]}\n",
    "}}]}\n",
    "\n{\"tool_calls\": [{\"tool\": \"a\", \"args\": {\"k\": \"v\", \"l\": [1]}}",
    ", {\"args\": {}, \"tool\": \"",
    "\\\"",
    "\\ud83d",
    "\\ude00",
    NULL
};

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_DOCUMENT, TO_NOTHING },
    .in_string = in_string,
    .run = run,
};

const fp_syntax FP_JSON_ENVELOPE = {
    .id = "json-envelope",
    .title = "one JSON document with a thought and its calls (seed 4)",
    .howto = "Answer with one JSON object, at the start of a line: \"thought\", a string for the "
             "user, and \"tool_calls\", an array with an object for each call, of \"tool\", the "
             "tool's name, and \"args\", an object of its arguments. Escape quotes, backslashes "
             "and line ends in strings.",
    .encoded = true,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "JSON-ENVELOPE-8.2" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "JSON-ENVELOPE-7.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "JSON-ENVELOPE-7.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "JSON-ENVELOPE-7.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "JSON-ENVELOPE-5.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "JSON-ENVELOPE-7.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_CALL, "JSON-ENVELOPE-7.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "JSON-ENVELOPE-5.6" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "JSON-ENVELOPE-6.1" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "JSON-ENVELOPE-7.4" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "JSON-ENVELOPE-7.1",
        [FP_ROLE_MARKER] = "JSON-ENVELOPE-4.1",
        [FP_ROLE_NAME] = "JSON-ENVELOPE-4.6",
        [FP_ROLE_VALUE] = "JSON-ENVELOPE-5.3",
        [FP_ROLE_FRAMING] = "JSON-ENVELOPE-2.9",
    },
    .render = fp_env_render,
    .table = &TABLE,
    .state_size = sizeof(envelope),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .passed = passed,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
