/* SPDX-License-Identifier: Apache-2.0 */
/* kimi-k3.c: calls in the tags of XTML, as Kimi K3 writes them, as a table. Clauses:
 * spec/families/dsml.md, spec/kimi-k3.md. */
#include "core/ascii.h"
#include "engines/tags.h"

#define OPEN(tag) "<|open|>" tag "<|sep|>"
#define CLOSE(tag) "<|close|>" tag "<|sep|>"

/* KIMI-K3-1.1 */
/* clang-format off */
enum { SECTION, SECTION_END, CALL, CALL_END, ARG, ARG_END, ANSWER, ANSWER_END, MESSAGE_END, STOP };

static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "DSML-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-5.2" },
                          [ANSWER] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.1" },
                          [ANSWER_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.1" },
                          [MESSAGE_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" },
                          [STOP] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "DSML-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "DSML-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-5.2" },
                          [MESSAGE_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" },
                          [STOP] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "DSML-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "DSML-3.7" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "DSML-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "DSML-3.4" } },
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-4.4" },
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-4.4" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "DSML-4.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "DSML-4.2" } },
};
/* clang-format on */

static bool begins_name(unsigned char c) /* DSML-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_name(unsigned char c)
{
    return begins_name(c) || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* DSML-1.3, KIMI-K3-1.3 */
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>' && c != '"' && c != '&';
}

static bool is_key_edge(unsigned char c)
{
    return is_key(c) && c != ' ';
}

#define TYPE(name) "\" type=\"" name "\"<|sep|>"

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { OPEN("tools"), NULL, false, 0 },
              [SECTION_END] = { CLOSE("tools"), NULL, false, 0 },
              [CALL] = { "<|open|>call tool=\"", "\" index=\"1\"<|sep|>", false, 0 },
              [CALL_END] = { CLOSE("call"), NULL, false, 0 },
              [ARG] = { "<|open|>argument key=\"", TYPE("string"), true, 0 },
              [ARG_END] = { CLOSE("argument"), NULL, true, 0 },
              [ANSWER] = { OPEN("response"), NULL, false, 0 },
              [ANSWER_END] = { CLOSE("response"), NULL, false, 0 },
              [MESSAGE_END] = { CLOSE("message"), NULL, false, 0 },
              [STOP] = { "<|end_of_msg|>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { begins_name, is_name, NULL },
    .keys = { is_key_edge, is_key, is_key_edge },
    .json_end = TYPE("number"), /* KIMI-K3-1.4 */
    .json_also = { { TYPE("boolean"), "tf" },
                   { TYPE("null"), "n" },
                   { TYPE("object"), "{" },
                   { TYPE("array"), "[" },
                   { TYPE("integer"), "" } },
    .json_body = true, /* DSML-3.9 */
    .breaks = true,
    .clauses = { .bad_name = "DSML-3.2",
                 .bad_line = "DSML-3.6",
                 .bad_json = "DSML-4.6",
                 .duplicate = "DSML-3.8",
                 .stopped = "DSML-5.3",
                 .unfinished = "DSML-6.1",
                 .cut_tag = "DSML-6.2",
                 .long_name = "DSML-6.3",
                 .long_tag = "DSML-6.4" },
    .layout = { .indent = "",
                .one_line = true, /* KIMI-K3-3.1 */
                .bad_name = "DSML-7.2",
                .bad_value = "DSML-7.3",
                .untyped = "DSML-7.4",
                .bad_list = "DSML-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

/* DSML-5.11 */
static const char *const TOKENS[] = { "<|open|>", "<|close|>", "<|sep|>", "<|end_of_msg|>", NULL };

static const fp_reasoning_marks THINK = { .open = { OPEN("think") }, .close = CLOSE("think") };

const fp_syntax FP_KIMI_K3 = {
    .id = "kimi-k3",
    .title = "typed arguments in tags of XTML (Kimi K3)",
    .howto = "To use tools, write <|open|>tools<|sep|>, for each call <|open|>call tool=\"NAME\" "
             "index=\"1\"<|sep|>, counting the calls, for each of its arguments <|open|>argument "
             "key=\"ARGUMENT\" type=\"string\"<|sep|>, the value as it is and <|close|>argument<|sep|>, or "
             "the same with the type number, boolean, null, object or array and the value as JSON, and "
             "<|close|>call<|sep|>, and at the end <|close|>tools<|sep|>.",
    .family = "dsml",
    .typed = true,
    .reasoning = &THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "DSML-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "DSML-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "DSML-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "DSML-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "DSML-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "DSML-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "DSML-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "DSML-4.7" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "DSML-5.7" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "KIMI-K3-2.3" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "DSML-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "DSML-5.1",
        [FP_ROLE_MARKER] = "DSML-1.1",
        [FP_ROLE_NAME] = "DSML-1.2",
        [FP_ROLE_KEY] = "DSML-1.3",
        [FP_ROLE_VALUE] = "DSML-4.1",
        [FP_ROLE_BLANK] = "DSML-3.3",
        [FP_ROLE_SKIPPED] = "DSML-3.6",
        [FP_ROLE_FRAMING] = "DSML-2.2",
    },
    .misfit = "DSML-4.7",
    .derive = &FP_TAGS_DERIVE,
    .render = fp_tags_render,
    .table = &TABLE,
    .state_size = sizeof(fp_tags),
    .step = fp_tags_step,
    .finish = fp_tags_finish,
    .fast = &FAST,
    .tokens = TOKENS,
};
