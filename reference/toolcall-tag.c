/* SPDX-License-Identifier: Apache-2.0 */
/* toolcall-tag.c: blocks in tags that carry the tool's name. Clauses: spec/toolcall-tag.md. */
#include "toolcall-tag-highlight.h"
#include "toolcall-tag.h"

#include <string.h>

typedef enum state {
    TEXT,       /* outside a block; the start state */
    OPENING,    /* held: the beginning of an opening tag */
    STRAY,      /* in what may be a closing tag outside a block; it is text already */
    SPACE,      /* between the tags of a block; held: space */
    START,      /* held: space and the beginning of a start tag, up to the key */
    START_TAIL, /* held: the same with its whole key, and blanks */
    CLOSING,    /* held: space and the beginning of the closing tag */
    VALUE       /* held: the beginning of the end tag, or nothing */
} state;

/* Where an opening or a closing tag is, OPENING, STRAY and CLOSING. */
typedef enum part {
    WORD,  /* up to its parenthesis */
    LEAD,  /* between the parenthesis and the name */
    NAME,  /* in the name */
    TRAIL, /* in blanks behind the name */
    CLOSE  /* behind the closing parenthesis */
} part;

typedef struct toolcall {
    state state;
    part part;
    size_t count;   /* bytes of the part, of a start tag's key, or of an end tag so far */
    uint64_t start; /* STRAY, START, START_TAIL, CLOSING: offset of the tag's `<` */
} toolcall;

static const char OPEN[] = "<toolcall(";
static const char CLOSED[] = "</toolcall(";

enum { OPEN_LENGTH = sizeof OPEN - 1, CLOSED_LENGTH = sizeof CLOSED - 1 };

/* -- bytes ----------------------------------------------------------------------------------- */

static bool is_space(unsigned char c) /* TOOLCALL-TAG-1.3 */
{
    return fp_is_blank(c) || fp_is_line_end(c);
}

/* TOOLCALL-TAG-1.4 */
static bool is_tag_blank(const fp_out *out, unsigned char c)
{
    return fp_is_blank(c) && fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* -- moves ----------------------------------------------------------------------------------- */

static void enter(toolcall *s, state next)
{
    s->state = next;
    s->part = WORD;
    s->count = 0;
}

/* Leaves the byte to another state. False. */
static bool leave_to(toolcall *s, state next)
{
    enter(s, next);
    return false;
}

static void enter_part(toolcall *s, part next, size_t count)
{
    s->part = next;
    s->count = count;
}

/* -- opening and closing tags ------------------------------------------------------------------ */

typedef enum verdict { BREAKS, GOES_ON, WHOLE } verdict;

/* Follows a tag that begins with word by one byte. Where it breaks, s is left as it was. */
static verdict follow(toolcall *s, const fp_out *out, const char *word, unsigned char c)
{
    switch (s->part) {
    case WORD:
        if (c != (unsigned char)word[s->count])
            return BREAKS;
        s->count++;
        if (!word[s->count])
            enter_part(s, LEAD, 0);
        return GOES_ON;
    case LEAD:
        if (fp_toolcall_begins_word(c))
            enter_part(s, NAME, 1);
        else if (!is_tag_blank(out, c))
            return BREAKS;
        return GOES_ON;
    case NAME:
        if (fp_toolcall_is_word(c)) {
            s->count++;
            return GOES_ON;
        }
        /* fall through */
    case TRAIL:
        if (c == ')')
            s->part = CLOSE;
        else if (is_tag_blank(out, c))
            s->part = TRAIL;
        else
            return BREAKS;
        return GOES_ON;
    case CLOSE:
        break;
    }
    if (c == '>')
        return WHOLE;
    return is_tag_blank(out, c) ? GOES_ON : BREAKS;
}

/* The blanks that the held bytes begin with. */
static void mark_blanks(fp_out *out)
{
    const fp_str held = fp_out_held(out);
    size_t n = 0;

    while (n < held.len && fp_is_blank((unsigned char)held.ptr[n]))
        n++;
    fp_out_cite(out, "TOOLCALL-TAG-1.4");
    fp_out_mark_first(out, n, FP_ROLE_BLANK);
}

/* The word from this offset of the held bytes on, blanks before it left out. */
static fp_str held_word(fp_out *out, size_t from)
{
    const fp_str held = fp_out_held(out);
    size_t length = 0;

    /* GCOVR_EXCL_BR_START: a word follows */
    while (from < held.len && fp_is_blank((unsigned char)held.ptr[from]))
        from++;
    /* GCOVR_EXCL_BR_STOP */
    while (from + length < held.len && fp_toolcall_is_word((unsigned char)held.ptr[from + length]))
        length++;
    return (fp_str){ held.ptr + from, length };
}

/* What is held, and the `>` behind it, is a tag whose word has this length. */
static void mark_tag(fp_out *out, size_t word, fp_role role, const char *clause)
{
    fp_out_cite(out, clause);
    fp_out_mark_first(out, word, FP_ROLE_MARKER);
    mark_blanks(out);
    fp_out_mark_first(out, held_word(out, 0).len, role);
    mark_blanks(out);
    if (role == FP_ROLE_NAME) {
        fp_out_cite(out, clause);
        fp_out_mark_first(out, 1, FP_ROLE_MARKER); /* the parenthesis */
        mark_blanks(out);
    }
    fp_out_cite(out, clause);
    fp_out_mark_byte(out, FP_ROLE_MARKER);
}

/* -- outside a block --------------------------------------------------------------------------- */

static bool take_text(toolcall *s, fp_out *out, unsigned char c)
{
    if (c == '<') /* TOOLCALL-TAG-2.2 */
        return leave_to(s, OPENING);
    fp_out_payload(out, c); /* TOOLCALL-TAG-6.1 */
    return true;
}

/* Holds the byte, which goes on with an opening tag. True. */
static bool hold_opening(toolcall *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) { /* TOOLCALL-TAG-7.5 */
        fp_out_release(out);
        enter(s, TEXT);
    }
    return true;
}

