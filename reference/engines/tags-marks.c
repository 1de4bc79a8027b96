/* SPDX-License-Identifier: Apache-2.0 */
/* tags-marks.c: which tags the bytes read of a mark may become. */
#include "core/out_around.h"
#include "engines/tags-reader.h"
#include "engines/tags-table.h"

#include <string.h>

bool fp_tags_follow_mark(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;
    unsigned found = FP_TAGS_MAX;
    uint16_t left = 0;

    for (unsigned t = 0; r->table->tags[t].mark; t++) {
        if (!(s->candidates & 1u << t) || !c || c != (unsigned char)r->table->tags[t].mark[s->mark])
            continue;
        if (!fp_out_may_be_mark(r->out, r->table->tags[t].mark + s->mark))
            continue;
        left |= (uint16_t)(1u << t);
        if (found == FP_TAGS_MAX || !fp_tags_is_payload(r, t))
            found = t;
    }
    if (!left)
        return false;
    s->candidates = left;
    s->tag = (uint8_t)found;
    s->mark++;
    return true;
}

unsigned fp_tags_whole_mark(const fp_tags_reader *r, bool named)
{
    for (unsigned t = 0; r->table->tags[t].mark; t++)
        if (r->s->candidates & 1u << t && !r->table->tags[t].mark[r->s->mark] &&
            (fp_tags_rule_of(r, t)->name != FP_TAGS_NO_NAME) == named)
            return t;
    return FP_TAGS_MAX;
}

unsigned fp_tags_shorter_mark(const fp_tags_reader *r)
{
    const fp_tags *s = r->s;
    const fp_str read = { fp_tags_this(r)->mark, s->mark };

    for (unsigned t = 0; r->table->tags[t].mark; t++) {
        const fp_tag *tag = &r->table->tags[t];
        const size_t length = strlen(tag->mark);

        if (length < read.len && fp_tags_rule_of(r, t)->name == FP_TAGS_ANY_NAME &&
            strncmp(tag->mark, read.ptr, length) == 0 &&
            fp_tags_begins_name(fp_tags_alphabet_of(r->table, tag),
                                (fp_str){ read.ptr + length, read.len - length }))
            return t;
    }
    return FP_TAGS_MAX;
}
