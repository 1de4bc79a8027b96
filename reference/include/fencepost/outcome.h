/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/outcome.h: text, calls and diagnostics of a whole input (MODEL-1.2), collected. */
#ifndef FENCEPOST_OUTCOME_H
#define FENCEPOST_OUTCOME_H

#include <fencepost/parser.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fp_outcome fp_outcome;

/* Returns an owned empty outcome (fp_outcome_free), or NULL when memory is out. */
fp_outcome *fp_outcome_new(void);
void fp_outcome_free(fp_outcome *outcome); /* NULL is allowed */

/* An fp_sink: context is the outcome. Under `unterminated: drop` call fp_outcome_forget_cut()
 * first. Returns non-zero only when memory is out. */
int fp_outcome_sink(void *outcome, const fp_event *event);

/* From here on, calls that are cut are left out (policy unterminated: drop). */
void fp_outcome_forget_cut(fp_outcome *outcome);

/* Adds to the outcome by hand; everything is copied, except for clauses. False when memory is out.
 */
bool fp_outcome_add_text(fp_outcome *outcome, fp_str text);
bool fp_outcome_add_reasoning(fp_outcome *outcome, fp_str reasoning);
bool fp_outcome_add_call(fp_outcome *outcome, const fp_call *call);
bool fp_outcome_add_diagnostic(fp_outcome *outcome, const fp_diagnostic *diagnostic);

/* What was collected; borrowed from the outcome, until it is added to or freed. Diagnostics are
 * sorted by offset. Their clauses are of the row, so do not use them after the row is freed. */
fp_str fp_outcome_text(const fp_outcome *outcome);
fp_str
fp_outcome_reasoning(const fp_outcome *outcome); /* empty, unless it is a channel: MODEL-5.1 */
size_t fp_outcome_call_count(const fp_outcome *outcome);
const fp_call *fp_outcome_call(const fp_outcome *outcome, size_t index);
size_t fp_outcome_diagnostic_count(const fp_outcome *outcome);
const fp_diagnostic *fp_outcome_diagnostic(const fp_outcome *outcome, size_t index);

/* Parses a whole input. options as for fp_parser_new(). *outcome is owned by the caller, and NULL
 * unless FP_OK is returned. */
fp_status fp_parse(const fp_syntax *syntax, const fp_options *options, fp_str input,
                   fp_outcome **outcome);

#ifdef __cplusplus
}
#endif

#endif