static void open_block(toolcall *s, fp_out *out) /* TOOLCALL-TAG-2.1, 8.2 */
{
    const uint64_t start = fp_out_mark_offset(out);

    if (!fp_out_call_begin(out, start, held_word(out, OPEN_LENGTH))) {
        fp_out_release(out);
        fp_out_payload(out, '>');
        enter(s, TEXT);
        return;
    }
    mark_tag(out, OPEN_LENGTH, FP_ROLE_NAME, "TOOLCALL-TAG-2.1");
    enter(s, SPACE);
}

/* Whether the byte is one more of a name that has no room for it: TOOLCALL-TAG-7.3. */
static bool is_over_name(const toolcall *s, const fp_out *out, unsigned char c)
{
    const bool named =
        s->part == LEAD ? fp_toolcall_begins_word(c) : s->part == NAME && fp_toolcall_is_word(c);

    return named && s->count >= fp_out_limits(out)->name;
}

static bool take_opening(toolcall *s, fp_out *out, unsigned char c)
{
    const uint64_t start = fp_out_mark_offset(out);

    if (c == '/' && s->part == WORD && s->count == 1) { /* TOOLCALL-TAG-8.1 */
        fp_out_release(out);
        s->state = STRAY;
        s->start = start;
        return false;
    }
    if (is_over_name(s, out, c)) {
        fp_out_limit_exceeded(out, fp_out_offset(out) - 1);
        fp_out_release(out);
        return leave_to(s, TEXT);
    }
    switch (follow(s, out, OPEN, c)) {
    case GOES_ON:
        return hold_opening(s, out, c);
    case WHOLE:
        open_block(s, out);
        return true;
    case BREAKS:
        break;
    }
    if (s->part != WORD) { /* TOOLCALL-TAG-2.4 */
        fp_out_diagnostic(out, FP_BAD_NAME, start, "TOOLCALL-TAG-2.4");
        fp_out_cite(out, "TOOLCALL-TAG-2.4");
    }
    fp_out_release(out);
    return leave_to(s, TEXT); /* TOOLCALL-TAG-2.5 */
}

static bool take_stray(toolcall *s, fp_out *out, unsigned char c) /* TOOLCALL-TAG-6.2 */
{
    switch (follow(s, out, CLOSED, c)) {
    case GOES_ON:
        break;
    case WHOLE:
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "TOOLCALL-TAG-6.2");
        /* fall through */
    case BREAKS:
        return leave_to(s, TEXT);
    }
    fp_out_payload(out, c);
    return true;
}

/* -- between the tags of a block --------------------------------------------------------------- */

static size_t held_space(const toolcall *s, const fp_out *out)
{
    return s->state == SPACE ? fp_out_held_length(out)
                             : (size_t)(s->start - fp_out_mark_offset(out));
}

static void mark_space(const toolcall *s, fp_out *out)
{
    fp_out_mark_first(out, held_space(s, out), FP_ROLE_BLANK);
}

