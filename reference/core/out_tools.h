/* SPDX-License-Identifier: Apache-2.0 */
/* out_tools.h: the tools on offer, for syntaxes whose reading depends on them, and arguments that
 * have their keys from the tool (MODEL-3.12). */
#ifndef FENCEPOST_CORE_OUT_TOOLS_H
#define FENCEPOST_CORE_OUT_TOOLS_H

#include <fencepost/syntax.h>

/* The whole catalogue; NULL if none is given. Borrowed. */
const fp_catalogue *fp_out_catalogue(const fp_out *out);

/* The tool of this name in the catalogue, whatever the policies; NULL if there is none. */
const fp_tool *fp_out_find_tool(const fp_out *out, fp_str name);

/* The tool of the open call, if there is a catalogue that has it and policy types is `schema`; else
 * NULL. Borrowed from the catalogue. */
const fp_tool *fp_out_tool(const fp_out *out);

/* The first len held bytes are argument text. They are emitted as the argument `raw_args`, or as
 * the tool's positional arguments (MODEL-3.12). clause as for fp_out_arg_begin(). */
void fp_out_raw_args(fp_out *out, size_t len, const char *clause);

/* The key of the argument at a position of the argument text, from 1 (MODEL-3.12), and how much of
 * the text it takes: a word; the rest without the blanks at its end; all that is left. For syntaxes
 * that emit these arguments byte by byte; to be called when the argument begins. */
typedef enum fp_extent { FP_EXTENT_WORD, FP_EXTENT_REST, FP_EXTENT_ALL } fp_extent;
fp_str fp_out_position_key(const fp_out *out, size_t position, fp_extent *extent);

/* The key of the call's body: the tool's multi-line argument, or `body`. *declared is false if the
 * tool has none, or the call has that key already: the body then begins with its first byte that is
 * neither a blank nor a line end, if there is one. To be called when the argument text has ended.
 */
fp_str fp_out_body_key(const fp_out *out, bool *declared);

#endif
