/* SPDX-License-Identifier: Apache-2.0 */
/* probe.h: checks one law on one input of a worker: requests, and a verdict when all are answered.
 */
#ifndef FENCEPOST_HARNESS_PROBE_H
#define FENCEPOST_HARNESS_PROBE_H

#include "judge/judge.h"
#include "law/laws.h"
#include "run/worker_laws.h"
#include "worker/wire_log.h"

enum { PROBE_REQUESTS_MAX = 16 };

/* Bytes: for longer inputs an answer with events for each unit costs much and shows nothing new. */
enum { PROBE_PIECEWISE_MAX = 2048 };

/* Why a law that is about events is skipped. */
extern const char PROBE_NO_EVENTS[];

/* A request, and its answer when there is one. */
typedef struct question {
    fp_str text; /* owned */
    const fp_syntax *syntax;
    size_t *cuts; /* owned; NULL: in one piece */
    size_t cut_count;
    bool alone;          /* a rendering, without a prompt before it */
    bool reuse, whole;   /* wire_request says what these are */
    fp_str beside;       /* borrowed */
    size_t number;       /* what the law counts: a call, a prefix's length */
    fp_outcome *outcome; /* NULL: refused */
    wire_log log;        /* its events */
    char *breach;        /* how its deltas are not well-formed; owned; or NULL */
} question;

typedef struct probe_group probe_group;

typedef struct probe {
    probe_group *group;
    const law_case *what; /* with copies that live as long as the probe */
    law law;
    bool absent;      /* the law does not apply to the worker, and is not reported */
    const char *skip; /* why the law cannot be checked; static; NULL: it can */
    question questions[PROBE_REQUESTS_MAX];
    size_t count;
    size_t refused; /* number, from 1, of a call that the worker's renderer wrongly refuses; or 0 */
    char sentence[300];
    harm harm;               /* HARM_NONE: that of the law */
    bool measured;           /* PROMPT has a lag */
    size_t lag;              /* bytes */
    char *expected, *actual; /* lines; owned; or NULL */
    answer_sides sides;      /* what these are */
} probe;

/* A law on workers. */
typedef struct probe_law {
    law law;
    void (*ask)(probe *p);   /* adds the questions, or says why it skips */
    bool (*holds)(probe *p); /* all have been answered; false: with the sentence */
} probe_law;

/* Adds a question; the text is copied. piecewise: one unit a chunk. */
question *probe_ask(probe *p, const fp_syntax *syntax, fp_str text, bool piecewise);

/* Records that a request which is not a question was not answered, so that TOTAL does not hold.
 * text is its input. */
void probe_unanswered(probe *p, fp_str text, const reply *got);

/* Returns whether more may be asked: all requests so far were answered. */
bool probe_is_alive(const probe *p);

/* Fills the sentence and returns false. */
__attribute__((format(printf, 2, 3))) bool probe_fails(probe *p, const char *format, ...);

/* The same for a text that the worker refuses and should accept. */
__attribute__((format(printf, 2, 3))) bool probe_refuses(probe *p, const char *format, ...);

/* The same for two outcomes that differ; keeps their lines. */
bool probe_differs(probe *p, const fp_outcome *expected, const fp_outcome *actual, const char *how,
                   const question *q);

/* Returns the same subject for our own parser. */
law_subject probe_subject(const probe *p);

/* Rows: probe_texts.c: other texts made from the input; probe_events.c: when events come;
 * probe_account.c: all bytes; probe_prefix.c: the events themselves; probe_engine.c: engines;
 * probe_linear.c: cost. */
extern const probe_law PROBE_TRUNCATION, PROBE_ROUND_TRIP, PROBE_EQUIVALENCE, PROBE_CONCATENATION,
    PROBE_SURROUNDING, PROBE_RENAMING, PROBE_ISOLATION, PROBE_WHOLE, PROBE_PREFIX, PROBE_PROMPT,
    PROBE_ACCOUNT, PROBE_LINEAR, PROBE_PARITY, PROBE_DELTA;

#endif
