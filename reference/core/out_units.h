/* SPDX-License-Identifier: Apache-2.0 */
/* out_units.h: for syntaxes that read a whole unit (an event, an object) before they act on it:
 * holding it, its roles, and what is kept of it. */
#ifndef FENCEPOST_CORE_OUT_UNITS_H
#define FENCEPOST_CORE_OUT_UNITS_H

#include <fencepost/syntax.h>

/* For run(): how many more bytes can be held under the limit `call`; and fp_out_hold_unit() for
 * each of these bytes, which must not be more than that. */
size_t fp_out_hold_room(const fp_out *out);
void fp_out_hold_run(fp_out *out, fp_str bytes);

/* For run(): these len bytes (when none is held) have this role. */
void fp_out_mark_run(fp_out *out, size_t len, fp_role role);

/* The first len held bytes have the roles that role() gives them. It is called repeatedly with the
 * bytes that have none yet: it returns how many of the first of them, at least one, have the same
 * role, and sets *role. */
void fp_out_mark_each(fp_out *out, size_t len,
                      size_t (*role)(void *context, fp_str bytes, fp_role *role), void *context);

/* Overwrites len held bytes, from offset at among them on, so that a syntax can keep notes in bytes
 * that will not be payload. */
void fp_out_overwrite(fp_out *out, size_t at, size_t len, char byte);

/* A store of bytes that a syntax needs later, and that do not fit into its state. Bytes are
 * appended, under the limit `call` (false, with a diagnostic, when it is full), and dropped from
 * the front. */
bool fp_out_put_aside(fp_out *out, fp_str bytes);
fp_str fp_out_aside(const fp_out *out);
void fp_out_drop_aside(fp_out *out, size_t len);

/* Memory of a syntax beyond its state, for what has no bound: size bytes, of which those that were
 * there before are unchanged, and the others are zero. It must not hold pointers, for it moves when
 * it grows, and is cloned and compared like the state. NULL when memory is out, or if size is 0. */
void *fp_out_memory(fp_out *out, size_t size);

/* For syntaxes that read an argument before they emit it: whether the open call was given this key;
 * and an argument that is left out as a whole because of a limit, already diagnosed, though its key
 * was given. */
bool fp_out_has_arg(const fp_out *out, fp_str key);
void fp_out_arg_lost(fp_out *out, fp_str key);

#endif
