/* SPDX-License-Identifier: Apache-2.0 */
/* tags-offer.c: tags that are named after a tool or its arguments and have nothing else that shows
 * them: only those are tags whose names are on offer. Where two of them have one mark, the name
 * says which it is. */
#include "core/out_call.h"
#include "core/out_tools.h"
#include "engines/tags-reader.h"

/* Without a catalogue a name that goes on is asked for up to this length: only how it begins can
 * matter, and what is read again for each byte has a bound. */
enum { BEGINNING = 8 };

bool fp_tags_is_offered(const fp_tags_reader *r, unsigned char next)
{
    const fp_tags *s = r->s;
    const fp_catalogue *catalogue;
    fp_str tool = { "", 0 };

    if (fp_tags_rule_of(r, s->tag)->name != FP_TAGS_ANY_NAME)
        return true;
    catalogue = fp_out_catalogue(r->out);
    if (next && !catalogue && s->name >= BEGINNING)
        return true;
    if (fp_tags_this(r)->of_argument)
        tool = fp_out_call_name(r->out);
    return r->table->offers(catalogue, tool, fp_out_held_part(r->out, s->lead + s->mark, s->name),
                            next);
}

/* Whether the byte ends the name of the tag, or continues it, and it is one. */
static bool fits(const fp_tags_reader *r, unsigned char c)
{
    const bool ends = c == (unsigned char)fp_tags_this(r)->end[0];

    return fp_tags_is_offered(r, ends ? '\0' : c);
}

void fp_tags_choose(fp_tags_reader *r, unsigned char next)
{
    fp_tags *s = r->s;
    const unsigned first = s->tag;

    if (fits(r, next))
        return;
    for (unsigned t = first + 1; r->table->tags[t].mark; t++) {
        s->tag = (uint8_t)t;
        if (s->candidates & 1u << t && !r->table->tags[t].mark[s->mark] && fits(r, next))
            return;
    }
    s->tag = (uint8_t)first;
}
