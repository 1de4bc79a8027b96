/* SPDX-License-Identifier: Apache-2.0 */
/* session_peer.h: a session with a peer (session_config.peer): a worker that also sends requests.
 * They come between the requests that it answers, on the same lines (spec/drive.md).
 */
#ifndef FENCEPOST_HARNESS_SESSION_PEER_H
#define FENCEPOST_HARNESS_SESSION_PEER_H

#include "worker/session.h"
#include "worker/worker.h"

/* Waits for the peer's next line, without a deadline; borrowed until the session is used again. No
 * request may be pending. */
worker_status session_peer_line(session *s, fp_str *line);

/* Sends the peer a line that has no answer. */
void session_peer_tell(session *s, fp_str line);

#endif
