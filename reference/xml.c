/* SPDX-License-Identifier: Apache-2.0 */
/* xml.c: tool and param tags. Clauses: spec/xml.md. */
#include "xml-highlight.h"
#include "xml-render.h"

#include <fencepost/syntax.h>

#include <string.h>

/* Where the bytes stand: what a tag means depends on it. */
typedef enum area {
    OUTSIDE, /* text */
    BLOCK,   /* in a block, between parameters */
    VALUE    /* in the value of a parameter */
} area;

typedef enum part {
    NO_TAG, /* the start state */
    MARK,   /* in what a tag begins with */
    NAME    /* behind it: in the name, or in the blanks behind the name */
} part;

/* XML-1.1: what tags begin with. */
typedef enum tag { TOOL, TOOL_END, PARAM, PARAM_END, TAG_COUNT } tag;

static const char *const MARKS[TAG_COUNT] = { "<tool:", "</tool:", "<param:", "</param:" };

/* A tag that has begun is held, but for `</tool:` outside, which is text whatever comes. */
typedef struct xml {
    area area;
    part part;
    tag tag;        /* in MARK: the first of those that it may become */
    bool differs;   /* the name of an end tag is not how that of the block begins */
    bool broken;    /* XML-3.4 */
    uint64_t start; /* offset of the tag's `<` */
    size_t mark;    /* bytes of the tag so far: of its mark, of its name, of the blanks behind it */
    size_t name;
    size_t blanks;
} xml;

/* -- tags ------------------------------------------------------------------------------------ */

/* What a tag would be if it were none is decided elsewhere; here it is forgotten. */
static void forget_tag(xml *s)
{
    s->part = NO_TAG;
    s->tag = TOOL;
    s->differs = false;
    s->start = 0;
    s->mark = 0;
    s->name = 0;
    s->blanks = 0;
}

static bool has_meaning(area where, tag which)
{
    switch (where) {
    case OUTSIDE: /* XML-2.5 */
        return which == TOOL || which == TOOL_END;
    case BLOCK: /* XML-3.4 */
        return which != PARAM_END;
    case VALUE: /* XML-4.3 */
        return which != TOOL;
    }
    return false;
}

/* Whether the byte goes on with what some tag that has a meaning here begins with. */
static bool mark_goes_on(xml *s, unsigned char c)
{
    for (tag t = TOOL; t < TAG_COUNT; t++)
        if (has_meaning(s->area, t) && memcmp(MARKS[t], MARKS[s->tag], s->mark) == 0 &&
            c == (unsigned char)MARKS[t][s->mark]) {
            s->tag = t;
            return true;
        }
    return false;
}

/* The name that an end tag, or any tag in a value, is held against. */
static fp_str own_name(const xml *s, const fp_out *out)
{
    return s->tag == TOOL_END ? fp_out_call_name(out) : fp_out_key(out);
}

static bool name_goes_on(const xml *s, const fp_out *out, unsigned char c)
{
    fp_str own;

    if (s->area != VALUE)
        return fp_xml_is_name(c);
    own = own_name(s, out);
    return s->name < own.len && c == (unsigned char)own.ptr[s->name];
}

static bool name_is_whole(const xml *s, const fp_out *out)
{
    return s->area == VALUE ? s->name == own_name(s, out).len : s->name > 0;
}

/* The bytes of a whole tag, `>` included, are what they are in it. */
static void mark_tag(const xml *s, fp_out *out, const char *clause)
{
    const bool end = s->tag == TOOL_END || s->tag == PARAM_END;

    fp_out_cite(out, clause);
    if (fp_out_held_length(out) == s->mark + s->name + s->blanks) { /* not one too long to hold */
        fp_out_mark_first(out, s->mark, FP_ROLE_MARKER);
        fp_out_cite(out, end ? clause : "XML-1.2");
        fp_out_mark_first(out, s->name,
                          s->tag == TOOL || s->tag == TOOL_END ? FP_ROLE_NAME : FP_ROLE_KEY);
        fp_out_cite(out, "XML-1.3");
        fp_out_mark(out, FP_ROLE_BLANK);
    } else {
        fp_out_mark(out, FP_ROLE_MARKER);
    }
    fp_out_cite(out, clause);
    fp_out_mark_byte(out, FP_ROLE_MARKER);
}

static void break_block(xml *s, fp_out *out, uint64_t offset, const char *clause)
{
    if (!s->broken)
        fp_out_diagnostic(out, FP_BAD_LINE, offset, clause);
    s->broken = true;
}

/* What began like a tag is none: XML-1.7. clause: why, if it is text. False: the byte behind it is
 * read anew. */
