/* SPDX-License-Identifier: Apache-2.0 */
/* load.c: a template, from its JSON to delimiters and content parsers (TEMPLATE-1). */
#include "parts.h"

#include "core/index.h"
#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, and of which field. */
typedef struct loading {
    fp_template *t;
    fp_template_error *error;
    fp_str field;     /* empty: the top */
    fp_index presets; /* the members of defaults, each at its place in … */
    fp_str *values;   /* … this */
} loading;

static bool fail(loading *l, fp_template_fault fault, const char *why)
{
    const int len = l->field.len < 64 ? (int)l->field.len : 64;

    l->error->fault = fault;
    if (fault == FP_TEMPLATE_NO_MEMORY)
        snprintf(l->error->reason, sizeof l->error->reason, "memory is out");
    else if (l->field.ptr)
        snprintf(l->error->reason, sizeof l->error->reason, "field \"%.*s\": %s", len, l->field.ptr,
                 why);
    else
        snprintf(l->error->reason, sizeof l->error->reason, "%s", why);
    return false;
}

static bool refuse(loading *l, const char *why)
{
    return fail(l, FP_TEMPLATE_REFUSED, why);
}

static bool no_memory(loading *l)
{
    return fail(l, FP_TEMPLATE_NO_MEMORY, "");
}

fp_str fp_tpl_string(fp_tpl_arena *arena, fp_str json)
{
    fp_json text = { 0 };
    bool lone = false;
    char *copy;
    size_t len;

    if (!fp_jsontext_decode(json, &text, &lone)) {
        fp_json_free(&text);
        return (fp_str){ 0 };
    }
    len = text.len;
    copy = fp_tpl_alloc(arena, len + 1, 1);
    if (copy)
        memcpy(copy, text.ptr, len);
    fp_json_free(&text);
    return (fp_str){ copy, copy ? len : 0 };
}

fp_str fp_tpl_member(fp_str object, fp_str key)
{
    fp_str name, value, last = { 0 };

    for (size_t at = 0;
         fp_jsontext_kind(object) == '{' && fp_jsontext_member(object, &at, &name, &value);)
        if (fp_jsontext_is(name, key))
            last = value;
    return last;
}

static bool refuse_key(loading *l, fp_str key)
{
    enum { SHOWN = 80 };
    char why[SHOWN + 48];

    snprintf(why, sizeof why, "a key that templates do not have: %.*s%s",
             key.len < SHOWN ? (int)key.len : 0, key.ptr, key.len < SHOWN ? "" : "a long one");
    return refuse(l, why);
}

/* Whether all keys are of the list, and none comes twice. */
static bool only(loading *l, fp_str object, const char *const *keys)
{
    uint32_t seen = 0;
    fp_str key, value;

    for (size_t at = 0; fp_jsontext_member(object, &at, &key, &value);) {
        unsigned i = 0;

        while (keys[i] && !fp_jsontext_is(key, fp_str_of(keys[i])))
            i++;
        if (!keys[i])
            return refuse_key(l, key);
        if (seen >> i & 1)
            return refuse(l, "a key that comes twice");
        seen |= 1U << i;
    }
    return true;
}

