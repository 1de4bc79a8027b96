/* SPDX-License-Identifier: Apache-2.0 */
/* test_spec.c: specs and corpora with one planted defect each; every one must be found, and named.
 */
#include "project.h"
#include "suite/ids.h"
#include "suite/spec.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* -- what lint says -------------------------------------------------------------------------- */

static void load_and_check(const project *pr, problems *p)
{
    spec *s = spec_load(pr->dir, p);
    corpus *c = corpus_load(pr->dir, p);

    if (s && c)
        spec_check(s, c, p);
    corpus_free(c);
    spec_free(s);
}

/* What was said, owned; the number of problems in *count. */
static char *complaints(const project *pr, size_t *count)
{
    problems p = { 0 };
    FILE *said = tmpfile();
    const int terminal = dup(STDERR_FILENO);
    char *text;

    assert_non_null(said);
    assert_true(terminal >= 0);
    fflush(stderr);
    dup2(fileno(said), STDERR_FILENO);
    load_and_check(pr, &p);
    fflush(stderr);
    dup2(terminal, STDERR_FILENO);
    close(terminal);

    const long len = ftell(said) >= 0 && fseek(said, 0, SEEK_END) == 0 ? ftell(said) : 0;

    text = xcalloc((size_t)len + 1, 1);
    rewind(said);
    assert_int_equal(fread(text, 1, (size_t)len, said), len);
    fclose(said);
    *count = p.count;
    return text;
}

/* -- the defects ----------------------------------------------------------------------------- */

typedef struct defect {
    const char *name;
    const char *file;
    const char *find;    /* is replaced, where it stands first; NULL: the file is new */
    const char *replace; /* NULL: the file is taken away */
    const char *said;
    size_t count; /* of problems; 0: at least one */
} defect;

#define SPEC "spec/caret.md"
#define CASES "corpus/caret/all.json"
#define IDS "corpus/caret/ids.txt"

#define VAULT_SPEC "spec/vault.md"
#define VAULT_CLAUSE "# V\n\n## 1. V\n\n### VAULT-1.1\n**MUST.** Decision. It holds.\n"
#define VAULT_CASES "corpus/vault/all.json"
#define VAULT_CASE                                                                               \
    "{\"kind\": \"vault\", \"feature\": \"all\", \"cases\": [{\"id\": \"vault/all/a\","          \
    " \"title\": \"t\", \"clauses\": [\"VAULT-1.1\"], \"level\": \"must\", \"input\": \"\","     \
    " \"store\": {\"entries\": {}}, \"origin\": \"o\", \"expect\": {\"resolve\": {\"thrown\": "  \
    "{}},"                                                                                       \
    " \"simple\": \"\", \"expand\": {\"resolvedCode\": \"\", \"vaultRefs\": [], \"errors\": []," \
    " \"hasErrors\": false}, \"analyse\": {\"hasReferences\": false, \"count\": 0, \"ids\": "    \
    "[]}}}]}"

