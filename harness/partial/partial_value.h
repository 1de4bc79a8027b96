/* SPDX-License-Identifier: Apache-2.0 */
/* partial_value.h: JSON values that are compared: whether they are equal, and whether one has all
 * of another. Of members with one key the last counts (PARTIAL-4.3).
 */
#ifndef FENCEPOST_HARNESS_PARTIAL_VALUE_H
#define FENCEPOST_HARNESS_PARTIAL_VALUE_H

#include <fencepost/types.h>

typedef struct partial_value partial_value;

/* Of a JSON text, which is borrowed; owned: partial_value_free(). */
partial_value *partial_value_read(fp_str json);
void partial_value_free(partial_value *v); /* NULL is allowed */

/* Returns whether they are equal. doubles: numbers are, when their nearest doubles are. */
bool partial_value_equal(const partial_value *a, const partial_value *b, bool doubles);

/* Returns whether whole has all of part: each member and each item of it, with all that these have.
 */
bool partial_value_has(const partial_value *whole, const partial_value *part, bool doubles);

/* Returns whether part is a beginning of whole: it has no member and no item that whole has not,
 * and its strings begin as those of whole do. */
bool partial_value_begins(const partial_value *part, const partial_value *whole, bool doubles);

/* Returns whether two JSON texts are of equal values, numbers exactly. */
bool partial_texts_equal(fp_str a, fp_str b);

#endif
