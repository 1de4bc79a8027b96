/* SPDX-License-Identifier: Apache-2.0 */
/* show_input.h: what an input means, for those who make a case of it. */
#ifndef FENCEPOST_FUZZ_SHOW_INPUT_H
#define FENCEPOST_FUZZ_SHOW_INPUT_H

#include "seed/decode.h"

/* Where the environment has FENCEPOST_FUZZ_SHOW=1: prints a line "input: " and a JSON object with
 * the syntax, the text (input, or input_base64), the cuts, the policies and limits that are not the
 * defaults, and whether the targets' catalogue is on offer: what `fencepost add --from-finding`
 * reads. */
void show_input(const fp_syntax *syntax, const decoded *d);

#endif
