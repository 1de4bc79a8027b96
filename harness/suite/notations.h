/* SPDX-License-Identifier: Apache-2.0 */
/* notations.h: which parsers of which inference engines read which syntax. corpus/ID/engines.json
 * has the engines' names for their parsers of a syntax, and the models that write it;
 * corpus/engines.json has the engines, and the names that belong to no syntax.
 */
#ifndef FENCEPOST_HARNESS_NOTATIONS_H
#define FENCEPOST_HARNESS_NOTATIONS_H

#include "base/util.h"

#include <fencepost/parser.h>

typedef struct notations notations;

typedef struct inference_engine {
    const char *id;     /* "vllm" */
    const char *title;  /* "vLLM" */
    const char *names;  /* what kind of names it has: "values of --tool-call-parser" */
    const char *source; /* where they were found, with the commit */
} inference_engine;

/* Reads all files; no known engine reads a syntax without a file. NULL with problems: an engine
 * that is not listed, a name that an engine gives twice. notations_free(). */
notations *notations_load(const char *data, problems *p);
void notations_free(notations *n);

/* The engines, in the order of the file. */
size_t notations_engine_count(const notations *n);
inference_engine notations_engine(const notations *n, size_t index);

/* Finds the engine with this id; false if there is none. */
bool notations_find_engine(const notations *n, const char *id, size_t *index);

/* Returns the ids of the engines, ended by NULL; owned: free(). The strings are borrowed. */
const char **notations_engine_ids(const notations *n);

/* Returns the engine's names for its parsers of the syntax, ended by NULL; an empty list if it has
 * none. Owned: free(). The strings are borrowed. */
const char **notations_names(const notations *n, size_t index, const fp_syntax *syntax);

/* Returns the models that write the syntax, in the same form. */
const char **notations_models(const notations *n, const fp_syntax *syntax);

/* Return the engine's names that belong to no syntax, ended by NULL, owned; and why one does not.
 */
const char **notations_uncovered(const notations *n, size_t index);
const char *notations_reason(const notations *n, size_t index, const char *name);

/* Returns every name of the engine, covered or not, ended by NULL; owned. */
const char **notations_all_names(const notations *n, size_t index);

/* Returns whether the engine's parser of this name reads the syntax. */
bool notations_reads(const notations *n, size_t index, const char *name, const fp_syntax *syntax);

#endif
