/* SPDX-License-Identifier: Apache-2.0 */
/* result.c: the names of verdicts and classes, and what counts. */
#include "result/result.h"

#include <stdlib.h>
#include <string.h>

const char *verdict_name(verdict v)
{
    static const char *const NAMES[VERDICT_COUNT] = { "pass",     "wrong",   "refused",
                                                      "accepted", "crash",   "timeout",
                                                      "protocol", "skipped", "known" };

    return NAMES[v];
}

bool result_failed(const result *r)
{
    return r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED;
}

char *failure_class(verdict v, const char *kind)
{
    return xformat("%s%s%s", verdict_name(v), kind ? "/" : "", kind ? kind : "");
}

bool result_counts(const result *r, bool strict)
{
    return result_failed(r) && r->verdict != VERDICT_KNOWN && (strict || !r->advice);
}
