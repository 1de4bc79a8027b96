/* SPDX-License-Identifier: Apache-2.0 */
/* test_clauses.c: what a case cites, by which of it each part is judged, and how much that weighs.
 */
#include "suite/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- one case -------------------------------------------------------------------------------- */

/* A case of caret with these members, in ' for "; its corpus is owned. NULL when it is refused;
 * what was said, owned, in *said. */
static const test_case *read_case(const char *members, corpus **c, char **said)
{
    char *text = xformat("{'syntax': 'caret', 'feature': 'f', 'cases': [{'id': 'caret/f/a', "
                         "'title': 't', 'origin': 'o', 'input': '', "
                         "'expect': {'text': '', 'calls': []}, %s}]}",
                         members);
    size_t len;
    problems p = { .out = open_memstream(said, &len) };
    json_t *json;
    bool good;

    for (char *at = strchr(text, '\''); at; at = strchr(at, '\''))
        *at = '"';
    json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    assert_non_null(p.out);
    *c = corpus_new(FP_SOURCE_DIR);
    good = corpus_read_file(*c, "corpus/caret/f.json", json, &p);
    fclose(p.out);
    free(text);
    return good ? corpus_case(*c, 0) : NULL;
}

/* What the parts are judged by: the clause, its level in the spec, and what all of them rest on. */
typedef struct weight {
    const char *first;
    level level;
    clause_basis basis;
} weight;

static const struct {
    const char *members, *cited;
    weight calls, text, diagnostics;
} FORMS[] = {
    { "'level': 'must', 'clauses': ['CARET-1.3', 'CARET-2.1']",
      "CARET-1.3 CARET-2.1 ",
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE } },
    { "'level': 'should', 'clauses': ['CARET-2.5'], 'also': ['CARET-1.3']",
      "CARET-2.5 CARET-1.3 ",
      { "CARET-2.5", LEVEL_SHOULD, BASIS_DECISION },
      { "CARET-2.5", LEVEL_SHOULD, BASIS_DECISION },
      { "CARET-2.5", LEVEL_SHOULD, BASIS_DECISION } },
    { "'level': 'must', 'clauses': {'text': ['CARET-2.3'], 'calls': ['CARET-1.3', 'CARET-2.1'], "
      "'diagnostics': ['CARET-2.5']}",
      "CARET-1.3 CARET-2.1 CARET-2.3 CARET-2.5 ",
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-2.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-2.5", LEVEL_SHOULD, BASIS_DECISION } },
    /* one clause may judge several parts */
    { "'level': 'must', 'clauses': {'text': ['CARET-1.3'], 'calls': ['CARET-1.3']}",
      "CARET-1.3 ",
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE } },
    /* a part that is not named is judged by all, and weighs as the strongest of them */
    { "'level': 'must', 'clauses': {'diagnostics': ['CARET-2.5']}, 'also': ['CARET-1.3']",
      "CARET-2.5 CARET-1.3 ",
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-2.5", LEVEL_SHOULD, BASIS_DECISION } },
    /* lint refuses a part of several levels; nothing in it makes the strongest one weaker */
    { "'level': 'must', 'clauses': {'calls': ['CARET-2.5', 'CARET-1.3']}",
      "CARET-2.5 CARET-1.3 ",
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE },
      { "CARET-1.3", LEVEL_MUST, BASIS_SOURCE } },
    /* of Decisions one that is for safety is enough; what only is touched adds nothing */
    { "'level': 'must', 'clauses': {'calls': ['CARET-1.2', 'CARET-7.1'], 'text': ['CARET-1.1', "
      "'CARET-1.2'], 'diagnostics': ['CARET-2.5']}, 'also': ['CARET-1.3']",
      "CARET-1.2 CARET-7.1 CARET-1.1 CARET-2.5 CARET-1.3 ",
      { "CARET-1.2", LEVEL_MUST, BASIS_SAFETY },
      { "CARET-1.1", LEVEL_MUST, BASIS_DECISION },
      { "CARET-2.5", LEVEL_SHOULD, BASIS_DECISION } },
    { "'level': 'must', 'clauses': ['CARET-1.1', 'CARET-1.2'], 'also': ['CARET-1.3']",
      "CARET-1.1 CARET-1.2 CARET-1.3 ",
      { "CARET-1.1", LEVEL_MUST, BASIS_DECISION },
      { "CARET-1.1", LEVEL_MUST, BASIS_DECISION },
      { "CARET-1.1", LEVEL_MUST, BASIS_DECISION } },
};

static void assert_weight(const part_clauses *part, const weight *w)
{
    assert_string_equal(part->first, w->first);
    assert_int_equal(part->level, w->level);
    assert_int_equal(part->basis, w->basis);
}

