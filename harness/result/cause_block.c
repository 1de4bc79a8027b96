/* SPDX-License-Identifier: Apache-2.0 */
/* cause_block.c: whether the input of a failure ends in a block, and whether its answer lacks all
 * calls.
 */
#include "result/cause_block.h"

#include "judge/judge.h"

#include <string.h>

/* What a parser of the source would report of blocks that are not whole, whatever the case's own
 * policy makes of them: owned. */
static fp_outcome *reported(const result *r)
{
    fp_options options = case_options(r->test);
    fp_outcome *outcome = NULL;

    report_blocks(&options);
    if (fp_parse(r->test->syntax, &options, r->test->input, &outcome) != FP_OK)
        end_out_of_memory();
    return outcome;
}

bool ends_in_block(const result *r)
{
    fp_outcome *outcome = reported(r);
    size_t cut = 0, at_end = 0;

    for (size_t i = 0; i < fp_outcome_call_count(outcome); i++) {
        const fp_call *call = fp_outcome_call(outcome, i);

        cut += !call->complete;
        at_end += !call->complete && call->end == r->test->input.len;
    }
    fp_outcome_free(outcome);
    return cut == at_end;
}

/* The outcome has a line for each of its calls, after those of texts. */
static bool has_call(const char *outcome)
{
    return strncmp(outcome, "call ", 5) == 0 || strstr(outcome, "\ncall ") != NULL;
}

bool reads_none(const result *r)
{
    return r->harm == HARM_LOST_CALL && r->expected && r->actual && has_call(r->expected) &&
           !has_call(r->actual);
}

/* What is in the quotes that the words come before; "": there is nothing, or it is not shown to its
 * end. */
static fp_str quoted_after(const char *sentence, const char *words)
{
    const char *begin = strstr(sentence, words), *end;

    begin = begin ? begin + strlen(words) : "";
    begin += strncmp(begin, "…", strlen("…")) == 0 ? strlen("…") : 0;
    end = *begin == '"' ? strchr(begin + 1, '"') : NULL;
    if (!end || (end[1] && end[1] != ','))
        return (fp_str){ "", 0 };
    return (fp_str){ begin + 1, (size_t)(end - begin - 1) };
}

bool tells_of_an_end(const char *sentence)
{
    const fp_str expected = quoted_after(sentence, ": expected "),
                 got = quoted_after(sentence, ", got ");

    return got.len && got.len < expected.len && memcmp(expected.ptr, got.ptr, got.len) == 0;
}

bool has_broken_event(const result *r, const fp_outcome *outcome)
{
    const size_t count = r->test->syntax->encoded ? fp_outcome_diagnostic_count(outcome) : 0;

    for (size_t i = 0; i < count; i++)
        if (fp_outcome_diagnostic(outcome, i)->code == FP_BAD_LINE)
            return true;
    return false;
}

const char *fault_of_arguments(const result *r)
{
    static const struct {
        difference_kind kind;
        const char *when;
    } ROWS[] = {
        { DIFFERS_ARGUMENTS_NOT_JSON, "where their arguments are not JSON" },
        { DIFFERS_ARGUMENTS_NOT_OBJECT, "where their arguments are not an object" },
        { DIFFERS_ARGUMENTS_TWO_OBJECTS, "where more JSON follows the object of their arguments" },
        { DIFFERS_ARGUMENTS_DUPLICATE_KEY, "where their arguments have a key twice" },
    };

    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (r->kind && strcmp(r->kind, difference_name(ROWS[i].kind)) == 0)
            return ROWS[i].when;
    return NULL;
}
