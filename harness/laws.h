/* SPDX-License-Identifier: Apache-2.0 */
/* laws.h: the laws of spec/laws.md, checked on one input and one of our own syntaxes. */
#ifndef FENCEPOST_HARNESS_LAWS_H
#define FENCEPOST_HARNESS_LAWS_H

#include <fencepost/syntax.h>

typedef enum law {
    LAW_TOTAL,
    LAW_CHUNK,
    LAW_WHOLE,
    LAW_PREFIX,
    LAW_PROMPT,
    LAW_ACCOUNT,
    LAW_TRUNCATION,
    LAW_ISOLATION,
    LAW_LINEAR,
    LAW_COUNT
} law;

/* "CHUNK", and its clause in spec/laws.md, "LAW-2.1"; static. */
const char *law_name(law l);
const char *law_clause(law l);

/* The exhaustive proof of CHUNK covers inputs up to this many bytes; longer ones get the listed
 * cuttings (spec/laws.md, LAW-2.2). */
enum { CHUNK_PROOF_MAX = 512 };

/* How a law was broken. */
typedef struct law_breach {
    law law;
    size_t from, to; /* the bytes concerned: a chunk, a cut, a range */
    char text[240];  /* one sentence */
} law_breach;

/* What may be asked of one check. */
typedef struct law_subject {
    const fp_syntax *syntax;
    const fp_options *options;
    fp_str input;
} law_subject;

/* Whether the law holds; if not, *breach says how. Ends the program when memory is out. */
bool law_holds(law l, const law_subject *subject, law_breach *breach);

/* All laws but LINEAR, in order; stops at the first breach. */
bool laws_hold(const law_subject *subject, law_breach *breach);

#endif
