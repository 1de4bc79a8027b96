/* SPDX-License-Identifier: Apache-2.0 */
/* vault_case.h: the golden cases of the vault (spec/schema/vault-case.schema.json). */
#ifndef FENCEPOST_HARNESS_VAULT_CASE_H
#define FENCEPOST_HARNESS_VAULT_CASE_H

#include "suite/expect_read.h"

/* Returns whether the store, the options and the expectation of a case can be read; else problems.
 */
bool vault_case_check(const json_t *json, const place *at);

/* Runs the four functions on the case. Returns whether all results are the expected ones; each
 * difference is a problem. */
bool vault_case_holds(const test_case *t, problems *p);

#endif
