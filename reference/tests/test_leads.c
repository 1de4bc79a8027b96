/* SPDX-License-Identifier: Apache-2.0 */
/* test_leads.c: the search for leads finds what there is, and those of quotations are all. */
#include "core/leads.h"
#include "core/quote.h"
#include "left_out.h"
#include "randomtext.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- search ---------------------------------------------------------------------------------- */

/* What this machine finds, which any other finds too. */
static size_t find(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len)
{
    const size_t found = fp_leads_find(leads, set, bytes, len);
    fp_leads any = *leads;

    any.skip = fp_leads_skip_any;
    assert_int_equal(fp_leads_find(&any, set, bytes, len), found);
    return found;
}

static const char *const LINES[] = { "\n^^^", "\n```", "\n  ```", "   ~~~~", NULL };
static const char *const TWO[] = { "ab", "b", NULL };
static const char *const BLANK[] = { " ", NULL };
static const char *const MANY[] = { "^a", "`", "~\n", "aab", "\n\n", "b ", "  ", "xxx", NULL };
static const char *const RARE[] = { "\n\xF0\x9F", "ab\xF0", NULL };
static const char *const BEHIND[] = { "\n\xF0\x9F", "a\n\xF0", " `", NULL };
static const char *const OPENING[] = { "\n" FP_LEAD_BLANKS "{", "b" FP_LEAD_BLANKS "~{", NULL };
static const char *const HIGH[] = { "\xF0\xF0\xF0", NULL };
static const char *const HIGHER[] = { "~~~", "\n\x9F\x9F\x9F", "a^", NULL };
static const char *const RUNS[] = { "\xF0\xF0\xF0", "~~~", "{^^^", NULL };
static const char *const ODD[] = { "aaba", NULL };
static const char *const *const LISTS[] = { LINES,  TWO,     BLANK, MANY,   RARE,
                                            BEHIND, OPENING, HIGH,  HIGHER, RUNS };

enum { LIST_COUNT = sizeof LISTS / sizeof *LISTS };

/* Whether the text begins with the first bytes of a lead, at most so many, or ends within them. */
static bool agrees(const char *lead, size_t bytes, fp_str text)
{
    const size_t len = strlen(lead) < bytes ? strlen(lead) : bytes;

    return memcmp(text.ptr, lead, len < text.len ? len : text.len) == 0;
}

static const char BLANKS[] = { ' ', '\t', '\r' };

/* The same of a lead in which there may be blanks after the first byte. */
static bool leads_on(const char *lead, size_t reach, fp_str text)
{
    if (lead[1] != FP_LEAD_BLANKS[0])
        return agrees(lead, reach, text);
    if (*text.ptr != lead[0])
        return false;
    do {
        text.ptr++;
        text.len--;
    } while (text.len && memchr(BLANKS, *text.ptr, sizeof BLANKS));
    return agrees(lead + 2, reach - 1, text);
}

/* What the search is meant to say. */
static size_t first_lead(const char *const *const *lists, size_t reach, fp_str text)
{
    for (size_t at = 0; at < text.len; at++)
        for (size_t i = 0; i < 2; i++)
            for (const char *const *lead = lists[i]; *lead; lead++)
                if (leads_on(*lead, reach, (fp_str){ text.ptr + at, text.len - at }))
                    return at;
    return text.len;
}

/* What passes has no lead in it, and ends with none that has begun. Whether there is a line end. */
static bool line_ends_that_pass(const fp_leads *leads, unsigned set, fp_str text, size_t lead)
{
    const unsigned char *bytes = (const unsigned char *)text.ptr;
    const size_t pass = fp_leads_pass(leads, set, bytes, text.len);

    assert_true(pass <= lead);
    assert_true(!pass || !(leads->bytes[bytes[pass - 1]].first >> set & 1));
    return memchr(bytes, '\n', pass) != NULL;
}

