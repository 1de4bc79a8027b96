/* SPDX-License-Identifier: Apache-2.0 */
/* tags-shorter.c: tags whose mark is how that of another begins, and marks that hold how they
 * begin.
 */
#include "core/out_around.h"
#include "engines/tags-reader.h"
#include "engines/tags-table.h"

#include <string.h>

/* Whether what was read of a mark is this tag's, which is shorter, and the beginning of its name.
 */
static bool is_shorter(const fp_tags_reader *r, unsigned t)
{
    const fp_tag *tag = &r->table->tags[t];
    const fp_str read = { fp_tags_this(r)->mark, r->s->mark };
    const size_t length = strlen(tag->mark);

    return length < read.len && fp_tags_rule_of(r, t)->name == FP_TAGS_ANY_NAME &&
           strncmp(tag->mark, read.ptr, length) == 0 &&
           fp_tags_begins_name(fp_tags_alphabet_of(r->table, tag),
                               (fp_str){ read.ptr + length, read.len - length });
}

unsigned fp_tags_shorter_mark(const fp_tags_reader *r)
{
    fp_tags *s = r->s;

    for (unsigned t = 0; r->table->tags[t].mark; t++) {
        if (!is_shorter(r, t))
            continue;
        s->name = s->mark - strlen(r->table->tags[t].mark);
        s->mark -= s->name;
        return t;
    }
    return FP_TAGS_MAX;
}

bool fp_tags_read_passed_again(fp_tags_reader *r)
{
    fp_tags *s = r->s;
    const char *read = fp_tags_this(r)->mark;

    if (s->area != FP_TAGS_BRANCH || s->part != MARK)
        return false;
    for (size_t n = s->mark - 1; n; n--) {
        s->candidates = 0;
        for (unsigned t = 0; r->table->tags[t].mark; t++)
            if (fp_tags_rule_of(r, t)->act &&
                /* GCOVR_EXCL_BR_START: all of the one notation begin alike */
                strncmp(r->table->tags[t].mark, read + s->mark - n, n) == 0 &&
                /* GCOVR_EXCL_BR_STOP */
                fp_out_may_be_mark(r->out, r->table->tags[t].mark))
                s->candidates |= (uint16_t)(1u << t);
        if (!s->candidates)
            continue;
        s->start = fp_out_offset(r->out) - 1 - n;
        s->mark = n;
        s->spelt = true;
        return true;
    }
    return false;
}
