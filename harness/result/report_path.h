/* SPDX-License-Identifier: Apache-2.0 */
/* report_path.h: where reports are. */
#ifndef FENCEPOST_HARNESS_REPORT_PATH_H
#define FENCEPOST_HARNESS_REPORT_PATH_H

/* Where `fencepost test --report DIR` writes. Owned, as is the next. */
char *report_in(const char *dir);

/* What is to be read where this is given for a report: the one in it, if it is a folder. */
char *report_path(const char *given);

#endif
