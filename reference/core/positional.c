/* SPDX-License-Identifier: Apache-2.0 */
/* positional.c: arguments without names: MODEL-3.12. */
#include "ascii.h"

#include <fencepost/catalogue.h>
#include <fencepost/syntax.h>

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

void fp_out_raw_args(fp_out *out, size_t len, const char *clause)
{
    const fp_tool *tool = fp_out_tool(out);

    if (!tool || !tool->layout) {
        say(out, FP_STR("raw_args"), len, clause);
        return;
    }
    for (size_t i = 1; len; i++) {
        const fp_tool_arg *arg = fp_tool_positional(tool, i);
        const size_t front = blanks((fp_str){ fp_out_held(out).ptr, len });
        const bool last = !arg || !fp_tool_positional(tool, i + 1);
        const size_t n = word((fp_str){ fp_out_held(out).ptr + front, len - front }, last);

        fp_out_mark_first(out, front, FP_ROLE_BLANK);
        len -= front;
        if (!n) {
            fp_out_mark_first(out, len, FP_ROLE_BLANK);
            return;
        }
        /* A word for which there is no position: it is kept under the name of the whole. */
        say(out, arg ? arg->name : FP_STR("raw_args"), n, clause);
        len -= n;
    }
}

fp_str fp_out_body_key(const fp_out *out, bool *declared)
{
    const fp_tool *tool = fp_out_tool(out);
    const fp_tool_arg *arg = tool && tool->layout ? fp_tool_multiline(tool) : NULL;

    *declared = arg || !tool || !tool->layout;
    return arg ? arg->name : FP_STR("body");
}
