/* SPDX-License-Identifier: Apache-2.0 */
/* partial_judge.c: compares the answers of a reader of partial JSON with those of our own.
 *
 * Two values enclose the right one under any policies: the finished part, which must be there, and
 * the most that any policy gives, beyond which all is invented.
 */
#include "partial/partial_judge.h"

#include "base/util.h"
#include "base/visible.h"
#include "partial/partial_value.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *clause;
} CHECKS[PARTIAL_CHECKS] = {
    [PARTIAL_CHECK_GOLDEN] = { "golden", "PARTIAL-5.1" },
    [PARTIAL_CHECK_TOTAL] = { "TOTAL", "PARTIAL-6.1" },
    [PARTIAL_CHECK_KEPT] = { "KEPT", "PARTIAL-6.2" },
    [PARTIAL_CHECK_HONEST] = { "HONEST", "PARTIAL-6.3" },
    [PARTIAL_CHECK_PROMPT] = { "PROMPT", "PARTIAL-6.4" },
    [PARTIAL_CHECK_WHOLE] = { "WHOLE", "PARTIAL-6.5" },
    [PARTIAL_CHECK_POLICIES] = { "policies", "PARTIAL-1.3" },
    [PARTIAL_CHECK_LINEAR] = { "LINEAR", "PARTIAL-6.6" },
};

const char *partial_check_name(partial_check check)
{
    return CHECKS[check].name;
}

const char *partial_check_clause(partial_check check)
{
    return CHECKS[check].clause;
}

partial_check partial_check_find(const char *name)
{
    unsigned check = 0;

    while (check < PARTIAL_CHECKS && strcmp(CHECKS[check].name, name) != 0)
        check++;
    return (partial_check)check;
}

struct partial_judge {
    fp_str text;
    partial_policies policies;
    const json_t *answers; /* what is expected; or NULL */
    size_t step;           /* the next of them */
    fp_partial *ours;
    size_t fed;
    bool deep;               /* more levels were met than each reader has to read */
    partial_value *given;    /* the value that was answered last; or NULL */
    partial_value *finished; /* and what was finished in that prefix; or NULL */
    fp_json texts[3], last[2];
};

partial_judge *partial_judge_new(fp_str text, const partial_policies *policies,
                                 const json_t *answers)
{
    partial_judge *j = xcalloc(1, sizeof *j);

    j->text = text;
    j->policies = *policies;
    j->answers = answers;
    j->ours = fp_partial_new();
    need_memory(j->ours);
    return j;
}

void partial_judge_free(partial_judge *j)
{
    fp_partial_free(j->ours);
    partial_value_free(j->given);
    partial_value_free(j->finished);
    for (size_t i = 0; i < sizeof j->texts / sizeof *j->texts; i++)
        fp_json_free(&j->texts[i]);
    for (size_t i = 0; i < sizeof j->last / sizeof *j->last; i++)
        fp_json_free(&j->last[i]);
    free(j);
}

partial_answer partial_ours(const fp_partial *p, const partial_policies *policies, fp_json *text)
{
    const fp_partial_policies under = partial_policies_ours(policies);

    text->len = 0;
    switch (fp_partial_value(p, &under, text)) {
    case FP_PARTIAL_NOTHING:
        return (partial_answer){ .kind = PARTIAL_NOTHING };
    case FP_PARTIAL_NOT_JSON:
        return (partial_answer){ .kind = PARTIAL_REFUSED };
    case FP_PARTIAL_VALUE:
        break;
    }
    return (partial_answer){ PARTIAL_VALUE, json_text(text) };
}

/* What the case has for this prefix. */
static partial_answer said(partial_judge *j, size_t prefix)
{
    const json_t *answer;

    while (j->step < json_array_size(j->answers) &&
           (size_t)json_integer_value(json_array_get(json_array_get(j->answers, j->step), 0)) <=
               prefix)
        j->step++;
    answer = json_array_get(json_array_get(j->answers, j->step ? j->step - 1 : 0), 1);
    if (json_is_string(answer))
        return (partial_answer){ PARTIAL_VALUE, json_str(answer) };
    return (partial_answer){ .kind = json_is_null(answer) ? PARTIAL_NOTHING : PARTIAL_REFUSED };
}

