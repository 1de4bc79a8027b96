/* SPDX-License-Identifier: Apache-2.0 */
/* explain_why.h: details of a diagnostic that its clause leaves open. */
#ifndef FENCEPOST_HARNESS_EXPLAIN_WHY_H
#define FENCEPOST_HARNESS_EXPLAIN_WHY_H

#include <fencepost/parser.h>

/* Returns which limit was exceeded and its value, where a document is not JSON, or which member has
 * the wrong type. To find out, it parses slightly changed inputs. Owned; NULL if the clause leaves
 * nothing open. */
char *explain_why(const fp_syntax *syntax, const fp_options *options, fp_str input,
                  const fp_diagnostic *d);

#endif
