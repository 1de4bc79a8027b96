/* SPDX-License-Identifier: Apache-2.0 */
/* values.h: makes calls and values from JSON, and compares them. */
#ifndef FENCEPOST_HARNESS_VALUES_H
#define FENCEPOST_HARNESS_VALUES_H

#include "base/util.h"

#include <fencepost/json.h>

/* Fills an owned value: value_free(). A string, or {"base64"} if base64 is true, becomes a string,
 * an array of strings a list, all else JSON text. False, with nothing to free, for bad base64. */
bool value_from_json(const json_t *json, bool base64, fp_value *value);

/* Returns the value of valid JSON text, owned: a string as its bytes, an array of strings as a
 * list, all else as it is written. */
fp_value value_from_text(fp_str json);
void value_string(fp_str bytes, fp_value *value); /* copies */
void value_free(fp_value *value);

/* Adds an argument to an owned call: call_free. The key is copied, the value taken over. */
void call_add(fp_call *call, fp_str key, fp_value value);
void call_free(fp_call *call);

/* Adds the members of a JSON object as they are written, without rounding numbers. False, with
 * nothing added, for text that is not an object. */
bool call_add_json(fp_call *call, fp_str object);

/* The arguments of a call by their keys, sorted: call_index_free(). Borrows from the call. */
typedef struct call_index {
    const fp_arg **args;
    size_t count;
} call_index;

call_index call_index_new(const fp_call *call);
const fp_arg *call_index_find(const call_index *index, fp_str key); /* NULL: there is none */
bool call_index_twice(const call_index *index); /* whether a key is there twice */
void call_index_free(call_index *index);
/* Returns the kind of a JSON value, for people: "a string", "a Boolean", "nothing" for empty text;
 * static. */
const char *json_kind_name(fp_str value);

/* Writes text in UTF-8: each byte outside UTF-8 becomes U+FFFD (MODEL-1.6). */
void utf8_write(fp_json *out, fp_str text);

/* Writes a value as JSON in UTF-8: each byte outside UTF-8 becomes U+FFFD (MODEL-1.6). */
void value_write(fp_json *out, const fp_value *value);

/* Returns whether two calls are equal, or would be if the first had been sent as JSON, like a
 * worker's answer: lists and JSON values then have U+FFFD (MODEL-1.6); strings do not change
 * (PROTOCOL-3.7). */
bool call_equal_written(const fp_call *want, const fp_call *have);

#endif
