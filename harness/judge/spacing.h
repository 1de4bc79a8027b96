/* SPDX-License-Identifier: Apache-2.0 */
/* spacing.h: finds cases that a parser can only pass if it does not need the blanks of the
 * template. Many parsers need them, so a case that is not about blanks must have them.
 */
#ifndef FENCEPOST_HARNESS_SPACING_H
#define FENCEPOST_HARNESS_SPACING_H

#include "suite/corpus.h"

#include <fencepost/syntax.h>

/* A mark without its blanks. */
typedef struct bare_mark {
    const fp_spaced *as; /* how the template writes it; borrowed from the row */
    fp_str written;      /* the whole mark; borrowed from the input */
    size_t offset;
} bare_mark;

/* Returns whether the outcome of the case changes if its marks without blanks are replaced by other
 * bytes; *bare is then the first of them. Always false if the row has no spacing, and for an input
 * that the renderer writes. */
bool spacing_decides(const test_case *t, const fp_outcome *outcome, bare_mark *bare);

#endif
