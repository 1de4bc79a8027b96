/* SPDX-License-Identifier: Apache-2.0 */
/* wanted.h: which checks a run is about (--only), and how much of them (--quick). */
#ifndef FENCEPOST_HARNESS_WANTED_H
#define FENCEPOST_HARNESS_WANTED_H

#include "law/laws.h"
#include "suite/selection.h"

/* In bytes: of longer inputs a quick run looks at no law. */
enum { QUICK_INPUT_MAX = 96 };

/* Returns whether the run is about golden outcomes, a law, or any law but CHUNK, or declared
 * policies. */
bool wants_golden(const selection *s);
bool wants_law(const selection *s, law l);
bool wants_other_laws(const selection *s);
bool wants_policies(const selection *s);

/* Reads names of checks, "golden,CHUNK", as selection.checks has them. False: one of them is not
 * one, and *wrong is where it stands. */
bool wanted_read(const char *names, uint32_t *checks, const char **wrong);

/* The first check that the run is about: "golden", unless --only says otherwise; static. */
const char *wanted_first(const selection *s);

/* "golden, policies, TOTAL, …": all of them; owned: free(). */
char *wanted_names(void);

#endif
