/* SPDX-License-Identifier: Apache-2.0 */
/* shortcode.c: tags in double braces. Clauses: spec/shortcode.md. */
#include "syntaxes/shortcode-highlight.h"
#include "syntaxes/shortcode-names.h"

#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/out_tools.h"

#include <fencepost/syntax.h>

#include <string.h>

typedef enum state {
    TEXT,   /* the start state */
    BRACE,  /* after { */
    BRACES, /* after {{ */
    START,  /* after {{<; the states from here to LAST are those of SHORTCODE-2.2 */
    NAME,
    GAP,
    KEY,
    AFTER_KEY,
    EQUALS,
    QUOTED,
    ESCAPE,
    CLOSED,
    UNQUOTED,
    SLASH,
    CLOSE,
    LAST,
    END_START, /* after {{</ where no block is open */
    END_NAME,
    END_CLOSE,
    END_LAST,
    CONTENT, /* of a block; held: the beginning of its end tag, or nothing */
    INSIDE   /* a container under `reasoning: opaque`; held as in CONTENT */
} state;

/* SHORTCODE-5.1: the forms that a tool's tag may have. */
typedef enum form { EITHER_FORM, BLOCK_FORM, SELF_CLOSING_FORM } form;

/* No member is set but by itself, so that the padding stays zero. */
typedef struct shortcode {
    state state;
    form form;
    size_t name;      /* length of the opening tag's name; 0: it is not whole, or of no interest */
    size_t container; /* that the opening tag opens, or that is open (fp_shortcode_container) */
    size_t matched;   /* CONTENT, INSIDE: bytes of the end tag that have come */
    uint64_t start;   /* of a stray end tag */
    unsigned char quote; /* QUOTED, ESCAPE: that ends the value */
    bool self_closing;   /* the tag has its slash */
    bool loose;          /* the tag is still read, but not held: it is text, or content */
    bool stray;          /* the end tag ends nothing, which is diagnosed when it is complete */
} shortcode;

enum { OPENING = 3, ENDING = 4, TAIL = 3 }; /* the lengths of {{< and {{</ and >}} */

static bool is_unquoted(int c) /* SHORTCODE-3.6 */
{
    return fp_shortcode_is_name(c) || c == '.' || c == ':' || c == '+';
}

static bool lenient(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* Text, or the inside of this container. */
static void read_text(shortcode *s, size_t container)
{
    memset(s, 0, sizeof *s);
    s->container = container;
    s->state = container ? INSIDE : TEXT;
}

/* The byte continues the tag. */
static void go_on(shortcode *s, fp_out *out, unsigned char c, state next)
{
    s->state = next;
    if (s->loose) {
        fp_out_payload(out, c);
    } else if (!fp_out_hold(out, c)) { /* SHORTCODE-7.2, 7.3 */
        fp_out_release(out);
        s->loose = true;
    }
}

/* No more of the tag is held. */
static void let_loose(shortcode *s, fp_out *out)
{
    s->loose = true;
    fp_out_release(out);
}

/* SHORTCODE-2.3 to 2.7, 4.7: the tag is text, up to the byte that does not fit. */
static void give_up(shortcode *s, fp_out *out, unsigned char c)
{
    const bool bad_name = s->state == NAME || (s->state == START && c > 0x7F);

    if (!s->loose && s->name)
        fp_out_diagnostic(out, FP_BAD_LINE, fp_out_mark_offset(out), "SHORTCODE-2.3");
    else if (!s->loose && bad_name)
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "SHORTCODE-2.5");
    fp_out_release(out);
    read_text(s, 0);
    if (c == '{' && !fp_out_quoted(out)) /* SHORTCODE-2.4 */
        go_on(s, out, c, BRACE);
    else
        fp_out_payload(out, c);
}

/* -- complete tags --------------------------------------------------------------------------- */

static unsigned char held_at(fp_out *out, size_t at)
{
    const fp_str byte = fp_out_held_part(out, at, 1);

    /* GCOVR_EXCL_BR_START: no tag ends before its > */
    return byte.len ? (unsigned char)*byte.ptr : '\0';
    /* GCOVR_EXCL_BR_STOP */
}

