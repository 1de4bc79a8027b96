/* SPDX-License-Identifier: Apache-2.0 */
/* partial_linear.c: LINEAR on a worker that reads partial JSON: texts that never end, grown as
 * probe_linear.c grows inputs. A test of the library counts what our own reader takes.
 */
#include "partial/partial_judge.h"
#include "run/probe_linear.h"
#include "run/run_partial.h"

#include <stdlib.h>
#include <string.h>

/* A beginning, and what then comes again and again. */
typedef struct grown_text {
    const char *head;
    test_case test;
} grown_text;

static const char *const CLAUSES[] = { "PARTIAL-6.6" };

#define ROW(name, begin, again)                               \
    {                                                         \
        .head = (begin), .test = {                            \
            .id = PARTIAL_SUBJECT "/grown/" name,             \
            .title = "a text that grows",                     \
            .origin = "clause PARTIAL-6.6",                   \
            .clauses = (const char **)(uintptr_t)CLAUSES,     \
            .clause_count = 1,                                \
            .feature = "grown",                               \
            .file = "",                                       \
            .level = LEVEL_SHOULD,                            \
            .subject = PARTIAL_SUBJECT,                       \
            .input = { begin again, sizeof(begin again) - 1 } \
        }                                                     \
    }
static const grown_text TEXTS[PARTIAL_GROWN] = {
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
};
#undef ROW

const test_case *partial_grown(size_t index)
{
    return &TEXTS[index].test;
}

void run_partial_linear(session *worker, const bool chosen[PARTIAL_GROWN], on_result *say,
                        void *context)
{
    for (size_t i = 0; i < PARTIAL_GROWN && !session_lost(worker); i++) {
        linear_finding found;
        result r = { .test = &TEXTS[i].test,
                     .check = partial_check_name(PARTIAL_CHECK_LINEAR),
                     .clause = partial_check_clause(PARTIAL_CHECK_LINEAR) };

        if (!chosen[i])
            continue;
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
