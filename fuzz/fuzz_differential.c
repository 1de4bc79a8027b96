/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_differential.c: one call in every syntax, read as strings and by schema: a call that is
 * rendered comes back as it was; one that is refused is refused by a clause that explains it, which
 * spec/expressibility.md knows; and what came back from one syntax goes on through the next.
 *
 * An input is a name, then a key and a value for each argument, every part after a byte FF. In a
 * part FE 01 and FE 02 are the bytes FE and FF; FE 03 before a value says that it is JSON. An input
 * that begins with FE 04 is the call that the generator makes of the bytes after it, a seed. With
 * FE 05 before a value the call goes through parsers of little depth too.
 */
#include "base/rng.h"
#include "base/util.h"
#include "base/values.h"
#include "common.h"
#include "express-json.h"
#include "generate/carry.h"
#include "generate/generate.h"
#include "generate/refusals.h"
#include "guidance.h"
#include "law/laws.h"
#include "target.h"

#include <fencepost/catalogue.h>
#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

enum {
    MARK_PART = 0xFF,
    MARK_CONTROL = 0xFE,
    OP_FE = 0x01,
    OP_FF = 0x02,
    OP_JSON = 0x03,
    OP_SEED = 0x04,
    OP_SHALLOW = 0x05,
    DEPTH = 24,
    SHALLOW = 4,
    LONGEST = 300
};

enum { BY_STRING, BY_SCHEMA, BY_DEPTH, LANES, MODES = BY_DEPTH };

/* A syntax under one policy `types`, or under a limit. */
typedef struct lane {
    carrier carrier;
    refusals refusals;
} lane;

/* Made once, by LLVMFuzzerInitialize(). */
static lane *lanes[LANES];
static const fp_syntax *carriers_of[FP_SYNTAXES_MAX + 1]; /* those that have calls, ended by NULL */
static fp_catalogue *catalogue;

static volatile bool canary;

static lane *open_lane(lane *l, const fp_syntax *syntax, unsigned mode)
{
    fp_options options = fp_options_default(syntax);

    if (mode == BY_SCHEMA) {
        options.catalogue = catalogue;
        options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    }
    if (mode == BY_DEPTH)
        options.limits.depth = SHALLOW;
    carrier_open(&l->carrier, syntax, &options);
    return l;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    fp_catalogue_error error;
    size_t count = 0;

    (void)argc;
    (void)argv;
    canary = canary_asked();
    catalogue = or_abort(fp_catalogue_read((fp_str){ EXPRESS_JSON, sizeof EXPRESS_JSON }, &error));
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (fp_syntax_has_calls(*s))
            carriers_of[count++] = *s;
    for (unsigned mode = 0; mode < LANES; mode++) {
        lanes[mode] = xcalloc(count, sizeof *lanes[mode]);
        for (size_t i = 0; i < count; i++)
            open_lane(&lanes[mode][i], carriers_of[i], mode);
    }
    return 0;
}

/* -- the input --------------------------------------------------------------------------------- */

/* What an input asks for beside its call. */
typedef struct asked {
    bool json;    /* of the last part: it is to be JSON */
    bool shallow; /* of any part */
} asked;

/* The next part, owned. */
static fp_json next_part(const uint8_t *data, size_t size, size_t *at, asked *asks)
{
    fp_json part = { 0 };

    asks->json = false;
    for (; *at < size && data[*at] != MARK_PART; ++*at) {
        const uint8_t op = data[*at] == MARK_CONTROL && *at + 1 < size ? data[*at + 1] : 0;
        const bool is_byte = op == OP_FE || op == OP_FF;
        const bool is_op = is_byte || op == OP_JSON || op == OP_SHALLOW;
        const char byte = (char)(op == OP_FE ? MARK_CONTROL : op == OP_FF ? MARK_PART : data[*at]);

        *at += is_op;
        asks->json = asks->json || op == OP_JSON;
        asks->shallow = asks->shallow || op == OP_SHALLOW;
        if (is_byte || !is_op)
            fp_json_bytes(&part, (fp_str){ &byte, 1 });
    }
    *at += *at < size;
    if (part.failed)
        abort();
    return part;
}

static bool has_key(const fp_call *call, fp_str key)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (fp_str_equal(call->args[i].key, key))
            return true;
    return false;
}

