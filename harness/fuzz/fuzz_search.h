/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_search.h: inputs that a worker fails on, looked for among ever new ones (fuzz_pool.h). */
#ifndef FENCEPOST_HARNESS_FUZZ_SEARCH_H
#define FENCEPOST_HARNESS_FUZZ_SEARCH_H

#include "judge/adhoc.h"
#include "suite/selection.h"
#include "worker/session.h"

/* How many inputs of one kind of failure are kept: the shortest ones. */
enum { FUZZ_KEPT_OF_KIND = 3 };

/* How far a search has come. */
typedef struct fuzz_pace {
    double seconds; /* since it began */
    size_t inputs;  /* that the worker was judged by */
    size_t watched; /* those of them on which our own parser did something new */
    size_t failed;  /* inputs that the worker failed on, */
    size_t kinds;   /* in how many ways: as causes are told apart (result/cause_mark.h) */
} fuzz_pace;

typedef void fuzz_watch(void *context, const fuzz_pace *pace);

typedef struct fuzz_question {
    const fp_syntax *const *syntaxes; /* that are fuzzed in turn, ended by NULL: at least one */
    const corpus *cases;              /* whose inputs it begins with */
    session *worker;
    uint64_t seed;
    size_t inputs;    /* at most; 0: as many as there is time for */
    unsigned seconds; /* at most; 0: until there were so many inputs */
    uint32_t checks; /* a selection's; 0: golden outcomes and cuttings, and the laws on short inputs
                        that are new to our own parser */
    fuzz_watch *watch; /* told after each input; NULL: nobody is */
    void *context;
} fuzz_question;

typedef struct fuzz_found {
    adhoc **cases; /* of each kind of failure a few, in the order in which the kinds were found */
    size_t count;
    fuzz_pace pace;
} fuzz_found;

/* Looks until the time is over, or there were so many inputs, or the run is interrupted or the
 * worker lost. One seed finds the same among the same number of inputs. What is returned is owned:
 * fuzz_found_free(). */
fuzz_found fuzz_search(const fuzz_question *question);
void fuzz_found_free(fuzz_found *found);

#endif
