/* SPDX-License-Identifier: Apache-2.0 */
/* constrained.h: whether a model can write an input if its output is constrained to the grammar of
 * the template (PROTOCOL-2.12).
 */
#ifndef FENCEPOST_HARNESS_CONSTRAINED_H
#define FENCEPOST_HARNESS_CONSTRAINED_H

#include <fencepost/parser.h>

/* Returns whether the input is text without a block, followed by any number of blocks as the
 * renderer writes them, with only blanks between them; or a prefix of such an input. If the options
 * have a catalogue, calls must be of its tools and have only keys of these, and complete calls must
 * have the required keys. Options may be NULL: the defaults. */
bool input_is_constrained(const fp_syntax *syntax, const fp_options *options, fp_str input);

#endif
