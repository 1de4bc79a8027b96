/* SPDX-License-Identifier: Apache-2.0 */
/* ids.h: corpus/SUBJECT/ids.txt: all case ids of a syntax, or of the vault, that were ever
 * published, since ids never change. */
#ifndef FENCEPOST_HARNESS_IDS_H
#define FENCEPOST_HARNESS_IDS_H

#include "suite/corpus.h"

/* Compares the file of a subject ("caret", "vault") with the corpus: each id in it must be a case,
 * an alias or a tombstone, and each of these must be in it; it must be sorted, and no tombstone in
 * use. data: the directory of the subject, which may be a plugin's. Reports all problems. */
void ids_check(const char *data, const char *subject, const corpus *c, problems *p);

/* Adds the ids that the file lacks, and prints how many on standard output; *added is increased by
 * their number. Never removes an id. False with a problem. */
bool ids_add(const char *data, const char *subject, const corpus *c, size_t *added, problems *p);

#endif
