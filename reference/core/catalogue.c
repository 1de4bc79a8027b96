/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.c: the tools on offer. jansson reads; a sorted table of names answers. */
#include <fencepost/catalogue.h>

#include <jansson.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fp_catalogue {
    json_t *json;  /* owns the names */
    fp_str *names; /* sorted */
    size_t count;
};

__attribute__((format(printf, 3, 4))) static bool refuse(fp_catalogue_error *error, size_t line,
                                                         const char *format, ...)
{
    va_list args;

    va_start(args, format);
    error->line = line;
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

static int compare(const void *a, const void *b)
{
    const fp_str *x = a, *y = b;
    const size_t len = x->len < y->len ? x->len : y->len;
    const int order = len ? memcmp(x->ptr, y->ptr, len) : 0;

    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static bool read_tool(const json_t *tool, size_t index, fp_str *name, fp_catalogue_error *error)
{
    const json_t *json_name = json_object_get(tool, "name");
    const char *key;
    json_t *value;

    if (!json_is_object(tool))
        return refuse(error, 0, "tool %zu is not an object", index + 1);
    if (!json_is_string(json_name) || json_string_length(json_name) == 0)
        return refuse(error, 0, "tool %zu has no \"name\"", index + 1);
    json_object_foreach ((json_t *)(uintptr_t)tool, key, value) {
        static const char *const KNOWN[] = { "name",        "title",       "description",
                                             "inputSchema", "annotations", "x-fencepost" };
        size_t i = 0;

        while (i < sizeof KNOWN / sizeof *KNOWN && strcmp(KNOWN[i], key) != 0)
            i++;
        if (i == sizeof KNOWN / sizeof *KNOWN)
            return refuse(error, 0, "tool \"%.60s\" has an unknown member \"%.60s\"",
                          json_string_value(json_name), key);
    }
    *name = (fp_str){ json_string_value(json_name), json_string_length(json_name) };
    return true;
}

static bool read_tools(fp_catalogue *c, fp_catalogue_error *error)
{
    const json_t *tools = json_object_get(c->json, "tools");
    const size_t count = json_array_size(tools);

    if (!json_is_array(tools) || json_object_size(c->json) != 1)
        return refuse(error, 0, "a catalogue is {\"tools\": [ … ]} and nothing else");
    c->names = calloc(count + 1, sizeof *c->names);
    if (!c->names)
        return refuse(error, 0, "out of memory");
    for (; c->count < count; c->count++)
        if (!read_tool(json_array_get(tools, c->count), c->count, &c->names[c->count], error))
            return false;
    qsort(c->names, count, sizeof *c->names, compare);
    for (size_t i = 1; i < count; i++)
        if (fp_str_equal(c->names[i - 1], c->names[i]))
            return refuse(error, 0, "two tools are called \"%.*s\"",
                          (int)(c->names[i].len < 80 ? c->names[i].len : 80), c->names[i].ptr);
    return true;
}

fp_catalogue *fp_catalogue_read(fp_str json, fp_catalogue_error *error)
{
    json_error_t where;
    fp_catalogue *c = calloc(1, sizeof *c);

    if (!c) {
        refuse(error, 0, "out of memory");
        return NULL;
    }
    c->json = json_loadb(json.ptr ? json.ptr : "", json.len, JSON_REJECT_DUPLICATES, &where);
    if (!c->json)
        refuse(error, where.line > 0 ? (size_t)where.line : 0, "%s",
               where.text[0] ? where.text : "out of memory"); /* jansson is silent then */
    if (c->json && read_tools(c, error))
        return c;
    fp_catalogue_free(c);
    return NULL;
}

void fp_catalogue_free(fp_catalogue *c)
{
    if (!c)
        return;
    json_decref(c->json);
    free(c->names);
    free(c);
}

bool fp_catalogue_has(const fp_catalogue *c, fp_str name)
{
    return c->count && bsearch(&name, c->names, c->count, sizeof *c->names, compare);
}

size_t fp_catalogue_count(const fp_catalogue *c)
{
    return c->count;
}
