/* SPDX-License-Identifier: Apache-2.0 */
/* expect_read.h: reads `expect` of a case file. */
#ifndef FENCEPOST_HARNESS_EXPECT_READ_H
#define FENCEPOST_HARNESS_EXPECT_READ_H

#include "suite/corpus.h"

/* Where something is, for problems. */
typedef struct place {
    const char *file;
    const char *id; /* of the case */
    problems *p;
} place;

/* Fills an owned expectation: expectation_free(), even after false. Borrows strings from json. */
bool expectation_read(const json_t *json, const place *at, expectation *e);
void expectation_free(expectation *e);

/* Reads an owned byte string from one of three members: name (a string), name_base64, name_parts.
 * If there is none, *found is false and the result true. */
bool bytes_read(const json_t *object, const char *name, const place *at, fp_str *bytes,
                bool *found);

/* Fills *expected, which is zero, from the JSON of one call. */
bool expected_call_read(const json_t *json, const place *at, expected_call *expected);

#endif
