/* SPDX-License-Identifier: Apache-2.0 */
/* test_reduce.c: the reducer on faults that are known: it finds the smallest form, the same one
 * each time, within its budget, and breaks no character.
 */
#include "reduce/reduce.h"

#include "base/util.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TOOL "\xF0\x9F\x9B\xA0" /* U+1F6E0 */
#define UML "\xC3\xA4"          /* U+00E4 */

static bool has(fp_str text, const char *part)
{
    const size_t len = strlen(part);

    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.ptr + i, part, len) == 0)
            return true;
    return false;
}

/* -- faults ------------------------------------------------------------------------------------ */

static bool holds_two(const candidate *c)
{
    return has(c->input, "^^^") && has(c->input, "x");
}

static bool holds_umlaut(const candidate *c)
{
    assert_true(is_utf8(c->input));
    return has(c->input, UML) || has(c->input, TOOL);
}

/* A text in a block that two lines of one name make. */
static bool holds_block(const candidate *c)
{
    const char *dashes = memchr(c->input.ptr, '-', c->input.len);
    size_t name;

    if (!dashes || !has(c->input, "--- ") || !has(c->input, " ---"))
        return false;
    for (name = 0; c->input.ptr[name] >= 'A' && name < c->input.len; name++)
        continue;
    if (!name)
        return false;

    char *end = xformat("\n--- %.*s\n", (int)name, c->input.ptr);
    const bool found = has(c->input, end) && strncmp(c->input.ptr + name, " ---\n", 5) == 0;

    free(end);
    return found;
}

/* A marker that is cut in two. */
static bool cuts_marker(const candidate *c)
{
    for (size_t i = 0; i < c->cut_count; i++) {
        const size_t at = c->cuts[i];

        if (at >= 1 && at + 2 <= c->input.len && memcmp(c->input.ptr + at - 1, "^^^", 3) == 0)
            return true;
    }
    return false;
}

static bool any_cut(const candidate *c)
{
    return c->cut_count > 0 && has(c->input, "k: v\n");
}

static bool three_lines(const candidate *c)
{
    size_t lines = 0;

    for (size_t i = 0; i < c->input.len; i++)
        lines += c->input.ptr[i] == '\n';
    return lines >= 3;
}

/* Nobody shall see half of a surrogate pair but where the start cuts one. */
static bool cuts_character(const candidate *c)
{
    for (size_t i = 0; i < c->cut_count; i++)
        if (c->cuts[i] < c->input.len && ((unsigned char)c->input.ptr[c->cuts[i]] & 0xC0) == 0x80)
            return true;
    return false;
}

typedef struct row {
    const char *name;
    bool (*fails)(const candidate *c);
    const char *input;
    size_t cuts[4]; /* ended by 0 */
    const char *smallest;
    size_t smallest_cuts[4];
} row;

static const row ROWS[] = {
    { "two things", holds_two, "some text\n^^^write\nkey: six\n^^^\n", { 0 }, "x^^^", { 0 } },
    { "a character", holds_umlaut, "one " TOOL " two " UML " three", { 0 }, UML, { 0 } },
    { "lines of one name",
      holds_block,
      "content ---\nfirst\nsecond\n--- content\nrest\n",
      { 0 },
      "a ---\n--- a\n",
      { 0 } },
    { "a cut marker", cuts_marker, "text\n^^^go\na: b\n^^^\n", { 2, 6, 9, 0 }, "^^^", { 1, 0 } },
    { "a round cut", any_cut, "x\nkey\nk: v\nlast", { 3, 8, 0 }, "k: v\n", { 1, 0 } },
    { "three lines", three_lines, "one\ntwo\nthree\nfour\n", { 0 }, "\n\n\n", { 0 } },
    { "half a character", cuts_character, "ab" TOOL "cd", { 1, 4, 0 }, TOOL, { 2, 0 } },
};

typedef struct probe {
    bool (*fails)(const candidate *c);
    size_t asked;
    size_t stop_after; /* 0: never */
} probe;

static reduce_answer ask(void *context, const candidate *c)
{
    probe *p = context;

    p->asked++;
    if (p->stop_after && p->asked > p->stop_after)
        return REDUCE_STOP;
    for (size_t i = 0; i < c->cut_count; i++) {
        assert_true(c->cuts[i] <= c->input.len);
        assert_true(i == 0 || c->cuts[i - 1] <= c->cuts[i]);
    }
    return p->fails(c) ? REDUCE_FAILS : REDUCE_PASSES;
}