/* -- delimiters -------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    const fp_str *x = a, *y = b;
    const int order = memcmp(x->ptr, y->ptr, x->len < y->len ? x->len : y->len);

    return order ? order : x->len < y->len ? -1 : x->len > y->len;
}

static bool add_literal(loading *l, fp_str value, fp_str *to)
{
    if (fp_jsontext_kind(value) != '"')
        return refuse(l, "a literal that is not a string");
    *to = fp_tpl_string(&l->t->arena, value);
    if (!to->ptr)
        return no_memory(l);
    return to->len || refuse(l, "a literal that is empty");
}

static bool read_literals(loading *l, fp_str value, fp_tpl_delimiter *d)
{
    const bool list = fp_jsontext_kind(value) == '[';
    size_t count = !list, kept = 0;
    fp_str item, *all;

    for (size_t at = 0; list && fp_jsontext_item(value, &at, &item);)
        count++;
    if (!count)
        return refuse(l, "a list of literals that is empty");
    all = fp_tpl_alloc(&l->t->arena, count, sizeof *all);
    if (!all)
        return no_memory(l);
    if (!list && !add_literal(l, value, all))
        return false;
    for (size_t at = 0, i = 0; list && fp_jsontext_item(value, &at, &item); i++)
        if (!add_literal(l, item, &all[i]))
            return false;
    qsort(all, count, sizeof *all, by_text);
    for (size_t i = 0; i < count; i++)
        if (!kept || by_text(&all[kept - 1], &all[i]) != 0)
            all[kept++] = all[i];
    d->literals = all;
    d->literal_count = kept;
    return true;
}

static void count_groups(loading *l, const fp_tpl_pattern *pattern)
{
    uint32_t groups = 0;

    pcre2_pattern_info(pattern->code, PCRE2_INFO_CAPTURECOUNT, &groups);
    if (groups + 1 > l->t->pairs)
        l->t->pairs = groups + 1;
}

static bool read_pattern(loading *l, fp_str value, fp_tpl_delimiter *d)
{
    const char *why = "";
    fp_template_fault fault;
    fp_str text;

    if (fp_jsontext_kind(value) != '"')
        return refuse(l, "a pattern that is not a string");
    text = fp_tpl_string(&l->t->arena, value);
    if (!text.ptr)
        return no_memory(l);
    fault = fp_tpl_compile(&l->t->arena, text, &d->pattern, &why);
    if (fault)
        return fail(l, fault, why);
    count_groups(l, &d->pattern);
    l->t->looks_back = l->t->looks_back || d->pattern.looks_back;
    l->t->keeps_text = l->t->keeps_text || (d->pattern.looks_back && !d->pattern.at_start);
    return true;
}

static bool read_delimiter(loading *l, fp_str literal, fp_str pattern, fp_tpl_delimiter *d)
{
    if (literal.len && pattern.len)
        return refuse(l, "literals and a pattern for one delimiter");
    if (literal.len)
        return read_literals(l, literal, d);
    return !pattern.len || read_pattern(l, pattern, d);
}

/* -- fields ------------------------------------------------------------------------------------ */

static bool read_flag(loading *l, fp_str object, const char *key, bool *to)
{
    const fp_str value = fp_tpl_member(object, fp_str_of(key));
    const char kind = fp_jsontext_kind(value);

    if (value.len && value.ptr)
        *to = value.ptr[0] == 't';
    return !kind || kind == 't' || kind == 'f' ||
           refuse(l, "a key that should be true or false is neither");
}

static bool read_join(loading *l, fp_str value, fp_tpl_field *f)
{
    if (!value.len)
        return true;
    if (!f->repeats || fp_jsontext_kind(value) != '"')
        return refuse(l, "join is a string, and needs repeats");
    f->joins = true;
    f->join = fp_tpl_string(&l->t->arena, value);
    return f->join.ptr || no_memory(l);
}

fp_tpl_holder fp_tpl_holder_of(fp_str text, fp_str *path)
{
    for (size_t at = 0; at < text.len; at++) {
        size_t end = at + 1;
        bool word = false;

        if (text.ptr[at] != '{')
            continue;
        for (; end < text.len; end++) {
            const unsigned char c = (unsigned char)text.ptr[end];
            const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';

            if (c == '.' && !word)
                break;
            if (c != '.' && c != '_' && !(c >= '0' && c <= '9') && !letter && c < 0x80)
                break;
            word = c != '.';
        }
        if (!word || end == text.len || text.ptr[end] != '}')
            continue;
        *path = (fp_str){ text.ptr + at + 1, end - at - 1 };
        return at == 0 && end + 1 == text.len ? FP_TPL_HOLDER : FP_TPL_MIXED;
    }
    return FP_TPL_PLAIN;
}

static bool read_transform(loading *l, fp_str value, fp_tpl_field *f)
{
    fp_tpl_strings s = { 0 };
    fp_str path;

    if (!value.len || fp_jsontext_kind(value) == 'n')
        return true;
    f->transform = value;
    while (fp_tpl_next_string(value, &s)) {
        const fp_str text = fp_tpl_string(&l->t->arena, (fp_str){ value.ptr + s.at, s.end - s.at });

        if (!text.ptr)
            return no_memory(l);
        if (fp_tpl_holder_of(text, &path) == FP_TPL_MIXED)
            return refuse(l, "a transform that mixes text and a placeholder");
    }
    return true;
}

