/* SPDX-License-Identifier: Apache-2.0 */
/* report_file.h: the master report of a run, as a file. */
#ifndef FENCEPOST_HARNESS_REPORT_FILE_H
#define FENCEPOST_HARNESS_REPORT_FILE_H

#include "base/util.h"

#include <stdio.h>

/* Creates DIR, with its parents, and opens DIR/report.jsonl. The file grows line by line, so that a
 * killed run leaves a report. The previous report is kept as DIR/report.jsonl.old meanwhile. NULL
 * after reporting a problem. */
FILE *report_file_open(const char *dir, problems *p);

/* Closes it. False, after reporting the problem, if some of it could not be written; the file then
 * has the lines that could, and the old one stays. */
bool report_file_close(FILE *file, const char *dir, problems *p);

#endif