static size_t length(const size_t *cuts)
{
    size_t n = 0;

    while (cuts[n])
        n++;
    return n;
}

static candidate start_of(const row *r)
{
    candidate start = { .input = fp_str_of(r->input), .cut_count = length(r->cuts) };

    start.cuts = (size_t *)(uintptr_t)r->cuts;
    start.is_cut = start.cut_count > 0;
    return start;
}

static const reduce_config *config_of(size_t budget)
{
    static reduce_config config;

    config = (reduce_config){ .syntax = fp_syntax_find(fp_str_of("caret")), .budget = budget };
    return &config;
}

static void finds_the_smallest(void **state)
{
    const row *r = *state;
    const candidate start = start_of(r);
    probe p = { .fails = r->fails }, again = { .fails = r->fails };
    reduction first, second;

    assert_true(reduce(&start, config_of(5000), ask, &p, &first));
    assert_true(first.minimal);
    assert_int_equal(first.tries, p.asked);
    assert_int_equal(first.smallest.input.len, strlen(r->smallest));
    assert_memory_equal(first.smallest.input.ptr, r->smallest, strlen(r->smallest));
    assert_int_equal(first.smallest.cut_count, length(r->smallest_cuts));
    for (size_t i = 0; i < first.smallest.cut_count; i++)
        assert_int_equal(first.smallest.cuts[i], r->smallest_cuts[i]);

    assert_true(reduce(&start, config_of(5000), ask, &again, &second));
    assert_int_equal(again.asked, p.asked);
    candidate_free(&first.smallest);
    candidate_free(&second.smallest);
}

/* No character can be left out of what comes out: asked apart from the reducer. */
static void is_minimal(void **state)
{
    const row *r = *state;
    const candidate start = start_of(r);
    probe p = { .fails = r->fails };
    reduction out;

    assert_true(reduce(&start, config_of(5000), ask, &p, &out));
    for (size_t i = 0; i < out.smallest.input.len; i++) {
        const fp_str whole = out.smallest.input;
        char *text = xcalloc(whole.len + 1, 1);
        candidate less = { .input = { text, whole.len - 1 } };
        size_t cuts[4];

        memcpy(text, whole.ptr, i);
        memcpy(text + i, whole.ptr + i + 1, whole.len - i - 1);
        less.cuts = cuts;
        less.cut_count = out.smallest.cut_count;
        for (size_t k = 0; k < less.cut_count; k++)
            cuts[k] = out.smallest.cuts[k] - (out.smallest.cuts[k] > i);
        assert_false(is_utf8(less.input) && r->fails(&less));
        free(text);
    }
    candidate_free(&out.smallest);
}

static void keeps_to_its_budget(void **state)
{
    const row *r = *state;
    const candidate start = start_of(r);

    for (size_t budget = 0; budget < 60; budget++) {
        probe p = { .fails = r->fails };
        reduction out;

        assert_int_equal(reduce(&start, config_of(budget), ask, &p, &out), budget > 0);
        assert_true(p.asked <= budget);
        assert_int_equal(out.tries, p.asked);
        assert_false(budget > 0 && !r->fails(&out.smallest));
        candidate_free(&out.smallest);
    }
}

/* -- all else ---------------------------------------------------------------------------------- */

static bool never(const candidate *c)
{
    (void)c;
    return false;
}

static void a_start_that_passes_is_none(void **state)
{
    const candidate start = start_of(&ROWS[0]);
    probe p = { .fails = never };
    reduction out;

    (void)state;
    assert_false(reduce(&start, config_of(100), ask, &p, &out));
    assert_int_equal(out.tries, 1);
    assert_false(out.minimal);
}

static void stops_when_it_is_told(void **state)
{
    const candidate start = start_of(&ROWS[0]);
    probe p = { .fails = holds_two, .stop_after = 4 };
    reduction out;

    (void)state;
    assert_true(reduce(&start, config_of(100), ask, &p, &out));
    assert_int_equal(p.asked, 5);
    assert_false(out.minimal);
    assert_true(holds_two(&out.smallest));
    candidate_free(&out.smallest);
}

