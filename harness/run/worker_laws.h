/* SPDX-License-Identifier: Apache-2.0 */
/* worker_laws.h: checks the laws of spec/laws.md, except CHUNK, on a worker, as far as its
 * capabilities allow. A law that cannot be checked is reported as skipped, with the reason.
 */
#ifndef FENCEPOST_HARNESS_WORKER_LAWS_H
#define FENCEPOST_HARNESS_WORKER_LAWS_H

#include "judge/judge.h"
#include "law/laws.h"
#include "run/run.h"
#include "suite/selection.h"
#include "worker/wire_log.h"

/* What the laws are checked on. All is borrowed for the call; the test, the session and the context
 * until the session has been drained. */
typedef struct law_case {
    const test_case *test;
    session *worker;
    const fp_options *options;   /* under which our own parser does what the worker declares */
    const fp_outcome *reference; /* the outcome of our own parser under them */
    size_t recovered;            /* how many of its calls it recovers: judge_recovered() */
    const fp_outcome *whole;     /* what the worker returned for the whole input */
    const wire_log *whole_log;   /* and its events, */
    const char *breach;          /* and how its deltas are not well-formed; NULL: they are */
    judged judged;
    uint64_t seed;             /* of RENAMING */
    unsigned linear_ms;        /* LINEAR_MS or LINEAR_ALONE_MS; 0: LINEAR is not checked */
    const selection *selected; /* which laws are checked; NULL: all are */
    const law *only; /* only this law, though TOTAL needs the requests of all; NULL: all laws */
    on_result *say;
    void *context;
} law_case;

/* Returns the options under which our own parser treats the case as the worker declares. */
fp_options worker_options(const test_case *t, const wire_hello *hello);

/* Returns the verdict on a reply without an outcome; VERDICT_PASS if it has one, or refuses. */
verdict verdict_of_reply(reply_kind kind);

/* Returns the verdict on an outcome that differs from the expected one. */
verdict verdict_of_difference(const difference *d);

/* Return the verdict on a reply that differs from the expected one, and the kind of the failure,
 * static. */
verdict verdict_of(reply_kind kind, const difference *d);
const char *kind_of(reply_kind kind, const difference *d);

/* Returns the verdict on the golden outcome of a case. A part that rests only on Decisions without
 * safety merely differs; but an error in place of an outcome, or arguments whose text is not one
 * object, is always a failure. */
verdict verdict_of_case(const test_case *t, reply_kind kind, const difference *d);

/* Returns the harm of such a reply. calls: whether a call was expected. */
harm harm_of_reply(reply_kind kind, const difference *d, bool calls);

/* Reports a death that could not be repeated: it is not a verdict, but it happened. */
void note_unconfirmed(const test_case *test, const reply *got);

/* Sends the requests of all laws. The results are reported when all are answered, in this call or a
 * later one of session_ask() or session_drain(). */
void worker_laws(const law_case *what);

/* Reports that the selected laws that apply to the worker cannot be checked on the test, and why.
 */
void worker_laws_skip(const law_case *what, const char *why);

#endif
