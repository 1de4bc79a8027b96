/* SPDX-License-Identifier: Apache-2.0 */
/* test_record.c: the lines of a report, written and read back: every class that a failure can have,
 * every member, and the schema, which has the same. A new verdict, kind or member fails here until
 * all of them know it.
 */
#include "judge/judge.h"
#include "report/report.h"
#include "law/laws.h"
#include "result/cause.h"
#include "result/finding.h"
#include "result/gate.h"
#include "result/known_read.h"
#include "result/record.h"
#include "result/result_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct world {
    corpus *corpus;
    spec *spec;
    run_info info;
    char path[64];
} world;

static int set_up(void **state)
{
    static const char *const WORKER[] = { "worker", NULL };
    static const fp_syntax *only[2];
    problems p = { 0 };
    world *w = xcalloc(1, sizeof *w);

    only[0] = fp_syntax_find(FP_STR("caret"));
    w->corpus = corpus_load_of(FP_SOURCE_DIR, only, &p);
    w->spec = spec_load(FP_SOURCE_DIR, &p);
    w->info = (run_info){ .subject = "s", .policies = "p", .worker = WORKER, .spec = w->spec };
    *state = w;
    return w->corpus && w->spec ? 0 : -1;
}

static int tear_down(void **state)
{
    world *w = *state;

    corpus_free(w->corpus);
    spec_free(w->spec);
    free(w);
    return 0;
}

static char *temporary(world *w)
{
    snprintf(w->path, sizeof w->path, "/tmp/test-record-XXXXXX");
    return w->path;
}

/* -- every class ------------------------------------------------------------------------------- */

typedef void class_test(world *w, verdict v, const char *kind, const char *class);

/* Runs the test for each failing verdict, alone and with each kind; returns how many these were. */
static size_t each_class(world *w, class_test *test)
{
    size_t count = 0;

    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        if (!result_failed(&(result){ .verdict = (verdict)v }) || v == VERDICT_KNOWN)
            continue;
        for (unsigned k = DIFFERS_NOT; k < DIFFERS_COUNT; k++) {
            const char *kind = difference_name((difference_kind)k);
            char *class = failure_class((verdict)v, kind);

            assert_true(k == DIFFERS_NOT || kind);
            test(w, (verdict)v, kind, class);
            free(class);
            count++;
        }
    }
    return count;
}

/* A result of which every member is set that one with this verdict can have. */
static result full_result(const world *w, verdict v, const char *kind, const char *class)
{
    static const size_t CUTS[] = { 1, 1, 3 }, LAG = 2;
    static const policy_set DECLARES = { .given[FP_RECOVERY] = true };
    static const policy_cost COSTS[] = {
        { FP_VALUE_FRAMING, FP_FRAMING_TRIMMED, NULL, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } },
        { FP_TEXT_AFTER, FP_TEXT_AFTER_DROP, NULL, { [COST_TEXT] = 1 } },
    };

    return (result){ .test = corpus_find(w->corpus, "caret/fence/no-parameters"),
                     .check = "CHUNK",
                     .clause = "LAW-2.1",
                     .verdict = v,
                     .kind = kind,
                     .failure = class,
                     .harm = HARM_LOST_CALL,
                     .advice = true,
                     .sentence = "what is wrong",
                     .cut_name = "random 1",
                     .cuts = CUTS,
                     .cut_count = 3,
                     .tried = 7,
                     .failed = 2,
                     .lag = &LAG,
                     .expected = "a\nb\n",
                     .actual = "a\nc\n",
                     .sides = SIDES_CUT,
                     .declares = &DECLARES,
                     .costs = COSTS,
                     .cost_count = 2,
                     .basis = "by something",
                     .stderr_tail = FP_STR("noise"),
                     .suspect = SUSPECT_ADAPTER,
                     .us = 5 };
}

static finding full_finding(const result *r)
{
    return (finding){ .test = r->test,
                      .check = r->check,
                      .clause = r->clause,
                      .failure = (char *)(uintptr_t)r->failure,
                      .verdict = r->verdict == VERDICT_KNOWN ? VERDICT_WRONG : r->verdict,
                      .kind = r->kind,
                      .harm = HARM_UNWRITTEN_CALL,
                      .advice = true,
                      .form = { .input = FP_STR("^^^a\n^^^"),
                                .is_cut = true,
                                .cuts = (size_t *)(uintptr_t)r->cuts,
                                .cut_count = r->cut_count,
                                .policies = fp_options_default(r->test->syntax).policies },
                      .fails = { .verdict = r->verdict,
                                 .kind = r->kind,
                                 .sentence = (char *)(uintptr_t) "smaller",
                                 .expected = (char *)(uintptr_t) "x",
                                 .actual = (char *)(uintptr_t) "y",
                                 .sides = SIDES_UNITS },
                      .minimal = true,
                      .tries = 3,
                      .count = 2,
                      .cases = { r->test },
                      .case_count = 1 };
}

