/* SPDX-License-Identifier: Apache-2.0 */
/* law_linear.c: LINEAR, by counting: a piece of the input is repeated until it has n, 2n, 4n and 8n
 * bytes. The last doubling decides, since growth that is not linear shows most there. Bytes that
 * cost more than others and come late look the same. So a text over the limit is tested again at a
 * greater length, where such bytes have been coming for long.
 */
#include "law/law_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 128, DOUBLINGS = 3, MORE_DOUBLINGS = 6, PUMPS = 2, LONGEST_PIECE = 24 };

/* log2 of the growth of work for one doubling; what is linear has 1, what is quadratic 2. */
static const double LIMIT = 1.3;

static double work_of(const law_subject *s, const char *bytes, size_t len)
{
    const law_engine *e = engine_of(s);
    void *parser = e->open(s, NULL, NULL);
    double work;

    e->feed(parser, bytes, len / 2);
    for (size_t i = len / 2; i < len;
         i++) /* the second half one by one: both ways must be linear */
        e->feed(parser, bytes + i, 1);
    e->finish(parser);
    work = (double)e->work(parser);
    e->close(parser);
    return work;
}

/* The input up to at, then the piece [at, at + len) again and again, to size bytes in all. */
static void pump(const law_subject *s, size_t at, size_t len, char *out, size_t size)
{
    const size_t head = at < size ? at : size;

    memcpy(out, s->input.ptr, head);
    for (size_t i = head; i < size; i++)
        out[i] = s->input.ptr[at + (i - head) % len];
}

/* The exponent over the last of so many doublings, or, where that keeps the limit, what it is at
 * most: for the first half a step a byte is the least. */
static double growth(const law_subject *s, size_t at, size_t len, unsigned doublings)
{
    const size_t size = (SMALLEST > 2 * at ? SMALLEST : 2 * at) << doublings;
    const size_t half = size / 2;
    const double least = (double)half;
    char *text = xcalloc(size, 1);
    double work, exponent;

    pump(s, at, len, text, size);
    work = work_of(s, text, size);
    exponent = log2(work / least);
    if (exponent > LIMIT)
        exponent = log2(work / work_of(s, text, size / 2));
    free(text);
    return exponent;
}

static bool pump_is_linear(const law_subject *s, size_t at, size_t len, law_breach *breach)
{
    double exponent = growth(s, at, len, DOUBLINGS);

    if (exponent > LIMIT)
        exponent = growth(s, at, len, MORE_DOUBLINGS);
    return exponent <= LIMIT ||
           law_broken(breach, at, at + len,
                      "with bytes %zu to %zu repeated, work grows as n^%.2f (limit n^%.1f)", at,
                      at + len, exponent, LIMIT);
}

bool law_linear(const law_subject *s, law_breach *breach)
{
    const size_t n = s->input.len < 256 ? s->input.len : 256;
    uint32_t seed = (uint32_t)n * 2654435761u + 12345;

    for (unsigned i = 0; n && i < PUMPS; i++) {
        seed = seed * 1664525u + 1013904223u;
        const size_t at = (seed >> 8) % n;

        seed = seed * 1664525u + 1013904223u;
        size_t len = i == 0 ? n - at : 1 + (seed >> 8) % LONGEST_PIECE;

        len = len < n - at ? len : n - at;
        if (!pump_is_linear(s, at, len, breach))
            return false;
    }
    return true;
}
