/* SPDX-License-Identifier: Apache-2.0 */
/* suspect.h: whose fault a failure looks like. The rule is PROTOCOL-5.3. */
#ifndef FENCEPOST_HARNESS_SUSPECT_H
#define FENCEPOST_HARNESS_SUSPECT_H

typedef enum suspect {
    SUSPECT_NONE, /* nothing failed, or it is not known yet */
    SUSPECT_PARSER,
    SUSPECT_ADAPTER,
    SUSPECT_SUITE,
    SUSPECT_COUNT
} suspect;

/* "parser"; static. "" for SUSPECT_NONE. */
const char *suspect_name(suspect s);

/* Return the suspect for a worker that ended unasked. */
suspect suspect_exited(int status);
suspect suspect_killed(int signal);

#endif
