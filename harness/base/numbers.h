/* SPDX-License-Identifier: Apache-2.0 */
/* numbers.h: numbers as a person writes them, on the command line or in a file. */
#ifndef FENCEPOST_HARNESS_NUMBERS_H
#define FENCEPOST_HARNESS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* A whole number of at least 1; false if it is none. */
bool given_size(const char *text, size_t *size);

/* Ascending offsets, "1,5", into owned *cuts: free(), also where it is false, for a text that is
 * none. */
bool given_cuts(const char *text, size_t **cuts, size_t *count);

#endif
