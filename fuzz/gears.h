/* SPDX-License-Identifier: Apache-2.0 */
/* gears.h: the two gears of a target. Each input is asked what quick.h asks. What slow.h asks is
 * asked of inputs that are new for coverage, of a share of the others, and of whatever is replayed.
 */
#ifndef FENCEPOST_FUZZ_GEARS_H
#define FENCEPOST_FUZZ_GEARS_H

#include "guidance.h"
#include "quick.h"
#include "slow.h"

/* By FENCEPOST_FUZZ_GEAR in the environment: "quick" and "slow" for one gear alone, to measure, and
 * to minimise corpora. */
typedef enum gear { GEAR_BOTH, GEAR_QUICK, GEAR_SLOW } gear;

typedef struct gears {
    asking slow;
    quick *quick;
    gear gear;
    guidance_seen seen;
} gears;

/* syntax may be NULL until gears_take(). The arguments are the program's. */
gears gears_open(const fp_syntax *syntax, const char *subject, int argc, char **argv);

/* Takes another syntax from now on; NULL: none. */
void gears_take(gears *g, const fp_syntax *syntax);

/* Checks an input; ends the program with a line that begins with "breach:" if something is wrong.
 */
void gears_run(gears *g, const decoded *d);

#endif
