/* SPDX-License-Identifier: Apache-2.0 */
/* truncation.c: places inside the blocks of an input at which to end it. */
#include "run/truncation.h"

/* Of more calls than these each gets as many places as if there were just these. */
enum { CALLS = 4 };

typedef struct places {
    fp_str input;
    size_t *at;
    size_t count;
} places;

static bool is_edge(fp_str input, size_t at)
{
    return ((unsigned char)input.ptr[at] & 0xC0) != 0x80;
}

/* Some places inside a block, and the last one. */
static void add_places(places *p, size_t start, size_t end, size_t most)
{
    const size_t step = (end - start) / most + 1;

    for (size_t at = start + 1, tried = 0; at < end && tried < most; tried++) {
        while (at < end - 1 && !is_edge(p->input, at))
            at++;
        if (p->count == TRUNCATION_PLACES)
            return;
        if (is_edge(p->input, at))
            p->at[p->count++] = at;
        at = at + step < end || at == end - 1 ? at + step : end - 1;
    }
}

size_t truncation_places(fp_str input, const fp_outcome *reference, size_t at[TRUNCATION_PLACES])
{
    places p = { input, at, 0 };
    size_t complete = 0, each;

    for (size_t i = 0; i < fp_outcome_call_count(reference); i++)
        complete += fp_outcome_call(reference, i)->complete;
    each = complete > 1 ? TRUNCATION_PLACES / (complete < CALLS ? complete : CALLS)
                        : TRUNCATION_PLACES;
    for (size_t i = 0; i < fp_outcome_call_count(reference); i++) {
        const fp_call *call = fp_outcome_call(reference, i);

        if (call->complete)
            add_places(&p, (size_t)call->start, (size_t)call->end, each);
    }
    return p.count;
}
