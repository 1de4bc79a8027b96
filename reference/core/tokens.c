/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.c: the marks of a syntax that are tokens. */
#include "tokens.h"

fp_tokens fp_tokens_begin(const fp_syntax *syntax, const fp_options *options)
{
    const bool only = options->policies.of[FP_MARKERS] == FP_MARKERS_TOKEN;

    return (fp_tokens){ .marks = only ? syntax->tokens : NULL,
                        .placed = only && syntax->tokens && options->token_count };
}

const char *fp_tokens_find(const fp_tokens *tokens, fp_str text)
{
    for (const char *const *mark = tokens->marks; mark && *mark; mark++)
        if (fp_str_equal(fp_str_of(*mark), text))
            return *mark;
    return NULL;
}

/* A byte at a time: most differ in the first one, and sanitizers look into strncmp() for long. */
static bool begins_with(const char *bytes, const char *mark)
{
    while (*mark && *bytes == *mark) {
        bytes++;
        mark++;
    }
    return !*mark;
}

const char *fp_tokens_at(const fp_tokens *tokens, const char *bytes)
{
    for (const char *const *mark = tokens->marks; *mark; mark++)
        if (begins_with(bytes, *mark))
            return *mark;
    return NULL;
}
