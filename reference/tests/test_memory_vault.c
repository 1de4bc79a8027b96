/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory_vault.c: what test_memory does to parsers, done to the vault. */
#include "failing_malloc.h"

#include <fencepost/vault.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Each round did as it said; and there were at least so many, or the wrapping does not work. */
static void check_each(fail_job *job, const void *context, size_t least)
{
    assert_in_range(fail_each(job, context), least, SIZE_MAX - 1);
}

#define REF(id) "{{<vaultref id=\"" id "\" />}}"

/* What is resolved, after a number of blanks: so each buffer is full at each place once. */
typedef struct resolving {
    const fp_vault_map *map;
    const char *text;
    bool (*on_missing)(void *context, fp_str id, fp_str *text);
    size_t blanks, errors;
} resolving;

enum { BLANKS = 64 };

static bool give_missing(void *context, fp_str id, fp_str *text)
{
    (void)context;
    (void)id;
    *text = FP_STR("given");
    return true;
}

static bool resolve_job(const void *context)
{
    const resolving *job = context;
    char bytes[BLANKS + 200];
    const int len = snprintf(bytes, sizeof bytes, "%*s%s", (int)job->blanks, "", job->text);
    const fp_str text = { bytes, (size_t)len };
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;
    fp_json json = { 0 };
    fp_vault_status status;
    bool succeeded;

    options.max_depth = 2;
    options.on_missing = job->on_missing;
    status = fp_vault_resolve(fp_vault_map_store(job->map), &options, text, &result);
    succeeded = status == FP_VAULT_OK;
    assert_true(succeeded == (result != NULL));
    assert_true(succeeded || status == FP_VAULT_NO_MEMORY);
    if (result) {
        assert_int_equal(result->error_count, job->errors);
        fp_vault_json_resolve(&json, result);
        succeeded = !json.failed;
    }
    fp_json_free(&json);
    fp_vault_result_free(result);
    return succeeded;
}

/* Everything that a resolving can meet: entries in entries, a cycle, a missing entry, one that the
 * depth leaves, one that would end a comment; with the JSON. */
static void check_resolving(const fp_vault_map *map)
{
    static const resolving JOBS[] = {
        { .text = "a " REF("list") REF("self") REF("nowhere") REF("one") " z", .errors = 2 },
        { .text = REF("a*/b") REF("nowhere") },
        { .text = REF("nowhere") "x" REF("two"), .on_missing = give_missing },
    };

    for (size_t i = 0; i < sizeof JOBS / sizeof *JOBS; i++) {
        resolving job = JOBS[i];

        job.map = map;
        for (job.blanks = 0; job.blanks < BLANKS; job.blanks++)
            check_each(resolve_job, &job, 16);
    }
}

static bool was_there(fp_vault_result *result)
{
    const bool there = result != NULL;

    fp_vault_result_free(result);
    return there;
}

/* A ring of entries, as long as a list that has grown once: what is counted of the cycle, and of
 * the references, has to grow while it is counted. */
static bool ring_job(const void *context)
{
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;

    options.max_depth = 20;
    fp_vault_resolve(fp_vault_map_store(context), &options, FP_STR(REF("0")), &result);
    assert_true(!result || (result->error_count == 1 && result->errors[0].id_count == 17));
    return was_there(result);
}

static void check_ring(void)
{
    enum { LONG = 16 };
    fp_vault_map *map = fp_vault_map_new();

    for (int i = 0; i < LONG; i++) {
        char id[16], content[60];

        snprintf(id, sizeof id, "%d", i);
        snprintf(content, sizeof content, "{{<vaultref id=\"%d\" />}}", (i + 1) % LONG);
        assert_true(fp_vault_map_set(map, fp_str_of(id), fp_str_of(content)));
    }
    check_each(ring_job, map, 16);
    fp_vault_map_free(map);
}

/* A store that cannot tell. */
static fp_vault_answer fail_to_tell(void *context, fp_str id, fp_str *content)
{
    (void)context;
    (void)id;
    (void)content;
    return FP_VAULT_FAILED;
}

static bool failed_job(const void *context)
{
    fp_vault_result *result;

    (void)context;
    fp_vault_resolve((fp_vault_store){ fail_to_tell, NULL }, NULL, FP_STR(REF("a")), &result);
    return was_there(result);
}

static bool limited_job(const void *context)
{
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;

    options.max_inserted = 3;
    fp_vault_resolve(fp_vault_map_store(context), &options, FP_STR(REF("one")), &result);
    assert_true(!result || result->errors[0].type == FP_VAULT_LIMIT_EXCEEDED);
    return was_there(result);
}

static bool simple_job(const void *context)
{
    const fp_str text = FP_STR(REF("nowhere") REF("one"));
    fp_str resolved;
    const fp_vault_status status =
        fp_vault_resolve_simple(fp_vault_map_store(context), text, &resolved);

    assert_true(status == FP_VAULT_OK || (!resolved.ptr && !resolved.len));
    free((char *)(uintptr_t)resolved.ptr);
    return status == FP_VAULT_OK;
}

static bool analyse_job(const void *context)
{
    fp_vault_analysis *analysis;
    const fp_vault_status status =
        fp_vault_analyse(FP_STR(REF("a") REF("b") REF("a") REF("c")), &analysis);

    (void)context;
    assert_true((status == FP_VAULT_OK) == (analysis != NULL));
    fp_vault_analysis_free(analysis);
    return status == FP_VAULT_OK;
}

static const char *const ENTRIES[] = {
    "one", REF("two"), "two",       REF("three"), "three",
    "3",   "self",     REF("self"), "list",       REF("one") REF("self")
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof *ENTRIES, TWICE = 2 * ENTRY_COUNT };

/* Sets every entry twice. */
static bool map_job(const void *context)
{
    fp_vault_map *map = fp_vault_map_new();
    bool good = map != NULL;

    (void)context;
    for (size_t i = 0; good && i < TWICE; i += 2)
        good = fp_vault_map_set(map, fp_str_of(ENTRIES[i % ENTRY_COUNT]),
                                fp_str_of(ENTRIES[i % ENTRY_COUNT + 1]));
    fp_vault_map_free(map);
    return good;
}

static void each_allocation_of_the_vault(void **state)
{
    fp_vault_map *map = fp_vault_map_new();

    (void)state;
    assert_non_null(map);
    for (size_t i = 0; i < ENTRY_COUNT; i += 2)
        assert_true(fp_vault_map_set(map, fp_str_of(ENTRIES[i]), fp_str_of(ENTRIES[i + 1])));
    check_each(map_job, NULL, 31);
    check_resolving(map);
    check_ring();
    check_each(failed_job, NULL, 8);
    check_each(limited_job, map, 11);
    check_each(simple_job, map, 11);
    check_each(analyse_job, NULL, 5);
    fp_vault_map_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_allocation_of_the_vault) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
