/* SPDX-License-Identifier: Apache-2.0 */
/* made_tools.h: a catalogue for a parser that does nothing without tools (PROTOCOL-2.9). */
#ifndef FENCEPOST_HARNESS_MADE_TOOLS_H
#define FENCEPOST_HARNESS_MADE_TOOLS_H

#include "base/util.h"

#include <fencepost/parser.h>

/* The tools of an input: its names with its keys, two tools that it does not name, and in each tool
 * a key that it does not have. Every key takes any value. It depends on nothing but the input, so
 * it tells nothing of what is expected. Owned: json_decref(). */
json_t *made_tools(const fp_syntax *syntax, fp_str input);

#endif
