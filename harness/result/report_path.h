/* SPDX-License-Identifier: Apache-2.0 */
/* report_path.h: where reports are. */
#ifndef FENCEPOST_HARNESS_REPORT_PATH_H
#define FENCEPOST_HARNESS_REPORT_PATH_H

/* Returns where `fencepost test --report DIR` writes; owned. */
char *report_in(const char *dir);

/* Returns the file to read for a report that is given like this: if it is a folder, the report in
 * it; owned. */
char *report_path(const char *given);

#endif
