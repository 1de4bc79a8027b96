/* SPDX-License-Identifier: Apache-2.0 */
/* harmony-prompt.c: reads what the prompt ended with, which may be a header or a message that the
 * input continues. Clauses: spec/harmony.md. */
#include "syntaxes/harmony-header.h"

static const harmony_prompt OUTSIDE = { 0 };

/* A header has ended. A call that it names would begin before the input. */
static void end_header(harmony_prompt *p)
{
    const harmony_header h = p->header;

    *p = OUTSIDE;
    p->in_content = !h.has_recipient;
    p->reasons = p->in_content && fp_harmony_header_is_analysis(&h);
}

static void take_whole_mark(harmony_prompt *p, unsigned mark)
{
    *p = OUTSIDE;
    if (1u << mark & ENDS)
        return;
    p->in_header = true;
    p->header = fp_harmony_header_begin(mark);
}

/* Each takes a byte, and returns how many of the last bytes are to be read again. */
static size_t take_header(harmony_prompt *p, unsigned char c)
{
    const size_t matched = p->header.mark.matched;
    const harmony_reading reading = fp_harmony_header_take(&p->header, SIZE_MAX, ANY_MARK, c);

    if (reading == HEADER_ENDS)
        end_header(p);
    if (reading != HEADER_BREAKS)
        return 0;
    *p = OUTSIDE;
    return matched + 1;
}

static size_t take_mark(harmony_prompt *p, harmony_mark *mark, unsigned char c)
{
    const size_t matched = mark->matched;
    unsigned whole;

    if (!fp_harmony_mark_take(mark, p->in_content ? ENDS : 1 << START | 1 << CHANNEL, c)) {
        *mark = (harmony_mark){ 0 };
        return matched > 0;
    }
    whole = fp_harmony_mark_whole(mark);
    if (whole == HARMONY_MARKS)
        return 0;
    *mark = (harmony_mark){ 0 };
    take_whole_mark(p, whole);
    return 0;
}

harmony_prompt fp_harmony_prompt_read(fp_str prefix)
{
    harmony_prompt p = OUTSIDE;
    harmony_mark mark = { 0 };

    for (size_t i = 0; i < prefix.len; i++) {
        const unsigned char c = (unsigned char)prefix.ptr[i];

        i -= p.in_header ? take_header(&p, c) : take_mark(&p, &mark, c);
    }
    if (p.header.mark.matched || p.header.has_recipient)
        return OUTSIDE;
    p.header.read = 0;
    return p;
}
