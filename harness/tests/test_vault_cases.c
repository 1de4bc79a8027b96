/* SPDX-License-Identifier: Apache-2.0 */
/* test_vault_cases.c: the golden cases of the vault hold for the library; and what is wrong in one,
 * or in a result, is noticed.
 */
#include "suite/vault_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void golden_cases_hold(void **state)
{
    enum { LEAST = 149 };
    problems p = { 0 };
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);
    size_t count = 0;

    (void)state;
    assert_non_null(c);
    for (size_t i = corpus_count(c); i < corpus_total(c); i++, count++)
        assert_true(vault_case_holds(corpus_any(c, i), &p));
    assert_int_equal(p.count, 0);
    assert_true(count >= LEAST);
    corpus_free(c);
}

/* JSON with ' for ". */
static const char GOOD[] =
    "{'kind': 'vault', 'feature': 'f', 'cases': [\n"
    "{'id': 'vault/f/a', 'title': 't', 'level': 'must', 'clauses': ['VAULT-1.1'], 'origin': 'o',\n"
    " 'input': '{{<vaultref id=\\'a\\' />}}{{<vaultref id=\\'x\\' />}}',\n"
    " 'store': {'entries': {'a': {'content': 'A', 'type': 'text'}}, 'failing': {'b': 'why'}},\n"
    " 'options': {'maxDepth': 3, 'maxInserted': 99, 'onMissing': {'x': 'X'}},\n"
    " 'expect': {\n"
    "  'resolve': {'resolvedText': 'AX', 'references': ['a', 'x'], 'missing': ['x'],\n"
    "              'errors': [], 'depth': 1, 'fullyResolved': false},\n"
    "  'simple': 'A/* [MISSING_VAULT:x] */',\n"
    "  'expand': {'resolvedCode': 'A/* [MISSING_VAULT:x] */', 'vaultRefs': ['a', 'x'],\n"
    "             'errors': [{'type': 'missing_references', 'missing': ['x']}],\n"
    "             'hasErrors': true},\n"
    "  'analyse': {'hasReferences': true, 'count': 2, 'ids': ['a', 'x']}}}]}\n";

typedef struct defect {
    const char *find; /* is replaced, where it stands first */
    const char *replace;
    bool readable; /* it is read, and does not hold */
} defect;

static const defect DEFECTS[] = {
    /* what cannot be read */
    { "'vault', 'feature'", "'vaults', 'feature'", false },
    { "'kind'", "'syntax': 'caret', 'kind'", false },
    { "'title'", "'titel': 't', 'title'", false },
    { "vault/f/a", "caret/f/a", false },
    { "'clauses': ['VAULT-1.1'], ", "", false },
    { "'input':", "'inputs':", false },
    { "'entries':", "'entry':", false },
    { "{'content': 'A', 'type': 'text'}", "5", false },
    { "'type': 'text'", "'type': 'xml'", false },
    { "'content': 'A'", "'contents': 'A'", false },
    { "'type': 'text'", "'description': []", false },
    { "'type': 'text'", "'kind': 'text'", false },
    { "{'a': {", "{'': '', 'a': {", false },
    { "{'b': 'why'}", "{}", false },
    { "{'b': 'why'}", "{'b': 5}", false },
    { "'maxDepth': 3", "'maxDepth': 101", false },
    { "'maxDepth': 3", "'maxDepth': -1", false },
    { "'maxDepth': 3", "'maxDepth': '3'", false },
    { "'maxDepth': 3", "'depth': 3", false },
    { "'maxDepth': 3", "'throwOnMissing': 1", false },
    { "{'x': 'X'}", "{'x': null}", false },
    { "'depth': 1, ", "", false },
    { "'depth': 1", "'depth': 1, 'deep': 1", false },
    { "'resolvedText': 'AX', ", "", false },
    { "'simple'", "'simpler'", false },
    { "'hasErrors': true", "'hasErrors': true, 'e': 1", false },
    { ", 'ids': ['a', 'x']", "", false },
    { "'resolve':", "'resolved':", false },

    /* what does not hold */
    { "'resolvedText': 'AX'", "'resolvedText': 'AY'", true },
    { "'references': ['a', 'x']", "'references': ['x', 'a']", true },
    { "'missing': ['x'],\n              'errors'", "'missing': [],\n              'errors'", true },
    { "'errors': []", "'errors': [{'type': 'cycle'}]", true },
    { "'depth': 1", "'depth': 2", true },
    { "'fullyResolved': false", "'fullyResolved': true", true },
    { "'simple': 'A/", "'simple': 'B/", true },
    { "'resolvedCode': 'A/", "'resolvedCode': 'B/", true },
    { "'vaultRefs': ['a', 'x']", "'vaultRefs': ['a', 'x', 'a']", true },
    { "'missing': ['x']}],", "'missing': ['y']}],", true },
    { "'hasErrors': true", "'hasErrors': false", true },
    { "'count': 2", "'count': 1", true },
    { "'ids': ['a', 'x']", "'ids': ['a']", true },
    { "'onMissing'", "'throwOnMissing': true, 'onMissing'", true },
    { "{'resolvedText': 'AX', 'references': ['a', 'x'], 'missing': ['x'],\n              'errors': "
      "[], 'depth': 1, 'fullyResolved': false}",
      "{'thrown': {'type': 'missing_vault', 'refId': 'x'}}", true },
};

