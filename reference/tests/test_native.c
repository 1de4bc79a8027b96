/* SPDX-License-Identifier: Apache-2.0 */
/* test_native.c: what the syntaxes of provider APIs keep (native/store.c) is given back, does not
 * overlap, and is found again; what their bytes are; and what they refuse to render that no case
 * can say. */
#include "core/out.h"
#include "syntaxes/native/native.h"

#include <fencepost/policy.h>
#include <fencepost/render.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const SYNTAXES[] = { "native-anthropic", "native-openai" };

enum { SYNTAX_COUNT = sizeof SYNTAXES / sizeof *SYNTAXES };

/* -- the store --------------------------------------------------------------------------------- */

enum { NODE = sizeof(native_node), HEAD = offsetof(native_node, of) + sizeof(native_string) };

typedef struct fixture {
    native n;
    native_state s;
    fp_out out;
} fixture;

static void set_up(fixture *f)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(*SYNTAXES));
    const fp_options options = fp_options_default(syntax);

    memset(f, 0, sizeof *f);
    fp_out_init(&f->out, syntax, &options, NULL, NULL);
    f->n.s = &f->s;
    f->n.out = &f->out;
}

/* A string of the unit, each of another byte. */
static uint32_t keep(fixture *f, char *bytes, size_t len, char byte)
{
    memset(bytes, byte, len);
    f->n.json = (fp_str){ bytes, len };
    return fp_native_keep(&f->n, NATIVE_STRING, f->n.json);
}

static void strings_take_the_nodes_they_need(void **state)
{
    char bytes[4 * NODE];

    (void)state;
    for (size_t len = 0; len < sizeof bytes; len++) {
        fixture f;

        set_up(&f);
        assert_int_equal(keep(&f, bytes, len, 'x'), 1);
        assert_int_equal(f.s.used, HEAD + len <= NODE ? 1 : 1 + (HEAD + len - 1) / NODE);
        fp_out_free(&f.out);
    }
}

/* Strings come and go; what is kept of one is not another's, and what is freed is used again. */
static void strings_do_not_overlap(void **state)
{
    enum { STRINGS = 26, ROUNDS = 40 };
    char bytes[3 * NODE];
    uint32_t nodes[STRINGS] = { 0 };
    uint32_t used = 0;
    fixture f;

    (void)state;
    set_up(&f);
    for (size_t round = 0; round < (size_t)ROUNDS * STRINGS; round++) {
        const size_t i = round * 7 % STRINGS;

        fp_native_free(&f.n, nodes[i]);
        nodes[i] = keep(&f, bytes, i * sizeof bytes / STRINGS, (char)('a' + i));
        assert_int_not_equal(nodes[i], 0);
        for (size_t k = 0; k < STRINGS; k++) {
            const fp_str kept = nodes[k] ? fp_native_kept(&f.n, nodes[k]) : (fp_str){ 0 };

            for (size_t b = 0; b < kept.len; b++)
                assert_int_equal(kept.ptr[b], 'a' + (int)k);
            assert_true(!nodes[k] || kept.len == k * sizeof bytes / STRINGS);
        }
    }
    used = f.s.used;
    for (size_t i = 0; i < 4 * (size_t)used; i++) {
        const uint32_t node = fp_native_new(&f.n, NATIVE_CALL);

        assert_int_equal(fp_native_at(&f.n, node)->of.call.name, 0);
        assert_int_equal(fp_native_at(&f.n, node)->next, 0);
        memset(&fp_native_at(&f.n, node)->of, 1, sizeof(native_call));
        fp_native_free(&f.n, node);
    }
    assert_int_equal(f.s.used, used);
    fp_out_free(&f.out);
}

