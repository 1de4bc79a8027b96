/* SPDX-License-Identifier: Apache-2.0 */
/* result_given.h: cases of a report that the corpus does not have: inputs given on the command
 * line, generated messages, and cases of another version of the suite. All that is known of them
 * is in the report's lines.
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

/* Returns the case that the line of a result is about, with what the line adds to it. The line is
 * kept if it is needed. NULL: it names an unknown syntax. */
const test_case *given_case_read(given_cases *g, json_t *line);

/* Returns the case with this id; NULL: no line was about it. */
const test_case *given_case_find(const given_cases *g, const char *id);

/* Returns a copy of the text that lives until given_cases_free(). */
const char *given_name(given_cases *g, const char *text);

void given_cases_free(given_cases *g);

/* Members of a report's line. The input is owned: free(ptr), false if it has none. */
bool given_input(const json_t *line, fp_str *input);
policy_set given_policies(const json_t *line);

/* The policies that an object {"name": "value"} names; what names none is left out. */
policy_set policies_named(const json_t *object);

#endif
