/* SPDX-License-Identifier: Apache-2.0 */
/* export_shape.h: what `fencepost export` can write besides the plain case: its cuttings, the shape
 * of chat APIs, YAML. */
#ifndef FENCEPOST_HARNESS_EXPORT_SHAPE_H
#define FENCEPOST_HARNESS_EXPORT_SHAPE_H

#include "suite/corpus.h"

#include <fencepost/json.h>

#include <stdio.h>

/* Writes the member `cuts`: ways to cut the input, each an array of offsets. They count characters,
 * or bytes if the input is not UTF-8. */
void export_cuts(fp_json *line, const test_case *t);

/* Returns whether a message of a chat API can hold what the case expects: bytes that are UTF-8,
 * whole calls, no limits of the parser. */
bool export_fits_chat(const test_case *t);

/* The case in that shape, without the last brace. */
void export_chat(fp_json *line, const test_case *t);

/* An object of JSON on one line, as an item of a YAML list with a line for each member. */
void export_yaml(fp_str object, FILE *to);

#endif
