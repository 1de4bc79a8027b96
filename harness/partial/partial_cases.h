/* SPDX-License-Identifier: Apache-2.0 */
/* partial_cases.h: the cases of readers of partial JSON, as spec/schema/partial-case.schema.json
 * describes them, and texts that are made up.
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

/* So many texts that are made up from a seed: JSON, of which some are cut or have a wrong byte. */
partial_cases *partial_cases_made(size_t count, uint64_t seed);

/* One text, which is copied, with this id. */
partial_cases *partial_cases_given(fp_str text, const char *id);

void partial_cases_free(partial_cases *c); /* NULL is allowed */

size_t partial_cases_count(const partial_cases *c);

/* A case: its id, title, clauses, file and input; its subject is PARTIAL_SUBJECT. */
const test_case *partial_case_at(const partial_cases *c, size_t index);

/* What it says is answered to each prefix under the default policies: an array of [bytes, answer],
 * each answer from that prefix on: null for nothing yet, false for not JSON, or the value as JSON
 * text. NULL: it does not say, as its text is made of repeated pieces, or made up. */
const json_t *partial_case_answers(const partial_cases *c, size_t index);

/* For fencepost lint: ids, clauses and answers of the cases are in order, and each clause of
 * spec/partial-json.md has a case. */
void partial_cases_check(const partial_cases *c, const spec *s, problems *p);

#endif