/* Puts one of the leads there, as far as there is room. */
static void plant(rng *r, const char *const *list, char *text, size_t len)
{
    size_t count = 0;

    while (list[count])
        count++;

    const char *lead = list[rng_below(r, count)];
    const size_t at = rng_below(r, len), size = strlen(lead);

    memcpy(text + at, lead, size < len - at ? size : len - at);
}

/* Bytes that begin nothing, then some of leads among others, and runs of them. */
static void random_bytes(rng *r, size_t fill, char *text, size_t len)
{
    static const char BYTES[] = "\n ^`~ab{\xF0\x9F\0";

    memset(text, 'x', len);
    for (size_t i = len < fill ? 0 : fill - fill / 8; i < len; i++) {
        const bool again = i > 0 && text[i - 1] != '.' && rng_below(r, 2) == 0;
        const size_t which = rng_below(r, 8 * (sizeof BYTES - 1));

        if (again) /* for runs */
            text[i] = text[i - 1];
        else
            text[i] = '.';
        if (!again && which < sizeof BYTES - 1)
            text[i] = BYTES[which];
    }
}

static void leads_are_found(void **state)
{
    size_t found = 0, none = 0, lines = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        rng r = { seed };
        const char *const *const lists[] = { LISTS[rng_below(&r, LIST_COUNT)],
                                             LISTS[rng_below(&r, LIST_COUNT)] };
        const size_t reach = rng_below(&r, 3) ? 16 : 1 + rng_below(&r, 6);
        const unsigned set = (unsigned)rng_below(&r, FP_LEAD_SETS);
        const size_t fill = rng_below(&r, 9000); /* of bytes that begin nothing */
        const size_t len = rng_below(&r, 2) ? rng_below(&r, 40) : fill + rng_below(&r, 200);
        char *text = malloc(len ? len : 1); /* so that what is read after the end is seen */
        fp_leads leads = { 0 };

        assert_non_null(text);
        random_bytes(&r, fill, text, len);
        for (size_t n = len ? rng_below(&r, 3) : 0; n > 0; n--)
            plant(&r, lists[rng_below(&r, 2)], text, len);
        fp_leads_add(&leads, set, lists[0], reach);
        fp_leads_add(&leads, set, lists[1], reach);
        fp_leads_end(&leads);

        const size_t want = first_lead(lists, reach, (fp_str){ text, len });

        lines += line_ends_that_pass(&leads, set, (fp_str){ text, len }, want);
        assert_int_equal(find(&leads, set, (unsigned char *)text, len), want);
        found += want > 0 && want < len;
        if (len && fp_leads_broken_off(&leads, set, (unsigned char *)text, len)) {
            assert_int_equal(want, len);
            none += memchr(text, '\n', len) != NULL;
        }
        free(text);
    }
    assert_true(found > 500);
    assert_true(none > 10);
    assert_true(lines > 10);
}

/* Far from both ends, at each offset, at each place of a line of the cache, and under limits that
 * cut leads off: so that what is searched for many bytes at a time is met by each of its bytes. */
static void leads_are_found_anywhere(void **state)
{
    enum { LENGTH = 700, LINE = 64, FOUND = 4 };
    static const struct {
        const char *const *list;
        const char *found[FOUND];
    } ROWS[] = {
        { FP_QUOTE_FENCES, { "\n```", "\n   ```", "\n~~~", "\n   ~~~" } },
        { RUNS, { "\xF0\xF0\xF0", "~~~", "{^^^", "~~~~" } },
        { HIGHER, { "~~~", "\n\x9F\x9F\x9F", "a^", "a^^^" } },
        { BEHIND, { "\n\xF0\x9F", "a\n\xF0", " `", " ```" } },
        { HIGH, { "\xF0\xF0\xF0" } },
        { ODD, { "aaba" } },
    };
    char bytes[LENGTH + LINE];

    (void)state;
    for (size_t row = 0; row < sizeof ROWS / sizeof *ROWS; row++)
        for (size_t reach = 4; reach < 9; reach++) {
            fp_leads leads = { 0 };

            fp_leads_add(&leads, 0, ROWS[row].list, reach);
            fp_leads_end(&leads);
            for (size_t at = 64; at < 400; at++)
                for (size_t i = 0; i < FOUND && ROWS[row].found[i]; i++) {
                    char *text = bytes + (at * reach + i) % LINE;

                    memset(bytes, 'x', sizeof bytes);
                    memcpy(text + at, ROWS[row].found[i], strlen(ROWS[row].found[i]));
                    assert_int_equal(find(&leads, 0, (unsigned char *)text, LENGTH), at);
                }
        }
}

