/* SPDX-License-Identifier: Apache-2.0 */
/* bench.h: what the parts of the benchmark owe each other. Every part ends the program when memory
 * is out.
 */
#ifndef FENCEPOST_BENCH_BENCH_H
#define FENCEPOST_BENCH_BENCH_H

#include <fencepost/syntax.h>

/* -- inputs -------------------------------------------------------------------------------- */

typedef enum workload {
    PROSE,  /* Markdown as models write it, without code: the text path alone */
    FENCED, /* the same with blocks of code, one in 8 KB */
    TURNS,  /* such text, then a call with a body of 4 KiB */
    BODIES, /* calls with bodies of 64 KiB */
    ALIKES, /* pieces of markers where they hurt */
    WORKLOAD_COUNT
} workload;

const char *workload_name(workload kind);

/* The syntaxes that are measured, one of each kind of grammar; NULL after the last. */
const fp_syntax *workload_syntax(size_t i);

/* len bytes, owned: free(ptr). */
fp_str workload_make(workload kind, const fp_syntax *syntax, size_t len);

/* Inputs that would be slow if anything were worse than linear: a title, and len bytes, owned. NULL
 * title when there are no more. */
const char *adversary_title(const fp_syntax *syntax, size_t index);
fp_str adversary_make(const fp_syntax *syntax, size_t index, size_t len);

/* -- what is measured ---------------------------------------------------------------------- */

/* Handles the whole input in chunks of this many bytes. The answer is of no interest, and used. */
typedef size_t subject(const fp_syntax *syntax, fp_str input, size_t chunk);

subject measure_parser;  /* with a sink that counts bytes */
subject measure_memchr;  /* for a byte that is absent */
subject measure_pcre2;   /* the founding document's expressions, just in time; whole input only */
subject measure_jansson; /* each JSON text in it, read as a whole; the same */

/* The processor time, in seconds, that one run takes. */
double seconds_of(subject *run, const fp_syntax *syntax, fp_str input, size_t chunk);

/* -- allocations (the linker sends malloc, calloc and realloc here) ------------------------ */

typedef struct allocations {
    size_t count;
    size_t bytes;
} allocations;

/* Those since the start of the program; all zero where the linker could not be asked. */
allocations allocations_so_far(void);

#endif
