/* SPDX-License-Identifier: Apache-2.0 */
/* template_edit.h: small changes to a text that know nothing of its notation. */
#ifndef FENCEPOST_HARNESS_TEMPLATE_EDIT_H
#define FENCEPOST_HARNESS_TEMPLATE_EDIT_H

#include "base/rng.h"

#include <fencepost/json.h>

/* Appends the text with a few changes: a stretch of it is missing, comes twice or elsewhere, is
 * replaced by one of the other text, or a character is another one. Of UTF-8 it makes UTF-8. At
 * most `most` bytes come out. */
void template_edit(fp_str text, fp_str other, rng *r, size_t most, fp_json *out);

#endif
