/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_catalogue.c: what holds of every catalogue (spec/catalogue.md): it is read, or refused with
 * a sentence and a line that is there; tools and arguments are found by their names and places; and
 * written again from what was read, or with another layout, it reads the same.
 */
#include "base/util.h"
#include "common.h"
#include "format.h"
#include "target.h"
#include "templates.h"
#include "words.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>
#include <fencepost/jsontext.h>

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static const claim ERROR = { "ERROR", "CATALOGUE-1.1", "format catalogue" };
static const claim INVARIANT = { "INVARIANT", "CATALOGUE-1.2", "format catalogue" };
static const claim AGAIN = { "AGAIN", "CATALOGUE-1.2", "format catalogue" };

/* -- two catalogues ---------------------------------------------------------------------------- */

static bool same_json(fp_str a, fp_str b)
{
    return a.len && b.len ? fp_jsontext_equal(a, b) : a.len == b.len;
}

static bool same_arg(const fp_tool_arg *a, const fp_tool_arg *b)
{
    return fp_str_equal(a->name, b->name) && fp_str_equal(a->description, b->description) &&
           same_json(a->schema, b->schema) && same_json(a->enumeration, b->enumeration) &&
           same_json(a->constant, b->constant) && same_json(a->default_value, b->default_value) &&
           a->types == b->types && same_json(a->item_constant, b->item_constant) &&
           same_json(a->item_enumeration, b->item_enumeration) && a->item_types == b->item_types &&
           same_json(a->unknown_type, b->unknown_type) && a->required == b->required &&
           a->multiline == b->multiline && a->position == b->position;
}

static bool same_tool(const fp_tool *a, const fp_tool *b)
{
    bool same = fp_str_equal(a->name, b->name) && fp_str_equal(a->description, b->description) &&
                fp_str_equal(a->version, b->version) && fp_str_equal(a->category, b->category) &&
                a->kind == b->kind && a->layout == b->layout &&
                same_json(a->examples, b->examples) && same_json(a->textual, b->textual) &&
                a->arg_count == b->arg_count;

    for (size_t i = 0; same && i < a->arg_count; i++)
        same = same_arg(&a->args[i], &b->args[i]);
    return same;
}

static bool same_catalogue(const fp_catalogue *a, const fp_catalogue *b)
{
    bool same = a && b && fp_catalogue_count(a) == fp_catalogue_count(b);

    for (size_t i = 0; same && i < fp_catalogue_count(a); i++)
        same = same_tool(fp_catalogue_tool(a, i), fp_catalogue_tool(b, i));
    return same;
}

/* -- what is true of one ----------------------------------------------------------------------- */

static bool is_json(fp_str text)
{
    size_t wrong;

    return !text.len || fp_jsontext_valid(text, 4096, &wrong);
}

static void check_arg(const fp_tool *tool, const fp_tool_arg *arg)
{
    require(fp_tool_find_arg(tool, arg->name) == arg, &INVARIANT,
            "an argument is not found by its name, or another one is");
    require(arg->schema.len && is_json(arg->schema) && is_json(arg->enumeration) &&
                is_json(arg->constant) && is_json(arg->default_value) &&
                is_json(arg->item_constant) && is_json(arg->item_enumeration) &&
                is_json(arg->unknown_type),
            &INVARIANT, "a JSON text of an argument is not JSON");
    require(!arg->position || fp_tool_positional(tool, arg->position) == arg, &INVARIANT,
            "an argument is not found at its position");
    require(!arg->position || !arg->multiline, &INVARIANT, "a multi-line argument has a position");
    require(arg->position <= tool->arg_count, &INVARIANT, "a position beyond the arguments");
}

static void check_tool(const fp_catalogue *c, const fp_tool *tool)
{
    const fp_tool_arg *multiline = fp_tool_multiline(tool);
    size_t positions = 0;

    require(fp_catalogue_find(c, tool->name) == tool && fp_catalogue_has(c, tool->name), &INVARIANT,
            "a tool is not found by its name, or another one is");
    require(is_json(tool->examples) && is_json(tool->textual), &INVARIANT,
            "a JSON text of a tool is not JSON");
    for (size_t i = 0; i < tool->arg_count; i++) {
        check_arg(tool, &tool->args[i]);
        positions += tool->args[i].position != 0;
    }
    require(!multiline || multiline->multiline, &INVARIANT, "a multi-line argument that is not");
    for (size_t i = 1; i <= positions; i++)
        require(fp_tool_positional(tool, i) != NULL, &INVARIANT, "a position is left out");
}

static void check_error(const fp_catalogue_error *error, fp_str text)
{
    size_t lines = 1;

    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n';
    require(memchr(error->text, '\0', sizeof error->text) != NULL && *error->text, &ERROR,
            "it is refused without a sentence");
    require(error->line <= lines, &ERROR, "the error names a line that is not there");
}

/* -- written again ----------------------------------------------------------------------------- */

static void write_member(fp_json *out, const char *key, fp_str value)
{
    if (!value.len)
        return;
    fp_json_raw(out, key);
    fp_json_string(out, value);
}

