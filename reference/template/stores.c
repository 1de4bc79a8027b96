/* SPDX-License-Identifier: Apache-2.0 */
/* stores.c: values of fields, and the message that they make. */
#include "stores.h"

#include "core/index.h"

#include <stdlib.h>
#include <string.h>

bool fp_tpl_stores_init(fp_tpl_stores *s, const fp_template *t)
{
    s->t = t;
    s->all = calloc(t->field_count, sizeof *s->all);
    return s->all != NULL;
}

void fp_tpl_stores_free(fp_tpl_stores *s)
{
    for (size_t i = 0; s->all && i < s->t->field_count; i++) {
        fp_json_free(&s->all[i].value);
        fp_buf_free(&s->all[i].text);
    }
    free(s->all);
}

static bool decode(fp_str string, fp_json *to)
{
    bool lone = false;

    return fp_jsontext_decode(string, to, &lone);
}

/* The first value of join comes after the default, if there is one. */
static bool add_joined(fp_tpl_store_of_field *o, const fp_tpl_field *f, fp_str value)
{
    if (!o->given && fp_jsontext_kind(f->preset) == '"') {
        if (!decode(f->preset, &o->value))
            return false;
        fp_json_bytes(&o->value, f->join);
    } else if (o->given) {
        fp_json_bytes(&o->value, f->join);
    }
    return decode(value, &o->value);
}

/* The same of a list, without its brackets. */
static void add_item(fp_tpl_store_of_field *o, const fp_tpl_field *f, fp_str value)
{
    if (!o->given && f->preset.len) {
        const fp_str inside = fp_jsontext_trim((fp_str){ f->preset.ptr + 1, f->preset.len - 2 });

        fp_json_bytes(&o->value, inside);
    }
    if (o->value.len)
        fp_json_raw(&o->value, ",");
    fp_json_bytes(&o->value, value);
}

bool fp_tpl_store(fp_tpl_stores *s, size_t field, fp_str value, fp_str text, bool joined)
{
    const fp_tpl_field *f = &s->t->fields[field];
    fp_tpl_store_of_field *o = &s->all[field];
    bool good = true;

    if (f->joins) {
        good = add_joined(o, f, value);
    } else if (f->repeats) {
        add_item(o, f, value);
    } else if (joined && field == s->t->implicit && f->content.kind == FP_TPL_TEXT &&
               !f->transform.len) {
        good = fp_buf_append(&o->text, text.ptr, text.len);
        o->pieces = true;
    } else {
        o->value.len = 0;
        fp_json_bytes(&o->value, value);
    }
    o->present = o->given = true;
    return good && !o->value.failed;
}

bool fp_tpl_stores_end(fp_tpl_stores *s)
{
    for (size_t i = 0; i < s->t->field_count; i++) {
        fp_tpl_store_of_field *o = &s->all[i];
        fp_tpl_making making = { 0 };

        if (o->pieces &&
            fp_tpl_parse(&making, &s->t->fields[i].content, fp_buf_str(&o->text), &o->value))
            return false;
    }
    return true;
}

size_t fp_tpl_missing(const fp_tpl_stores *s)
{
    for (size_t i = 0; i < s->t->field_count; i++)
        if (s->t->fields[i].required && !s->all[i].present && !s->t->fields[i].preset.len)
            return i;
    return FP_TPL_NO_FIELD;
}

/* -- the message ------------------------------------------------------------------------------- */

static bool is_empty(const fp_tpl_field *f, const fp_tpl_store_of_field *o)
{
    const fp_str value = { o->value.ptr, o->value.len };
    const char kind = fp_jsontext_kind(value);
    size_t at = 0;
    fp_str key, item;

    if (f->joins || f->repeats)
        return !value.len;
    if (kind == '{')
        return !fp_jsontext_member(value, &at, &key, &item);
    if (kind == '[')
        return !fp_jsontext_item(value, &at, &item);
    return kind == 'n' || (kind == '"' && value.len == 2);
}

static void write_value(const fp_tpl_field *f, const fp_tpl_store_of_field *o, fp_json *out)
{
    const fp_str value = { o->value.ptr, o->value.len };

    if (f->joins) {
        fp_json_string(out, value);
        return;
    }
    if (f->repeats)
        fp_json_raw(out, "[");
    fp_json_bytes(out, value);
    if (f->repeats)
        fp_json_raw(out, "]");
}

/* The members of defaults that no field replaces. */
static void write_defaults(const fp_tpl_stores *s, const fp_index *given, fp_json *out)
{
    fp_str key, value;
    fp_json name = { 0 };
    bool lone = false;

    for (size_t at = 0;
         s->t->defaults.len && fp_jsontext_member(s->t->defaults, &at, &key, &value);) {
        fp_str decoded;

        name.len = 0;
        if (!fp_jsontext_decode(key, &name, &lone)) {
            out->failed = true;
            break;
        }
        decoded = (fp_str){ name.ptr, name.len };
        if (fp_index_is(given, fp_index_find(given, decoded), decoded))
            continue;
        fp_json_raw(out, out->ptr && out->ptr[out->len - 1] == '{' ? "" : ",");
        fp_json_bytes(out, key);
        fp_json_raw(out, ":");
        fp_json_bytes(out, value);
    }
    fp_json_free(&name);
}

/* Fields that are given, by name. */
static bool index_given(const fp_tpl_stores *s, fp_index *index)
{
    size_t count = 0;

    if (!fp_index_make(index, s->t->field_count))
        return false;
    for (size_t i = 0; i < s->t->field_count; i++)
        if (s->all[i].given)
            index->entries[count++] = (fp_index_entry){ s->t->fields[i].name, i };
    index->count = count;
    fp_index_sort(index);
    return true;
}

void fp_tpl_write_message(const fp_tpl_stores *s, fp_json *out)
{
    fp_index given = { 0 };

    if (!index_given(s, &given)) {
        out->failed = true;
        return;
    }
    fp_json_raw(out, "{");
    write_defaults(s, &given, out);
    for (size_t i = 0; !out->failed && i < s->t->field_count; i++) {
        const fp_tpl_field *f = &s->t->fields[i];

        if (!s->all[i].given || (is_empty(f, &s->all[i]) && !f->preset.len))
            continue;
        fp_json_raw(out, out->ptr[out->len - 1] == '{' ? "" : ",");
        fp_json_string(out, f->name);
        fp_json_raw(out, ":");
        write_value(f, &s->all[i], out);
    }
    fp_json_raw(out, "}");
    fp_index_free(&given);
}
