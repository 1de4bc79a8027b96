/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h: a reply of a session that is kept. */
#ifndef FENCEPOST_HARNESS_ANSWER_H
#define FENCEPOST_HARNESS_ANSWER_H

#include "worker/session.h"
#include "worker/wire_log.h"

/* Zero it to begin; answer_free(). */
typedef struct answer {
    bool asked; /* for those who do not ask every worker; false again after REPLY_LOST */
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
