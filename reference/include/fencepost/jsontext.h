/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/jsontext.h: JSON text that is complete: checked, taken apart, compared. Values are
 * views of the text, as written, without the blanks around them. Except for fp_jsontext_valid() the
 * text must be valid; nothing else is required of it, and nothing is rounded.
 */
#ifndef FENCEPOST_JSONTEXT_H
#define FENCEPOST_JSONTEXT_H

#include <fencepost/json.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether text is one JSON value of at most depth levels, with blanks around it. If not, *wrong is
 * the offset of the first wrong byte; the length, if the value ends too early. */
bool fp_jsontext_valid(fp_str text, size_t depth, size_t *wrong);

/* The value without the blanks around it. */
fp_str fp_jsontext_trim(fp_str text);

/* The next member of an object, or item of an array; false after the last one. *at begins as 0. */
bool fp_jsontext_member(fp_str object, size_t *at, fp_str *key, fp_str *value);
bool fp_jsontext_item(fp_str array, size_t *at, fp_str *value);

/* The value of the object's first member with this key; empty if there is none, or if `object` is
 * not an object. */
fp_str fp_jsontext_get(fp_str object, const char *key);

/* What a value is, by its first byte: '{', '[', '"', 't' or 'f', 'n', and '0' for a number; 0 if it
 * is empty. */
char fp_jsontext_kind(fp_str value);

/* Whether a value is a string that stands for this text. */
bool fp_jsontext_is(fp_str value, fp_str text);

/* Appends the decoded string; *lone is set if there was a lone surrogate (MODEL-1.7). False, with
 * to->failed set, when memory is out. */
bool fp_jsontext_decode(fp_str string, fp_json *to, bool *lone);

/* Whether two values are equal (MODEL-1.6). */
bool fp_jsontext_equal(fp_str a, fp_str b);

#ifdef __cplusplus
}
#endif

#endif
