/* SPDX-License-Identifier: Apache-2.0 */
/* positional.c: arguments without names: MODEL-3.12. */
#include "ascii.h"
#include "out.h"

#include <fencepost/catalogue.h>

static size_t blanks(fp_str bytes)
{
    size_t n = 0;

    while (n < bytes.len && fp_is_blank((unsigned char)bytes.ptr[n]))
        n++;
    return n;
}

/* The length of the first word; of all but the blanks at the end, if it takes the rest. */
static size_t word(fp_str bytes, bool rest)
{
    size_t n = rest ? bytes.len : 0;

    while (rest && n > 0 && fp_is_blank((unsigned char)bytes.ptr[n - 1]))
        n--;
    while (!rest && n < bytes.len && !fp_is_blank((unsigned char)bytes.ptr[n]))
        n++;
    return n;
}

static void say(fp_out *out, fp_str key, size_t len, const char *clause)
{
    fp_out_arg_begin(out, key, fp_out_mark_offset(out), false, clause);
    fp_out_release_first(out, len);
    fp_out_arg_end(out);
}

/* The tool of the open call, if it says where its arguments stand. */
static const fp_tool *layout(const fp_out *out)
{
    const fp_tool *tool = fp_out_tool(out);

    return tool && tool->layout ? tool : NULL;
}

fp_str fp_out_position_key(const fp_out *out, size_t position, fp_extent *extent)
{
    const fp_tool *tool = layout(out);
    const fp_tool_arg *arg = tool ? fp_tool_positional(tool, position) : NULL;

    /* Text for which there is no position is kept under the name of the whole. */
    *extent = !arg                                     ? FP_EXTENT_ALL
              : fp_tool_positional(tool, position + 1) ? FP_EXTENT_WORD
                                                       : FP_EXTENT_REST;
    return arg ? arg->name : FP_STR("raw_args");
}

void fp_out_raw_args(fp_out *out, size_t len, const char *clause)
{
    if (!layout(out)) {
        say(out, FP_STR("raw_args"), len, clause);
        return;
    }
    for (size_t i = 1; len; i++) {
        fp_extent extent;
        const fp_str key = fp_out_position_key(out, i, &extent);
        const char *text = fp_out_held(out).ptr;
        const size_t front = blanks((fp_str){ text, len });
        const fp_str rest = { text + front, len - front };
        const size_t n = extent == FP_EXTENT_ALL ? rest.len : word(rest, extent == FP_EXTENT_REST);

        fp_out_mark_first(out, front, FP_ROLE_BLANK);
        len -= front;
        if (!n)
            return;
        say(out, key, n, clause);
        len -= n;
    }
}

fp_str fp_out_body_key(const fp_out *out, bool *declared)
{
    const fp_tool *tool = layout(out);
    const fp_tool_arg *arg = tool ? fp_tool_multiline(tool) : NULL;
    const fp_str key = arg ? arg->name : FP_STR("body");

    *declared = !tool || (arg && !fp_out_has_arg(out, key));
    return key;
}
