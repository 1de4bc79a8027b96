/* SPDX-License-Identifier: Apache-2.0 */
/* edit.h: small changes to a well-formed message, of the kinds that models and networks make: a
 * marker dropped, doubled or misspelt, a newline more or less, a block inside another. Each has a
 * name, so that a report can name the edits on which parsers disagree.
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

/* Appends the edited text to *out; `other` is a second message for edits that join two. False, with
 * *out unchanged, if the edit finds nothing to change in this text. */
bool edit_apply(const edit *e, const fp_syntax *syntax, fp_str text, fp_str other, rng *r,
                fp_json *out);

/* The same, by the markers of the syntax (xmarkers()), for one that edits often. */
bool edit_apply_by(const edit *e, const char *const *markers, fp_str text, fp_str other, rng *r,
                   fp_json *out);

#endif
