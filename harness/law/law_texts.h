/* SPDX-License-Identifier: Apache-2.0 */
/* law_texts.h: the texts that CONCATENATION, SURROUNDING and RENAMING make of an input. Our own
 * parser decides whether a law applies to an input.
 */
#ifndef FENCEPOST_HARNESS_LAW_TEXTS_H
#define FENCEPOST_HARNESS_LAW_TEXTS_H

#include "law/laws.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>

/* Returns our own parser's outcome of a text under the subject's options; owned. */
fp_outcome *law_reads(const law_subject *s, fp_str text);

/* Returns an empty outcome under the subject's options; owned. */
fp_outcome *law_outcome_new(const law_subject *s);

/* Returns the outcome of the subject's engine; owned. */
fp_outcome *law_engine_reads(const law_subject *s, fp_str text);

/* Sets *first to the input, ended by a line end, if it ends outside a block. Any text after it then
 * adds its own events and changes none. False: the law does not apply. Free *first with
 * fp_json_free() in any case. */
bool law_text_first(const law_subject *s, fp_json *first);

/* Writes one plain call of the syntax, to be put after an input. False: it has none. */
bool law_text_plain_call(const law_subject *s, fp_json *call);

/* Text without markers that was put into an input. */
enum { INSERTIONS_MAX = 6 };
typedef struct insertions {
    size_t at[INSERTIONS_MAX]; /* ascending offsets in the input */
    size_t count;
    size_t len[INSERTIONS_MAX]; /* bytes put there */
} insertions;

/* Makes *text of the input with plain words before it, between its blocks and after it, as far as
 * these places are outside of blocks. False: there is no such place. */
bool law_text_surrounded(const law_subject *s, fp_json *text, insertions *put);

/* Where the call of the input is in that text. */
fp_call law_moved(const insertions *put, const fp_call *call);

/* Sets *text to the input with its complete calls renamed, by the subject's seed, and rendered
 * again, and *expected to the outcome that it must have; owned: fp_outcome_free(). False: none of
 * its calls can be renamed, and *expected is NULL. */
bool law_text_renamed(const law_subject *s, fp_json *text, fp_outcome **expected);

#endif