static bool read_shape(loading *l, fp_str object, fp_tpl_field *f)
{
    const char *why = "";
    fp_template_fault fault;

    if (!read_transform(l, fp_tpl_member(object, FP_STR("transform")), f) ||
        !read_flag(l, object, "transform_each", &f->each))
        return false;
    if (f->each && !f->transform.len)
        return refuse(l, "transform_each without a transform");
    if (!f->transform.len && ((f->open.pattern.code && fp_tpl_has_groups(&f->open.pattern)) ||
                              (f->close.pattern.code && fp_tpl_has_groups(&f->close.pattern))))
        return refuse(l, "named groups without a transform");
    fault = fp_tpl_read_content(&l->t->arena, fp_tpl_member(object, FP_STR("content")),
                                fp_tpl_member(object, FP_STR("content_args")), &f->content, &why);
    for (const fp_tpl_content *c = &f->content; !fault && c; c = c->value)
        if (c->tag.code)
            count_groups(l, &c->tag);
    return !fault || fail(l, fault, why);
}

/* A default is such that values can be added to it. */
static bool read_preset(loading *l, fp_tpl_field *f)
{
    const size_t at = fp_index_find(&l->presets, f->name);
    char kind;

    if (fp_index_is(&l->presets, at, f->name))
        f->preset = l->values[l->presets.entries[at].place];
    kind = fp_jsontext_kind(f->preset);
    if (!kind || !f->repeats)
        return true;
    if (f->joins)
        return kind == '"' || kind == 'n' || refuse(l, "join, and a default that is not a string");
    return kind == '[' || refuse(l, "repeats, and a default that is not a list");
}

static bool read_field(loading *l, fp_str object, fp_tpl_field *f)
{
    static const char *const KEYS[] = { "open",          "open_pattern",   "close",
                                        "close_pattern", "repeats",        "join",
                                        "optional",      "content",        "content_args",
                                        "transform",     "transform_each", NULL };
    bool optional = true;

    if (fp_jsontext_kind(object) != '{')
        return refuse(l, "is not an object");
    if (!only(l, object, KEYS) ||
        !read_delimiter(l, fp_tpl_member(object, FP_STR("open")),
                        fp_tpl_member(object, FP_STR("open_pattern")), &f->open) ||
        !read_delimiter(l, fp_tpl_member(object, FP_STR("close")),
                        fp_tpl_member(object, FP_STR("close_pattern")), &f->close) ||
        !read_flag(l, object, "repeats", &f->repeats) ||
        !read_flag(l, object, "optional", &optional) ||
        !read_join(l, fp_tpl_member(object, FP_STR("join")), f) || !read_shape(l, object, f))
        return false;
    f->required = !optional;
    return read_preset(l, f);
}

static bool names_differ(loading *l)
{
    fp_index index = { 0 };
    bool good = fp_index_make(&index, l->t->field_count);

    l->field = (fp_str){ 0 };
    if (!good)
        return no_memory(l);
    for (size_t i = 0; i < l->t->field_count; i++)
        index.entries[i] = (fp_index_entry){ l->t->fields[i].name, i };
    fp_index_sort(&index);
    for (size_t i = 1; good && i < l->t->field_count; i++)
        good = !fp_str_equal(index.entries[i - 1].key, index.entries[i].key);
    fp_index_free(&index);
    return good || refuse(l, "two fields of one name");
}

