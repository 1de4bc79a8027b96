/* SPDX-License-Identifier: Apache-2.0 */
/* case_place.h: finds the line of a case in its file. */
#ifndef FENCEPOST_HARNESS_CASE_PLACE_H
#define FENCEPOST_HARNESS_CASE_PLACE_H

#include "suite/corpus.h"

/* The file that was searched last, so that a run reads each only once. Zero it to begin. */
typedef struct case_places {
    char *path;
    fp_str text;
    size_t at, line; /* the line, from 1, at that offset */
} case_places;

/* Returns the line of the case's id, from 1; 0 if it has no file, or the file is gone. data is the
 * data directory. */
size_t case_line(case_places *places, const char *data, const test_case *t);

void case_places_free(case_places *places);

#endif
