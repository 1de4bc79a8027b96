/* SPDX-License-Identifier: Apache-2.0 */
/* laws.h: the laws of spec/laws.md, checked on one input. */
#ifndef FENCEPOST_HARNESS_LAWS_H
#define FENCEPOST_HARNESS_LAWS_H

#include "base/hashes.h"

#include <fencepost/outcome.h>
#include "judge/harm.h"

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
    LAW_ROUND_TRIP,
    LAW_EQUIVALENCE,
    LAW_CONCATENATION,
    LAW_SURROUNDING,
    LAW_RENAMING,
    LAW_TOKENS,
    LAW_OF_OURS, /* how many our own parsers are held to; the others are for workers alone */
    LAW_PARITY = LAW_OF_OURS,
    LAW_DELTA,
    LAW_COUNT
} law;

/* "CHUNK", and its clause, "LAW-2.1"; static. */
const char *law_name(law l);
const char *law_clause(law l);

/* The harm of breaking it, where no two outcomes show which it is. */
harm law_harm(law l);

/* Bytes: how far CHUNK is proved (LAW-2.1). Inputs up to the first are proved for every cutting;
 * those up to the last for every cutting into chunks of at most CHUNK_LENGTH_MAX, or, of a thorough
 * subject, for every cutting too. Longer ones get the listed cuttings (LAW-2.2). */
enum { CHUNK_EVERY_MAX = 32, CHUNK_LENGTH_MAX = 8, CHUNK_PROOF_MAX = 256 };

/* Above that many bytes ISOLATION and PROMPT are left to the shorter inputs: nothing that they look
 * for needs length, and each byte costs there what it costs everywhere. */
enum { HUGE_INPUT = 65536 };

/* Those under which TRUNCATION reads what comes before a place in a block (LAW-7.1). */
fp_options law_options_of_prefix(const fp_syntax *syntax, const fp_options *options);

typedef struct law_subject law_subject;
typedef struct law_reading law_reading;

/* A parser that the laws can be checked on. The functions mean what those of fencepost/parser.h
 * mean. The tests put broken parsers here; LAW_REFERENCE is our own. */
typedef struct law_engine {
    void *(*open)(const law_subject *subject, fp_sink *sink, void *context); /* never NULL */
    fp_status (*feed)(void *parser, const char *bytes, size_t len);
    fp_status (*finish)(void *parser);
    void (*reset)(void *parser);
    void *(*clone)(const void *parser, fp_sink *sink, void *context); /* never NULL */
    bool (*equal)(const void *a, const void *b);
    uint64_t (*work)(const void *parser); /* steps done so far: bytes looked at or moved; each
                                           * that was fed is one at least */
    void (*close)(void *parser);
    void (*assign)(void *parser, const void *from); /* NULL: clones do */
    fp_status (*feed_token)(void *parser, const char *bytes, size_t len);
} law_engine;

extern const law_engine LAW_REFERENCE;

/* What a law is checked on. */
struct law_subject {
    const fp_syntax *syntax;
    const fp_options *options;
    fp_str input;
    const law_engine *engine; /* NULL: LAW_REFERENCE */
    uint64_t seed;            /* of RENAMING */
    bool thorough;            /* CHUNK is proved for chunks of any length */
    size_t proved;         /* law_build_on(): within so many of the first bytes CHUNK holds, … */
    size_t proved_longest; /* … for chunks of up to this length, … */
    size_t proved_step;    /* … and for halves so far apart; 0: for none */
    law_reading *reading;  /* law_reading_new(), or NULL */
    hashes *shown;         /* of the calls of other subjects of which EQUIVALENCE was shown; what
                            * another syntax makes of a call is shown once. NULL: of none */
};

/* How a law was broken. */
typedef struct law_breach {
    law law;
    size_t from, to; /* the bytes concerned: a chunk, a cut, a range */
    char text[240];  /* one sentence */
} law_breach;

/* Returns whether the law, one of ours, holds; if not, *breach says how. Ends the program when
 * memory is out. TOTAL runs the parser in a child process, with a deadline; the others run it
 * here. */
bool law_holds(law l, const law_subject *subject, law_breach *breach);

/* CHUNK holds for the other subject, with the same engine: cuttings within the prefix that both
 * share need not be tried again. Has no effect if syntax or options differ. */
void law_build_on(law_subject *subject, const law_subject *other);

/* Several laws need the events of the whole input. With a reading, owned by the caller, the input
 * is parsed once for all of them; without one each law parses it again. A reading is for one
 * subject.
 */
law_reading *law_reading_new(void);
void law_reading_free(law_reading *reading);

/* Returns the outcome of our own parser for a subject with a reading; borrowed from that. */
const fp_outcome *law_outcome(const law_subject *subject);

/* Checks all laws that run here except LINEAR, as a fuzzer does with each input. Stops at the first
 * breach. */
bool laws_hold(const law_subject *subject, law_breach *breach);

#endif
