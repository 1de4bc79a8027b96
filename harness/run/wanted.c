/* SPDX-License-Identifier: Apache-2.0 */
/* wanted.c: which checks a run makes. */
#include "run/wanted.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* A bit for each check; the laws follow. */
enum { GOLDEN = 1 << 0, POLICIES = 1 << 1, FIRST_LAW = 2 };
_Static_assert(FIRST_LAW + LAW_COUNT <= 32, "a bit for each check");

static uint32_t bit_of(law l)
{
    return UINT32_C(1) << (FIRST_LAW + (unsigned)l);
}

static bool wants(const selection *s, uint32_t bits)
{
    return !s->checks || (s->checks & bits);
}

bool wants_golden(const selection *s)
{
    return wants(s, GOLDEN);
}

bool wants_law(const selection *s, law l)
{
    return wants(s, bit_of(l));
}

bool wants_other_laws(const selection *s)
{
    return wants(s, ~(GOLDEN | POLICIES | bit_of(LAW_CHUNK)));
}

bool wants_policies(const selection *s)
{
    return wants(s, POLICIES) && (s->checks || !s->quick);
}

/* The bit of the check of this name; 0: there is none. */
static uint32_t bit_named(const char *name, size_t len)
{
    if (len == strlen("golden") && memcmp(name, "golden", len) == 0)
        return GOLDEN;
    if (len == strlen("policies") && memcmp(name, "policies", len) == 0)
        return POLICIES;
    for (unsigned l = 0; l < LAW_COUNT; l++)
        if (len == strlen(law_name((law)l)) && memcmp(name, law_name((law)l), len) == 0)
            return bit_of((law)l);
    return 0;
}

bool wanted_read(const char *names, uint32_t *checks, const char **wrong)
{
    *checks = 0;
    for (const char *at = names;; at++) {
        const size_t len = strcspn(at, ",");
        const uint32_t bit = bit_named(at, len);

        *wrong = at;
        if (!bit)
            return false;
        *checks |= bit;
        at += len;
        if (!*at)
            return true;
    }
}

const char *wanted_first(const selection *s)
{
    unsigned l = 0;

    if (wants(s, GOLDEN))
        return "golden";
    if (wants(s, POLICIES))
        return "policies";
    while (!wants(s, bit_of((law)l)))
        l++;
    return law_name((law)l);
}

char *wanted_names(void)
{
    char *names = xstrdup("golden, policies");

    for (unsigned l = 0; l < LAW_COUNT; l++) {
        char *longer = xformat("%s, %s", names, law_name((law)l));

        free(names);
        names = longer;
    }
    return names;
}
