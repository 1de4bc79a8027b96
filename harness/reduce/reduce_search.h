/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_search.h: what the files of the reducer share: the best candidate so far. */
#ifndef FENCEPOST_HARNESS_REDUCE_SEARCH_H
#define FENCEPOST_HARNESS_REDUCE_SEARCH_H

#include "reduce/reduce.h"

typedef struct search {
    const reduce_config *config;
    const char *const *markers; /* of the syntax; empty if there is none */
    reduce_test *test;
    void *context;
    candidate best;
    size_t tries;
    bool of_prefix; /* parts of the prefix are left out now, else of the input */
    bool stopped;   /* by the budget, or by the test */
    uint64_t *seen; /* hashes of the candidates that were tested: a table with open places */
    size_t seen_count, seen_cap;
} search;

/* Tests a candidate, which is taken over. If it fails, it becomes the best one. False if it passes,
 * was tested before, or testing has stopped. */
bool search_try(search *s, candidate *c);

/* reduce_text.c: leave out parts of the input, make the rest plain, leave out cuts and move them to
 * round places. Each returns whether the best candidate has changed. */
bool reduce_cuts(search *s);
bool reduce_input(search *s);
bool reduce_plain(search *s);
bool reduce_prefix(search *s); /* leaves out parts of it */
bool reduce_round(search *s);

/* reduce_tools.c: the same for the catalogue and for the policies. */
bool reduce_tools(search *s);
bool reduce_policies(search *s);

/* reduce_template.c: the same for the template, and for the input with it. */
bool reduce_template(search *s);

#endif
