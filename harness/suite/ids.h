/* SPDX-License-Identifier: Apache-2.0 */
/* ids.h: corpus/ids.txt, the case ids that were ever published (DESIGN section 5: ids never
 * change). */
#ifndef FENCEPOST_HARNESS_IDS_H
#define FENCEPOST_HARNESS_IDS_H

#include "base/plugin.h"
#include "suite/corpus.h"

/* Holds the file against the corpus: each id in it is a case, an alias or a tombstone, and the
 * other way round; it is sorted; no tombstone is in use. Each plugin has a file of its own, in its
 * data directory; from: whose file it is; NULL: that of all other syntaxes. Says all problems. */
void ids_check(const char *data, const plugin *from, const corpus *c, problems *p);

/* Adds to the file the ids that it lacks, and says how many on standard output. Nothing is ever
 * removed. False with a problem. */
bool ids_add(const char *data, const plugin *from, const corpus *c, problems *p);

#endif
