/* SPDX-License-Identifier: Apache-2.0 */
/* hermes.c: a JSON object between tags: the tags, and the table of the object. Clauses:
 * spec/hermes.md. */
#include "syntaxes/hermes-highlight.h"

#include "core/ascii.h"
#include "engines/object.h"

#include <stddef.h>
#include <string.h>

typedef enum state {
    TEXT,    /* outside a block; the start state */
    OPENING, /* held: the beginning of an opening tag */
    STRAY,   /* in what may be a closing tag outside a block; it is text already */
    LEAD,    /* held: an opening tag, and blanks */
    FOREIGN, /* behind that, in what may begin a block of another syntax; text already */
    OBJECT,  /* held, until there is a name: the object and all before it */
    BEHIND,  /* behind the object; held: blanks and the beginning of a tag */
    LOST     /* the object cannot be followed any more: up to a closing tag */
} state;

typedef struct hermes {
    state state;
    uint8_t count;   /* bytes of a tag so far */
    bool is_block;   /* no text, whatever follows: OBJECT-2.4 */
    bool behind_tag; /* OPENING: an opening tag stands before it, with nothing but blanks between */
    bool is_opening; /* BEHIND: the tag is one */
    bool strings;    /* LOST: strings are followed: OBJECT-7.5, */
    bool in_string, in_escape;
    uint64_t start; /* of the tag; 0 in TEXT */
    fp_object object;
} hermes;

static const char OPEN[] = "<tool_call>";
static const char CLOSE[] = "</tool_call>";
static const char OTHER[] = "<function="; /* HERMES-2.6 */

enum { OPEN_LENGTH = sizeof OPEN - 1 };

/* -- bytes and moves --------------------------------------------------------------------------- */

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

/* Most often there is no object to forget. */
static void enter(hermes *s, state next)
{
    if (s->state >= OBJECT)
        s->object = (fp_object){ 0 };
    memset(s, 0, offsetof(hermes, object));
    s->state = next;
}

/* Leaves the byte to another state. False. */
static bool leave_to(hermes *s, state next)
{
    enter(s, next);
    return false;
}

/* Follows a tag by one byte; whether the byte goes on with it. */
static bool follow(hermes *s, const char *tag, unsigned char c)
{
    if (c != (unsigned char)tag[s->count])
        return false;
    s->count++;
    return true;
}

/* After a byte that went on with it: whether the tag is whole. */
static bool is_whole(const hermes *s, const char *tag)
{
    return !tag[s->count];
}

/* -- outside a block --------------------------------------------------------------------------- */

static bool take_text(hermes *s, fp_out *out, unsigned char c)
{
    if (c == '<')
        return leave_to(s, OPENING);
    fp_out_payload(out, c); /* OBJECT-8.1 */
    return true;
}

/* Holds a byte of what may become a block. True. */
static bool hold_opening(hermes *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) { /* OBJECT-7.9 */
        fp_out_release(out);
        enter(s, TEXT);
    }
    return true;
}

/* What begins no token begins no tag of calls (MODEL-7.2). */
static bool take_spelt(hermes *s, fp_out *out, unsigned char c)
{
    s->start = s->behind_tag ? here(out) : 0;
    s->state = s->behind_tag ? FOREIGN : TEXT;
    if (!s->behind_tag)
        fp_out_payload(out, c);
    return !s->behind_tag;
}

static bool take_opening(hermes *s, fp_out *out, unsigned char c) /* OBJECT-2.1, HERMES-2.3 */
{
    const bool behind_tag = s->behind_tag && s->count == 1 && c == (unsigned char)OTHER[1];

    if (!s->count && fp_out_is_spelt(out))
        return take_spelt(s, out, c);
    if (follow(s, OPEN, c)) {
        if (s->count == 1)
            s->start = here(out);
        if (is_whole(s, OPEN))
            s->state = LEAD;
        return hold_opening(s, out, c);
    }
    fp_out_release(out);
    if (behind_tag || (s->count == 1 && c == '/')) { /* HERMES-2.6, OBJECT-8.2 */
        s->state = behind_tag ? FOREIGN : STRAY;
        return false;
    }
    return leave_to(s, TEXT); /* OBJECT-2.8 */
}

