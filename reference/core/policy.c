/* SPDX-License-Identifier: Apache-2.0 */
/* policy.c: the names of policies, of their values, and of limits; what a syntax has by default. */
#include <fencepost/policy.h>
#include <fencepost/syntax.h>

enum { MAX_VALUES = 7 };

static const struct {
    const char *name;
    const char *values[MAX_VALUES];
} POLICIES[FP_POLICY_COUNT] = {
    [FP_UNTERMINATED] = { "unterminated", { "report", "drop", "recover", "text", "whole" } },
    [FP_EXTRA_CALLS] = { "extra_call", { "accept", "report", "stop" } },
    [FP_TEXT_AFTER] = { "text_after", { "keep", "drop" } },
    [FP_TEXT_SPACE] = { "text_space", { "exact", "trimmed", "trimmed-end" } },
    [FP_VALUE_FRAMING] = { "value_framing",
                           { "exact", "first-newline", "newline-each-side", "trimmed",
                             "trimmed-start", "trimmed-end", "own-line" } },
    [FP_UNKNOWN_TOOLS] = { "unknown_tool", { "pass", "report", "drop" } },
    [FP_CODE_FENCE] = { "code_fence", { "call", "text" } },
    [FP_TYPES] = { "types", { "string", "schema" } },
    [FP_RECOVERY] = { "recovery", { "strict", "lenient" } },
    [FP_REASONING] = { "reasoning", { "plain", "opaque", "channel", "until-call" } },
    [FP_MARKERS] = { "markers", { "text", "token" } },
    [FP_MALFORMED] = { "malformed", { "report", "text" } },
    [FP_FALSE_OPENER] = { "false_opener", { "text", "drop-rest" } },
};

const fp_limits FP_LIMITS_DEFAULT = {
    .name = (size_t)64 << 10,
    .key = (size_t)64 << 10,
    .value = (size_t)64 << 20,
    .call = (size_t)256 << 20,
    .held = (size_t)1 << 20,
    .depth = 128,
};

const char *fp_policy_name(fp_policy policy)
{
    return POLICIES[policy].name;
}

const char *fp_policy_value_name(fp_policy policy, unsigned value)
{
    return value < MAX_VALUES ? POLICIES[policy].values[value] : NULL;
}

bool fp_policy_find(fp_str name, fp_policy *policy)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (fp_str_equal(fp_str_of(POLICIES[i].name), name)) {
            *policy = (fp_policy)i;
            return true;
        }
    }
    return false;
}

bool fp_policy_value_find(fp_policy policy, fp_str name, unsigned *value)
{
    for (unsigned i = 0; i < MAX_VALUES && POLICIES[policy].values[i]; i++) {
        if (fp_str_equal(fp_str_of(POLICIES[policy].values[i]), name)) {
            *value = i;
            return true;
        }
    }
    return false;
}

size_t *fp_limits_field(fp_limits *limits, fp_str name)
{
    const struct {
        const char *name;
        size_t *field;
    } fields[] = {
        { "name", &limits->name }, { "key", &limits->key },   { "value", &limits->value },
        { "call", &limits->call }, { "held", &limits->held }, { "depth", &limits->depth },
    };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fp_str_equal(fp_str_of(fields[i].name), name))
            return fields[i].field;
    return NULL;
}

fp_options fp_options_default(const fp_syntax *syntax)
{
    fp_options options = { .limits = FP_LIMITS_DEFAULT };

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        options.policies.of[i] = syntax->policies[i].value;
    return options;
}
