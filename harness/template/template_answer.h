/* SPDX-License-Identifier: Apache-2.0 */
/* template_answer.h: answers of executors of response templates: those of our own and of a worker,
 * and those that a case expects, in one form.
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
    bool limited;    /* of an error of ours: a pattern took too long (TEMPLATE-2.5) */
    fp_json message; /* JSON; of an error or a refusal, words for people */
    fp_json events;  /* [["open",field],["chunk",field,text],…], adjacent pieces as one */
} template_answer;

void template_answer_free(template_answer *a);

/* As a cut: each byte for itself. */
static const size_t TEMPLATE_BYTES = SIZE_MAX;

/* Returns the answer of our own executor under the policies; the text is cut after *cut bytes if
 * cut is not NULL. */
template_answer template_own_answer(const template_case *one, const template_policies *policies,
                                    const size_t *cut);

/* Reads a worker's answer (PROTOCOL-8.3), which is a JSON object. False with a static sentence in
 * *why, and nothing to free, if it is wrong. */
bool template_answer_read(fp_str json, template_answer *a, const char **why);

/* Returns whether an answer is the one that the case expects. If a case expects that the template
 * is refused, an error is accepted too. */
bool template_answer_is_expected(const template_answer *a, const template_case *one);

/* Returns whether two answers are the same; the words of errors and refusals do not count. doubles:
 * numbers are compared as doubles. */
bool template_answers_equal(const template_answer *a, const template_answer *b, bool doubles);

/* Returns the answer as lines for people; owned. */
char *template_answer_text(const template_answer *a);

#endif
