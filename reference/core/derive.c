/* SPDX-License-Identifier: Apache-2.0 */
/* derive.c: the lists of a row, its own or derived, and the memory of those that are. */
#include "derive.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

/* -- memory ---------------------------------------------------------------------------------- */

struct fp_derived_piece {
    struct fp_derived_piece *next;
    max_align_t bytes[];
};

void fp_derived_free(fp_derived *derived)
{
    while (derived->pieces) {
        struct fp_derived_piece *piece = derived->pieces;

        derived->pieces = piece->next;
        free(piece);
    }
    *derived = (fp_derived){ 0 };
}

void *fp_derived_room(fp_derived *derived, size_t count, size_t size)
{
    const size_t head = sizeof(struct fp_derived_piece);
    struct fp_derived_piece *piece =
        size && count > (SIZE_MAX - head) / size ? NULL : calloc(1, head + count * size);

    if (!piece) {
        derived->failed = true;
        return NULL;
    }
    piece->next = derived->pieces;
    derived->pieces = piece;
    return piece->bytes;
}

const char *fp_derived_string(fp_derived *derived, fp_json *text)
{
    char *string = NULL;

    if (text->failed)
        derived->failed = true;
    else
        string = fp_derived_room(derived, text->len + 1, 1);
    if (string && text->len)
        memcpy(string, text->ptr, text->len);
    fp_json_free(text);
    return string ? string : "";
}

/* -- the lists ------------------------------------------------------------------------------- */

const char *const *fp_syntax_completions(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_derive *derive = syntax->completions ? NULL : syntax->derive;

    return derive && derive->completions ? derive->completions(syntax, derived)
                                         : syntax->completions;
}

const char *const *fp_syntax_markers(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_derive *derive = syntax->markers ? NULL : syntax->derive;

    return derive && derive->markers ? derive->markers(syntax, derived) : syntax->markers;
}

const fp_highlight *fp_syntax_highlight(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_derive *derive = syntax->highlight ? NULL : syntax->derive;

    return derive && derive->highlight ? derive->highlight(syntax, derived) : syntax->highlight;
}

bool fp_syntax_piece(const fp_syntax *syntax, fp_block_piece piece, fp_str name, fp_json *text)
{
    const fp_derive *derive = syntax->derive;

    if (!derive || !derive->piece) /* GCOVR_EXCL_BR_LINE: cases ask members of families alone */
        return false;
    return derive->piece(syntax, piece, name, text);
}
