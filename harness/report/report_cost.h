/* SPDX-License-Identifier: Apache-2.0 */
/* report_cost.h: what the values that a parser declares cost it (PROTOCOL-2.13), in each format. */
#ifndef FENCEPOST_HARNESS_REPORT_COST_H
#define FENCEPOST_HARNESS_REPORT_COST_H

#include "result/result.h"

#include <fencepost/json.h>

/* Each writes nothing if there are no costs; costs_html() an empty list. */
void costs_tty(const run_summary *summary);
void costs_tap(const run_summary *summary);
void costs_markdown(fp_json *out, const run_info *info, const run_summary *summary);

/* Rows: [declaration, what it costs, inputs, an example]. */
void costs_html(fp_json *json, const run_summary *summary);

#endif
