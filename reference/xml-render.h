/* SPDX-License-Identifier: Apache-2.0 */
/* xml-render.h: calls written as tool and param tags (XML-9). */
#ifndef FENCEPOST_XML_RENDER_H
#define FENCEPOST_XML_RENDER_H

#include "core/ascii.h"

#include <fencepost/render.h>

/* XML-1.2: a byte of a name or a key. */
static inline bool fp_xml_is_name(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

enum { FP_XML_BLANKS = 16 }; /* XML-1.3 */

bool fp_xml_render(fp_rendering *r, const fp_call *call);

#endif
