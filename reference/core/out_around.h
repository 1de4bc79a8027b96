/* SPDX-License-Identifier: Apache-2.0 */
/* out_around.h: what is around a block: quotations, reasoning, tokens, the prompt. */
#ifndef FENCEPOST_CORE_OUT_AROUND_H
#define FENCEPOST_CORE_OUT_AROUND_H

#include <fencepost/syntax.h>

/* Whether the byte that step() is given may continue a mark that lacks just these bytes. To be
 * called where a mark begins, and where a mark continues that may hold several tokens. Always true
 * under `markers: text`. False under `markers: token` if the mark continues with a token of the
 * row, and the byte does not begin exactly that token (MODEL-7.2). */
bool fp_out_may_be_mark(const fp_out *out, const char *missing);

/* Whether, under `markers: token`, that byte does not begin a token. False under `markers: text`.
 */
bool fp_out_is_spelt(const fp_out *out);

/* Whether the input after the bytes that have a meaning is quoted (MODEL-3.7, 3.8), and so not for
 * the syntax. To be called after a release, before a byte is held. */
bool fp_out_quoted(const fp_out *out);

/* What is held, or comes next, began like a block and is not one (MODEL-3.26). To be called before
 * the first byte of it is released. */
void fp_out_false_opener(fp_out *out);

/* The block of the call just closed includes the end of its line: what follows is at the start of a
 * line, and may open a code fence there (MODEL-3.7). */
void fp_out_line_start(fp_out *out);

/* Where the syntax reads the marks of reasoning itself (fp_reasoning_marks): the text that follows
 * is reasoning, or no longer is. It changes nothing under policies that have reasoning as text. A
 * call that begins ends reasoning. */
void fp_out_reasoning(fp_out *out, bool inside);

/* What the prompt ended with, as far as it is known (MODEL-5.5). Borrowed from the options. */
fp_str fp_out_prefix(const fp_out *out);

#endif
