/* SPDX-License-Identifier: Apache-2.0 */
/* case_read.h: reads one case of a case file. */
#ifndef FENCEPOST_HARNESS_CASE_READ_H
#define FENCEPOST_HARNESS_CASE_READ_H

#include "suite/corpus.h"

/* Returns an owned case (case_free), or NULL after reporting the problems. Borrows from json and
 * file. Without a syntax it is a case of the vault. */
test_case *case_read(corpus *c, const json_t *json, const fp_syntax *syntax, const char *feature,
                     const char *file, problems *p);
void case_free(test_case *t);

/* corpus.c: finds the catalogue of this name, for the cases of the syntax; loads it at its first
 * use. False after reporting the problems. */
bool corpus_catalogue(corpus *c, const fp_syntax *syntax, const char *name,
                      const fp_catalogue **catalogue, const json_t **tools, problems *p);

#endif
