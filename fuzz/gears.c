/* SPDX-License-Identifier: Apache-2.0 */
/* gears.c: which gears an input gets. */
#include "gears.h"

#include "base/rng.h"
#include "common.h"

#include <stdlib.h>
#include <string.h>

/* Of inputs that are not new, one in so many gets the slow gear, which costs as much as some twenty
 * in the quick one: it then takes less time than that does. */
enum { SLOW_SHARE = 32 };

static gear gear_asked(void)
{
    const char *asked = getenv("FENCEPOST_FUZZ_GEAR");

    if (asked && strcmp(asked, "quick") == 0)
        return GEAR_QUICK;
    return asked && strcmp(asked, "slow") == 0 ? GEAR_SLOW : GEAR_BOTH;
}

static bool quick_canary_asked(void)
{
    const char *asked = getenv("FENCEPOST_FUZZ_CANARY");

    return asked && strcmp(asked, "quick") == 0;
}

gears gears_open(const fp_syntax *syntax, const char *subject, int argc, char **argv)
{
    return (gears){ .slow = { .syntax = syntax,
                              .subject = subject,
                              .all = all_asked(argc, argv),
                              .canary = canary_asked() },
                    .gear = gear_asked(),
                    .quick = quick_new(syntax, quick_canary_asked()) };
}

void gears_take(gears *g, const fp_syntax *syntax)
{
    quick_take(g->quick, syntax);
    g->slow.syntax = syntax;
}

/* Whether the slow gear is due, after the quick one. */
static bool is_due(gears *g, const decoded *d, bool novel)
{
    if (g->gear != GEAR_BOTH)
        return g->gear == GEAR_SLOW;
    if (guidance_counts())
        novel = guidance_is_new(&g->seen);
    return g->slow.all || novel || rng_mix(content_hash(d)) % SLOW_SHARE == 0;
}

/* The parser that was kept reads as a new one does. */
static void check_reset(const gears *g, const decoded *d, uint64_t digest)
{
    quick *fresh = quick_new(g->slow.syntax, false);

    if (quick_ask(fresh, d).digest != digest)
        breach_of(&g->slow, LAW_ISOLATION,
                  "a parser that was reset reads otherwise than a new one");
    quick_free(fresh);
}

void gears_run(gears *g, const decoded *d)
{
    const quick_answer answer = quick_ask(g->quick, d);

    if (answer.wrong)
        breach_of(&g->slow, answer.broken, answer.wrong);
    if (!is_due(g, d, answer.novel))
        return;
    slow_ask(&g->slow, d);
    if (g->gear == GEAR_BOTH)
        check_reset(g, d, answer.digest);
}
