/* SPDX-License-Identifier: Apache-2.0 */
/* night.h: how much of a test of minutes is for every day. */
#ifndef FENCEPOST_TESTS_NIGHT_H
#define FENCEPOST_TESTS_NIGHT_H

#include <stdlib.h>

/* The first by day, the second by night: `./dev test --night` runs the tests that ask, as
 * NAME_night. */
static inline size_t by_day_and_night(size_t day, size_t night)
{
    return getenv("FENCEPOST_NIGHT") ? night : day;
}

#endif
