/* SPDX-License-Identifier: Apache-2.0 */
/* template_made.h: the cases of a template that the user gives: messages that are made of its own
 * delimiters, or one text. What is expected is what our executor gives.
 */
#ifndef FENCEPOST_HARNESS_TEMPLATE_MADE_H
#define FENCEPOST_HARNESS_TEMPLATE_MADE_H

#include "template/template_cases.h"

/* A template in a file. */
typedef struct template_file {
    const char *path;
    fp_str bytes;    /* owned */
    fp_str template; /* in them */
} template_file;

/* Reads a template, or the member response_template of a tokenizer_config.json. False, and
 * explained: it cannot be read, or our executor refuses it, or there is no PCRE2. Free it in any
 * case. */
bool template_file_read(const char *path, template_file *f, problems *p);
void template_file_free(template_file *f);

/* So many messages that are made by the seed, or one text. The file must outlive the cases, which
 * are owned: template_cases_free(). */
template_cases *template_cases_made(const template_file *f, size_t count, uint64_t seed);
template_cases *template_cases_given(const template_file *f, fp_str prefix, fp_str text);

#endif
