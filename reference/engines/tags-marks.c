/* SPDX-License-Identifier: Apache-2.0 */
/* tags-marks.c: which tags the bytes read of a mark may become. */
#include "engines/tags-reader.h"

/* Follows the mark of this tag, which is the only candidate, as for most bytes. */
static bool follow_this(fp_tags_reader *r, unsigned char c, bool *ends)
{
    const char *missing = fp_tags_this(r)->mark + r->s->mark;

    if (!fp_tags_goes_on(r, missing, c))
        return false;
    *ends = !missing[1];
    r->s->mark++;
    return true;
}

/* The last of these tags that is held, or the first if none is. */
static unsigned held_of(const fp_tags_reader *r, unsigned tags)
{
    unsigned first = 0, t = FP_TAGS_MAX;

    while (t-- > 0)
        if (tags >> t & 1) {
            if (!fp_tags_is_payload(r, t))
                return t;
            first = t;
        }
    return first;
}

/* Follows the marks of all candidates. */
static bool follow_any(fp_tags_reader *r, unsigned char c, bool *ends)
{
    fp_tags *s = r->s;
    unsigned t = 0;
    uint16_t left = 0;

    for (unsigned rest = s->candidates; rest; rest >>= 1, t++) {
        const char *missing = r->table->tags[t].mark + s->mark;

        if (!(rest & 1) || !fp_tags_goes_on(r, missing, c))
            continue;
        left |= (uint16_t)(1u << t);
        *ends = *ends || !missing[1];
    }
    if (!left)
        return false;
    s->candidates = left;
    s->tag = (uint8_t)held_of(r, left);
    s->mark++;
    return true;
}

bool fp_tags_follow_mark(fp_tags_reader *r, unsigned char c, bool *ends)
{
    return r->s->candidates == 1u << r->s->tag ? follow_this(r, c, ends) : follow_any(r, c, ends);
}

unsigned fp_tags_whole_mark(const fp_tags_reader *r, bool named)
{
    unsigned t = 0;

    for (unsigned rest = r->s->candidates; rest; rest >>= 1, t++)
        if (rest & 1 && !r->table->tags[t].mark[r->s->mark] &&
            (fp_tags_rule_of(r, t)->name != FP_TAGS_NO_NAME) == named)
            return t;
    return FP_TAGS_MAX;
}
