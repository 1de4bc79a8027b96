/* SPDX-License-Identifier: Apache-2.0 */
/* test_vault.c: what the golden cases of the vault cannot show: stores, callbacks, statuses, and
 * that the work stays linear (VAULT-7.3).
 */
#include "core/buf.h"
#include "vault/table.h"

#include <fencepost/vault.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define REF(id) "{{<vaultref id=\"" id "\" />}}"

/* -- references ------------------------------------------------------------------------------ */

typedef struct found {
    const char *text;
    const char *found; /* "at+len:id " for each */
} found;

static const found FOUND[] = {
    { "", "" },
    { REF("a"), "0+23:a " },
    { "x" REF("a") REF("b") "y", "1+23:a 24+23:b " },
    { "{{<VaultRef\v\f iD='b'/>}}", "0+24:b " },
    { "{{<vaultref id=\"a' />}}", "0+23:a " },
    { "{" REF("a") "}", "1+23:a " },
    { "{{<vaultref id=\"" REF("a"), "16+23:a " },
    { "{{<vaultref id='a' />}" REF("b"), "22+23:b " },
    { "{{<vaultref id='" REF("a") "' />}}", "16+23:a " },
    { "{{<vaultref id='a' / >}}", "" },
    { "{{<vaultref\x1cid='a' />}}", "" },
    { "{{<vaultref\bid='a' />}}", "" },
    { "{{[vaultref id='a' />}}", "" },
    { "{{<vaultref id='a' ?>}}", "" },
    { "{{<vaultref I$='a' />}}", "" }, /* $ is D without its bits of case */
    { "[[<vaultref id='a' />}}", "" },
};

static void finds_references(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FOUND / sizeof *FOUND; i++) {
        const fp_str text = fp_str_of(FOUND[i].text);
        char said[200] = "";
        size_t len = 0;
        fp_vault_ref ref;

        for (size_t at = 0; fp_vault_find(text, at, &ref, NULL); at = ref.at + ref.len)
            len += (size_t)snprintf(said + len, sizeof said - len, "%zu+%zu:%.*s ", ref.at, ref.len,
                                    (int)ref.id.len, ref.id.ptr);
        assert_string_equal(said, FOUND[i].found);
    }
}

/* No proper beginning of a reference is one, in a block of exactly its size. */
static void finds_no_beginning(void **state)
{
    static const char WHOLE[] = "{{<vaultref \n id=\"a b\" \t/>}}";
    fp_vault_ref ref;

    (void)state;
    for (size_t len = 0; len < sizeof WHOLE; len++) {
        char *copy = malloc(len ? len : 1);

        assert_non_null(copy);
        memcpy(copy, WHOLE, len);
        assert_true(fp_vault_find((fp_str){ copy, len }, 0, &ref, NULL) ==
                    (len == sizeof WHOLE - 1));
        free(copy);
    }
}

/* -- ids ------------------------------------------------------------------------------------- */

static void numbers_ids(void **state)
{
    static const char *const KEYS[] = { "",   "a",  "ab",  "abc", "b",         "\xFF",
                                        "aa", "aB", "abd", "`",   "a\x80\x81", "A" };
    enum { COUNT = sizeof KEYS / sizeof *KEYS };
    fp_table table = { 0 };
    size_t number;

    (void)state;
    assert_true(fp_table_find(&table, FP_STR("a")) == SIZE_MAX);
    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            assert_true(fp_table_add(&table, fp_str_of(KEYS[i]), &number));
            assert_int_equal(number, i);
        }
    }
    assert_int_equal(table.count, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(fp_table_find(&table, fp_str_of(KEYS[i])), i);
    assert_true(fp_table_find(&table, FP_STR("abcd")) == SIZE_MAX);
    assert_true(fp_table_find(&table, FP_STR("a\0")) == SIZE_MAX);
    assert_true(fp_table_add(&table, FP_STR("a\0"), &number));
    assert_int_equal(number, COUNT);
    assert_int_equal(fp_table_find(&table, FP_STR("a")), 1);
    assert_int_equal(fp_table_find(&table, FP_STR("a\0")), COUNT);
    fp_table_free(&table);
}

