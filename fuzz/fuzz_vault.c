/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_vault.c: what holds of the vault's references for every text and every store.
 *
 * An input is a text; after it come the entries, an id and a content each, every part after a byte
 * FF. FE and one more byte, before the first FF, set an option: 10 to 1F maxDepth 0 to 15; 20 to 2F
 * maxInserted, powers of two; 30 throwOnMissing; 31 the store fails where a content begins with an
 * exclamation mark, with the rest as its message; 32 a missing entry is given its id as text, if
 * that has more than one byte; 33 errors are reported as they come. So any file is an input.
 */
#include "common.h"
#include "target.h"
#include "words.h"

#include <fencepost/vault.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MARK_PART = 0xFF, MARK_OPTION = 0xFE, LIMIT = 1 << 16, PART_MAX = 4096 };

typedef struct subject {
    char *text; /* of exactly its size */
    size_t len;
    fp_vault_map *entries;
    size_t entry_bytes;
    fp_vault_options options;
    bool fails;
    size_t heard; /* errors */
} subject;

static volatile bool canary;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    canary = canary_asked();
    return 0;
}

static void holds(bool it_does, const char *clause, const char *sentence)
{
    require(it_does, &(claim){ "VAULT", clause, "format vault" }, sentence);
}

/* -- the input ------------------------------------------------------------------------------- */

static fp_str next_part(const uint8_t *data, size_t size, size_t *at)
{
    const uint8_t *begin = data + *at;
    const uint8_t *end = *at < size ? memchr(begin, MARK_PART, size - *at) : NULL;
    const size_t len = end ? (size_t)(end - begin) : size - *at;

    *at += len + (end ? 1 : 0);
    return (fp_str){ (const char *)begin, len };
}

static bool give_id(void *context, fp_str id, fp_str *text)
{
    (void)context;
    *text = id;
    return id.len > 1;
}

static void hear(void *context, const fp_vault_error *error)
{
    subject *s = context;

    s->heard += error != NULL;
}

static bool set_option(subject *s, uint8_t op)
{
    fp_vault_options *o = &s->options;

    if (op >= 0x10 && op <= 0x1F)
        o->max_depth = op - 0x10u;
    else if (op >= 0x20 && op <= 0x2F)
        o->max_inserted = (size_t)1 << (op - 0x20);
    else if (op == 0x30)
        o->throw_on_missing = true;
    else if (op == 0x31)
        s->fails = true;
    else if (op == 0x32)
        o->on_missing = give_id;
    else if (op == 0x33)
        o->on_error = hear;
    else
        return false;
    return true;
}

static void read_text(subject *s, fp_str part)
{
    char *text = or_abort(malloc(part.len ? part.len : 1));

    for (size_t i = 0; i < part.len; i++) {
        if ((uint8_t)part.ptr[i] == MARK_OPTION && i + 1 < part.len &&
            set_option(s, (uint8_t)part.ptr[i + 1]))
            i++;
        else
            text[s->len++] = part.ptr[i];
    }
    s->text = or_abort(malloc(s->len ? s->len : 1));
    if (s->len)
        memcpy(s->text, text, s->len);
    free(text);
}

static subject subject_of(const uint8_t *data, size_t size)
{
    subject s = { .entries = or_abort(fp_vault_map_new()), .options = FP_VAULT_OPTIONS_DEFAULT };
    size_t at = 0;

    s.options.max_inserted = LIMIT;
    read_text(&s, next_part(data, size, &at));
    while (at < size) {
        const fp_str id = next_part(data, size, &at), content = next_part(data, size, &at);

        if (!fp_vault_map_set(s.entries, id, content))
            abort();
        s.entry_bytes += content.len;
    }
    return s;
}

/* -- what is resolved ------------------------------------------------------------------------ */

/* The entries; but some fail, if the input wants it. */
static fp_vault_answer look_up(void *context, fp_str id, fp_str *content)
{
    const subject *s = context;
    const fp_vault_store map = fp_vault_map_store(s->entries);
    const fp_vault_answer answer = map.look_up(map.context, id, content);

    if (answer != FP_VAULT_FOUND || !s->fails || !content->len || content->ptr[0] != '!')
        return answer;
    *content = (fp_str){ content->ptr + 1, content->len - 1 };
    return FP_VAULT_FAILED;
}