static bool take_stray(hermes *s, fp_out *out, unsigned char c) /* OBJECT-8.2 */
{
    if (!follow(s, CLOSE, c))
        return leave_to(s, TEXT);
    if (is_whole(s, CLOSE)) {
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "OBJECT-8.2");
        enter(s, TEXT);
    }
    fp_out_payload(out, c);
    return true;
}

static bool take_foreign(hermes *s, fp_out *out, unsigned char c) /* HERMES-2.6 */
{
    if (!follow(s, OTHER, c))
        return leave_to(s, TEXT);
    if (is_whole(s, OTHER)) {
        fp_out_diagnostic(out, FP_INVALID_JSON, s->start, "HERMES-2.6");
        enter(s, LOST);
    }
    fp_out_payload(out, c);
    return true;
}

static bool take_lead(hermes *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return hold_opening(s, out, c);
    if (c == '{') {
        s->state = OBJECT;
        return false;
    }
    fp_out_release(out); /* OBJECT-2.5 */
    enter(s, c == '<' ? OPENING : TEXT);
    s->behind_tag = c == '<';
    return false;
}

/* -- a block that cannot be followed: OBJECT-2.7, OBJECT-7.1, OBJECT-7.5
 * ------------------------------------- */

/* From here on; strings: those of the object are followed. */
static void lose(hermes *s, bool strings)
{
    const bool in_string = strings && fp_jsonscan_in_string(&s->object.scan.json);
    const bool in_escape = in_string && !fp_jsonscan_in_text(&s->object.scan.json);
    const bool is_block = s->is_block;

    enter(s, LOST);
    s->is_block = is_block;
    s->strings = strings;
    s->in_string = in_string;
    s->in_escape = in_escape;
}

/* The bytes held of a block without a name. */
static void give_up(hermes *s, fp_out *out, bool strings)
{
    if (s->is_block)
        fp_out_mark(out, FP_ROLE_FRAMING);
    else
        fp_out_release(out);
    lose(s, strings);
}

/* Whether the byte stands in a string, or bounds one: OBJECT-7.5. */
static bool is_in_string(hermes *s, const fp_out *out, unsigned char c)
{
    const bool was = s->in_string;
    const bool lenient = fp_object_takes_controls(out);

    if (!s->strings)
        return false;
    s->in_string = was ? s->in_escape || (c != '"' && (c >= 0x20 || lenient)) : c == '"';
    s->in_escape = was && !s->in_escape && c == '\\';
    return was || s->in_string;
}

static void mark_lost(const hermes *s, fp_out *out, unsigned char c)
{
    if (s->is_block)
        fp_out_mark_byte(out, fp_out_in_call(out) ? FP_ROLE_SKIPPED : FP_ROLE_FRAMING);
    else
        fp_out_payload(out, c);
}

static bool take_lost(hermes *s, fp_out *out, unsigned char c)
{
    mark_lost(s, out, c);
    if (is_in_string(s, out, c)) {
        s->count = 0;
        return true;
    }
    if (c == '<')
        s->count = !fp_out_is_spelt(out);
    else if (!s->count || !follow(s, CLOSE, c))
        s->count = 0;
    if (!is_whole(s, CLOSE))
        return true;
    if (fp_out_in_call(out))
        fp_out_call_end(out, fp_out_offset(out)); /* it is spoilt */
    enter(s, TEXT);
    return true;
}

/* -- the object -------------------------------------------------------------------------------- */

static void wrong_byte(hermes *s, fp_out *out) /* OBJECT-2.7, OBJECT-7.1 */
{
    const uint64_t wrong = here(out);

    if (!fp_out_in_call(out)) {
        fp_out_diagnostic(out, FP_INVALID_JSON, wrong, s->is_block ? "OBJECT-7.1" : "OBJECT-2.7");
        give_up(s, out, false);
        return;
    }
    fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, "OBJECT-7.1");
    fp_out_call_spoil(out);
    lose(s, false);
}

