/* SPDX-License-Identifier: Apache-2.0 */
/* made_tools.h: makes a catalogue for a parser that does nothing without tools (PROTOCOL-2.9). */
#ifndef FENCEPOST_HARNESS_MADE_TOOLS_H
#define FENCEPOST_HARNESS_MADE_TOOLS_H

#include "base/util.h"

#include <fencepost/parser.h>

/* Returns the tools of an input: those that it names with its keys, two that it does not name, and
 * in each tool a key that it does not use. Every key takes any value. The catalogue depends only on
 * the input, so it does not reveal what is expected. Owned: json_decref(). */
json_t *made_tools(const fp_syntax *syntax, fp_str input);

#endif
