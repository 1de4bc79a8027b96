/* SPDX-License-Identifier: Apache-2.0 */
/* law_tokens.c: TOKENS: an input means the same with each of its marks as a token. */
#include "base/token_list.h"
#include "law/law_check.h"
#include "law/law_reading.h"

/* Returns whether the law is owed: marks that are tokens are cut off by a limit on what is held, or
 * on a call, as marks, and not as text. */
static bool is_owed(const law_subject *s)
{
    return s->syntax->tokens && !law_has_tokens(s) && s->input.len <= HUGE_INPUT &&
           s->options->limits.held >= FP_LIMITS_DEFAULT.held &&
           s->options->limits.call >= FP_LIMITS_DEFAULT.call &&
           !token_is_begun(s->syntax, s->input);
}

bool law_tokens(const law_subject *s, law_breach *breach)
{
    fp_options options = *s->options;
    law_subject told = *s;
    token_list tokens = { 0 };
    eventlog log = { 0 };
    law_reading *spelt;
    bool same;

    if (!is_owed(s))
        return true;
    token_list_spelt(&tokens, s->syntax, s->input, 0);
    token_list_view(&tokens, s->input);
    options.policies.of[FP_MARKERS] = FP_MARKERS_TOKEN;
    options.tokens = tokens.of;
    options.token_count = tokens.count;
    told.options = &options;
    told.reading = NULL;
    spelt = law_reading_begin(s);
    law_run(&told, s->input.len, 0, true, &log);
    same = eventlog_is(&log, &spelt->log, 0, spelt->log.len);
    law_reading_end(s, spelt);
    eventlog_free(&log);
    token_list_free(&tokens);
    return same || law_broken(breach, 0, s->input.len,
                              "with each of its marks as a token the input gives other events "
                              "than under `markers: text`");
}
