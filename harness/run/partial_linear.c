/* SPDX-License-Identifier: Apache-2.0 */
/* partial_linear.c: LINEAR on a worker that reads partial JSON: texts that never end, grown as
 * probe_linear.c grows inputs. What our own reader takes is counted by a test of the library.
 */
#include "partial/partial_judge.h"
#include "run/probe_linear.h"
#include "run/run_partial.h"

#include <stdlib.h>
#include <string.h>

/* A beginning, and what then comes again and again. */
static const struct {
    const char *head, *piece;
    test_case test;
} TEXTS[] = {
#define ROW(name, begin, again)                                                                    \
    {                                                                                              \
        begin, again,                                                                              \
        {                                                                                          \
            .id = PARTIAL_SUBJECT "/grown/" name, .title = "a text that grows",                    \
            .origin = "clause PARTIAL-6.6", .feature = "grown", .file = "", .level = LEVEL_SHOULD, \
            .subject = PARTIAL_SUBJECT, .input = {                                                 \
                begin again,                                                                       \
                sizeof(begin again) - 1                                                            \
            }                                                                                      \
        }                                                                                          \
    }
    ROW("a-string", "{\"a\":\"", "plain text "),
    ROW("a-string-with-escapes", "{\"a\":\"", "word\\n"),
    ROW("backslashes", "[\"", "\\\\"),
    ROW("escapes-by-number", "[\"", "\\u00e9"),
    ROW("an-array", "[0", ",1"),
    ROW("objects", "[{}", ",{\"a\":[1]}"),
    ROW("members", "{\"a\":1", ",\"b\":\"c\""),
    ROW("digits", "[1", "0"),
    ROW("blanks", "[", "  "),
    ROW("a-key", "{\"", "key"),
#undef ROW
};

enum { TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };

size_t run_partial_linear_count(void)
{
    return TEXT_COUNT;
}

void run_partial_linear(session *worker, on_result *say, void *context)
{
    for (size_t i = 0; i < TEXT_COUNT && !session_lost(worker); i++) {
        linear_finding found;
        result r = { .test = &TEXTS[i].test,
                     .check = partial_check_name(PARTIAL_CHECK_LINEAR),
                     .clause = partial_check_clause(PARTIAL_CHECK_LINEAR) };

        if (!linear_of_values(worker, r.test, strlen(TEXTS[i].head), &found)) {
            r.verdict = VERDICT_WRONG;
            r.suspect = SUSPECT_PARSER;
            r.advice = true;
            r.sentence = found.sentence;
        } else if (found.skip) {
            r.verdict = VERDICT_SKIPPED;
            r.sentence = found.skip;
        }
        say(context, &r);
    }
}
