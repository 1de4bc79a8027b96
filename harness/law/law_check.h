/* SPDX-License-Identifier: Apache-2.0 */
/* law_check.h: what the files of the laws share. */
#ifndef FENCEPOST_HARNESS_LAW_CHECK_H
#define FENCEPOST_HARNESS_LAW_CHECK_H

#include "base/util.h"
#include "judge/eventlog.h"
#include "judge/judge.h"
#include "law/laws.h"

/* Fills *breach and returns false. */
__attribute__((format(printf, 4, 5))) bool law_broken(law_breach *breach, size_t from, size_t to,
                                                      const char *format, ...);

/* The subject's engine. */
const law_engine *engine_of(const law_subject *s);

/* What the subject's options choose for the policy. */
static inline unsigned law_policy(const law_subject *s, fp_policy which)
{
    return s->options->policies.of[which];
}

/* Returns whether the places of tokens matter, so that no text can be added to the input's or put
 * in its place. */
static inline bool law_has_tokens(const law_subject *s)
{
    return law_policy(s, FP_MARKERS) == FP_MARKERS_TOKEN;
}

/* Whether the input may begin in a header of the prompt, so that nothing can be put before it, nor
 * in the place of its first call. */
static inline bool law_begins_in_prompt(const law_subject *s)
{
    const fp_reasoning_marks *marks = s->syntax->reasoning;

    return s->options->prefix.len && marks && marks->read_by_syntax;
}

/* Whether reasoning is an output, whose marks are framing. */
static inline bool law_reasons(const law_subject *s)
{
    return law_policy(s, FP_REASONING) == FP_REASONING_CHANNEL ||
           law_policy(s, FP_REASONING) == FP_REASONING_UNTIL_CALL;
}

/* Feeds a fresh parser the input up to len in chunks of the given size (0: in one), finishes it if
 * asked, and logs its events. */
void law_run(const law_subject *s, size_t len, size_t chunk, bool finish, eventlog *log);

bool law_total(const law_subject *s, law_breach *breach);
bool law_chunk(const law_subject *s, law_breach *breach);
bool law_whole(const law_subject *s, law_breach *breach);
bool law_prefix(const law_subject *s, law_breach *breach);
bool law_prompt(const law_subject *s, law_breach *breach);
bool law_account(const law_subject *s, law_breach *breach);
bool law_truncation(const law_subject *s, law_breach *breach);
bool law_round_trip(const law_subject *s, law_breach *breach);
bool law_equivalence(const law_subject *s, law_breach *breach);
bool law_concatenation(const law_subject *s, law_breach *breach);
bool law_surrounding(const law_subject *s, law_breach *breach);
bool law_renaming(const law_subject *s, law_breach *breach);
bool law_isolation(const law_subject *s, law_breach *breach);
bool law_linear(const law_subject *s, law_breach *breach);
bool law_tokens(const law_subject *s, law_breach *breach);

#endif
