/* SPDX-License-Identifier: Apache-2.0 */
/* law_texts.h: the texts that CONCATENATION, SURROUNDING and RENAMING make of an input. Whether a
 * law applies to an input is decided by our own parser.
 */
#ifndef FENCEPOST_HARNESS_LAW_TEXTS_H
#define FENCEPOST_HARNESS_LAW_TEXTS_H

#include "law/laws.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>

/* What our own parser makes of a text under the subject's options; owned. */
fp_outcome *law_reads(const law_subject *s, fp_str text);

/* An empty outcome under the subject's options; owned. */
fp_outcome *law_outcome_new(const law_subject *s);

/* What the subject's engine makes of it; owned. */
fp_outcome *law_engine_reads(const law_subject *s, fp_str text);

/* Makes *first of the input, ended by a line end, if it ends outside a block: then what is said of
 * it and of any text after it is what is said of each. False: the law does not apply. *first is
 * for fp_json_free() in any case. */
bool law_text_first(const law_subject *s, fp_json *first);

/* The text behind which others are tried: one plain call of the syntax. False: it has none. */
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

/* Makes *text of the input with its complete calls renamed by the subject's seed and rendered
 * again, *expected of what is to be said of it; owned: fp_outcome_free(). False: no call of it can
 * be renamed, and *expected is NULL. */
bool law_text_renamed(const law_subject *s, fp_json *text, fp_outcome **expected);

#endif