static void numbers_many_ids(void **state)
{
    enum { COUNT = 20000 };
    char(*keys)[16] = calloc(COUNT, sizeof *keys);
    fp_table table = { 0 };
    size_t number;

    (void)state;
    assert_non_null(keys);
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(keys[i], sizeof keys[i], "%zx", i * 2654435761u % 1000003);
        assert_true(fp_table_add(&table, fp_str_of(keys[i]), &number));
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_string_equal(table.keys[fp_table_find(&table, fp_str_of(keys[i]))].ptr, keys[i]);
    fp_table_free(&table);
    free(keys);
}

/* -- stores ---------------------------------------------------------------------------------- */

static fp_vault_map *map_of(const char *const *pairs)
{
    fp_vault_map *map = fp_vault_map_new();

    assert_non_null(map);
    for (; *pairs; pairs += 2)
        assert_true(fp_vault_map_set(map, fp_str_of(pairs[0]), fp_str_of(pairs[1])));
    return map;
}

static void assert_str(fp_str have, const char *want)
{
    assert_int_equal(have.len, strlen(want));
    assert_memory_equal(have.ptr ? have.ptr : "", want, have.len);
}

static void keeps_entries(void **state)
{
    static const char *const PAIRS[] = { "a", "1", "b", "2", "a", "3", "c", "", NULL };
    fp_vault_map *map = map_of(PAIRS);
    const fp_vault_store store = fp_vault_map_store(map);
    fp_str content;

    (void)state;
    assert_int_equal(store.look_up(store.context, FP_STR("a"), &content), FP_VAULT_FOUND);
    assert_str(content, "3");
    assert_int_equal(store.look_up(store.context, FP_STR("c"), &content), FP_VAULT_FOUND);
    assert_str(content, "");
    assert_int_equal(store.look_up(store.context, FP_STR("d"), &content), FP_VAULT_ABSENT);
    fp_vault_map_free(map);
    fp_vault_map_free(NULL);
}

/* A store that counts, holds only "x", which refers to "y" and, twice, to "z", and gives its errors
 * and the texts for what it lacks. */
typedef struct counted {
    size_t looked_up, missing, errors;
    fp_vault_error_type last;
} counted;

static fp_vault_answer count_look_up(void *context, fp_str id, fp_str *content)
{
    counted *c = context;

    c->looked_up++;
    if (!fp_str_equal(id, FP_STR("x")))
        return FP_VAULT_ABSENT;
    *content = FP_STR(REF("y") REF("z") REF("z"));
    return FP_VAULT_FOUND;
}

static bool count_missing(void *context, fp_str id, fp_str *text)
{
    counted *c = context;

    c->missing++;
    *text = FP_STR("<\0>");
    return fp_str_equal(id, FP_STR("z"));
}

static void count_error(void *context, const fp_vault_error *error)
{
    counted *c = context;

    c->errors++;
    c->last = error->type;
}

static void asks_once(void **state)
{
    counted c = { 0 };
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;

    (void)state;
    options.on_missing = count_missing;
    options.on_error = count_error;
    options.context = &c;
    assert_int_equal(fp_vault_resolve((fp_vault_store){ count_look_up, &c }, &options,
                                      FP_STR(REF("x") REF("y") REF("x")), &result),
                     FP_VAULT_OK);
    assert_int_equal(c.looked_up, 3);
    assert_int_equal(c.missing, 2);
    assert_int_equal(c.errors, 0);
    assert_true(fp_str_equal(result->resolved,
                             FP_STR("/* [MISSING_VAULT:y] */<\0><\0>/* [MISSING_VAULT:y] */"
                                    "/* [MISSING_VAULT:y] */<\0><\0>")));
    fp_vault_result_free(result);
    options.throw_on_missing = true;
    assert_int_equal(fp_vault_resolve((fp_vault_store){ count_look_up, &c }, &options,
                                      FP_STR(REF("x")), &result),
                     FP_VAULT_THROWN);
    assert_int_equal(c.errors, 1);
    assert_int_equal(c.last, FP_VAULT_MISSING_VAULT);
    assert_int_equal(result->error_count, 1);
    assert_str(result->errors[0].ref_id, "y");
    assert_int_equal(result->resolved.len + result->reference_count + result->missing_count, 0);
    fp_vault_result_free(result);
}