static void long_strings_leave_all_their_nodes(void **state)
{
    static const native_node_kind KINDS[] = { NATIVE_STRING, NATIVE_OTHER_VALUE };
    char bytes[3 * NODE] = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        fixture f;
        uint32_t used;

        set_up(&f);
        f.n.json = (fp_str){ bytes, sizeof bytes };
        fp_native_free(&f.n, fp_native_keep(&f.n, KINDS[i], f.n.json));
        used = f.s.used;
        assert_true(used > 3);
        for (uint32_t node = 0; node < used; node++)
            assert_int_not_equal(fp_native_new(&f.n, NATIVE_CALL), 0);
        assert_int_equal(f.s.used, used);
        fp_out_free(&f.out);
    }
}

/* What was kept before leaves nothing in nodes that are made again. */
static void forgotten_nodes_are_empty(void **state)
{
    native_node empty = { 0 };
    fixture f;

    (void)state;
    set_up(&f);
    memset(fp_native_at(&f.n, fp_native_new(&f.n, NATIVE_CALL)), 'x', sizeof empty);
    fp_native_forget(&f.n);
    empty.kind = NATIVE_SLOT;
    assert_memory_equal(fp_native_at(&f.n, fp_native_new(&f.n, NATIVE_SLOT)), &empty, sizeof empty);
    fp_out_free(&f.out);
}

/* How many slots stand above this one. */
static size_t depth_of(fixture *f, uint32_t slot)
{
    size_t depth = 0;

    while (slot != f->s.slots) {
        uint32_t above = 0;

        for (uint32_t node = 1; node <= f->s.used && !above; node++)
            for (size_t branch = 0; branch < 4; branch++)
                if (fp_native_at(&f->n, node)->of.slot.child[branch] == slot)
                    above = node;
        assert_int_not_equal(above, 0);
        slot = above;
        depth++;
    }
    return depth;
}

static void slots_are_found_again_and_not_deep(void **state)
{
    enum { SLOTS = 1000, DEEP = 40 };
    static const uint64_t STEPS[] = { 1, 1000, (uint64_t)1 << 40 };
    uint32_t slots[SLOTS];

    (void)state;
    for (size_t s = 0; s < sizeof STEPS / sizeof *STEPS; s++) {
        fixture f;

        set_up(&f);
        for (uint64_t i = 0; i < SLOTS; i++)
            slots[i] = fp_native_slot_of(&f.n, i * STEPS[s]);
        assert_int_equal(f.s.used, SLOTS);
        for (uint64_t i = 0; i < SLOTS; i++)
            assert_int_equal(fp_native_slot_of(&f.n, i * STEPS[s]), slots[i]);
        assert_true(depth_of(&f, slots[SLOTS - 1]) < DEEP);
        fp_out_free(&f.out);
    }
}

/* -- calls that have been said leave nothing --------------------------------------------------- */

static const fp_syntax *original; /* step() gets no context */
static uint32_t used_nodes;

static void watched_step(void *state, fp_out *out, unsigned char byte)
{
    original->step(state, out, byte);
    used_nodes = ((const native_state *)state)->used;
}

#define LONG                                                                                   \
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567" \
    "890123456789012345678901234567890123456789"

/* Two calls that overlap, with text between; # stands for a letter, so that the ids of a round are
 * others than those of the round before. */
static const char *const ROUNDS[SYNTAX_COUNT] = {
    "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\","
    "\"id\":\"a#\",\"name\":\"f\",\"input\":{\"a\":\"" LONG "\"}}}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\","
    "\"id\":\"b#" LONG "\",\"name\":\"" LONG "\",\"input\":{\"a\":1}}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"text_delta\","
    "\"text\":\"" LONG "\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\","
    "\"partial_json\":\"{}\"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a#\","
    "\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"b#" LONG
    "\",\"function\":{\"name\":\"" LONG "\",\"arguments\":\"\"}}]}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" LONG "\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":"
    "{\"arguments\":\"{}\"}}]}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":"
    "{\"arguments\":\"}\"}}]}}]}\n\n",
};

