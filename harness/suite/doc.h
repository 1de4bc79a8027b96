/* SPDX-License-Identifier: Apache-2.0 */
/* doc.h: describes a catalogue for a system prompt. */
#ifndef FENCEPOST_HARNESS_DOC_H
#define FENCEPOST_HARNESS_DOC_H

#include "base/util.h"
#include "suite/categories.h"

#include <fencepost/render.h>

/* Appends the usage text, in Markdown: how to call in this syntax, and each tool of the options'
 * catalogue in the categories, with its arguments and examples. An example that the syntax cannot
 * carry, or a tool that cannot be called in it, is left out and reported; the result is then
 * false. */
bool doc_write(const fp_syntax *syntax, const fp_options *options, const categories *asked,
               fp_json *text, problems *p);

#endif
