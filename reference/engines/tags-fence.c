/* SPDX-License-Identifier: Apache-2.0 */
/* tags-fence.c: a code fence around the object of arguments. No byte of it is held: whatever comes
 * after it, it is in a call. */
#include "core/ascii.h"
#include "core/step.h"
#include "engines/tags-reader.h"

bool fp_tags_enter_fence(fp_tags_reader *r)
{
    if (!r->table->fence.before)
        return false;
    fp_tags_enter(r->s, FP_TAGS_ARGS);
    r->s->part = r->s->idle = FENCE;
    return true;
}

/* What is still to come of it. */
static const char *missing(const fp_tags_reader *r)
{
    const fp_tags_fence *fence = &r->table->fence;

    return (r->s->closed ? fence->after : fence->before) + r->s->end;
}

bool fp_tags_take_fence(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;

    if (s->end == 0 && fp_is_space(c)) {
        fp_out_mark_byte(r->out, FP_ROLE_BLANK);
        return TAKEN;
    }
    if (c != (unsigned char)*missing(r)) {
        fp_tags_break(r, fp_out_offset(r->out) - 1, r->table->clauses.bad_line);
        fp_tags_enter(s, FP_TAGS_BLOCK);
        return AGAIN;
    }
    s->end++;
    fp_out_mark_byte(r->out, FP_ROLE_MARKER);
    if (!*missing(r))
        fp_tags_enter(s, s->closed ? FP_TAGS_BLOCK : FP_TAGS_ARGS);
    return TAKEN;
}
