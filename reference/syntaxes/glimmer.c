/* SPDX-License-Identifier: Apache-2.0 */
/* glimmer.c: messages with a header that says whom each is for. A message for a tool has its call
 * in tags, which the engine of tags reads. Clauses: spec/glimmer.md. */
#include "syntaxes/glimmer.h"

#include "core/out_around.h"
#include "core/step.h"
#include "engines/reasoning-marks.h"
#include "engines/section-member.h"
#include "engines/tags-reader.h"
#include "syntaxes/glimmer-header.h"

#include <string.h>

/* -- the tags of a message for a tool ---------------------------------------------------------- */

/* What ends such a message, or begins the next one. */
enum { END = ARG_END + 1, LAST, START, GLIMMER_TAGS };

/* clang-format off */
#define PARTS(clause)                                      \
    [END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, clause },    \
    [LAST] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, clause },   \
    [START] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, clause }
/* clang-format on */

static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "GLIMMER-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "GLIMMER-5.2" },
                          PARTS("GLIMMER-8.4") },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "GLIMMER-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "GLIMMER-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "GLIMMER-5.2" },
                          PARTS("GLIMMER-8.4") },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "GLIMMER-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "GLIMMER-3.7" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "GLIMMER-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "GLIMMER-3.4" },
                        PARTS("GLIMMER-3.7") },
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "GLIMMER-4.4" },
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "GLIMMER-4.4" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "GLIMMER-4.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "GLIMMER-4.2" } },
};

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<atem:function_calls>", NULL, false, 0 },
              [SECTION_END] = { "</atem:function_calls>", NULL, false, 0 },
              [CALL] = { "<atem:invoke name=\"", "\">", false, 0 },
              [CALL_END] = { "</atem:invoke>", NULL, false, 0 },
              [ARG] = { "<atem:parameter name=\"", "\">", true, 0 },
              [ARG_END] = { "</atem:parameter>", NULL, true, 0 },
              [END] = { GLIMMER_END, NULL, false, 0 },
              [LAST] = { GLIMMER_LAST, NULL, false, 0 },
              [START] = { GLIMMER_START, NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* GLIMMER-1.2, GLIMMER-1.3 */
    .keys = FP_TAGS_QUOTED_KEYS,
    .breaks = true,
    .clauses = { FP_SECTION_CLAUSES("GLIMMER") },
    .layout = { FP_SECTION_LAYOUT("GLIMMER") },
};

/* -- states ------------------------------------------------------------------------------------ */

typedef enum state {
    BEGINNING, /* nothing was read; the prompt may have begun a message: the start state */
    OUTSIDE,   /* of messages: text; held: the beginning of a mark */
    HEADER,    /* held: a header, or what may become one */
    CONTENT,   /* of a message that is not for a tool; held: the beginning of a mark */
    CALLS      /* of a message for a tool: as the tags say */
} state;

typedef struct glimmer {
    fp_tags tags; /* CALLS */
    uint8_t state;
    bool reasons;   /* CONTENT: it is reasoning; HEADER: it is in such */
    bool is_marked; /* HEADER: its first mark is held */
    uint8_t may_be; /* of marks outside of headers: those that are read, a bit each, */
    uint8_t read;   /* and how many bytes of them; 0: none is */
    glimmer_header header;
} glimmer;

static void enter(glimmer *s, state next)
{
    memset(s, 0, sizeof *s);
    s->state = (uint8_t)next;
}

/* -- headers ----------------------------------------------------------------------------------- */

/* Whether calls are read in a message with this header: GLIMMER-8.2, GLIMMER-5.7. */
static bool has_calls(const glimmer_header *h, const fp_out *out)
{
    const glimmer_reader reader = fp_glimmer_header_reader(h);

    return reader == FOR_TOOLS ||
           (reader == FOR_USER && fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT);
}

/* A message begins whose header is read. */
static void open_message(glimmer *s, fp_out *out)
{
    const glimmer_header h = s->header;
    const bool reasons = fp_glimmer_header_reader(&h) == FOR_SELF;

    fp_out_reasoning(out, reasons); /* GLIMMER-5.6 */
    enter(s, has_calls(&h, out) ? CALLS : CONTENT);
    s->reasons = reasons;
}

/* GLIMMER-8.3 */
static bool take_beginning(glimmer *s, fp_out *out, unsigned char c)
{
    const bool first = !fp_out_mark_offset(out); /* no quotation was before it */
    glimmer_header header = { 0 };
    const glimmer_prompt prompt =
        first ? fp_glimmer_prompt_read(fp_out_prefix(out), &header) : NO_MESSAGE;

    (void)c;
    enter(s, prompt == IN_A_HEADER ? HEADER : OUTSIDE);
    s->header = header;
    if (prompt == IN_A_MESSAGE)
        open_message(s, out);
    return AGAIN;
}

