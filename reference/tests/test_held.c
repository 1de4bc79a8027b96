/* SPDX-License-Identifier: Apache-2.0 */
/* test_held.c: text and what is held of it (core/out.c): in which events it is said, where these
 * stand, whose roles the bytes have, and what counts as work.
 */
#include "core/out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PIECES = 16, MANY = 1000 };

/* What was said, or the roles of bytes: each its place and length. */
typedef struct piece {
    uint64_t offset;
    size_t len;
    fp_role role;
} piece;

typedef struct heard {
    piece said[PIECES];
    size_t count;
    char bytes[2 * MANY];
    size_t len;
} heard;

static int hear(void *context, const fp_event *event)
{
    heard *h = context;

    assert_true(h->count < PIECES && event->data.len <= sizeof h->bytes - h->len);
    h->said[h->count++] = (piece){ .offset = event->offset, .len = event->data.len };
    memcpy(h->bytes + h->len, event->data.ptr, event->data.len);
    h->len += event->data.len;
    return 0;
}

static void hear_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    heard *h = context;

    (void)clause;
    assert_true(h->count < PIECES);
    h->said[h->count++] = (piece){ start, (size_t)(end - start), role };
}

static fp_out out_of(heard *h)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(caret);
    fp_out out;

    fp_out_init(&out, caret, &options, hear, h);
    return out;
}

static void check(const heard *h, const piece *expected, size_t count)
{
    assert_int_equal(h->count, count);
    for (size_t i = 0; i < count; i++)
        if (h->said[i].offset != expected[i].offset || h->said[i].len != expected[i].len ||
            h->said[i].role != expected[i].role)
            fail_msg("piece %zu: %zu bytes at %zu", i, h->said[i].len, (size_t)h->said[i].offset);
}

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static void feed(fp_out *out, const char *text)
{
    for (; *text; text++)
        fp_out_payload(out, (unsigned char)*text);
}

/* -- events ------------------------------------------------------------------------------------ */

/* No more is gathered than there is room for. */
static void many_bytes_are_said(void **state)
{
    static const size_t LENGTHS[] = {
        1, FP_BATCH / 2, FP_BATCH / 2, 200, 200, 200, FP_BATCH / 2 + 1
    };
    char bytes[FP_BATCH];
    heard h = { .count = 0 };
    fp_out out = out_of(&h);
    size_t at = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LENGTHS); i++) {
        memset(bytes, 'a' + (int)i, sizeof bytes);
        fp_events_say_bytes(&out.events, FP_EVENT_TEXT, at, bytes, LENGTHS[i]);
        at += LENGTHS[i];
    }
    fp_events_flush(&out.events);
    assert_int_equal(h.len, at);
    at = 0;
    for (size_t i = 0; i < COUNT_OF(LENGTHS); at += LENGTHS[i], i++)
        assert_true(h.bytes[at] == 'a' + (int)i && h.bytes[at + LENGTHS[i] - 1] == 'a' + (int)i);
    at = 0;
    for (size_t i = 0; i < h.count; at += h.said[i].len, i++)
        assert_true(h.said[i].offset == at);
    assert_true(out.call.count == 0);
    fp_out_free(&out);
}

/* An event is a view of the input: text around framing comes in two. */
static void framing_parts_texts(void **state)
{
    static const piece SAID[] = { { .offset = 0, .len = 2 }, { .offset = 3, .len = 1 } };
    heard h = { .count = 0 };
    fp_out out = out_of(&h);

    (void)state;
    feed(&out, "ab");
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    feed(&out, "c");
    fp_events_flush(&out.events);
    check(&h, SAID, COUNT_OF(SAID));
    fp_out_free(&out);
}

/* So do blanks that wait for what follows them. */
static void parts_of_what_waits(void **state)
{
    static const piece SAID[] = { { .offset = 0, .len = 1 },
                                  { .offset = 1, .len = 2 },
                                  { .offset = 4, .len = 2 },
                                  { .offset = 7, .len = 3 },
                                  { .offset = 11, .len = 2 } };
    heard h = { .count = 0 };
    fp_out out = out_of(&h);

    (void)state;
    out.options.policies.of[FP_TEXT_SPACE] = FP_TEXT_SPACE_TRIMMED;
    feed(&out, "a  ");
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    feed(&out, "  ");
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    feed(&out, "   ");
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    feed(&out, " b  ");
    assert_true(out.events.text_parts.len > 0);
    fp_events_flush(&out.events);
    check(&h, SAID, COUNT_OF(SAID));
    assert_memory_equal(h.bytes, "a        b", 10);
    fp_events_text_begins(&out.events, FP_EVENT_TEXT);
    assert_int_equal(out.events.text_parts.len, 0);
    fp_out_free(&out);
}

/* -- what is held ------------------------------------------------------------------------------ */

