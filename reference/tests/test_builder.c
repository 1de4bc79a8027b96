/* SPDX-License-Identifier: Apache-2.0 */
/* test_builder.c: bytes that grow (core/buf.c), and a call under construction (core/call.c): its
 * keys, what is forgotten, copied and compared, and its view.
 */
#include "core/call.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- buffers --------------------------------------------------------------------------------- */

/* More than can be had is refused before anything is asked for. */
static void no_size_wraps(void **state)
{
    fp_buf buf = { 0 };
    void *array = NULL;
    size_t cap = 0;

    (void)state;
    assert_int_equal(fp_grown(0, SIZE_MAX, 1), 0);
    assert_int_equal(fp_grown(16, SIZE_MAX / 4, 8), 0);
    assert_false(fp_grow(&array, &cap, SIZE_MAX / 4, 8));
    assert_null(array);
    assert_false(fp_buf_reserve(&buf, SIZE_MAX));
    assert_true(fp_buf_push(&buf, 'x'));
    assert_false(fp_buf_grow(&buf, SIZE_MAX));
    assert_int_equal(buf.len, 1);
    fp_buf_free(&buf);
}

/* By half, from 16 on, up to the largest that can be written. */
static void sizes_grow_by_half(void **state)
{
    static const struct {
        size_t cap, count, size, grown;
    } ROWS[] = {
        { 0, 1, 1, 16 },
        { 0, 16, 1, 16 },
        { 15, 1, 1, 16 },
        { 16, 16, 1, 16 },
        { 16, 17, 1, 24 },
        { 100, 101, 1, 150 },
        { SIZE_MAX / 2, SIZE_MAX / 2 + 1, 1, SIZE_MAX / 2 + SIZE_MAX / 4 },
        { SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 2, 1, 0 },
        { SIZE_MAX / 8, 1, 8, SIZE_MAX / 8 },
        { SIZE_MAX / 8 + 1, 1, 8, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (fp_grown(ROWS[i].cap, ROWS[i].count, ROWS[i].size) != ROWS[i].grown)
            fail_msg("row %zu", i);
}

static void what_is_freed_is_new(void **state)
{
    fp_buf buf = { 0 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        assert_true(fp_buf_append(&buf, "twenty bytes of text", 20));
        fp_buf_free(&buf);
        assert_true(buf.ptr == NULL && buf.len == 0 && buf.cap == 0);
    }
}

/* -- keys ------------------------------------------------------------------------------------- */

/* Far apart enough that looking one up stays a matter of a few steps. */
enum { KEYS = 1000, NEIGHBOURS_MAX = 64, KEY_SIZE = 16 };

static fp_str key_of(char *to, size_t i)
{
    return (fp_str){ to, (size_t)snprintf(to, KEY_SIZE, "key %zu", i) };
}

static void add(fp_builder *b, fp_str key, const char *value)
{
    assert_true(fp_builder_arg(b, key));
    assert_true(fp_builder_data(b, value, strlen(value)));
}

/* The longest run of slots that are taken, which is what a search may have to come by. */
static size_t neighbours(const fp_builder *b)
{
    size_t most = 0, run = 0;

    for (size_t i = 0; i < b->slot_count; i++) {
        run = b->slots[i] ? run + 1 : 0;
        most = run > most ? run : most;
    }
    return most;
}

static void many_keys_are_found(void **state)
{
    fp_builder b = { 0 };
    char key[KEY_SIZE];

    (void)state;
    for (size_t i = 0; i < KEYS; i++) {
        assert_false(fp_builder_has(&b, key_of(key, i)));
        add(&b, key_of(key, i), "v");
        assert_true(b.slot_count >= 2 * b.arg_count);
    }
    for (size_t i = 0; i < KEYS; i++)
        assert_true(fp_builder_has(&b, key_of(key, i)));
    assert_false(fp_builder_has(&b, key_of(key, KEYS)));
    assert_in_range(neighbours(&b), 1, NEIGHBOURS_MAX);
    fp_builder_free(&b);
}

/* A key that is given again is still that of the first argument when the slots have grown. */
static void chains_grow(void **state)
{
    fp_builder b = { 0 };
    char key[KEY_SIZE];
    fp_call call;
    size_t misfits;

    (void)state;
    add(&b, FP_STR("k"), "a");
    add(&b, FP_STR("k"), "b");
    for (size_t i = 0; i < KEYS; i++)
        add(&b, key_of(key, i), "v");
    add(&b, FP_STR("k"), "c");
    assert_true(fp_builder_view(&b, NULL, false, &call, &misfits));
    assert_int_equal(call.arg_count, KEYS + 1);
    assert_int_equal(call.args[0].value.item_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(call.args[0].value.items[i].ptr, &"abc"[i], 1);
    fp_builder_free(&b);
}

/* -- forgetting and copying ---------------------------------------------------------------------
 */

static const char TOOLS[] =
    "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
    "\"a\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
    "\"b\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}}}]}";

static fp_catalogue *tools(void)
{
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(TOOLS), &error);

    assert_non_null(catalogue);
    return catalogue;
}

/* One with all that a call may have: an id, a key that is lost, lists, and one given again. */
static void build(fp_builder *b)
{
    assert_true(fp_builder_name(b, FP_STR("t")) && fp_builder_id(b, FP_STR("id")));
    assert_true(fp_builder_lost(b, FP_STR("lost")));
    add(b, FP_STR("c"), "x");
    assert_true(fp_builder_item(b) && fp_builder_data(b, "y", 1));
    fp_builder_item_end(b);
    assert_true(fp_builder_item(b) && fp_builder_data(b, "zz", 2));
    fp_builder_item_end(b);
    fp_builder_last(b)->kind = FP_VALUE_LIST;
    add(b, FP_STR("a"), "1234567890");
    add(b, FP_STR("a"), "2");
    add(b, FP_STR("b"), "12345678901234567890123456789012345678901234567890");
    add(b, FP_STR("a"), "3");
}

static void see(fp_builder *b, const fp_tool *tool)
{
    static const char *const TEXTS[] = { "[1234567890,2,3]",
                                         "[12345678901234567890123456789012345678901234567890]" };
    fp_call call;
    size_t misfits;

    assert_true(fp_builder_view(b, tool, false, &call, &misfits));
    assert_int_equal(misfits, 0);
    assert_true(fp_str_equal(call.name, FP_STR("t")) && fp_str_equal(call.id, FP_STR("id")));
    assert_int_equal(call.arg_count, 3);
    assert_int_equal(call.args[0].value.item_count, 2);
    assert_true(fp_str_equal(call.args[0].value.items[1], FP_STR("zz")));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(call.args[i + 1].value.kind, FP_VALUE_JSON);
        assert_true(fp_str_equal(call.args[i + 1].value.text, fp_str_of(TEXTS[i])));
    }
}

/* The rewritten text of a value is where its value says, though more was written after it.
 */
static void values_are_typed(void **state)
{
    fp_catalogue *catalogue = tools();
    const fp_tool *tool = fp_catalogue_tool(catalogue, 0);
    fp_builder b = { 0 };
    size_t typed;

    (void)state;
    build(&b);
    see(&b, tool);
    typed = b.typed.len;
    see(&b, tool);
    assert_int_equal(b.typed.len, typed);
    fp_builder_free(&b);
    fp_catalogue_free(catalogue);
}

static void what_is_forgotten_is_new(void **state)
{
    const fp_builder fresh = { 0 };
    fp_builder b = { 0 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        build(&b);
        assert_false(fp_builder_equal(&b, &fresh));
        fp_builder_clear(&b);
        assert_true(fp_builder_equal(&b, &fresh));
        assert_false(fp_builder_has(&b, FP_STR("a")));
    }
    for (size_t i = 0; i < 2; i++) { /* free to be used again, and freed */
        fp_builder_free(&b);
        assert_null(b.bytes.ptr);
        assert_true(fp_builder_equal(&b, &fresh));
        build(&b);
    }
    fp_builder_free(&b);
    fp_builder_free(&b);
}

static void copies_are_equal(void **state)
{
    fp_catalogue *catalogue = tools();
    const fp_tool *tool = fp_catalogue_tool(catalogue, 0);
    const fp_builder fresh = { 0 };
    fp_builder from = { 0 }, to = { 0 };

    (void)state;
    build(&from);
    for (size_t i = 0; i < 3; i++) {
        assert_true(fp_builder_assign(&to, &from));
        assert_true(fp_builder_equal(&to, &from));
        see(&to, tool);
        assert_true(fp_builder_has(&to, FP_STR("b")));
        assert_true(fp_builder_assign(&to, &fresh) && fp_builder_assign(&to, &fresh));
        assert_true(fp_builder_equal(&to, &fresh));
        assert_false(fp_builder_has(&to, FP_STR("b")));
    }
    build(&to); /* it goes on as any other */
    assert_true(fp_builder_equal(&to, &from));
    fp_builder_free(&from);
    fp_builder_free(&to);
    fp_catalogue_free(catalogue);
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void json_without_a_byte(void **state)
{
    fp_builder b = { 0 };
    bool lone = false;

    (void)state;
    assert_false(fp_builder_has_single(&b, FP_STR("k")));
    assert_true(fp_builder_arg(&b, FP_STR("k")));
    fp_builder_last(&b)->is_json = true;
    assert_true(fp_builder_arg_end(&b, &lone));
    assert_int_equal(fp_builder_last(&b)->kind, FP_VALUE_JSON);
    assert_false(fp_builder_has_single(&b, FP_STR("k")));
    assert_false(fp_builder_has_single(&b, FP_STR("l")));
    assert_true(fp_builder_arg(&b, FP_STR("l")));
    assert_false(fp_builder_has_single(&b, FP_STR("l")));
    assert_true(fp_builder_flag(&b));
    assert_true(fp_builder_has_single(&b, FP_STR("l")));
    fp_builder_free(&b);
}

/* -- comparing -------------------------------------------------------------------------------- */

static void each_is_compared(void **state)
{
    fp_builder a = { 0 }, b = { 0 };

    (void)state;
    build(&a);
    build(&b);
    for (size_t i = 0; i < b.arg_count; i++) {
        b.args[i].lost = !b.args[i].lost;
        assert_false(fp_builder_equal(&a, &b));
        b.args[i].lost = !b.args[i].lost;
    }
    for (size_t i = 0; i < b.item_count; i++) {
        b.items[i].len++;
        assert_false(fp_builder_equal(&a, &b));
        b.items[i].len--;
    }
    assert_true(fp_builder_equal(&a, &b));
    fp_builder_free(&a);
    fp_builder_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_size_wraps),
        cmocka_unit_test(sizes_grow_by_half),
        cmocka_unit_test(what_is_freed_is_new),
        cmocka_unit_test(json_without_a_byte),
        cmocka_unit_test(many_keys_are_found),
        cmocka_unit_test(chains_grow),
        cmocka_unit_test(values_are_typed),
        cmocka_unit_test(copies_are_equal),
        cmocka_unit_test(what_is_forgotten_is_new),
        cmocka_unit_test(each_is_compared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
