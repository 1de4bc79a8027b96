/* SPDX-License-Identifier: Apache-2.0 */
/* transform.c: shapes filled with values (TEMPLATE-6). A shape is JSON text, which is copied with
 * its placeholders filled.
 */
#include "parts.h"

#include <fencepost/ascii.h>

bool fp_tpl_next_string(fp_str json, fp_tpl_strings *s)
{
    for (s->at = s->end; s->at < json.len; s->at++) {
        size_t next;

        if (json.ptr[s->at] != '"')
            continue;
        for (s->end = s->at + 1; json.ptr[s->end] != '"'; s->end++)
            s->end += json.ptr[s->end] == '\\';
        s->end++;
        for (next = s->end; next < json.len && fp_is_space(json.ptr[next]);)
            next++;
        if (next == json.len || json.ptr[next] != ':')
            return true;
        s->at = s->end - 1; /* it was a key */
    }
    return false;
}

/* What names stand for. */
typedef struct scope {
    fp_tpl_making *m;
    fp_str content;  /* empty: there is none */
    fp_str item;     /* of transform_each; empty: there is none */
    fp_str captures; /* an object */
} scope;

static fp_template_fault malformed(const scope *s, const char *why)
{
    s->m->why = why;
    return FP_TEMPLATE_MALFORMED;
}

static fp_str root_of(const scope *s, fp_str name)
{
    fp_str value = { 0 };

    if (s->content.len && fp_str_equal(name, FP_STR("content")))
        return s->content;
    if (s->item.len)
        value = fp_tpl_member(s->item, name);
    return value.len ? value : fp_tpl_member(s->captures, name);
}

/* The value of a path, "content.args". */
static fp_template_fault look_up(const scope *s, fp_str path, fp_json *out)
{
    fp_str value = { 0 };

    for (size_t at = 0, end; at <= path.len; at = end + 1) {
        fp_str name;

        for (end = at; end < path.len && path.ptr[end] != '.';)
            end++;
        name = (fp_str){ path.ptr + at, end - at };
        value = at ? fp_tpl_member(value, name) : root_of(s, name);
        if (!value.len)
            return malformed(s, at ? "a placeholder of a member that is not there"
                                   : "a placeholder of a name that is not there");
    }
    fp_json_bytes(out, value);
    return FP_TEMPLATE_FINE;
}

static fp_template_fault fill(const scope *s, fp_str shape, fp_json *out)
{
    fp_tpl_strings at = { 0 };
    fp_template_fault fault = FP_TEMPLATE_FINE;
    fp_json text = { 0 };
    size_t copied = 0;
    bool lone = false;

    while (!fault && fp_tpl_next_string(shape, &at)) {
        const fp_str string = { shape.ptr + at.at, at.end - at.at };
        fp_str path;

        text.len = 0;
        if (!fp_jsontext_decode(string, &text, &lone)) {
            out->failed = true;
            break;
        }
        if (fp_tpl_holder_of((fp_str){ text.ptr, text.len }, &path) != FP_TPL_HOLDER)
            continue;
        fp_json_bytes(out, (fp_str){ shape.ptr + copied, at.at - copied });
        fault = look_up(s, path, out);
        copied = at.end;
    }
    fp_json_bytes(out, (fp_str){ shape.ptr + copied, shape.len - copied });
    fp_json_free(&text);
    if (fault)
        return fault;
    return out->failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
}

static fp_template_fault fill_each(scope *s, fp_str shape, fp_str items, fp_json *out)
{
    fp_template_fault fault = FP_TEMPLATE_FINE;
    const char *between = "[";

    if (fp_jsontext_kind(items) != '[')
        return malformed(s, "transform_each, and content that is not a list");
    for (size_t at = 0; !fault && fp_jsontext_item(items, &at, &s->item); between = ",") {
        if (fp_jsontext_kind(s->item) != '{')
            return malformed(s, "transform_each, and an item that is not an object");
        fp_json_raw(out, between);
        fault = fill(s, shape, out);
    }
    fp_json_raw(out, between[0] == '[' ? "[]" : "]");
    return fault;
}

fp_template_fault fp_tpl_transform(fp_tpl_making *m, const fp_tpl_field *field, fp_str content,
                                   fp_str captures, fp_json *out)
{
    fp_json object = { 0 };
    scope s = { .m = m };
    fp_template_fault fault;

    fp_json_raw(&object, "{");
    fp_json_bytes(&object, captures);
    fp_json_raw(&object, "}");
    if (object.failed) {
        fp_json_free(&object);
        return FP_TEMPLATE_NO_MEMORY;
    }
    s.captures = (fp_str){ object.ptr, object.len };
    if (field->each) {
        fault = fill_each(&s, field->transform, content, out);
    } else {
        s.content = content;
        fault = fill(&s, field->transform, out);
    }
    fp_json_free(&object);
    return fault ? fault : out->failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
}
