/* SPDX-License-Identifier: Apache-2.0 */
/* report_declared.h: what a parser declares to read otherwise (PROTOCOL-2.14), in each format. */
#ifndef FENCEPOST_HARNESS_REPORT_DECLARED_H
#define FENCEPOST_HARNESS_REPORT_DECLARED_H

#include "result/result.h"

#include <fencepost/json.h>

/* All of them write nothing if nothing is declared. */
void declared_tty(const run_summary *summary);
void declared_tap(const run_summary *summary);
void declared_markdown(fp_json *out, const run_info *info, const run_summary *summary);
void declared_json(fp_json *line, const run_summary *summary);

/* Rows: [clause, what comes of it, an example or ""]. */
void declared_html(fp_json *json, const run_summary *summary);

#endif