static bool read_fields(loading *l, fp_str fields)
{
    fp_template *t = l->t;
    fp_str key, value;
    size_t count = 0;

    for (size_t at = 0;
         fp_jsontext_kind(fields) == '{' && fp_jsontext_member(fields, &at, &key, &value);)
        count++;
    if (!count)
        return refuse(l, "fields is not an object with at least one field");
    t->fields = fp_tpl_alloc(&t->arena, count, sizeof *t->fields);
    if (!t->fields)
        return no_memory(l);
    for (size_t at = 0; fp_jsontext_member(fields, &at, &key, &value);) {
        fp_tpl_field *f = &t->fields[t->field_count];

        f->name = fp_tpl_string(&t->arena, key);
        if (!f->name.ptr)
            return no_memory(l);
        l->field = f->name;
        f->open.field = f->close.field = t->field_count;
        f->close.close = true;
        if (!read_field(l, value, f))
            return false;
        if (!fp_tpl_is_there(&f->open) && t->implicit != FP_TPL_NO_FIELD)
            return refuse(l, "a second field without an opener");
        if (!fp_tpl_is_there(&f->open))
            t->implicit = t->field_count;
        t->field_count++;
    }
    return names_differ(l);
}

/* -- the whole --------------------------------------------------------------------------------- */

static bool make_outside(loading *l)
{
    fp_template *t = l->t;
    const fp_tpl_delimiter **all = calloc(t->field_count + 1, sizeof *all);
    size_t count = 0;
    bool good;

    if (!all)
        return no_memory(l);
    for (size_t i = 0; i < t->field_count; i++)
        if (fp_tpl_is_there(&t->fields[i].open))
            all[count++] = &t->fields[i].open;
    if (t->implicit != FP_TPL_NO_FIELD && fp_tpl_is_there(&t->fields[t->implicit].close))
        all[count++] = &t->fields[t->implicit].close;
    good = fp_tpl_watch_make(&t->arena, &t->outside, all, count);
    free((void *)all);
    return good || no_memory(l);
}

/* Of few fields the patterns are made quick: that takes longer than to load them. */
static bool quicken(loading *l)
{
    fp_template *t = l->t;

    for (size_t i = 0; i < t->field_count && t->field_count <= FP_TPL_LEADS_MOST; i++) {
        fp_tpl_pattern *open = &t->fields[i].open.pattern, *close = &t->fields[i].close.pattern;

        if (!fp_tpl_quicken(open) || !fp_tpl_quicken(close) || !fp_tpl_learn_lead(open) ||
            !fp_tpl_learn_lead(close))
            return no_memory(l);
    }
    return true;
}

static bool make_watches(loading *l)
{
    fp_template *t = l->t;
    const fp_tpl_delimiter *anchor = &t->anchor;

    t->closes = fp_tpl_alloc(&t->arena, t->field_count, sizeof *t->closes);
    if (!quicken(l))
        return false;
    if (!t->closes || !fp_tpl_watch_make(&t->arena, &t->anchors, &anchor, 1))
        return no_memory(l);
    for (size_t i = 0; i < t->field_count; i++) {
        const fp_tpl_delimiter *close = &t->fields[i].close;

        if (!fp_tpl_watch_make(&t->arena, &t->closes[i], &close, fp_tpl_is_there(close)))
            return no_memory(l);
    }
    return make_outside(l);
}

static bool read_defaults(loading *l, fp_str defaults)
{
    fp_template *t = l->t;
    size_t count = 0;
    fp_str key, value;

    if (!defaults.len)
        return true;
    if (fp_jsontext_kind(defaults) != '{')
        return refuse(l, "defaults is not an object");
    t->defaults = defaults;
    for (size_t at = 0; fp_jsontext_member(defaults, &at, &key, &value);)
        count++;
    l->values = fp_tpl_alloc(&t->arena, count, sizeof *l->values);
    if (!l->values || !fp_index_make(&l->presets, count))
        return no_memory(l);
    for (size_t at = 0, i = 0; fp_jsontext_member(defaults, &at, &key, &value); i++) {
        l->presets.entries[i] = (fp_index_entry){ fp_tpl_string(&t->arena, key), i };
        l->values[i] = value;
        if (!l->presets.entries[i].key.ptr)
            return no_memory(l);
    }
    fp_index_sort(&l->presets);
    for (size_t i = 1; i < count; i++)
        if (fp_str_equal(l->presets.entries[i - 1].key, l->presets.entries[i].key))
            return refuse(l, "defaults with a key that comes twice");
    return true;
}

