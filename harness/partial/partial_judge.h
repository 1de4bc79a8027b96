/* SPDX-License-Identifier: Apache-2.0 */
/* partial_judge.h: compares the answers of a reader of partial JSON, prefix by prefix, with those
 * of our own reader under the same policies. A wrong answer breaks one law.
 */
#ifndef FENCEPOST_HARNESS_PARTIAL_JUDGE_H
#define FENCEPOST_HARNESS_PARTIAL_JUDGE_H

#include "partial/partial_policies.h"

typedef enum partial_answer_kind {
    PARTIAL_NOTHING,
    PARTIAL_VALUE,
    PARTIAL_REFUSED, /* not JSON */
    PARTIAL_OTHER,   /* something that JSON does not have, such as undefined in an array */
    PARTIAL_DEEP     /* a value with too many levels to be sent */
} partial_answer_kind;

typedef struct partial_answer {
    partial_answer_kind kind;
    fp_str text; /* of a value, a JSON text; of REFUSED and OTHER, words for people */
} partial_answer;

/* What is checked: the laws, the refusal of what is not JSON, and the declared policies. */
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

/* How many levels every reader must support (PARTIAL-4.5). */
enum { PARTIAL_LEVELS = 128 };

typedef struct partial_judge partial_judge;

/* Begins a text. answers: those that a case expects (partial_cases.h) instead of those of our own
 * reader; or NULL. The answer to a complete text must be its value in any case. Text and answers
 * are borrowed. Owned: partial_judge_free(). */
partial_judge *partial_judge_new(fp_str text, const partial_policies *policies,
                                 const json_t *answers);
void partial_judge_free(partial_judge *j);

/* The fault of an answer. */
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

/* Returns the answer of our own reader under the policies; the text of a value is owned. */
partial_answer partial_ours(const fp_partial *p, const partial_policies *policies, fp_json *text);

#endif
