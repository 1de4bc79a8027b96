/* SPDX-License-Identifier: Apache-2.0 */
/* out_json.h: calls, arguments and text that come as JSON, beyond fp_out_json_args(). */
#ifndef FENCEPOST_CORE_OUT_JSON_H
#define FENCEPOST_CORE_OUT_JSON_H

#include <fencepost/syntax.h>

/* Sets the offset of the encoded payload that comes next, until bytes are accounted for again:
 * diagnostics about the payload have offsets from there on. Without this call it is the offset of
 * the next byte to be accounted for. */
void fp_out_at(fp_out *out, uint64_t offset);

/* Encoded text. */
void fp_out_text(fp_out *out, fp_str bytes);

/* The content of a JSON string, given with its quotes: as text; as the name of a new call (like
 * fp_out_call_begin()); as the open call's id, while no argument is open and no more of the call's
 * object is to come. */
void fp_out_json_text(fp_out *out, fp_str string);
bool fp_out_json_call_begin(fp_out *out, uint64_t start, fp_str string);
void fp_out_json_call_id(fp_out *out, fp_str string);

/* Like fp_out_json_args(); each piece is the content of a JSON string, given with its quotes. */
fp_args_state fp_out_json_args_in(fp_out *out, fp_str string, const char *duplicate);

/* How far the open call's object has been read. */
fp_args_state fp_out_json_args_state(const fp_out *out);

/* What has to come next in it after blanks, if it does not end there. For notations that write keys
 * or values in another way than JSON. */
typedef enum fp_args_next { FP_ARGS_NEXT_KEY, FP_ARGS_NEXT_VALUE, FP_ARGS_NEXT_OTHER } fp_args_next;
fp_args_next fp_out_json_args_next(const fp_out *out);

/* Whether its bytes so far end inside a string, and not in an escape: for in_string(). */
bool fp_out_json_args_in_text(const fp_out *out);

/* Like fp_out_arg_is() for JSON, where the syntax has read that text itself, and diagnosed its lone
 * surrogates. */
void fp_out_arg_is_read_json(fp_out *out);

/* Like fp_out_arg_is() for JSON, for an argument that ends now, if its data is JSON; blanks may be
 * around it. False if it is not JSON: it stays what it is, and *offset, which is that of its first
 * byte, becomes that of the first wrong byte. Over the limit `depth` it also stays what it is, with
 * a diagnostic. */
bool fp_out_arg_try_json(fp_out *out, uint64_t *offset);

/* The text of the open argument, as far as it is emitted. False: of it nothing is kept, or not all.
 */
bool fp_out_arg_text(const fp_out *out, fp_str *text);

/* For an argument that ends now, and may have parts: it is this tree, JSON in which each value
 * without parts is a string; or, where that is empty, a text. */
void fp_out_arg_is_tree(fp_out *out, fp_str tree);

#endif
