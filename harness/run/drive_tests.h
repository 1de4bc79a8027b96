/* SPDX-License-Identifier: Apache-2.0 */
/* drive_tests.h: the tests of a drive: each golden case, and each law on the cases of a feature. */
#ifndef FENCEPOST_HARNESS_DRIVE_TESTS_H
#define FENCEPOST_HARNESS_DRIVE_TESTS_H

#include "law/laws.h"
#include "suite/spec.h"
#include "worker/wire.h"

/* The check that is not a law. */
#define DRIVE_GOLDEN "golden"

/* A test. Its id is that of the case, "caret/fence/crlf", or names the feature and the law,
 * "caret/fence/CHUNK". */
typedef struct drive_test {
    char *id;          /* owned */
    const char *check; /* DRIVE_GOLDEN, or the name of the law; static */
    const char *clause;
    const test_case *first; /* the case, or the first one of the feature */
    size_t count;           /* of cases */
} drive_test;

typedef struct drive_tests {
    drive_test *all;
    size_t count, cap;
} drive_tests;

/* Returns the tests of the syntaxes that the peer parses, in the order of the corpus; the laws on a
 * feature come before its first case. Free with drive_tests_free(). */
drive_tests drive_tests_of(const corpus *c, const wire_hello *hello);
void drive_tests_free(drive_tests *tests);

/* Returns the test with this id; NULL if there is none. */
const drive_test *drive_tests_find(const drive_tests *tests, const char *id);

/* Writes the cases of the test to an array of test->count places. */
void drive_test_cases(const drive_test *test, const corpus *c, const test_case **cases);

/* Writes the answer to `list`. */
void drive_tests_write(const drive_tests *tests, fp_json *line);

#endif
