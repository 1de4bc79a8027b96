/* SPDX-License-Identifier: Apache-2.0 */
/* finding_read.h: findings, read back from a report. */
#ifndef FENCEPOST_HARNESS_FINDING_READ_H
#define FENCEPOST_HARNESS_FINDING_READ_H

#include "result/finding.h"
#include "result/result_read.h"

/* Reads the line of a finding into *f: finding_free(). Case, clause and class belong to the source,
 * or are static. False, with nothing to free, if the line is incomplete. */
bool finding_read(report_source *s, const json_t *line, finding *f);

#endif