static const defect DEFECTS[] = {
    /* what a spec must look like */
    { "clause id twice", SPEC, "### CARET-90.2", "### CARET-90.1", "never used again", 1 },
    { "clause out of order", SPEC, "### CARET-90.1", "### CARET-95.1", "out of order", 1 },
    { "clause of another file", SPEC, "### CARET-90.1", "### XML-90.1", "not a clause id", 0 },
    { "clause with words", SPEC, "### CARET-90.2", "### CARET-90.2 More", "not a clause id", 0 },
    { "clause with a leading zero", SPEC, "### CARET-90.2", "### CARET-90.02", "not a clause id",
      0 },
    { "clause without level", SPEC, "**SHOULD.** Source", "Source", "CARET-90.2 has no level", 1 },
    { "misspelt level", SPEC, "**SHOULD.** S", "**SHALL.** S", "has no level", 1 },
    { "misspelt forbids", SPEC, "MUST, forbids.", "MUST, forbid.", "has no level", 1 },
    { "empty clause", SPEC, "**SHOULD.** Source. A friendly thing.\n\nSource: seed 1, Registry.",
      "", "CARET-90.2 is empty", 1 },
    { "clause that rests on nothing", SPEC, "Decision. Nothing", "Nothing",
      "CARET-90.1 does not say what it rests on: write Source.", 1 },
    { "safety without an argument", SPEC, "Decision. Nothing", "Decision, safety. Nothing",
      "CARET-90.1 is for safety, and does not say why", 1 },
    { "argument without safety", SPEC, "It was left open.", "Safety: a call would run.",
      "CARET-90.1 has a paragraph \"Safety: ...\" and is not marked", 1 },
    { "source without a citation", SPEC, "Source: seed 1, Registry.\n", "It is said there.\n",
      "CARET-90.2 rests on the source, and does not cite it: add a paragraph \"Source: seed 1", 1 },
    { "citation of a Decision", SPEC, "It was left open.", "Source: seed 1, Registry.",
      "CARET-90.1 has a paragraph \"Source: ...\" and is not marked", 1 },
    { "citation without a place", SPEC, "Source: seed 1, Registry.", "Source: the document.",
      "CARET-90.2 cites no place: begin its", 1 },
    { "citation of the clause itself", SPEC, "Source: seed 1, Registry.", "Source: CARET-90.2.",
      "CARET-90.2 cites no place: begin its", 1 },
    { "citation of no clause", SPEC, "Source: seed 1, Registry.", "Source: MODEL-9.9.",
      "CARET-90.2 cites no place: begin its", 1 },
    { "two citations", SPEC, "Source: seed 1, Registry.",
      "Source: seed 1, A.\n\nSource: seed 1, B.", "a second \"Source:\" in CARET-90.2", 1 },
    { "two arguments", SPEC, "It was left open.", "Safety: a.\n\nSafety: b.",
      "a second \"Safety:\" in CARET-90.1", 1 },
    { "two requirements", SPEC, "It was", "**MAY.** It was", "a second requirement in CARET-90.1",
      1 },
    { "requirement in prose", SPEC, "## 91. Policies\n", "## 91. Policies\n\nIt MUST hold.\n",
      "a requirement outside a clause", 1 },
    { "bold permission in prose", "spec/model.md", "Bytes come", "**MAY.** Bytes come",
      "a requirement outside a clause", 1 },
    { "block without case", SPEC, "Example: `caret/all/every-clause`\n", "",
      "a block without its case", 1 },
    { "example without block", SPEC, "```text\nfirst\nsecond\n```\n", "", "has no block", 1 },
    { "example with words", SPEC, "every-clause`\n", "every-clause` so\n", "not an example", 0 },
    { "example outside clauses", SPEC, "## 91. Policies\n",
      "## 91. Policies\n\nExample: `caret/all/weak`\n\n```text\ny\n```\n",
      "an example outside a clause", 1 },
    { "open block", SPEC, "second\n```\n", "second\n", "not closed", 0 },
    { "short row of policies", SPEC, "| `types` | `string` |", "| `types` |", "has three cells",
      1 },

    /* clauses and cases */
    { "no accepting case", SPEC, "Registry.\n",
      "Registry.\n\n### CARET-90.3\n**MAY.** Decision. So.\n", "CARET-90.3 has no accepting case",
      1 },
    { "only a refusing case", CASES, "\"CARET-90.1\", \"MODEL", "\"MODEL",
      "CARET-90.1 has no accepting case", 2 },
    { "no refusing case", CASES, "\"refuses\": [\"CARET-90.1\"],", "",
      "CARET-90.1 forbids, and has no refusing case", 1 },
    { "unknown clause", CASES, "\"MODEL-1.1\"", "\"MODEL-1.2\"", "cites MODEL-1.2, which no spec",
      1 },
    { "clause of another syntax", CASES, "\"MODEL-1.1\"", "\"EMOJI-LINE-2.5\"",
      "cites EMOJI-LINE-2.5, a clause of another syntax", 0 },
    { "no clause of its own", CASES, "\"clauses\": [\"CARET-90.2\"],\n \"level\": \"should\"",
      "\"clauses\": [\"MODEL-1.1\"],\n \"level\": \"must\"", "no clause of its own syntax", 2 },
    { "level too strong", CASES, "\"level\": \"should\"", "\"level\": \"must\"", "weaken the level",
      1 },
    { "level too weak", CASES, "\"level\": \"should\"", "\"level\": \"may\"",
      "strengthen the level", 1 },
    { "levels mix", CASES, "\"CARET-90.1\", \"MODEL", "\"CARET-90.1\", \"CARET-90.2\", \"MODEL",
      "caret/all/every-clause: \"clauses\" mixes levels: ", 1 },
    { "levels mix in a part", CASES, "[\"CARET-90.1\"], \"refuses\"",
      "{\"text\": [\"CARET-90.1\"], \"calls\": [\"CARET-90.2\", \"CARET-90.1\"]}, \"refuses\"",
      "\"calls\" mixes levels: CARET-90.1 is a MUST, CARET-90.2 a SHOULD", 1 },
    { "level is not that of the parts", CASES, "[\"CARET-90.2\"],\n \"level\": \"should\"",
      "{\"diagnostics\": [\"CARET-90.2\"]}, \"also\": [\"CARET-90.1\"],\n \"level\": \"should\"",
      "the strongest of its parts a MUST: write \"level\": \"must\"", 1 },
    { "unknown clause of a diagnostic", CASES, "\"clause\": \"CARET-90.2\"",
      "\"clause\": \"CARET-77.7\"", "a diagnostic names CARET-77.7", 1 },
    { "refuses what is not forbidden", SPEC, "**MUST, forbids.** D", "**MUST.** D",
      "forbids nothing", 1 },

    /* examples */
    { "unknown example", SPEC, "every-clause`", "no-such-case`", "no-such-case is not a case", 1 },
    { "example by an alias", SPEC, "Example: `caret/all/every-clause`", "Example: `caret/all/old`",
      "is called caret/all/refused now", 2 },
    { "example of another syntax", SPEC, "Example: `caret/", "Example: `emoji-bracket/",
      "a case of another syntax", 1 },
    { "example of another clause", SPEC,
      "Example: `caret/all/every-clause`\n\n```text\nfirst\nsecond\n",
      "Example: `caret/all/weak`\n\n```text\ny\n", "does not cite CARET-90.1", 1 },
    { "example that differs", SPEC, "first\nsecond\n", "first\nsecundo\n",
      "in line 2: it has \"secundo\\n\", the case \"second\\n\"", 1 },
    { "example that goes on", SPEC, "second\n```", "second\nthird\n```",
      "in line 3: it has \"third\\n\", the case nothing", 1 },

    /* policies */
    { "another default", SPEC, "| `extra_call` | `report` |", "| `extra_call` | `accept` |",
      "extra_call is accept here and report in the parser", 1 },
    { "another clause of a policy", SPEC, "| `types` | `string` | CARET-3.1",
      "| `types` | `string` | CARET-90.1", "types has clause CARET-90.1 here", 1 },
    { "unknown policy", SPEC, "| `types` |", "| `typs` |", "there is no policy typs", 2 },
    { "policy twice", SPEC, "|---|---|---|\n",
      "|---|---|---|\n| `types` | `string` | CARET-3.1 |\n", "types is in the table twice", 1 },
    { "no table of policies", SPEC, "| policy | default | clause |", "| a | b | c |",
      "lacks unterminated", FP_POLICY_COUNT - 3 },

    /* syntaxes and folders */
    { "no spec", SPEC, "", NULL, "the syntax caret has no spec", 0 },
    { "no cases", CASES, "", NULL, "corpus/caret", 0 },
    { "folder of no syntax", "corpus/carret/README", NULL, "", "carret", 1 },

    /* the vault, which is not a syntax */
    { "clause of the vault without case", VAULT_SPEC, NULL, VAULT_CLAUSE,
      "VAULT-1.1 has no accepting case: add one to corpus/vault", 1 },
    { "clause of the vault that forbids", VAULT_SPEC, NULL,
      "# V\n\n## 1. V\n\n### VAULT-1.1\n**MUST, forbids.** Decision. No.\n",
      "VAULT-1.1 forbids, and has no refusing case: add one to corpus/vault", 2 },
    { "case of the vault without spec", VAULT_CASES, NULL, VAULT_CASE,
      "vault/all/a: cites VAULT-1.1, which no spec holds", 2 },
    { "case of the vault that is wrong", VAULT_CASES, NULL, "{\"kind\": \"vault\"}",
      "\"feature\" is missing", 1 },
    { "syntax in the vault's folder", VAULT_CASES, NULL, "{\"syntax\": \"vault\"}",
      "\"syntax\" names no syntax", 1 },
    { "folder of the vault without cases", "corpus/vault/README", NULL, "", "no case file here",
      1 },

    /* ids */
    { "new id", IDS, "caret/all/weak\n", "", "--add-ids", 1 },
    { "lost id", IDS, "caret/all/weak\n", "caret/all/weak\ncaret/all/weaker\n",
      "caret/all/weaker is not a case any more", 1 },
    { "ids out of order", IDS, "caret/all/every-clause\ncaret/all/gone\n",
      "caret/all/gone\ncaret/all/every-clause\n", "out of order", 1 },
    { "id twice", IDS, "caret/all/weak\n", "caret/all/weak\ncaret/all/weak\n", "stands here twice",
      1 },
    { "tombstone in use", CASES, "\"id\": \"caret/all/gone\"", "\"id\": \"caret/all/weak\"",
      "caret/all/weak", 0 },
    { "no file of ids", IDS, "", NULL, "--add-ids", 1 },
};

