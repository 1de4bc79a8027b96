/* SPDX-License-Identifier: Apache-2.0 */
/* check_cost.c: patterns whose cost is not linear (TEMPLATE-LINT-1.5).
 *
 * What is counted is what the engine does: each step of a pattern, and each byte that an attempt
 * has gone over, of which there are at least those up to the end of the text where it has asked for
 * more. A piece is repeated n, 2n and 4n times, and what that costs is compared.
 */
#include "check.h"

#include <stdio.h>

enum { REPEATS = 64, HEADS = 16, SAMPLES_TRIED = 3, PIECE_MOST = 40, FEW = 10000 };

/* Bytes of a text with a piece of one byte. */
static const size_t LONGEST = (size_t)4 * REPEATS;

/* All attempts on one text together; what one of them may cost is the executor's limit. */
static const uint64_t ALL_MOST = 20000000;

typedef struct cost {
    fp_tpl_check *c;
    const fp_tpl_pattern *pattern;
    const pcre2_code *counted;
    pcre2_match_context *limits;
    uint64_t steps;
    fp_json text;
    bool over; /* an attempt came to the limit */
} cost;

/* Called before each step of a pattern. */
static int count_step(pcre2_callout_block *block, void *context)
{
    cost *k = context;

    (void)block;
    return ++k->steps < FP_TPL_STEPS ? 0 : PCRE2_ERROR_CALLOUT;
}

/* One attempt: its steps, and what it has gone over. *end is where it matches, or 0. */
static uint64_t attempt(cost *k, size_t at, uint32_t partial, size_t *end)
{
    const uint32_t options = PCRE2_ANCHORED | PCRE2_NO_UTF_CHECK | partial;
    int got;

    k->steps = 0;
    got = pcre2_match(k->counted, (PCRE2_SPTR)k->text.ptr, k->text.len, at, options,
                      k->c->matcher.data, k->limits);
    *end = got >= 0 ? pcre2_get_ovector_pointer(k->c->matcher.data)[1] : 0;
    k->over = k->over || got == PCRE2_ERROR_CALLOUT || got == PCRE2_ERROR_MATCHLIMIT ||
              got == PCRE2_ERROR_HEAPLIMIT;
    k->c->failed = k->c->failed || got == PCRE2_ERROR_NOMEMORY;
    if (got == PCRE2_ERROR_PARTIAL)
        return k->steps + k->text.len - at;
    return k->steps + (*end > at ? *end - at : 0);
}

/* What all attempts on the text cost: one at each place where a match may begin, and none within a
 * match. Whether an attempt reads to the end, a partial one tells; what it matches there, another.
 */
static uint64_t work_of(cost *k)
{
    uint64_t work = k->text.len;

    for (size_t at = 0; at < k->text.len && work < ALL_MOST && !k->over; at++) {
        const unsigned char byte = (unsigned char)k->text.ptr[at];
        size_t end;

        if (!fp_tpl_bit(k->pattern->first, byte) || (byte & 0xc0) == 0x80)
            continue;
        work += attempt(k, at, PCRE2_PARTIAL_HARD, &end);
        if (!end && !k->over)
            attempt(k, at, 0, &end);
        if (end > at)
            at = end - 1;
    }
    return work;
}

static uint64_t work_for(cost *k, fp_str head, fp_str piece, unsigned times)
{
    k->text.len = 0;
    fp_json_bytes(&k->text, head);
    for (unsigned i = 0; i < times; i++)
        fp_json_bytes(&k->text, piece);
    k->c->failed = k->c->failed || k->text.failed;
    return k->c->failed ? 0 : work_of(k);
}

/* What is repeated, after what. */
static void tell(cost *k, const char *key, const fp_tpl_field *f, const fp_str of[2],
                 const uint64_t work[3])
{
    char sentence[FP_TEMPLATE_SENTENCE_SIZE];
    fp_json text = { 0 }, piece = { 0 };
    fp_template_finding finding = { .weakness = FP_TEMPLATE_COSTLY,
                                    .sentence = sentence,
                                    .has_input = true };
    const size_t times = (k->text.len - of[0].len) / of[1].len;
    int len;

    fp_json_string(&piece, of[1]);
    len = snprintf(sentence, sizeof sentence,
                   "its cost is not linear: where the input ends in %.*s, and that comes ",
                   (int)piece.len, piece.ptr);
    if (len > 0 && k->over)
        snprintf(sentence + len, sizeof sentence - (size_t)len,
                 "%zu times, one attempt comes to the limit", times);
    else if (len > 0)
        snprintf(sentence + len, sizeof sentence - (size_t)len,
                 "%d, %d and %d times, it takes %llu, %llu and %llu steps", REPEATS, 2 * REPEATS,
                 4 * REPEATS, (unsigned long long)work[0], (unsigned long long)work[1],
                 (unsigned long long)work[2]);
    fp_json_bytes(&text, of[0]);
    fp_json_bytes(&text, of[1]);
    k->c->failed = k->c->failed || text.failed || piece.failed;
    finding.input = (fp_str){ text.ptr, text.len };
    if (!k->c->failed)
        fp_tpl_tell_key(k->c, f, key, &finding);
    fp_json_free(&text);
    fp_json_free(&piece);
}