/* How many held bytes from one on are of a class. */
static size_t span(fp_out *out, size_t from, bool (*class)(int c))
{
    size_t n = 0;

    /* GCOVR_EXCL_BR_START: likewise */
    while (from + n < fp_out_held_length(out) && class(held_at(out, from + n)))
        n++;
    /* GCOVR_EXCL_BR_STOP */
    return n;
}

static bool is_plain(int c)
{
    return c != '"' && c != '\'' && c != '\\';
}

/* Held: a quoted value, and more. */
static void say_quoted(fp_out *out) /* SHORTCODE-3.2, 3.3 */
{
    const unsigned char quote = held_at(out, 0);

    fp_out_mark_first(out, 1, FP_ROLE_MARKER);
    for (;;) {
        fp_out_release_first(out, span(out, 0, is_plain));
        if (held_at(out, 0) == quote || !fp_out_held_length(out)) /* GCOVR_EXCL_BR_LINE: likewise */
            break;
        if (held_at(out, 0) == '\\' && !is_plain(held_at(out, 1))) {
            fp_out_cite(out, "SHORTCODE-3.2");
            fp_out_mark_first(out, 1, FP_ROLE_MARKER);
        }
        fp_out_release_first(out, 1);
    }
    fp_out_mark_first(out, 1, FP_ROLE_MARKER);
}

/* Held: an attribute, and more. */
static void say_attribute(fp_out *out)
{
    const size_t key = span(out, 0, fp_shortcode_is_name);
    const size_t gap = span(out, key, fp_is_space);
    const uint64_t offset = fp_out_mark_offset(out);

    if (held_at(out, key + gap) != '=') { /* SHORTCODE-3.5 */
        fp_out_flag(out, fp_out_held_part(out, 0, key), offset, "SHORTCODE-3.8");
        fp_out_cite(out, "SHORTCODE-3.5");
        fp_out_mark_first(out, key, FP_ROLE_KEY);
        return;
    }
    fp_out_arg_begin(out, fp_out_held_part(out, 0, key), offset, false, "SHORTCODE-3.8");
    fp_out_mark_first(out, key, FP_ROLE_KEY);
    fp_out_mark_first(out, gap, FP_ROLE_BLANK);
    fp_out_mark_first(out, 1, FP_ROLE_MARKER);
    fp_out_mark_first(out, span(out, 0, fp_is_space), FP_ROLE_BLANK);
    if (is_unquoted(held_at(out, 0)))
        fp_out_release_first(out, span(out, 0, is_unquoted));
    else
        say_quoted(out);
    fp_out_arg_end(out);
}

/* Held: the opening tag of a call. */
static void open_call(shortcode *s, fp_out *out) /* SHORTCODE-2.1, 8.2 */
{
    const bool self_closing = s->self_closing;
    const size_t name = s->name;
    const uint64_t start = fp_out_mark_offset(out);

    read_text(s, 0);
    if (!fp_out_call_begin(out, start, fp_out_held_part(out, OPENING, name))) {
        fp_out_release(out);
        return;
    }
    fp_out_mark_first(out, OPENING, FP_ROLE_MARKER);
    fp_out_mark_first(out, name, FP_ROLE_NAME);
    for (;;) {
        fp_out_mark_first(out, span(out, 0, fp_is_space), FP_ROLE_BLANK);
        if (!fp_shortcode_is_name(held_at(out, 0)))
            break;
        say_attribute(out);
    }
    fp_out_mark(out, FP_ROLE_MARKER);
    if (self_closing) {
        fp_out_call_end(out, fp_out_offset(out));
        return;
    }
    fp_out_arg_begin(out, FP_STR("content"), fp_out_offset(out), true, "SHORTCODE-4.6");
    s->state = CONTENT;
}

static void complete_opening(shortcode *s, fp_out *out)
{
    const bool opaque = fp_out_policy(out, FP_REASONING) == FP_REASONING_OPAQUE;

    if (s->loose) { /* SHORTCODE-5.5, 7.2 */
        read_text(s, 0);
    } else if (s->container) { /* SHORTCODE-5.3, 5.4 */
        fp_out_mark(out, FP_ROLE_FRAMING);
        read_text(s, opaque && !s->self_closing ? s->container : 0);
    } else {
        open_call(s, out);
    }
}

