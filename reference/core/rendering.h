/* SPDX-License-Identifier: Apache-2.0 */
/* rendering.h: what several renderers share beyond fencepost/render.h: lists, framed values, JSON.
 */
#ifndef FENCEPOST_CORE_RENDERING_H
#define FENCEPOST_CORE_RENDERING_H

#include <fencepost/render.h>

/* For syntaxes where an argument that is given several times is a list: whether the items of this
 * list, each written as a text, are read back as the list. Under `types: string` they are; under
 * `types: schema` the argument's schema may want other items. False: refused under clause. */
bool fp_render_repeated(fp_rendering *r, const fp_call *call, size_t arg, const char *clause);

/* Whether the argument is a JSON array whose items, each written as its JSON text, are read back as
 * the array under the argument's schema. False also when memory is out: text->failed says so. */
bool fp_render_item_texts(fp_rendering *r, const fp_call *call, size_t arg);

/* Whether the argument is read back where it is written as a tree: one that is this JSON, whose
 * values without parts are strings, before its schema gives them types. False also when memory is
 * out: text->failed says so. */
bool fp_render_is_tree(fp_rendering *r, const fp_call *call, size_t arg, fp_str tree);

/* Appends the text of a value, with the newlines around it that a reader under the policy
 * `value_framing` takes off again (MODEL-3.17). on_lines: where framing allows it, the text is on
 * lines of its own; else it gets a newline only where one of its own would be taken off. False:
 * refused, since nothing written gives this text back. */
bool fp_render_framed(fp_rendering *r, size_t arg, fp_str text, bool on_lines);

/* Like fp_render_framed(), between an opening delimiter that is a line, whose line end has yet to
 * be written, and a closing one that begins a line. */
bool fp_render_lines(fp_rendering *r, size_t arg, fp_str text);

/* Appends a value as JSON; for JSON notations, which refuse bytes that are not UTF-8. */
bool fp_render_json(fp_rendering *r, const fp_call *call, size_t arg, const char *clause);

/* Appends the call's input as a JSON object, in the same way. */
bool fp_render_json_input(fp_rendering *r, const fp_call *call, const char *clause);

/* Whether each key of the call is there once, as in a JSON object. False: refused under clause.
 * The result means nothing when memory is out: text->failed says so. */
bool fp_render_keys_once(fp_rendering *r, const fp_call *call, const char *clause);

#endif