static fp_vault_store store_of(const subject *s)
{
    return (fp_vault_store){ look_up, (void *)(uintptr_t)s };
}

static fp_vault_result *resolved(const subject *s, fp_str text, const fp_vault_options *options)
{
    fp_vault_result *result;
    const size_t heard = s->heard;
    const fp_vault_status status = fp_vault_resolve(store_of(s), options, text, &result);

    holds(status == FP_VAULT_OK || (status == FP_VAULT_THROWN && options->throw_on_missing),
          "VAULT-5.5", "resolving fails");
    holds(!options->on_error || s->heard - heard == result->error_count, "VAULT-8.5",
          "an error is reported more or less than once");
    return result;
}

static bool is_limited(const fp_vault_result *result)
{
    return result->error_count && result->errors[0].type == FP_VAULT_LIMIT_EXCEEDED;
}

static fp_json json_of(const fp_vault_result *result)
{
    fp_json json = { 0 };

    fp_vault_json_resolve(&json, result);
    if (json.failed)
        abort();
    return json;
}

static void check_result(const subject *s, const fp_vault_result *r)
{
    const size_t most = s->options.max_inserted;

    holds(r->resolved.len <= s->len + most, "VAULT-7.1", "more was inserted than may be");
    holds(r->work <= 16 * (s->len + s->entry_bytes + most + 64), "VAULT-7.3",
          "it took too much work");
    holds(r->depth <= s->options.max_depth, "VAULT-3.1", "it went too deep");
    holds(r->fully_resolved == (!r->missing_count && !r->error_count), "VAULT-8.3",
          "fullyResolved is not that all was replaced");
    for (size_t i = 0; i < r->error_count; i++)
        if (r->errors[i].type == FP_VAULT_CYCLE)
            holds(
                fp_str_equal(r->errors[i].ids[0], r->errors[i].ref_id) &&
                    fp_str_equal(r->errors[i].ids[r->errors[i].id_count - 1], r->errors[i].ref_id),
                "VAULT-4.2", "a chain does not begin and end with its id");
    holds(!r->error_count || r->errors[0].type != FP_VAULT_LIMIT_EXCEEDED || r->error_count == 1,
          "VAULT-7.1", "an error beside the limit");
}

/* Two resolvings give the same, to the last byte of the JSON. */
static void check_again(const subject *s, fp_str text, const fp_vault_result *r)
{
    fp_vault_result *again = resolved(s, text, &s->options);
    fp_json first = json_of(r), second = json_of(again);

    holds(fp_str_equal((fp_str){ first.ptr, first.len }, (fp_str){ second.ptr, second.len }),
          "VAULT-9.6", "the second answer is another");
    fp_json_free(&first);
    fp_json_free(&second);
    fp_vault_result_free(again);
}

/* A text is resolved as its parts are, which end with their references (VAULT-2.5). */
static void check_parts(const subject *s, fp_str text, const fp_vault_result *whole)
{
    size_t begin = 0, written = 0;

    while (begin < text.len) {
        fp_vault_ref ref;
        const bool found = fp_vault_find(text, begin, &ref, NULL);
        const size_t end = found ? ref.at + ref.len : text.len;
        fp_vault_result *part = resolved(s, (fp_str){ text.ptr + begin, end - begin }, &s->options);
        size_t len = part->resolved.len;

        if (canary && len) /* the planted fault: the last byte is lost */
            len--;
        holds(whole->resolved.len - written >= len &&
                  (!len || memcmp(whole->resolved.ptr + written, part->resolved.ptr, len) == 0),
              "VAULT-2.5",
              canary ? "the planted fault is noticed" : "a part is resolved otherwise");
        fp_vault_result_free(part);
        written += len;
        begin = end;
    }
    holds(written == whole->resolved.len, "VAULT-2.1",
          canary ? "the planted fault is noticed" : "the parts are not the whole");
}

