/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.h: texts of a family, with the pieces of one member filled in.
 *
 * A piece is between « and »: a word, and what the word asks for. NAME is a tool, KEY an
 * argument, INPUT a JSON object whose values are strings.
 *
 *   «call NAME INPUT»   a block, as the renderer writes it; without INPUT one without arguments
 *   «inner NAME INPUT»  the same without «open» and «close»
 *   «arg KEY "VALUE"»   an argument of a block, as the renderer writes it
 *   «open NAME» «close NAME» «begin KEY» «end KEY» «bare-open NAME» «bare-close NAME»
 *   «bare-begin KEY» «bare-end KEY» «opener» «closer NAME» «arg-opener»
 *   «section» «section-end» «json-begin KEY»
 *                       what fencepost/derive.h has under these names
 *   «name» «arguments»  the keys of a call's object
 *   «think» «think-end» the marks of reasoning
 *   «clause POLICY»     the clause that gives the policy its default
 *   «upper PIECE»       a look-alike: in capital letters,
 *   «short PIECE»       without its last byte,
 *   «spaced PIECE»      with a blank after its first byte,
 *   «first 3 PIECE»     its first so many characters
 *   «@label»            nothing; the offset is known by this name
 *   «@label tight»      nothing; so is the offset after the last byte here that is not a blank:
 *                       where a tag ends that blanks of the layout follow
 */
#ifndef FENCEPOST_HARNESS_PIECES_H
#define FENCEPOST_HARNESS_PIECES_H

#include "base/util.h"

#include <fencepost/derive.h>

/* The labels of a text, and their offsets: labels_free(). */
typedef struct labels {
    void *items;
    size_t count, cap;
} labels;

void labels_free(labels *l);

/* False if there is no such label. */
bool labels_find(const labels *l, fp_str name, size_t *offset);

/* Appends the text to *out with all pieces of the syntax. False with *why, one sentence that the
 * caller owns, where a piece cannot be filled in. found: where labels go; NULL: there may be none.
 */
bool pieces_fill(const fp_syntax *syntax, fp_str text, labels *found, fp_json *out, char **why);

/* Returns whether there is a piece in the text. */
bool pieces_in(fp_str text);

#endif
