/* SPDX-License-Identifier: Apache-2.0 */
/* qwen3-coder.c: function and parameter tags in <tool_call>. Clauses: spec/qwen3-coder.md. */
#include "qwen3-coder.h"

#include "qwen3-coder-highlight.h"

#include <string.h>

/* Where the bytes stand: what a tag means depends on it. */
typedef enum area {
    OUTSIDE, /* text; the start state */
    OPENED,  /* behind <tool_call>, which is held with the blanks behind it */
    FOREIGN, /* text: in a <tool_call> of another notation */
    BLOCK,   /* in a block, between its tags */
    CLOSING, /* lenient: behind </function>; blanks are held */
    VALUE,   /* in the value of a parameter */
    AREAS
} area;

typedef enum part {
    NO_TAG, /* the start state */
    MARK,   /* in what a tag begins with */
    NAME    /* in the name behind it */
} part;

/* QWEN3-CODER-1.1: what tags begin with; those without a name are whole with it. */
typedef enum tag { CALL, CALL_END, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END, TAGS } tag;

static const char MARKS[TAGS][13] = { "<tool_call>", "</tool_call>", "<function=",
                                      "</function>", "<parameter=",  "</parameter>" };
enum { CALL_LENGTH = 11 };

/* What a tag does where it stands. */
typedef enum effect {
    NOTHING, /* it is no tag there */
    NOTED,   /* it is payload, and more follows from it: none of it is held */
    MEANT    /* it is held */
} effect;

typedef struct qwen {
    area area;
    part part;
    tag tag;        /* in MARK: one of those that it may become */
    bool closed;    /* </function> has been read */
    bool broken;    /* QWEN3-CODER-3.4 */
    uint64_t start; /* offset of the tag's `<` */
    size_t mark;    /* bytes of the tag so far: of its mark, of its name */
    size_t name;
    size_t lead;     /* bytes held before the tag: in OPENED and CLOSING */
    uint64_t nested; /* QWEN3-CODER-4.4: how many </parameter> belong to the value */
} qwen;

static bool is_lenient(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

static bool is_blank(unsigned char c) /* QWEN3-CODER-1.4 */
{
    return fp_is_blank(c) || fp_is_line_end(c);
}

static bool has_name(tag which)
{
    return which == FUNCTION || which == PARAMETER;
}

/* -- what tags mean -------------------------------------------------------------------------- */

/* By policy recovery; NOTHING where it is silent. QWEN3-CODER-2.1 to 2.6, 3.2 to 3.7, 4.2 to 5.4.
 */
/* clang-format off */
static const effect EFFECTS[2][AREAS][TAGS] = {
    { [OUTSIDE] = { [CALL] = MEANT, [CALL_END] = NOTED, [FUNCTION_END] = NOTED },
      [OPENED] = { [FUNCTION] = MEANT },
      [FOREIGN] = { [CALL_END] = NOTED },
      [BLOCK] = { [CALL] = MEANT, [CALL_END] = MEANT, [FUNCTION_END] = MEANT, [PARAMETER] = MEANT },
      [VALUE] = { [CALL_END] = NOTED, [FUNCTION_END] = NOTED, [PARAMETER] = NOTED, [PARAMETER_END] = MEANT } },
    { [OUTSIDE] = { [CALL] = MEANT, [CALL_END] = NOTED, [FUNCTION] = MEANT, [FUNCTION_END] = NOTED },
      [OPENED] = { [FUNCTION] = MEANT },
      [FOREIGN] = { [CALL_END] = NOTED },
      [BLOCK] = { [CALL] = MEANT, [CALL_END] = MEANT, [FUNCTION] = MEANT, [FUNCTION_END] = MEANT, [PARAMETER] = MEANT },
      [CLOSING] = { [CALL_END] = MEANT },
      [VALUE] = { [CALL_END] = NOTED, [FUNCTION_END] = MEANT, [PARAMETER] = MEANT, [PARAMETER_END] = MEANT } },
};
/* clang-format on */

static effect effect_of(const qwen *s, const fp_out *out, tag which)
{
    if (s->nested && which == PARAMETER_END) /* QWEN3-CODER-4.4 */
        return NOTED;
    return EFFECTS[is_lenient(out)][s->area][which];
}

/* -- moves ----------------------------------------------------------------------------------- */

/* What a tag would be if it were none is decided elsewhere; here it is forgotten. */
static void forget_tag(qwen *s)
{
    s->part = NO_TAG;
    s->mark = s->name = 0;
}

static void enter(qwen *s, area next)
{
    s->area = next;
    s->lead = 0;
    forget_tag(s);
}

static void break_block(qwen *s, fp_out *out, uint64_t offset, const char *clause)
{
    if (!s->broken)
        fp_out_diagnostic(out, FP_BAD_LINE, offset, clause);
    s->broken = true;
}

/* Ends the open call before this offset; own: its block was read to its own end. */
static void end_block(qwen *s, fp_out *out, uint64_t end, bool own, const char *clause)
{
    if (own && !s->broken)
        fp_out_call_end(out, end);
    else
        fp_out_call_cut(out, end, clause);
    s->broken = false;
    s->closed = false;
}

/* All that is held is text. */
static void give_up(qwen *s, fp_out *out, const char *clause)
{
    fp_out_cite(out, clause);
    fp_out_release(out);
    enter(s, OUTSIDE);
}

/* <tool_call> is followed by what opens no block. */
static void diagnose_opening(fp_out *out)
{
    fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "QWEN3-CODER-2.3");
    fp_out_cite(out, "QWEN3-CODER-2.3");
}

