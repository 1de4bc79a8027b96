/* SPDX-License-Identifier: Apache-2.0 */
/* native-openai-render.c: calls and messages as documents. Clauses: section 8 of
 * spec/native-openai.md. */
#include "syntaxes/message.h"
#include "syntaxes/native/native.h"

static const native_refusals REFUSALS = { .bytes = "NATIVE-OPENAI-8.3",
                                          .call = "NATIVE-OPENAI-8.4",
                                          .limits = "NATIVE-OPENAI-8.5" };

/* Appends the input, as a string. */
static bool render_arguments(fp_rendering *r, const fp_call *call)
{
    fp_json inner = { 0 };
    fp_rendering inside = *r;
    bool good;

    inside.text = &inner;
    good = fp_native_render_input(&inside, call, 1, &REFUSALS);
    if (good)
        fp_json_string(r->text, (fp_str){ inner.ptr, inner.len });
    r->text->failed = r->text->failed || inner.failed;
    fp_json_free(&inner);
    return good;
}

static bool render_entry(fp_rendering *r, const fp_call *call, size_t number)
{
    if (!fp_native_renders(r, call, &REFUSALS))
        return false;
    fp_render_text(r, number > 1 ? ",{\"id\":" : ",\"tool_calls\":[{\"id\":");
    fp_native_render_id(r, call, number);
    fp_render_text(r, ",\"type\":\"function\",\"function\":{\"name\":");
    fp_json_string(r->text, call->name);
    fp_render_text(r, ",\"arguments\":");
    if (!render_arguments(r, call))
        return false;
    fp_render_text(r, "}}");
    return true;
}

static bool has_text(const fp_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!pieces[i].call)
            return true;
    return false;
}

/* NATIVE-OPENAI-8.6 */
bool fp_native_openai_message(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at)
{
    size_t number = 0;

    fp_render_text(r, "{\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":"
                      "{\"role\":\"assistant\",\"content\":");
    if (!has_text(pieces, count))
        fp_render_text(r, "null");
    else if (!fp_message_text(r, pieces, count, at, "NATIVE-OPENAI-8.6"))
        return false;
    for (*at = 0; *at < count; ++*at)
        if (pieces[*at].call && !render_entry(r, pieces[*at].call, ++number))
            return false;
    fp_render_text(r, number ? "]},\"finish_reason\":\"tool_calls\"}]}"
                             : "},\"finish_reason\":\"stop\"}]}");
    return true;
}

bool fp_native_openai_render(fp_rendering *r, const fp_call *call)
{
    const fp_piece piece = { .call = call };
    size_t at;

    return fp_native_openai_message(r, &piece, 1, &at); /* fp_render() asks a parser how long */
}