static bool no_tag(xml *s, fp_out *out, const char *clause)
{
    if (s->area == BLOCK) {
        break_block(s, out, s->start, "XML-3.4");
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        fp_out_cite(out, clause);
        fp_out_release(out);
    }
    forget_tag(s);
    return false;
}

/* Keeps the byte, a part of the tag. True. */
static bool keep(xml *s, fp_out *out, unsigned char c)
{
    if (s->tag == TOOL_END && s->area == OUTSIDE) { /* XML-8.1 */
        fp_out_release(out);
        fp_out_payload(out, c);
    } else if (s->tag == TOOL_END && s->area == BLOCK &&
               fp_out_held_length(out) >= fp_out_limits(out)->held) { /* XML-7.3 */
        fp_out_mark(out, FP_ROLE_MARKER);
        fp_out_mark_byte(out, FP_ROLE_MARKER);
    } else if (!fp_out_hold(out, c)) {
        no_tag(s, out, "XML-7.5");
    }
    return true;
}

/* -- what a whole tag does; its `>` is not held ---------------------------------------------- */

static fp_str held_name(const xml *s, fp_out *out)
{
    return (fp_str){ fp_out_held(out).ptr + s->mark, s->name };
}

/* The tag is payload after all. */
static void keep_as_payload(fp_out *out, const char *clause)
{
    fp_out_cite(out, clause);
    fp_out_release(out);
    fp_out_payload(out, '>');
}

static void open_block(xml *s, fp_out *out) /* XML-2.1 */
{
    if (s->area == BLOCK)
        fp_out_call_cut(out, s->start, "XML-3.6");
    s->broken = false;
    if (!fp_out_call_begin(out, s->start, held_name(s, out))) {
        s->area = OUTSIDE;
        keep_as_payload(out, "XML-6.3");
        return;
    }
    mark_tag(s, out, "XML-2.1");
    s->area = BLOCK;
}

static void close_block(xml *s, fp_out *out)
{
    const bool own = !s->differs && s->name == fp_out_call_name(out).len;
    const uint64_t end = fp_out_offset(out);

    mark_tag(s, out, own ? "XML-3.3" : "XML-3.5");
    if (!own)
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "XML-3.5");
    if (own && !s->broken)
        fp_out_call_end(out, end);
    else
        fp_out_call_cut(out, end, own ? "XML-3.4" : "XML-3.5");
    s->area = OUTSIDE;
    s->broken = false;
}

static void begin_value(xml *s, fp_out *out) /* XML-3.2, XML-5.1 */
{
    fp_out_arg_begin(out, held_name(s, out), s->start + s->mark, true, NULL);
    mark_tag(s, out, "XML-3.2");
    s->area = VALUE;
}

static void end_value(xml *s, fp_out *out) /* XML-4.2 */
{
    mark_tag(s, out, "XML-4.2");
    fp_out_arg_end(out);
    s->area = BLOCK;
}

static void take_tag_outside(xml *s, fp_out *out)
{
    if (s->tag == TOOL) {
        open_block(s, out);
        return;
    }
    fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "XML-2.4");
    fp_out_payload(out, '>');
}

static void take_tag_in_block(xml *s, fp_out *out)
{
    if (s->tag == TOOL)
        open_block(s, out);
    else if (s->tag == TOOL_END)
        close_block(s, out);
    else
        begin_value(s, out);
}

static void take_tag_in_value(xml *s, fp_out *out)
{
    if (s->tag == PARAM_END) {
        end_value(s, out);
    } else if (s->tag == PARAM) {
        break_block(s, out, s->start, "XML-4.4");
        keep_as_payload(out, "XML-4.4");
    } else {
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "XML-4.5");
        keep_as_payload(out, "XML-4.5");
    }
}

static void take_tag(xml *s, fp_out *out)
{
    switch (s->area) {
    case OUTSIDE:
        take_tag_outside(s, out);
        break;
    case BLOCK:
        take_tag_in_block(s, out);
        break;
    case VALUE:
        take_tag_in_value(s, out);
        break;
    }
    forget_tag(s);
}

/* -- states: each takes the byte, or leaves it to be read anew and returns false ------------- */

static bool take_no_tag(xml *s, fp_out *out, unsigned char c)
{
    const uint64_t at = fp_out_offset(out) - 1;

    if (c == '<') {
        s->part = MARK;
        s->start = at;
        return false;
    }
    if (s->area != BLOCK) {
        fp_out_payload(out, c);
    } else if (fp_is_blank(c) || fp_is_line_end(c)) { /* XML-3.1 */
        fp_out_mark_byte(out, FP_ROLE_BLANK);
    } else {
        break_block(s, out, at, "XML-3.4");
        fp_out_mark_byte(out, FP_ROLE_SKIPPED);
    }
    return true;
}