/* What is held before the tag, if any, is text, and the tag is read as outside. */
static void give_up_lead(qwen *s, fp_out *out)
{
    fp_out_release_first(out, s->lead);
    s->lead = 0;
    s->area = OUTSIDE;
}

static void mark_lead(qwen *s, fp_out *out)
{
    fp_out_cite(out, "QWEN3-CODER-3.1");
    fp_out_mark_first(out, s->lead, FP_ROLE_BLANK);
    s->lead = 0;
}

/* QWEN3-CODER-5.4: all behind </function> is outside. False: the byte is read anew. */
static bool end_without_call_end(qwen *s, fp_out *out)
{
    end_block(s, out, fp_out_mark_offset(out), true, "QWEN3-CODER-3.4");
    give_up_lead(s, out);
    return false;
}

/* -- tags ------------------------------------------------------------------------------------ */

/* What began like a tag is none: QWEN3-CODER-1.6. False: the byte behind it is read anew. */
static bool no_tag(qwen *s, fp_out *out)
{
    if (s->area == OPENED) {
        diagnose_opening(out);
        if (s->part == MARK)
            give_up_lead(s, out);
        else
            give_up(s, out, "QWEN3-CODER-2.3");
        return false;
    }
    if (s->area == CLOSING)
        return end_without_call_end(s, out);
    if (s->area == BLOCK) {
        break_block(s, out, s->start, "QWEN3-CODER-3.4");
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        if (s->area == OUTSIDE && s->part == NAME) { /* QWEN3-CODER-5.1 */
            fp_out_diagnostic(out, FP_BAD_NAME, s->start, "QWEN3-CODER-5.1");
            fp_out_cite(out, "QWEN3-CODER-5.1");
        }
        fp_out_release(out);
    }
    forget_tag(s);
    return false;
}

/* What is held is over the limit, or the name in it is: QWEN3-CODER-7.3, 7.5. */
static void too_much(qwen *s, fp_out *out)
{
    if (s->area == BLOCK || s->area == CLOSING) {
        mark_lead(s, out);
        if (s->part != NO_TAG)
            break_block(s, out, s->start, "QWEN3-CODER-3.4");
        fp_out_mark(out, FP_ROLE_SKIPPED);
        forget_tag(s);
    } else if (s->area == VALUE) {
        fp_out_release(out);
        forget_tag(s);
    } else {
        give_up(s, out, "QWEN3-CODER-7.5");
    }
}

/* True: the byte is taken. */
static bool hold(qwen *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c))
        too_much(s, out);
    return true;
}

/* The bytes of a whole tag, its last one not held, are what they are in it. */
static void mark_tag(const qwen *s, fp_out *out, fp_role name, const char *clause)
{
    if (has_name(s->tag)) {
        fp_out_cite(out, clause);
        fp_out_mark_first(out, s->mark, FP_ROLE_MARKER);
        fp_out_cite(out, "QWEN3-CODER-1.2");
        fp_out_mark_first(out, s->name, name);
    }
    fp_out_cite(out, clause);
    fp_out_mark(out, FP_ROLE_MARKER);
    fp_out_cite(out, clause);
    fp_out_mark_byte(out, FP_ROLE_MARKER);
}

/* -- what a whole tag does; its `>` is not held ---------------------------------------------- */

