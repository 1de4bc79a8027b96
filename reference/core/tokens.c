/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.c: the marks of a syntax that are tokens. */
#include "tokens.h"

void fp_tokens_begin(fp_tokens *tokens, const fp_syntax *syntax, const fp_options *options)
{
    const bool only = options->policies.of[FP_MARKERS] == FP_MARKERS_TOKEN;

    *tokens = (fp_tokens){ .marks = only ? syntax->tokens : NULL,
                           .begins = fp_buf_emptied(&tokens->begins),
                           .placed = only && syntax->tokens && options->token_count };
}

void fp_tokens_free(fp_tokens *tokens)
{
    fp_buf_free(&tokens->begins);
}

bool fp_tokens_assign(fp_tokens *to, const fp_tokens *from)
{
    const fp_buf begins = to->begins;

    *to = *from;
    to->begins = begins;
    return fp_buf_assign(&to->begins, &from->begins);
}

bool fp_tokens_next(fp_tokens *tokens, const char *mark, uint64_t offset, bool waits)
{
    tokens->begun = mark;
    if (!waits)
        tokens->begins.len = 0;
    return fp_buf_append(&tokens->begins, (const char *)&offset, sizeof offset);
}

/* The offset with this index. */
static uint64_t begin_of(const fp_tokens *tokens, size_t index)
{
    uint64_t offset;

    memcpy(&offset, tokens->begins.ptr + index * sizeof offset, sizeof offset);
    return offset;
}

bool fp_tokens_began(const fp_tokens *tokens, uint64_t offset)
{
    const size_t count = tokens->begins.len / sizeof offset;
    size_t from = 0, to = count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (begin_of(tokens, middle) < offset)
            from = middle + 1;
        else
            to = middle;
    }
    return from < count && begin_of(tokens, from) == offset;
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
