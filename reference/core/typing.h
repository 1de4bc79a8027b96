/* SPDX-License-Identifier: Apache-2.0 */
/* typing.h: values by their schema: policy `types: schema` (MODEL-3.9). */
#ifndef FENCEPOST_CORE_TYPING_H
#define FENCEPOST_CORE_TYPING_H

#include "buf.h"

#include <fencepost/catalogue.h>

/* The FP_TYPE_… of a JSON value: all that it is, so an integer is a number as well. */
unsigned fp_typing_of_json(fp_str json);

/* Whether a JSON value is of the argument's types, and in its `enum`. */
bool fp_typing_fits(const fp_tool_arg *arg, fp_str json);

/* The value that a text is under these types: itself (FP_VALUE_STRING), or a view of it
 * (FP_VALUE_JSON). False if it fits none of them. */
bool fp_typing_of_text(unsigned types, fp_str text, fp_value *value);

/* Turns an argument's value into the one that its schema asks for, if that differs. A text that has
 * to be rewritten is appended to *scratch, and *value becomes a view of it, so nothing may be
 * appended while it is used. *fits: whether the schema allows the value. False only when memory is
 * out. */
bool fp_typing_apply(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits);

/* Whether the schema allows a value whose type stays as it is. False only when memory is out. */
bool fp_typing_check(const fp_tool_arg *arg, const fp_value *value, bool *fits);

#endif