static void write_tool(fp_json *out, const fp_tool *tool)
{
    size_t required = 0;

    write_member(out, "{\"name\":", tool->name);
    write_member(out, ",\"description\":", tool->description);
    fp_json_raw(out, ",\"inputSchema\":{\"type\":\"object\",\"properties\":{");
    for (size_t i = 0; i < tool->arg_count; i++) {
        fp_json_raw(out, i ? "," : "");
        fp_json_string(out, tool->args[i].name);
        fp_json_raw(out, ":");
        fp_json_bytes(out, tool->args[i].schema);
    }
    fp_json_raw(out, "},\"required\":[");
    for (size_t i = 0; i < tool->arg_count; i++)
        if (tool->args[i].required) {
            fp_json_raw(out, required++ ? "," : "");
            fp_json_string(out, tool->args[i].name);
        }
    fp_json_raw(out, "]}");
    if (tool->textual.len) {
        fp_json_raw(out, ",\"x-fencepost\":");
        fp_json_bytes(out, tool->textual);
    }
    fp_json_raw(out, "}");
}

/* Whether all of it can be written: a string that is not UTF-8 cannot. */
static bool can_be_written(const fp_catalogue *c)
{
    bool can = true;

    for (size_t i = 0; i < fp_catalogue_count(c); i++) {
        const fp_tool *tool = fp_catalogue_tool(c, i);

        can = can && is_utf8(tool->name) && is_utf8(tool->description);
        for (size_t k = 0; k < tool->arg_count; k++)
            can = can && is_utf8(tool->args[k].name);
    }
    return can;
}

static fp_catalogue *read_written(const fp_json *text)
{
    fp_catalogue_error error = { 0 };
    char *copy = exact_copy(text->ptr, text->len);
    fp_catalogue *c = fp_catalogue_read((fp_str){ copy, text->len }, &error);

    free(copy);
    return c;
}

static void check_written(const fp_catalogue *c)
{
    size_t count = fp_catalogue_count(c);
    fp_catalogue *again;
    fp_json out = { 0 };

    if (canary_planted() && count) /* the planted fault: the last tool is lost */
        count--;
    fp_json_raw(&out, "{\"tools\":[");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(&out, i ? "," : "");
        write_tool(&out, fp_catalogue_tool(c, i));
    }
    fp_json_raw(&out, "]}");
    again = read_written(&out);
    require(same_catalogue(c, again), &AGAIN,
            canary_planted() ? "the planted fault is noticed"
                             : "written again, it reads as something else");
    fp_catalogue_free(again);
    fp_json_free(&out);
}

/* Blanks between the tokens change nothing; they are put in by another program than ours, which
 * keeps to what it can read itself. */
static void check_layout(const fp_catalogue *c, fp_str text)
{
#ifdef FUZZ_WITHOUT_JANSSON
    (void)c;
    (void)text;
#else
    json_t *json = json_loadb(text.ptr, text.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    char *dumped = json ? json_dumps(json, JSON_INDENT(3) | JSON_REAL_PRECISION(17)) : NULL;

    if (dumped) {
        const fp_json out = { .ptr = dumped, .len = strlen(dumped) };
        fp_catalogue *again = read_written(&out);

        require(again && fp_catalogue_count(again) == fp_catalogue_count(c), &AGAIN,
                "with another layout, it is refused, or has other tools");
        fp_catalogue_free(again);
    }
    free(dumped);
    json_decref(json);
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = exact_copy(data, size);
    const fp_str text = { copy, size };
    fp_catalogue_error error = { 0 };
    fp_catalogue *c = fp_catalogue_read(text, &error);

    if (c) {
        for (size_t i = 0; i < fp_catalogue_count(c); i++)
            check_tool(c, fp_catalogue_tool(c, i));
        if (can_be_written(c))
            check_written(c);
        check_layout(c, text);
    } else {
        check_error(&error, text);
    }
    fp_catalogue_free(c);
    free(copy);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static const char *const DOCUMENTS[] = {
    "{\"tools\":[{\"name\":\"write_file\",\"description\":\"Writes a file.\",\"inputSchema\":"
    "{\"type\":\"object\",\"required\":[\"path\"],\"properties\":{\"path\":{\"type\":\"string\"},"
    "\"mode\":{\"type\":\"integer\",\"default\":420},\"content\":{\"type\":\"string\"}}},"
    "\"x-fencepost\":{\"positional\":[\"path\",\"mode\"],\"multiline\":[\"content\"],"
    "\"examples\":[{\"input\":{\"path\":\"a.txt\",\"content\":\"x\\n\"}}]}}]}",
    "{\"tools\": [\n  {\"name\": \"ping\"},\n  {\"name\": \"count\", \"inputSchema\": "
    "{\"properties\": "
    "{\"n\": {\"anyOf\": [{\"type\": \"integer\"}, {\"type\": \"null\"}]}, \"of\": {\"enum\": "
    "[\"a\", \"b\"]}}}}\n]}\n",
    "{\"tools\":[{\"name\":\"all\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"l\":"
    "{\"type\":\"array\",\"items\":{\"type\":[\"integer\",\"number\"]}},\"o\":{\"type\":\"object\"}"
    ","
    "\"b\":{\"const\":true}},\"required\":[\"l\",\"b\"]},\"x-fencepost\":{\"kind\":\"hybrid\","
    "\"category\":\"files\",\"version\":\"2\",\"multiline\":[\"l\"]}}]}",
    "{\"tools\":[{\"name\":\"m\",\"inputSchema\":{\"properties\":{\"a\":{},\"b\":{},\"c\":{}}},"
    "\"x-fencepost\":{\"positional\":[\"a\",\"b\",\"c\"],\"multiline\":[\"a\",\"b\"]}}]}",
    "{\"tools\":[]}",
    NULL
};

static const templates TEMPLATES = { DOCUMENTS, CATALOGUE_WORDS };

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return templates_input(&TEMPLATES, seed, data, cap);
}
