/* SPDX-License-Identifier: Apache-2.0 */
/* result_given.h: cases of a report that the corpus does not have: inputs given on the command
 * line, messages made up, and what another version of the suite had. What is known of them is what
 * the report's lines say.
 */
#ifndef FENCEPOST_HARNESS_RESULT_GIVEN_H
#define FENCEPOST_HARNESS_RESULT_GIVEN_H

#include "suite/corpus.h"

/* Zero it to begin; given_cases_free() to end. */
typedef struct given_cases {
    struct given_case **all;
    size_t count, cap;
    json_t *names; /* ids of clauses, as keys */
} given_cases;

/* The case that the line of a result is about; what it was not told before it takes from there. The
 * line is kept where it is needed. NULL: it names no syntax that there is. */
const test_case *given_case_read(given_cases *g, json_t *line);

/* That of this id; NULL: no line was about it. */
const test_case *given_case_find(const given_cases *g, const char *id);

/* The text, for as long as the cases stay. */
const char *given_name(given_cases *g, const char *text);

void given_cases_free(given_cases *g);

/* Members of a report's line. The input is owned: free(ptr), false if it has none. */
bool given_input(const json_t *line, fp_str *input);
policy_set given_policies(const json_t *line);

/* The policies that an object {"name": "value"} names; what names none is left out. */
policy_set policies_named(const json_t *object);

#endif