/* Whether this repetition costs more than it should; then it is told. */
static bool costs(cost *k, const char *key, const fp_tpl_field *f, fp_str head, fp_str piece)
{
    const fp_str of[2] = { head, piece };
    uint64_t work[3] = { 0 };

    if (!fp_tpl_spend(k->c, LONGEST * piece.len))
        return false;
    k->over = false;
    work[0] = work_for(k, head, piece, REPEATS);
    if (!k->over && work[0] <= 8 * k->text.len)
        return false;
    work[1] = k->over ? 0 : work_for(k, head, piece, 2 * REPEATS);
    work[2] = k->over ? 0 : work_for(k, head, piece, 4 * REPEATS);
    fp_tpl_spend(k->c, (size_t)(work[0] + work[1] + work[2]));
    if (k->c->failed)
        return false;
    if (!k->over &&
        (work[2] < FEW || work[1] <= 3 * work[0] || (work[2] <= 3 * work[1] && work[2] < ALL_MOST)))
        return false;
    tell(k, key, f, of, work);
    return true;
}

static bool is_place(fp_str text, size_t at)
{
    return at >= text.len || ((unsigned char)text.ptr[at] & 0xc0) != 0x80;
}

/* The beginnings of a sample, repeated; and after each of them single characters. */
static bool try_sample(cost *k, const char *key, const fp_tpl_field *f, fp_str sample)
{
    static const char *const PIECES[] = { " ", "a", "x=", "\n", "<", "\"", "1" };

    for (size_t len = 0; len <= sample.len && len <= PIECE_MOST; len++) {
        const fp_str head = { sample.ptr, len };

        if (!is_place(sample, len))
            continue;
        if (len && costs(k, key, f, FP_STR(""), head))
            return true;
        if (len > HEADS)
            continue;
        for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++)
            if (costs(k, key, f, head, fp_str_of(PIECES[i])))
                return true;
        if (len < sample.len && (unsigned char)sample.ptr[len] < 0x80 &&
            costs(k, key, f, head, (fp_str){ sample.ptr + len, 1 }))
            return true;
    }
    return false;
}

static void check_pattern(fp_tpl_check *c, const fp_tpl_field *f, const char *key,
                          const fp_tpl_pattern *pattern)
{
    cost k = { .c = c, .pattern = pattern };
    fp_buf sample = { 0 };
    bool found = false;
    fp_template_fault fault = fp_tpl_compile_counted(&c->arena, pattern->source, &k.counted);

    if (fault == FP_TEMPLATE_OUTSIDE) /* then the bytes count that it goes over */
        k.counted = pattern->code;
    k.limits = pcre2_match_context_create(c->matcher.memory);
    if (!k.limits || fault == FP_TEMPLATE_NO_MEMORY) {
        c->failed = true;
        pcre2_match_context_free(k.limits);
        return;
    }
    pcre2_set_match_limit(k.limits, FP_TPL_STEPS);
    pcre2_set_heap_limit(k.limits, FP_TPL_HEAP);
    pcre2_set_callout(k.limits, count_step, &k);
    for (unsigned i = 0; i < SAMPLES_TRIED && !found && !c->failed; i++) {
        fp_tpl_sampling how = { .seed = 0x51ed270b15a3u * (i + 1) };

        sample.len = 0;
        if (fp_tpl_sampled(c, pattern->source, &how, &sample))
            found = try_sample(&k, key, f, fp_buf_str(&sample));
    }
    fp_buf_free(&sample);
    fp_json_free(&k.text);
    pcre2_match_context_free(k.limits);
}

void fp_tpl_check_cost(fp_tpl_check *c)
{
    if (c->t->anchor.pattern.code)
        check_pattern(c, NULL, "start_anchor_pattern", &c->t->anchor.pattern);
    for (size_t i = 0; i < c->fields && !c->failed; i++) {
        const fp_tpl_field *f = &c->t->fields[i];

        if (f->open.pattern.code)
            check_pattern(c, f, "open_pattern", &f->open.pattern);
        if (f->close.pattern.code && !c->failed)
            check_pattern(c, f, "close_pattern", &f->close.pattern);
        for (const fp_tpl_content *at = &f->content; at && !c->failed; at = at->value)
            if (at->tag.code)
                check_pattern(c, f, "content_args.tag_pattern", &at->tag);
    }
}
