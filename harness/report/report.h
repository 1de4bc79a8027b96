/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: the formats. A new one is a file of its own and a row in formats.c. */
#ifndef FENCEPOST_HARNESS_REPORT_H
#define FENCEPOST_HARNESS_REPORT_H

#include "result/result.h"

/* The names in that table, for people. */
#define REPORT_FORMATS "tty, tap, junit, sarif, markdown, html, badge, svg, json"

/* report_finding.c: a finding in each format. */
void finding_tty(reporter *self, const struct finding *f);
void finding_tap(reporter *self, const struct finding *f);

extern const report_format REPORT_TTY;
extern const report_format REPORT_TAP;
extern const report_format REPORT_JSON;
extern const report_format REPORT_JUNIT;
extern const report_format REPORT_SARIF;
extern const report_format REPORT_MARKDOWN;
extern const report_format REPORT_HTML;
extern const report_format REPORT_BADGE;
extern const report_format REPORT_SVG;

/* One of REPORT_FORMATS; NULL if there is none of this name. */
const report_format *report_find(const char *name);

#endif
