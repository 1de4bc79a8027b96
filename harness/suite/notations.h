/* SPDX-License-Identifier: Apache-2.0 */
/* notations.h: which parsers of which inference engines read which syntax. What an engine calls
 * its parser of a syntax, and the models that write it, are in corpus/ID/engines.json; the
 * engines, and the names that no syntax has, in corpus/engines.json.
 */
#ifndef FENCEPOST_HARNESS_NOTATIONS_H
#define FENCEPOST_HARNESS_NOTATIONS_H

#include "base/util.h"

#include <fencepost/parser.h>

typedef struct notations notations;

typedef struct inference_engine {
    const char *id;     /* "vllm" */
    const char *title;  /* "vLLM" */
    const char *names;  /* what its names are: "values of --tool-call-parser" */
    const char *source; /* where they were read, with the commit */
} inference_engine;

/* Reads all of it; syntaxes without a file are read by no engine that is known. NULL with problems:
 * an engine that is not listed, a name that an engine gives twice. notations_free(). */
notations *notations_load(const char *data, problems *p);
void notations_free(notations *n);

/* The engines, in the order of the file. */
size_t notations_engine_count(const notations *n);
inference_engine notations_engine(const notations *n, size_t index);

/* The engine of this id; false if there is none. */
bool notations_find_engine(const notations *n, const char *id, size_t *index);

/* The ids of the engines, ended by NULL; owned: free(). The strings are borrowed. */
const char **notations_engine_ids(const notations *n);

/* What the engine calls its parsers of the syntax, ended by NULL; none: it has no such parser.
 * Owned: free(). The strings are borrowed. */
const char **notations_names(const notations *n, size_t index, const fp_syntax *syntax);

/* The models that write the syntax; likewise. */
const char **notations_models(const notations *n, const fp_syntax *syntax);

/* The engine's names that no syntax of ours has: names ended by NULL, owned, and why. */
const char **notations_uncovered(const notations *n, size_t index);
const char *notations_reason(const notations *n, size_t index, const char *name);

/* Every name of the engine, covered or not, ended by NULL; owned. */
const char **notations_all_names(const notations *n, size_t index);

/* Returns whether the engine's parser of this name reads the syntax. */
bool notations_reads(const notations *n, size_t index, const char *name, const fp_syntax *syntax);

#endif
