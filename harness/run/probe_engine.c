/* SPDX-License-Identifier: Apache-2.0 */
/* probe_engine.c: PARITY, for a worker with two paths, and DELTA, for one whose answers are deltas.
 */
#include "run/probe.h"

/* -- PARITY ------------------------------------------------------------------------------------ */

static void ask_parity(probe *p)
{
    probe_ask(p, p->what->test->syntax, p->what->test->input, false)->whole = true;
}

static bool is_right(const probe *p, const fp_outcome *said)
{
    difference d;

    return judge_same_recovered(p->what->reference, p->what->recovered, said, &p->what->judged, &d);
}

static bool parity_holds(probe *p)
{
    const question *q = &p->questions[0];
    difference d;

    if (!q->outcome)
        return probe_refuses(
            p, "the streaming path accepts the input, but the one-shot path refuses it");
    if (judge_same(q->outcome, p->what->whole, &p->what->judged, &d))
        return true;
    if (is_right(p, p->what->whole))
        return probe_differs(
            p, p->what->whole, q->outcome,
            "the one-shot path answers differently than the streaming path, which is right", q);
    return probe_differs(
        p, q->outcome, p->what->whole,
        is_right(p, q->outcome)
            ? "the streaming path answers differently than the one-shot path, which is right"
            : "the streaming path answers differently than the one-shot path, and neither is right",
        q);
}

const probe_law PROBE_PARITY = { LAW_PARITY, ask_parity, parity_holds };

/* -- DELTA ------------------------------------------------------------------------------------- */

/* The deltas of the whole input in one piece are there already. */
static void ask_delta(probe *p)
{
    if (p->what->test->input.len <= PROBE_PIECEWISE_MAX)
        probe_ask(p, p->what->test->syntax, p->what->test->input, true);
}

static bool delta_holds(probe *p)
{
    const char *breach = p->count ? p->questions[0].breach : NULL;

    if (p->what->breach)
        return probe_fails(p, "%s", p->what->breach);
    return !breach || probe_fails(p, "fed a unit at a time, %s", breach);
}

const probe_law PROBE_DELTA = { LAW_DELTA, ask_delta, delta_holds };