/* <tool_call>: QWEN3-CODER-2.1, 3.6 */
static void begin_opening(qwen *s, fp_out *out)
{
    if (s->area == BLOCK)
        end_block(s, out, s->start, false, "QWEN3-CODER-3.6");
    enter(s, OPENED);
    s->lead = CALL_LENGTH;
    hold(s, out, '>');
}

/* <function=NAME>: QWEN3-CODER-2.1, 5.1 */
static void open_block(qwen *s, fp_out *out)
{
    if (s->area == BLOCK)
        end_block(s, out, s->start, false, "QWEN3-CODER-5.1");

    const uint64_t start = fp_out_mark_offset(out);
    const fp_str name = fp_out_held_part(out, s->lead + s->mark, s->name);

    if (!fp_out_call_begin(out, start, name)) {
        fp_out_cite(out, "QWEN3-CODER-6.3");
        fp_out_release(out);
        fp_out_payload(out, '>');
        enter(s, OUTSIDE);
        return;
    }
    if (s->lead) {
        fp_out_cite(out, "QWEN3-CODER-2.1");
        fp_out_mark_first(out, CALL_LENGTH, FP_ROLE_MARKER);
        s->lead -= CALL_LENGTH;
        mark_lead(s, out);
    }
    mark_tag(s, out, FP_ROLE_NAME, "QWEN3-CODER-2.1");
    enter(s, BLOCK);
}

/* </tool_call>: QWEN3-CODER-3.3, 3.5, 5.3 */
static void close_block(qwen *s, fp_out *out)
{
    const bool own = s->closed || is_lenient(out);
    const char *clause = own ? "QWEN3-CODER-3.3" : "QWEN3-CODER-3.5";

    mark_lead(s, out);
    mark_tag(s, out, FP_ROLE_MARKER, clause);
    if (!own)
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, clause);
    end_block(s, out, fp_out_offset(out), own, own ? "QWEN3-CODER-3.4" : clause);
    enter(s, OUTSIDE);
}

/* </function>: QWEN3-CODER-3.3, 3.4 */
static void close_function(qwen *s, fp_out *out)
{
    if (s->closed) {
        break_block(s, out, s->start, "QWEN3-CODER-3.4");
        fp_out_mark(out, FP_ROLE_SKIPPED);
        fp_out_mark_byte(out, FP_ROLE_SKIPPED);
        return;
    }
    mark_tag(s, out, FP_ROLE_MARKER, "QWEN3-CODER-3.3");
    s->closed = true;
    enter(s, is_lenient(out) ? CLOSING : BLOCK);
}

/* <parameter=KEY>: QWEN3-CODER-3.2, 3.4 */
static void begin_value(qwen *s, fp_out *out)
{
    const size_t limit = fp_out_limits(out)->key;

    if (s->closed)
        break_block(s, out, s->start, "QWEN3-CODER-3.4");
    if (s->name > limit) /* QWEN3-CODER-7.4 */
        fp_out_limit_exceeded(out, s->start + s->mark + limit);
    fp_out_arg_begin(out, fp_out_held_part(out, s->mark, s->name), s->start, true,
                     "QWEN3-CODER-3.8");
    mark_tag(s, out, FP_ROLE_KEY, "QWEN3-CODER-3.2");
    enter(s, VALUE);
}

static void take_tag_outside(qwen *s, fp_out *out)
{
    if (s->tag == CALL) {
        begin_opening(s, out);
    } else if (s->tag == FUNCTION) {
        open_block(s, out);
    } else {
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "QWEN3-CODER-2.6");
        fp_out_payload(out, '>');
    }
}

static void take_tag_in_block(qwen *s, fp_out *out)
{
    if (s->tag == CALL)
        begin_opening(s, out);
    else if (s->tag == CALL_END)
        close_block(s, out);
    else if (s->tag == FUNCTION)
        open_block(s, out);
    else if (s->tag == FUNCTION_END)
        close_function(s, out);
    else
        begin_value(s, out);
}

/* A tag that is part of the value, and more: QWEN3-CODER-4.4, 4.5 */
static void note_tag(qwen *s, fp_out *out)
{
    if (s->tag == PARAMETER_END) {
        s->nested--;
    } else if (s->tag == PARAMETER) {
        break_block(s, out, s->start, "QWEN3-CODER-4.4");
        s->nested++;
    } else {
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "QWEN3-CODER-4.5");
    }
    fp_out_cite(out, s->tag == FUNCTION_END || s->tag == CALL_END ? "QWEN3-CODER-4.5"
                                                                  : "QWEN3-CODER-4.4");
    fp_out_release(out);
    fp_out_payload(out, s->tag == PARAMETER ? '=' : '>');
}

