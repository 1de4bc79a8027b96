/* SPDX-License-Identifier: Apache-2.0 */
/* express.h: measures the cells of the expressibility table: which feature of a call survives in
 * which syntax. */
#ifndef FENCEPOST_HARNESS_EXPRESS_H
#define FENCEPOST_HARNESS_EXPRESS_H

#include "base/util.h"
#include "generate/feature.h"

#include <fencepost/catalogue.h>

/* A feature in a syntax. */
typedef struct expressed {
    size_t tried, carried;
    size_t lost;        /* calls that came back as something else: a bug of ours */
    char *witness;      /* owned: the shortest call that was not carried, as JSON; NULL: all were */
    const char *clause; /* of the witness: where the spec refuses it; NULL: it was lost */
    const char *reason;
} expressed;

/* "yes", "partly", "no"; static. */
const char *expressed_word(const expressed *e);

/* Tries the calls of a feature in a syntax, under `types: schema` with the catalogue. Fills *e:
 * expressed_free(). */
void express(const feature *f, const fp_syntax *syntax, const fp_catalogue *catalogue,
             expressed *e);
void expressed_free(expressed *e);

/* The tools that the features are about, corpus/catalogues/express.json: fp_catalogue_free(). NULL
 * with a problem. */
fp_catalogue *express_catalogue(problems *p);

#endif
