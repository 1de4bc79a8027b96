/* SPDX-License-Identifier: Apache-2.0 */
/* slow.c: every law on one input of one syntax, under the options that the input asks for; and the
 * events do not depend on the cuts: those of the input, one at each byte, and some that the content
 * decides, with each chunk alone in its heap block, so that reading past it is noticed.
 */
#include "slow.h"

#include "base/hash.h"
#include "base/rng.h"
#include "base/util.h"
#include "common.h"
#include "generate/carry.h"
#include "guidance.h"
#include "judge/eventlog.h"
#include "quick.h"

#include <stdlib.h>

/* -- what an input is asked ---------------------------------------------------------------- */

/* The laws that laws_hold() checks, each with the share of inputs that get it, one in so many, for
 * an engine that searches: what costs much is asked seldom, so that an input costs what a few
 * parses do. What one input is not asked its neighbours are. All get check_cuttings() and
 * check_written(). */
static const unsigned char RARITY[LAW_OF_OURS] = {
    [LAW_WHOLE] = 8,          [LAW_PREFIX] = 4,       [LAW_PROMPT] = 16,    [LAW_ACCOUNT] = 4,
    [LAW_TRUNCATION] = 16,    [LAW_ISOLATION] = 32,   [LAW_ROUND_TRIP] = 4, [LAW_EQUIVALENCE] = 16,
    [LAW_CONCATENATION] = 16, [LAW_SURROUNDING] = 16, [LAW_RENAMING] = 8,   [LAW_TOKENS] = 8,
};

/* CHUNK tries some thirty cuttings for each byte. */
static uint64_t rarity_of(unsigned l, const decoded *d)
{
    enum { CHUNK_LEAST = 32 };

    return l == LAW_CHUNK ? CHUNK_LEAST + d->len : RARITY[l];
}

/* The content alone decides: an input that failed is asked the same again. */
static bool is_asked(const asking *a, unsigned l, const decoded *d)
{
    rng r = { content_hash(d) + l };

    return a->all || rng_below(&r, rarity_of(l, d)) == 0;
}

/* -- laws ---------------------------------------------------------------------------------- */

void breach_of(const asking *a, law l, const char *sentence)
{
    breach(&(claim){ law_name(l), law_clause(l), a->subject }, sentence);
}

static void check_laws(const asking *a, const decoded *d)
{
    const law_subject subject = { .syntax = a->syntax,
                                  .options = &d->options,
                                  .input = { d->text, d->len },
                                  .reading = law_reading_new() };
    law_breach breach;

    for (unsigned l = 0; l < LAW_OF_OURS; l++)
        if (l != LAW_TOTAL && l != LAW_LINEAR && is_asked(a, l, d) &&
            !law_holds((law)l, &subject, &breach))
            breach_of(a, breach.law, breach.text);
    law_reading_free(subject.reading);
}

/* -- cuttings ------------------------------------------------------------------------------ */

static void feed_alone(fp_parser *parser, const char *bytes, size_t len)
{
    char *chunk = exact_copy(bytes, len);

    fp_parser_feed(parser, chunk, len);
    free(chunk);
}

static eventlog parse_cut(const asking *a, const decoded *d, const size_t *cuts, size_t count)
{
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(a->syntax, &d->options, eventlog_sink, &log);
    size_t at = 0;

    if (!parser)
        abort();
    for (size_t i = 0; i <= count; i++) {
        const size_t end = i < count ? cuts[i] : d->len;

        feed_alone(parser, d->text + at, end - at);
        at = end;
    }
    if (fp_parser_finish(parser) != FP_OK)
        breach_of(a, LAW_TOTAL, "finishing fails");
    fp_parser_free(parser);
    return log;
}

static void check_cutting(const asking *a, const decoded *d, const eventlog *whole,
                          const size_t *cuts, size_t count, const char *sentence)
{
    eventlog log = parse_cut(a, d, cuts, count);

    if (!eventlog_is(&log, whole, 0, whole->len))
        breach_of(a, LAW_CHUNK, sentence);
    eventlog_free(&log);
}

/* Chunks of 0 to 3 bytes, and now and then of up to 24, as the content's hash decides. */
static size_t hashed_cuts(const decoded *d, size_t *cuts)
{
    rng r = { content_hash(d) };
    size_t count = 0;

    for (size_t at = 0; count < d->len; count++) {
        at += rng_below(&r, rng_below(&r, 4) ? 4 : 25);
        if (at >= d->len)
            break;
        cuts[count] = at;
    }
    return count;
}