#define TOOL "\xF0\x9F\x9B\xA0"
#define GRIN "\xF0\x9F\x98\x80"

/* Where bytes of a lead occur outside leads, so that the search turns to others of its bytes: in
 * other emoji, and in letters of two bytes. */
static void strays_turn_the_search(void **state)
{
    static const char *const LINE_TOOL[] = { "\n" TOOL, "\n```", NULL };
    static const char *const ANY_TOOL[] = { "\n" TOOL, TOOL, "\n```", NULL };
    static const char *const TWO_EMOJI[] = { "\n" TOOL, GRIN "x", "~~~", NULL };
    static const char *const LATER[] = { "ab" TOOL, "\x9B\xA0", "~~~", NULL };
    static const char *const BLANKS_TOOL[] = { "\n" FP_LEAD_BLANKS TOOL, "~~~", NULL };
    static const char *const *const SETS[] = { LINE_TOOL, ANY_TOOL, TWO_EMOJI, LATER, BLANKS_TOOL };
    static const char *const NONE[] = { NULL };
    static const char LINE_GRIN[] = "\n" GRIN, INDENTED[] = "\n \xF0\x9F\x9B";
    static const char *const STRAYS[] = { GRIN,        LINE_GRIN,  INDENTED,
                                          "\xD0\x9B",  "\xF0\x9F", "\xF0\x9F\x9B",
                                          "x\x9F\x9B", "\n  \xF0", NULL };
    size_t found = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        rng r = { seed };
        const char *const *const lists[] = { SETS[rng_below(&r, sizeof SETS / sizeof *SETS)],
                                             NONE };
        const size_t len = 1 + rng_below(&r, 4000), reach = rng_below(&r, 4) ? 16 : 3;
        const size_t sown = rng_below(&r, 30);
        char *text = malloc(len);
        fp_leads leads = { 0 };

        assert_non_null(text);
        memset(text, 'x', len);
        for (size_t n = 0; n < sown; n++)
            plant(&r, STRAYS, text, len);
        for (size_t n = rng_below(&r, 3); n > 0; n--)
            plant(&r, lists[0], text, len);
        for (size_t i = 0; i < len; i++)
            if (text[i] == FP_LEAD_BLANKS[0])
                text[i] = ' ';
        fp_leads_add(&leads, 0, lists[0], reach);
        fp_leads_end(&leads);

        const size_t want = first_lead(lists, reach, (fp_str){ text, len });

        assert_int_equal(find(&leads, 0, (unsigned char *)text, len), want);
        found += want > 500 && want < len;
        free(text);
    }
    assert_true(found > 500);
}

/* At each offset of a stride, with or without another emoji before it, cut off at each of its
 * bytes; on the heap, so that a read after the end is seen. */
static void turned_search_finds(const char *const *list, const char *lead)
{
    enum { GRIN_AT = 100, FIRST = 300, LAST = 600 };
    fp_leads leads = { 0 };

    fp_leads_add(&leads, 0, list, 16);
    fp_leads_end(&leads);
    for (size_t at = FIRST; at < LAST; at++)
        for (size_t cut = 1; cut <= strlen(lead); cut++)
            for (unsigned turned = 0; turned < 2; turned++) {
                char *text = malloc(at + cut);

                assert_non_null(text);
                memset(text, 'x', at);
                if (turned)
                    memcpy(text + GRIN_AT, GRIN, sizeof GRIN - 1);
                memcpy(text + at, lead, cut);
                assert_int_equal(find(&leads, 0, (unsigned char *)text, at + cut), at);
                free(text);
            }
}

