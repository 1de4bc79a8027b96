/* SPDX-License-Identifier: Apache-2.0 */
/* about_parser.c: a parser's description of itself, as reports have it. */
#include "worker/about_parser.h"

#include <fencepost/parser.h>

#include <stdlib.h>
#include <time.h>

static json_t *capabilities_of(const wire_hello *hello)
{
    const struct {
        const char *name;
        bool claimed;
    } all[] = { { "spans", hello->spans },           { "diagnostics", hello->diagnostics },
                { "events", hello->events },         { "bytes", hello->bytes },
                { "catalogue", hello->catalogue },   { "render", hello->render },
                { "sweep", hello->sweep },           { "reset", hello->reset },
                { "interleave", hello->interleave }, { "deltas", hello->deltas },
                { "prefix", hello->prefix },         { "finish", hello->finish },
                { "tokens", hello->tokens } };
    json_t *claimed = json_array();

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].claimed)
            json_array_append_new(claimed, json_string(all[i].name));
    return claimed;
}

static json_t *policies_of(const policy_set *set)
{
    json_t *policies = json_object();

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (set->given[i])
            json_object_set_new(
                policies, fp_policy_name((fp_policy)i),
                json_string(fp_policy_value_name((fp_policy)i, set->policies.of[i])));
    return policies;
}

static const char *unit_text(unit u)
{
    return u == UNIT_BYTE ? "byte" : u == UNIT_CODEPOINT ? "codepoint" : "utf16";
}

/* By syntax; nothing where none are declared. */
static void add_readings(json_t *about, const wire_hello *hello)
{
    json_t *readings = json_object();

    for (size_t i = 0; i < hello->syntax_count; i++) {
        const declared_readings *d = &hello->own_readings[i];
        json_t *clauses = json_array();

        for (size_t k = 0; k < d->count; k++)
            json_array_append_new(clauses, json_string(d->clauses[k]));
        if (d->count)
            json_object_set(readings, fp_syntax_id(hello->syntaxes[i]), clauses);
        json_decref(clauses);
    }
    if (json_object_size(readings))
        json_object_set(about, "readings", readings);
    json_decref(readings);
}

json_t *about_worker(const wire_hello *hello)
{
    json_t *about = json_object(), *syntaxes = json_array();

    json_object_set_new(about, "name", json_string(hello->name));
    json_object_set_new(about, "version", json_string(hello->version));
    json_object_set_new(about, "language", json_string(hello->language));
    json_object_set_new(about, "unit", json_string(unit_text(hello->unit)));
    for (size_t i = 0; i < hello->syntax_count; i++)
        json_array_append_new(syntaxes, json_string(fp_syntax_id(hello->syntaxes[i])));
    json_object_set_new(about, "syntaxes", syntaxes);
    json_object_set_new(about, "capabilities", capabilities_of(hello));
    json_object_set_new(about, "policies", policies_of(&hello->policy));
    add_readings(about, hello);
    if (hello->constrained)
        json_object_set_new(about, "output", json_string("constrained"));
    if (hello->file)
        json_object_set_new(about, "file", json_string(hello->file));
    if (hello->line)
        json_object_set_new(about, "line", json_integer((json_int_t)hello->line));
    return about;
}

json_t *about_builtin(void)
{
    json_t *about = json_object(), *syntaxes = json_array();

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        json_array_append_new(syntaxes, json_string(fp_syntax_id(*s)));
    json_object_set_new(about, "name", json_string("built-in parsers"));
    json_object_set_new(about, "version", json_string(FP_VERSION));
    json_object_set_new(about, "language", json_string("c"));
    json_object_set_new(about, "unit", json_string("byte"));
    json_object_set_new(about, "syntaxes", syntaxes);
    json_object_set_new(about, "capabilities", json_array());
    json_object_set_new(about, "policies", json_object());
    return about;
}

char *time_text(void)
{
    const time_t now = time(NULL);
    struct tm utc;

    gmtime_r(&now, &utc);
    return xformat("%04d-%02d-%02dT%02d:%02d:%02dZ", utc.tm_year + 1900, utc.tm_mon + 1,
                   utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}
