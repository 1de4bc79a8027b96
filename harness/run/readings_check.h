/* SPDX-License-Identifier: Apache-2.0 */
/* readings_check.h: whether the readings that a worker declares may be declared (PROTOCOL-2.14). */
#ifndef FENCEPOST_HARNESS_READINGS_CHECK_H
#define FENCEPOST_HARNESS_READINGS_CHECK_H

#include "suite/spec.h"
#include "worker/wire.h"

enum { READINGS_ERROR_SIZE = 400 };

/* Returns whether the clause can be read otherwise in a syntax, by a parser with these policies. If
 * not, the rest of the sentence "CARET-7.1 …" is in why. */
bool reading_is_allowed(const spec *s, const char *clause_id, const fp_syntax *syntax,
                        const policy_set *declared, char *why, size_t size);

/* Checks all that a worker declares. False: one sentence is printed, "fencepost BY: …". */
bool readings_check(const char *by, const spec *s, const wire_hello *hello);

#endif
