/* SPDX-License-Identifier: Apache-2.0 */
/* declared.h: whether an outcome differs only by readings that its parser declares (MODEL-3.27). */
#ifndef FENCEPOST_HARNESS_DECLARED_H
#define FENCEPOST_HARNESS_DECLARED_H

#include "judge/declared_list.h"
#include "judge/judge.h"

/* Returns whether all that differs rests on these readings alone; *clause is the first that decides
 * it. If not, *clause is what is not declared of what only differs; it stays unchanged where a
 * difference is a fault. open: opened by expectation_opened() for the calls that are recovered. */
bool judge_is_declared(const test_case *t, const expectation *open, const fp_outcome *o,
                       const judged *what, const declared_readings *d, const char **clause);

/* The same for an error in place of the outcome, which judge_error_is_reading() calls a reading. */
bool judge_error_is_declared(const test_case *t, const expectation *e, const declared_readings *d,
                             const char **clause);

/* Returns the policy of the syntax that the clause is about, if it has its default for a parser
 * that declares these policies (NULL: none). Where it has another value, what still differs is a
 * reading; and so it is of `recovery`, of which a parser may read other deviations than those
 * listed. FP_POLICY_COUNT: none. */
unsigned reading_policy(const fp_syntax *syntax, const char *clause, const policy_set *declared);

/* What a reading does to a case, so that it can be told whether a parser has one. */
typedef enum reading_way {
    READING_LOSES, /* a call is lost, or not complete */
    READING_RUNS,  /* a call runs that does not in the spec's reading */
    READING_OTHER, /* a call has another name, or other arguments */
    READING_TEXT,  /* text or reasoning is another one */
    READING_REST   /* spans, diagnostics */
} reading_way;

/* One part of a case that differs by a reading: by one clause, or by all that judge it. */
typedef struct reading_part {
    reading_way way;
    const char *const *clauses; /* borrowed of the case, */
    size_t count;
    const char *choice; /* or, if not NULL, this one alone */
} reading_part;

/* Fills what differs of an outcome, at most PART_COUNT parts. Returns how many do; SIZE_MAX if one
 * of them is a fault. */
size_t reading_parts(const test_case *t, const expectation *e, size_t recovered,
                     const fp_outcome *o, const judged *what, reading_part parts[PART_COUNT]);

/* The clauses that judge a part of the case, if they are all Decisions without safety; else none.
 */
size_t reading_clauses(const test_case *t, case_part part, const char *const **clauses);

#endif
