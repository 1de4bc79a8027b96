/* SPDX-License-Identifier: Apache-2.0 */
/* numbers.h: numbers as a person writes them, on the command line or in a file. */
#ifndef FENCEPOST_HARNESS_NUMBERS_H
#define FENCEPOST_HARNESS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a whole number of at least 1; false if the text is not one. */
bool given_size(const char *text, size_t *size);

/* Reads ascending offsets, "1,5", into *cuts, which is owned (free()) even on failure. False if the
 * text is anything else. */
bool given_cuts(const char *text, size_t **cuts, size_t *count);

#endif
