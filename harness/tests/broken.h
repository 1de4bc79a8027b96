/* SPDX-License-Identifier: Apache-2.0 */
/* broken.h: parsers with one planted fault each, for the tests of the laws. */
#ifndef FENCEPOST_HARNESS_TESTS_BROKEN_H
#define FENCEPOST_HARNESS_TESTS_BROKEN_H

#include "law/laws.h"

typedef struct broken broken; /* our own parser, and the fault between it and its caller */

/* A fault is a law_engine. A hook that is NULL changes nothing. */
typedef struct fault {
    law_engine engine; /* BROKEN_ENGINE; first, for an engine leads to its fault */
    const char *name;
    law law;          /* the one that it breaks */
    const char *said; /* part of the sentence that reports it */

    int (*event)(broken *b, const fp_event *event);
    fp_status (*fed)(broken *b, const char *bytes,
                     size_t len); /* called after the parser was fed */
    void (*finished)(broken *b);  /* and after it was finished */
    bool keeps_memory;            /* what reset does not clear */
    bool keeps_parser;
    int signal; /* what `dies` dies of; 0: exit(0) */
} fault;

extern const fault FAULTS[];
extern const size_t FAULT_COUNT;

/* The faults of broken_beside.c, which show only if something is around an input. */
extern const size_t BESIDE_COUNT;
const fault *beside_fault_at(size_t index);

#endif
