/* SPDX-License-Identifier: Apache-2.0 */
/* reduce.h: finds the smallest input, cuts, catalogue, policies and template that still fail in the
 * same way.
 *
 * It knows nothing of parsers: the caller decides whether a candidate fails in the same way. The
 * same start and the same answers give the same result.
 */
#ifndef FENCEPOST_HARNESS_REDUCE_H
#define FENCEPOST_HARNESS_REDUCE_H

#include "law/cuts.h"

#include <jansson.h>

/* What is reduced, all of it together. */
typedef struct candidate {
    fp_str input;
    fp_str prefix; /* the prompt, where it is reduced too; else empty */
    bool is_cut;   /* at cuts; else it is given at once */
    size_t *cuts;
    size_t cut_count;
    json_t *tools; /* the catalogue, an array of tools; NULL: none */
    fp_policies policies;
    fp_str template; /* of the executor, where it is reduced too; else empty */
} candidate;

/* An owned copy: candidate_free(). */
candidate candidate_copy(const candidate *c);
void candidate_free(candidate *c);

typedef enum reduce_answer {
    REDUCE_PASSES, /* or fails in another way */
    REDUCE_FAILS,
    REDUCE_STOP /* no further test is possible: keep the smallest so far */
} reduce_answer;

typedef reduce_answer reduce_test(void *context, const candidate *c);

typedef struct reduce_config {
    const fp_syntax *syntax;     /* whose markers are kept whole at first; NULL: none */
    const fp_policies *defaults; /* what policies go back to; NULL: they are not touched */
    size_t budget;               /* how many tests */
} reduce_config;

typedef struct reduction {
    candidate smallest; /* owned: candidate_free() */
    size_t tries;
    bool minimal; /* no line, word or character, no cut, tool, property or policy can be left out */
} reduction;

/* Reduces the start, which is copied. False if the start itself does not fail, or the budget is 0;
 * *out then only has the count of tries, and nothing to free. Characters stay whole: an input that
 * is UTF-8 stays UTF-8, and cuts stay where the start's unit allows them. */
bool reduce(const candidate *start, const reduce_config *config, reduce_test *test, void *context,
            reduction *out);

#endif