static void take_tag_in_value(qwen *s, fp_out *out)
{
    if (effect_of(s, out, s->tag) == NOTED) {
        note_tag(s, out);
    } else if (s->tag == PARAMETER_END) { /* QWEN3-CODER-4.2 */
        mark_tag(s, out, FP_ROLE_KEY, "QWEN3-CODER-4.2");
        fp_out_arg_end(out);
        enter(s, BLOCK);
    } else { /* QWEN3-CODER-5.2 */
        fp_out_arg_end(out);
        take_tag_in_block(s, out);
    }
}

/* True: the byte is taken. */
static bool take_tag(qwen *s, fp_out *out)
{
    if (s->area == FOREIGN) { /* QWEN3-CODER-2.4 */
        fp_out_payload(out, '>');
        enter(s, OUTSIDE);
    } else if (s->area == OUTSIDE) {
        take_tag_outside(s, out);
    } else if (s->area == VALUE) {
        take_tag_in_value(s, out);
    } else {
        take_tag_in_block(s, out);
    }
    forget_tag(s);
    return true;
}

/* -- states: each takes the byte, or leaves it to be read anew and returns false ------------- */

static bool take_behind_call(qwen *s, fp_out *out, unsigned char c) /* QWEN3-CODER-2.1, 2.3, 2.4 */
{
    if (is_blank(c)) {
        s->lead++;
        return hold(s, out, c);
    }
    diagnose_opening(out);
    give_up(s, out, "QWEN3-CODER-2.3");
    if (c != '{' && c != '[')
        return false;
    fp_out_payload(out, c);
    enter(s, FOREIGN);
    return true;
}

static bool take_in_block(qwen *s, fp_out *out, unsigned char c) /* QWEN3-CODER-3.1, 3.4, 5.4 */
{
    if (s->area == CLOSING && is_blank(c)) {
        s->lead++;
        return hold(s, out, c);
    }
    if (s->area == CLOSING)
        return end_without_call_end(s, out);
    if (!is_blank(c))
        break_block(s, out, fp_out_offset(out) - 1, "QWEN3-CODER-3.4");
    fp_out_mark_byte(out, is_blank(c) ? FP_ROLE_BLANK : FP_ROLE_SKIPPED);
    return true;
}

static bool take_no_tag(qwen *s, fp_out *out, unsigned char c)
{
    if (c == '<') {
        s->part = MARK;
        s->start = fp_out_offset(out) - 1;
        return false;
    }
    if (s->area == OPENED)
        return take_behind_call(s, out, c);
    if (s->area == BLOCK || s->area == CLOSING)
        return take_in_block(s, out, c);
    fp_out_payload(out, c);
    return true;
}

/* What the tags mean that go on with this byte; s->tag: one of them that means something. */
static effect follow_mark(qwen *s, const fp_out *out, unsigned char c)
{
    const tag before = s->tag;
    effect most = NOTHING;

    for (tag t = CALL; t < TAGS; t++) {
        effect does;

        if (c != (unsigned char)MARKS[t][s->mark] || memcmp(MARKS[t], MARKS[before], s->mark) != 0)
            continue;
        does = effect_of(s, out, t);
        if (does != NOTHING)
            s->tag = t;
        if (does > most)
            most = does;
    }
    return most;
}

static bool take_mark(qwen *s, fp_out *out, unsigned char c)
{
    const effect does = follow_mark(s, out, c);

    if (does == NOTHING)
        return no_tag(s, out);
    s->mark++;

    const bool whole = !MARKS[s->tag][s->mark];

    if (whole && (does == NOTED || !has_name(s->tag)))
        return take_tag(s, out);
    if (does == NOTED) { /* QWEN3-CODER-8.1, 8.3 */
        fp_out_release(out);
        fp_out_payload(out, c);
        return true;
    }
    if (whole)
        s->part = NAME;
    return hold(s, out, c);
}

/* Whether the name of a function, QWEN3-CODER-1.2, or a key, 1.7, may go on like this. */
static bool continues_name(const qwen *s, unsigned char c)
{
    if (s->tag == PARAMETER)
        return fp_qwen_is_key(c) && (s->name || c != ' ');
    return s->name ? fp_qwen_is_word(c) : fp_qwen_begins_word(c);
}