/* OBJECT-7.8. True. */
static bool take_too_deep(hermes *s, fp_out *out, unsigned char c)
{
    fp_out_limit_exceeded(out, here(out));
    if (fp_out_in_call(out)) {
        fp_out_call_spoil(out);
        lose(s, true);
    } else {
        give_up(s, out, true);
    }
    mark_lost(s, out, c);
    return true;
}

/* OBJECT-4.3, OBJECT-9.2: the held bytes end with the name. */
static void begin_call(hermes *s, fp_out *out)
{
    const fp_str held = fp_out_held(out);
    const size_t lead = (size_t)((const char *)memchr(held.ptr, '{', held.len) - held.ptr);

    if (!fp_object_begin(&s->object, out, fp_out_mark_offset(out))) {
        fp_out_release(out);
        enter(s, TEXT);
        return;
    }
    s->is_block = true;
    fp_out_mark_first(out, OPEN_LENGTH, FP_ROLE_MARKER);
    fp_out_mark_first(out, lead - OPEN_LENGTH, FP_ROLE_BLANK);
    fp_object_give_held(&s->object, out);
}

/* OBJECT-7.4: the object is whole, and has no name. */
static void end_nameless(hermes *s, fp_out *out)
{
    fp_object_refuse_name(&s->object, out, s->start);
    if (s->is_block) {
        fp_out_mark(out, FP_ROLE_FRAMING);
        s->state = BEHIND;
        s->count = 0;
        return;
    }
    fp_out_release(out);
    enter(s, TEXT);
}

/* A byte of an object without a name so far. True. */
static bool hold_object(hermes *s, fp_out *out, unsigned what, unsigned char c)
{
    if (s->object.naming > FP_OBJECT_NAMED) { /* OBJECT-4.3, OBJECT-7.5, OBJECT-7.6 */
        fp_object_refuse_name(&s->object, out, s->start);
        give_up(s, out, true);
        mark_lost(s, out, c);
        return true;
    }
    if (what & FP_OBJECT_COLON && s->object.member != FP_OBJECT_NAME) /* OBJECT-2.4 */
        s->is_block = true;
    if (s->is_block ? !fp_out_hold_unit(out, c) : !fp_out_hold(out, c)) /* OBJECT-7.9 */
        give_up(s, out, true);
    else if (s->object.naming == FP_OBJECT_NAMED)
        begin_call(s, out);
    else if (what & FP_OBJECT_CLOSED)
        end_nameless(s, out);
    return true;
}

static bool take_object(hermes *s, fp_out *out, unsigned char c)
{
    unsigned what;

    if (fp_object_give_inside(&s->object, out, c)) {
        fp_out_mark_byte(out, FP_ROLE_VALUE);
        return true;
    }
    what = fp_object_read(&s->object, out, c, here(out));
    if (what & FP_OBJECT_WRONG) {
        wrong_byte(s, out);
        return false;
    }
    if (what & FP_OBJECT_TOO_DEEP)
        return take_too_deep(s, out, c);
    if (!fp_out_in_call(out))
        return hold_object(s, out, what, c);
    fp_out_mark_byte(out, fp_object_give(&s->object, out, what, c, here(out)));
    if (what & FP_OBJECT_CLOSED) {
        s->state = BEHIND;
        s->count = 0;
    }
    return true;
}

/* -- behind the object ------------------------------------------------------------------------- */

/* The block ends before what is held. OBJECT-7.2, OBJECT-6.5 */
static void end_early(fp_out *out, bool whole)
{
    const uint64_t end = fp_out_mark_offset(out);

    if (fp_out_in_call(out) && whole)
        fp_out_call_end(out, end);
    else if (fp_out_in_call(out))
        fp_out_call_cut(out, end, "OBJECT-7.2");
}

/* The held bytes, and what follows, are outside the block. */
static bool leave_block(hermes *s, fp_out *out)
{
    end_early(out, false);
    fp_out_release(out);
    return leave_to(s, TEXT);
}

