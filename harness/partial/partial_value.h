/* SPDX-License-Identifier: Apache-2.0 */
/* partial_value.h: compares JSON values: whether they are equal, and whether one contains the
 * other. If a key occurs twice, the last member counts (PARTIAL-4.3).
 */
#ifndef FENCEPOST_HARNESS_PARTIAL_VALUE_H
#define FENCEPOST_HARNESS_PARTIAL_VALUE_H

#include <fencepost/types.h>

typedef struct partial_value partial_value;

/* Reads a JSON text, which is borrowed; owned: partial_value_free(). */
partial_value *partial_value_read(fp_str json);
void partial_value_free(partial_value *v); /* NULL is allowed */

/* Returns whether they are equal. doubles: numbers are equal if their nearest doubles are. */
bool partial_value_equal(const partial_value *a, const partial_value *b, bool doubles);

/* Returns whether whole contains part: each member and item of it, recursively. */
bool partial_value_has(const partial_value *whole, const partial_value *part, bool doubles);

/* Returns whether part is a beginning of whole: it only has members and items of whole, and its
 * strings are prefixes of those of whole. */
bool partial_value_begins(const partial_value *part, const partial_value *whole, bool doubles);

/* Returns whether two JSON texts have equal values; numbers are compared exactly. */
bool partial_texts_equal(fp_str a, fp_str b);

#endif
