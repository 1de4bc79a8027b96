/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h: the syntaxes, by id, a line each. A file that includes this defines ROW(). */
/* clang-format off */
ROW(FP_CARET)
ROW(FP_DEEPSEEK_V31)
ROW(FP_EMOJI_BRACKET)
ROW(FP_EMOJI_LINE)
ROW(FP_GLM)
ROW(FP_HERMES)
ROW(FP_JSON_ENVELOPE)
ROW(FP_KIMI_K2)
ROW(FP_MINIMAX_M2)
ROW(FP_NATIVE_ANTHROPIC)
ROW(FP_NATIVE_OPENAI)
ROW(FP_QWEN3_CODER)
ROW(FP_SHORTCODE)
ROW(FP_TOOLCALL_TAG)
ROW(FP_XML)
/* clang-format on */