static fp_value value_of(const fp_json *part, bool json)
{
    const fp_str text = { part->len ? part->ptr : "", part->len };
    fp_value value = { .kind = FP_VALUE_STRING };
    size_t wrong;

    if (json && is_utf8(text) && fp_jsontext_valid(text, DEPTH, &wrong))
        return value_from_text(fp_jsontext_trim(text));
    value_string(text, &value);
    return value;
}

/* Owned: call_free(). */
static fp_call call_of(const uint8_t *data, size_t size, bool *shallow)
{
    fp_call call = { .complete = true };
    size_t at = 0;
    asked asks = { 0 };
    fp_json name = next_part(data, size, &at, &asks);

    call.name = xcopy((fp_str){ name.ptr, name.len });
    fp_json_free(&name);
    while (at < size) {
        fp_json key = next_part(data, size, &at, &asks);
        fp_json value = next_part(data, size, &at, &asks);
        const fp_str view = { key.len ? key.ptr : "", key.len };

        if (!has_key(&call, view))
            call_add(&call, view, value_of(&value, asks.json));
        fp_json_free(&key);
        fp_json_free(&value);
    }
    *shallow = asks.shallow;
    return call;
}

/* -- equality -----------------------------------------------------------------------------------
 */

static void equality(bool holds, const char *sentence)
{
    require(holds, &(claim){ "INVARIANT", "MODEL-1.6", "format call" }, sentence);
}

/* Of any two values, the first is equal to the second as the second is to the first. */
static void check_values(const fp_call *call)
{
    enum { VALUES = 12 }; /* more of one input say nothing new */

    for (size_t i = 0; i < call->arg_count && i < VALUES; i++)
        for (size_t k = 0; k <= i; k++) {
            const fp_value *a = &call->args[i].value, *b = &call->args[k].value;
            const bool equal = fp_value_equal(a, b);

            equality(equal || i != k, "a value is not equal to itself");
            equality(equal == fp_value_equal(b, a), "equality has a direction");
        }
}

/* The order of arguments does not count, and each of their keys does. */
static void check_order(const fp_call *call)
{
    fp_arg *args = xcalloc(call->arg_count + 1, sizeof *args);
    fp_call turned = *call;

    turned.args = args;
    for (size_t i = 0; i < call->arg_count; i++)
        args[i] = call->args[call->arg_count - 1 - i];
    equality(fp_call_equal(call, &turned), "a call is another one with its arguments turned round");
    if (call->arg_count) {
        args[0].key = FP_STR("no key of any input\xFF");
        equality(!fp_call_equal(call, &turned), "a call is the same with another key");
    }
    free(args);
}

/* -- the checks -------------------------------------------------------------------------------- */

static void check_lane(law owed, const lane *l, bool holds, const char *sentence)
{
    char subject[80];

    if (holds)
        return;
    snprintf(subject, sizeof subject, "syntax %s", fp_syntax_id(l->carrier.syntax));
    breach(&(claim){ law_name(owed), law_clause(owed), subject }, sentence);
}

/* The table is tried when the first input asks: an engine must not take that for what the input is
 * about. */
static bool is_known(lane *l, const char *clause)
{
    unsigned char *guidance = guidance_copy();
    const refused_by *by = refusals_of(&l->refusals, &l->carrier, clause);

    guidance_restore(guidance);
    return by && by->known;
}

/* Whether the call came back. */
static bool check_call(lane *l, const fp_call *call)
{
    carriage c = carry(&l->carrier, call);

    if (canary && c == CARRIED && call->arg_count) /* the planted fault: it is taken for another */
        c = LOST;
    check_lane(LAW_ROUND_TRIP, l, c != LOST,
               canary ? "the planted fault is noticed"
                      : "a call that was rendered comes back as something else");
    check_lane(LAW_ROUND_TRIP, l, c != REFUSED || is_known(l, l->carrier.refusal.clause),
               "a call is refused by a clause that the expressibility table does not know");
    return c == CARRIED;
}

