/* SPDX-License-Identifier: Apache-2.0 */
/* partial_judge.h: the answers of a reader of partial JSON to one prefix after the other, against
 * what our own reader gives under the same policies. A wrong answer breaks one law.
 */
#ifndef FENCEPOST_HARNESS_PARTIAL_JUDGE_H
#define FENCEPOST_HARNESS_PARTIAL_JUDGE_H

#include "partial/partial_policies.h"

typedef enum partial_answer_kind {
    PARTIAL_NOTHING,
    PARTIAL_VALUE,
    PARTIAL_REFUSED, /* not JSON */
    PARTIAL_OTHER,   /* what no JSON has: undefined in an array, say */
    PARTIAL_DEEP     /* a value of so many levels that it is not told */
} partial_answer_kind;

typedef struct partial_answer {
    partial_answer_kind kind;
    fp_str text; /* of a value, a JSON text; of REFUSED and OTHER, words for people */
} partial_answer;

/* What is checked: the laws, that what is not JSON is refused, and the declared policies. */
typedef enum partial_check {
    PARTIAL_CHECK_GOLDEN,
    PARTIAL_CHECK_TOTAL,
    PARTIAL_CHECK_KEPT,
    PARTIAL_CHECK_HONEST,
    PARTIAL_CHECK_PROMPT,
    PARTIAL_CHECK_WHOLE,
    PARTIAL_CHECK_POLICIES,
    PARTIAL_CHECK_LINEAR, /* which is not judged here */
    PARTIAL_CHECKS
} partial_check;

/* "KEPT", and "PARTIAL-6.2"; static. And the check of this name, PARTIAL_CHECKS if there is none.
 */
const char *partial_check_name(partial_check check);
const char *partial_check_clause(partial_check check);
partial_check partial_check_find(const char *name);

/* Levels that each reader has to read (PARTIAL-4.5). */
enum { PARTIAL_LEVELS = 128 };

typedef struct partial_judge partial_judge;

/* Of a text. answers: what a case says (partial_cases.h), which then is expected in place of what
 * our own reader gives; or NULL. Of a text that is whole its own value is expected in any case.
 * Text and answers are borrowed. Owned: partial_judge_free(). */
partial_judge *partial_judge_new(fp_str text, const partial_policies *policies,
                                 const json_t *answers);
void partial_judge_free(partial_judge *j);

/* What is wrong with an answer. */
typedef struct partial_fault {
    partial_check check;
    fp_partial_place place; /* in what the prefix ends */
    const char *says;       /* "a value that the text does not have"; static */
    char *expected;         /* "{\"a\": 1}", "nothing yet", "not JSON"; owned: free() */
    char *actual;           /* owned */
} partial_fault;

/* Judges the answer to the first bytes of the text; prefixes come in their order. False with a
 * fault. */
bool partial_judge_next(partial_judge *j, size_t prefix, const partial_answer *answer,
                        partial_fault *fault);

/* What our own reader answers to these bytes under the policies; of a value the text is owned. */
partial_answer partial_ours(const fp_partial *p, const partial_policies *policies, fp_json *text);

#endif
