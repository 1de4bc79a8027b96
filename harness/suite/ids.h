/* SPDX-License-Identifier: Apache-2.0 */
/* ids.h: corpus/SUBJECT/ids.txt, the case ids of a syntax, or of the vault, that were ever
 * published: ids never change. */
#ifndef FENCEPOST_HARNESS_IDS_H
#define FENCEPOST_HARNESS_IDS_H

#include "suite/corpus.h"

/* Holds the file of a subject ("caret", "vault") against the corpus: each id in it is a case, an
 * alias or a tombstone, and the other way round; it is sorted; no tombstone is in use. data: the
 * directory of the subject, which may be a plugin's. Reports all problems. */
void ids_check(const char *data, const char *subject, const corpus *c, problems *p);

/* Adds to the file the ids that it lacks, if any, and prints how many on standard output. Nothing
 * is ever removed. *added: how many are added to it. False with a problem. */
bool ids_add(const char *data, const char *subject, const corpus *c, size_t *added, problems *p);

#endif
