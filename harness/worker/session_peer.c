/* SPDX-License-Identifier: Apache-2.0 */
/* session_peer.c: the lines of a session that are neither a request nor its answer. */
#include "worker/session_peer.h"

#include "worker/session_parts.h"

#include <limits.h>

worker_status session_peer_line(session *s, fp_str *line)
{
    if (!s->worker) {
        *line = FP_STR("");
        return WORKER_CLOSED;
    }
    worker_set_deadline(s->worker, INT_MAX);
    return worker_receive(s->worker, line);
}

/* That the peer has gone is found out when its next line is waited for. */
void session_peer_tell(session *s, fp_str line)
{
    if (s->worker && worker_send(s->worker, line) == WORKER_ERROR)
        session_cannot_go_on();
}