/* The file, read with what it should say not said; NULL where it is not a file of cases. */
static corpus *read_text(const char *find, const char *replace, problems *p)
{
    const char *at = strstr(GOOD, find);
    corpus *c = corpus_new(FP_SOURCE_DIR);
    json_error_t error;
    json_t *json;
    char *text;

    assert_non_null(at);
    text = xformat("%.*s%s%s", (int)(at - GOOD), GOOD, replace, at + strlen(find));
    for (char *quote = text; (quote = strchr(quote, '\''));) {
        if (quote > text && quote[-1] == '\\') /* a quote of the input stays what it is */
            memmove(quote - 1, quote, strlen(quote) + 1);
        else
            *quote = '"';
    }
    json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("line %d: %s", error.line, error.text);
    corpus_read_file(c, "corpus/vault/f.json", json, p);
    free(text);
    return c;
}

static void reads_a_good_case(void **state)
{
    problems p = { 0 };
    corpus *c = read_text("'f'", "'f'", &p);

    (void)state;
    assert_int_equal(corpus_count(c), 0);
    assert_int_equal(corpus_total(c), 1);
    assert_string_equal(case_subject(corpus_any(c, 0)), "vault");
    assert_true(vault_case_holds(corpus_any(c, 0), &p));
    assert_int_equal(p.count, 0);
    corpus_free(c);
}

static void notices_what_is_wrong(void **state)
{
    const defect *d = *state;
    const int terminal = dup(STDERR_FILENO);
    FILE *said = tmpfile();
    problems p = { 0 };
    corpus *c;
    bool readable, holds;

    assert_true(terminal >= 0 && said);
    dup2(fileno(said), STDERR_FILENO); /* what is wrong is said, and expected here */
    c = read_text(d->find, d->replace, &p);
    readable = p.count == 0 && corpus_total(c) == 1;
    holds = readable && vault_case_holds(corpus_any(c, 0), &p);
    dup2(terminal, STDERR_FILENO);
    close(terminal);
    fclose(said);
    assert_true(readable == d->readable);
    assert_false(holds);
    assert_true(p.count > 0);
    corpus_free(c);
}

int main(void)
{
    enum { FIRST = 2, DEFECT_COUNT = sizeof DEFECTS / sizeof *DEFECTS };
    struct CMUnitTest tests[FIRST + DEFECT_COUNT] = {
        cmocka_unit_test(golden_cases_hold),
        cmocka_unit_test(reads_a_good_case),
    };

    for (size_t i = 0; i < DEFECT_COUNT; i++)
        tests[FIRST + i] = (struct CMUnitTest){ DEFECTS[i].replace, notices_what_is_wrong, NULL,
                                                NULL, (void *)(uintptr_t)&DEFECTS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
