/* SPDX-License-Identifier: Apache-2.0 */
/* message.h: whole messages made up from a seed: text, calls, text, as a model writes them. */
#ifndef FENCEPOST_HARNESS_MESSAGE_H
#define FENCEPOST_HARNESS_MESSAGE_H

#include "generate/generate.h"

#include <fencepost/render.h>
#include <fencepost/syntax.h>

/* Appends a message of up to so many generated calls that the syntax can carry, with text around
 * them; of a syntax whose messages are documents, one call alone; of one whose calls no text
 * precedes, one call and text. Returns how many calls it has. */
size_t message_make(generator *g, const fp_syntax *syntax, const fp_options *options, size_t calls,
                    fp_json *text);

#endif
