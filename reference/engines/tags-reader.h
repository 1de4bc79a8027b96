/* SPDX-License-Identifier: Apache-2.0 */
/* tags-reader.h: what reading tags (tags.c) and what tags do (tags-acts.c) share. */
#ifndef FENCEPOST_ENGINES_TAGS_READER_H
#define FENCEPOST_ENGINES_TAGS_READER_H

#include "engines/tags.h"

typedef enum fp_tags_part {
    NO_TAG, /* the start state */
    MARK,   /* in what a tag begins with */
    NAME    /* after it: in the name, and in what follows the name */
} fp_tags_part;

/* What step() works with. */
typedef struct fp_tags_reader {
    const fp_tags_table *table;
    fp_tags *s;
    fp_out *out;
    bool lenient;
} fp_tags_reader;

static inline const fp_tags_rule *fp_tags_rule_in(const fp_tags_reader *r, fp_tags_area area,
                                                  unsigned tag)
{
    return &(*(r->lenient ? r->table->lenient : r->table->strict))[area][tag];
}

static inline const fp_tags_rule *fp_tags_rule_of(const fp_tags_reader *r, unsigned tag)
{
    return fp_tags_rule_in(r, r->s->area, tag);
}

/* Whether a tag that does something here is payload, and so not held. */
static inline bool fp_tags_is_payload(const fp_tags_reader *r, unsigned tag)
{
    const uint8_t act = fp_tags_rule_of(r, tag)->act;

    return act < FP_TAGS_WRAPS || (act == FP_TAGS_SETTLES && r->s->nested);
}

static inline const fp_tag *fp_tags_this(const fp_tags_reader *r)
{
    return &r->table->tags[r->s->tag];
}

/* -- moves ----------------------------------------------------------------------------------- */

/* What a tag would be if it were none is decided elsewhere; here it is forgotten. */
void fp_tags_forget(fp_tags *s);

/* The block is not complete, for the clause's reason; reported once. */
void fp_tags_break(fp_tags_reader *r, uint64_t offset, const char *clause);

/* Ends the open call before this offset; own: its block was read to its own end. */
void fp_tags_end_block(fp_tags_reader *r, uint64_t end, bool own, const char *clause);

/* The byte is payload, by this clause. */
void fp_tags_payload(fp_tags_reader *r, unsigned char byte, const char *clause);

/* All that is held is text. */
void fp_tags_give_up(fp_tags_reader *r, const char *clause);

/* The bytes held before the tag are blanks. */
void fp_tags_mark_lead(fp_tags_reader *r);

/* The rule of the first tag that does this in an area; NULL if there is none. */
const fp_tags_rule *fp_tags_rule_that(const fp_tags_reader *r, fp_tags_area area, fp_tags_act act);

/* -- tags.c, tags-acts.c --------------------------------------------------------------------- */

/* Holds the byte; gives up what is held if that is over the limit. True: the byte is taken. */
bool fp_tags_hold(fp_tags_reader *r, unsigned char byte);

/* Does what a tag does that is whole with this byte, which is not held. */
void fp_tags_act_on(fp_tags_reader *r, unsigned char last);

#endif