static bool needs_property(const candidate *c)
{
    size_t i;
    json_t *tool;

    json_array_foreach (c->tools, i, tool) {
        const json_t *schema = json_object_get(tool, "inputSchema");
        const json_t *properties = json_object_get(schema, "properties");

        if (json_object_get(properties, "paths") && c->policies.of[FP_TYPES] == FP_TYPES_SCHEMA)
            return true;
    }
    return false;
}

static void drops_tools_and_policies(void **state)
{
    static const char TOOLS[] =
        "[{\"name\":\"one\",\"inputSchema\":{\"properties\":{\"a\":{}}}},"
        "{\"name\":\"two\",\"description\":\"d\",\"inputSchema\":{\"required\":[\"b\",\"paths\"],"
        "\"properties\":{\"b\":{},\"paths\":{\"type\":\"array\"}}},"
        "\"x-fencepost\":{\"positional\":[\"b\"]}}]";
    static const char SMALLEST[] =
        "[{\"name\":\"two\",\"inputSchema\":{\"required\":[\"paths\"],\"properties\":"
        "{\"paths\":{\"type\":\"array\"}}}}]";
    static const fp_policies DEFAULTS;
    candidate start = { .input = fp_str_of("some text") };
    reduce_config config = { .defaults = &DEFAULTS, .budget = 1000 };
    probe p = { .fails = needs_property };
    json_t *expected = json_loads(SMALLEST, 0, NULL);
    reduction out;

    (void)state;
    start.tools = json_loads(TOOLS, 0, NULL);
    start.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    start.policies.of[FP_CODE_FENCE] = FP_CODE_FENCE_TEXT;
    assert_true(reduce(&start, &config, ask, &p, &out));
    assert_true(json_equal(out.smallest.tools, expected));
    assert_int_equal(out.smallest.input.len, 0);
    assert_int_equal(out.smallest.policies.of[FP_TYPES], FP_TYPES_SCHEMA);
    assert_int_equal(out.smallest.policies.of[FP_CODE_FENCE], FP_CODE_FENCE_CALL);
    assert_true(out.minimal);
    json_decref(expected);
    json_decref(start.tools);
    candidate_free(&out.smallest);
}

/* -- templates --------------------------------------------------------------------------------- */

/* What a delimiter of the template begins with is in the text, and no character is half. */
static bool holds_delimiter(const candidate *c)
{
    assert_true(is_utf8(c->template) && is_utf8(c->input));
    return has(c->template, "\"open\":\"" UML) && has(c->input, UML) && !has(c->input, "::");
}

static void leaves_out_parts_of_a_template(void **state)
{
    const candidate start = {
        .input = FP_STR("one " UML "call: two"),
        .prefix = FP_STR("x"),
        .template = FP_STR("{ \"a\": [1, {\"open\":\"" UML "call\", \"z\": {\"y\": null}}],"
                           " \"b\": \"" UML "\" }"),
    };
    const reduce_config config = { .budget = 500 };
    probe p = { .fails = holds_delimiter };
    reduction got;

    (void)state;
    assert_true(reduce(&start, &config, ask, &p, &got));
    assert_true(got.minimal);
    assert_true(fp_str_equal(got.smallest.template, FP_STR("{\"a\":{\"open\":\"" UML "\"}}")));
    assert_true(fp_str_equal(got.smallest.input, FP_STR(UML)));
    assert_int_equal(got.smallest.prefix.len, 0);
    candidate_free(&got.smallest);
}

int main(void)
{
    static void (*const EACH[])(void **) = { finds_the_smallest, is_minimal, keeps_to_its_budget };
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(a_start_that_passes_is_none),
        cmocka_unit_test(stops_when_it_is_told),
        cmocka_unit_test(drops_tools_and_policies),
        cmocka_unit_test(leaves_out_parts_of_a_template),
    };
    struct CMUnitTest rows[COUNT(ROWS) * COUNT(EACH)];

    for (size_t i = 0; i < COUNT(rows); i++)
        rows[i] = (struct CMUnitTest){ .name = ROWS[i / COUNT(EACH)].name,
                                       .test_func = EACH[i % COUNT(EACH)],
                                       .initial_state = (void *)(uintptr_t)&ROWS[i / COUNT(EACH)] };
    return cmocka_run_group_tests_name("rows", rows, NULL, NULL) +
           cmocka_run_group_tests(TESTS, NULL, NULL);
}
