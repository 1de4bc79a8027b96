/* SPDX-License-Identifier: Apache-2.0 */
/* xml-highlight.h: how an editor colours tool and param tags. */
#ifndef FENCEPOST_XML_HIGHLIGHT_H
#define FENCEPOST_XML_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_XML_HIGHLIGHT[];

#endif