static void complete_end(shortcode *s, fp_out *out)
{
    if (s->stray)
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "SHORTCODE-4.7");
    else if (!s->loose)
        fp_out_mark(out, FP_ROLE_FRAMING); /* SHORTCODE-5.3 */
    read_text(s, 0);
}

/* -- opening tags: SHORTCODE-2.2 ------------------------------------------------------------- */

/* White space goes to this state; the rest is the end of the tag. */
static void take_behind(shortcode *s, fp_out *out, unsigned char c, state white)
{
    if (fp_is_space(c)) {
        go_on(s, out, c, white);
    } else if (c == '/' && s->form != BLOCK_FORM) {
        s->self_closing = true;
        go_on(s, out, c, SLASH);
    } else if (c == '>' && s->form != SELF_CLOSING_FORM) {
        go_on(s, out, c, CLOSE);
    } else {
        give_up(s, out, c);
    }
}

/* The name is whole: what is it the name of? */
static void end_name(shortcode *s, fp_out *out)
{
    const fp_str name = fp_out_held_part(out, OPENING, fp_out_held_length(out));
    const fp_tool *tool = fp_out_find_tool(out, name);

    if (fp_shortcode_is_vaultref(name)) { /* SHORTCODE-5.5 */
        let_loose(s, out);
        return;
    }
    s->name = name.len;
    s->container = fp_shortcode_container(fp_out_catalogue(out), name);
    if (tool && tool->kind == FP_KIND_BLOCK)
        s->form = BLOCK_FORM;
    else if (tool && tool->kind == FP_KIND_SELF_CLOSING)
        s->form = SELF_CLOSING_FORM;
}

static void take_name(shortcode *s, fp_out *out, unsigned char c)
{
    if (fp_shortcode_is_name(c)) {
        if (!s->loose && fp_out_held_length(out) - OPENING >= fp_out_limits(out)->name) {
            fp_out_limit_exceeded(out, fp_out_offset(out) - 1); /* SHORTCODE-7.2 */
            let_loose(s, out);
        }
        go_on(s, out, c, NAME);
        return;
    }
    if (!s->loose && (fp_is_space(c) || c == '/' || c == '>'))
        end_name(s, out);
    take_behind(s, out, c, GAP);
}

static void take_equals(shortcode *s, fp_out *out, unsigned char c)
{
    if (c == '"' || c == '\'') {
        s->quote = c;
        go_on(s, out, c, QUOTED);
    } else if (lenient(out) && fp_is_space(c)) { /* SHORTCODE-3.6 */
        go_on(s, out, c, EQUALS);
    } else if (lenient(out) && is_unquoted(c)) {
        go_on(s, out, c, UNQUOTED);
    } else {
        give_up(s, out, c);
    }
}

static void take_gap(shortcode *s, fp_out *out, unsigned char c)
{
    if (fp_shortcode_is_name(c))
        go_on(s, out, c, KEY);
    else
        take_behind(s, out, c, GAP);
}

/* In a key, or in white space after it. */
static void take_key(shortcode *s, fp_out *out, unsigned char c)
{
    if (fp_shortcode_is_name(c))
        go_on(s, out, c, KEY);
    else if (c == '=' && (s->state == KEY || lenient(out))) /* SHORTCODE-3.6 */
        go_on(s, out, c, EQUALS);
    else
        take_behind(s, out, c, AFTER_KEY);
}

static void take_quoted(shortcode *s, fp_out *out, unsigned char c)
{
    go_on(s, out, c, c == s->quote ? CLOSED : c == '\\' ? ESCAPE : QUOTED);
}

static void take_escape(shortcode *s, fp_out *out, unsigned char c)
{
    go_on(s, out, c, QUOTED);
}

static void take_closed(shortcode *s, fp_out *out, unsigned char c) /* SHORTCODE-3.4 */
{
    take_behind(s, out, c, GAP);
}

static void take_unquoted(shortcode *s, fp_out *out, unsigned char c)
{
    if (is_unquoted(c))
        go_on(s, out, c, UNQUOTED);
    else
        take_behind(s, out, c, GAP);
}

/* -- end tags where no block is open: SHORTCODE-4.7, 5.3 --------------------------------------- */

/* The end tag ends nothing. */
static void is_stray(shortcode *s, fp_out *out)
{
    s->start = fp_out_mark_offset(out);
    s->stray = true;
    let_loose(s, out);
}

