/* SPDX-License-Identifier: Apache-2.0 */
/* test_render.c: what is rendered under limits is what a parser under them takes whole, and what is
 * refused says why. */
#include <fencepost/catalogue.h>
#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* FP_STR for what is static. */
#define STR(literal)                   \
    {                                  \
        (literal), sizeof(literal) - 1 \
    }

static const fp_arg TEXT = { STR("key"), { .kind = FP_VALUE_STRING, .text = STR("some words") } };
static const fp_arg OBJECTS = {
    STR("key"), { .kind = FP_VALUE_JSON, .text = STR("{\"a\":{\"b\":{\"c\":{}}}}") }
};
static const fp_arg ARRAYS = { STR("key"), { .kind = FP_VALUE_JSON, .text = STR("[[[[]]]]") } };

static const fp_call CALLS[] = {
    { .name = STR("tool"), .args = &TEXT, .arg_count = 1, .complete = true },
    { .name = STR("tool"), .args = &OBJECTS, .arg_count = 1, .complete = true },
    { .name = STR("tool"), .args = &ARRAYS, .arg_count = 1, .complete = true },
};

enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

/* -- limits ------------------------------------------------------------------------------------ */

static int note_limit(void *context, const fp_event *event)
{
    bool *met = context;

    *met =
        *met || (event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.code == FP_LIMIT_EXCEEDED);
    return 0;
}

/* Whether a parser under these options reports that the text goes beyond a limit. */
static bool goes_beyond(const fp_syntax *syntax, const fp_options *options, fp_str text)
{
    bool met = false;
    fp_parser *parser = fp_parser_new(syntax, options, note_limit, &met);

    assert_non_null(parser);
    assert_int_equal(fp_parser_feed(parser, text.ptr, text.len), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
    return met;
}

/* Of the call nothing but itself is in the way, of a key or a value it says which. */
static void check_place(const fp_refusal *refusal, const fp_call *call)
{
    const bool of_argument = refusal->part == FP_PART_KEY || refusal->part == FP_PART_VALUE;

    assert_true(refusal->arg < (of_argument ? call->arg_count : 1));
    assert_true(refusal->part != FP_PART_CALL || refusal->byte == 0);
}

/* After other text: rendered as without limits, or refused for a limit that a parser goes beyond. A
 * syntax may have refused it before, by a clause of its own. Returns whether it is refused. */
static bool check_limits(const fp_syntax *syntax, const fp_options *options, const fp_call *call,
                         fp_str block)
{
    const bool beyond = goes_beyond(syntax, options, block);
    fp_refusal refusal = { .part = FP_PART_VALUE, .clause = "of another call" }, alone;
    fp_json text = { 0 }, own = { 0 };

    fp_json_raw(&text, "before");

    const bool rendered = fp_render(syntax, options, call, &text, &refusal);

    assert_int_equal(fp_render(syntax, options, call, &own, &alone), rendered);
    assert_false(text.failed || own.failed);
    fp_json_free(&own);
    if (rendered) {
        assert_false(beyond);
        assert_true(fp_str_equal((fp_str){ text.ptr + 6, text.len - 6 }, block));
        assert_null(refusal.clause);
        assert_int_equal(refusal.part, 0);
    } else if (strcmp(refusal.clause, "MODEL-4.3") == 0) {
        assert_true(beyond);
        assert_int_equal(refusal.part, FP_PART_CALL);
    } else {
        assert_string_not_equal(refusal.clause, "of another call");
    }
    if (!rendered)
        check_place(&refusal, call);
    fp_json_free(&text);
    return !rendered;
}

static void limits(void **state)
{
    static const fp_str FIELDS[] = { STR("name"), STR("key"),  STR("value"),
                                     STR("call"), STR("held"), STR("depth") };
    enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS, MOST = 120 };
    size_t refused[FIELD_COUNT] = { 0 }, rendered = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        for (size_t c = 0; c < CALL_COUNT; c++) {
            fp_json block = { 0 };
            fp_refusal refusal;

            if (fp_render(*syntax, NULL, &CALLS[c], &block, &refusal)) {
                rendered++;
                for (size_t f = 0; f < FIELD_COUNT; f++)
                    for (size_t limit = 1; limit <= MOST; limit++) {
                        fp_options options = fp_options_default(*syntax);

                        *fp_limits_field(&options.limits, FIELDS[f]) = limit;
                        refused[f] += check_limits(*syntax, &options, &CALLS[c],
                                                   (fp_str){ block.ptr, block.len });
                    }
            }
            fp_json_free(&block);
        }
    assert_true(rendered > 12);
    for (size_t f = 0; f < FIELD_COUNT; f++)
        assert_true(refused[f] > 0);
}

