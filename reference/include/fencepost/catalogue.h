/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/catalogue.h: the tools on offer, in the shape that MCP gives them. */
#ifndef FENCEPOST_CATALOGUE_H
#define FENCEPOST_CATALOGUE_H

#include <fencepost/parser.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why and where a catalogue could not be read. */
typedef struct fp_catalogue_error {
    size_t line; /* from 1; 0 where the JSON is well-formed and its content is not */
    char text[200];
} fp_catalogue_error;

/* Reads a catalogue: {"tools": [{"name", "description", "inputSchema", "x-fencepost"}]}. Returns an
 * owned catalogue (fp_catalogue_free), or NULL with *error filled. */
fp_catalogue *fp_catalogue_read(fp_str json, fp_catalogue_error *error);
void fp_catalogue_free(fp_catalogue *catalogue); /* NULL is allowed */

/* Whether it holds a tool of this name. */
bool fp_catalogue_has(const fp_catalogue *catalogue, fp_str name);

/* The number of its tools. */
size_t fp_catalogue_count(const fp_catalogue *catalogue);

#ifdef __cplusplus
}
#endif

#endif