/* A block that never ends, so that no message does; and what ends all. */
static const char *const BEGINS[SYNTAX_COUNT] = {
    "data: "
    "{\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"text\"}}\n\n",
    "\n",
};
static const char *const ENDS[SYNTAX_COUNT] = {
    "data: {\"type\":\"message_stop\"}\n\n",
    "data: [DONE]\n\n",
};

static int count_calls(void *count, const fp_event *event)
{
    *(size_t *)count += event->type == FP_EVENT_CALL_END;
    return 0;
}

static void feed(fp_parser *parser, const char *text, char letter)
{
    for (; *text; text++)
        assert_int_equal(fp_parser_feed(parser, *text == '#' ? &letter : text, 1), FP_OK);
}

static void calls_leave_nothing(void **state)
{
    enum { FEW = 3, MANY = 50 };

    (void)state;
    for (size_t i = 0; i < SYNTAX_COUNT; i++) {
        fp_syntax steps;
        fp_parser *parser;
        size_t calls = 0;
        uint32_t used = 0;

        original = fp_syntax_find(fp_str_of(SYNTAXES[i]));
        steps = *original;
        steps.step = watched_step;
        steps.fast = NULL;
        parser = fp_parser_new(&steps, NULL, count_calls, &calls);
        feed(parser, BEGINS[i], 0);
        for (unsigned round = 0; round < MANY; round++) {
            feed(parser, ROUNDS[i], (char)('a' + round % 2));
            used = round == FEW ? used_nodes : used;
        }
        assert_int_equal(calls, 2 * MANY);
        assert_int_equal(used_nodes, used);
        assert_true(used > 2);
        feed(parser, ENDS[i], 0);
        assert_true(used_nodes <= 1);
        fp_parser_free(parser);
    }
}

/* -- bytes ------------------------------------------------------------------------------------- */

#define TEXT "TTTTTTTTTTTTTTTTTTTTTTT"
#define NAME "NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN"
#define VALUE "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV"

/* A text, a name and a value, each of its own capital letters. */
static const char *const STREAMS[SYNTAX_COUNT] = {
    "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\","
    "\"text\":\"" TEXT "\"}}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\","
    "\"name\":\"" NAME "\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\","
    "\"partial_json\":\"{\\\"k\\\":\\\"" VALUE "\\\"}\"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n",
    "data: {\"choices\":[{\"delta\":{\"content\":\"" TEXT "\",\"tool_calls\":[{\"index\":0,"
    "\"function\":{\"name\":\"" NAME "\",\"arguments\":\"{\\\"k\\\":\\\"" VALUE
    "\\\"}\"}}]}}]}\n\n",
};

/* A byte of the stream has the role that its letter says. */
static void check_roles(void *context, fp_role role, const char *clause, uint64_t start,
                        uint64_t end)
{
    (void)clause;
    for (uint64_t at = start; at < end; at++) {
        const char c = ((const char *)context)[at];

        assert_int_equal(role == FP_ROLE_TEXT, c == 'T');
        assert_int_equal(role == FP_ROLE_NAME, c == 'N');
        assert_true(role == FP_ROLE_VALUE || c != 'V');
    }
}

/* However long it is. */
static void strings_have_their_roles(void **state)
{
    (void)state;
    for (size_t i = 0; i < SYNTAX_COUNT; i++) {
        size_t calls = 0;
        fp_parser *parser =
            fp_parser_new(fp_syntax_find(fp_str_of(SYNTAXES[i])), NULL, count_calls, &calls);

        fp_parser_trace(parser, check_roles, (void *)(uintptr_t)STREAMS[i]);
        assert_int_equal(fp_parser_feed(parser, STREAMS[i], strlen(STREAMS[i])), FP_OK);
        assert_int_equal(fp_parser_finish(parser), FP_OK);
        assert_int_equal(calls, 1);
        fp_parser_free(parser);
    }
}

