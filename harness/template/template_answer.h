/* SPDX-License-Identifier: Apache-2.0 */
/* template_answer.h: what an executor of response templates answers, in one form: ours, a worker's,
 * and what a case expects.
 */
#ifndef FENCEPOST_HARNESS_TEMPLATE_ANSWER_H
#define FENCEPOST_HARNESS_TEMPLATE_ANSWER_H

#include "template/template_cases.h"

typedef enum template_answer_kind {
    TEMPLATE_MESSAGE,
    TEMPLATE_ERROR,    /* in the text */
    TEMPLATE_REFUSAL,  /* of the template */
    TEMPLATE_NO_ANSWER /* this program was built without the executor */
} template_answer_kind;

/* Owned: template_answer_free(). */
typedef struct template_answer {
    template_answer_kind kind;
    fp_json message; /* JSON; of an error or a refusal, words for people */
    fp_json events;  /* [["open",field],["chunk",field,text],…], adjacent pieces as one */
} template_answer;

void template_answer_free(template_answer *a);

/* Our own executor's, under the policies; cut after so many bytes where cut is not NULL. */
template_answer template_own_answer(const template_case *one, const template_policies *policies,
                                    const size_t *cut);

/* A worker's, from its answer (PROTOCOL-8.3), which is a JSON object. False with a static sentence
 * in *why, and nothing to free: it is not as it should be. */
bool template_answer_read(fp_str json, template_answer *a, const char **why);

/* Returns whether an answer is what the case expects. A template that a case wants refused may as
 * well give an error. */
bool template_answer_is_expected(const template_answer *a, const template_case *one);

/* Returns whether two answers are the same: of errors and refusals the words do not count. doubles:
 * numbers are compared as doubles. */
bool template_answers_equal(const template_answer *a, const template_answer *b, bool doubles);

/* Lines for people; owned. */
char *template_answer_text(const template_answer *a);

#endif