/* Writes a report with the result and its finding; returns a descriptor to read it by. */
static int written(world *w, const result *r, const finding *f)
{
    const int fd = mkstemp(temporary(w));
    FILE *file = fdopen(dup(fd), "w");
    reporter self = { .info = &w->info, .out = file, .of = 1 };

    assert_non_null(file);
    REPORT_JSON.begin(&self);
    REPORT_JSON.result(&self, r);
    if (f)
        REPORT_JSON.finding(&self, f);
    REPORT_JSON.end(&self, &(run_summary){ .cases = 1 });
    assert_int_equal(fclose(file), 0);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

static void assert_same_text(const char *a, const char *b)
{
    assert_true((a == NULL) == (b == NULL));
    if (a)
        assert_string_equal(a, b);
}

static void assert_same_result(const result *a, const result *b)
{
    assert_ptr_equal(a->test, b->test);
    assert_string_equal(a->check, b->check);
    assert_string_equal(a->clause, b->clause);
    assert_int_equal(a->verdict, b->verdict);
    assert_ptr_equal(a->kind, b->kind);
    assert_string_equal(a->failure, b->failure);
    assert_int_equal(a->harm, b->harm);
    assert_int_equal(a->declares->given[FP_RECOVERY], b->declares->given[FP_RECOVERY]);
    assert_int_equal(a->cost_count, b->cost_count);
    assert_memory_equal(a->costs, b->costs, a->cost_count * sizeof *a->costs);
    assert_int_equal(a->advice, b->advice);
    assert_string_equal(a->sentence, b->sentence);
    assert_string_equal(a->cut_name, b->cut_name);
    assert_int_equal(a->cut_count, b->cut_count);
    assert_memory_equal(a->cuts, b->cuts, a->cut_count * sizeof *a->cuts);
    assert_int_equal(a->tried, b->tried);
    assert_int_equal(a->failed, b->failed);
    assert_int_equal(*a->lag, *b->lag);
    assert_same_text(a->expected, b->expected);
    assert_same_text(a->actual, b->actual);
    assert_int_equal(a->sides, b->sides);
    assert_same_text(a->basis, b->basis);
    assert_true(fp_str_equal(a->stderr_tail, b->stderr_tail));
    assert_int_equal(a->suspect, b->suspect);
    assert_int_equal(a->us, b->us);
}

static void assert_same_finding(const finding *a, const finding *b)
{
    assert_ptr_equal(a->test, b->test);
    assert_string_equal(a->check, b->check);
    assert_string_equal(a->clause, b->clause);
    assert_string_equal(a->failure, b->failure);
    assert_int_equal(a->verdict, b->verdict);
    assert_ptr_equal(a->kind, b->kind);
    assert_int_equal(a->harm, b->harm);
    assert_int_equal(a->advice, b->advice);
    assert_true(fp_str_equal(a->form.input, b->form.input));
    assert_int_equal(a->form.is_cut, b->form.is_cut);
    assert_int_equal(a->form.cut_count, b->form.cut_count);
    assert_memory_equal(a->form.cuts, b->form.cuts, a->form.cut_count * sizeof(size_t));
    assert_memory_equal(&a->form.policies, &b->form.policies, sizeof a->form.policies);
    assert_string_equal(a->fails.sentence, b->fails.sentence);
    assert_same_text(a->fails.expected, b->fails.expected);
    assert_same_text(a->fails.actual, b->fails.actual);
    assert_int_equal(a->fails.sides, b->fails.sides);
    assert_int_equal(a->minimal, b->minimal);
    assert_int_equal(a->tries, b->tries);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->case_count, b->case_count);
}

static void comes_back(world *w, const result *r, const finding *f)
{
    report_source s;

    source_open(&s, w->path, written(w, r, f), 0, &(source_world){ w->corpus, NULL, w->spec });
    assert_same_text(s.wrong, NULL);
    assert_true(s.has_result);
    assert_same_result(r, &s.result);
    source_next(&s);
    assert_same_text(s.wrong, NULL);
    assert_false(s.has_result);
    assert_non_null(s.summary);
    assert_int_equal(s.found_count, f != NULL);
    if (f)
        assert_same_finding(f, s.found[0]);
    source_close(&s);
    unlink(w->path);
}

