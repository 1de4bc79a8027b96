/* SPDX-License-Identifier: Apache-2.0 */
/* tags-json-render.c: calls written in tags whose arguments are one JSON object. */
#include "core/jsonscan.h"
#include "core/rendering.h"
#include "engines/tags-table.h"

#include <fencepost/jsontext.h>

#include <string.h>

static const fp_tags_table *table_of(const fp_rendering *r)
{
    return r->syntax->table;
}

/* The tag that does this in an area, as calls are written; NULL if there is none. */
static const fp_tag *tag_that(const fp_rendering *r, fp_tags_area area, fp_tags_act act)
{
    for (unsigned t = 0; table_of(r)->tags[t].mark; t++)
        if ((*table_of(r)->strict)[area][t].act == act)
            return &table_of(r)->tags[t];
    return NULL;
}

/* -- the name, and the id ---------------------------------------------------------------------- */

/* How many of the first bytes can be a name. */
static size_t good_bytes(const fp_tags_table *table, fp_str name)
{
    size_t n = 0;

    if (name.len && !table->names.begins((unsigned char)name.ptr[0]))
        return 0;
    while (n < name.len && table->names.has((unsigned char)name.ptr[n]))
        n++;
    return n;
}

/* Whether bytes can follow a name in its id. */
static bool is_rest(const fp_tags_id *id, fp_str bytes)
{
    if (bytes.len < 2 || bytes.ptr[0] != id->after)
        return false;
    for (size_t n = 1; n < bytes.len; n++)
        if (!id->has((unsigned char)bytes.ptr[n]))
            return false;
    return true;
}

static bool begins_with(fp_str text, fp_str bytes)
{
    return text.len >= bytes.len && memcmp(text.ptr, bytes.ptr, bytes.len) == 0;
}

/* Whether the call's id is one, and of its name. */
static bool is_id(const fp_tags_id *id, const fp_call *call)
{
    fp_str text = call->id;
    const size_t before = strlen(id->before);

    if (!begins_with(text, fp_str_of(id->before)))
        return false;
    text = (fp_str){ text.ptr + before, text.len - before };
    return begins_with(text, call->name) &&
           is_rest(id, (fp_str){ text.ptr + call->name.len, text.len - call->name.len });
}

static bool render_name(fp_rendering *r, const fp_call *call)
{
    const fp_tags_table *table = table_of(r);
    const size_t good = good_bytes(table, call->name);

    if (!call->name.len || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, table->layout.bad_name,
                                "no name has such a byte");
    if (!table->id.after || is_id(&table->id, call)) {
        fp_render_bytes(r, table->id.after ? call->id : call->name);
        return true;
    }
    fp_render_text(r, table->id.before);
    fp_render_bytes(r, call->name);
    fp_render_bytes(r, (fp_str){ &table->id.after, 1 });
    fp_render_text(r, table->id.first);
    return true;
}

/* -- the arguments ----------------------------------------------------------------------------- */

/* Whether the values that are JSON are. */
static bool is_json(fp_rendering *r, const fp_call *call)
{
    const char *clause = table_of(r)->layout.bad_call;
    size_t wrong;

    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_value *value = &call->args[i].value;

        if (value->kind == FP_VALUE_JSON &&
            !fp_jsontext_valid(value->text, FP_SCAN_DEPTH_MAX, &wrong))
            return fp_render_refuse(r, FP_PART_VALUE, i, wrong, clause, "the value is not JSON");
    }
    return true;
}

/* -- the block --------------------------------------------------------------------------------- */

/* A tag other than that which opens the block, if there is such a tag. */
static void render_tag(fp_rendering *r, const fp_tag *tag, fp_str name)
{
    if (!tag)
        return;
    fp_render_text(r, tag->mark);
    if (!tag->end)
        return;
    fp_render_bytes(r, name);
    fp_render_text(r, tag->end);
}

bool fp_tags_render_json(fp_rendering *r, const fp_call *call)
{
    const fp_tag *enters = tag_that(r, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS);
    const fp_tag *applies = tag_that(r, fp_tags_area_of_calls(table_of(r)), FP_TAGS_APPLIES);
    const fp_tags_fence *fence = &table_of(r)->fence;

    if (!is_json(r, call) || !fp_render_keys_once(r, call, table_of(r)->layout.bad_call))
        return false;
    render_tag(r, enters, call->name);
    fp_render_text(r, applies->mark);
    if (!render_name(r, call))
        return false;
    fp_render_text(r, applies->end);
    if (fence->before)
        fp_render_text(r, fence->before), fp_render_text(r, "\n");
    if (!fp_render_json_input(r, call, table_of(r)->layout.bad_json))
        return false;
    if (fence->after)
        fp_render_text(r, "\n"), fp_render_text(r, fence->after);
    render_tag(r, tag_that(r, FP_TAGS_BLOCK, FP_TAGS_ENDS), call->name);
    render_tag(r, tag_that(r, FP_TAGS_SECTION, FP_TAGS_EXITS), call->name);
    return true;
}
