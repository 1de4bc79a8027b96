/* SPDX-License-Identifier: Apache-2.0 */
/* diff_inputs.h: the inputs for several parsers: cases, generated messages and edits of them,
 * files.
 */
#ifndef FENCEPOST_HARNESS_DIFF_INPUTS_H
#define FENCEPOST_HARNESS_DIFF_INPUTS_H

#include "suite/corpus.h"

typedef struct diff_sources {
    const fp_syntax *syntax;
    const corpus *cases; /* NULL: none */
    const char *pattern; /* of their ids */
    size_t generate;     /* how many messages; three of four are edited */
    size_t longest;      /* bytes of a value in them, about */
    bool utf8;           /* before they are edited, they are UTF-8 */
    uint64_t seed;
    const char *folder; /* of files, read as fuzz seeds are: FF marks a cut; NULL: none */
    const fp_str *text; /* the one input; NULL: none */
    json_t *tools;      /* of the text; NULL: none */
} diff_sources;

/* Where an input comes from: one of these, or ORIGIN_EDIT + the index of its edit. */
enum { ORIGIN_GIVEN, ORIGIN_CASE, ORIGIN_MESSAGE, ORIGIN_EDIT };

size_t origin_count(void);

/* "case", "well-formed", "drop-marker"; and a title. Static. */
const char *origin_name(size_t origin);
const char *origin_title(size_t origin);

/* All is borrowed while it is visited. */
typedef struct diff_input {
    fp_str text;
    fp_str base;        /* of an edited message: what it was before; else empty */
    const size_t *cuts; /* that a file has marked; NULL: none */
    size_t cut_count;
    const json_t *tools;
    size_t origin;
    const char *source; /* "caret/fence/one", "message 3 of seed 1", "DIR/file" */
} diff_input;

typedef bool diff_visitor(void *context, const diff_input *input); /* false: stop */

/* Visits all inputs, in the same order for the same seed. False if the visitor stopped, or if a
 * file could not be read, which is reported. */
bool diff_inputs_each(const diff_sources *sources, diff_visitor *visit, void *context, problems *p);

#endif
