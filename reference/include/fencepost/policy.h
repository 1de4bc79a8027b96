/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/policy.h: policies and limits (spec/model.md, sections 3 and 4). */
#ifndef FENCEPOST_POLICY_H
#define FENCEPOST_POLICY_H

#include <fencepost/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fp_policy {
    FP_UNTERMINATED,
    FP_EXTRA_CALLS,
    FP_TEXT_AFTER,
    FP_TEXT_SPACE,
    FP_VALUE_FRAMING,
    FP_UNKNOWN_TOOLS,
    FP_CODE_FENCE,
    FP_TYPES,
    FP_RECOVERY,
    FP_REASONING,
    FP_MARKERS,
    FP_MALFORMED,
    FP_FALSE_OPENER,
    FP_POLICY_COUNT
} fp_policy;

enum {
    FP_UNTERMINATED_REPORT,
    FP_UNTERMINATED_DROP,
    FP_UNTERMINATED_RECOVER,
    FP_UNTERMINATED_TEXT, /* the block is text (MODEL-3.23) */
    FP_UNTERMINATED_WHOLE /* a call that lacks its end mark alone is complete (MODEL-3.24) */
};
enum { FP_EXTRA_ACCEPT, FP_EXTRA_REPORT, FP_EXTRA_STOP };
enum { FP_TEXT_AFTER_KEEP, FP_TEXT_AFTER_DROP };
enum {
    FP_TEXT_SPACE_EXACT,
    FP_TEXT_SPACE_TRIMMED,
    FP_TEXT_SPACE_TRIMMED_END /* where a run of text ends, and not where it begins */
};
enum {
    FP_FRAMING_EXACT,
    FP_FRAMING_FIRST_NEWLINE,
    FP_FRAMING_EACH_SIDE,
    FP_FRAMING_TRIMMED,
    FP_FRAMING_TRIMMED_START, /* all blanks at the start, one newline at the end */
    FP_FRAMING_TRIMMED_END,   /* one newline at the start, all blanks at the end */
    FP_FRAMING_OWN_LINE       /* a value ends only at an end tag on a line of its own */
};
enum { FP_UNKNOWN_PASS, FP_UNKNOWN_REPORT, FP_UNKNOWN_DROP };
enum { FP_CODE_FENCE_CALL, FP_CODE_FENCE_TEXT };
enum { FP_TYPES_STRING, FP_TYPES_SCHEMA };
enum { FP_RECOVERY_STRICT, FP_RECOVERY_LENIENT };
enum {
    FP_REASONING_PLAIN,
    FP_REASONING_OPAQUE,
    FP_REASONING_CHANNEL,   /* it is an output of its own, to its end mark (MODEL-5.1) */
    FP_REASONING_UNTIL_CALL /* the same, or to the block that begins in it (MODEL-5.4) */
};
enum {
    FP_MARKERS_TEXT,
    FP_MARKERS_TOKEN /* what the model has as a token is a mark only as a token (MODEL-7.2) */
};
enum {
    FP_MALFORMED_REPORT,
    FP_MALFORMED_TEXT /* the block is text (MODEL-3.25) */
};
enum {
    FP_FALSE_OPENER_TEXT,
    FP_FALSE_OPENER_DROP_REST /* text from it on is dropped (MODEL-3.26) */
};

/* One value, of the enums above, for each policy; all zero is a valid set. */
typedef struct fp_policies {
    uint8_t of[FP_POLICY_COUNT];
} fp_policies;

/* The policy's name as it is written, "extra_call"; static. */
const char *fp_policy_name(fp_policy policy);

/* The value's name as it is written, "report"; static; NULL if the policy has no such value. */
const char *fp_policy_value_name(fp_policy policy, unsigned value);

/* Finds a policy, and one of its values, by name; false if there is none. */
bool fp_policy_find(fp_str name, fp_policy *policy);
bool fp_policy_value_find(fp_policy policy, fp_str name, unsigned *value);

/* Limits in bytes, depth in levels (MODEL-4.1). */
typedef struct fp_limits {
    size_t name;
    size_t key;
    size_t value;
    size_t call;
    size_t held;
    size_t depth;
} fp_limits;

/* 64 KiB, 64 KiB, 64 MiB, 256 MiB, 1 MiB, 128. */
extern const fp_limits FP_LIMITS_DEFAULT;

/* The field of a limit by its written name ("value"); NULL if there is none. */
size_t *fp_limits_field(fp_limits *limits, fp_str name);

#ifdef __cplusplus
}
#endif

#endif
