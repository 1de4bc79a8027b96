/* SPDX-License-Identifier: Apache-2.0 */
/* cost_line.h: what declared policies cost, in the lines of a JSON report. */
#ifndef FENCEPOST_HARNESS_COST_LINE_H
#define FENCEPOST_HARNESS_COST_LINE_H

#include "result/result.h"

#include <fencepost/json.h>

/* Write the member "costs": of a result, and of a summary. Nothing if there are none. */
void cost_line_result(fp_json *line, const result *r);
void cost_line_summary(fp_json *line, const run_summary *summary);

/* Reads the member of a result; at most FP_POLICY_COUNT of them. Other rows are left out. The
 * reading of a row is the clause of the result, which is borrowed. Returns how many there are. */
size_t cost_line_read(const json_t *line, const char *id, policy_cost *costs);

#endif
