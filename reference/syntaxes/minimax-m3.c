/* SPDX-License-Identifier: Apache-2.0 */
/* minimax-m3.c: invocations whose arguments are trees of tags, as a table. Clauses:
 * spec/minimax-m3.md. */
#include "engines/tags.h"
#include "engines/reasoning-marks.h"
#include "engines/section-member.h"

#define NS "]<]minimax[>["

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "MINIMAX-M3-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINIMAX-M3-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "MINIMAX-M3-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "MINIMAX-M3-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINIMAX-M3-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "MINIMAX-M3-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "MINIMAX-M3-3.7" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "MINIMAX-M3-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "MINIMAX-M3-3.4" } },
    [FP_TAGS_VALUE] = { [ARG] = { FP_TAGS_GROWS, FP_TAGS_ANY_NAME, "MINIMAX-M3-4.6" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_ANY_NAME, "MINIMAX-M3-4.2" } },
    [FP_TAGS_BRANCH] = { [ARG] = { FP_TAGS_GROWS, FP_TAGS_ANY_NAME, "MINIMAX-M3-4.6" },
                         [ARG_END] = { FP_TAGS_SHRINKS, FP_TAGS_ANY_NAME, "MINIMAX-M3-4.6" } },
};
/* clang-format on */

static bool begins_key(unsigned char c) /* MINIMAX-M3-1.3 */
{
    return c > ' ' && c != 0x7F && c != '<' && c != '>' && c != '"' && c != '=' && c != '/' &&
           c != ']';
}

static bool is_key(unsigned char c)
{
    return begins_key(c) || c == ' ';
}

static const fp_tags_table TABLE = {
    /* MINIMAX-M3-1.1 */
    .tags = { [SECTION] = { NS "<tool_call>", NULL, false, 0 },
              [SECTION_END] = { NS "</tool_call>", NULL, false, 0 },
              [CALL] = { NS "<invoke name=\"", "\">", false, 0 },
              [CALL_END] = { NS "</invoke>", NULL, false, 0 },
              [ARG] = { NS "<", ">", true, 0 },
              [ARG_END] = { NS "</", ">", true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* MINIMAX-M3-1.2 */
    .keys = { begins_key, is_key, NULL },
    .breaks = true,
    .clauses = { FP_SECTION_CLAUSES("MINIMAX-M3"), .mismatched = "MINIMAX-M3-4.3",
                 .tree = "MINIMAX-M3-4.7" },
    .layout = { FP_SECTION_LAYOUT("MINIMAX-M3"), .one_line = true, .line_each = true },
};

static const char *const TO_TAG[] = { "]", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

/* MINIMAX-M3-7.1: a section, and each call in it, has lines of its own; a call is one. */
static const fp_spaced SPACING[] = { { NS "<tool_call>", NULL, "", "\n" },
                                     { NS "</tool_call>", NULL, "\n", "" },
                                     { NS "</invoke>", NULL, "", "\n" },
                                     { 0 } };

/* MINIMAX-M3-5.11 */
static const char *const TOKENS[] = {
    NS, "<tool_call>", "</tool_call>", "<mm:think>", "</mm:think>", NULL,
};

const fp_syntax FP_MINIMAX_M3 = {
    .id = "minimax-m3",
    .title = "invocations whose arguments are trees of tags (MiniMax M3)",
    .howto = "Each tag has " NS " before it. To use tools, write <tool_call> and a line end, for "
             "each call a line <invoke name=\"NAME\">, for each of its arguments <ARGUMENT>, the "
             "value as it is and </ARGUMENT>, and </invoke>, and at the end </tool_call>. An object "
             "is written as its members, each as an argument is, and a list as <item>, the value "
             "and </item> for each of its items. Nothing else is between these tags.",
    .trees = true,
    .reasoning = &FP_MARKS_MINIMAX,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "MINIMAX-M3-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "MINIMAX-M3-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "MINIMAX-M3-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "MINIMAX-M3-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "MINIMAX-M3-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "MINIMAX-M3-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "MINIMAX-M3-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "MINIMAX-M3-4.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "MINIMAX-M3-5.7" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "MINIMAX-M3-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "MINIMAX-M3-5.11" },
    },
    .clauses = { FP_SECTION_ROLES("MINIMAX-M3") },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