enum { DEFECT_COUNT = sizeof DEFECTS / sizeof *DEFECTS };

static void plant(project *pr, const defect *d)
{
    char *before, *at, *after;

    if (!d->replace) {
        char *path = xformat("%s/%s", pr->dir, d->file);

        assert_int_equal(remove(path), 0);
        free(path);
        return;
    }
    if (!d->find) {
        project_write(pr, d->file, d->replace);
        return;
    }
    before = project_read(pr, d->file);
    at = strstr(before, d->find);
    assert_non_null(at);
    after = xformat("%.*s%s%s", (int)(at - before), before, d->replace, at + strlen(d->find));
    project_write(pr, d->file, after);
    free(after);
    free(before);
}

static void finds_the_defect(void **state)
{
    const defect *d = *state;
    project pr;
    size_t count;
    char *said;

    project_begin(&pr);
    plant(&pr, d);
    said = complaints(&pr, &count);
    if (!strstr(said, d->said) || !count || (d->count && count != d->count))
        fail_msg("%zu problems, expected %zu and \"%s\" in:\n%s", count, d->count, d->said, said);
    free(said);
    project_end(&pr);
}

/* -- the rest -------------------------------------------------------------------------------- */

static void finds_nothing_where_nothing_is(void **state)
{
    project pr;
    size_t count;
    char *said;

    (void)state;
    project_begin(&pr);
    said = complaints(&pr, &count);
    assert_string_equal(said, "");
    assert_int_equal(count, 0);
    free(said);
    project_end(&pr);
}

