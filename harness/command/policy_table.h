/* SPDX-License-Identifier: Apache-2.0 */
/* policy_table.h: the policies, for people: their clauses, their values, and who has which. */
#ifndef FENCEPOST_HARNESS_POLICY_TABLE_H
#define FENCEPOST_HARNESS_POLICY_TABLE_H

#include "suite/spec.h"

/* A line for each policy; only: the defaults of this syntax, NULL: of all. */
void policy_table_list(const spec *s, const fp_syntax *only);

/* Shows the policy of that name, each policy that has a value of that name, or the policy of
 * NAME=VALUE; false, with nothing shown, if there is none. */
bool policy_table_show(const spec *s, const char *word);

#endif
