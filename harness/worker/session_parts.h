/* SPDX-License-Identifier: Apache-2.0 */
/* session_parts.h: what the files of session.h share: session_greet.c, session_reply.c and
 * session.c.
 */
#ifndef FENCEPOST_HARNESS_SESSION_PARTS_H
#define FENCEPOST_HARNESS_SESSION_PARTS_H

#include "worker/session.h"
#include "worker/worker.h"

enum { HELLO_ID = 0 };

/* Ends the program: the runner is out of memory or of descriptors. */
_Noreturn void session_cannot_go_on(void);

/* Starts a worker, which then is owned by the caller, and reads what it says of itself. NULL with a
 * sentence. */
worker *session_greet(const session_config *config, wire_hello *hello, char *error, size_t size);

/* How a silence is described: how long was waited, what the worker had of the processors meanwhile,
 * and the line that it had begun, or "". */
void silence_sentence(char *sentence, size_t size, int waited_ms, process_time had,
                      const char *begun);

#endif