static void check_analysis(fp_str text, const fp_vault_result *r)
{
    fp_vault_analysis *analysis;

    if (fp_vault_analyse(text, &analysis) != FP_VAULT_OK)
        abort();
    holds(analysis->id_count <= r->reference_count, "VAULT-8.2", "a reference is not listed");
    for (size_t i = 0; i < analysis->id_count; i++)
        holds(fp_str_equal(analysis->ids[i], r->references[i]), "VAULT-8.2",
              "the references of the text do not come first");
    holds((analysis->count == 0) == (r->reference_count == 0), "VAULT-9.5",
          "references without references");
    holds(analysis->count || fp_str_equal(text, r->resolved), "VAULT-2.1",
          "a text without references is changed");
    fp_vault_analysis_free(analysis);
}

/* No level, no change. */
static void check_depth_zero(const subject *s, fp_str text)
{
    fp_vault_options options = FP_VAULT_OPTIONS_DEFAULT;
    fp_vault_result *r;

    options.max_depth = 0;
    r = resolved(s, text, &options);
    holds(fp_str_equal(r->resolved, text) && r->depth == 0 && r->missing_count == 0, "VAULT-3.3",
          "maxDepth 0 changes something");
    fp_vault_result_free(r);
}

/* The other two say what resolve says without options; the limit of these inputs is far below. */
static void check_others(const subject *s, fp_str text)
{
    fp_vault_result *r, *expanded;
    fp_str simple;

    r = resolved(s, text, &FP_VAULT_OPTIONS_DEFAULT);
    if (fp_vault_expand(store_of(s), text, &expanded) != FP_VAULT_OK ||
        fp_vault_resolve_simple(store_of(s), text, &simple) != FP_VAULT_OK)
        abort();
    holds(fp_str_equal(r->resolved, simple), "VAULT-9.1", "simple says something else");
    holds(fp_str_equal(r->resolved, expanded->resolved), "VAULT-9.2", "expand says something else");
    holds((expanded->error_count == 0) == r->fully_resolved, "VAULT-9.4",
          "hasErrors is not that something was not resolved");
    free((char *)(uintptr_t)simple.ptr);
    fp_vault_result_free(expanded);
    fp_vault_result_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    subject s = subject_of(data, size);
    const fp_str text = { s.text, s.len };
    fp_vault_result *result;

    s.options.context = &s;
    if (s.options.throw_on_missing) { /* what was thrown is all that can be checked */
        result = resolved(&s, text, &s.options);
        fp_vault_result_free(result);
        s.options.throw_on_missing = false;
    }
    result = resolved(&s, text, &s.options);
    check_result(&s, result);
    check_again(&s, text, result);
    check_analysis(text, result);
    if (!is_limited(result)) {
        check_parts(&s, text, result);
        if (s.options.max_depth >= FP_VAULT_OPTIONS_DEFAULT.max_depth)
            check_others(&s, text);
    }
    check_depth_zero(&s, text);
    fp_vault_result_free(result);
    fp_vault_map_free(s.entries);
    free(s.text);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static size_t add_words(uint64_t *state, uint8_t *data, size_t n, size_t cap)
{
    enum { OTHER = 3, FEW = 4 };
    size_t count = 0;

    while (VAULT_WORDS[count])
        count++;
    for (size_t words = next(state) % 8; words > 0; words--) {
        /* whole references most of the time, or little is ever resolved */
        const size_t which = next(state) % (next(state) % FEW ? FEW : count + OTHER);
        const char *word = which < count ? VAULT_WORDS[which] : "x \n";

        for (; *word && n < cap; word++)
            data[n++] = (uint8_t)*word;
    }
    return n;
}

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    static const char IDS[] = "abc";
    uint64_t state = seed * 2 + 1;
    size_t n = 0;

    cap = cap < PART_MAX ? cap : PART_MAX;
    if (next(&state) % 2 && n + 2 < cap) {
        data[n++] = MARK_OPTION;
        data[n++] = (uint8_t)(0x10 + next(&state) % 0x24);
    }
    n = add_words(&state, data, n, cap);
    for (size_t i = 0; IDS[i] && n + 4 < cap; i++) {
        if (next(&state) % 8 == 0)
            continue;
        data[n++] = MARK_PART;
        data[n++] = (uint8_t)IDS[i];
        data[n++] = MARK_PART;
        n = add_words(&state, data, n, cap);
    }
    return n;
}
