/* SPDX-License-Identifier: Apache-2.0 */
/* hermes-highlight.h: how an editor colours a JSON object between tags. */
#ifndef FENCEPOST_HERMES_HIGHLIGHT_H
#define FENCEPOST_HERMES_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_HERMES_HIGHLIGHT[];

#endif
