/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.h: the arguments of a call as the text that a parser gave (PROTOCOL-3.9).
 *
 * Text that is not one JSON object is kept as the only argument of its call. Its key names the
 * fault and is not UTF-8, so that no input can have it. Two answers that break in the same way are
 * therefore equal, and any other call differs from them.
 */
#ifndef FENCEPOST_HARNESS_ARGUMENTS_H
#define FENCEPOST_HARNESS_ARGUMENTS_H

#include "base/util.h"

#include <fencepost/outcome.h>

typedef enum arguments_fault {
    ARGUMENTS_GOOD,
    ARGUMENTS_NOT_JSON,
    ARGUMENTS_NOT_OBJECT,
    ARGUMENTS_TWO_OBJECTS, /* one object, and more JSON after it */
    ARGUMENTS_DUPLICATE_KEY,
    ARGUMENTS_FAULT_COUNT
} arguments_fault;

/* "not one JSON value"; static. NULL for ARGUMENTS_GOOD. */
const char *arguments_fault_title(arguments_fault fault);

/* Adds the arguments in the text to an owned call that has none yet. unicode: false if the text
 * held half of a surrogate pair, and so is not JSON. */
void arguments_read(fp_call *call, fp_str text, bool unicode);

/* Returns the fault of the text that the call was read from. If there is one, *text is that text,
 * borrowed. */
arguments_fault arguments_fault_of(const fp_call *call, fp_str *text);

/* Returns whether a consumer can use the arguments: they are an object. A key may occur twice,
 * since most consumers take one of the two. */
bool arguments_can_run(const fp_call *call);

#endif
