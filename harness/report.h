/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: the formats. A new one is a file of its own and a row in result.c. */
#ifndef FENCEPOST_HARNESS_REPORT_H
#define FENCEPOST_HARNESS_REPORT_H

#include "result.h"

extern const report_format REPORT_TTY;
extern const report_format REPORT_TAP;
extern const report_format REPORT_JSON;

#endif
