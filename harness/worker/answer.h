/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h: an owned copy of a session's reply. */
#ifndef FENCEPOST_HARNESS_ANSWER_H
#define FENCEPOST_HARNESS_ANSWER_H

#include "worker/session.h"
#include "worker/wire_log.h"

/* Zero it to begin; answer_free(). */
typedef struct answer {
    bool asked; /* for callers that do not ask every worker; false again after REPLY_LOST */
    reply_kind kind;
    fp_outcome *outcome; /* owned; NULL except for REPLY_OUTCOME */
    wire_log log;        /* its events */
    char *breach;        /* owned; how its deltas are not well-formed, or NULL */
    char *sentence;      /* owned; how it failed, or NULL */
} answer;

/* An on_reply whose token is the answer. */
void answer_keep(void *context, void *token, const reply *got);

void answer_free(answer *a);

#endif
