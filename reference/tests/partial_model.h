/* SPDX-License-Identifier: Apache-2.0 */
/* partial_model.h: spec/partial-json.md once more, written to be plainly right and not fast. It
 * knows the whole text, and so where each value ends: what of it is finished in a prefix, and what
 * is open, is seen from there. The reader that it checks never knows more than the prefix.
 */
#ifndef FENCEPOST_TESTS_PARTIAL_MODEL_H
#define FENCEPOST_TESTS_PARTIAL_MODEL_H

#include <fencepost/partial_json.h>

typedef enum model_verdict {
    MODEL_JSON,
    MODEL_SHORT, /* it may become JSON */
    MODEL_WRONG
} model_verdict;

typedef struct model model;

/* Reads a text, which stays the caller's; *at is the first wrong byte. Of JSON an owned model is
 * left in *made: model_free(). */
model_verdict model_read(fp_str text, model **made, size_t *at);
void model_free(model *m); /* NULL is allowed */

/* What is given of the first bytes of the text; false: nothing yet. Each value is written in one
 * form: without blanks, without escapes that are not needed, and each key once. */
bool model_give(const model *m, size_t prefix, const fp_partial_policies *policies, fp_json *out);

#endif
