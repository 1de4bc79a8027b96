/* SPDX-License-Identifier: Apache-2.0 */
/* edit.h: small changes that a model or a network really makes to a well-formed message: a marker
 * dropped, doubled, misspelt, a newline more or less, a block inside another. Each has a name, so
 * that a report can say which of them parsers disagree on.
 */
#ifndef FENCEPOST_HARNESS_EDIT_H
#define FENCEPOST_HARNESS_EDIT_H

#include "base/rng.h"

#include <fencepost/json.h>
#include <fencepost/syntax.h>

struct editing; /* an edit under way */

typedef struct edit {
    const char *name;  /* "drop-marker" */
    const char *title; /* "a marker is missing" */
    bool (*apply)(struct editing *e);
} edit;

extern const edit EDITS[];
extern const size_t EDIT_COUNT;

/* Appends the edited text to *out; another message is there for edits that join two. False if the
 * edit has nothing to change in this text; *out is then as it was. */
bool edit_apply(const edit *e, const fp_syntax *syntax, fp_str text, fp_str other, rng *r,
                fp_json *out);

#endif
