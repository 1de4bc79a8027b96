/* SPDX-License-Identifier: Apache-2.0 */
/* wire_hello.c: reads the answer to hello strictly (spec/protocol.md, section 2). */
#include "base/visible.h"
#include "worker/wire_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 200, FILE_MAX_BYTES = 1000, SYNTAXES_MAX = 1000 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Adds ", name" to a list for people. */
static void list_add(char *list, size_t size, const char *name)
{
    const size_t len = strlen(list);

    snprintf(list + len, size - len, "%s%s", len ? ", " : "", name);
}

/* Where the first control character begins; the text's length if there is none. */
static size_t control_at(fp_str text)
{
    size_t at = 0, len;
    uint32_t c;

    while (at < text.len) {
        len = character_decode((fp_str){ text.ptr + at, text.len - at }, &c);
        if (!len || character_kind_of(c) == CHARACTER_CONTROL)
            break;
        at += len;
    }
    return at;
}

/* A string that is short and stays on its line. What else of it has no shape is made visible. */
static bool read_string(const json_t *json, const char *name, char **text, const wire_fault *fault)
{
    const json_t *member = json_object_get(json, name);

    if (!json_is_string(member))
        return wire_wrong(fault,
                          member ? "\"%s\" is not a string (PROTOCOL-2.2)"
                                 : "\"%s\" is missing: a string that describes the parser under "
                                   "test (PROTOCOL-2.2)",
                          name);
    if (json_string_length(member) > NAME_MAX_BYTES)
        return wire_wrong(fault, "\"%s\" has %zu bytes: it may have %d (PROTOCOL-2.2)", name,
                          json_string_length(member), NAME_MAX_BYTES);
    if (control_at(json_str(member)) < json_string_length(member)) {
        char *quoted = visible_quoted(json_str(member), SIZE_MAX);

        wire_wrong(fault,
                   "\"%s\" holds a control character, or a line end, at its byte %zu, which may "
                   "not be in it (PROTOCOL-2.2): %s",
                   name, control_at(json_str(member)), quoted);
        free(quoted);
        return false;
    }
    *text = visible_line(json_str(member));
    return true;
}

/* Returns whether it leads into the folder of the run: names with a slash between them, none of
 * which leads out of it. */
static bool is_path_inside(fp_str path)
{
    size_t begin = 0;

    for (size_t i = 0; i <= path.len; i++) {
        const fp_str name = { path.ptr + begin, i - begin };

        if (i < path.len && path.ptr[i] != '/')
            continue;
        if (!name.len || fp_str_equal(name, FP_STR(".")) || fp_str_equal(name, FP_STR("..")))
            return false;
        begin = i + 1;
    }
    return true;
}

/* "file" and "line": where the parser is. */
static bool read_place(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *file = json_object_get(json, "file"), *line = json_object_get(json, "line");

    if (!file && !line)
        return true;
    if (!json_is_string(file) || json_string_length(file) > FILE_MAX_BYTES ||
        control_at(json_str(file)) < json_string_length(file) || !is_path_inside(json_str(file)))
        return wire_wrong(
            fault,
            "\"file\" is not a path from the folder of the run to a file in it, of at "
            "most %d bytes, such as \"src/parser.py\" (PROTOCOL-2.11)",
            FILE_MAX_BYTES);
    if (line && !(json_is_integer(line) && json_integer_value(line) > 0))
        return wire_wrong(fault, "\"line\" is not a whole number from 1 on (PROTOCOL-2.11)");
    hello->file = xstrdup(json_string_value(file));
    hello->line = (size_t)json_integer_value(line);
    return true;
}

static bool read_protocol(const json_t *json, const wire_fault *fault)
{
    const json_t *protocol = json_object_get(json, "protocol");
    const json_t *refusal = json_object_get(json, "error");
    char text[WIRE_ERROR_SIZE / 2];

    if (json_is_string(refusal)) {
        wire_visible(json_str(refusal), text, sizeof text);
        return wire_wrong(fault, "the worker refuses hello: \"%s\"", text);
    }
    if (!protocol)
        return wire_wrong(fault, "\"protocol\" is missing: it must be 1 (PROTOCOL-2.1)");
    if (!json_is_integer(protocol))
        return wire_wrong(fault, "\"protocol\" is not a number: it must be 1 (PROTOCOL-2.1)");
    if (json_integer_value(protocol) != 1)
        return wire_wrong(fault,
                          "\"protocol\" is %" JSON_INTEGER_FORMAT
                          ", which was not offered: it must be 1 (PROTOCOL-2.1)",
                          json_integer_value(protocol));
    return true;
}

/* -- syntaxes -------------------------------------------------------------------------------- */

/* Returns whether the string at this place occurs before it. */
static bool stands_before(const json_t *array, size_t place)
{
    for (size_t i = 0; i < place; i++) {
        if (json_equal(json_array_get(array, i), json_array_get(array, place)))
            return true;
    }
    return false;
}