static void takes_the_last_line_end_for_the_blocks(void **state)
{
    project pr;
    size_t count;
    char *said;

    (void)state;
    project_begin(&pr);
    plant(&pr, &(defect){ NULL, CASES, "second\\n\"", "second\"", NULL, 0 });
    said = complaints(&pr, &count);
    assert_string_equal(said, "");
    free(said);
    project_end(&pr);
}

static void reads_clauses(void **state)
{
    problems p = { 0 };
    project pr;
    spec *s;
    const clause *c;

    (void)state;
    project_begin(&pr);
    s = spec_load(pr.dir, &p);
    assert_non_null(s);
    c = spec_find(s, "CARET-90.1");
    assert_non_null(c);
    assert_string_equal(c->file, "spec/caret.md");
    assert_string_equal(c->anchor, "caret-901");
    assert_string_equal(c->sentence, "Nothing else is a marker.");
    assert_string_equal(c->rest, "It was left open.");
    assert_int_equal(c->level, LEVEL_MUST);
    assert_true(c->forbids);
    assert_int_equal(c->basis, BASIS_DECISION);
    assert_true(c->decision);
    c = spec_find(s, "CARET-90.2");
    assert_int_equal(c->level, LEVEL_SHOULD);
    assert_false(c->forbids);
    assert_int_equal(c->basis, BASIS_SOURCE);
    assert_null(spec_find(s, "CARET-90.3"));
    assert_int_equal(spec_example_count(s), 1);
    assert_string_equal(spec_example(s, 0)->clause, "CARET-90.1");
    assert_true(fp_str_equal(spec_example(s, 0)->text, FP_STR("first\nsecond\n")));
    spec_free(s);
    project_end(&pr);
}

