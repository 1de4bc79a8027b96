/* SPDX-License-Identifier: Apache-2.0 */
/* tags-table.c: what is looked up in a table of tags by those who write from it. */
#include "engines/tags-table.h"

const fp_tag *fp_tags_that(const fp_tags_table *table, fp_tags_area area, fp_tags_act act)
{
    for (unsigned t = 0; table->tags[t].mark; t++)
        if ((*table->strict)[area][t].act == act)
            return &table->tags[t];
    return NULL;
}

fp_tags_area fp_tags_area_of_calls(const fp_tags_table *table)
{
    if (fp_tags_that(table, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS))
        return FP_TAGS_OPENED;
    return fp_tags_that(table, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS) ? FP_TAGS_SECTION : FP_TAGS_OUTSIDE;
}

const fp_tags_alphabet *fp_tags_alphabet_of(const fp_tags_table *table, const fp_tag *tag)
{
    return tag->of_argument ? &table->keys : &table->names;
}

size_t fp_tags_bad_byte(const fp_tags_alphabet *alphabet, fp_str text)
{
    size_t n = 0;

    if (text.len && !alphabet->begins((unsigned char)text.ptr[0]))
        return 0;
    while (n < text.len && alphabet->has((unsigned char)text.ptr[n]))
        n++;
    if (n && n == text.len && alphabet->ends && !alphabet->ends((unsigned char)text.ptr[n - 1]))
        return n - 1;
    return n;
}

bool fp_tags_begins_name(const fp_tags_alphabet *alphabet, fp_str text)
{
    size_t n = 1;

    if (!alphabet->begins((unsigned char)text.ptr[0]))
        return false;
    while (n < text.len && alphabet->has((unsigned char)text.ptr[n]))
        n++;
    return n == text.len;
}

const fp_derive FP_TAGS_DERIVE = { fp_tags_completions, fp_tags_markers, fp_tags_highlight,
                                   fp_tags_piece };
