/* SPDX-License-Identifier: Apache-2.0 */
/* seed-oss.c: function and parameter tags in <seed:tool_call>, as a table. Clauses:
 * spec/seed-oss.md. */
#include "engines/tags-member.h"
#include "engines/reasoning-marks.h"

/* SEED-OSS-1.1 */
enum { CALL, CALL_END, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-2.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" } },
    [FP_TAGS_OPENED] = { [FUNCTION] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" } },
    [FP_TAGS_BLOCK] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-3.4" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [FUNCTION_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [PARAMETER] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_VALUE] = { [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "SEED-OSS-4.3" },
                        [PARAMETER] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "SEED-OSS-4.2" },
                        [PARAMETER_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "TAGS-4.2" } },
};
/* clang-format on */

static const fp_tags_table TABLE = {
    .tags = { [CALL] = { "<seed:tool_call>", NULL, false, 0 },
              [CALL_END] = { "</seed:tool_call>", NULL, false, 0 },
              [FUNCTION] = { "<function=", ">", false, 0 },
              [FUNCTION_END] = { "</function>", NULL, false, 0 },
              [PARAMETER] = { "<parameter=", ">", true, 0 },
              [PARAMETER_END] = { "</parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* SEED-OSS-1.2, SEED-OSS-1.3 */
    .keys = FP_TAGS_KEYS,
    .foreign = "",
    .breaks = true,
    .clauses = { .mismatched = "SEED-OSS-3.2",
                 .bad_name = "TAGS-2.3",
                 .bad_wrap = "TAGS-2.3",
                 .bad_line = "SEED-OSS-3.1",
                 .duplicate = "SEED-OSS-3.3",
                 .stopped = "SEED-OSS-6.1",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .long_name = "SEED-OSS-7.1",
                 .long_tag = "SEED-OSS-7.2" },
    .layout = { .indent = "",
                .bad_name = "SEED-OSS-9.2",
                .bad_value = "SEED-OSS-9.3",
                .untyped = "SEED-OSS-9.4",
                .bad_list = "SEED-OSS-9.4" },
};

static const fp_spaced SPACING[] = {
    { "<seed:tool_call>", NULL, "", "\n" }, /* SEED-OSS-9.1 */
    { "</seed:tool_call>", NULL, "\n", "" }, { "<function=", ">", "\n", "\n" },
    { "</function>", NULL, "\n", "\n" },     { "<parameter=", ">", "\n", "" },
    { "</parameter>", NULL, "", "\n" },      { 0 }
};

/* SEED-OSS-6.5 */
static const char *const TOKENS[] = {
    "<seed:tool_call>", "</seed:tool_call>", "<seed:think>", "</seed:think>", NULL,
};

const fp_syntax FP_SEED_OSS = {
    .id = "seed-oss",
    .title = "function and parameter tags in <seed:tool_call> (Seed-OSS)",
    .howto = "To use a tool, write <seed:tool_call>, a line <function=NAME> with the tool's name, for "
             "each argument a line <parameter=ARGUMENT>, its value as it is and </parameter>, and at "
             "the end the lines </function> and </seed:tool_call>. Nothing else is between these "
             "tags. Each call has a <seed:tool_call> of its own.",
    .family = "tags",
    .reasoning = &FP_MARKS_SEED,
    .policies = {
        FP_TAGS_POLICIES,
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "SEED-OSS-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "SEED-OSS-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "SEED-OSS-6.2" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "SEED-OSS-6.3" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "SEED-OSS-6.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "SEED-OSS-6.5" },
    },
    .clauses = {
        FP_TAGS_ROLES,
        [FP_ROLE_MARKER] = "SEED-OSS-1.1",
        [FP_ROLE_NAME] = "SEED-OSS-1.2",
        [FP_ROLE_KEY] = "SEED-OSS-1.3",
        [FP_ROLE_BLANK] = "TAGS-3.1",
        [FP_ROLE_SKIPPED] = "SEED-OSS-3.1",
    },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
