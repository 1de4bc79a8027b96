/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_partial_json.c: what holds of every text that a reader of partial JSON gets, and of all its
 * prefixes (spec/partial-json.md): in whatever pieces it comes, the answer is the same; what is
 * wrong with it, the model finds too, which knows the whole text; of JSON each prefix gives what
 * the model gives; a value is JSON; and our own answers break no law.
 */
#include "common.h"
#include "format.h"
#include "partial/partial_judge.h"
#include "partial/partial_made.h"
#include "target.h"
#include "tests/partial_model.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

/* Of longer texts so many prefixes are asked for: the model takes the square of the length. */
enum { ALL_MOST = 160, SOME = 24, POLICIES = 16, MODEL_MOST = 1024 };

static const claim TOTAL = { "TOTAL", "PARTIAL-6.1", "format partial_json" };
static const claim SAME = { "SAME", "PARTIAL-1.3", "format partial_json" };
static const claim VALUE = { "VALUE", "PARTIAL-2.5", "format partial_json" };
static const claim LAWS = { "LAWS", "PARTIAL-6.2", "format partial_json" };

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr, json->len };
}

static fp_partial_policies policies_of(size_t bits)
{
    return (fp_partial_policies){ .withhold_strings = bits & 1,
                                  .give_numbers = bits & 2,
                                  .give_literals = bits & 4,
                                  .null_for_keys = bits & 8 };
}

static void feed(fp_partial *p, fp_str bytes)
{
    if (fp_partial_feed(p, bytes.ptr, bytes.len) != FP_OK)
        abort();
}

/* The value in the form that the model writes; the text must be JSON. */
static void one_form(fp_str text, fp_json *out)
{
    const fp_partial_policies none = { 0 };
    model *m;
    size_t at;

    require(model_read(text, &m, &at) == MODEL_JSON, &VALUE, "a value is not JSON");
    model_give(m, text.len + 1, &none, out);
    model_free(m);
}

/* -- the whole text ---------------------------------------------------------------------------- */

static void check_pieces(fp_str text, const fp_partial *whole)
{
    fp_partial *pieces = or_abort(fp_partial_new());
    fp_json a = { 0 }, b = { 0 };
    size_t wrong, other;

    for (size_t i = 0, size = 1; i < text.len; i += size, size = 1 + (size * 5 + 3) % 7)
        feed(pieces, (fp_str){ text.ptr + i, text.len - i < size ? text.len - i : size });
    require(fp_partial_value(whole, NULL, &a) == fp_partial_value(pieces, NULL, &b) &&
                fp_str_equal(str_of(&a), str_of(&b)) &&
                fp_partial_wrong(whole, &wrong) == fp_partial_wrong(pieces, &other) &&
                wrong == other && fp_partial_where(whole) == fp_partial_where(pieces) &&
                fp_partial_finished(whole) == fp_partial_finished(pieces),
            &SAME, "in pieces it is another answer");
    fp_partial_free(pieces);
    fp_json_free(&a);
    fp_json_free(&b);
}

/* The model of the text, if it is JSON; it is left to the caller. NULL: it is not, or has too many
 * levels for us. */
static model *check_verdict(fp_str text, const fp_partial *whole)
{
    size_t wrong, at;
    const bool is_wrong = fp_partial_wrong(whole, &wrong);
    model *m = NULL;
    model_verdict verdict;

    if (is_wrong && fp_partial_depth(whole) == FP_PARTIAL_DEPTH_MAX)
        return NULL;
    verdict = model_read(text, &m, &at);
    require(is_wrong == (verdict == MODEL_WRONG) && (!is_wrong || wrong == at), &TOTAL,
            "what is wrong with it is somewhere else");
    return m;
}

/* -- prefixes ---------------------------------------------------------------------------------- */

static void check_prefix(const fp_partial *fed, size_t len, const model *m, size_t bits)
{
    const fp_partial_policies policies = policies_of(bits);
    fp_json text = { 0 }, ours = { 0 }, other = { 0 };
    const fp_partial_answer answer = fp_partial_value(fed, &policies, &text);

    if (answer == FP_PARTIAL_VALUE)
        one_form(str_of(&text), &ours);
    if (m) {
        const bool given = model_give(m, len, &policies, &other);

        require(answer == (given ? FP_PARTIAL_VALUE : FP_PARTIAL_NOTHING) &&
                    fp_str_equal(str_of(&ours), str_of(&other)),
                &VALUE,
                canary_planted() ? "the planted fault is noticed"
                                 : "a prefix gives another value than the model");
    }
    fp_json_free(&text);
    fp_json_free(&ours);
    fp_json_free(&other);
}

/* Our own answers, as those of a worker are judged. */
static void check_laws(const fp_partial *fed, size_t len, partial_judge *judge)
{
    static const partial_policies usual = { 0 };
    fp_json text = { 0 };
    const partial_answer answer = partial_ours(fed, &usual, &text);
    partial_fault fault;

    require(partial_judge_next(judge, len, &answer, &fault), &LAWS,
            "our own answer is judged to be wrong");
    fp_json_free(&text);
}

static bool is_asked(size_t at, size_t len)
{
    return len <= ALL_MOST || at % (len / SOME) == 0 || at == len;
}

static void check_prefixes(fp_str text, const model *m)
{
    static const partial_policies usual = { 0 };
    partial_judge *judge = partial_judge_new(text, &usual, NULL);
    fp_partial *fed = or_abort(fp_partial_new());

    for (size_t i = 0; i <= text.len; i++) {
        if (is_asked(i, text.len)) {
            /* the planted fault: one prefix is taken for the next */
            check_prefix(fed, i + (canary_planted() && i + 1 < text.len), m, i % POLICIES);
            check_prefix(fed, i, m, 0);
            check_laws(fed, i, judge);
        }
        if (i < text.len)
            feed(fed, (fp_str){ text.ptr + i, 1 });
    }
    fp_partial_free(fed);
    partial_judge_free(judge);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = exact_copy(data, size);
    const fp_str text = { copy, size };
    fp_partial *whole = or_abort(fp_partial_new());
    model *m = NULL;

    feed(whole, text);
    check_pieces(text, whole);
    if (size <= MODEL_MOST) {
        m = check_verdict(text, whole);
        check_prefixes(text, m);
    }
    model_free(m);
    fp_partial_free(whole);
    free(copy);
    return 0;
}

/* -- inputs from a seed ------------------------------------------------------------------------ */

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    const fp_str text = partial_made_text(seed, (size_t)seed);
    const size_t len = text.len < cap ? text.len : cap;

    memcpy(data, text.ptr, len);
    free((char *)(uintptr_t)text.ptr);
    return len;
}