static void leads_are_found_behind_strays(void **state)
{
    static const char *const LINE_TOOL[] = { "\n" TOOL, "~~~", NULL };
    static const char *const BLANKS_TOOL[] = { "\n" FP_LEAD_BLANKS TOOL, "~~~", NULL };

    (void)state;
    turned_search_finds(LINE_TOOL, "\n" TOOL);
    turned_search_finds(BLANKS_TOOL, "\n              " TOOL);
}

/* Each lead where it stands alone among a byte of none. */
static void all_are_found(const char *const *list, char other)
{
    enum { LENGTH = 320 };
    char text[LENGTH];
    fp_leads leads = { 0 };

    fp_leads_add(&leads, 0, list, 16);
    fp_leads_end(&leads);
    for (size_t i = 0; list[i]; i++) {
        const size_t at = 40 + 37 * i;

        memset(text, other, sizeof text);
        memcpy(text + at, list[i], strlen(list[i]));
        assert_int_equal(find(&leads, 0, (unsigned char *)text, LENGTH), at);
    }
}

/* Of each byte and each other, and of one that ends as it does, with up to two bytes besides. */
static void runs_of_all_bytes(void **state)
{
    enum { RUN = 3, RUNS_MOST = 3 };

    (void)state;
    for (unsigned b = 1; b < 256; b++)
        for (unsigned c = 1; c < 128; c++) {
            const unsigned bytes[RUNS_MOST] = { b, c, (b + c) % 2 ? b ^ 0x10 : c ^ 0x20 };
            const char *list[RUNS_MOST + 3] = { NULL };
            char runs[RUNS_MOST][RUN + 1] = { { 0 } };
            size_t count = 0;
            char other = 5;

            for (size_t i = 0; i < RUNS_MOST; i++) {
                memset(runs[i], (int)bytes[i], RUN);
                if (bytes[i])
                    list[count++] = runs[i];
            }
            if ((b + c) % 3 > 0)
                list[count++] = "\x01\x02";
            if ((b + c) % 3 > 1)
                list[count++] = "\x03\x04";
            while (memchr((const char[]){ (char)b, (char)c, (char)bytes[2] }, other, RUNS_MOST))
                other++;
            all_are_found(list, other);
        }
}

/* With many blanks after them, more than any lead is long. */
static void leads_with_blanks(void **state)
{
    enum { MOST = 100 };
    fp_leads leads = { 0 };

    (void)state;
    fp_leads_add(&leads, 0, OPENING, 16);
    fp_leads_end(&leads);
    for (size_t blanks = 0; blanks < MOST; blanks++)
        for (size_t at = 0; at < 3; at++) {
            const size_t len = at + blanks + 2;
            char *text = malloc(len);

            assert_non_null(text);
            memset(text, '.', at);
            memset(text + at, ' ', blanks + 1);
            text[at] = '\n';
            text[len - 1] = '{';
            assert_int_equal(find(&leads, 0, (unsigned char *)text, len), at);
            text[len - 1] = 'x';
            assert_int_equal(find(&leads, 0, (unsigned char *)text, len), len);
            text[len - 1] = ' '; /* cut off: what is read after the end is seen */
            assert_int_equal(find(&leads, 0, (unsigned char *)text, len), at);
            free(text);
        }
}

/* What the end cuts off, on the heap, so that what is read after it is seen; and what any byte may
 * follow. */
