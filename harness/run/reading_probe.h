/* SPDX-License-Identifier: Apache-2.0 */
/* reading_probe.h: finds out which clauses a worker reads otherwise where only Decisions without
 * safety decide, from its answers: what it could declare as `readings` (PROTOCOL-2.14).
 */
#ifndef FENCEPOST_HARNESS_READING_PROBE_H
#define FENCEPOST_HARNESS_READING_PROBE_H

#include "judge/declared.h"
#include "run/policy_probe.h"
#include "suite/spec.h"

/* What was seen of one clause. It is proposed if a case differs by it, if all that differ do so in
 * one way, whole and in pieces alike, if none of its cases is a fault, and if it may be declared.
 */
typedef struct reading_sight {
    const char *clause;
    size_t differ, agree;   /* cases */
    const test_case *first; /* that differs, */
    reading_way way;        /* in this way; */
    const test_case *other; /* one in another way, or in pieces otherwise than whole; or NULL */
    const test_case *fault; /* and one that is a fault, whatever its clauses leave open; or NULL */
    const test_case *last;  /* that differs, */
    reading_way last_way;   /* and in which way */
    size_t covered;         /* cases of which all that differs is proposed */
    bool allowed;
} reading_sight;

typedef struct reading_sights {
    reading_sight *all; /* owned */
    size_t count;
} reading_sights;

/* Asks for all cases, and reads the answers under these policies. Free with free(sights.all). */
reading_sights reading_probe_look(policy_probe *p, const selection *what, session *worker,
                                  const fp_syntax *syntax, const policy_set *set, const spec *s);

bool reading_is_proposed(const reading_sight *r);

#endif