/* What is framing, whatever follows, is not kept. */
static void bad_documents_are_not_held(void **state)
{
    static const char *const DOCUMENTS[] = { "{\"a\":]", "{\"choices\":1}", "{\"content\":1}" };

    (void)state;
    for (size_t i = 0; i < SYNTAX_COUNT * sizeof DOCUMENTS / sizeof *DOCUMENTS; i++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(SYNTAXES[i % SYNTAX_COUNT]));
        const char *document = DOCUMENTS[i / SYNTAX_COUNT];
        fp_parser *parser = fp_parser_new(syntax, NULL, NULL, NULL);

        assert_int_equal(fp_parser_feed(parser, document, strlen(document)), FP_OK);
        assert_int_equal(fp_parser_held(parser), 0);
        fp_parser_free(parser);
    }
}

/* -- rendering --------------------------------------------------------------------------------- */

/* Whether the call is rendered; else the refusal. */
static bool is_rendered(size_t i, const fp_call *call, fp_refusal *refusal)
{
    fp_json text = { 0 };
    bool rendered;

    memset(refusal, 0, sizeof *refusal);
    rendered = fp_render(fp_syntax_find(fp_str_of(SYNTAXES[i])), NULL, call, &text, refusal);
    assert_false(text.failed);
    fp_json_free(&text);
    return rendered;
}

static void refuses(const fp_call *call, fp_part part, size_t byte)
{
    fp_refusal refusal;

    for (size_t i = 0; i < SYNTAX_COUNT; i++) {
        assert_false(is_rendered(i, call, &refusal));
        assert_int_equal(refusal.part, part);
        assert_int_equal(refusal.byte, byte);
        assert_non_null(strstr(refusal.clause, "-8."));
    }
}

static void renders(const fp_call *call)
{
    fp_refusal refusal;

    for (size_t i = 0; i < SYNTAX_COUNT; i++)
        assert_true(is_rendered(i, call, &refusal));
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    const fp_arg arg = { FP_STR("k\xFF"), { .text = FP_STR("v") } };
    fp_call call = { .name = FP_STR("n"), .id = FP_STR("i"), .complete = true };

    (void)state;
    renders(&call);
    call.id = FP_STR("i\xFF");
    refuses(&call, FP_PART_CALL, 0);
    call.id = FP_STR("");
    call.args = &arg;
    call.arg_count = 1;
    refuses(&call, FP_PART_KEY, 1);
}

static char *text_of(size_t len)
{
    char *bytes = malloc(len);

    assert_non_null(bytes);
    memset(bytes, 'x', len);
    return bytes;
}

/* A value is longer by its quotes. */
static void what_is_too_long_is_refused(void **state)
{
    const fp_limits *limits = &FP_LIMITS_DEFAULT;
    char *bytes = text_of(limits->value);
    fp_arg arg = { FP_STR("k"), { .text = { bytes, limits->value - 2 } } };
    fp_call call = { .name = { bytes, limits->name }, .complete = true };

    (void)state;
    renders(&call);
    call.name.len++;
    refuses(&call, FP_PART_NAME, limits->name);
    call.name.len = 1;
    call.args = &arg;
    call.arg_count = 1;
    renders(&call);
    arg.value.text.len++;
    refuses(&call, FP_PART_VALUE, limits->value);
    arg.value.text.len = 1;
    arg.key = (fp_str){ bytes, limits->key };
    renders(&call);
    arg.key.len++;
    refuses(&call, FP_PART_KEY, limits->key);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_take_the_nodes_they_need),
        cmocka_unit_test(strings_do_not_overlap),
        cmocka_unit_test(long_strings_leave_all_their_nodes),
        cmocka_unit_test(forgotten_nodes_are_empty),
        cmocka_unit_test(slots_are_found_again_and_not_deep),
        cmocka_unit_test(calls_leave_nothing),
        cmocka_unit_test(strings_have_their_roles),
        cmocka_unit_test(bad_documents_are_not_held),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
        cmocka_unit_test(what_is_too_long_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
