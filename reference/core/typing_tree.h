/* SPDX-License-Identifier: Apache-2.0 */
/* typing_tree.h: trees by their schema: values whose parts have names and places, and no types
 * (MINIMAX-M3-4.9). */
#ifndef FENCEPOST_CORE_TYPING_TREE_H
#define FENCEPOST_CORE_TYPING_TREE_H

#include "buf.h"

#include <fencepost/catalogue.h>

/* Turns the value of an argument that may be a tree into the one that its schema asks for, as
 * fp_typing_apply() does. A value without parts is a text; without a byte it may be the empty array
 * or object. */
bool fp_typing_apply_tree(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits);

#endif
