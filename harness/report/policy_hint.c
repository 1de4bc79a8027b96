/* SPDX-License-Identifier: Apache-2.0 */
/* policy_hint.c: finds out whether failures may only be choices that were not declared. */
#include "report/policy_hint.h"

enum { LEAST = 3 };

char *policy_hint(const run_info *info, const run_summary *summary)
{
    if (!info->worker || summary->would_most < LEAST)
        return NULL;
    return xformat(
        "%zu golden outcomes would be as expected if the parser declared one more policy: "
        "`fencepost policies -- COMMAND` shows which values fit it",
        summary->would);
}
