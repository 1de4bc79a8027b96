/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope-render.c: calls written as documents. Clauses: spec/json-envelope.md, section 10.
 */
#include "syntaxes/json-envelope.h"

#include "engines/object.h"
#include "syntaxes/message.h"

static const char OPENING[] = "{\"thought\"";

/* JSON-ENVELOPE-10.7 */
bool fp_env_render_message(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at)
{
    const fp_object_table *table = r->syntax->table;
    const fp_limits *limits = &r->options->limits;
    bool again = false;

    *at = 0;
    if (limits->depth < table->layout.levels || limits->held < sizeof OPENING - 1)
        return fp_object_refuse_over(r, FP_PART_CALL, 0, 0);
    fp_render_text(r, OPENING);
    fp_render_text(r, ": ");
    if (!fp_message_text(r, pieces, count, at, "JSON-ENVELOPE-10.4"))
        return false;
    fp_render_text(r, ", \"tool_calls\": [");
    for (*at = 0; *at < count; ++*at) {
        if (!pieces[*at].call)
            continue;
        fp_render_text(r, again ? ", " : "");
        if (!fp_object_render(r, pieces[*at].call))
            return false;
        again = true;
    }
    fp_render_text(r, "]}");
    return true;
}

/* JSON-ENVELOPE-10.1 */
bool fp_env_render(fp_rendering *r, const fp_call *call)
{
    const fp_piece piece = { .call = call };
    size_t at;

    return fp_env_render_message(r, &piece, 1, &at);
}
