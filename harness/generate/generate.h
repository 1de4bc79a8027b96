/* SPDX-License-Identifier: Apache-2.0 */
/* generate.h: generates calls from a seed. They favour what breaks parsers and renderers: markers
 * of all syntaxes and their beginnings, blanks and newlines at edges, quotes and backslashes,
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

/* Makes half of the calls from now on calls of a catalogue's tools, with values of the types in
 * their schemas. The catalogue is borrowed. */
void generator_offer(generator *g, const fp_catalogue *catalogue);

/* Gives one value in 50,000 a megabyte from now on, even if longest is less. */
void generator_allow_megabytes(generator *g);

/* Returns the next call, complete and with empty spans; borrowed until the next one. */
const fp_call *generator_call(generator *g);

/* Returns the next piece of text for around calls; borrowed until the next one. */
fp_str generator_text(generator *g);

#endif