static void meets_one_at_the_end(void *state, fp_out *out)
{
    (void)state;
    fp_out_limit_exceeded(out, fp_out_offset(out));
}

/* A limit that a parser reports only at the end of input counts as well. */
static void limit_at_the_end(void **state)
{
    fp_syntax syntax = *fp_syntax_find(FP_STR("caret"));
    fp_options options = fp_options_default(&syntax);
    fp_json text = { 0 };
    fp_refusal refusal;

    (void)state;
    options.limits.key = 4; /* below the block's length, so that a parser is asked */
    assert_true(fp_render(&syntax, &options, &CALLS[0], &text, &refusal));
    syntax.finish = meets_one_at_the_end;
    assert_false(fp_render(&syntax, &options, &CALLS[0], &text, &refusal));
    assert_string_equal(refusal.clause, "MODEL-4.3");
    fp_json_free(&text);
}

/* Renders each call under a limit as if no other had been rendered; returns how many are refused.
 */
static size_t renders_as_alone(const fp_syntax *syntax, const fp_options *options)
{
    fp_renderer *kept = fp_renderer_new(syntax, options);
    size_t refused = 0;

    assert_non_null(kept);
    for (size_t c = 0; c < 2 * (size_t)CALL_COUNT; c++) {
        const fp_call *call = &CALLS[c % CALL_COUNT];
        fp_json text = { 0 }, own = { 0 };
        fp_refusal refusal, alone;
        const bool rendered = fp_renderer_render(kept, call, &text, &refusal);

        assert_int_equal(fp_render(syntax, options, call, &own, &alone), rendered);
        assert_true(fp_str_equal((fp_str){ text.ptr, text.len }, (fp_str){ own.ptr, own.len }));
        if (!rendered)
            assert_string_equal(refusal.clause, alone.clause);
        refused += !rendered;
        fp_json_free(&text);
        fp_json_free(&own);
    }
    fp_renderer_free(kept);
    return refused;
}

/* A renderer that is kept, whose parser met a limit in the call before. */
static void kept_renderer(void **state)
{
    size_t refused = 0, tried = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        for (size_t depth = 1; depth <= 4; depth++) {
            fp_options options = fp_options_default(*syntax);

            options.limits.depth = depth;
            refused += renders_as_alone(*syntax, &options);
            tried += 2 * (size_t)CALL_COUNT;
        }
    assert_true(refused > 100 && refused < tried);
    fp_renderer_free(NULL);
}

/* -- values ------------------------------------------------------------------------------------ */

static const fp_arg BAD_KEY = { STR("k\xFF"), { .kind = FP_VALUE_STRING, .text = STR("v") } };
static const fp_arg BAD_BYTES = { STR("other"),
                                  { .kind = FP_VALUE_JSON, .text = STR("  \"a\xFF\"") } };
static const fp_arg NO_JSON = { STR("other"), { .kind = FP_VALUE_JSON, .text = STR("  nope") } };

/* What no case can write: bytes that JSON cannot carry, and texts that are not JSON. */
static const struct {
    const char *syntax;
    const fp_arg *arg;
    fp_part part;
    size_t byte;
    const char *clause;
} REFUSED[] = {
    { "hermes", &BAD_KEY, FP_PART_KEY, 1, "OBJECT-10.3" },
    { "hermes", &BAD_BYTES, FP_PART_VALUE, 4, "OBJECT-10.3" },
    { "hermes", &NO_JSON, FP_PART_VALUE, 3, "OBJECT-10.4" },
    { "json-envelope", &BAD_KEY, FP_PART_KEY, 1, "JSON-ENVELOPE-10.4" },
    { "json-envelope", &BAD_BYTES, FP_PART_VALUE, 4, "JSON-ENVELOPE-10.4" },
    { "json-envelope", &NO_JSON, FP_PART_VALUE, 3, "JSON-ENVELOPE-10.5" },
};

static void what_json_cannot_carry(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        const fp_arg args[] = { TEXT, *REFUSED[i].arg };
        const fp_call call = {
            .name = STR("tool"), .args = args, .arg_count = 2, .complete = true
        };
        fp_json text = { 0 };
        fp_refusal refusal;

        assert_false(
            fp_render(fp_syntax_find(fp_str_of(REFUSED[i].syntax)), NULL, &call, &text, &refusal));
        assert_int_equal(refusal.part, REFUSED[i].part);
        assert_int_equal(refusal.arg, 1);
        assert_int_equal(refusal.byte, REFUSED[i].byte);
        assert_string_equal(refusal.clause, REFUSED[i].clause);
        fp_json_free(&text);
    }
}

