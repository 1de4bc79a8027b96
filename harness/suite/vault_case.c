/* SPDX-License-Identifier: Apache-2.0 */
/* vault_case.c: reads, runs and compares the golden cases of the vault. */
#include "suite/vault_case.h"

#include "suite/vault_store.h"

#include <stdlib.h>
#include <string.h>

/* What a case is run with. */
typedef struct setting {
    fp_vault_map *entries;
    const json_t *failing;    /* of the store: {"id": "why"}, ids whose look-up fails */
    const json_t *on_missing; /* of the options: {"id": "text"} */
    fp_vault_options options;
    fp_json errors; /* what on_error was given, as a JSON array without its end */
} setting;

/* -- reading --------------------------------------------------------------------------------- */

static bool wrong(const place *at, const char *what)
{
    return problem(at->p, at->file, at->id, "%s", what);
}

/* An object of strings, or nothing. */
static bool is_strings(const json_t *json)
{
    const char *name;
    json_t *value;

    json_object_foreach ((json_t *)(uintptr_t)json, name, value)
        if (!json_is_string(value))
            return false;
    return !json || json_object_size(json) > 0;
}

static bool read_number(const json_t *options, const char *name, json_int_t most, size_t *number)
{
    const json_t *value = json_object_get(options, name);

    if (!value)
        return true;
    *number = (size_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0 &&
           json_integer_value(value) <= most;
}

static bool read_options(const json_t *options, const place *at, setting *s)
{
    static const char *const MEMBERS[] = { "maxDepth", "maxInserted", "throwOnMissing", "onMissing",
                                           NULL };
    const json_t *throws = json_object_get(options, "throwOnMissing");

    s->options = FP_VAULT_OPTIONS_DEFAULT;
    if (!options)
        return true;
    if (json_object_size(options) == 0)
        return wrong(at, "\"options\" is not an object, or is empty");
    s->on_missing = json_object_get(options, "onMissing");
    s->options.throw_on_missing = json_is_true(throws);
    return json_only(options, MEMBERS, at->file, at->id, at->p) &&
           ((read_number(options, "maxDepth", FP_VAULT_DEPTH_MAX, &s->options.max_depth) &&
             read_number(options, "maxInserted", UINT32_MAX, &s->options.max_inserted) &&
             (!throws || json_is_boolean(throws)) && is_strings(s->on_missing)) ||
            wrong(at, "a value of \"options\" is wrong"));
}

/* {"entries": a store, "failing": {"id": "why"}}. */
static bool read_store(const json_t *store, const place *at, setting *s)
{
    static const char *const MEMBERS[] = { "entries", "failing", NULL };

    if (!json_is_object(store) || !json_only(store, MEMBERS, at->file, at->id, at->p))
        return wrong(at, "\"store\" is not {\"entries\": {…}}");
    s->failing = json_object_get(store, "failing");
    if (!is_strings(s->failing))
        return wrong(at, "\"failing\" of the store is not an object of strings, or is empty");
    s->entries = vault_store_read(json_object_get(store, "entries"), at->file, at->id, at->p);
    return s->entries != NULL;
}

static bool read_setting(const json_t *json, const place *at, setting *s)
{
    return read_store(json_object_get(json, "store"), at, s) &&
           read_options(json_object_get(json, "options"), at, s);
}

static void setting_free(setting *s)
{
    fp_vault_map_free(s->entries);
    fp_json_free(&s->errors);
}

/* Returns whether the object has these members, ended by NULL, and, if it is given, a byte string.
 */
static bool has_members(const json_t *object, const char *const *names, const char *bytes,
                        const place *at)
{
    size_t count = bytes ? 1 : 0;
    bool found = true;
    fp_str read = { 0 };

    if (bytes && !bytes_read(object, bytes, at, &read, &found))
        return false;
    free((char *)(uintptr_t)read.ptr);
    for (; *names; names++, count++)
        found = found && json_object_get(object, *names);
    return found && json_object_size(object) == count;
}

static bool check_expect(const json_t *expect, const place *at)
{
    static const char *const RESOLVE[] = { "references", "missing",       "errors",
                                           "depth",      "fullyResolved", NULL };
    static const char *const THROWN[] = { "thrown", NULL };
    static const char *const EXPAND[] = { "vaultRefs", "errors", "hasErrors", NULL };
    static const char *const ANALYSE[] = { "hasReferences", "count", "ids", NULL };
    static const char *const ALL[] = { "resolve", "expand", "analyse", NULL };
    const json_t *resolve = json_object_get(expect, "resolve");

    if (!has_members(expect, ALL, "simple", at))
        return wrong(at, "\"expect\" is not {\"resolve\", \"simple\", \"expand\", \"analyse\"}");
    if (!has_members(resolve, THROWN, NULL, at) &&
        !has_members(resolve, RESOLVE, "resolvedText", at))
        return wrong(at, "\"resolve\" of \"expect\" has not just its members (VAULT-8.1), without "
                         "originalText, and is not {\"thrown\"}");
    if (!has_members(json_object_get(expect, "expand"), EXPAND, "resolvedCode", at))
        return wrong(at, "\"expand\" of \"expect\" has not just its members (VAULT-9.2), without "
                         "originalCode");
    return has_members(json_object_get(expect, "analyse"), ANALYSE, NULL, at) ||
           wrong(at, "\"analyse\" of \"expect\" has not just its members (VAULT-9.5)");
}

bool vault_case_check(const json_t *json, const place *at)
{
    setting s = { 0 };
    const bool good =
        read_setting(json, at, &s) && check_expect(json_object_get(json, "expect"), at);

    setting_free(&s);
    return good;
}

/* -- running --------------------------------------------------------------------------------- */

static const json_t *member(const json_t *object, fp_str id)
{
    char *name = (char *)(uintptr_t)xcopy(id).ptr;
    const json_t *value = strlen(name) == id.len ? json_object_get(object, name) : NULL;

    free(name);
    return value;
}

static fp_vault_answer look_up(void *context, fp_str id, fp_str *content)
{
    const setting *s = context;
    const json_t *why = member(s->failing, id);
    const fp_vault_store store = fp_vault_map_store(s->entries);

    if (!why)
        return store.look_up(store.context, id, content);
    *content = json_str(why);
    return FP_VAULT_FAILED;
}

static bool on_missing(void *context, fp_str id, fp_str *text)
{
    const setting *s = context;
    const json_t *given = member(s->on_missing, id);

    if (given)
        *text = json_str(given);
    return given != NULL;
}

static void on_error(void *context, const fp_vault_error *error)
{
    setting *s = context;

    fp_json_raw(&s->errors, s->errors.len ? "," : "[");
    fp_vault_json_error(&s->errors, error);
}

/* -- comparing ------------------------------------------------------------------------------- */

static json_t *parsed(fp_json *json)
{
    json_t *value = json->failed ? NULL : json_loadb(json->ptr, json->len, JSON_ALLOW_NUL, NULL);

    fp_json_free(json);
    return value;
}

/* Takes the messages away, of which only that they are there is judged. */
static bool drop_messages(json_t *errors)
{
    bool all = true;
    size_t i;
    json_t *error;

    json_array_foreach (errors, i, error) {
        all = all && json_string_length(json_object_get(error, "message")) > 0;
        json_object_del(error, "message");
    }
    return all;
}

/* Says a difference of two values, which are taken over; actual may be NULL. */
static bool same(const test_case *t, const char *what, const json_t *expected, json_t *actual,
                 problems *p)
{
    bool good = actual && json_equal(expected, actual);

    if (!good) {
        char *want = json_dumps(expected, JSON_ENCODE_ANY | JSON_COMPACT);
        char *have = actual ? json_dumps(actual, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

        problem(p, t->file, t->id, "%s: expected %s, got %s", what, want ? want : "?",
                have ? have : "nothing that is JSON");
        free(want);
        free(have);
    }
    json_decref(actual);
    return good;
}

/* The bytes of an expected member, and of the result. */
static bool same_bytes(const test_case *t, const json_t *expect, const char *name, fp_str actual,
                       problems *p)
{
    const place at = { t->file, t->id, p };
    fp_str expected;
    bool found;
    const bool good =
        bytes_read(expect, name, &at, &expected, &found) &&
        (fp_str_equal(expected, actual) ||
         problem(p, t->file, t->id, "%s: expected \"%.*s\", got \"%.*s\"", name,
                 (int)(expected.len < 400 ? expected.len : 400), expected.ptr,
                 (int)(actual.len < 400 ? actual.len : 400), actual.ptr ? actual.ptr : ""));

    free((char *)(uintptr_t)expected.ptr);
    return good;
}

/* A copy of an expected result without its byte string. */
static json_t *without_bytes(const json_t *expect, const char *name)
{
    static const char *const ENDS[] = { "", "_base64", "_parts" };
    json_t *copy = json_copy((json_t *)(uintptr_t)expect);

    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        char *full = xformat("%s%s", name, ENDS[i]);

        json_object_del(copy, full);
        free(full);
    }
    return copy;
}

/* Compares a result, of resolve or of expand, whose texts have these names. */
static bool same_result(const test_case *t, const json_t *expect, const fp_vault_result *result,
                        bool expand, problems *p)
{
    const char *original = expand ? "originalCode" : "originalText";
    const char *resolved = expand ? "resolvedCode" : "resolvedText";
    json_t *expected = without_bytes(expect, resolved);
    fp_json json = { 0 };
    json_t *actual;
    bool good;

    (expand ? fp_vault_json_expand : fp_vault_json_resolve)(&json, result);
    actual = parsed(&json);
    good = drop_messages(json_object_get(actual, "errors")) && json_object_get(actual, original) &&
           json_object_get(actual, resolved) && fp_str_equal(result->original, t->input);
    if (!good)
        problem(p, t->file, t->id, "a message or a text is missing in the result");
    json_object_del(actual, original);
    json_object_del(actual, resolved);
    good = same(t, expand ? "expand" : "resolve", expected, actual, p) && good;
    json_decref(expected);
    return same_bytes(t, expect, resolved, result->resolved, p) && good;
}

/* -- the functions --------------------------------------------------------------------------- */

static bool check_thrown(const test_case *t, const json_t *thrown, const fp_vault_result *result,
                         problems *p)
{
    fp_json json = { 0 };
    json_t *error;

    if (result->error_count != 1 || result->resolved.len || result->reference_count)
        return problem(p, t->file, t->id, "resolve failed, and gave a result all the same");
    fp_vault_json_error(&json, result->errors);
    error = parsed(&json);
    json_object_del(error, "message");
    return same(t, "the error", thrown, error, p);
}

/* VAULT-8.5. */
static bool check_on_error(const test_case *t, setting *s, const fp_vault_result *result,
                           problems *p)
{
    fp_json json = { 0 };
    json_t *expected;
    bool good;

    for (size_t i = 0; i < result->error_count; i++) {
        fp_json_raw(&json, i ? "," : "[");
        fp_vault_json_error(&json, &result->errors[i]);
    }
    fp_json_raw(&json, result->error_count ? "]" : "[]");
    fp_json_raw(&s->errors, s->errors.len ? "]" : "[]");
    expected = parsed(&json);
    good = same(t, "onError", expected, parsed(&s->errors), p);
    json_decref(expected);
    return good;
}

static bool check_resolve(const test_case *t, setting *s, const json_t *expect, problems *p)
{
    const json_t *thrown = json_object_get(expect, "thrown");
    fp_vault_result *result;
    fp_vault_status status;
    bool good;

    s->options.on_error = on_error;
    s->options.on_missing = s->on_missing ? on_missing : NULL;
    s->options.context = s;
    status = fp_vault_resolve((fp_vault_store){ look_up, s }, &s->options, t->input, &result);
    if (status != (thrown ? FP_VAULT_THROWN : FP_VAULT_OK))
        good = problem(p, t->file, t->id, "resolve %s", thrown ? "did not fail" : "failed");
    else
        good =
            thrown ? check_thrown(t, thrown, result, p) : same_result(t, expect, result, false, p);
    if (result)
        good = check_on_error(t, s, result, p) && good;
    fp_vault_result_free(result);
    return good;
}

static bool check_simple(const test_case *t, setting *s, const json_t *expect, problems *p)
{
    fp_str resolved;
    const bool good = fp_vault_resolve_simple((fp_vault_store){ look_up, s }, t->input,
                                              &resolved) == FP_VAULT_OK &&
                      same_bytes(t, expect, "simple", resolved, p);

    free((char *)(uintptr_t)resolved.ptr);
    return good;
}

static bool check_expand(const test_case *t, setting *s, const json_t *expect, problems *p)
{
    fp_vault_result *result;
    const fp_vault_status status =
        fp_vault_expand((fp_vault_store){ look_up, s }, t->input, &result);
    const bool good = status == FP_VAULT_OK && same_result(t, expect, result, true, p);

    fp_vault_result_free(result);
    return good;
}

static bool check_analyse(const test_case *t, const json_t *expect, problems *p)
{
    fp_vault_analysis *analysis;
    fp_json json = { 0 };

    if (fp_vault_analyse(t->input, &analysis) != FP_VAULT_OK)
        return problem(p, t->file, t->id, "analyse failed");
    fp_vault_json_analyse(&json, analysis);
    fp_vault_analysis_free(analysis);
    return same(t, "analyse", expect, parsed(&json), p);
}

bool vault_case_holds(const test_case *t, problems *p)
{
    enum { TIMES = 2 }; /* VAULT-9.6 */
    const json_t *expect = json_object_get(t->vault, "expect");
    const place at = { t->file, t->id, p };
    bool good = true;

    for (size_t i = 0; good && i < TIMES; i++) {
        setting s = { 0 };

        good = read_setting(t->vault, &at, &s) &&
               check_resolve(t, &s, json_object_get(expect, "resolve"), p) &&
               check_simple(t, &s, expect, p) &&
               check_expand(t, &s, json_object_get(expect, "expand"), p) &&
               check_analyse(t, json_object_get(expect, "analyse"), p);
        setting_free(&s);
    }
    return good;
}
