/* SPDX-License-Identifier: Apache-2.0 */
/* syntaxes.c: the one table. A new syntax is a file of its own and a row here. */
#include <fencepost/syntax.h>

extern const fp_syntax FP_CARET;
extern const fp_syntax FP_EMOJI_BRACKET;
extern const fp_syntax FP_EMOJI_LINE;
extern const fp_syntax FP_JSON_ENVELOPE;
extern const fp_syntax FP_NATIVE_ANTHROPIC;
extern const fp_syntax FP_NATIVE_OPENAI;
extern const fp_syntax FP_SHORTCODE;
extern const fp_syntax FP_TOOLCALL_TAG;
extern const fp_syntax FP_XML;

/* By id. */
const fp_syntax *const FP_SYNTAXES[] = {
    &FP_CARET,
    &FP_EMOJI_BRACKET,
    &FP_EMOJI_LINE,
    &FP_JSON_ENVELOPE,
    &FP_NATIVE_ANTHROPIC,
    &FP_NATIVE_OPENAI,
    &FP_SHORTCODE,
    &FP_TOOLCALL_TAG,
    &FP_XML,
    NULL,
};
