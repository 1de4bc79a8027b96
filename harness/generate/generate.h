/* SPDX-License-Identifier: Apache-2.0 */
/* generate.h: calls made up from a seed, biased to what breaks parsers and renderers: every
 * syntax's markers and their beginnings, edges of blanks and newlines, quotes and backslashes,
 * brackets, entities, invisible and broken characters, text that looks like something else.
 */
#ifndef FENCEPOST_HARNESS_GENERATE_H
#define FENCEPOST_HARNESS_GENERATE_H

#include <fencepost/catalogue.h>

typedef struct generator generator;

/* Owned (generator_free). Calls are the same for one seed, on every machine. Values are mostly
 * below 100 bytes, rarely up to longest. */
generator *generator_new(uint64_t seed, size_t longest);
void generator_free(generator *g); /* NULL is allowed */

/* From now on half of the calls are of a catalogue's tools, with values of the types that their
 * schemas name. The catalogue is borrowed. */
void generator_offer(generator *g, const fp_catalogue *catalogue);

/* From now on one value in 50,000 has a megabyte, whatever the longest is. */
void generator_allow_megabytes(generator *g);

/* The next call; borrowed until the next one. Its spans are empty, it is complete. */
const fp_call *generator_call(generator *g);

/* The next piece of text that may stand around calls; borrowed likewise. */
fp_str generator_text(generator *g);

#endif
