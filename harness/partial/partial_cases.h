/* SPDX-License-Identifier: Apache-2.0 */
/* partial_cases.h: the cases of readers of partial JSON (spec/schema/partial-case.schema.json), and
 * generated texts.
 */
#ifndef FENCEPOST_HARNESS_PARTIAL_CASES_H
#define FENCEPOST_HARNESS_PARTIAL_CASES_H

#include "suite/corpus.h"
#include "suite/spec.h"

/* What cases, requests and workers call the subject. */
#define PARTIAL_SUBJECT "partial-json"

typedef struct partial_cases partial_cases;

/* Reads corpus/partial-json of the data directory. Owned: partial_cases_free(); NULL when there are
 * problems, all of which have been reported. */
partial_cases *partial_cases_load(const char *data, problems *p);

/* Generates `count` texts from a seed: JSON, of which some are cut or have a wrong byte. */
partial_cases *partial_cases_made(size_t count, uint64_t seed);

/* Makes a case of one text, which is copied, with this id. */
partial_cases *partial_cases_given(fp_str text, const char *id);

void partial_cases_free(partial_cases *c); /* NULL is allowed */

size_t partial_cases_count(const partial_cases *c);

/* A case: its id, title, clauses, file and input; its subject is PARTIAL_SUBJECT. */
const test_case *partial_case_at(const partial_cases *c, size_t index);

/* Returns the expected answers to the prefixes under the default policies: an array of [bytes,
 * answer]. Each answer is valid from that prefix on: null for nothing yet, false for not JSON, or
 * the value as JSON text. NULL: the case has none, since its text is generated or made of repeated
 * pieces. */
const json_t *partial_case_answers(const partial_cases *c, size_t index);

/* For fencepost lint: checks ids, clauses and answers of the cases, and that each clause of
 * spec/partial-json.md has a case. */
void partial_cases_check(const partial_cases *c, const spec *s, problems *p);

#endif
