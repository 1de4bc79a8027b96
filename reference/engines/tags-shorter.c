/* SPDX-License-Identifier: Apache-2.0 */
/* tags-shorter.c: tags whose mark is how that of another begins. */
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
