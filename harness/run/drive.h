/* SPDX-License-Identifier: Apache-2.0 */
/* drive.h: runs single tests when a peer asks for them by name (spec/drive.md); plugins of test
 * frameworks use it.
 */
#ifndef FENCEPOST_HARNESS_DRIVE_H
#define FENCEPOST_HARNESS_DRIVE_H

#include "result/result.h"
#include "worker/session_peer.h"

typedef struct drive_config {
    const char *const *worker; /* the command that shows a failure again, ended by NULL; or NULL */
    const char *data;          /* the data directory */
    bool strict;
    uint64_t seed;
    size_t budget; /* tests for the smallest form of one failure */
} drive_config;

/* Answers the peer's requests until it sends bye or closes the connection. Returns the exit status,
 * with a sentence on standard error unless that is 0. Failures are printed on standard output and
 * read back from there: so it must be a file that can be read, and not the connection. */
int drive(const drive_config *config, session *peer);

#endif
