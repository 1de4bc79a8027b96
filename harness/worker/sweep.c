/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.c: collects cuttings, asks about them in batches, and draws a sample of them. */
#include "worker/sweep.h"

#include "base/rng.h"
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

/* How many cuttings a request has: it follows the time that the one before took, to stay well
 * within the deadline. */
enum { BATCH_MAX = 128, BATCH_GROWTH = 8, OF_DEADLINE = 16, NS_PER_MS = 1000 * 1000 };

enum { SAMPLE_OF = 16, SAMPLE_LEAST = 4, SHOWN_MAX = 32 };

struct sweep {
    const test_case *test;
    cutting *cuts; /* each with places of its own */
    claim *said;
    size_t count, cap;
    const fp_outcome *whole;
    size_t batch, batch_max;
    bool silent; /* the last batch was too much */
    bool good;
    reply_kind kind;
    char *fault;
};

sweep *sweep_new(const test_case *test)
{
    sweep *s = xcalloc(1, sizeof *s);

    s->test = test;
    s->good = true;
    s->batch = 1;
    s->batch_max = BATCH_MAX;
    return s;
}

void sweep_free(sweep *s)
{
    for (size_t i = 0; i < s->count; i++)
        free((void *)(uintptr_t)s->cuts[i].at);
    free(s->cuts);
    free(s->said);
    free(s->fault);
    free(s);
}

bool sweep_add(void *context, const cutting *cut)
{
    sweep *s = context;
    void *grown = s->cuts;
    size_t *at = xcalloc(cut->count + 1, sizeof *at);

    memcpy(at, cut->at, cut->count * sizeof *at);
    xgrow(&grown, &s->cap, s->count, sizeof *s->cuts);
    s->cuts = grown;
    s->cuts[s->count] = *cut;
    s->cuts[s->count++].at = at;
    return true;
}

static void note_fault(sweep *s, reply_kind kind, const char *sentence)
{
    if (!s->good)
        return;
    s->good = false;
    s->kind = kind;
    s->fault = xformat("sweep: %s", sentence);
}

/* The token is where the claims of its cuttings are. */
static void on_swept(void *context, void *token, const reply *got)
{
    static const judged ALL = { false, false, false };
    sweep *s = context;
    claim *said = token;
    difference d;

    s->silent = got->kind == REPLY_TIMEOUT && s->batch > 1;
    if (s->silent)
        return;
    if (got->kind != REPLY_OUTCOME)
        note_fault(s, got->kind, got->sentence);
    else if (!judge_same(s->whole, got->outcome, &ALL, &d))
        note_fault(s, REPLY_OUTCOME, "its outcome of the whole input differs from that of parse");
    for (size_t i = 0; i < got->differ_count; i++)
        said[got->differ[i]] = CLAIM_DIFFERS;
}

/* Asks about a batch. One cutting alone is a request like any other; the silence of several only
 * tells that they were too many. */
static void ask_batch(sweep *s, session *worker, size_t first)
{
    const wire_request request = { .op = WIRE_SWEEP,
                                   .syntax = s->test->syntax,
                                   .input = s->test->input,
                                   .prefix = s->test->prefix,
                                   .ends_as = s->test,
                                   .catalogue = s->test->catalogue_json,
                                   .sweep = s->cuts + first,
                                   .sweep_count = s->batch };

    if (s->batch > 1) {
        session_ask_once(worker, &request, on_swept, s, s->said + first);
        return;
    }
    session_ask(worker, &request, on_swept, s, s->said + first);
    session_drain(worker);
}

/* How large the next batch is, when this one took so long. */
static size_t next_batch(const sweep *s, uint64_t took_ns, int deadline_ms)
{
    const uint64_t aim = (uint64_t)deadline_ms * NS_PER_MS / OF_DEADLINE;
    const uint64_t each = took_ns / s->batch + 1;
    const uint64_t grown = (uint64_t)s->batch * BATCH_GROWTH;
    uint64_t next = aim / each < grown ? aim / each : grown;

    next = next < s->batch_max ? next : s->batch_max;
    return next ? (size_t)next : 1;
}

bool sweep_ask(sweep *s, session *worker, const fp_outcome *whole)
{
    s->whole = whole;
    s->said = xcalloc(s->count + 1, sizeof *s->said);
    for (size_t i = 0; i < s->count; i++)
        s->said[i] = CLAIM_SAME;
    for (size_t i = 0; i < s->count && s->good && !session_lost(worker);) {
        const uint64_t before = session_waited(worker);

        s->batch = s->batch < s->count - i ? s->batch : s->count - i;
        ask_batch(s, worker, i);
        if (s->silent) { /* not even twice that again */
            s->batch_max = s->batch / 2;
            s->batch = 1;
            continue;
        }
        i += s->batch;
        s->batch = next_batch(s, session_waited(worker) - before, session_deadline(worker));
    }
    return s->good;
}

const char *sweep_fault(const sweep *s, reply_kind *kind)
{
    *kind = s->kind;
    return s->fault;
}

size_t sweep_each(const sweep *s, uint64_t seed,
                  void (*visit)(void *context, const cutting *cut, claim said), void *context)
{
    rng r = { seed + s->test->input.len };
    size_t left = s->count, shown = 0;
    const size_t sample = s->count / SAMPLE_OF + SAMPLE_LEAST;

    for (size_t i = 0; i < s->count; i++) {
        const bool differs = s->said[i] == CLAIM_DIFFERS && shown < SHOWN_MAX;

        shown += differs;
        if (s->good && !differs &&
            (s->said[i] == CLAIM_DIFFERS || rng_below(&r, s->count) >= sample))
            continue;
        left--;
        visit(context, &s->cuts[i], s->good ? s->said[i] : CLAIM_NONE);
    }
    return left;
}
