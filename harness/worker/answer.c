/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c: an owned copy of a session's reply. */
#include "worker/answer.h"

#include "judge/judge.h"

#include <stdlib.h>

void answer_keep(void *context, void *token, const reply *got)
{
    answer *a = token;

    (void)context;
    a->kind = got->kind;
    a->asked = a->asked && got->kind != REPLY_LOST;
    a->outcome = got->outcome ? outcome_copy(got->outcome) : NULL;
    wire_log_read(&a->log, got->events);
    a->breach = got->breach ? xstrdup(got->breach) : NULL;
    a->sentence = got->sentence ? xstrdup(got->sentence) : NULL;
}

void answer_free(answer *a)
{
    fp_outcome_free(a->outcome);
    wire_log_free(&a->log);
    free(a->breach);
    free(a->sentence);
    *a = (answer){ 0 };
}
