/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_needs.c: what the parser of tags trusts to be in its table: taken out of the table of a
 * syntax, one at a time, the table is refused.
 */
#include "engines/tags.h"

#include "bad_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TAGS fp_tags_table
typedef bool (*alphabet)(unsigned char c);

static const char OF_JSON[] = "what is not a tag does not break a block of JSON, or of a section";
static const char OPENS[] =
    "what is not a tag does not break a block, and a tag in it opens another";
static const char NO_ALPHABET[] = "a tag has a name, and names have no alphabet";

static const bad_table XML[] = {
    BAD_VALUE(TAGS, strict, const fp_tags_rules *, NULL,
              "it has no strict, the rules for a value of policy recovery"),
    BAD_VALUE(TAGS, lenient, const fp_tags_rules *, NULL,
              "it has no lenient, the rules for a value of policy recovery"),
    NEEDED(TAGS, clauses.bad_line),
    NEEDED(TAGS, clauses.unfinished),
    BAD_TEXT(TAGS, clauses.mismatched, NULL,
             "an end tag may be that of another block, and there is no clause mismatched"),
    BAD_TEXT(TAGS, layout.indent, NULL, "its layout has no indent, not even an empty one"),
    BAD_TEXT(TAGS, tags[0].mark, NULL, "there is no tag, or the first one has no mark"),
    BAD_VALUE(TAGS, names.begins, alphabet, NULL, NO_ALPHABET),
    BAD_VALUE(TAGS, keys.has, alphabet, NULL, NO_ALPHABET),
};

static const bad_table QWEN3_CODER[] = {
    BAD_TEXT(TAGS, clauses.bad_wrap, NULL, "a tag wraps blocks, and there is no clause bad_wrap"),
    BAD_TEXT(TAGS, foreign, NULL,
             "it has no foreign: which bytes after a wrapping tag show another notation"),
    BAD_VALUE(TAGS, breaks, bool, false, OPENS),
};

static const bad_table KIMI_K2[] = {
    BAD_TEXT(TAGS, clauses.bad_json, NULL, "there is JSON in a block, and no clause bad_json"),
    BAD_VALUE(TAGS, breaks, bool, false, OF_JSON),
};

static const bad_table GLM[] = { BAD_VALUE(TAGS, breaks, bool, false, OPENS) };

static const char *fault_of(const void *table)
{
    return fp_tags_fault(table);
}

#define CHECK(syntax, rows)                                                                        \
    check_bad_tables(fp_syntax_find(FP_STR(syntax))->table, sizeof(fp_tags_table), fault_of, rows, \
                     sizeof(rows) / sizeof *(rows))

static void a_table_that_lacks_something_is_refused(void **state)
{
    (void)state;
    CHECK("xml", XML);
    CHECK("qwen3-coder", QWEN3_CODER);
    CHECK("kimi-k2", KIMI_K2);
    CHECK("glm", GLM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_lacks_something_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
