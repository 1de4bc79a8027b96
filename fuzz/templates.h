/* SPDX-License-Identifier: Apache-2.0 */
/* templates.h: inputs for the formats that Fencepost reads: whole documents with small mistakes in
 * them.
 */
#ifndef FENCEPOST_FUZZ_TEMPLATES_H
#define FENCEPOST_FUZZ_TEMPLATES_H

#include <stddef.h>
#include <stdint.h>

typedef struct templates {
    const char *const *documents; /* good ones, at least one, ended by NULL */
    const char *const *words;     /* the format's own, likewise */
} templates;

/* One of the documents, with as few as no mistakes: words taken away, doubled, exchanged, put in.
 * For fuzz_generate(). */
size_t templates_input(const templates *t, uint64_t seed, uint8_t *data, size_t cap);

#endif