bool wire_names(const json_t *array, const char *id)
{
    size_t i = 0;

    while (i < json_array_size(array) &&
           !(json_is_string(json_array_get(array, i)) &&
             strcmp(json_string_value(json_array_get(array, i)), id) == 0))
        i++;
    return i < json_array_size(array);
}

static void keep_unknown(wire_hello *hello, const char *id)
{
    char *old = hello->unknown_syntaxes;
    char visible[200];

    wire_visible(fp_str_of(id), visible, sizeof visible);
    hello->unknown_syntaxes = xformat("%s%s%s", old ? old : "", old ? ", " : "", visible);
    free(old);
}

/* Those that we know, in our order. */
static void keep_known(wire_hello *hello, const json_t *array)
{
    size_t known = 0;

    while (FP_SYNTAXES[known])
        known++;
    hello->syntaxes = xcalloc(known, sizeof(const fp_syntax *));
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        for (size_t i = 0; i < json_array_size(array); i++) {
            if (fp_syntax_find(json_str(json_array_get(array, i))) == *s)
                hello->syntaxes[hello->syntax_count++] = *s;
        }
    }
}

static bool none_known(const wire_hello *hello, const wire_fault *fault)
{
    char list[200] = "";

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        list_add(list, sizeof list, fp_syntax_id(*s));
    return wire_wrong(fault,
                      "\"syntaxes\" names none that this suite knows, but %.100s; it knows %s "
                      "(PROTOCOL-2.2)",
                      hello->unknown_syntaxes, list);
}

static bool read_syntaxes(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *array = json_object_get(json, "syntaxes");

    if (!array && (hello->partial_json || hello->templates)) {
        hello->syntaxes = xcalloc(1, sizeof(const fp_syntax *));
        return true;
    }
    if (!json_is_array(array) || json_array_size(array) == 0)
        return wire_wrong(fault,
                          "\"syntaxes\" %s: an array of the ids that the parser parses, at "
                          "least one (PROTOCOL-2.2)",
                          !array                 ? "is missing"
                          : json_is_array(array) ? "is empty"
                                                 : "is not an array");
    if (json_array_size(array) > SYNTAXES_MAX)
        return wire_wrong(fault, "\"syntaxes\" has %zu ids: it may have %d (PROTOCOL-2.2)",
                          json_array_size(array), SYNTAXES_MAX);
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *id = json_array_get(array, i);

        if (!json_is_string(id))
            return wire_wrong(fault, "syntaxes[%zu] is not a string (PROTOCOL-2.2)", i);
        if (stands_before(array, i))
            return wire_wrong(fault, "syntaxes[%zu] is a duplicate (PROTOCOL-2.2)", i);
        if (!fp_syntax_find(json_str(id)))
            keep_unknown(hello, json_string_value(id));
    }
    keep_known(hello, array);
    return hello->syntax_count > 0 || none_known(hello, fault);
}

size_t wire_hello_index(const wire_hello *hello, const fp_syntax *syntax)
{
    size_t i = 0;

    while (i < hello->syntax_count && hello->syntaxes[i] != syntax)
        i++;
    return i;
}

bool wire_hello_parses(const wire_hello *hello, const fp_syntax *syntax)
{
    return wire_hello_index(hello, syntax) < hello->syntax_count;
}

/* -- the rest -------------------------------------------------------------------------------- */

static bool read_unit(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *name = json_object_get(json, "unit");
    char text[200];

    hello->unit = UNIT_CODEPOINT;
    if (!name)
        return true;
    if (!json_is_string(name))
        return wire_wrong(fault, "\"unit\" is not a string: it may be byte, codepoint or utf16 "
                                 "(PROTOCOL-2.3)");
    if (unit_find(json_str(name), &hello->unit))
        return true;
    wire_visible(json_str(name), text, sizeof text);
    return wire_wrong(
        fault, "\"unit\" is \"%s\": it may be byte, codepoint or utf16 (PROTOCOL-2.3)", text);
}