static void class_comes_back(world *w, verdict v, const char *kind, const char *class)
{
    result r = full_result(w, v, kind, class);
    const finding f = full_finding(&r);

    comes_back(w, &r, &f);
    r.verdict = VERDICT_KNOWN;
    comes_back(w, &r, NULL);
    r.verdict = VERDICT_DECLARED;
    r.harm = HARM_NONE;
    if (v == VERDICT_DIFFERS)
        comes_back(w, &r, NULL);
}

static void every_class_is_read_back(void **state)
{
    assert_int_equal(each_class(*state, class_comes_back), 7 * DIFFERS_COUNT);
}

static void class_is_known(world *w, verdict v, const char *kind, const char *class)
{
    char *text = xformat("caret/fence/no-parameters CHUNK %s\n", class);
    known_line *lines;
    size_t count;
    problems p = { 0 };

    (void)w;
    (void)v;
    (void)kind;
    assert_true(known_lines_of("known", fp_str_of(text), &lines, &count, &p));
    assert_int_equal(count, 1);
    assert_string_equal(lines[0].failure, class);
    known_lines_free(lines, count);
    free(text);
}

static void every_class_can_be_known(void **state)
{
    static const char *const NONE[] = { "wrong/nothing", "pass",     "skipped", "known",
                                        "known/value",   "declared", "wrong/",  "/value" };

    each_class(*state, class_is_known);
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
        const char *kind;
        verdict v;

        assert_false(failure_class_read(NONE[i], &v, &kind));
        assert_false(failure_class_matches(NONE[i]));
    }
}

/* What a report says and what its baseline says are the same, whatever the class. */
static void class_is_gated(world *w, verdict v, const char *kind, const char *class)
{
    result r = full_result(w, v, kind, class);
    char baseline[] = "/tmp/test-record-base-XXXXXX";
    gate_side now, base;
    gate_change *changes;
    size_t of_known;
    problems p = { 0 };

    r.advice = false;
    close(written(w, &r, NULL));
    close(mkstemp(baseline));
    unlink(baseline);
    assert_true(gate_read(w->path, &now, &p));
    assert_int_equal(strncmp(now.cases[0].checks[0].failure, class, strlen(class)), 0);
    assert_true(!now.cases[0].checks[0].failure[strlen(class)] == (v != VERDICT_DIFFERS));
    assert_true(gate_write(baseline, &now, &p));
    assert_true(gate_read(baseline, &base, &p));
    assert_int_equal(gate_compare(&base, &now, NULL, &changes, &of_known), 0);
    assert_int_equal(of_known, 0);
    free(changes);
    gate_side_free(&base);
    gate_side_free(&now);
    unlink(baseline);
    unlink(w->path);
}

static void every_class_can_be_gated(void **state)
{
    each_class(*state, class_is_gated);
}

/* -- the schema -------------------------------------------------------------------------------- */

static json_t *schema(const char *part)
{
    json_t *whole = json_load_file(FP_SOURCE_DIR "/spec/schema/report.schema.json", 0, NULL);
    json_t *found = json_incref(json_object_get(json_object_get(whole, "$defs"), part));

    json_decref(whole);
    assert_non_null(found);
    return found;
}

static bool lists(const json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), name) == 0)
            return true;
    return false;
}

static void the_schema_has_the_members_of_the_table(void **state)
{
    (void)state;
    for (unsigned k = 0; k < RECORD_COUNT; k++) {
        json_t *record = schema(record_name((record_kind)k));
        const json_t *members = json_object_get(record, "properties");
        const json_t *needed = json_object_get(record, "required");
        size_t count = 0, needs = 0;

        assert_true(json_is_false(json_object_get(record, "additionalProperties")));
        for (unsigned m = 0; m < OF_MEMBERS; m++) {
            const char *name = record_member_name((record_member)m);
            const bool has = record_has((record_kind)k, (record_member)m);
            const bool need = record_needs((record_kind)k, (record_member)m);

            assert_non_null(name);
            if (has != (json_object_get(members, name) != NULL) || need != lists(needed, name))
                fail_msg("%s of %s: not in the schema as in the table", name,
                         record_name((record_kind)k));
            count += has;
            needs += need;
        }
        assert_int_equal(count, json_object_size(members));
        assert_int_equal(needs, json_array_size(needed));
        json_decref(record);
    }
}

