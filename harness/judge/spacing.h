/* SPDX-License-Identifier: Apache-2.0 */
/* spacing.h: whether a case can be read only where the blanks of the template are not needed. Many
 * parsers need them. A case that is not about blanks is to be one that they can pass (DESIGN
 * section 5, canonical form).
 */
#ifndef FENCEPOST_HARNESS_SPACING_H
#define FENCEPOST_HARNESS_SPACING_H

#include "suite/corpus.h"

#include <fencepost/syntax.h>

/* A mark that is not in its blanks. */
typedef struct bare_mark {
    const fp_spaced *as; /* how the template writes it; borrowed from the row */
    fp_str written;      /* the whole mark; borrowed from the input */
    size_t offset;
} bare_mark;

/* Returns whether the outcome, that of the case, is another one where the marks that are not in
 * their blanks are other bytes; *bare is the first of them then. Always false where the row has no
 * spacing, and of an input that the renderer writes. */
bool spacing_decides(const test_case *t, const fp_outcome *outcome, bare_mark *bare);

#endif
