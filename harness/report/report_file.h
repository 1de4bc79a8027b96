/* SPDX-License-Identifier: Apache-2.0 */
/* report_file.h: the master report of a run, as a file. */
#ifndef FENCEPOST_HARNESS_REPORT_FILE_H
#define FENCEPOST_HARNESS_REPORT_FILE_H

#include "base/util.h"

#include <stdio.h>

/* Makes DIR, and the folders it is in, and opens DIR/report.jsonl, which grows line by line, so
 * that a run that is killed leaves one. The report that was there is DIR/report.jsonl.old
 * meanwhile. NULL with the problem said. */
FILE *report_file_open(const char *dir, problems *p);

/* Closes it. False, with the problem said, if not all that was written has arrived: then it has the
 * lines that have, and the old one stays. */
bool report_file_close(FILE *file, const char *dir, problems *p);

#endif
