/* SPDX-License-Identifier: Apache-2.0 */
/* policy_matrix.h: where each value of each policy applies: policy by syntax, as Markdown. */
#ifndef FENCEPOST_HARNESS_POLICY_MATRIX_H
#define FENCEPOST_HARNESS_POLICY_MATRIX_H

#include "suite/corpus.h"

/* Writes the matrix to standard output; spec/policies.md is a copy of it. What a value changes is
 * measured on the cases; only: of this syntax, NULL: of all. */
void policy_matrix_print(const corpus *c, const fp_syntax *only);

#endif
