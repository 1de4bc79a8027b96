/* SPDX-License-Identifier: Apache-2.0 */
/* tags-speed.c: what rows of tables of tags have for speed. */
#include "engines/tags-member.h"

static const char *const TO_TAG[] = { "<", NULL };

const fp_speed FP_TAGS_FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

const fp_speed FP_TAGS_JSON_FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
    .in_string = fp_tags_in_string,
};
