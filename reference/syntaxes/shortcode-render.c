/* SPDX-License-Identifier: Apache-2.0 */
/* shortcode-render.c: calls written as tags in double braces. Clauses: spec/shortcode.md,
 * section 9.
 */
#include "syntaxes/shortcode-names.h"

#include "core/rendering.h"

#include <string.h>

static bool refuse(fp_rendering *r, fp_part part, size_t arg, size_t byte, const char *reason)
{
    return fp_render_refuse(r, part, arg, byte, "SHORTCODE-9.3", reason);
}

/* The offset of the first byte that no name or key has, or that is over the limit; SIZE_MAX if it
 * is good. */
static size_t bad_byte(fp_str name, size_t limit)
{
    size_t n = 0;

    while (n < name.len && n < limit && fp_shortcode_is_name((unsigned char)name.ptr[n]))
        n++;
    return n < name.len || !n ? n : SIZE_MAX;
}

static bool check_name(fp_rendering *r, fp_str name)
{
    const size_t bad = bad_byte(name, r->options->limits.name);

    if (bad != SIZE_MAX)
        return refuse(r, FP_PART_NAME, 0, bad, "no name has such a byte, or so many");
    if (fp_shortcode_is_vaultref(name))
        return refuse(r, FP_PART_NAME, 0, 0, "this is the name of a reference");
    if (fp_shortcode_container(r->options->catalogue, name))
        return refuse(r, FP_PART_NAME, 0, 0, "this is the name of a container");
    return true;
}

static bool is_flag(const fp_value *value) /* SHORTCODE-3.5 */
{
    return value->kind == FP_VALUE_JSON && fp_str_equal(value->text, FP_STR("true"));
}

/* The text of a value that is not a flag; *sum grows by its length. */
static bool text_of(fp_rendering *r, const fp_call *call, size_t i, size_t *sum, fp_str *text)
{
    const fp_limits *limits = &r->options->limits;
    const size_t rest = limits->call > *sum ? limits->call - *sum : 0;
    const size_t room = limits->value < rest ? limits->value : rest;

    if (!fp_render_value(r, call, i, "SHORTCODE-9.3", text))
        return false;
    *sum += text->len;
    if (text->len > room)
        return refuse(r, FP_PART_VALUE, i, room, "the value is over a limit");
    return true;
}

static bool render_attribute(fp_rendering *r, const fp_call *call, size_t i, size_t *sum)
{
    const fp_arg *arg = &call->args[i];
    fp_str text;

    fp_render_text(r, " ");
    fp_render_bytes(r, arg->key);
    if (is_flag(&arg->value))
        return true;
    if (!text_of(r, call, i, sum, &text))
        return false;
    fp_render_text(r, "=\"");
    for (size_t at = 0; at < text.len; at++) {
        if (text.ptr[at] == '"' || text.ptr[at] == '\\')
            fp_render_text(r, "\\");
        fp_render_bytes(r, (fp_str){ text.ptr + at, 1 });
    }
    fp_render_text(r, "\"");
    return true;
}

/* Where the text holds the end tag of this name; its length if it does not. */
static size_t find_end_tag(fp_str text, fp_str name)
{
    const fp_str start = FP_STR("{{</"), end = FP_STR(">}}");
    const size_t len = start.len + name.len + end.len;

    for (size_t at = 0; text.len >= len && at <= text.len - len; at++)
        if (memcmp(text.ptr + at, start.ptr, start.len) == 0 &&
            memcmp(text.ptr + at + start.len, name.ptr, name.len) == 0 &&
            memcmp(text.ptr + at + len - end.len, end.ptr, end.len) == 0)
            return at;
    return text.len;
}

/* SHORTCODE-9.1: whether the last argument is the content of a block. False as well, with *refused,
 * where there is no form for the call. */
static bool is_block(fp_rendering *r, const fp_call *call, bool *refused)
{
    const fp_catalogue *catalogue = r->options->catalogue;
    const fp_tool *tool = catalogue ? fp_catalogue_find(catalogue, call->name) : NULL;
    const fp_tool_kind kind = tool ? tool->kind : FP_KIND_ANY;
    const size_t last = call->arg_count - 1;
    const fp_arg *arg = call->arg_count ? &call->args[last] : NULL;
    size_t at;

    *refused = false;
    if (!arg || !fp_str_equal(arg->key, FP_STR("content")) || is_flag(&arg->value)) {
        if (kind == FP_KIND_BLOCK)
            *refused = !refuse(r, FP_PART_CALL, 0, 0, "the tool's tag needs a content");
        return false;
    }
    at = find_end_tag(arg->value.text, call->name);
    if (at < arg->value.text.len && kind == FP_KIND_BLOCK)
        *refused = !refuse(r, FP_PART_VALUE, last, at, "the content holds its end tag");
    return at == arg->value.text.len && kind != FP_KIND_SELF_CLOSING;
}

/* Whether the tag that was begun at start, and the end tag, can be held. */
static bool fits(fp_rendering *r, size_t start, size_t end_tag)
{
    const size_t limit = r->options->limits.held;

    if (r->text->len - start > limit || end_tag > limit)
        return refuse(r, FP_PART_CALL, 0, 0, "a tag is over the limit of what is held back");
    return true;
}

bool fp_shortcode_render(fp_rendering *r, const fp_call *call)
{
    const size_t start = r->text->len;
    bool refused, block;
    size_t sum = 0;
    fp_str content;

    if (!check_name(r, call->name))
        return false;
    block = is_block(r, call, &refused);
    if (refused)
        return false;
    fp_render_text(r, "{{<");
    fp_render_bytes(r, call->name);
    for (size_t i = 0; i < call->arg_count; i++) {
        const size_t bad = bad_byte(call->args[i].key, r->options->limits.key);

        if (bad != SIZE_MAX)
            return refuse(r, FP_PART_KEY, i, bad, "no key has such a byte, or so many");
        if (!(block && i + 1 == call->arg_count) && !render_attribute(r, call, i, &sum))
            return false;
    }
    fp_render_text(r, block ? ">}}" : " />}}");
    if (!block)
        return fits(r, start, 0);
    if (!fits(r, start, sizeof "{{</>}}" - 1 + call->name.len) ||
        !text_of(r, call, call->arg_count - 1, &sum, &content) ||
        !fp_render_framed(r, call->arg_count - 1, content, false))
        return false;
    fp_render_text(r, "{{</");
    fp_render_bytes(r, call->name);
    fp_render_text(r, ">}}");
    return true;
}