/* Begins an opening tag after the object: the blanks before it are text in any case. */
static void begin_next(hermes *s, fp_out *out, bool whole)
{
    const uint64_t start = here(out) - s->count;

    end_early(out, whole);
    fp_out_release_first(out, fp_out_held_length(out) - s->count);
    s->is_block = false;
    s->is_opening = false;
    s->start = start;
    s->object = (fp_object){ 0 };
}

static void close_block(hermes *s, fp_out *out) /* OBJECT-3.1 */
{
    const size_t tag = s->count - 1u; /* all but the byte itself */
    const bool in_call = fp_out_in_call(out);

    fp_out_mark_first(out, fp_out_held_length(out) - tag,
                      in_call ? FP_ROLE_BLANK : FP_ROLE_FRAMING);
    fp_out_mark(out, in_call ? FP_ROLE_MARKER : FP_ROLE_FRAMING);
    fp_out_mark_byte(out, in_call ? FP_ROLE_MARKER : FP_ROLE_FRAMING);
    if (in_call)
        fp_out_call_end(out, fp_out_offset(out));
    enter(s, TEXT);
}

static bool hold_behind(hermes *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) /* OBJECT-7.9 */
        leave_block(s, out);
    return true;
}

static bool take_behind(hermes *s, fp_out *out, unsigned char c)
{
    const bool lenient = fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;

    if (!s->count && fp_is_space(c))
        return hold_behind(s, out, c);
    if (s->count == 1 && c == (unsigned char)OPEN[1]) { /* OBJECT-7.2 */
        s->is_opening = true;
        if (!lenient || !fp_out_in_call(out)) {
            begin_next(s, out, false);
            s->state = OPENING;
            return false;
        }
    }
    if (!s->count && fp_out_is_spelt(out)) /* MODEL-7.2 */
        return leave_block(s, out);
    if (!follow(s, s->is_opening ? OPEN : CLOSE, c))
        return leave_block(s, out);
    if (!s->is_opening && is_whole(s, CLOSE)) {
        close_block(s, out);
        return true;
    }
    if (s->is_opening && is_whole(s, OPEN)) { /* OBJECT-6.5 */
        s->count--;
        begin_next(s, out, true);
        s->state = OPENING;
        return false;
    }
    return hold_behind(s, out, c);
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns false. */
static bool (*const TAKE[])(hermes *s, fp_out *out, unsigned char c) = {
    [TEXT] = take_text,       [OPENING] = take_opening, [STRAY] = take_stray,   [LEAD] = take_lead,
    [FOREIGN] = take_foreign, [OBJECT] = take_object,   [BEHIND] = take_behind, [LOST] = take_lost,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (hermes *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* OBJECT-5.3 */
static fp_in_string in_string(const void *self)
{
    const hermes *s = self;

    return s->state == OBJECT && fp_object_in_value(&s->object) ? FP_STRING_PAYLOAD
                                                                : FP_STRING_OTHER;
}

static void finish(void *self, fp_out *out)
{
    const hermes *s = self;

    if (fp_out_in_call(out)) { /* OBJECT-7.3 */
        fp_out_mark(out, FP_ROLE_SKIPPED);
        fp_out_call_unfinished(out, "OBJECT-7.3");
        return;
    }
    if (s->state == OBJECT)
        fp_out_diagnostic(out, FP_UNTERMINATED_CALL, s->start, "OBJECT-7.4");
    if (s->is_block)
        fp_out_mark(out, FP_ROLE_FRAMING);
    else
        fp_out_release(out);
}

static const fp_object_table TABLE = {
    .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, HERMES-4.2 */
                 { "arguments", FP_OBJECT_ARGUMENTS },
                 { "parameters", FP_OBJECT_ARGUMENTS } },
    .clauses = { .again = "OBJECT-4.5",
                 .duplicate = "OBJECT-5.5",
                 .bad_arguments = "OBJECT-5.2",
                 .bad_text = "OBJECT-6.4",
                 .bad_name = "OBJECT-4.3" },
    .layout = { .before = "<tool_call>\n{\"name\": ",
                .between = ", \"arguments\": {",
                .after = "}}\n</tool_call>",
                .comma = ",",
                .levels = 2,
                .bad_name = "OBJECT-10.4",
                .duplicate = "OBJECT-10.4",
                .bad_bytes = "OBJECT-10.3",
                .bad_json = "OBJECT-10.4",
                .over = "OBJECT-10.5" },
};

static const char *const TO_TAG[] = { "<", NULL };

static unsigned at_ease(const void *self)
{
    const hermes *s = self;

    return s->state == TEXT;
}

static const char *const COMPLETIONS[] = { "<tool_call>{\"name\":\"x\"", "0000\":\"x\"", "0000\"",
                                           "</tool_call>", NULL };

static const char *const MARKERS[] = {
    "<tool_call>",
    "</tool_call>",
    "<tool_call>\n{\"name\": \"a\", \"arguments\": {",
    "<tool_call>{\"arguments\": {\"k\": \"v\"}, \"name\": \"b\"}",
    "}}\n</tool_call>",
    "\"name\": \"",
    "\"arguments\": ",
    "\"parameters\": ",
    "\"k\": \"v\", ",
    "\"l\": [1, {\"m\": null}]",
    "\"{\\\"k\\\": 1}\"",
    "<function=",
    "{",
    "}",
    "\\\"",
    "\\ud83d",
    "\\ude00",
    "<",
    NULL
};

/* The tags are on lines of their own (HERMES-10.1), and hold the object alone. */
static bool piece(const fp_syntax *syntax, fp_block_piece which, fp_str name, fp_json *text)
{
    static const char *const PIECES[FP_PIECE_COUNT] = {
        [FP_PIECE_OPEN] = "<tool_call>\n", [FP_PIECE_CLOSE] = "\n</tool_call>",
        [FP_PIECE_BARE_OPEN] = OPEN,       [FP_PIECE_BARE_CLOSE] = CLOSE,
        [FP_PIECE_OPENER] = OPEN,          [FP_PIECE_CLOSER] = CLOSE,
    };

    (void)syntax;
    (void)name;
    if (!PIECES[which]) /* GCOVR_EXCL_BR_LINE: no case asks for tags of arguments */
        return false;
    fp_json_raw(text, PIECES[which]);
    return true;
}

static const fp_derive DERIVE = { .piece = piece };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_TAG },
    .in_string = in_string,
};

