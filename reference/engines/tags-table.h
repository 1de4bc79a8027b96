/* SPDX-License-Identifier: Apache-2.0 */
/* tags-table.h: what is looked up in a table of tags by those who write from it. */
#ifndef FENCEPOST_ENGINES_TAGS_TABLE_H
#define FENCEPOST_ENGINES_TAGS_TABLE_H

#include "engines/tags.h"

/* The tag that does this in an area of the strict table, which is how calls are written; NULL if
 * there is none. */
const fp_tag *fp_tags_that(const fp_tags_table *table, fp_tags_area area, fp_tags_act act);

/* Where the tag is that opens a block, as calls are written. */
fp_tags_area fp_tags_area_of_calls(const fp_tags_table *table);

/* Whether the tag ends before a blank, or before what begins a tag; it is written with a line end.
 */
static inline bool fp_tags_ends_line(const fp_tag *tag)
{
    /* GCOVR_EXCL_BR_START: no tag ends in a line end and more */
    return tag->end && tag->end[0] == '\n' && !tag->end[1];
    /* GCOVR_EXCL_BR_STOP */
}

/* That of the names in this tag. */
const fp_tags_alphabet *fp_tags_alphabet_of(const fp_tags_table *table, const fp_tag *tag);

/* The offset of the first byte that keeps the text from being a name; the length if none does. */
size_t fp_tags_bad_byte(const fp_tags_alphabet *alphabet, fp_str text);

/* Whether the text is how a name of one byte or more may begin. */
bool fp_tags_begins_name(const fp_tags_alphabet *alphabet, fp_str text);

/* Writes an argument whose value has parts as a tree of tags, if there are such, and it is read
 * back. False, with nothing written: it is not, or memory is out, which r->text says. */
bool fp_tags_render_tree(fp_rendering *r, const fp_call *call, size_t arg);

/* What a row has from its table: tags-words.c, tags-highlight.c, tags-pieces.c. */
const char *const *fp_tags_completions(const fp_syntax *syntax, fp_derived *derived);
const char *const *fp_tags_markers(const fp_syntax *syntax, fp_derived *derived);
const fp_highlight *fp_tags_highlight(const fp_syntax *syntax, fp_derived *derived);
bool fp_tags_piece(const fp_syntax *syntax, fp_block_piece piece, fp_str name, fp_json *text);

#endif
