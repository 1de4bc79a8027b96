/* SPDX-License-Identifier: Apache-2.0 */
/* kimi-k3.c: calls in the tags of XTML, as Kimi K3 writes them, as a table. Clauses:
 * spec/families/dsml.md, spec/kimi-k3.md. */
#include "engines/dsml-member.h"

#define OPEN(tag) "<|open|>" tag "<|sep|>"
#define CLOSE(tag) "<|close|>" tag "<|sep|>"

/* KIMI-K3-1.1: the tags that only this notation has. */
enum { ANSWER = ARG_END + 1, ANSWER_END, MESSAGE_END, STOP };

static const fp_tags_rules RULES = {
    FP_SECTION_RULES("DSML"),
    [FP_TAGS_OUTSIDE][ANSWER] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.1" },
    [FP_TAGS_OUTSIDE][ANSWER_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.1" },
    [FP_TAGS_OUTSIDE][MESSAGE_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" },
    [FP_TAGS_OUTSIDE][STOP] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" },
    [FP_TAGS_SECTION][MESSAGE_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" },
    [FP_TAGS_SECTION][STOP] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K3-2.2" },
};

static bool is_key(unsigned char c) /* DSML-1.3, KIMI-K3-1.3 */
{
    return fp_tags_is_quoted_key(c) && c != '&';
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
    FP_DSML_TABLE,
    .keys = { is_key_edge, is_key, is_key_edge },
    .json_end = TYPE("number"), /* KIMI-K3-1.4 */
    .json_also = { { TYPE("boolean"), "tf" },
                   { TYPE("null"), "n" },
                   { TYPE("object"), "{" },
                   { TYPE("array"), "[" },
                   { TYPE("integer"), "" } },
    .layout = { FP_SECTION_LAYOUT("DSML"), .one_line = true }, /* KIMI-K3-3.1 */
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
    FP_DSML_MEMBER,
    .reasoning = &THINK,
    .policies = {
        FP_DSML_POLICIES,
        [FP_REASONING] = { FP_REASONING_CHANNEL, "KIMI-K3-2.3" },
    },
    .tokens = TOKENS,
};
