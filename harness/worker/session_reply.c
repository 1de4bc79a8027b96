/* SPDX-License-Identifier: Apache-2.0 */
/* session_reply.c: the names of replies, and the description of a silence. */
#include "worker/session_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Waiting for a processor is mentioned from this part of the time on. */
enum { MENTIONED = 10 };

const char *reply_kind_name(reply_kind kind)
{
    switch (kind) {
    case REPLY_OUTCOME:
        return "outcome";
    case REPLY_REFUSED:
        return "refused";
    case REPLY_CRASH:
        return "crash";
    case REPLY_TIMEOUT:
        return "timeout";
    case REPLY_PROTOCOL:
        return "protocol error";
    case REPLY_LOST:
        break;
    }
    return "lost";
}

char *session_stopped(const session *s)
{
    const char *lost = session_lost(s);
    const unsigned untried = session_untried(s);
    char *open = untried
                     ? xformat("%u requests were not tried, for the worker was silent too often "
                               "(PROTOCOL-5.5)",
                               untried)
                     : NULL;
    char *all = lost ? xformat("%s%s%s", lost, open ? "; " : "", open ? open : "") : open;

    if (lost)
        free(open);
    return all;
}

void silence_sentence(char *sentence, size_t size, int waited_ms, process_time had,
                      const char *begun)
{
    char used[80] = "", waited[60] = "";

    if (had.known)
        snprintf(used, sizeof used, ", in which the worker used %" PRIu64 " ms of processor time",
                 had.used);
    if (had.known && had.waited * MENTIONED >= (uint64_t)waited_ms)
        snprintf(waited, sizeof waited,
                 ", besides %" PRIu64 " ms for which it waited for a processor", had.waited);
    snprintf(sentence, size, "no answer within %d ms%s%s%s%s", waited_ms, used, waited,
             *begun ? "; it had written an unfinished line: " : "", begun);
}
