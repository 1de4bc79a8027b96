/* SPDX-License-Identifier: Apache-2.0 */
/* out_call.h: the open call so far, for syntaxes that do not keep it in their state; and its end.
 */
#ifndef FENCEPOST_CORE_OUT_CALL_H
#define FENCEPOST_CORE_OUT_CALL_H

#include <fencepost/syntax.h>

/* The provider's id of the open call; copied. */
void fp_out_call_id(fp_out *out, fp_str id);

/* Like fp_out_call_unfinished(), where of the block only the marks that end it lack: its arguments
 * were read whole, and no mark has begun. Under `unterminated: whole` the call is complete
 * (MODEL-3.24). */
void fp_out_call_lacks_end(fp_out *out, const char *clause);

/* The name of the open call; borrowed until the call ends. */
fp_str fp_out_call_name(const fp_out *out);

/* The key of the open argument; borrowed until the argument ends. */
fp_str fp_out_key(const fp_out *out);

/* Whether an argument, or an item of a list, is open. */
bool fp_out_in_arg(const fp_out *out);
bool fp_out_in_item(const fp_out *out);

/* A whole argument that consists of its key alone, and has the value JSON `true`: it emits no data,
 * counts for no limit, and does not collect with others of its key. key, offset, clause: as for
 * fp_out_arg_begin(). */
void fp_out_flag(fp_out *out, fp_str key, uint64_t offset, const char *clause);

#endif
