/* SPDX-License-Identifier: Apache-2.0 */
/* message.h: generates whole messages from a seed: text, calls, text, as a model writes them. */
#ifndef FENCEPOST_HARNESS_MESSAGE_H
#define FENCEPOST_HARNESS_MESSAGE_H

#include "generate/generate.h"

#include <fencepost/render.h>
#include <fencepost/syntax.h>

/* Appends a message of up to `calls` generated calls that the syntax can carry, with text around
 * them. If messages of the syntax are documents, it is a single call; if no text may precede calls,
 * one call and text. Returns how many calls it has. */
size_t message_make(generator *g, const fp_syntax *syntax, const fp_options *options, size_t calls,
                    fp_json *text);

#endif