static partial_answer expected_of(partial_judge *j, size_t prefix)
{
    if (fp_partial_finished(j->ours))
        return (partial_answer){ PARTIAL_VALUE, { j->text.ptr, prefix } };
    return j->answers ? said(j, prefix) : partial_ours(j->ours, &j->policies, &j->texts[0]);
}

/* The value under these policies, of which nothing is an error; NULL: there is none. */
static partial_value *value_under(const partial_judge *j, const fp_partial_policies *policies,
                                  fp_json *text)
{
    text->len = 0;
    return fp_partial_value(j->ours, policies, text) == FP_PARTIAL_VALUE
               ? partial_value_read(json_text(text))
               : NULL;
}

static partial_value *finished_of(const partial_judge *j, fp_json *text)
{
    return value_under(j, &(fp_partial_policies){ .withhold_strings = true, .keep = true }, text);
}

static partial_value *most_of(const partial_judge *j, fp_json *text)
{
    return value_under(
        j,
        &(fp_partial_policies){
            .give_numbers = true, .give_literals = true, .null_for_keys = true, .keep = true },
        text);
}

/* -- words ------------------------------------------------------------------------------------- */

static char *shown(const partial_answer *a)
{
    char *text, *all;

    switch (a->kind) {
    case PARTIAL_NOTHING:
        return xstrdup("nothing yet");
    case PARTIAL_VALUE:
        return visible_lines(a->text);
    case PARTIAL_DEEP:
        return xstrdup("a value of too many levels to be told");
    case PARTIAL_REFUSED:
    case PARTIAL_OTHER:
        break;
    }
    if (!a->text.len)
        return xstrdup("not JSON");
    text = visible_lines(a->text);
    all = xformat("%s: %s", a->kind == PARTIAL_REFUSED ? "not JSON" : "what is not a JSON value",
                  text);
    free(text);
    return all;
}

/* -- judging ----------------------------------------------------------------------------------- */

/* Which law a value breaks that is not the expected one, and how. *says is static. */
static partial_check broken_by(const partial_judge *j, const partial_value *given,
                               const partial_value *expected, const partial_value *finished,
                               const partial_value *most, const char **says)
{
    const bool doubles = j->policies.of[PARTIAL_NUMBERS] == NUMBERS_DOUBLE;

    if (fp_partial_finished(j->ours)) {
        *says = "the text is complete, and its value is wrong";
        return PARTIAL_CHECK_WHOLE;
    }
    if (j->given && j->finished && partial_value_has(expected, j->finished, doubles) &&
        partial_value_has(j->given, j->finished, doubles) &&
        !partial_value_has(given, j->finished, doubles)) {
        *says = "what was finished, and given, is taken back";
        return PARTIAL_CHECK_KEPT;
    }
    if (!partial_value_begins(given, most, doubles)) {
        *says = "a value is given that the text does not have";
        return PARTIAL_CHECK_HONEST;
    }
    if (finished && !partial_value_has(given, finished, doubles)) {
        *says = "what is finished is not given";
        return PARTIAL_CHECK_PROMPT;
    }
    *says = "what is not finished is not given as the declared policies have it";
    return PARTIAL_CHECK_POLICIES;
}

/* Of a prefix that can become JSON: a value, or nothing yet, where a value is expected. */
static bool judge_value(const partial_judge *j, const partial_answer *answer,
                        const partial_value *given, const partial_value *expected,
                        partial_fault *fault)
{
    fp_json texts[2] = { { 0 }, { 0 } };
    partial_value *finished = finished_of(j, &texts[0]), *most = most_of(j, &texts[1]);
    const bool doubles = j->policies.of[PARTIAL_NUMBERS] == NUMBERS_DOUBLE;
    bool right = false;

    if (given && expected)
        right = partial_value_equal(given, expected, doubles);
    else
        right = !given && !expected && answer->kind == PARTIAL_NOTHING;
    if (right) {
        ;
    } else if (answer->kind == PARTIAL_OTHER ||
               (given && !expected && (!most || !partial_value_begins(given, most, doubles)))) {
        fault->check = PARTIAL_CHECK_HONEST;
        fault->says = "a value is given that the text does not have";
    } else if (given && expected) {
        fault->check = broken_by(j, given, expected, finished, most, &fault->says);
    } else if (given || !finished) {
        fault->check = PARTIAL_CHECK_POLICIES;
        fault->says = "what is not finished is not given as the declared policies have it";
    } else {
        fault->check = fp_partial_finished(j->ours) ? PARTIAL_CHECK_WHOLE
                       : j->given                   ? PARTIAL_CHECK_KEPT
                                                    : PARTIAL_CHECK_PROMPT;
        fault->says = j->given ? "what was finished, and given, is taken back"
                               : "what is finished is not given";
    }
    partial_value_free(finished);
    partial_value_free(most);
    fp_json_free(&texts[0]);
    fp_json_free(&texts[1]);
    return right;
}