static bool read_capabilities(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const struct {
        const char *name;
        bool *claimed;
    } all[] = { { "spans", &hello->spans },           { "diagnostics", &hello->diagnostics },
                { "events", &hello->events },         { "bytes", &hello->bytes },
                { "catalogue", &hello->catalogue },   { "render", &hello->render },
                { "sweep", &hello->sweep },           { "reset", &hello->reset },
                { "interleave", &hello->interleave }, { "timing", &hello->timing },
                { "deltas", &hello->deltas },         { "prefix", &hello->prefix },
                { "finish", &hello->finish },         { "tokens", &hello->tokens } };
    const json_t *array = json_object_get(json, "capabilities");
    char text[200];

    if (array && !json_is_array(array))
        return wire_wrong(fault, "\"capabilities\" is not an array (PROTOCOL-2.4)");
    for (size_t i = 0, k; i < json_array_size(array); i++) {
        const json_t *name = json_array_get(array, i);

        for (k = 0; k < COUNT(all); k++) {
            if (json_is_string(name) && fp_str_equal(json_str(name), fp_str_of(all[k].name)))
                break;
        }
        if (k == COUNT(all)) {
            wire_visible(json_is_string(name) ? json_str(name) : FP_STR("(not a string)"), text,
                         sizeof text);
            return wire_wrong(fault,
                              "unknown capability \"%s\"; there are spans, diagnostics, events, "
                              "bytes, catalogue, render, sweep, reset, interleave, timing, "
                              "deltas, prefix, finish, tokens (PROTOCOL-2.4)",
                              text);
        }
        if (*all[k].claimed)
            return wire_wrong(fault, "capability \"%s\" is claimed twice (PROTOCOL-2.4)",
                              all[k].name);
        *all[k].claimed = true;
    }
    if (hello->bytes && hello->unit != UNIT_BYTE)
        return wire_wrong(fault, "capability \"bytes\" needs \"unit\":\"byte\" (PROTOCOL-2.4)");
    return true;
}

static bool unknown_policy(const char *name, const wire_fault *fault)
{
    char list[200] = "", text[200];

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        list_add(list, sizeof list, fp_policy_name((fp_policy)i));
    wire_visible(fp_str_of(name), text, sizeof text);
    return wire_wrong(fault, "unknown policy \"%s\"; there are %s (PROTOCOL-2.5)", text, list);
}

static bool unknown_value(fp_policy policy, const json_t *value, const wire_fault *fault)
{
    char list[200] = "", text[200];

    for (unsigned i = 0; fp_policy_value_name(policy, i); i++)
        list_add(list, sizeof list, fp_policy_value_name(policy, i));
    wire_visible(json_is_string(value) ? json_str(value) : FP_STR("(not a string)"), text,
                 sizeof text);
    return wire_wrong(fault, "policy \"%s\" cannot be \"%s\"; it may be %s (PROTOCOL-2.5)",
                      fp_policy_name(policy), text, list);
}

/* Fills what an object of policies declares. */
static bool read_policy_set(json_t *policies, policy_set *set, const wire_fault *fault)
{
    const char *name;
    json_t *value;

    if (policies && !json_is_object(policies))
        return wire_wrong(fault, "\"policies\" is not an object (PROTOCOL-2.5)");
    json_object_foreach (policies, name, value) {
        fp_policy policy;
        unsigned number;

        if (!fp_policy_find(fp_str_of(name), &policy))
            return unknown_policy(name, fault);
        if (!json_is_string(value) || !fp_policy_value_find(policy, json_str(value), &number))
            return unknown_value(policy, value, fault);
        set->given[policy] = true;
        set->policies.of[policy] = (uint8_t)number;
    }
    return true;
}

/* Those for all syntaxes: each has what it can have, and one of them has it (MODEL-3.20). */
static bool share_policies(wire_hello *hello, const wire_fault *fault)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned value = hello->policy.policies.of[i];
        bool had = !hello->policy.given[i] || !hello->syntax_count;

        for (size_t s = 0; s < hello->syntax_count; s++) {
            const bool can = fp_syntax_allows(hello->syntaxes[s], (fp_policy)i, value);

            hello->own_policy[s].given[i] = hello->policy.given[i] && can;
            hello->own_policy[s].policies.of[i] = (uint8_t)(can ? value : 0);
            had = had || can;
        }
        if (!had)
            return wire_wrong(fault,
                              "\"policies\" has \"%s\": \"%s\", and none of its syntaxes has marks "
                              "of reasoning, which that needs (PROTOCOL-2.5, MODEL-3.20)",
                              fp_policy_name((fp_policy)i),
                              fp_policy_value_name((fp_policy)i, value));
    }
    return true;
}

/* Those of one syntax: it can have them (MODEL-3.20). */
static bool read_own_policies(json_t *json, const fp_syntax *syntax, policy_set *set,
                              const wire_fault *fault)
{
    if (!read_policy_set(json, set, fault))
        return false;
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (set->given[i] && !fp_syntax_allows(syntax, (fp_policy)i, set->policies.of[i]))
            return wire_wrong(
                fault,
                "\"syntax_policies\" has \"%s\": \"%s\" for %s, which has no marks of "
                "reasoning, as that needs (PROTOCOL-2.7, MODEL-3.20)",
                fp_policy_name((fp_policy)i),
                fp_policy_value_name((fp_policy)i, set->policies.of[i]), fp_syntax_id(syntax));
    return true;
}

