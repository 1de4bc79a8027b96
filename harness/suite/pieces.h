/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.h: texts of a family, with the pieces of one member filled in.
 *
 * A piece is between « and »: a word, and the operands of the word. NAME is a tool, KEY an
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
 *   «name-is» «arguments-are»  what is before the name, and between it and the arguments
 *   «next»               what is between two calls of one message
 *   «think» «think-end» the marks of reasoning
 *   «clause POLICY»     the clause that gives the policy its default
 *   «upper PIECE»       a look-alike: in capital letters,
 *   «short PIECE»       without its last byte,
 *   «spaced PIECE»      with a blank after its first byte,
 *   «first 3 PIECE»     its first 3 characters
 *   «byte HH»           the byte of this hexadecimal number, which need not be UTF-8
 *   «@label»            nothing, but names the offset here
 *   «@label tight»      nothing, but names the offset after the last byte before it that is not a
 *                       blank: the end of a tag that blanks of the layout follow
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

/* Appends the text to *out, with all pieces filled in for the syntax. False with *why, an owned
 * sentence, if a piece cannot be filled in. Labels are added to found; if it is NULL, labels are
 * not allowed. */
bool pieces_fill(const fp_syntax *syntax, fp_str text, labels *found, fp_json *out, char **why);

/* Returns whether there is a piece in the text. */
bool pieces_in(fp_str text);

#endif
