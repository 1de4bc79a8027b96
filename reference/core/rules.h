/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: what a catalogue demands of an argument beyond its type: the `validators` of
 * `x-fencepost` (CATALOGUE-3.4), and regular expressions. */
#ifndef FENCEPOST_CORE_RULES_H
#define FENCEPOST_CORE_RULES_H

#include "index.h"

#include <fencepost/catalogue.h>

/* Fills the rules of each argument of the tool, in their order: a JSON object that the catalogue
 * owns, or nothing. names: the arguments by their names. False when memory is out. */
bool fp_rules_of(const fp_tool *tool, const fp_index *names, fp_str *rules);

/* Whether `validators` is as it should be: an object whose names are arguments of the tool, each
 * with rules that are known, and patterns that are regular expressions. False with *error. */
bool fp_rules_check(const fp_tool *tool, fp_str validators, fp_catalogue_error *error);

typedef enum fp_pattern_extent { FP_PATTERN_WHOLE, FP_PATTERN_ANYWHERE } fp_pattern_extent;

typedef enum fp_pattern_result {
    FP_PATTERN_MATCHES,
    FP_PATTERN_DIFFERS,
    FP_PATTERN_UNKNOWN, /* no POSIX extended regular expression */
    FP_PATTERN_NO_MEMORY
} fp_pattern_result;

/* Whether the whole text, or a part of it, matches a regular expression, given as a JSON string. A
 * text with a NUL matches nothing. */
fp_pattern_result fp_pattern_try(fp_str pattern, fp_pattern_extent extent, fp_str text);

#endif