/* The call ends before what is held. */
static void cut_block(fp_out *out)
{
    fp_out_call_cut(out, fp_out_mark_offset(out), "TOOLCALL-TAG-5.5");
}

/* Because of c nothing that may stand here stands here: it is read again as outside, where it is
 * the beginning of an opening tag, or of a closing tag, or neither. False. */
static bool end_early(toolcall *s, fp_out *out, unsigned char c) /* TOOLCALL-TAG-5.1 */
{
    const size_t space = held_space(s, out);
    const size_t tag = fp_out_held_length(out) - space;

    cut_block(out);
    fp_out_release_first(out, space);
    if (c == '(' && tag == OPEN_LENGTH - 1 && memcmp(fp_out_held(out).ptr, OPEN, tag) == 0) {
        enter(s, OPENING); /* TOOLCALL-TAG-5.3 */
        s->count = tag;
        return false;
    }
    fp_out_release(out);
    if (s->state != CLOSING)
        return leave_to(s, TEXT);
    s->state = STRAY; /* TOOLCALL-TAG-5.4 */
    return false;
}

/* Holds a byte of a tag. True. */
static bool hold_tag(toolcall *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) { /* TOOLCALL-TAG-7.5 */
        cut_block(out);
        fp_out_release(out);
        enter(s, TEXT);
    }
    return true;
}

static bool take_space(toolcall *s, fp_out *out, unsigned char c) /* TOOLCALL-TAG-2.9 */
{
    if (is_space(c)) {
        if (!fp_out_hold(out, c)) /* TOOLCALL-TAG-7.5 */
            fp_out_mark(out, FP_ROLE_BLANK);
        return true;
    }
    if (c != '<')
        return end_early(s, out, c);
    enter(s, START);
    s->start = fp_out_offset(out) - 1;
    return hold_tag(s, out, c);
}

static void begin_argument(toolcall *s, fp_out *out) /* TOOLCALL-TAG-3.1, 8.2 */
{
    const size_t limit = fp_out_limits(out)->key;
    fp_str key;

    mark_space(s, out);
    key = held_word(out, 1);
    if (key.len > limit) /* TOOLCALL-TAG-7.4 */
        fp_out_limit_exceeded(out, s->start + 1 + limit);
    fp_out_arg_begin(out, key, s->start, true, "TOOLCALL-TAG-3.4");
    mark_tag(out, 1, FP_ROLE_KEY, "TOOLCALL-TAG-3.1");
    enter(s, VALUE);
}

static bool take_start(toolcall *s, fp_out *out, unsigned char c)
{
    const bool in_key = s->state == START;

    if (in_key && (s->count ? fp_toolcall_is_word(c) : fp_toolcall_begins_word(c))) {
        s->count++;
        return hold_tag(s, out, c);
    }
    if (in_key && !s->count && c == '/') {
        s->state = CLOSING;
        enter_part(s, WORD, 1);
        return false;
    }
    if (s->count && c == '>') {
        begin_argument(s, out);
        return true;
    }
    if (s->count && is_tag_blank(out, c)) {
        s->state = START_TAIL;
        return hold_tag(s, out, c);
    }
    return end_early(s, out, c); /* TOOLCALL-TAG-5.2 */
}

/* Whether the byte goes on with the name of the block as far as it is read, or ends it. */
static bool goes_on_with_name(const toolcall *s, const fp_out *out, unsigned char c)
{
    const fp_str name = fp_out_call_name(out);

    if (s->part != LEAD && s->part != NAME)
        return true;
    if (fp_toolcall_is_word(c))
        return s->count < name.len && c == (unsigned char)name.ptr[s->count];
    return s->part == LEAD || s->count == name.len;
}

static void close_block(toolcall *s, fp_out *out) /* TOOLCALL-TAG-2.6, 2.7 */
{
    mark_space(s, out);
    mark_tag(out, CLOSED_LENGTH, FP_ROLE_NAME, "TOOLCALL-TAG-2.6");
    fp_out_call_end(out, fp_out_offset(out));
    enter(s, TEXT);
}

static bool take_closing(toolcall *s, fp_out *out, unsigned char c)
{
    if (!goes_on_with_name(s, out, c))
        return end_early(s, out, c);
    switch (follow(s, out, CLOSED, c)) {
    case GOES_ON:
        return hold_tag(s, out, c);
    case WHOLE:
        close_block(s, out);
        return true;
    case BREAKS:
        break;
    }
    return end_early(s, out, c);
}

