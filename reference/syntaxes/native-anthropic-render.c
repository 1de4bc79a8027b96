/* SPDX-License-Identifier: Apache-2.0 */
/* native-anthropic-render.c: calls and messages as documents. Clauses: section 8 of
 * spec/native-anthropic.md. */
#include "syntaxes/message.h"
#include "syntaxes/native/native.h"

static const native_refusals REFUSALS = { .bytes = "NATIVE-ANTHROPIC-8.3",
                                          .call = "NATIVE-ANTHROPIC-8.4",
                                          .limits = "NATIVE-ANTHROPIC-8.5" };

static bool render_use(fp_rendering *r, const fp_call *call, size_t number)
{
    enum { LEVELS = 4 }; /* of the input, in the document */

    if (!fp_native_renders(r, call, &REFUSALS))
        return false;
    fp_render_text(r, "{\"type\":\"tool_use\",\"id\":");
    fp_native_render_id(r, call, number);
    fp_render_text(r, ",\"name\":");
    fp_json_string(r->text, call->name);
    fp_render_text(r, ",\"input\":");
    if (!fp_native_render_input(r, call, LEVELS, &REFUSALS))
        return false;
    fp_render_text(r, "}");
    return true;
}

static bool render_text(fp_rendering *r, const fp_piece *piece)
{
    size_t at;

    fp_render_text(r, "{\"type\":\"text\",\"text\":");
    if (!fp_message_text(r, piece, 1, &at, "NATIVE-ANTHROPIC-8.6"))
        return false;
    fp_render_text(r, "}");
    return true;
}

/* NATIVE-ANTHROPIC-8.6 */
bool fp_native_anthropic_message(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at)
{
    size_t number = 0;

    fp_render_text(r, "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[");
    for (*at = 0; *at < count; ++*at) {
        const fp_piece *piece = &pieces[*at];

        fp_render_text(r, *at ? "," : "");
        if (!(piece->call ? render_use(r, piece->call, ++number) : render_text(r, piece)))
            return false;
    }
    fp_render_text(r,
                   number ? "],\"stop_reason\":\"tool_use\"}" : "],\"stop_reason\":\"end_turn\"}");
    return true; /* how long it may be, fp_render() asks a parser */
}

bool fp_native_anthropic_render(fp_rendering *r, const fp_call *call)
{
    const fp_piece piece = { .call = call };
    size_t at;

    return fp_native_anthropic_message(r, &piece, 1, &at);
}