static void begin_header(glimmer *s, bool is_marked)
{
    const bool reasons = s->reasons;

    enter(s, HEADER);
    s->reasons = reasons;
    s->is_marked = is_marked;
}

/* The header that was read is not one: text, or reasoning, continues. */
static void leave_header(glimmer *s)
{
    const bool reasons = s->reasons;

    enter(s, reasons ? CONTENT : OUTSIDE);
    s->reasons = reasons;
}

/* -- marks outside of headers ------------------------------------------------------------------ */

static const char *const SPELT[] = { GLIMMER_END, GLIMMER_LAST, GLIMMER_START };

enum { IS_END = 1, IS_LAST = 2, IS_START = 4, MARKS = 3 };

/* Those that count: GLIMMER-8.1, GLIMMER-8.4, GLIMMER-5.9. */
static unsigned marks_here(const glimmer *s, const fp_out *out)
{
    const bool until_call = fp_out_policy(out, FP_REASONING) == FP_REASONING_UNTIL_CALL;

    if (s->state == OUTSIDE)
        return IS_START;
    return IS_END | IS_LAST | (s->reasons && until_call ? IS_START : 0u);
}

/* Whether the byte continues one of the marks that are read, or begins one. */
static bool take_mark_byte(glimmer *s, const fp_out *out, unsigned char c)
{
    const unsigned were = s->read ? s->may_be : marks_here(s, out);
    unsigned may_be = 0;

    for (unsigned m = 0; m < MARKS; m++)
        if (were & 1u << m && c == (unsigned char)SPELT[m][s->read] &&
            fp_out_may_be_mark(out, SPELT[m] + s->read))
            may_be |= 1u << m;
    if (!may_be)
        return false;
    s->may_be = (uint8_t)may_be;
    s->read++;
    return true;
}

/* Whether the marks that are read, which end alike, are whole. */
static bool is_whole(const glimmer *s)
{
    for (unsigned m = 0; m < MARKS; m++)
        if (s->may_be & 1u << m && !SPELT[m][s->read])
            return true;
    return false;
}

/* What is held of a mark is text. */
static void settle(glimmer *s, fp_out *out)
{
    s->may_be = s->read = 0;
    fp_out_release(out);
}

/* The mark that is held is whole. */
static void act_on(glimmer *s, fp_out *out)
{
    if (s->may_be == IS_START) {
        begin_header(s, true);
        return;
    }
    fp_out_cite(out, "GLIMMER-8.4");
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_out_reasoning(out, false);
    enter(s, OUTSIDE);
}

/* The byte does not continue the mark that is held, which may have been that of another role. */
static void leave_mark(glimmer *s, fp_out *out, unsigned char c)
{
    const bool other = s->state == OUTSIDE && s->read >= sizeof "<|start|>" - 1 && c != '<';

    if (other)
        fp_out_cite(out, "GLIMMER-8.6");
    settle(s, out);
    if (other)
        enter(s, CONTENT);
}

/* OUTSIDE, CONTENT. */
static bool take_content(glimmer *s, fp_out *out, unsigned char c)
{
    if (take_mark_byte(s, out, c)) {
        if (!fp_out_hold(out, c)) /* GLIMMER-6.4 */
            settle(s, out);
        else if (is_whole(s))
            act_on(s, out);
        return TAKEN;
    }
    if (!s->read) {
        fp_out_payload(out, c);
        return TAKEN;
    }
    leave_mark(s, out, c);
    return AGAIN;
}

/* -- in a header ------------------------------------------------------------------------------- */

/* The first bytes held are text, and the others, which are how the mark at the end of a header
 * begins, may begin another one. */
static void release_header(glimmer *s, fp_out *out, size_t length)
{
    fp_str left;

    fp_out_cite(out, "GLIMMER-8.5");
    fp_out_release_first(out, length);
    left = fp_out_held(out);
    while (s->read < left.len && take_mark_byte(s, out, (unsigned char)left.ptr[s->read]))
        continue;
    if (s->read < left.len)
        settle(s, out);
}

/* GLIMMER-8.5. AGAIN: the byte is read again. */
static bool break_header(glimmer *s, fp_out *out)
{
    const size_t held = fp_out_held_length(out); /* a mark may have begun in the prompt */
    const size_t mark = s->header.mark < held ? s->header.mark : held;

    if (s->is_marked)
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "GLIMMER-8.5");
    leave_header(s);
    release_header(s, out, held - mark);
    return AGAIN;
}