static const char *verdict_at(unsigned v)
{
    return verdict_name((verdict)v);
}

static const char *suspect_at(unsigned s)
{
    return suspect_name((suspect)s);
}

static const char *level_at(unsigned l)
{
    return level_name((level)l);
}

static void assert_enum(const json_t *members, const char *name, const char *(*at)(unsigned),
                        unsigned from, unsigned to)
{
    const json_t *values = json_object_get(json_object_get(members, name), "enum");

    assert_int_equal(json_array_size(values), to - from);
    for (unsigned i = from; i < to; i++)
        assert_string_equal(json_string_value(json_array_get(values, i - from)), at(i));
}

static void the_schema_has_the_words_of_the_tables(void **state)
{
    json_t *line = schema("result"), *class = schema("class"), *sides = schema("sides"),
           *cost = schema("cost");
    const json_t *members = json_object_get(line, "properties");
    char *pattern = xstrdup("^(");

    (void)state;
    assert_enum(members, "verdict", verdict_at, 0, VERDICT_COUNT);
    assert_enum(members, "suspect", suspect_at, SUSPECT_NONE + 1, SUSPECT_COUNT);
    assert_enum(members, "level", level_at, 0, LEVEL_MAY + 1);
    for (unsigned v = VERDICT_WRONG; v < VERDICT_SKIPPED; v++) {
        const char *name = v == VERDICT_DECLARED ? "" : verdict_at(v);
        char *longer = xformat("%s%s%s", pattern, v == VERDICT_WRONG || !*name ? "" : "|", name);
        free(pattern);
        pattern = longer;
    }
    for (unsigned k = DIFFERS_NOT + 1; k < DIFFERS_COUNT; k++) {
        char *longer = xformat("%s%s%s", pattern, k == DIFFERS_NOT + 1 ? ")(/(" : "|",
                               difference_name((difference_kind)k));
        free(pattern);
        pattern = longer;
    }
    assert_int_equal(
        strncmp(json_string_value(json_object_get(class, "pattern")), pattern, strlen(pattern)), 0);
    assert_string_equal(json_string_value(json_object_get(class, "pattern")) + strlen(pattern),
                        "))?$");
    for (unsigned s = SIDES_JUDGED + 1; s < SIDES_COUNT; s++)
        for (size_t i = 0; i < 2; i++)
            assert_string_equal(
                json_string_value(json_array_get(
                    json_array_get(json_object_get(sides, "enum"), s - SIDES_JUDGED - 1), i)),
                sides_title((answer_sides)s, i == 1));
    for (unsigned k = 0; k < COST_KINDS; k++)
        assert_non_null(json_object_get(json_object_get(cost, "properties"), cost_name(k)));
    free(pattern);
    json_decref(cost);
    json_decref(line);
    json_decref(class);
    json_decref(sides);
}

/* -- what is written --------------------------------------------------------------------------- */