/* "syntax_policies": those of one syntax, which go before the others. */
static bool read_policies(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    json_t *own = json_object_get(json, "syntax_policies");
    const char *id;
    json_t *policies;
    char text[200];

    if (!read_policy_set(json_object_get(json, "policies"), &hello->policy, fault))
        return false;
    hello->own_policy = xcalloc(hello->syntax_count, sizeof *hello->own_policy);
    if (!share_policies(hello, fault))
        return false;
    if (own && !json_is_object(own))
        return wire_wrong(fault, "\"syntax_policies\" is not an object (PROTOCOL-2.7)");
    json_object_foreach (own, id, policies) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
        policy_set unknown = { 0 };
        size_t i = 0;

        wire_visible(fp_str_of(id), text, sizeof text);
        if (!wire_names(json_object_get(json, "syntaxes"), id))
            return wire_wrong(fault,
                              "\"syntax_policies\" has %s, which \"syntaxes\" does not name "
                              "(PROTOCOL-2.7)",
                              text);
        while (syntax && hello->syntaxes[i] != syntax)
            i++;
        if (syntax ? !read_own_policies(policies, syntax, &hello->own_policy[i], fault)
                   : !read_policy_set(policies, &unknown, fault))
            return false;
    }
    return true;
}

const policy_set *wire_hello_policy(const wire_hello *hello, const fp_syntax *syntax)
{
    const size_t i = wire_hello_index(hello, syntax);

    return i < hello->syntax_count ? &hello->own_policy[i] : &hello->policy;
}

/* Who takes no tokens would see no mark under `markers: token`. */
static bool takes_tokens(const wire_hello *hello, const wire_fault *fault)
{
    for (size_t i = 0; i < hello->syntax_count && !hello->tokens; i++) {
        const policy_set *declared = wire_hello_policy(hello, hello->syntaxes[i]);

        if (declared->given[FP_MARKERS] && declared->policies.of[FP_MARKERS] == FP_MARKERS_TOKEN)
            return wire_wrong(fault,
                              "policy \"markers\" is \"token\", and capability tokens is not "
                              "claimed: no mark would come (PROTOCOL-3.15)");
    }
    return true;
}

void wire_hello_overlay(const wire_hello *hello, const fp_syntax *syntax, fp_options *options)
{
    const policy_set *declared = wire_hello_policy(hello, syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (declared->given[i])
            options->policies.of[i] = declared->policies.of[i];
}

static bool read_window(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *window = json_object_get(json, "window");
    const json_int_t value = window ? json_integer_value(window) : 1;

    if (window && !json_is_integer(window))
        return wire_wrong(fault,
                          "\"window\" is not a whole number: it may be 1 to %d (PROTOCOL-2.6)",
                          WIRE_WINDOW_MAX);
    if (value < 1 || value > WIRE_WINDOW_MAX)
        return wire_wrong(
            fault, "\"window\" is %" JSON_INTEGER_FORMAT ": it may be 1 to %d (PROTOCOL-2.6)",
            value, WIRE_WINDOW_MAX);
    hello->window = (unsigned)value;
    return true;
}

bool wire_hello_read(fp_str line, uint64_t id, wire_hello *hello, char *error, size_t size)
{
    static const char *const MEMBERS[] = { "id",      "protocol",        "name",
                                           "version", "language",        "syntaxes",
                                           "unit",    "capabilities",    "policies",
                                           "window",  "syntax_policies", "modes",
                                           "needs",   "limits",          "file",
                                           "line",    "subjects",        "subject_policies",
                                           "output",  "readings",        "syntax_readings",
                                           NULL };
    const wire_fault fault = { error, size };
    json_t *json = wire_load(line, id, NULL, &fault);
    bool good;

    *hello = (wire_hello){ 0 };
    if (!json)
        return false;
    good = read_protocol(json, &fault) && wire_only(json, MEMBERS, "", "section 2", &fault) &&
           read_string(json, "name", &hello->name, &fault) &&
           read_string(json, "version", &hello->version, &fault) &&
           read_string(json, "language", &hello->language, &fault) &&
           wire_hello_subjects(json, hello, &fault) && read_syntaxes(json, hello, &fault) &&
           read_unit(json, hello, &fault) && read_capabilities(json, hello, &fault) &&
           read_policies(json, hello, &fault) && takes_tokens(hello, &fault) &&
           wire_hello_readings_read(json, hello, &fault) && read_window(json, hello, &fault) &&
           read_place(json, hello, &fault) && wire_hello_engine(json, hello, &fault);
    json_decref(json);
    if (!good)
        wire_hello_free(hello);
    return good;
}

void wire_hello_free(wire_hello *hello)
{
    free(hello->name);
    free(hello->version);
    free(hello->language);
    free(hello->file);
    wire_hello_readings_free(hello);
    free(hello->syntaxes);
    free(hello->own_policy);
    free(hello->unknown_syntaxes);
    *hello = (wire_hello){ 0 };
}
