/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/template_make.h: texts that are made of a response template's own delimiters, for tests
 * of its executors: whole messages, payloads that contain delimiters, look-alikes, beginnings of
 * delimiters, messages that end early, and prompts that have begun the message. */
#ifndef FENCEPOST_TEMPLATE_MAKE_H
#define FENCEPOST_TEMPLATE_MAKE_H

#include <fencepost/template.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fp_template_made_kind {
    FP_TEMPLATE_MADE_WHOLE,
    FP_TEMPLATE_MADE_PAYLOAD,   /* content has a delimiter in it, or a part of one */
    FP_TEMPLATE_MADE_LOOKALIKE, /* pieces of delimiters are between its regions */
    FP_TEMPLATE_MADE_CUT,       /* it ends early */
    FP_TEMPLATE_MADE_CHANGED,   /* a character is missing, or comes twice */
    FP_TEMPLATE_MADE_PREFIX,    /* it begins in the prompt */
    FP_TEMPLATE_MADE_KINDS
} fp_template_made_kind;

/* "whole", "payload", …; static. */
const char *fp_template_made_name(fp_template_made_kind kind);

/* Borrowed until the next one is made, or the maker is freed. */
typedef struct fp_template_made {
    fp_template_made_kind kind;
    fp_str prefix, text;
} fp_template_made;

typedef struct fp_template_maker fp_template_maker;

/* Makes texts for a template, or for the member response_template of a tokenizer_config.json.
 * Owned: fp_template_maker_free(); NULL with an error, as fp_template_load() has it. */
fp_template_maker *fp_template_maker_new(fp_str json, fp_template_error *error);
void fp_template_maker_free(fp_template_maker *m); /* NULL is allowed */

/* Makes the text of this number: the same for the same template and seed. UTF-8, if the template
 * is. False: memory is out. */
bool fp_template_make(fp_template_maker *m, uint64_t seed, uint64_t number, fp_template_made *made);

#ifdef __cplusplus
}
#endif

#endif