/* Bytes that are dropped from the front one by one move seldom; and none stay. */
static void little_is_moved(void **state)
{
    heard h = { .count = 0 };
    fp_out out = out_of(&h);

    (void)state;
    for (size_t i = 0; i < MANY; i++)
        assert_true(fp_out_hold_unit(&out, 'x'));
    assert_true(out.ledger.work == 0);
    for (size_t i = 0; i < MANY; i++)
        fp_out_mark_first(&out, 1, FP_ROLE_FRAMING);
    assert_in_range(out.ledger.work, MANY + MANY / 2, 3 * MANY);
    assert_true(out.ledger.held.len == 0 && fp_out_held_length(&out) == 0);
    fp_out_free(&out);
}

/* Looking at bytes, dropping, moving and overwriting them are work. */
static void looks_are_work(void **state)
{
    heard h = { .count = 0 };
    fp_out out = out_of(&h);

    (void)state;
    for (size_t i = 0; i < 8; i++)
        assert_true(fp_out_hold_unit(&out, 'x'));
    assert_int_equal(fp_out_held(&out).len, 8);
    assert_int_equal(out.ledger.work, 8);
    assert_int_equal(fp_out_held_part(&out, 5, 9).len, 3);
    assert_int_equal(out.ledger.work, 11);
    fp_out_overwrite(&out, 2, 4, 'y');
    assert_int_equal(out.ledger.work, 15);
    fp_out_mark_first(&out, 3, FP_ROLE_FRAMING);
    assert_int_equal(out.ledger.work, 18);
    fp_out_mark_first(&out, 2, FP_ROLE_FRAMING); /* the other 3 move */
    assert_int_equal(out.ledger.work, 23);
    fp_out_free(&out);
}

/* -- roles ------------------------------------------------------------------------------------- */

static size_t role_of(void *context, fp_str bytes, fp_role *role)
{
    size_t *left = context;
    size_t n = 1;

    assert_int_equal(bytes.len, *left);
    *role = *bytes.ptr == 'a' ? FP_ROLE_TEXT : FP_ROLE_FRAMING;
    if (bytes.len > 1 && bytes.ptr[1] == *bytes.ptr)
        n = 2;
    *left -= n;
    return n;
}

/* Neighbours of one role are told of as one. */
static void each_has_its_role(void **state)
{
    static const piece ROLES[] = { { 0, 3, FP_ROLE_TEXT },
                                   { 3, 1, FP_ROLE_FRAMING },
                                   { 4, 1, FP_ROLE_TEXT },
                                   { 5, 3, FP_ROLE_FRAMING } };
    heard h = { .count = 0 };
    fp_out out = out_of(&h);
    size_t left = 8;

    (void)state;
    fp_ledger_trace(&out.ledger, hear_role, &h);
    for (const char *c = "aaababbb"; *c; c++)
        assert_true(fp_out_hold_unit(&out, (unsigned char)*c));
    fp_out_mark_each(&out, left, role_of, &left);
    check(&h, ROLES, COUNT_OF(ROLES));
    assert_int_equal(left, 0);
    fp_out_free(&out);
}

typedef struct cited {
    const char *clauses[4];
    size_t count;
} cited;

static void hear_clause(void *context, fp_role role, const char *clause, uint64_t start,
                        uint64_t end)
{
    cited *c = context;

    (void)role;
    (void)start;
    (void)end;
    assert_true(c->count < COUNT_OF(c->clauses));
    c->clauses[c->count++] = clause;
}

/* A clause is cited of what is marked next, held or not, and of nothing after that. */
static void clauses_are_cited_once(void **state)
{
    heard h = { .count = 0 };
    cited c = { .count = 0 };
    fp_out out = out_of(&h);

    (void)state;
    fp_ledger_trace(&out.ledger, hear_clause, &c);
    assert_true(fp_out_hold(&out, 'a'));
    fp_out_cite(&out, "X-1.1");
    fp_out_mark(&out, FP_ROLE_FRAMING);
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    fp_out_cite(&out, "X-1.2");
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    fp_out_mark_byte(&out, FP_ROLE_FRAMING);
    assert_int_equal(c.count, 4);
    assert_string_equal(c.clauses[0], "X-1.1");
    assert_ptr_equal(c.clauses[1], out.syntax->clauses[FP_ROLE_FRAMING]);
    assert_string_equal(c.clauses[2], "X-1.2");
    assert_ptr_equal(c.clauses[3], out.syntax->clauses[FP_ROLE_FRAMING]);
    fp_out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_bytes_are_said),    cmocka_unit_test(framing_parts_texts),
        cmocka_unit_test(parts_of_what_waits),    cmocka_unit_test(little_is_moved),
        cmocka_unit_test(looks_are_work),         cmocka_unit_test(each_has_its_role),
        cmocka_unit_test(clauses_are_cited_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