static bool take_header(glimmer *s, fp_out *out, unsigned char c)
{
    const bool may_end = fp_out_may_be_mark(out, &GLIMMER_MESSAGE[s->header.mark]);
    const glimmer_reading reading = fp_glimmer_header_take(&s->header, may_end, c);

    if (reading == GLIMMER_BREAKS)
        return break_header(s, out);
    if (!fp_out_hold(out, c)) { /* GLIMMER-6.4 */
        leave_header(s);
        fp_out_cite(out, "GLIMMER-6.4");
        fp_out_release(out);
    } else if (reading == GLIMMER_ENDS) {
        fp_out_cite(out, "GLIMMER-8.1");
        fp_out_mark(out, FP_ROLE_FRAMING);
        open_message(s, out);
    }
    return TAKEN;
}

/* -- in a message for a tool ------------------------------------------------------------------- */

/* The tag that ends such a message and is whole with this byte; GLIMMER_TAGS: none is. */
static unsigned ending(const fp_tags *tags, const fp_out *out, unsigned char c)
{
    const fp_tags_table *table = fp_out_table(out);
    const fp_tag *tag = &table->tags[tags->tag];
    const bool whole = tags->part == MARK && tags->tag >= END &&
                       c == (unsigned char)tag->mark[tags->mark] && !tag->mark[tags->mark + 1];

    return whole ? tags->tag : GLIMMER_TAGS;
}

static bool take_calls(glimmer *s, fp_out *out, unsigned char c)
{
    const unsigned tag = ending(&s->tags, out, c);

    fp_tags_step(&s->tags, out, c);
    if (tag == START)
        begin_header(s, false);
    else if (tag < GLIMMER_TAGS)
        enter(s, OUTSIDE);
    return TAKEN;
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(glimmer *s, fp_out *out, unsigned char c) = {
    [BEGINNING] = take_beginning, [OUTSIDE] = take_content, [HEADER] = take_header,
    [CONTENT] = take_content,     [CALLS] = take_calls,
};

static void step(void *self, fp_out *out, unsigned char byte)
{
    glimmer *s = self;

    while (!TAKE[s->state](s, out, byte))
        continue;
}

static void finish(void *self, fp_out *out)
{
    glimmer *s = self;

    if (s->state == CALLS) {
        fp_tags_finish(&s->tags, out);
        return;
    }
    fp_out_cite(out, "GLIMMER-6.2");
    fp_out_release(out);
}

static unsigned at_ease(const void *self)
{
    const glimmer *s = self;

    if (s->state == CALLS)
        return fp_tags_at_ease(&s->tags);
    return (s->state == OUTSIDE || s->state == CONTENT) && !s->read;
}

static const char *const TO_MARK[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = at_ease,
    .leads = { TO_MARK },
};

static const fp_spaced SPACING[] = {
    { "<atem:function_calls>", NULL, "", "\n" }, /* GLIMMER-7.1 */
    { "</atem:function_calls>", NULL, "\n", "" }, { "<atem:invoke name=", ">", "\n", "\n" },
    { "</atem:invoke>", NULL, "\n", "\n" },       { "<atem:parameter name=", ">", "\n", "" },
    { "</atem:parameter>", NULL, "", "\n" },      { 0 }
};

/* GLIMMER-1.5 */
static const char *const TOKENS[] = { "<|start|>", GLIMMER_MESSAGE, GLIMMER_END, GLIMMER_LAST,
                                      NULL };

const fp_syntax FP_GLIMMER = {
    .id = "glimmer",
    .title = "messages for tools, with invocations in <atem:function_calls> (Muse Glimmer)",
    .howto = "To use a tool, write <|start|>assistant to=NAME<|message|>, then <atem:function_calls>, "
             "a line <atem:invoke name=\"NAME\">, for each argument a line <atem:parameter "
             "name=\"ARGUMENT\">, the value as it is and </atem:parameter>, the lines </atem:invoke> "
             "and </atem:function_calls>, and then <|eom|>. Each call is such a message of its own.",
    .reasoning = &FP_MARKS_GLIMMER,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "GLIMMER-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "GLIMMER-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "GLIMMER-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "GLIMMER-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "GLIMMER-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "GLIMMER-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_CALL, "GLIMMER-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "GLIMMER-4.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "GLIMMER-5.7" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "GLIMMER-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "GLIMMER-1.5" },
    },
    .clauses = { FP_SECTION_ROLES("GLIMMER"), [FP_ROLE_REASONING] = "GLIMMER-5.6" },
    .derive = &FP_GLIMMER_DERIVE,
    .render = fp_glimmer_render,
    .state_size = sizeof(glimmer),
    .step = step,
    .finish = finish,
    .table = &TABLE,
    .fast = &FAST,
    .completions = FP_GLIMMER_COMPLETIONS,
    .markers = FP_GLIMMER_MARKERS,
    .spacing = SPACING,
    .tokens = TOKENS,
    .message = { "<|start|>", "<|start|>assistant<|message|>", "<|eom|>" },
};