/* Of a text that is not JSON. */
static bool judge_wrong(const partial_judge *j, const partial_answer *answer,
                        const partial_value *given, const partial_value *expected,
                        partial_fault *fault)
{
    const bool doubles = j->policies.of[PARTIAL_NUMBERS] == NUMBERS_DOUBLE;

    fault->check = PARTIAL_CHECK_GOLDEN;
    if (j->policies.of[PARTIAL_NOT_JSON] == NOT_JSON_ERROR) {
        fault->says = "what is not JSON is taken";
        return answer->kind == PARTIAL_REFUSED;
    }
    fault->says = "the longest beginning that was JSON gave another value";
    if (given && expected)
        return partial_value_equal(given, expected, doubles);
    return !given && !expected && answer->kind == PARTIAL_NOTHING;
}

static bool judge(const partial_judge *j, const partial_answer *answer, const partial_value *given,
                  const partial_answer *expected, partial_fault *fault)
{
    size_t at;
    const bool wrong = fp_partial_wrong(j->ours, &at);
    const bool repairs = j->policies.of[PARTIAL_NOT_JSON] == NOT_JSON_REPAIRED;
    partial_value *value;
    bool right;

    if (wrong && (repairs || j->deep))
        return true;
    if (j->deep && (answer->kind == PARTIAL_REFUSED || answer->kind == PARTIAL_DEEP))
        return true;
    if (!wrong && answer->kind == PARTIAL_REFUSED) {
        fault->check = PARTIAL_CHECK_TOTAL;
        fault->says = "more bytes can make a JSON text of it, and it is refused";
        return false;
    }
    value = expected->kind == PARTIAL_VALUE ? partial_value_read(expected->text) : NULL;
    right = (wrong ? judge_wrong : judge_value)(j, answer, given, value, fault);
    partial_value_free(value);
    return right;
}

/* The value of an answer, and what is finished, become those of the prefix before. */
static void keep(partial_judge *j, partial_value *given, fp_json *text)
{
    size_t at;

    if (fp_partial_wrong(j->ours, &at) || !given) {
        partial_value_free(given);
        fp_json_free(text);
        return;
    }
    partial_value_free(j->given);
    partial_value_free(j->finished);
    fp_json_free(&j->last[0]);
    j->last[0] = *text;
    j->given = given;
    j->last[1].len = 0;
    j->finished = finished_of(j, &j->last[1]);
}

bool partial_judge_next(partial_judge *j, size_t prefix, const partial_answer *answer,
                        partial_fault *fault)
{
    fp_json text = { 0 };
    partial_value *given = NULL;
    partial_answer expected;
    bool right;

    for (; j->fed < prefix; j->fed++) {
        need_memory(fp_partial_feed(j->ours, j->text.ptr + j->fed, 1) == FP_OK);
        j->deep = j->deep || fp_partial_depth(j->ours) > PARTIAL_LEVELS;
    }
    expected = expected_of(j, prefix);
    if (answer->kind == PARTIAL_VALUE) {
        fp_json_bytes(&text, answer->text);
        given = partial_value_read(json_text(&text));
    }
    right = judge(j, answer, given, &expected, fault);
    if (!right) {
        fault->place = fp_partial_where(j->ours);
        fault->expected = shown(&expected);
        fault->actual = shown(answer);
    }
    keep(j, given, &text);
    return right;
}