/* The four marks, and a clause with none. */
static void reads_what_clauses_rest_on(void **state)
{
    static const struct {
        clause_basis basis;
        const char *mark, *argument, *citation, *rest;
    } FOUND[] = {
        { BASIS_SOURCE, "source", "", "seed 1, A place.", "So." },
        { BASIS_SAFETY, "safety", "a call would run.", "", "So." },
        { BASIS_DECISION, "decision", "", "", "" },
        { BASIS_SAFETY, "decision, safety", "bytes would vanish.", "", "" },
        { BASIS_NONE, "", "", "", "" },
    };
    problems p = { 0 };
    project pr;
    spec *s;

    (void)state;
    project_begin(&pr);
    project_write(&pr, SPEC,
                  "# C\n\n## 1. C\n\n### CARET-1.1\n**MUST.** Source. It is.\n\nSource: seed 1,\nA "
                  "place.\n\nSo.\n\n"
                  "### CARET-1.2\n**MUST.** Safety. It is.\n\nSafety: a call\nwould run.\n\nSo.\n\n"
                  "### CARET-1.3\n**MAY.** Decision. It is.\n\n### CARET-1.4\n**MUST, forbids.** "
                  "Decision, safety. It is.\n\nSafety: bytes would vanish.\n\n"
                  "### CARET-1.5\n**MUST.** It is.\n");
    s = spec_load(pr.dir, &p);
    assert_non_null(s);
    for (size_t i = 0; i < sizeof FOUND / sizeof *FOUND; i++) {
        char id[] = "CARET-1.1";
        const clause *c;

        id[sizeof id - 2] = (char)('1' + i);
        c = spec_find(s, id);
        assert_non_null(c);
        assert_int_equal(c->basis, FOUND[i].basis);
        assert_string_equal(spec_basis(c), FOUND[i].mark);
        assert_string_equal(c->sentence, "It is.");
        assert_string_equal(c->rest, FOUND[i].rest);
        assert_string_equal(c->argument ? c->argument : "", FOUND[i].argument);
        assert_string_equal(c->citation ? c->citation : "", FOUND[i].citation);
        assert_false(c->own_source);
    }
    spec_free(s);
    project_end(&pr);
}

/* A page may say that it is its own source, before its first section; others are not. */
static void knows_pages_that_are_their_own_source(void **state)
{
    problems p = { 0 };
    project pr;
    spec *s;

    (void)state;
    project_begin(&pr);
    s = spec_load(pr.dir, &p);
    assert_non_null(s);
    assert_true(spec_find(s, "MODEL-1.1")->own_source);
    assert_false(spec_find(s, "CARET-90.2")->own_source);
    spec_free(s);
    project_end(&pr);
}

/* Ids are put in their places; comments and what was there stay. */
static void adds_ids(void **state)
{
    problems p = { 0 };
    project pr;
    corpus *c;
    char *ids;
    size_t count;

    (void)state;
    project_begin(&pr);
    project_write(&pr, IDS, "# head\n\ncaret/all/gone\n# about old\ncaret/all/old\n# end\n");
    c = corpus_load(pr.dir, &p);
    assert_non_null(c);
    assert_true(ids_add(pr.dir, "caret", c, &count, &p));
    assert_int_equal(count, 3);
    corpus_free(c);
    ids = project_read(&pr, IDS);
    assert_non_null(strstr(ids, "# head\n\ncaret/all/every-clause\ncaret/all/gone\n# about old\n"
                                "caret/all/old\ncaret/all/refused\ncaret/all/weak\n"));
    assert_non_null(strstr(ids, "# end\n"));
    free(ids);
    ids = complaints(&pr, &count);
    assert_string_equal(ids, "");
    free(ids);
    project_end(&pr);
}

int main(void)
{
    enum { FIRST = 5 };
    struct CMUnitTest tests[FIRST + DEFECT_COUNT] = {
        cmocka_unit_test(finds_nothing_where_nothing_is),
        cmocka_unit_test(takes_the_last_line_end_for_the_blocks),
        cmocka_unit_test(reads_clauses),
        cmocka_unit_test(reads_what_clauses_rest_on),
        cmocka_unit_test(knows_pages_that_are_their_own_source),
        cmocka_unit_test(adds_ids),
    };

    for (size_t i = 0; i < DEFECT_COUNT; i++)
        tests[FIRST + i] = (struct CMUnitTest){ DEFECTS[i].name, finds_the_defect, NULL, NULL,
                                                (void *)(uintptr_t)&DEFECTS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
