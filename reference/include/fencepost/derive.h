/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/derive.h: the words and colours of a syntax. A row has them as arrays, or has functions
 * that derive them from its table (fencepost/syntax.h); a caller of these functions need not know
 * which.
 */
#ifndef FENCEPOST_DERIVE_H
#define FENCEPOST_DERIVE_H

#include <fencepost/highlight.h>
#include <fencepost/json.h>
#include <fencepost/parser.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of what is derived, in any number of pieces. Zero it to begin, fp_derived_free() to end.
 */
typedef struct fp_derived {
    struct fp_derived_piece *pieces;
    bool failed; /* memory was out; it stays set */
} fp_derived;

void fp_derived_free(fp_derived *derived);

/* The lists of a row (fencepost/syntax.h), from its arrays or derived. A derived list is borrowed
 * from *derived, and nothing in it points into the row. NULL when memory is out, with
 * derived->failed set, or where the row has none. */
const char *const *fp_syntax_completions(const fp_syntax *syntax, fp_derived *derived);
const char *const *fp_syntax_markers(const fp_syntax *syntax, fp_derived *derived);
const fp_highlight *fp_syntax_highlight(const fp_syntax *syntax, fp_derived *derived);

/* Pieces of a block, from which the cases and clauses of a family are built. The first four are as
 * the renderer writes them, with its line ends and indentation; the bare ones are the tags alone.
 * The name is that of the tool, or the key of the argument. */
typedef enum fp_block_piece {
    FP_PIECE_OPEN,        /* all before the first argument, or before the end of a block without */
    FP_PIECE_CLOSE,       /* all after the last argument */
    FP_PIECE_BEGIN,       /* all between two arguments before the value of the second */
    FP_PIECE_END,         /* all between them after the value of the first */
    FP_PIECE_BARE_OPEN,   /* the tags that open a block */
    FP_PIECE_BARE_CLOSE,  /* those that close it */
    FP_PIECE_BARE_BEGIN,  /* the tag before a value */
    FP_PIECE_BARE_END,    /* the tag after it */
    FP_PIECE_OPENER,      /* what every block begins with, up to a name */
    FP_PIECE_CLOSER,      /* the last tag of a block */
    FP_PIECE_SECTION,     /* the tag that begins a section of blocks */
    FP_PIECE_SECTION_END, /* the tag that ends it */
    FP_PIECE_JSON_BEGIN,  /* the tag before a value that it declares to be JSON */
    FP_PIECE_ARG_OPENER,  /* the part of the tag before a value that precedes its key */
    FP_PIECE_NAME_KEY,    /* of a call that is an object: the member that is its name, */
    FP_PIECE_ARGUMENTS_KEY, /* and the one that is its arguments */
    FP_PIECE_NAME_IS,       /* what is between the brace of the object and the name, */
    FP_PIECE_ARGUMENTS_ARE, /* and between the name and the arguments */
    FP_PIECE_NEXT,          /* what is between two calls of one message, as they are written */
    FP_PIECE_COUNT
} fp_block_piece;

/* Appends a piece to *text. False if the notation has no such piece, or its row derives none. When
 * memory is out text->failed is set. */
bool fp_syntax_piece(const fp_syntax *syntax, fp_block_piece piece, fp_str name, fp_json *text);

/* -- for the syntaxes ------------------------------------------------------------------------ */

/* The first three each derive one of the lists, in memory from fp_derived_room(); the last one
 * writes pieces. NULL: the syntax has none. */
typedef struct fp_derive {
    const char *const *(*completions)(const fp_syntax *syntax, fp_derived *derived);
    const char *const *(*markers)(const fp_syntax *syntax, fp_derived *derived);
    const fp_highlight *(*highlight)(const fp_syntax *syntax, fp_derived *derived);
    bool (*piece)(const fp_syntax *syntax, fp_block_piece piece, fp_str name, fp_json *text);
} fp_derive;

/* Room for count items of size bytes, zeros; NULL when memory is out. */
void *fp_derived_room(fp_derived *derived, size_t count, size_t size);

#ifdef __cplusplus
}
#endif

#endif
