/* SPDX-License-Identifier: Apache-2.0 */
/* qwen3-coder-highlight.h: how an editor colours function and parameter tags. */
#ifndef FENCEPOST_QWEN3_CODER_HIGHLIGHT_H
#define FENCEPOST_QWEN3_CODER_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_QWEN3_CODER_HIGHLIGHT[];

#endif