/* The members of all lines of one record in the file, as keys. */
static json_t *members_written(const char *path, record_kind kind)
{
    json_t *keys = json_object(), *value;
    FILE *file = fopen(path, "r");
    const char *key;
    json_t *line;

    assert_non_null(file);
    while ((line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        if (record_of(line) == kind)
            json_object_foreach (line, key, value)
                json_object_set_new(keys, key, json_true());
        json_decref(line);
    }
    fclose(file);
    return keys;
}

static void assert_written(const char *path, record_kind kind)
{
    json_t *keys = members_written(path, kind);

    for (unsigned m = 0; m < OF_MEMBERS; m++) {
        const char *name = record_member_name((record_member)m);

        if (record_has(kind, (record_member)m) != (json_object_get(keys, name) != NULL))
            fail_msg("%s of %s: not written as the table has it", name, record_name(kind));
    }
    json_decref(keys);
}

/* The case, as one that was given and not stored, with all that a case may have. */
static void make_given(test_case *given, json_t *tools)
{
    static const char *const CLAUSES[] = { "CARET-2.1" };

    given->file = "";
    given->refuses = given->clauses = (const char **)(uintptr_t)CLAUSES;
    given->refuse_count = given->clause_count = 1;
    given->input = FP_STR("\xFF");
    given->catalogue_json = tools;
    given->policy.given[FP_UNTERMINATED] = true;
    given->policy.policies.of[FP_UNTERMINATED] = FP_UNTERMINATED_DROP;
}

static const reading_count READS = { .clause = "CARET-2.6", .example = "caret/a/b", .count = 1 };
static const declared_count SAYS = { .clause = "CARET-2.6", .agree = 1 };
static const cost_count COSTS = { .sum = { .policy = FP_TYPES }, .inputs = 1, .example = "a" };

/* A report that has each member of each record somewhere. */
static void every_member_is_written(void **state)
{
    static const likeness LIKE = { "caret", "m", "what it does", 0.75 };
    static const char *const SYNTAXES[] = { "caret", NULL };
    world *w = *state;
    json_t *parser = json_pack("{ss}", "name", "p"), *tools = json_pack("[{ss}]", "name", "t");
    run_info info = w->info;
    result r = full_result(w, VERDICT_WRONG, "value", "wrong/value");
    finding f = full_finding(&r);
    test_case given = *r.test;
    FILE *file = fdopen(mkstemp(temporary(w)), "w");
    causes *found = causes_new(&info);
    reporter self = { .info = &info, .out = file, .of = 1 };

    info.parser = parser;
    info.syntaxes = SYNTAXES;
    info.started = "2026-01-31T12:00:00Z";
    info.shard = info.shards = 1;
    info.only = "golden";
    info.quick = r.tokens = true;
    make_given(&given, tools);
    REPORT_JSON.begin(&self);
    REPORT_JSON.result(&self, &r);
    causes_take(found, &r, true);
    r.test = &given;
    r.prefix = 1;
    REPORT_JSON.result(&self, &r);
    f.form.tools = tools;
    f.form.policies.of[FP_UNTERMINATED]++;
    f.form.template = FP_STR("{}");
    REPORT_JSON.finding(&self, &f);
    f.form.input = FP_STR("\xFF");
    REPORT_JSON.finding(&self, &f);
    r.check = law_name(LAW_LINEAR);
    causes_take(found, &r, true);
    causes_make(found, NULL);
    REPORT_JSON.end(&self, &(run_summary){ .lags = 1,
                                           .restarts = 1,
                                           .stopped = "killed",
                                           .stale = 1,
                                           .causes = found,
                                           .readings = &READS,
                                           .reading_count = 1,
                                           .declared = &SAYS,
                                           .declared_count = 1,
                                           .costs = &COSTS,
                                           .cost_count = 1,
                                           .likenesses = &LIKE,
                                           .likeness_count = 1 });
    causes_free(found);
    assert_int_equal(fclose(file), 0);
    for (unsigned k = 0; k < RECORD_COUNT; k++)
        assert_written(w->path, (record_kind)k);
    unlink(w->path);
    json_decref(parser);
    json_decref(tools);
}

/* -- foreign text ------------------------------------------------------------------------------ */

static void texts_for_people_are_made_visible(void **state)
{
    json_t *line = json_pack("{ss ss s[s] s{ss} ss}", "message", "a\x1b[2J\xC2\x9B\nb \xE2\x80\xAE",
                             "input", "\x1b", "cases", "\xE2\x81\xA6", "parser", "name",
                             "\xE2\x80\xA8", "command", "'\x1b'");
    char *once, *twice;

    (void)state;
    record_make_visible(line);
    assert_string_equal(record_text(line, OF_MESSAGE), "a␛[2J⟨U+009B⟩␊b ⟨U+202E⟩");
    assert_string_equal(json_string_value(json_array_get(record_get(line, OF_CASES), 0)),
                        "⟨U+2066⟩");
    assert_string_equal(json_string_value(json_object_get(record_get(line, OF_PARSER), "name")),
                        "⟨U+2028⟩");
    assert_string_equal(record_text(line, OF_INPUT), "\x1b");
    assert_string_equal(record_text(line, OF_COMMAND), "'\x1b'");
    once = json_dumps(line, JSON_SORT_KEYS);
    record_make_visible(line);
    twice = json_dumps(line, JSON_SORT_KEYS);
    assert_string_equal(once, twice);
    free(once);
    free(twice);
    json_decref(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_is_read_back),
        cmocka_unit_test(every_class_can_be_known),
        cmocka_unit_test(every_class_can_be_gated),
        cmocka_unit_test(the_schema_has_the_members_of_the_table),
        cmocka_unit_test(the_schema_has_the_words_of_the_tables),
        cmocka_unit_test(every_member_is_written),
        cmocka_unit_test(texts_for_people_are_made_visible),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