/* HERMES-8.6 */
static const char *const TOKENS[] = { OPEN, CLOSE, "<think>", "</think>", NULL };

static const fp_spaced SPACING[] = { { "<tool_call>", NULL, "", "\n" }, /* HERMES-10.1 */
                                     { "</tool_call>", NULL, "\n", "" },
                                     { 0 } };

const fp_syntax FP_HERMES = {
    .id = "hermes",
    .title = "a JSON object between tags (Hermes, Qwen 2.5 and 3)",
    .howto = "To use a tool, write the tag <tool_call>, then a JSON object {\"name\": NAME, "
             "\"arguments\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments, and then the "
             "tag </tool_call>. Each call has tags of its own.",
    .family = "object",
    .reasoning = &FP_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "OBJECT-7.3" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "OBJECT-3.4" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "OBJECT-8.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "OBJECT-8.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "OBJECT-5.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "HERMES-8.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "OBJECT-8.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "OBJECT-5.6" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "OBJECT-6.1" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "HERMES-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "HERMES-8.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "OBJECT-8.1",
        [FP_ROLE_MARKER] = "OBJECT-2.1",
        [FP_ROLE_NAME] = "OBJECT-4.1",
        [FP_ROLE_VALUE] = "OBJECT-5.3",
        [FP_ROLE_BLANK] = "OBJECT-1.1",
        [FP_ROLE_SKIPPED] = "OBJECT-7.1",
        [FP_ROLE_FRAMING] = "OBJECT-7.5",
    },
    .misfit = "OBJECT-5.6",
    .json = true,
    .highlight = FP_HERMES_HIGHLIGHT,
    .derive = &DERIVE,
    .render = fp_object_render,
    .table = &TABLE,
    .state_size = sizeof(hermes),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .spacing = SPACING,
    .tokens = TOKENS,
};
