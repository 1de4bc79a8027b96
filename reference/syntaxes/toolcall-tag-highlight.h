/* SPDX-License-Identifier: Apache-2.0 */
/* toolcall-tag-highlight.h: how an editor colours tags that carry the tool's name. */
#ifndef FENCEPOST_TOOLCALL_TAG_HIGHLIGHT_H
#define FENCEPOST_TOOLCALL_TAG_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_TOOLCALL_TAG_HIGHLIGHT[];

#endif