static void cut_off(void **state)
{
    enum { BEFORE = 20 };

    (void)state;
    for (size_t l = 0; l < LIST_COUNT; l++) {
        fp_leads leads = { 0 };

        fp_leads_add(&leads, 0, LISTS[l], 16);
        fp_leads_end(&leads);
        for (const char *const *lead = LISTS[l]; *lead; lead++)
            for (size_t n = 1; n < strlen(*lead); n++) {
                char *text = malloc(BEFORE + n);

                assert_non_null(text);
                memset(text, '.', BEFORE);
                memcpy(text + BEFORE, *lead, n);
                if (n < 2 || (*lead)[1] != FP_LEAD_BLANKS[0])
                    assert_int_equal(find(&leads, 0, (unsigned char *)text, BEFORE + n), BEFORE);
                free(text);
            }
    }

    fp_leads blank = { 0 }, first = { 0 };

    fp_leads_add(&blank, 0, BLANK, 16);
    fp_leads_end(&blank);
    assert_int_equal(find(&blank, 0, (const unsigned char *)"a \0b", 4), 1);
    fp_leads_add(&first, 0, LINES, 1); /* of which the first byte is all that counts */
    fp_leads_end(&first);
    assert_int_equal(find(&first, 0, (const unsigned char *)"a\n\0b", 4), 1);
}

/* Of a lead nothing is read but its bytes: on the heap, so that what is read before them is seen.
 */
static void read_alone(void **state)
{
    static const char *const LEADS[] = { "^a", "\n```", "ab" };

    (void)state;
    for (size_t i = 0; i < sizeof LEADS / sizeof *LEADS; i++) {
        char *lead = malloc(strlen(LEADS[i]) + 1);
        fp_leads leads = { 0 };

        assert_non_null(lead);
        memcpy(lead, LEADS[i], strlen(LEADS[i]) + 1);
        fp_leads_add(&leads, 0, (const char *const[]){ lead, NULL }, 16);
        fp_leads_end(&leads);
        free(lead);
    }
}

/* However many bytes have begun like leads that are broken off. */
static void broken_off(void **state)
{
    enum { MOST = 40 };
    unsigned char text[MOST];

    (void)state;
    memset(text, '\n', sizeof text);
    *text = 'x';
    for (unsigned set = 0; set < FP_LEAD_SETS; set++) {
        fp_leads leads = { 0 };

        fp_leads_add(&leads, set, LINES, 16);
        fp_leads_end(&leads);
        for (size_t len = 1; len <= MOST; len++)
            assert_int_equal(fp_leads_calm(&leads, set, text, len), 1);
    }
}

/* -- skips ----------------------------------------------------------------------------------- */

/* Returns how many bytes are before the first that the set searches for, or before the first run of
 * so many. */
static size_t before_met(const fp_lead_set *set, const unsigned char *bytes, size_t len, size_t run)
{
    size_t same = 0;

    for (size_t i = 0; i < len; i++) {
        same = i > 0 && bytes[i] == bytes[i - 1] ? same + 1 : 1;
        if (memchr(set->bytes, bytes[i], set->byte_count))
            return i;
        if (same == run && memchr(set->runs, bytes[i], set->run_count))
            return i + 1 - run;
    }
    return len;
}

/* What is skipped has no byte and no run that a set searches for; and a skip ends at most a few
 * vectors before the first, or before a pair. */
