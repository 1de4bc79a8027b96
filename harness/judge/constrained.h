/* SPDX-License-Identifier: Apache-2.0 */
/* constrained.h: whether an input is one that an engine lets a model write whose output is held to
 * the grammar of the template (PROTOCOL-2.12).
 */
#ifndef FENCEPOST_HARNESS_CONSTRAINED_H
#define FENCEPOST_HARNESS_CONSTRAINED_H

#include <fencepost/parser.h>

/* Returns whether the input is text in which no block begins, and then, if anything, blocks as the
 * renderer writes them, with nothing but blanks between them; or a beginning of such. Where the
 * options have a catalogue, calls are of its tools, with keys that these have, and complete ones
 * have the keys that are required. Options may be NULL: the defaults. */
bool input_is_constrained(const fp_syntax *syntax, const fp_options *options, fp_str input);

#endif
