/* SPDX-License-Identifier: Apache-2.0 */
/* tags-line.c: values that end only at an end tag on a line of its own: `value_framing: own-line`
 * (MODEL-3.5). Whatever else is in such a value is its bytes. */
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/step.h"
#include "engines/tags-reader.h"

void fp_tags_enter_own_line(fp_tags *s)
{
    s->part = s->idle = OWN_LINE;
    s->at_line = false;
}

/* The tag that ends a value; every table has one. */
static uint8_t end_tag(const fp_tags_reader *r)
{
    uint8_t t = 0;

    while (fp_tags_rule_in(r, FP_TAGS_VALUE, t)->act != FP_TAGS_SETTLES)
        t++;
    return t;
}

/* What is held is of the value. AGAIN: the byte after it is read again. */
static bool release(fp_tags_reader *r)
{
    fp_out_release(r->out);
    r->s->mark = 0;
    return AGAIN;
}

/* Whether the byte is the next one of what is missing of the mark. */
static bool goes_on(const fp_tags_reader *r, const char *missing, unsigned char c)
{
    /* GCOVR_EXCL_BR_START: the end tag of the notation that has this value is not a token */
    return c == (unsigned char)*missing && fp_out_may_be_mark(r->out, missing);
    /* GCOVR_EXCL_BR_STOP */
}

bool fp_tags_take_own_line(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;
    const uint8_t tag = end_tag(r);
    const char *missing = r->table->tags[tag].mark + s->mark;

    if (!*missing && (c == '\n' || c == '\r')) {
        s->tag = tag;
        r->ended = true;
        fp_tags_act_on(r, c);
        return AGAIN;
    }
    if ((s->mark || s->at_line) && *missing && goes_on(r, missing, c)) {
        s->at_line = false;
        s->mark++;
        return fp_tags_hold(r, c);
    }
    if (s->mark)
        return release(r);
    s->at_line = c == '\n';
    fp_tags_pass(r, c);
    return TAKEN;
}
