/* SPDX-License-Identifier: Apache-2.0 */
/* json-highlight.c: the rules of json-highlight.h. */
#include "engines/json-highlight.h"

const fp_highlight FP_JSON_ARGS_HIGHLIGHT[] = {
    { .match = FP_JSON_STRING_PATTERN, .groups = { FP_ROLE_VALUE } },
    { .begin = "[{\\[]",
      .groups = { FP_ROLE_VALUE },
      .end = "[}\\]]",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = FP_JSON_ARGS_HIGHLIGHT },
    { 0 },
};

const fp_highlight FP_JSON_SKIPPED_HIGHLIGHT[] = {
    { .match = FP_JSON_STRING_PATTERN, .groups = { FP_ROLE_MARKER } },
    { .begin = "[{\\[]",
      .groups = { FP_ROLE_MARKER },
      .end = "[}\\]]",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = FP_JSON_SKIPPED_HIGHLIGHT },
    { 0 },
};

const fp_highlight FP_JSON_NAME_HIGHLIGHT[] = {
    { .match = FP_JSON_STRING_PATTERN, .groups = { FP_ROLE_NAME } },
    { 0 },
};

#define OBJECT                                                                                     \
    {                                                                                              \
        .begin = "\\{", .groups = { FP_ROLE_VALUE }, .end = "\\}",                                 \
        .end_groups = { FP_ROLE_VALUE }, .content = FP_ROLE_VALUE, .inner = FP_JSON_ARGS_HIGHLIGHT \
    }

const fp_highlight FP_JSON_OBJECT_HIGHLIGHT[] = { OBJECT, { 0 } };

const fp_highlight FP_JSON_ARGUMENTS_HIGHLIGHT[] = {
    OBJECT,
    { .match = FP_JSON_STRING_PATTERN, .groups = { FP_ROLE_MARKER } },
    { 0 },
};