/* -- views ------------------------------------------------------------------------------------- */

/* Both keys of notations that have no keys of their own. */
static const fp_arg PLAIN[] = {
    { STR("raw_args"), { .kind = FP_VALUE_STRING, .text = STR("some words") } },
    { STR("body"), { .kind = FP_VALUE_STRING, .text = STR("some lines\n") } },
};

enum { PLACES = 5 }; /* in a call, where a text can stand */

/* Whether the call is rendered, with this text in this place. */
static bool render_text_at(const fp_syntax *syntax, const fp_options *options, size_t place,
                           fp_str given, fp_json *text, fp_refusal *refusal)
{
    fp_arg args[] = { PLAIN[0], PLAIN[1] };
    fp_call call = { .name = STR("tool"), .args = args, .arg_count = 2, .complete = true };

    if (place == 0)
        call.name = given;
    else if (place == 1)
        args[1].key = given;
    else if (place == 2)
        args[1].value = (fp_value){ .kind = FP_VALUE_LIST, .items = &given, .item_count = 1 };
    else
        args[place - 3].value.text = given;
    return fp_render(syntax, options, &call, text, refusal);
}

/* That text, as a view of a longer one and alone, where sanitizers watch its end; an empty one is
 * nowhere at all. */
static void check_view(const fp_syntax *syntax, const fp_options *options, size_t place,
                       fp_str view)
{
    char *bytes = view.len ? malloc(view.len) : NULL;
    fp_json texts[2] = { { 0 }, { 0 } };
    fp_refusal refusals[2];
    bool rendered[2];

    if (view.len)
        memcpy(bytes, view.ptr, view.len);
    rendered[0] = render_text_at(syntax, options, place, view, &texts[0], &refusals[0]);
    rendered[1] = render_text_at(syntax, options, place, (fp_str){ bytes, view.len }, &texts[1],
                                 &refusals[1]);
    assert_int_equal(rendered[0], rendered[1]);
    assert_ptr_equal(refusals[0].clause, refusals[1].clause);
    assert_int_equal(refusals[0].byte, refusals[1].byte);
    if (rendered[0])
        assert_true(fp_str_equal((fp_str){ texts[0].ptr, texts[0].len },
                                 (fp_str){ texts[1].ptr, texts[1].len }));
    fp_json_free(&texts[0]);
    fp_json_free(&texts[1]);
    free(bytes);
}

/* What stands after a text counts for nothing, not even where it makes a marker whole. */
static void views_end(void **state)
{
    const fp_call plain = { .name = STR("tool"), .args = PLAIN, .arg_count = 2, .complete = true };

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        fp_options options = fp_options_default(*syntax);
        fp_json block = { 0 };
        fp_refusal refusal;

        if (!fp_syntax_has_calls(*syntax))
            continue;
        assert_true(fp_render(*syntax, NULL, &plain, &block, &refusal));
        for (size_t place = 0; place < PLACES; place++)
            for (size_t len = 0; len <= block.len; len++) {
                options.policies.of[FP_RECOVERY] = FP_RECOVERY_STRICT;
                check_view(*syntax, &options, place, (fp_str){ block.ptr, len });
                options.policies.of[FP_RECOVERY] = FP_RECOVERY_LENIENT;
                check_view(*syntax, &options, place, (fp_str){ block.ptr, len });
            }
        fp_json_free(&block);
    }
}

/* -- schemas ----------------------------------------------------------------------------------- */

/* What a schema reads as a list of numbers is neither a number nor a list of texts. */
static void values_by_schema(void **state)
{
    static const fp_str ITEMS[] = { STR("5"), STR("6") };
    const fp_arg number = { STR("a"), { .kind = FP_VALUE_JSON, .text = STR("5") } };
    const fp_arg list = { STR("a"), { .kind = FP_VALUE_LIST, .items = ITEMS, .item_count = 2 } };
    const fp_call calls[] = {
        { .name = STR("t"), .args = &number, .arg_count = 1, .complete = true },
        { .name = STR("t"), .args = &list, .arg_count = 1, .complete = true },
    };
    const fp_syntax *syntax = fp_syntax_find(FP_STR("xml"));
    fp_options options = fp_options_default(syntax);
    fp_catalogue_error error = { 0 };
    fp_catalogue *catalogue = fp_catalogue_read(
        FP_STR("{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a\":"
               "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}}}]}"),
        &error);

    (void)state;
    assert_non_null(catalogue);
    options.catalogue = catalogue;
    options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        fp_json text = { 0 };
        fp_refusal refusal;

        assert_false(fp_render(syntax, &options, &calls[i], &text, &refusal));
        assert_int_equal(refusal.part, FP_PART_VALUE);
        assert_int_equal(refusal.arg, 0);
        fp_json_free(&text);
    }
    fp_catalogue_free(catalogue);
}

