/* SPDX-License-Identifier: Apache-2.0 */
/* finding.h: reduces the failures of a run to their smallest forms, and joins those with the same
 * signature.
 */
#ifndef FENCEPOST_HARNESS_FINDING_H
#define FENCEPOST_HARNESS_FINDING_H

#include "reduce/reduce.h"
#include "result/result.h"

/* How many cases a finding names. */
enum { FINDING_CASES = 8 };

/* How many tests one run may spend on reducing (--reduce-budget), and one failure: at most, and at
 * least, if that many are left. */
enum { REDUCE_BUDGET = 4000, REDUCE_EACH = 800, REDUCE_LEAST = 300 };

/* How a candidate fails, tested for each candidate. */
typedef struct failing {
    verdict verdict;  /* VERDICT_PASS: it does not; VERDICT_SKIPPED: it could not be asked */
    const char *kind; /* as in a result; static */
    harm harm;        /* of the outcome, or of the law */
    char *sentence;   /* these are owned: failing_free() */
    char *expected;   /* NULL: none */
    char *actual;
    answer_sides sides; /* what these two are */
} failing;

void failing_free(failing *f);

/* Returns the shape that inputs of one cause share: letters and digits of any kind are the same,
 * except those in a mark of the syntax (NULL: it has none), and the cuts are kept; owned: free().
 */
char *candidate_shape(const candidate *c, const fp_syntax *syntax);

/* One failure, or several with one signature: class, and shape of the reduced input. */
typedef struct finding {
    const test_case *test; /* the first of them */
    const char *check, *clause;
    char *failure; /* the class; owned */
    verdict verdict;
    const char *kind;
    harm harm; /* the gravest of them */
    bool advice;
    candidate form; /* the smallest, or the failure as it was found */
    failing fails;  /* how it does */
    char *command;  /* runs it again, as a report has it; owned; NULL: it is to be made */
    char *shape;    /* owned; NULL: it was not reduced */
    bool minimal;
    size_t tries;
    size_t count; /* of the failures */
    const test_case *cases[FINDING_CASES];
    size_t case_count;
} finding;

void finding_free(finding *f);

/* The order of two that were reduced, by shape and template; 0: they have one form. */
int finding_compare_forms(const finding *a, const finding *b);

typedef struct findings findings;

findings *findings_new(void);
void findings_free(findings *f); /* NULL is allowed */

/* Copies what is needed of a result that failed. */
void findings_take(findings *f, const result *r);

/* Adds a finding that was reduced elsewhere, which is taken over. findings_leave() adds a number of
 * failures that were not reduced. */
void findings_add(findings *f, const finding *one);
void findings_leave(findings *f, size_t unreduced);

/* Joins the added findings of one signature, and sorts them as findings_at() does. */
void findings_join(findings *f);

/* Judges a candidate by the check of the finding. What it returns is owned. */
typedef failing finding_judge(void *context, const finding *f, const candidate *c);

/* How far reducing has come: failures that are done, and tests spent, of how many. */
typedef struct reduce_pace {
    size_t done, count;
    size_t tests, budget;
} reduce_pace;

/* Sets a function that is called with the pace after each test; NULL: none. */
void findings_watch(findings *f, void (*watch)(void *context, const reduce_pace *pace),
                    void *context);

/* Reduces the failures in the order in which they were taken, with at most budget tests in all, and
 * joins those with the same smallest form. An interrupted run keeps what it has so far. Returns how
 * many tests are left. */
size_t findings_reduce(findings *f, finding_judge *judge, void *context, size_t budget);

/* Reduces those of executors of response templates once more, together with their templates. What
 * stays longer than a command can be keeps the template of its case. */
void findings_reduce_templates(findings *f, finding_judge *judge, void *context, size_t budget);

/* The findings, sorted by harm (the gravest first), then by how frequent they are. findings_left()
 * returns how many failures were not reduced: the budget was spent, they did not fail again, or
 * their check cannot be asked of any other input. */
size_t findings_count(const findings *f);
const finding *findings_at(const findings *f, size_t index);
size_t findings_left(const findings *f);

#endif
