/* SPDX-License-Identifier: Apache-2.0 */
/* common.h: what the fuzz targets share. */
#ifndef FENCEPOST_FUZZ_COMMON_H
#define FENCEPOST_FUZZ_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a check is about, for the line that reports a breach. */
typedef struct claim {
    const char *law;     /* "CHUNK", or what plays its part for a format: "AGAIN" */
    const char *clause;  /* "LAW-2.1" */
    const char *subject; /* "syntax caret", "format report" */
} claim;

/* Prints "breach: LAW (clause), SUBJECT: sentence" and aborts. */
_Noreturn void breach(const claim *c, const char *sentence);

/* The same, unless it holds. */
static inline void require(bool holds, const claim *c, const char *sentence)
{
    if (!holds)
        breach(c, sentence);
}

/* Whether the environment's FENCEPOST_FUZZ_CANARY=1 asks for the planted fault. Targets keep the
 * answer in a volatile variable, for no optimiser may leave the fault out. */
bool canary_asked(void);

/* Whether every input gets every check. Under an engine that searches, only a share of the inputs
 * gets the costly checks. Every input gets them where an argument is a file (a folder is an
 * engine's corpus), and where the environment has FENCEPOST_FUZZ_ASK=all. With
 * FENCEPOST_FUZZ_ASK=share it is a share in any case. */
bool all_asked(int argc, char **argv);

/* What must not fail: memory, and what a target makes for itself. */
void *or_abort(void *memory);

/* An owned copy of exactly this size, so that a read beyond it is noticed; never NULL. */
char *exact_copy(const void *bytes, size_t size);

#endif
