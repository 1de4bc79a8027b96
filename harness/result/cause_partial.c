/* SPDX-License-Identifier: Apache-2.0 */
/* cause_partial.c: the mechanism of a failure of a reader of partial JSON: the law that it breaks,
 * and where the shortest prefix that shows it ends.
 */
#include "result/cause_partial.h"

#include "partial/partial_cases.h"
#include "partial/partial_judge.h"

#include <string.h>

bool is_of_partial(const result *r)
{
    return strcmp(case_subject(r->test), PARTIAL_SUBJECT) == 0;
}

static fp_partial_place place_of(const result *r)
{
    fp_partial *p = fp_partial_new();
    const size_t len = r->prefix ? r->prefix : r->test->input.len;
    fp_partial_place place;

    need_memory(p && fp_partial_feed(p, r->test->input.ptr, len) == FP_OK);
    place = fp_partial_where(p);
    fp_partial_free(p);
    return place;
}

/* In words, and as a key has it. */
static const struct {
    const char *key, *when;
} PLACES[FP_PARTIAL_PLACES] = {
    [FP_PARTIAL_BEFORE] = { "before", "when nothing has come but blanks" },
    [FP_PARTIAL_BETWEEN] = { "between", "when the text ends between two tokens" },
    [FP_PARTIAL_AFTER_KEY] = { "after-key", "when the text ends after a key" },
    [FP_PARTIAL_IN_KEY] = { "key", "when the text ends inside a key" },
    [FP_PARTIAL_IN_STRING] = { "string", "when the text ends inside a string" },
    [FP_PARTIAL_IN_CHARACTER] = { "character",
                                  "when the text ends inside an escape, or a pair of them" },
    [FP_PARTIAL_IN_NUMBER] = { "number", "when the text ends inside a number" },
    [FP_PARTIAL_IN_LITERAL] = { "literal", "when the text ends inside a literal" },
    [FP_PARTIAL_AFTER] = { "after", "when the value is whole" },
};

mechanism partial_mechanism(const result *r)
{
    const fp_partial_place place = place_of(r);

    const partial_check check = partial_check_find(r->check);

    if (r->verdict == VERDICT_PROTOCOL || r->verdict == VERDICT_CRASH ||
        r->verdict == VERDICT_TIMEOUT || check == PARTIAL_CHECK_LINEAR ||
        check == PARTIAL_CHECK_GOLDEN)
        return (mechanism){ .key = xformat("%s %s", r->check, verdict_name(r->verdict)),
                            .when = xstrdup("") };
    return (mechanism){ .key = xformat("%s %s", r->check, PLACES[place].key),
                        .when = xstrdup(PLACES[place].when) };
}

const char *partial_effect(const result *r)
{
    static const char *const EFFECTS[PARTIAL_CHECKS] = {
        [PARTIAL_CHECK_GOLDEN] = "Text that is not JSON is accepted",
        [PARTIAL_CHECK_TOTAL] = "A beginning of JSON is refused",
        [PARTIAL_CHECK_KEPT] = "A finished part is taken back",
        [PARTIAL_CHECK_HONEST] = "A value is invented",
        [PARTIAL_CHECK_PROMPT] = "A finished part is not returned",
        [PARTIAL_CHECK_WHOLE] = "The value is wrong",
        [PARTIAL_CHECK_POLICIES] = "A declared policy is not followed",
        [PARTIAL_CHECK_LINEAR] = "Time grows faster than the text",
    };
    const partial_check check = partial_check_find(r->check);

    if (r->verdict == VERDICT_PROTOCOL)
        return "The adapter breaks the protocol";
    if (r->verdict == VERDICT_CRASH)
        return "The reader crashes";
    if (r->verdict == VERDICT_TIMEOUT)
        return "The reader does not answer";
    return check < PARTIAL_CHECKS ? EFFECTS[check] : "The answer differs";
}
