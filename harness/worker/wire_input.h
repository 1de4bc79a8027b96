/* SPDX-License-Identifier: Apache-2.0 */
/* wire_input.h: inputs of calls on the wire, handled as JSON text. Some cases are about what
 * jansson refuses or rounds: NUL in keys, halves of surrogate pairs, big numbers.
 */
#ifndef FENCEPOST_HARNESS_WIRE_INPUT_H
#define FENCEPOST_HARNESS_WIRE_INPUT_H

#include <fencepost/outcome.h>
#include <fencepost/json.h>

/* Writes an answer, a valid line, with {} for the input of each call in `calls` and in `events`. */
void wire_input_mask(fp_str line, fp_json *masked);

/* Returns whether a value is {"base64": "…"} and nothing else (PROTOCOL-3.7); *text is the string.
 */
bool wire_input_encoded(fp_str value, fp_str *text);

/* Writes the arguments of a call as an input: a string that is not UTF-8 in base64 (PROTOCOL-3.7),
 * such bytes of JSON text as U+FFFD (MODEL-1.6). */
void wire_input_write(fp_json *out, const fp_call *call);

/* Returns whether the call, when written, is read as the same call. */
bool wire_input_carries(const fp_call *call);

/* Returns whether an answer has a form for the arguments of all calls: a key, or a string within a
 * JSON value, has none unless it is UTF-8 (PROTOCOL-3.7). */
bool wire_can_answer(const fp_outcome *outcome);

typedef enum wire_input_fault {
    WIRE_INPUT_GOOD,
    WIRE_INPUT_BASE64,   /* an argument is {"base64"} with a wrong text */
    WIRE_INPUT_DUPLICATE /* a key occurs twice */
} wire_input_fault;

/* Adds the arguments of an input, a valid object, to an owned call (call_free()). */
wire_input_fault wire_input_read(fp_str object, fp_call *call);

/* Adds the arguments that a call gives as text (PROTOCOL-3.9), a valid string or {"base64"}, to an
 * owned call; what is wrong with the text is kept in it (arguments.h). */
wire_input_fault wire_arguments_read(fp_str json, fp_call *call);

#endif
