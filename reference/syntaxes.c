/* SPDX-License-Identifier: Apache-2.0 */
/* syntaxes.c: the one table. A new syntax is a file of its own and a row here. */
#include <fencepost/syntax.h>

extern const fp_syntax FP_CARET;
extern const fp_syntax FP_EMOJI_BRACKET;
extern const fp_syntax FP_EMOJI_LINE;
extern const fp_syntax FP_HERMES;
extern const fp_syntax FP_JSON_ENVELOPE;
extern const fp_syntax FP_NATIVE_ANTHROPIC;
extern const fp_syntax FP_NATIVE_OPENAI;
extern const fp_syntax FP_QWEN3_CODER;
extern const fp_syntax FP_SHORTCODE;
extern const fp_syntax FP_TOOLCALL_TAG;
extern const fp_syntax FP_XML;

/* By id; the rest is room for fp_syntax_add(). A row is a line, and changes no other. */
/* clang-format off */
static const fp_syntax *table[FP_SYNTAXES_MAX + 1] = {
    &FP_CARET,
    &FP_EMOJI_BRACKET,
    &FP_EMOJI_LINE,
    &FP_HERMES,
    &FP_JSON_ENVELOPE,
    &FP_NATIVE_ANTHROPIC,
    &FP_NATIVE_OPENAI,
    &FP_QWEN3_CODER,
    &FP_SHORTCODE,
    &FP_TOOLCALL_TAG,
    &FP_XML,
    NULL,
};
/* clang-format on */

const fp_syntax *const *const FP_SYNTAXES = table;

bool fp_syntax_add(const fp_syntax *syntax)
{
    size_t count = 0;

    while (table[count])
        count++;
    if (count == FP_SYNTAXES_MAX || fp_syntax_find(fp_str_of(syntax->id)))
        return false;
    table[count] = syntax;
    return true;
}
