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

/* The tag that opens a block; *wrap: the one before it, or NULL. NULL: blocks hold JSON. */
static const fp_tag *opening_of(const writer *w, const fp_tag **wrap)
{
    *wrap = tag_that(w, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS);
    return tag_that(w, fp_tags_area_of_calls(w->table), FP_TAGS_CALLS);
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

/* A tag of the section that blocks with arguments in tags are in, if they are in one, as the
 * renderer writes it. */
static void write_section(const writer *w, const char *before, const char *after, bool ends)
{
    if (!tag_that(w, FP_TAGS_SECTION, FP_TAGS_CALLS))
        return;
    fp_json_raw(w->text, before);
    write_tag(w,
              ends ? tag_that(w, FP_TAGS_SECTION, FP_TAGS_EXITS)
                   : tag_that(w, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS),
              after);
}

/* What is between two tags of a block in its section; bare: of one without. */
static const char *line_of(const writer *w, bool bare)
{
    return bare || w->table->layout.glued ? "" : "\n";
}

static void write_opening(const writer *w, bool bare)
{
    const char *after = line_of(w, bare);
    const fp_tag *wrap, *opening = opening_of(w, &wrap);

    if (!bare)
        write_section(w, "", after, false);
    write_tag(w, wrap, after);
    write_tag(w, opening, after);
}

static void write_closing(const writer *w, bool bare)
{
    const char *between = line_of(w, bare);

    write_tag(w, tag_that(w, FP_TAGS_BLOCK, FP_TAGS_SHUTS), between);
    write_tag(w, tag_that(w, FP_TAGS_BLOCK, FP_TAGS_ENDS), "");
    if (!bare)
        write_section(w, between, "", true);
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
        write_opening(w, piece == FP_PIECE_BARE_OPEN);
    if (piece == FP_PIECE_CLOSE || piece == FP_PIECE_BARE_CLOSE)
        write_closing(w, piece == FP_PIECE_BARE_CLOSE);
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
                  line_of(w, piece == FP_PIECE_BARE_END));
}

/* The tag before a value of which it says that it is JSON. False: none says so. */
static bool write_json_begin(const writer *w, const fp_tag *begin)
{
    if (!begin || !w->table->json_end) /* GCOVR_EXCL_BR_LINE: no family lacks it, and has cases */
        return false;
    fp_json_raw(w->text, begin->mark);
    fp_json_bytes(w->text, w->name);
    fp_json_raw(w->text, w->table->json_end);
    return true;
}

/* A piece that not all blocks have. False: those of the notation have it not. */
static bool write_other(const writer *w, fp_block_piece piece)
{
    const fp_tag *begin = tag_that(w, FP_TAGS_BLOCK, FP_TAGS_ARGUES);
    const fp_tag *tag = NULL;

    if (piece == FP_PIECE_JSON_BEGIN)
        return write_json_begin(w, begin);
    if (piece == FP_PIECE_ARG_OPENER)
        tag = begin;
    if (piece == FP_PIECE_SECTION)
        tag = tag_that(w, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS);
    if (piece == FP_PIECE_SECTION_END)
        tag = tag_that(w, FP_TAGS_SECTION, FP_TAGS_EXITS);
    if (tag) /* GCOVR_EXCL_BR_LINE: likewise */
        fp_json_raw(w->text, tag->mark);
    return tag != NULL;
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

    if (piece >= FP_PIECE_SECTION)
        return write_other(&w, piece);
    if ((of_argument && !begin) || /* GCOVR_EXCL_BR_LINE: such a notation is of no family */
        (of_opening && !opening))  /* GCOVR_EXCL_BR_LINE: such a notation is of no family */
        return false;
    if (of_argument)
        write_argument(&w, piece);
    else
        write_block(&w, piece);
    return true;
}