static void refuses_a_depth(void **state)
{
    static const char *const NONE[] = { NULL };
    fp_vault_map *map = map_of(NONE);
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;

    (void)state;
    options.max_depth = FP_VAULT_DEPTH_MAX + 1;
    assert_int_equal(fp_vault_resolve(fp_vault_map_store(map), &options, FP_STR("x"), &result),
                     FP_VAULT_BAD_OPTION);
    assert_null(result);
    fp_vault_result_free(result);
    fp_vault_analysis_free(NULL);
    fp_vault_map_free(map);
}

/* Nothing in the result points into the store or, except original, into the text. */
static void owns_the_result(void **state)
{
    static const char *const PAIRS[] = { "a", REF("b") REF("a"), "b", "B", NULL };
    fp_vault_map *map = map_of(PAIRS);
    char text[] = REF("a") REF("nowhere");
    fp_vault_result *result;

    (void)state;
    assert_int_equal(fp_vault_expand(fp_vault_map_store(map), fp_str_of(text), &result),
                     FP_VAULT_OK);
    fp_vault_map_free(map);
    memset(text, '#', sizeof text - 1);
    assert_str(result->resolved, "B" REF("a") "/* [MISSING_VAULT:nowhere] */");
    assert_int_equal(result->reference_count, 3);
    assert_str(result->references[0], "a");
    assert_str(result->references[1], "nowhere");
    assert_str(result->references[2], "b");
    assert_int_equal(result->error_count, 2);
    assert_str(result->errors[0].ids[1], "a");
    assert_str(result->errors[1].ids[0], "nowhere");
    fp_vault_result_free(result);
}

/* -- work ------------------------------------------------------------------------------------ */

/* A text of n pieces, and what the store holds besides "e", which is empty. */
typedef struct shape {
    const char *name;
    const char *begin, *piece, *end; /* a # in piece: its number */
    const char *entries[7];
    size_t max_depth;
} shape;

static const shape SHAPES[] = {
    { "references to an empty entry", "", REF("e"), "", { NULL }, 3 },
    { "references to one content", "", REF("a"), "", { "a", "0123456789", NULL }, 3 },
    { "references of different ids", "", REF("#"), "", { NULL }, 3 },
    { "self-references", "", REF("a"), "", { "a", REF("a") REF("a"), NULL }, 3 },
    { "cycles of three",
      "",
      REF("a"),
      "",
      { "a", REF("b"), "b", REF("c"), "c", REF("a"), NULL },
      9 },
    { "what the depth leaves", "", REF("#"), "", { NULL }, 0 },
    { "doubling",
      "",
      REF("a"),
      "",
      { "a", REF("b") REF("b"), "b", REF("c") REF("c"), "c", "", NULL },
      9 },
    { "markers", "", "{{<", "", { NULL }, 3 },
    { "names", "", "{{<vaultref", "", { NULL }, 3 },
    { "names and a blank", "", "{{<vaultref ", "", { NULL }, 3 },
    { "open ids", "", "{{<vaultref id=\"", "", { NULL }, 3 },
    { "open ids in an id", "{{<vaultref id='", "{{<vaultref id=", "'", { NULL }, 3 },
    { "blanks", "{{<vaultref", " ", "id='a' />}}", { NULL }, 3 },
    { "blanks without an id", "{{<vaultref", " ", "{{<vaultref", { NULL }, 3 },
    { "blanks after an id", "{{<vaultref id='a'", "\n", "/>}", { NULL }, 3 },
    { "braces", "", "{", "", { NULL }, 3 },
    { "a long id", "{{<vaultref id='", "*/", "' />}}", { NULL }, 3 },
};

static void add(fp_buf *to, const char *text)
{
    assert_true(fp_buf_append(to, text, strlen(text)));
}

