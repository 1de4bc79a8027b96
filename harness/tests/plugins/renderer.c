/* SPDX-License-Identifier: Apache-2.0 */
/* renderer.c: renderers with one fault each, in place of render.c of examples/fenced-yaml:
 * plugin.py compiles it with -D FAULT=NAME.
 */
#include "fenced-yaml.h"

enum {
    SAYS_NOTHING, /* refuses every call, without a reason */
    NO_CLAUSE,    /* refuses every call, with a reason alone */
    EVERYTHING,   /* refuses every call, by a clause */
    ANOTHER       /* writes another call than it is given */
};

bool fenced_yaml_render(fp_rendering *r, const fp_call *call)
{
    (void)call;
    if (FAULT == NO_CLAUSE)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, NULL, "it looks hard");
    if (FAULT == EVERYTHING)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, "FENCED-YAML-9.1", "it looks hard");
    if (FAULT == ANOTHER)
        fp_render_text(r, "```tool another\n```");
    return FAULT == ANOTHER;
}
