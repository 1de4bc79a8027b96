/* SPDX-License-Identifier: Apache-2.0 */
/* tags-section.c: sections of blocks. Their tags are framing, with the blanks between them; what
 * else is in a section, outside its blocks, is text. */
#include "core/ascii.h"
#include "core/step.h"
#include "engines/tags-reader.h"

void fp_tags_resume(fp_tags_reader *r)
{
    fp_tags_resume_but(r, 0);
}

void fp_tags_resume_but(fp_tags_reader *r, size_t last)
{
    fp_tags *s = r->s;

    fp_out_release_first(r->out, fp_out_held_length(r->out) - last);
    if (s->area == FP_TAGS_SECTION) {
        s->lead = 0;
        s->idle = SECTION_TEXT;
    }
    fp_tags_forget(s);
}

void fp_tags_frame_lead(fp_tags_reader *r)
{
    if (r->s->area != FP_TAGS_SECTION)
        return;
    fp_out_mark_first(r->out, r->s->lead, FP_ROLE_FRAMING);
    r->s->lead = 0;
}

/* The tag that is held is framing, and what follows it is in this area. */
static void cross(fp_tags_reader *r, fp_tags_area next, const char *clause)
{
    fp_tags *s = r->s;

    fp_tags_frame_lead(r);
    if (s->area == FP_TAGS_BLOCK)
        fp_tags_end_block(r, s->start, false, clause);
    fp_out_cite(r->out, clause);
    fp_out_mark(r->out, FP_ROLE_FRAMING);
    fp_out_cite(r->out, clause);
    fp_out_mark_byte(r->out, FP_ROLE_FRAMING);
    s->around = (uint8_t)next;
    fp_tags_enter(s, next);
}

void fp_tags_enter_section(fp_tags_reader *r, unsigned char last, const char *clause)
{
    (void)last;
    cross(r, FP_TAGS_SECTION, clause);
}

void fp_tags_exit_section(fp_tags_reader *r, unsigned char last, const char *clause)
{
    (void)last;
    cross(r, FP_TAGS_OUTSIDE, clause);
}

/* Leaves the byte to where tags begin. */
static bool may_be_tag(fp_tags_reader *r)
{
    r->s->part = NO_TAG;
    return AGAIN;
}

bool fp_tags_take_section_start(fp_tags_reader *r, unsigned char c)
{
    if (fp_tags_may_begin(r, c))
        return may_be_tag(r);
    if (fp_is_space(c)) {
        r->s->lead++;
        return fp_tags_hold(r, c);
    }
    fp_tags_resume(r);
    return AGAIN;
}

bool fp_tags_take_section_text(fp_tags_reader *r, unsigned char c)
{
    if (fp_tags_may_begin(r, c))
        return may_be_tag(r);
    fp_out_payload(r->out, c);
    return TAKEN;
}
