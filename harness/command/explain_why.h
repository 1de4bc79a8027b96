/* SPDX-License-Identifier: Apache-2.0 */
/* explain_why.h: what the clause of a diagnostic leaves open. */
#ifndef FENCEPOST_HARNESS_EXPLAIN_WHY_H
#define FENCEPOST_HARNESS_EXPLAIN_WHY_H

#include <fencepost/parser.h>

/* Which limit was exceeded, and what it is; where a document is not JSON, or which of its members
 * should be of which type. It is found out by parsing the input again, a little changed. Owned;
 * NULL if the clause leaves nothing open. */
char *explain_why(const fp_syntax *syntax, const fp_options *options, fp_str input,
                  const fp_diagnostic *d);

#endif
