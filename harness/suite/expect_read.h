/* SPDX-License-Identifier: Apache-2.0 */
/* expect_read.h: `expect` of a case file, read. */
#ifndef FENCEPOST_HARNESS_EXPECT_READ_H
#define FENCEPOST_HARNESS_EXPECT_READ_H

#include "suite/corpus.h"

/* Where a thing stands, for problems. */
typedef struct place {
    const char *file;
    const char *id; /* of the case */
    problems *p;
} place;

/* Fills an owned expectation: expectation_free, also after false. Borrows strings from json. */
bool expectation_read(const json_t *json, const place *at, expectation *e);
void expectation_free(expectation *e);

/* An owned byte string from one of three members: name (a string), name_base64, name_parts. *found
 * is false, and true returned, if there is none. */
bool bytes_read(const json_t *object, const char *name, const place *at, fp_str *bytes,
                bool *found);

/* Fills *expected, which is zero, from the JSON of one call. */
bool expected_call_read(const json_t *json, const place *at, expected_call *expected);

#endif