/* With its first argument given twice, a call is one that JSON has no form for. */
static void check_twice(lane *l, const fp_call *call)
{
    fp_arg *args = xcalloc(call->arg_count + 1, sizeof *args);
    fp_call twice = *call;

    if (call->arg_count) {
        args[0] = call->args[0];
        for (size_t i = 0; i < call->arg_count; i++)
            args[i + 1] = call->args[i];
        twice.args = args;
        twice.arg_count++;
        check_lane(LAW_ROUND_TRIP, l, carry(&l->carrier, &twice) == REFUSED,
                   "a call with an argument given twice is written");
    }
    free(args);
}

/* What came back from one syntax goes through another, that carried the call. */
static void check_next(lane *from, lane *to)
{
    fp_outcome *outcome = carried_outcome(&from->carrier);
    const fp_call *call = fp_outcome_call(outcome, 0);
    const carriage c = carry(&to->carrier, call);

    check_lane(LAW_EQUIVALENCE, to, c != LOST,
               "a call that another syntax brought back comes back as something else");
    check_lane(LAW_EQUIVALENCE, to, c != REFUSED || is_known(to, to->carrier.refusal.clause),
               "a call that another syntax brought back is refused by a clause that the "
               "expressibility table does not know");
    fp_outcome_free(outcome);
}

static void check_all(const fp_call *call)
{
    /* of a tool that it does not have, the catalogue says nothing */
    const unsigned modes = fp_catalogue_has(catalogue, call->name) ? MODES : BY_SCHEMA;

    for (unsigned mode = 0; mode < modes; mode++) {
        lane *before = NULL;

        for (size_t i = 0; carriers_of[i]; i++) {
            lane *l = &lanes[mode][i];

            if (l->carrier.syntax->json || l->carrier.syntax->document)
                check_twice(l, call);
            if (!check_call(l, call))
                continue;
            if (before)
                check_next(l, before);
            before = l;
        }
    }
}

static void check_shallow(const fp_call *call)
{
    for (size_t i = 0; carriers_of[i]; i++) {
        lane *l = &lanes[BY_DEPTH][i];

        check_lane(LAW_ROUND_TRIP, l, carry(&l->carrier, call) != LOST,
                   "a call that was rendered under a limit comes back as something else");
    }
}

static void check_seeded(const uint8_t *data, size_t size)
{
    uint64_t seed = 0;
    generator *g;

    for (size_t i = 2; i < size && i < 10; i++)
        seed = seed << 8 | data[i];
    g = generator_new(seed, LONGEST);
    generator_offer(g, catalogue);
    check_all(generator_call(g));
    generator_free(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool shallow;
    fp_call call;

    if (size >= 2 && data[0] == MARK_CONTROL && data[1] == OP_SEED) {
        check_seeded(data, size);
        return 0;
    }
    call = call_of(data, size, &shallow);
    check_values(&call);
    check_order(&call);
    check_all(&call);
    if (shallow)
        check_shallow(&call);
    call_free(&call);
    return 0;
}

/* -- inputs from a seed ------------------------------------------------------------------------ */

typedef struct draft {
    uint8_t *data;
    size_t len, cap;
} draft;

static void put(draft *d, uint8_t byte)
{
    if (d->len < d->cap)
        d->data[d->len++] = byte;
}

static void put_part(draft *d, fp_str part)
{
    for (size_t i = 0; i < part.len; i++) {
        const uint8_t byte = (uint8_t)part.ptr[i];

        if (byte >= MARK_CONTROL) {
            put(d, MARK_CONTROL);
            put(d, byte == MARK_PART ? OP_FF : OP_FE);
        } else {
            put(d, byte);
        }
    }
}

/* The generator's calls, written as parts: as they would be found. */
size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    generator *g = generator_new(seed, LONGEST);
    draft d = { .data = data, .cap = cap };
    const fp_call *call;

    generator_offer(g, catalogue);
    call = generator_call(g);
    put_part(&d, call->name);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_value *value = &call->args[i].value;
        fp_json json = { 0 };

        put(&d, MARK_PART);
        put_part(&d, call->args[i].key);
        put(&d, MARK_PART);
        if (value->kind != FP_VALUE_STRING) {
            put(&d, MARK_CONTROL);
            put(&d, OP_JSON);
            fp_json_value(&json, value);
        }
        put_part(&d, value->kind == FP_VALUE_STRING ? value->text : (fp_str){ json.ptr, json.len });
        fp_json_free(&json);
    }
    generator_free(g);
    return d.len;
}
