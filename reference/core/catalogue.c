/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.c: the tools on offer, read from views of the JSON text, so that no number in it is
 * rounded. */
#include "catalogue_read.h"

#include <fencepost/jsontext.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fp_catalogue {
    char *json;
    fp_tool *tools;
    size_t count;
    const fp_tool **by_name; /* sorted */
};

bool fp_catalogue_refuse(fp_catalogue_error *error, size_t line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    error->line = line;
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

int fp_catalogue_short(fp_str text)
{
    enum { LONG = 60 };

    return text.len < LONG ? (int)text.len : LONG;
}

static int compare_names(fp_str x, fp_str y)
{
    const size_t len = x.len < y.len ? x.len : y.len;
    const int order = len ? memcmp(x.ptr, y.ptr, len) : 0;

    return order ? order : (x.len > y.len) - (x.len < y.len);
}

static int compare_tools(const void *a, const void *b)
{
    const fp_tool *const *x = a, *const *y = b;

    return compare_names((*x)->name, (*y)->name);
}

static bool count_items(fp_str array, size_t *count)
{
    fp_str item;

    for (size_t at = 0; fp_jsontext_item(array, &at, &item);)
        ++*count;
    return fp_jsontext_kind(array) == '[';
}

static bool read_tools(fp_catalogue *c, fp_str json, fp_catalogue_error *error)
{
    const fp_str tools = fp_jsontext_get(json, "tools");
    fp_str key, value, item;
    size_t at = 0, count = 0, members = 0;

    while (fp_jsontext_kind(json) == '{' && fp_jsontext_member(json, &at, &key, &value))
        members++;
    if (!count_items(tools, &count) || members != 1)
        return fp_catalogue_refuse(error, 0, "a catalogue is {\"tools\": [ … ]} and nothing else");
    c->tools = calloc(count + 1, sizeof *c->tools);
    c->by_name = calloc(count + 1, sizeof *c->by_name);
    if (!c->tools || !c->by_name)
        return fp_catalogue_refuse(error, 0, "out of memory");
    for (at = 0; fp_jsontext_item(tools, &at, &item); c->count++) {
        c->by_name[c->count] = &c->tools[c->count];
        if (!fp_tool_read(&c->tools[c->count], item, c->count, error)) {
            c->count++; /* so that what was read of it is freed */
            return false;
        }
    }
    qsort(c->by_name, count, sizeof *c->by_name, compare_tools);
    for (size_t i = 1; i < count; i++) {
        const fp_str name = c->by_name[i]->name;

        if (fp_str_equal(c->by_name[i - 1]->name, name))
            return fp_catalogue_refuse(error, 0, "two tools are called \"%.*s\"", SHORT(name));
    }
    return true;
}

static size_t line_of(fp_str text, size_t offset)
{
    size_t line = 1;

    for (size_t i = 0; i < offset; i++)
        line += text.ptr[i] == '\n';
    return line;
}

static bool read_json(fp_catalogue *c, fp_str json, fp_catalogue_error *error)
{
    enum { DEPTH = 128 };
    size_t wrong;

    c->json = malloc(json.len + 1);
    if (!c->json)
        return fp_catalogue_refuse(error, 0, "out of memory");
    if (json.len)
        memcpy(c->json, json.ptr, json.len);
    if (!fp_jsontext_valid(json, DEPTH, &wrong))
        return fp_catalogue_refuse(error, line_of(json, wrong),
                                   wrong < json.len ? "no JSON from byte %zu on"
                                                    : "the JSON ends too early, at byte %zu",
                                   wrong);
    return read_tools(c, (fp_str){ c->json, json.len }, error);
}

fp_catalogue *fp_catalogue_read(fp_str json, fp_catalogue_error *error)
{
    fp_catalogue *c = calloc(1, sizeof *c);

    if (!c)
        fp_catalogue_refuse(error, 0, "out of memory");
    else if (read_json(c, json, error))
        return c;
    fp_catalogue_free(c);
    return NULL;
}

void fp_catalogue_free(fp_catalogue *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++)
        fp_tool_release(&c->tools[i]);
    free(c->tools);
    free(c->by_name);
    free(c->json);
    free(c);
}

const fp_tool *fp_catalogue_find(const fp_catalogue *c, fp_str name)
{
    const fp_tool wanted = { .name = name };
    const fp_tool *key = &wanted;
    const fp_tool **found =
        c->count ? bsearch(&key, c->by_name, c->count, sizeof *c->by_name, compare_tools) : NULL;

    return found ? *found : NULL;
}

bool fp_catalogue_has(const fp_catalogue *c, fp_str name)
{
    return fp_catalogue_find(c, name) != NULL;
}

size_t fp_catalogue_count(const fp_catalogue *c)
{
    return c->count;
}

const fp_tool *fp_catalogue_tool(const fp_catalogue *c, size_t index)
{
    return &c->tools[index];
}

const fp_tool_arg *fp_tool_find_arg(const fp_tool *tool, fp_str name)
{
    for (size_t i = 0; i < tool->arg_count; i++)
        if (fp_str_equal(tool->args[i].name, name))
            return &tool->args[i];
    return NULL;
}

const fp_tool_arg *fp_tool_positional(const fp_tool *tool, size_t position)
{
    for (size_t i = 0; i < tool->arg_count; i++)
        if (tool->args[i].position == position)
            return &tool->args[i];
    return NULL;
}

const fp_tool_arg *fp_tool_multiline(const fp_tool *tool)
{
    for (size_t i = 0; i < tool->arg_count; i++)
        if (tool->args[i].multiline)
            return &tool->args[i];
    return NULL;
}