static void take_end_name(shortcode *s, fp_out *out, unsigned char c)
{
    const fp_catalogue *catalogue = fp_out_catalogue(out);
    const size_t most = fp_out_held_length(out); /* no more come after {{</ */

    if (c == '>' && s->state == END_NAME) {
        if (!s->loose && !fp_shortcode_container(catalogue, fp_out_held_part(out, ENDING, most)))
            is_stray(s, out);
        go_on(s, out, c, END_CLOSE);
    } else if (s->state == START || fp_shortcode_is_name(c)) {
        go_on(s, out, c, s->state == START ? END_START : END_NAME);
        if (!s->loose &&
            !fp_shortcode_begins_container(catalogue, fp_out_held_part(out, ENDING, most)))
            is_stray(s, out);
    } else {
        give_up(s, out, c);
    }
}

/* -- blocks, and opaque containers ------------------------------------------------------------- */

/* The byte that continues the end tag, and whether it is the last: SHORTCODE-4.2. */
static unsigned char end_tag_at(const shortcode *s, const fp_out *out, bool *last)
{
    const fp_str name = s->state == CONTENT
                            ? fp_out_call_name(out)
                            : fp_shortcode_container_name(fp_out_catalogue(out), s->container);
    const size_t at = s->matched;

    *last = at == ENDING + name.len + TAIL - 1;
    if (at < ENDING)
        return (unsigned char)"{{</"[at];
    return (unsigned char)(at - ENDING < name.len ? name.ptr[at - ENDING]
                                                  : ">}}"[at - ENDING - name.len]);
}

static void complete_block(shortcode *s, fp_out *out)
{
    const bool content = s->state == CONTENT;

    if (!s->loose) {
        fp_out_cite(out, content ? "SHORTCODE-4.2" : "SHORTCODE-5.4");
        fp_out_mark(out, content ? FP_ROLE_MARKER : FP_ROLE_FRAMING);
    }
    if (content) {
        fp_out_arg_end(out);
        fp_out_call_end(out, fp_out_offset(out));
    }
    read_text(s, 0);
}

static void take_inside(shortcode *s, fp_out *out, unsigned char c) /* SHORTCODE-4.3, 4.4, 5.4 */
{
    bool last;

    if (s->matched == 0 && c != '{') { /* most bytes */
        fp_out_payload(out, c);
        return;
    }
    if (c != end_tag_at(s, out, &last)) {
        if (c == '{' && s->matched == 2) { /* SHORTCODE-2.7: the last two of a run */
            fp_out_release_first(out, 1);
            go_on(s, out, c, s->state);
            return;
        }
        fp_out_release(out);
        s->matched = 0;
        if (c != '{') {
            fp_out_payload(out, c);
            return;
        }
        last = false;
    }
    s->matched++;
    go_on(s, out, c, s->state);
    if (last)
        complete_block(s, out);
}

/* -- the syntax ------------------------------------------------------------------------------ */

static void take_text(shortcode *s, fp_out *out, unsigned char c) /* SHORTCODE-6.1 */
{
    if (c == '{')
        go_on(s, out, c, BRACE);
    else
        fp_out_payload(out, c);
}

static void take_braces(shortcode *s, fp_out *out, unsigned char c) /* SHORTCODE-2.7 */
{
    if (c == '{') {
        fp_out_release_first(out, s->state == BRACES && !s->loose);
        go_on(s, out, c, BRACES);
    } else if (c == '<' && s->state == BRACES) {
        go_on(s, out, c, START);
    } else {
        give_up(s, out, c);
    }
}

static void take_start(shortcode *s, fp_out *out, unsigned char c)
{
    if (fp_shortcode_is_name(c))
        take_name(s, out, c);
    else if (c == '/')
        take_end_name(s, out, c);
    else
        give_up(s, out, c);
}

/* The rest of a tag's end; complete when its last byte has come. */
static void take_close(shortcode *s, fp_out *out, unsigned char c)
{
    const bool end = s->state == END_CLOSE || s->state == END_LAST;
    const bool last = s->state == LAST || s->state == END_LAST;

    if (c != (s->state == SLASH ? '>' : '}')) {
        give_up(s, out, c);
        return;
    }
    go_on(s, out, c, s->state == SLASH ? CLOSE : end ? END_LAST : LAST);
    if (last && end)
        complete_end(s, out);
    else if (last)
        complete_opening(s, out);
}

