/* SPDX-License-Identifier: Apache-2.0 */
/* tags-pieces.c: the pieces of a block, from the table that blocks are written by. */
#include "engines/tags-table.h"

typedef struct writer {
    const fp_tags_table *table;
    fp_str name;
    fp_json *text;
} writer;

static const fp_tag *tag_that(const writer *w, fp_tags_area area, fp_tags_act act)
{
    return fp_tags_that(w->table, area, act);
}

/* The tag that opens a block; *wrap: the one before it, or NULL. NULL: blocks are in sections, or
 * hold JSON. */
static const fp_tag *opening_of(const writer *w, const fp_tag **wrap)
{
    *wrap = tag_that(w, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS);
    return tag_that(w, *wrap ? FP_TAGS_OPENED : FP_TAGS_OUTSIDE, FP_TAGS_CALLS);
}

/* A tag that the notation lacks is not written. */
static void write_tag(const writer *w, const fp_tag *tag, const char *after)
{
    if (!tag)
        return;
    fp_json_raw(w->text, tag->mark);
    if (tag->end) {
        fp_json_bytes(w->text, w->name);
        fp_json_raw(w->text, fp_tags_ends_line(tag) ? "" : tag->end);
    }
    fp_json_raw(w->text, after);
}

static void write_opening(const writer *w, const char *after)
{
    const fp_tag *wrap, *opening = opening_of(w, &wrap);

    write_tag(w, wrap, after);
    write_tag(w, opening, after);
}

static void write_closing(const writer *w, const char *between)
{
    write_tag(w, tag_that(w, FP_TAGS_BLOCK, FP_TAGS_SHUTS), between);
    write_tag(w, tag_that(w, FP_TAGS_BLOCK, FP_TAGS_ENDS), "");
}

/* What every block begins with. */
static void write_opener(const writer *w)
{
    const fp_tag *wrap, *opening = opening_of(w, &wrap);

    fp_json_raw(w->text, wrap ? wrap->mark : opening->mark);
}

/* A piece of a block that is not one of an argument. */
static void write_block(const writer *w, fp_block_piece piece)
{
    if (piece == FP_PIECE_OPEN || piece == FP_PIECE_BARE_OPEN)
        write_opening(w, piece == FP_PIECE_OPEN ? "\n" : "");
    if (piece == FP_PIECE_CLOSE || piece == FP_PIECE_BARE_CLOSE)
        write_closing(w, piece == FP_PIECE_CLOSE ? "\n" : "");
    if (piece == FP_PIECE_OPENER)
        write_opener(w);
    if (piece == FP_PIECE_CLOSER)
        write_tag(w, tag_that(w, FP_TAGS_BLOCK, FP_TAGS_ENDS), "");
}

static void write_argument(const writer *w, fp_block_piece piece)
{
    const char *line = w->table->layout.lines ? "\n" : "";

    if (piece == FP_PIECE_BEGIN)
        fp_json_raw(w->text, w->table->layout.indent);
    if (piece == FP_PIECE_BEGIN || piece == FP_PIECE_BARE_BEGIN)
        write_tag(w, tag_that(w, FP_TAGS_BLOCK, FP_TAGS_ARGUES),
                  piece == FP_PIECE_BEGIN ? line : "");
    if (piece == FP_PIECE_END)
        fp_json_raw(w->text, line);
    if (piece == FP_PIECE_END || piece == FP_PIECE_BARE_END)
        write_tag(w, tag_that(w, FP_TAGS_VALUE, FP_TAGS_SETTLES),
                  piece == FP_PIECE_END ? "\n" : "");
}

bool fp_tags_piece(const fp_syntax *syntax, fp_block_piece piece, fp_str name, fp_json *text)
{
    const writer w = { syntax->table, name, text };
    const fp_tag *begin = tag_that(&w, FP_TAGS_BLOCK, FP_TAGS_ARGUES);
    const fp_tag *wrap, *opening = opening_of(&w, &wrap);
    const bool of_opening =
        piece == FP_PIECE_OPEN || piece == FP_PIECE_BARE_OPEN || piece == FP_PIECE_OPENER;
    const bool of_argument = piece == FP_PIECE_BEGIN || piece == FP_PIECE_END ||
                             piece == FP_PIECE_BARE_BEGIN || piece == FP_PIECE_BARE_END;

    if ((of_argument && !begin) || /* GCOVR_EXCL_BR_LINE: such a notation is of no family */
        (of_opening && !opening))  /* GCOVR_EXCL_BR_LINE: such a notation is of no family */
        return false;
    if (of_argument)
        write_argument(&w, piece);
    else
        write_block(&w, piece);
    return true;
}
