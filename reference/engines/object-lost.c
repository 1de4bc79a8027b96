/* SPDX-License-Identifier: Apache-2.0 */
/* object-lost.c: an object that cannot be followed any more, and its strings. Clauses: ARRAY-7.3,
 * OBJECT-7.5. */
#include "engines/object.h"

fp_object_lost fp_object_lose(const fp_object *o, bool strings)
{
    const bool in_string = strings && fp_jsonscan_in_string(&o->scan.json);

    return (fp_object_lost){ .strings = strings,
                             .in_string = in_string,
                             .in_escape = in_string && !fp_jsonscan_in_text(&o->scan.json) };
}

bool fp_object_lost_string(fp_object_lost *lost, const fp_out *out, unsigned char c)
{
    const bool was = lost->in_string;
    const bool lenient = fp_object_takes_controls(out);

    if (!lost->strings)
        return false;
    lost->in_string = was ? lost->in_escape || (c != '"' && (c >= 0x20 || lenient)) : c == '"';
    lost->in_escape = was && !lost->in_escape && c == '\\';
    return was || lost->in_string;
}