/* -- values ------------------------------------------------------------------------------------ */

static void end_argument(toolcall *s, fp_out *out) /* TOOLCALL-TAG-4.2, 8.2 */
{
    mark_tag(out, 2, FP_ROLE_KEY, "TOOLCALL-TAG-4.2");
    fp_out_arg_end(out);
    enter(s, SPACE);
}

static bool take_value(toolcall *s, fp_out *out, unsigned char c) /* TOOLCALL-TAG-4.1 */
{
    const fp_str key = fp_out_key(out);
    const size_t at = s->count; /* in `</`, the key and `>` */
    bool goes_on;

    if (at == 0 && c != '<') { /* most bytes */
        fp_out_payload(out, c);
        return true;
    }
    if (at == key.len + 2 && c == '>') {
        end_argument(s, out);
        return true;
    }
    if (at < 2)
        goes_on = c == (at ? '/' : '<');
    else
        goes_on = at < key.len + 2 && c == (unsigned char)key.ptr[at - 2];
    if (!goes_on) {
        fp_out_release(out);
        s->count = 0;
        return false;
    }
    s->count++;
    if (!fp_out_hold(out, c)) { /* TOOLCALL-TAG-7.5 */
        fp_out_release(out);
        s->count = 0;
    }
    return true;
}

/* -- the syntax ------------------------------------------------------------------------------ */

/* Each takes the byte, or leaves it to another state and returns false. */
static bool (*const TAKE[])(toolcall *s, fp_out *out, unsigned char c) = {
    [TEXT] = take_text,   [OPENING] = take_opening,  [STRAY] = take_stray,     [SPACE] = take_space,
    [START] = take_start, [START_TAIL] = take_start, [CLOSING] = take_closing, [VALUE] = take_value,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    for (toolcall *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

static void finish(void *self, fp_out *out)
{
    const toolcall *s = self;

    if (!fp_out_in_call(out) || s->state == VALUE) {
        fp_out_release(out); /* TOOLCALL-TAG-7.2: text; in a value, value */
    } else {
        mark_space(s, out);
        fp_out_mark(out, FP_ROLE_SKIPPED);
    }
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, "TOOLCALL-TAG-7.1");
}

static const char *const TO_TAG[] = { "<", NULL };

static unsigned at_ease(const void *self)
{
    const toolcall *s = self;

    return (s->state == TEXT || s->state == VALUE) && s->count == 0;
}

static const char *const COMPLETIONS[] = { "<toolcall(x)>", "<x>", NULL };

static const char *const MARKERS[] = {
    OPEN, CLOSED, "<toolcall(x)>\n  <x>", "</x>\n</toolcall(x)>", "</x>", ")>", "</", "<", ">", NULL
};

const fp_syntax FP_TOOLCALL_TAG = {
    .id = "toolcall-tag",
    .title = "blocks in tags that carry the tool's name (seed 4)",
    .howto = "To use a tool, write the tag <toolcall(NAME)> with the tool's name, on lines of their "
             "own <ARGUMENT>value</ARGUMENT> for each argument, with its value just as it is, and "
             "at the end </toolcall(NAME)>. Nothing else stands between these tags.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "TOOLCALL-TAG-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "TOOLCALL-TAG-6.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "TOOLCALL-TAG-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "TOOLCALL-TAG-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "TOOLCALL-TAG-4.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "TOOLCALL-TAG-6.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "TOOLCALL-TAG-6.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "TOOLCALL-TAG-4.1" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "TOOLCALL-TAG-1.4" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "TOOLCALL-TAG-6.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "TOOLCALL-TAG-6.1",
        [FP_ROLE_MARKER] = "TOOLCALL-TAG-2.1",
        [FP_ROLE_NAME] = "TOOLCALL-TAG-1.2",
        [FP_ROLE_KEY] = "TOOLCALL-TAG-1.2",
        [FP_ROLE_VALUE] = "TOOLCALL-TAG-4.1",
        [FP_ROLE_BLANK] = "TOOLCALL-TAG-1.3",
        [FP_ROLE_SKIPPED] = "TOOLCALL-TAG-7.1",
    },
    .highlight = FP_TOOLCALL_TAG_HIGHLIGHT,
    .render = fp_toolcall_render,
    .state_size = sizeof(toolcall),
    .step = step,
    .finish = finish,
    .at_ease = at_ease,
    .leads = { TO_TAG },
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
