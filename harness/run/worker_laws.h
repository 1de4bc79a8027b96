/* SPDX-License-Identifier: Apache-2.0 */
/* worker_laws.h: the laws of spec/laws.md on a worker, beyond CHUNK, as far as its capabilities
 * allow. A law that cannot be checked is said to be skipped, with the reason.
 */
#ifndef FENCEPOST_HARNESS_WORKER_LAWS_H
#define FENCEPOST_HARNESS_WORKER_LAWS_H

#include "judge/judge.h"
#include "law/laws.h"
#include "run/run.h"
#include "suite/selection.h"
#include "worker/wire_log.h"

/* What the laws are checked on. All is borrowed for the call, but the test, the session and the
 * context, which must live until the session was drained. */
typedef struct law_case {
    const test_case *test;
    session *worker;
    const fp_options *options;   /* under which our own parser does what the worker declares */
    const fp_outcome *reference; /* what our own parser then says */
    size_t recovered;            /* how many of its calls it recovers: judge_recovered() */
    const fp_outcome *whole;     /* what the worker returned for the whole input */
    const wire_log *whole_log;   /* and its events, */
    const char *breach;          /* and how its deltas are not well-formed; NULL: they are */
    judged judged;
    uint64_t seed;             /* of RENAMING */
    unsigned linear_ms;        /* LINEAR_MS or LINEAR_ALONE_MS; 0: LINEAR is not looked at */
    const selection *selected; /* which laws are looked at; NULL: all are */
    const law *only; /* this law alone, but that TOTAL needs the requests of all; NULL: all laws */
    on_result *say;
    void *context;
} law_case;

/* Under which our own parser does with the case what the worker declares. */
fp_options worker_options(const test_case *t, const wire_hello *hello);

/* What a reply comes to that brings no outcome; VERDICT_PASS for one that does, or that refuses. */
verdict verdict_of_reply(reply_kind kind);

/* What an outcome comes to that differs from the expected one. */
verdict verdict_of_difference(const difference *d);

/* What a reply comes to that is not the expected one, which differs from it like this; and the
 * class of the failure beside that verdict, static. */
verdict verdict_of(reply_kind kind, const difference *d);
const char *kind_of(reply_kind kind, const difference *d);

/* The same of the golden outcome of a case: a part that rests on Decisions without safety only
 * differs. An error in place of an outcome never does, nor do arguments whose text is not one
 * object.
 */
verdict verdict_of_case(const test_case *t, reply_kind kind, const difference *d);

/* The harm of such a reply. calls: whether a call was expected. */
harm harm_of_reply(reply_kind kind, const difference *d, bool calls);

/* Reports a death that did not come again: it is not a verdict, but it happened. */
void note_unconfirmed(const test_case *test, const reply *got);

/* Sends the requests of all laws. Their results are said when they are all answered, in this call
 * or a later one of session_ask() or session_drain(). */
void worker_laws(const law_case *what);

/* Says that none of those that are selected, and that the worker owes, can be checked on the test,
 * and why. */
void worker_laws_skip(const law_case *what, const char *why);

#endif