static bool is_whole_name(const qwen *s, fp_out *out)
{
    const fp_str name = fp_out_held_part(out, s->lead + s->mark, s->name);

    return name.len && name.ptr[name.len - 1] != ' ';
}

static bool take_name(qwen *s, fp_out *out, unsigned char c)
{
    if (c == '>' && is_whole_name(s, out))
        return take_tag(s, out);
    if (!continues_name(s, c))
        return no_tag(s, out);
    if (s->tag == FUNCTION && s->name >= fp_out_limits(out)->name) { /* QWEN3-CODER-7.3 */
        fp_out_limit_exceeded(out, fp_out_offset(out) - 1);
        too_much(s, out);
        return false;
    }
    s->name++;
    return hold(s, out, c);
}

/* -- the syntax ------------------------------------------------------------------------------ */

static bool (*const TAKE[])(qwen *s, fp_out *out, unsigned char c) = {
    [NO_TAG] = take_no_tag,
    [MARK] = take_mark,
    [NAME] = take_name,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (qwen *s = self; !TAKE[s->part](s, out, c);)
        continue;
}

static void finish(void *self, fp_out *out)
{
    qwen *s = self;

    if (s->area == BLOCK || s->area == CLOSING) {
        mark_lead(s, out);
        fp_out_cite(out, "QWEN3-CODER-7.1");
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        fp_out_cite(out, s->area == VALUE ? "QWEN3-CODER-7.1" : "QWEN3-CODER-7.2");
        fp_out_release(out);
    }
    if (!fp_out_in_call(out))
        return;
    if (s->broken) /* QWEN3-CODER-7.1: never recovered */
        fp_out_call_cut(out, fp_out_offset(out), "QWEN3-CODER-7.1");
    else
        fp_out_call_unfinished(out, "QWEN3-CODER-7.1");
}

static const char *const TO_TAG[] = { "<", NULL };

static unsigned at_ease(const void *self)
{
    const qwen *s = self;

    return s->part == NO_TAG && (s->area == OUTSIDE || s->area == FOREIGN || s->area == VALUE);
}

static const char *const COMPLETIONS[] = { "<tool_call><function=x>", "x>", NULL };

/* clang-format off */
static const char *const MARKERS[] = {
    "<tool_call>", "</tool_call>", "<function=", "</function>", "<parameter=", "</parameter>",
    "<tool_call>\n<function=x>\n", "<tool_call><function=x><parameter=path>", "<parameter=path>\n",
    "\n</parameter>\n</function>\n</tool_call>", "</parameter></function></tool_call>",
    "<tool_call>{\"name\": \"x\"}", NULL
};
/* clang-format on */

const fp_syntax FP_QWEN3_CODER = {
    .id = "qwen3-coder",
    .title = "function and parameter tags in <tool_call> (Qwen3-Coder)",
    .howto = "To use a tool, write <tool_call>, a line <function=NAME> with the tool's name, for "
             "each argument a line <parameter=ARGUMENT>, the lines of its value as they are and a "
             "line </parameter>, and at the end the lines </function> and </tool_call>. Nothing "
             "else stands between these tags. Each call has a <tool_call> of its own.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "QWEN3-CODER-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "QWEN3-CODER-6.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "QWEN3-CODER-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "QWEN3-CODER-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "QWEN3-CODER-4.6" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "QWEN3-CODER-6.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "QWEN3-CODER-6.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "QWEN3-CODER-4.1" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "QWEN3-CODER-2.5" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "QWEN3-CODER-6.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "QWEN3-CODER-6.1",
        [FP_ROLE_MARKER] = "QWEN3-CODER-1.1",
        [FP_ROLE_NAME] = "QWEN3-CODER-1.2",
        [FP_ROLE_KEY] = "QWEN3-CODER-1.2",
        [FP_ROLE_VALUE] = "QWEN3-CODER-4.1",
        [FP_ROLE_BLANK] = "QWEN3-CODER-3.1",
        [FP_ROLE_SKIPPED] = "QWEN3-CODER-3.4",
    },
    .highlight = FP_QWEN3_CODER_HIGHLIGHT,
    .render = fp_qwen_render,
    .state_size = sizeof(qwen),
    .step = step,
    .finish = finish,
    .at_ease = at_ease,
    .leads = { TO_TAG },
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
