/* SPDX-License-Identifier: Apache-2.0 */
/* qwen3-coder-highlight.c: how an editor colours function and parameter tags. Clauses:
 * spec/qwen3-coder.md. */
#include "syntaxes/qwen3-coder-highlight.h"

#define WORD "[A-Za-z0-9_][A-Za-z0-9_.\\-]*"    /* QWEN3-CODER-1.2 */
#define KEY "(?! )[^<>\\x00-\\x1F\\x7F]+(?<! )" /* QWEN3-CODER-1.7 */

/* QWEN3-CODER-4.4, of which this sees one level */
static const fp_highlight NESTED[] = {
    {
        .begin = "<parameter=",
        .groups = { FP_ROLE_VALUE },
        .end = "</parameter>",
        .end_groups = { FP_ROLE_VALUE },
        .content = FP_ROLE_VALUE,
    },
    { 0 },
};

static const fp_highlight FUNCTION[] = {
    {
        /* QWEN3-CODER-3.2, 4.2 */
        .begin = "(<parameter=)(" KEY ")(>)",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
        .end = "(</parameter>)",
        .end_groups = { [1] = FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
        .inner = NESTED,
    },
    { .match = "</function>", .groups = { FP_ROLE_MARKER } },        /* QWEN3-CODER-3.3 */
    { .match = "[^ \\t\\r\\n<]+|<", .groups = { FP_ROLE_SKIPPED } }, /* QWEN3-CODER-3.4 */
    { 0 },
};

static const fp_highlight BLOCK[] = {
    {
        /* QWEN3-CODER-2.1, 3.5, 3.6 */
        .begin = "(<function=)(" WORD ")(>)",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
        .end = "(?=</?tool_call>)",
        .content = FP_ROLE_BLANK,
        .inner = FUNCTION,
    },
    {
        /* QWEN3-CODER-2.4 */
        .begin = "[{\\[]",
        .groups = { FP_ROLE_TEXT },
        .end = "(?=</tool_call>)",
        .content = FP_ROLE_TEXT,
    },
    { 0 },
};

const fp_highlight FP_QWEN3_CODER_HIGHLIGHT[] = {
    {
        /* QWEN3-CODER-6.6 */
        .begin = "<think>",
        .groups = { FP_ROLE_TEXT },
        .end = "</think>",
        .end_groups = { FP_ROLE_TEXT },
        .content = FP_ROLE_TEXT,
    },
    {
        /* QWEN3-CODER-2.4 */
        .begin = "<tool_call>[ \\t\\r]*+[{\\[]",
        .groups = { FP_ROLE_TEXT },
        .end = "</tool_call>",
        .end_groups = { FP_ROLE_TEXT },
        .content = FP_ROLE_TEXT,
    },
    {
        /* QWEN3-CODER-2.1, 2.3, 3.3, 3.5, 3.6 */
        .begin = "(<tool_call>)(?=[ \\t\\r]*+(?:\\n|<function=" WORD ">))",
        .groups = { [1] = FP_ROLE_MARKER },
        .end = "(</tool_call>)|(?=<tool_call>)|(?=[^ \\t\\r\\n<{\\[])|(?=<(?!function=" WORD ">))",
        .end_groups = { [1] = FP_ROLE_MARKER },
        .content = FP_ROLE_BLANK,
        .inner = BLOCK,
    },
    { 0 },
};