static bool take_mark(xml *s, fp_out *out, unsigned char c)
{
    if (!mark_goes_on(s, c))
        return no_tag(s, out, NULL);
    s->mark++;
    if (MARKS[s->tag][s->mark] == '\0')
        s->part = NAME;
    return keep(s, out, c);
}

/* A byte of the name. */
static bool take_name_byte(xml *s, fp_out *out, unsigned char c)
{
    if (s->tag == TOOL && s->name >= fp_out_limits(out)->name) { /* XML-7.3 */
        fp_out_limit_exceeded(out, fp_out_offset(out) - 1);
        return no_tag(s, out, "XML-7.3");
    }
    if (s->tag == TOOL_END && s->area == BLOCK) {
        const fp_str own = own_name(s, out);

        if (s->name >= own.len || c != (unsigned char)own.ptr[s->name])
            s->differs = true;
    }
    s->name++;
    return keep(s, out, c);
}

static bool take_name(xml *s, fp_out *out, unsigned char c)
{
    const bool whole = name_is_whole(s, out);
    const bool lenient = fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;

    if (c == '>' && whole) {
        take_tag(s, out);
        return true;
    }
    if (fp_is_blank(c) && whole && lenient && s->blanks < FP_XML_BLANKS) { /* XML-1.3 */
        s->blanks++;
        return keep(s, out, c);
    }
    if (!s->blanks && name_goes_on(s, out, c))
        return take_name_byte(s, out, c);
    if (s->area == OUTSIDE && s->tag == TOOL) {
        fp_out_diagnostic(out, FP_BAD_NAME, s->start, "XML-2.3");
        return no_tag(s, out, "XML-2.3");
    }
    return no_tag(s, out, NULL);
}

/* -- the syntax ------------------------------------------------------------------------------ */

static bool (*const TAKE[])(xml *s, fp_out *out, unsigned char c) = {
    [NO_TAG] = take_no_tag,
    [MARK] = take_mark,
    [NAME] = take_name,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (xml *s = self; !TAKE[s->part](s, out, c);)
        continue;
}

static void finish(void *self, fp_out *out)
{
    const xml *s = self;

    if (s->area == BLOCK) {
        fp_out_cite(out, "XML-7.1");
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        fp_out_cite(out, s->area == OUTSIDE ? "XML-7.2" : "XML-7.1");
        fp_out_release(out);
    }
    if (!fp_out_in_call(out))
        return;
    if (s->broken) /* XML-7.1: never recovered */
        fp_out_call_cut(out, fp_out_offset(out), "XML-7.1");
    else
        fp_out_call_unfinished(out, "XML-7.1");
}

static const char *const TO_TAG[] = { "<", NULL };

/* With nothing held, no tag has begun, but for one of text. */
static unsigned at_ease(const void *self)
{
    const xml *s = self;

    return s->part == NO_TAG && s->area != BLOCK;
}

static const char *const COMPLETIONS[] = { "<tool:x>", "x>", NULL };

static const char *const MARKERS[] = { "<tool:",
                                       "</tool:",
                                       "<param:",
                                       "</param:",
                                       "<tool:x>",
                                       "</tool:x>",
                                       "<param:path>",
                                       "</param:path>",
                                       "<tool:x><param:path>",
                                       "</param:path></tool:x>",
                                       "<tool:x>\n</tool:x>",
                                       NULL };

const fp_syntax FP_XML = {
    .id = "xml",
    .title = "tool and param tags (seed 1)",
    .howto = "To use a tool, write the tag <tool:NAME> with the tool's name, for each argument "
             "<param:ARGUMENT>, its value as it is and </param:ARGUMENT>, and at the end "
             "</tool:NAME>. Nothing else stands between these tags. For a value of several lines "
             "begin a new line behind its opening tag and before its closing tag. For a list "
             "write the argument several times.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "XML-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_REPORT, "XML-6.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "XML-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "XML-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "XML-4.6" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "XML-6.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "XML-6.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "XML-4.1" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "XML-1.3" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "XML-6.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "XML-6.1",
        [FP_ROLE_MARKER] = "XML-1.1",
        [FP_ROLE_NAME] = "XML-1.2",
        [FP_ROLE_KEY] = "XML-1.2",
        [FP_ROLE_VALUE] = "XML-4.1",
        [FP_ROLE_BLANK] = "XML-3.1",
        [FP_ROLE_SKIPPED] = "XML-3.4",
    },
    .highlight = FP_XML_HIGHLIGHT,
    .render = fp_xml_render,
    .state_size = sizeof(xml),
    .step = step,
    .finish = finish,
    .at_ease = at_ease,
    .leads = { TO_TAG },
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