static void parts_weigh_as_their_clauses(void **state)
{
    problems p = { 0 };
    spec *s = spec_load(FP_SOURCE_DIR, &p);

    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        char *said, *cited = xstrdup("");
        corpus *c;
        const test_case *t = read_case(FORMS[i].members, &c, &said);

        assert_non_null(t);
        for (size_t k = 0; k < t->clause_count; k++) {
            char *longer = xformat("%s%s ", cited, t->clauses[k]);

            free(cited);
            cited = longer;
        }
        assert_string_equal(cited, FORMS[i].cited);
        for (unsigned k = 0; k < PART_COUNT; k++) /* until the spec is known */
            assert_int_equal(t->parts[k].level, t->level);
        spec_grade(s, c);
        assert_weight(&t->parts[PART_CALLS], &FORMS[i].calls);
        assert_weight(&t->parts[PART_TEXT], &FORMS[i].text);
        assert_weight(&t->parts[PART_DIAGNOSTICS], &FORMS[i].diagnostics);
        corpus_free(c);
        free(cited);
        free(said);
    }
    spec_free(s);
}

static const struct {
    const char *members, *said;
} WRONG[] = {
    { "'level': 'must'", "\"clauses\" is missing" },
    { "'level': 'must', 'clauses': {}", "\"clauses\" names no part" },
    { "'level': 'must', 'clauses': 'CARET-1.3'", "\"clauses\" is not an array" },
    { "'level': 'must', 'clauses': {'events': ['CARET-1.3']}", "unknown member \"events\"" },
    { "'level': 'must', 'clauses': {'text': []}", "\"text\" is not an array, or is an empty one" },
    { "'level': 'must', 'clauses': {'calls': [1]}", "\"calls\" holds something but strings" },
    { "'level': 'must', 'clauses': ['CARET-1.3'], 'also': []", "\"also\" is not an array" },
    { "'level': 'must', 'clauses': ['CARET-1.3'], 'also': ['CARET-1.3']",
      "\"also\" names CARET-1.3, which \"clauses\" has" },
    { "'level': 'must', 'clauses': {'text': ['CARET-1.3']}, 'refuses': ['CARET-2.1']",
      "\"refuses\" names CARET-2.1, \"clauses\" does not" },
};

static void other_forms_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char *said;
        corpus *c;

        assert_null(read_case(WRONG[i].members, &c, &said));
        if (!strstr(said, WRONG[i].said))
            fail_msg("\"%s\" is not said in: %s", WRONG[i].said, said);
        corpus_free(c);
        free(said);
    }
}

/* -- the corpus ------------------------------------------------------------------------------ */

/* Their calls are judged by a MUST clause, though what they diagnose is a SHOULD. */
static const char *const WRONG_CALLS_COUNT[] = {
    "xml/stream/tag-in-a-tag",         "xml/tag/look-alike-upper-case-letter",
    "caret/name/accented-letter",      "caret/array/no-blank-before-the-opening-bracket",
    "toolcall-tag/types/unknown-tool", "emoji-bracket/crlf/cr-at-end-of-input",
};

static void a_weaker_clause_excuses_no_wrong_call(void **state)
{
    problems p = { 0 };
    spec *s = spec_load(FP_SOURCE_DIR, &p);
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);

    (void)state;
    assert_non_null(s);
    assert_non_null(c);
    spec_grade(s, c);
    for (size_t i = 0; i < sizeof WRONG_CALLS_COUNT / sizeof *WRONG_CALLS_COUNT; i++) {
        const test_case *t = corpus_find(c, WRONG_CALLS_COUNT[i]);

        assert_non_null(t);
        assert_int_equal(t->parts[PART_CALLS].level, LEVEL_MUST);
    }
    corpus_free(c);
    spec_free(s);
}

/* -- what a clause requires ------------------------------------------------------------------ */

/* The table of a clause is part of it, its reasons are not. */
static void a_clause_is_told_whole(void **state)
{
    problems p = { 0 };
    spec *s = spec_load(FP_SOURCE_DIR, &p);
    const clause *codes = s ? spec_find(s, "MODEL-1.5") : NULL;
    const clause *table = s ? spec_find(s, "SHORTCODE-2.2") : NULL;
    const clause *reasons = s ? spec_find(s, "CARET-2.10") : NULL;

    (void)state;
    assert_non_null(codes);
    assert_non_null(table);
    assert_non_null(reasons);
    if (!codes || !table || !reasons)
        return; /* which the analyser cannot know */
    assert_non_null(strstr(codes->required, "A *diagnostic* has a `code`"));
    assert_non_null(strstr(codes->required, "| `limit-exceeded` |"));
    assert_non_null(strstr(table->required, "it is a flag."));
    assert_true(*reasons->rest);
    assert_string_equal(reasons->required, reasons->sentence);
    spec_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_weigh_as_their_clauses),
        cmocka_unit_test(other_forms_are_refused),
        cmocka_unit_test(a_weaker_clause_excuses_no_wrong_call),
        cmocka_unit_test(a_clause_is_told_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
