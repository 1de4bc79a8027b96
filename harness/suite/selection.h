/* SPDX-License-Identifier: Apache-2.0 */
/* selection.h: the cases of a run, and how it asks them. */
#ifndef FENCEPOST_HARNESS_SELECTION_H
#define FENCEPOST_HARNESS_SELECTION_H

#include "suite/corpus.h"

/* The name of the cutting of --cut OFFSETS in a report. */
#define CUT_AS_ASKED "as asked"

/* What is run. */
typedef struct selection {
    const test_case **cases;
    size_t count;
    const size_t *cuts; /* --cut: this cutting and no other */
    size_t cut_count;
    const char *cut_name; /* or the one with this name in the plan of cuttings; NULL: not given */
    bool only_cut;
    uint32_t checks; /* --only: a bit for each (run/wanted.h); 0: all */
    bool quick;      /* golden outcomes, two cuttings, and the laws on short inputs */
    uint64_t seed;   /* of RENAMING and of what is generated */
    size_t jobs;     /* how many at once; 0: one for each core, and one worker */
    bool thorough;   /* CHUNK is proved for chunks of any length; on a worker, LINEAR is asked of
                      * every case, and not of a few only */
} selection;

#endif
