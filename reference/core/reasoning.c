/* SPDX-License-Identifier: Apache-2.0 */
/* reasoning.c: where reasoning begins and ends. */
#include "reasoning.h"

#include <string.h>

const fp_reasoning_marks FP_MARKS_THINK = { .open = { "<think>" }, .close = "</think>" };

bool fp_syntax_allows(const fp_syntax *syntax, fp_policy policy, unsigned value)
{
    if (policy == FP_MARKERS && value == FP_MARKERS_TOKEN)
        return syntax->tokens;
    /* GCOVR_EXCL_BR_START: a parser asks for these values alone; and no case is without */
    if ((policy == FP_UNTERMINATED && value == FP_UNTERMINATED_TEXT) ||
        (policy == FP_MALFORMED && value == FP_MALFORMED_TEXT))
        return !syntax->encoded &&
               (syntax->stands == FP_STANDS_ANYWHERE || syntax->stands == FP_STANDS_NOWHERE);
    if (policy == FP_VALUE_FRAMING && value == FP_FRAMING_OWN_LINE)
        return syntax->chooses & FP_CHOOSES_OWN_LINE;
    if (policy == FP_FALSE_OPENER && value == FP_FALSE_OPENER_DROP_REST)
        return syntax->chooses & FP_CHOOSES_DROP_REST;
    return policy != FP_REASONING || value < FP_REASONING_CHANNEL || syntax->reasoning;
    /* GCOVR_EXCL_BR_STOP */
}

const char *fp_reasoning_mark(const fp_reasoning *r)
{
    return r->inside || r->first ? r->marks->close : r->marks->open[0];
}

/* How many of the bytes mark[0, len) and the one after them are how the mark begins. Marks are
 * short, so each length is tried. */
static uint8_t longest_beginning(const char *mark, uint8_t len, unsigned char byte)
{
    for (uint8_t n = len; n > 0; n--)
        if ((unsigned char)mark[n] == byte && memcmp(mark, mark + (len - n), n) == 0)
            return n + 1;
    return (unsigned char)mark[0] == byte;
}

bool fp_reasoning_watch(fp_reasoning *r, unsigned char byte, bool may_begin)
{
    const char *mark = fp_reasoning_mark(r);
    const uint8_t before = r->matched;

    r->matched = longest_beginning(mark, before, byte);
    if ((r->matched <= before || r->matched == 1) &&
        !may_begin) /* no more of the same mark, but the first of one */
        r->matched = 0;
    return mark[r->matched] == '\0';
}

void fp_reasoning_not_first(fp_reasoning *r)
{
    const uint8_t read = r->matched;

    r->first = false;
    r->matched = 0;
    for (uint8_t i = 0; i < read; i++)
        fp_reasoning_watch(r, (unsigned char)r->marks->close[i], true);
}

static bool ends_with(fp_str text, const char *mark)
{
    const size_t len = strlen(mark);

    return text.len >= len && memcmp(text.ptr + (text.len - len), mark, len) == 0;
}

fp_reasoning fp_reasoning_begin(const fp_syntax *syntax, const fp_options *options)
{
    const uint8_t policy = options->policies.of[FP_REASONING];
    const bool channel = policy == FP_REASONING_CHANNEL || policy == FP_REASONING_UNTIL_CALL;
    const bool watched = channel && syntax->reasoning && !syntax->reasoning->read_by_syntax;
    fp_reasoning r = { .marks = watched ? syntax->reasoning : NULL,
                       .until_call = policy == FP_REASONING_UNTIL_CALL };
    bool first = r.marks && r.marks->closes_first && !ends_with(options->prefix, r.marks->close);

    for (size_t i = 0; r.marks && i < options->prefix.len; i++) {
        if (fp_reasoning_watch(&r, (unsigned char)options->prefix.ptr[i], true)) {
            r.inside = !r.inside;
            r.matched = 0;
            first = false;
        }
    }
    r.matched = 0; /* no mark goes on from the prompt into the answer */
    r.first = first;
    return r;
}

bool fp_reasoning_equal(const fp_reasoning *a, const fp_reasoning *b)
{
    return a->inside == b->inside && a->matched == b->matched &&
           /* GCOVR_EXCL_BR_START: those that are compared began alike */
           (!a->matched || a->first == b->first);
    /* GCOVR_EXCL_BR_STOP */
}