static bool read_top(loading *l, fp_str top)
{
    static const char *const KEYS[] = {
        "version", "defaults", "fields", "start_anchor", "start_anchor_pattern", NULL
    };
    const fp_str version = fp_tpl_member(top, FP_STR("version"));
    fp_template *t = l->t;

    if (!only(l, top, KEYS))
        return false;
    if (version.len && !fp_jsontext_equal(version, FP_STR("1")))
        return refuse(l, "a version other than 1");
    if (!read_defaults(l, fp_tpl_member(top, FP_STR("defaults"))) ||
        !read_delimiter(l, fp_tpl_member(top, FP_STR("start_anchor")),
                        fp_tpl_member(top, FP_STR("start_anchor_pattern")), &t->anchor))
        return false;
    if (!fp_tpl_is_there(&t->anchor))
        return refuse(l, "neither start_anchor nor start_anchor_pattern");
    return read_fields(l, fp_tpl_member(top, FP_STR("fields"))) && make_watches(l);
}

bool fp_tpl_has_template(fp_str json, fp_template_error *error)
{
    const char *why = NULL;
    size_t wrong = 0;

    if (!fp_jsontext_valid(json, FP_TPL_DEPTH_MAX, &wrong))
        why = "it is not JSON";
    else if (fp_jsontext_kind(fp_jsontext_trim(json)) != '{')
        why = "it is not an object";
    else if (!fp_jsontext_get(json, "response_template").len &&
             !fp_jsontext_get(json, "fields").len)
        why = "it has neither response_template nor fields, one of which a template has";
    if (!why)
        return true;
    error->fault = FP_TEMPLATE_REFUSED;
    if (strcmp(why, "it is not JSON") == 0)
        snprintf(error->reason, sizeof error->reason, "%s from byte %zu on", why, wrong);
    else
        snprintf(error->reason, sizeof error->reason, "%s", why);
    return false;
}

static bool read_all(loading *l, fp_str json)
{
    fp_json compact = { 0 };
    char *copy;
    fp_str text, inner;

    for (size_t at = 0; at < json.len;) {
        const size_t len = fp_utf8_sequence((const unsigned char *)json.ptr + at, json.len - at);

        if (!len)
            return refuse(l, "it is not UTF-8");
        at += len;
    }
    if (!fp_tpl_has_template(json, l->error))
        return false;
    fp_tpl_compact(json, &compact);
    copy = compact.failed ? NULL : fp_tpl_alloc(&l->t->arena, compact.len + 1, 1);
    if (copy)
        memcpy(copy, compact.ptr, compact.len);
    text = (fp_str){ copy, compact.len };
    fp_json_free(&compact);
    if (!copy)
        return no_memory(l);
    inner = fp_tpl_member(text, FP_STR("response_template"));
    if (inner.len)
        text = inner;
    if (fp_jsontext_kind(text) != '{')
        return refuse(l, "it is not an object");
    return read_top(l, text);
}

fp_template *fp_template_load(fp_str json, fp_template_error *error)
{
    fp_template *t = calloc(1, sizeof *t);
    loading l = { .t = t, .error = error };

    *error = (fp_template_error){ 0 };
    if (!t) {
        no_memory(&l);
        return NULL;
    }
    t->implicit = FP_TPL_NO_FIELD;
    t->pairs = 1;
    if (!read_all(&l, json)) {
        fp_template_free(t);
        t = NULL;
    }
    fp_index_free(&l.presets);
    return t;
}

void fp_template_free(fp_template *t)
{
    if (!t)
        return;
    fp_tpl_arena_free(&t->arena);
    free(t);
}

const char *fp_template_fault_name(fp_template_fault fault)
{
    static const char *const NAMES[] = {
        [FP_TEMPLATE_FINE] = "fine",           [FP_TEMPLATE_REFUSED] = "refused",
        [FP_TEMPLATE_OUTSIDE] = "outside",     [FP_TEMPLATE_MALFORMED] = "malformed",
        [FP_TEMPLATE_MISSING] = "missing",     [FP_TEMPLATE_LIMIT] = "limit",
        [FP_TEMPLATE_NO_MEMORY] = "no-memory", [FP_TEMPLATE_FINISHED] = "finished",
    };

    return NAMES[fault];
}