static void check_skips(fp_leads_skip_many *skip_many, size_t *skipped)
{
    static const char *const RUNS_ALONE[] = { "^^^", "```", NULL };
    static const char *const MORE[] = { "~~~", "\n<", NULL };
    static const char *const EMOJI[] = { "\n" TOOL, NULL };
    enum { LENGTH = 1200, NEAR = 300, LINE = 64 };
    unsigned char *bytes = malloc(LINE + LENGTH);

    assert_non_null(bytes);
    for (uint64_t seed = 0; seed < 8000; seed++) {
        rng r = { seed };
        unsigned char *text = bytes + rng_below(&r, LINE);
        const size_t len = rng_below(&r, LENGTH + 1);
        fp_leads leads = { 0 };

        fp_leads_add(&leads, 0, RUNS_ALONE, 16);
        if (rng_below(&r, 2))
            fp_leads_add(&leads, 0, MORE, 16);
        if (rng_below(&r, 2))
            fp_leads_add(&leads, 0, EMOJI, 16);
        memset(text, 'x', len);
        for (size_t sown = rng_below(&r, 3); len > 3 && sown > 0; sown--)
            memset(text + rng_below(&r, len - 3), "<~^`\x9B\xF0"[rng_below(&r, 6)], 3);

        const size_t n = skip_many(&leads.sets[0], text, len);
        const size_t pair = before_met(&leads.sets[0], text, len, 2);

        assert_in_range(n, pair < NEAR ? 0 : pair - NEAR, len);
        assert_int_equal(before_met(&leads.sets[0], text, n, 3), n);
        *skipped += n;
    }
    free(bytes);
}

static void skips_are_exact(void **state)
{
    size_t any = 0, best = 0;

    (void)state;
    check_skips(fp_leads_skip_any, &any);
    check_skips(fp_leads_skip_best(), &best);
    assert_true(any > 1000000);
    assert_true(best > 1000000);
#ifdef __x86_64__
    if (fp_leads_skip_best() != fp_leads_skip_avx2)
        assert_true(left_out("the search with AVX2", "this processor lacks AVX2", true));
#endif
}

/* -- quotations ------------------------------------------------------------------------------ */

/* At ease, calm text before the first lead changes nothing. */
static void check_leads(rng *r, const unsigned char *bytes, size_t len)
{
    const size_t choice = rng_below(r, 3);
    fp_quote quote = { .fences = choice != 0, .tags = choice != 1 };
    fp_leads leads = { 0 };

    if (quote.fences)
        fp_leads_add(&leads, 0, FP_QUOTE_FENCES, SIZE_MAX);
    if (quote.tags)
        fp_leads_add(&leads, 0, FP_QUOTE_TAGS, SIZE_MAX);
    fp_leads_end(&leads);
    for (size_t at = 0; at < len;) {
        const fp_quote before = quote;
        size_t n = fp_quote_at_ease(&quote) ? find(&leads, 0, bytes + at, len - at) : 0;

        n = fp_leads_calm(&leads, 0, bytes + at, n);
        for (size_t i = 0; i < (n ? n : 1); i++) {
            assert_true(!n || fp_quote_open(&quote) == fp_quote_open(&before));
            fp_quote_watch(&quote, bytes[at + i], true);
        }
        at += n ? n : 1;
        if (!n)
            continue;
        assert_int_equal(quote.part, before.part);
        assert_int_equal(quote.indent, before.indent);
        assert_int_equal(quote.run, before.run);
        assert_int_equal(quote.mark, before.mark);
        assert_int_equal(quote.matched, before.matched);
        assert_int_equal(quote.in_tag, before.in_tag);
        assert_int_equal(quote.open_mark, before.open_mark);
        assert_int_equal(quote.fence_line, before.fence_line);
    }
}

static void leads_of_quotes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5000; seed++) {
        rng r = { seed };
        unsigned char bytes[300];
        const size_t len = random_text(&r, FP_SYNTAXES[0], bytes, sizeof bytes);

        check_leads(&r, bytes, len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skips_are_exact),
        cmocka_unit_test(leads_are_found),
        cmocka_unit_test(leads_are_found_anywhere),
        cmocka_unit_test(strays_turn_the_search),
        cmocka_unit_test(leads_are_found_behind_strays),
        cmocka_unit_test(runs_of_all_bytes),
        cmocka_unit_test(leads_with_blanks),
        cmocka_unit_test(broken_off),
        cmocka_unit_test(cut_off),
        cmocka_unit_test(read_alone),
        cmocka_unit_test(leads_of_quotes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