static void check_cuttings(const asking *a, const decoded *d)
{
    eventlog whole = parse_cut(a, d, NULL, 0);
    size_t *cuts = malloc((d->len + 1) * sizeof *cuts);
    size_t count = 0;

    if (!cuts)
        abort();
    if (d->cut_count || a->all) /* without cuts it is the same again */
        check_cutting(a, d, &whole, d->cuts, d->cut_count, "the marked cuts change the events");
    for (; count + 1 < d->len; count++)
        cuts[count] = count + 1;
    if (a->canary && d->len) { /* the planted fault: the last byte is lost */
        decoded shorter = *d;

        shorter.len--;
        check_cutting(a, &shorter, &whole, cuts, count ? count - 1 : 0,
                      "the planted fault is noticed");
    }
    check_cutting(a, d, &whole, cuts, count, "cuts at each byte change the events");
    check_cutting(a, d, &whole, cuts, hashed_cuts(d, cuts), "some cuts change the events");
    free(cuts);
    eventlog_free(&whole);
}

/* -- renderings ------------------------------------------------------------------------------ */

/* What was read without limits, under the policies of the first options, rendered under the second:
 * each call comes back, or is refused by a clause. */
static void check_renderings(const asking *a, const decoded *d, const fp_options *policies,
                             const fp_options *written)
{
    enum { CALLS = 16 }; /* more of one input say nothing new */
    fp_options read = *policies;
    fp_outcome *outcome;
    carrier way;

    read.limits = FP_LIMITS_DEFAULT;
    if (fp_parse(a->syntax, &read, (fp_str){ d->text, d->len }, &outcome) != FP_OK)
        abort();
    carrier_open(&way, a->syntax, written);
    for (size_t i = 0; i < fp_outcome_call_count(outcome) && i < CALLS; i++)
        if (carry(&way, fp_outcome_call(outcome, i)) == LOST)
            breach_of(a, LAW_ROUND_TRIP,
                      "a call, rendered under other options, comes back as "
                      "another, or is refused without a clause");
    carrier_free(&way);
    fp_outcome_free(outcome);
}

/* Arguments are written as strings, and by schema. */
static void check_both_renderings(const asking *a, const decoded *d, uint8_t recovery)
{
    fp_options written = fp_options_default(a->syntax);

    written.limits = d->options.limits;
    written.policies.of[FP_RECOVERY] = recovery;
    check_renderings(a, d, &d->options, &written);
    if (!d->options.catalogue)
        return;
    written.catalogue = d->options.catalogue;
    written.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    check_renderings(a, d, &d->options, &written);
}

/* What the default policies read, for a parser under those of the input: some of it has no form
 * there. The same read without tools: what was written may be none of theirs. */
static void check_policies(const asking *a, const decoded *d)
{
    fp_options read = fp_options_default(a->syntax);

    read.catalogue = d->options.catalogue;
    read.policies.of[FP_TYPES] = d->options.policies.of[FP_TYPES];
    check_renderings(a, d, &read, &d->options);
    if (!d->options.catalogue)
        return;
    read = fp_options_default(a->syntax);
    check_renderings(a, d, &read, &d->options);
}

/* Under the default policies, for a strict parser and for a lenient one, whichever of them has read
 * the call, and under those of the input (LAW-8.1); an engine's input for one of the three. */
static void check_written(const asking *a, const decoded *d)
{
    static const uint8_t RECOVERIES[] = { FP_RECOVERY_STRICT, FP_RECOVERY_LENIENT };
    enum { RECOVERY_COUNT = sizeof RECOVERIES };
    const uint64_t which = content_hash(d) % (RECOVERY_COUNT + 1);

    for (size_t i = 0; i < RECOVERY_COUNT; i++)
        if (a->all || which == i)
            check_both_renderings(a, d, RECOVERIES[i]);
    if (a->all || which == RECOVERY_COUNT)
        check_policies(a, d);
}

/* What it runs does not count: an engine that counted it would take for new what is only asked for
 * the first time. */
void slow_ask(const asking *a, const decoded *d)
{
    unsigned char *guidance = guidance_copy();

    check_cuttings(a, d);
    check_laws(a, d);
    check_written(a, d);
    guidance_restore(guidance);
}