/* An array of JSON is written an element a line where those lines are read as it (CARET-9.8). An
 * array that a program has may be one that no case holds: its strings are still quoted. */
static void arrays_by_schema(void **state)
{
    static const struct {
        const char *name, *items, *array, *block;
    } ROWS[] = {
        { "integers", "{\"type\":\"integer\"}", "[1, 2]", "^^^t\na: [\n1\n2\n]\n^^^" },
        { "no elements", "{\"type\":\"integer\"}", "[]", "^^^t\na: []\n^^^" },
        { "lines that the enum lacks", "{\"enum\":[\"x\",\"y\"]}", "[\"x\"]",
          "^^^t\na: [\"x\"]\n^^^" },
        { "an element of two lines", "{\"type\":\"object\"}", "[{\"k\":\n1}]",
          "^^^t\na ---\n[{\"k\":\n1}]\n--- a\n^^^" },
        { "lines that are other strings", "{\"type\":\"string\"}", "[\"x\"]",
          "^^^t\na: [\"x\"]\n^^^" },
    };
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const fp_arg arg = { STR("a"),
                             { .kind = FP_VALUE_JSON, .text = fp_str_of(ROWS[i].array) } };
        const fp_call call = { .name = STR("t"), .args = &arg, .arg_count = 1, .complete = true };
        fp_options options = fp_options_default(syntax);
        fp_json tools = { 0 }, text = { 0 };
        fp_catalogue_error error = { 0 };
        fp_catalogue *catalogue;
        fp_refusal refusal;

        fp_json_raw(&tools, "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a\":"
                            "{\"type\":\"array\",\"items\":");
        fp_json_raw(&tools, ROWS[i].items);
        fp_json_raw(&tools, "}}}}]}");
        catalogue = fp_catalogue_read((fp_str){ tools.ptr, tools.len }, &error);
        assert_non_null(catalogue);
        options.catalogue = catalogue;
        options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
        if (!fp_render(syntax, &options, &call, &text, &refusal) ||
            !fp_str_equal((fp_str){ text.ptr, text.len }, fp_str_of(ROWS[i].block)))
            fail_msg("%s: %.*s", ROWS[i].name, (int)text.len, text.ptr);
        fp_json_free(&text);
        fp_catalogue_free(catalogue);
        fp_json_free(&tools);
    }
}

/* -- spacing ----------------------------------------------------------------------------------- */

/* Whether the text has the mark in its blanks. */
static bool has_spaced(const char *text, const fp_spaced *as)
{
    char begin[128];
    const char *end;

    assert_in_range(snprintf(begin, sizeof begin, "%s%s", as->before, as->mark), 1,
                    sizeof begin - 1);
    for (const char *at = strstr(text, begin); at; at = strstr(at + 1, begin)) {
        end = at + strlen(begin);
        if (as->end)
            end = strstr(end, as->end);
        if (as->end && end)
            end += strlen(as->end);
        if (end && strncmp(end, as->after, strlen(as->after)) == 0)
            return true;
    }
    return false;
}

/* The blanks that a row declares are those that its renderer writes. */
static void spacing(void **state)
{
    size_t marks = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        fp_json text = { 0 };
        fp_refusal refusal;

        if (!(*syntax)->spacing)
            continue;
        assert_true(fp_render(*syntax, NULL, &CALLS[0], &text, &refusal));
        fp_json_bytes(&text, (fp_str){ "", 1 });
        assert_false(text.failed);
        for (const fp_spaced *as = (*syntax)->spacing; as->mark; as++, marks++)
            if (!has_spaced(text.ptr, as))
                fail_msg("%s: %s in %s", (*syntax)->id, as->mark, text.ptr);
        fp_json_free(&text);
    }
    assert_true(marks >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits),           cmocka_unit_test(limit_at_the_end),
        cmocka_unit_test(kept_renderer),    cmocka_unit_test(what_json_cannot_carry),
        cmocka_unit_test(views_end),        cmocka_unit_test(values_by_schema),
        cmocka_unit_test(arrays_by_schema), cmocka_unit_test(spacing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
