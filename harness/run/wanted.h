/* SPDX-License-Identifier: Apache-2.0 */
/* wanted.h: which checks a run makes (--only), and how many of them (--quick). */
#ifndef FENCEPOST_HARNESS_WANTED_H
#define FENCEPOST_HARNESS_WANTED_H

#include "law/laws.h"
#include "suite/selection.h"

/* In bytes: a quick run checks no law on longer inputs. */
enum { QUICK_INPUT_MAX = 96 };

/* Return whether the run checks golden outcomes, a law, any law except CHUNK, or declared
 * policies. */
bool wants_golden(const selection *s);
bool wants_law(const selection *s, law l);
bool wants_other_laws(const selection *s);
bool wants_policies(const selection *s);

/* Reads names of checks, "golden,CHUNK", for selection.checks. False: one name is unknown, and
 * *wrong points at it. */
bool wanted_read(const char *names, uint32_t *checks, const char **wrong);

/* Returns the first check of the run: "golden", unless --only leaves it out; static. */
const char *wanted_first(const selection *s);

/* Returns "golden, policies, TOTAL, …": the names of all checks; owned: free(). */
char *wanted_names(void);

#endif