static fp_buf text_of(const shape *s, size_t n)
{
    const char *number = strchr(s->piece, '#');
    fp_buf text = { 0 };
    char piece[100];

    add(&text, s->begin);
    for (size_t i = 0; i < n; i++) {
        if (number)
            snprintf(piece, sizeof piece, "%.*s%zu%s", (int)(number - s->piece), s->piece, i,
                     number + 1);
        add(&text, number ? piece : s->piece);
    }
    add(&text, s->end);
    return text;
}

/* The work of resolving, for each byte that goes in and comes out. */
static double work_per_byte(const shape *s, size_t n)
{
    fp_vault_map *map = map_of(s->entries);
    fp_buf text = text_of(s, n);
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;
    double ratio;

    assert_true(fp_vault_map_set(map, FP_STR("e"), FP_STR("")));
    options.max_depth = s->max_depth;
    options.max_inserted = 64u << 20;
    assert_int_equal(
        fp_vault_resolve(fp_vault_map_store(map), &options, fp_buf_str(&text), &result),
        FP_VAULT_OK);
    for (size_t i = 0; i < result->error_count; i++)
        assert_true(result->errors[i].type != FP_VAULT_LIMIT_EXCEEDED);
    ratio = (double)result->work / (double)(text.len + result->resolved.len);
    fp_vault_result_free(result);
    fp_vault_map_free(map);
    fp_buf_free(&text);
    return ratio;
}

/* As much for each byte of a text as for each of one eight times as long: the exponent is one. */
static void works_linearly(void **state)
{
    enum { FEW = 12500, MANY = 8 * FEW }; /* a hundred thousand references */
    const shape *s = *state;
    const double small = work_per_byte(s, FEW), large = work_per_byte(s, MANY);

    if (large > 8 || large > small * 1.1)
        fail_msg("%s: %.2f for each byte, then %.2f", s->name, small, large);
}

/* What would double at each of forty levels stops at the limit, having done no more than that. */
static void stops_at_the_limit(void **state)
{
    enum { LEVELS = 40 };
    fp_vault_map *map = fp_vault_map_new();
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *result;

    (void)state;
    assert_non_null(map);
    options.max_depth = FP_VAULT_DEPTH_MAX;
    options.max_inserted = 1u << 20;
    for (int i = 0; i < LEVELS; i++) {
        char id[16], content[100];

        snprintf(id, sizeof id, "%d", i);
        snprintf(content, sizeof content, "{{<vaultref id=\"%d\" />}}{{<vaultref id=\"%d\" />}}",
                 i + 1, i + 1);
        assert_true(fp_vault_map_set(map, fp_str_of(id), fp_str_of(content)));
    }
    for (int last = 0; last < 2; last++) { /* the end is missing, then empty */
        assert_int_equal(
            fp_vault_resolve(fp_vault_map_store(map), &options, FP_STR(REF("0")), &result),
            FP_VAULT_OK);
        assert_str(result->resolved, REF("0"));
        assert_int_equal(result->error_count, 1);
        assert_int_equal(result->errors[0].type, FP_VAULT_LIMIT_EXCEEDED);
        assert_int_equal(result->depth, 0);
        assert_true(result->work < (4u << 20));
        fp_vault_result_free(result);
        assert_true(fp_vault_map_set(map, FP_STR("40"), FP_STR("")));
    }
    fp_vault_map_free(map);
}

int main(void)
{
    enum { FIRST = 9, SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };
    struct CMUnitTest tests[FIRST + SHAPE_COUNT] = {
        cmocka_unit_test(finds_references),   cmocka_unit_test(finds_no_beginning),
        cmocka_unit_test(numbers_ids),        cmocka_unit_test(numbers_many_ids),
        cmocka_unit_test(keeps_entries),      cmocka_unit_test(asks_once),
        cmocka_unit_test(refuses_a_depth),    cmocka_unit_test(owns_the_result),
        cmocka_unit_test(stops_at_the_limit),
    };

    for (size_t i = 0; i < SHAPE_COUNT; i++)
        tests[FIRST + i] = (struct CMUnitTest){ SHAPES[i].name, works_linearly, NULL, NULL,
                                                (void *)(uintptr_t)&SHAPES[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