static void (*const TAKE[])(shortcode *s, fp_out *out, unsigned char c) = {
    [TEXT] = take_text,         [BRACE] = take_braces,       [BRACES] = take_braces,
    [START] = take_start,       [NAME] = take_name,          [GAP] = take_gap,
    [KEY] = take_key,           [AFTER_KEY] = take_key,      [EQUALS] = take_equals,
    [QUOTED] = take_quoted,     [ESCAPE] = take_escape,      [CLOSED] = take_closed,
    [UNQUOTED] = take_unquoted, [SLASH] = take_close,        [CLOSE] = take_close,
    [LAST] = take_close,        [END_START] = take_end_name, [END_NAME] = take_end_name,
    [END_CLOSE] = take_close,   [END_LAST] = take_close,     [CONTENT] = take_inside,
    [INSIDE] = take_inside,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    shortcode *s = self;

    TAKE[s->state](s, out, c);
}

static void finish(void *self, fp_out *out)
{
    const shortcode *s = self;

    if (s->name && !s->container && !s->loose)
        fp_out_diagnostic(out, FP_UNTERMINATED_CALL, fp_out_mark_offset(out), "SHORTCODE-2.8");
    fp_out_release(out); /* text; in a block, content */
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, "SHORTCODE-7.1");
}

enum { TAG_LEADS = 1, END_LEADS };

static const char *const TO_TAG[] = { "{{<", NULL };
static const char *const TO_END[] = { "{{</", NULL };

static unsigned at_ease(const void *self)
{
    const shortcode *s = self;

    if (s->state == TEXT)
        return TAG_LEADS;
    return (s->state == CONTENT || s->state == INSIDE) && !s->matched ? END_LEADS : 0;
}

static void passed(void *self, unsigned char last) /* SHORTCODE-7.4 */
{
    shortcode *s = self;

    (void)last;
    read_text(s, s->state == INSIDE ? s->container : 0);
}

static const char *const COMPLETIONS[] = {
    "{{<x/>}}",  "{{<x>}}", "\"\"/>}}", "\"\">}}", "''/>}}", "''>}}", "{{</reasoning_text>}}",
    "{{</\1>}}", NULL
};

static const char *const MARKERS[] = { "{{<",
                                       "{{</",
                                       "/>}}",
                                       ">}}",
                                       "=\"",
                                       "='",
                                       "\\\"",
                                       "{{<x>}}",
                                       "{{</x>}}",
                                       "{{<x k=\"v\" f />}}",
                                       "{{<reasoning_text>}}",
                                       "{{<vaultref ",
                                       NULL };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_TAG, TO_END },
};

const fp_syntax FP_SHORTCODE = {
    .id = "shortcode",
    .title = "tags in double braces (seed 5)",
    .howto = "To use a tool, write a tag: {{< and the tool's name, then its arguments as "
             "name=\"value\", with spaces between, and />}}. In a value write \\\" for a quote and "
             "\\\\ for a backslash. An argument that is true is its name alone. To give a long text "
             "as the argument `content`, end the tag with >}}, write the text as it is, and then "
             "{{</name>}} with the tool's name.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "SHORTCODE-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "SHORTCODE-6.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "SHORTCODE-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "SHORTCODE-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "SHORTCODE-4.5" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "SHORTCODE-5.6" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "SHORTCODE-6.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "SHORTCODE-3.1" },
        [FP_RECOVERY] = { FP_RECOVERY_LENIENT, "SHORTCODE-3.6" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "SHORTCODE-5.3" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "SHORTCODE-6.1",
        [FP_ROLE_MARKER] = "SHORTCODE-2.1",
        [FP_ROLE_NAME] = "SHORTCODE-1.3",
        [FP_ROLE_KEY] = "SHORTCODE-1.3",
        [FP_ROLE_VALUE] = "SHORTCODE-3.1",
        [FP_ROLE_BLANK] = "SHORTCODE-1.2",
        [FP_ROLE_FRAMING] = "SHORTCODE-5.3",
    },
    .highlight = FP_SHORTCODE_HIGHLIGHT,
    .render = fp_shortcode_render,
    .state_size = sizeof(shortcode),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .passed = passed,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
