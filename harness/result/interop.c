/* SPDX-License-Identifier: Apache-2.0 */
/* interop.c: arranges the results of many parsers by clause. */
#include "result/interop.h"

#include "base/show.h"
#include "base/visible.h"
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

/* Of an answer so much is shown. */
enum { CAME_MOST = 600 };

const char *interop_state_name(interop_state s)
{
    static const char *const NAMES[] = { "not tried", "obeys", "differs", "fails" };

    return s < INTEROP_STATES ? NAMES[s] : "";
}

interop_state interop_cell_state(const interop_cell *cell)
{
    unsigned s = INTEROP_STATES - 1;

    while (s > INTEROP_UNTRIED && !cell->count[s])
        s--;
    return (interop_state)s;
}

bool interop_is_law(const interop_row *row)
{
    return strncmp(row->clause->id, "LAW-", 4) == 0;
}

bool interop_is_decision(const interop_row *row)
{
    return row->clause->basis == BASIS_DECISION;
}

bool interop_is_alone(const interop_row *row)
{
    return row->tried > 1 && !row->obey;
}

/* -- adding ------------------------------------------------------------------------------------ */

static bool is_named(const interop *t, const char *name)
{
    for (size_t i = 0; i < t->parser_count; i++)
        if (strcmp(t->parsers[i].name, name) == 0)
            return true;
    return false;
}

size_t interop_parser_add(interop *t, const run_info *info, const char *report)
{
    const char *name = json_string_value(json_object_get(info->parser, "name"));
    const char *version = json_string_value(json_object_get(info->parser, "version"));
    void *grown = t->parsers;
    interop_parser p = { .name = xstrdup(name ? name : info->subject),
                         .version = xstrdup(version ? version : ""),
                         .policies = xstrdup(info->policies ? info->policies : "") };

    if (is_named(t, p.name)) {
        char *longer = xformat("%s (%s)", p.name, report);

        free(p.name);
        p.name = longer;
    }
    xgrow(&grown, &t->parser_cap, t->parser_count, sizeof *t->parsers);
    t->parsers = grown;
    t->parsers[t->parser_count] = p;
    return t->parser_count++;
}

/* What a failure is, also one that is known. */
static interop_state state_of_failure(const result *r)
{
    verdict v = r->verdict;
    const char *kind;

    if (v == VERDICT_KNOWN && !failure_class_read(r->failure, &v, &kind))
        v = VERDICT_WRONG;
    if (v == VERDICT_PROTOCOL)
        return INTEROP_UNTRIED;
    return v == VERDICT_DIFFERS || r->advice ? INTEROP_DIFFERS : INTEROP_FAILS;
}

static interop_state state_of(const result *r)
{
    if (r->verdict == VERDICT_SKIPPED)
        return INTEROP_UNTRIED;
    if (result_failed(r))
        return state_of_failure(r);
    return r->basis || r->verdict == VERDICT_DECLARED ? INTEROP_DIFFERS : INTEROP_OBEYS;
}

static bool is_about_a_clause(const result *r)
{
    return strcmp(r->check, "golden") == 0 || strncmp(r->clause, "LAW-", 4) == 0;
}

void interop_add(interop *t, size_t parser, const result *r, const corpus *c)
{
    const test_case *test = corpus_find(c, r->test->id);
    const bool failed = result_failed(r), said = failed || r->verdict == VERDICT_DECLARED;
    const interop_state state = state_of(r);
    void *grown = t->answers;

    if (!test || !test->syntax || state == INTEROP_UNTRIED || !is_about_a_clause(r))
        return;
    xgrow(&grown, &t->answer_cap, t->answer_count, sizeof *t->answers);
    t->answers = grown;
    t->answers[t->answer_count++] =
        (interop_answer){ .parser = parser,
                          .test = test,
                          .check = r->check,
                          .clause = r->clause,
                          .state = state,
                          .declared = !failed && state == INTEROP_DIFFERS,
                          .came = said ? xstrdup(r->actual ? r->actual : r->sentence) : NULL };
}

/* -- inputs ------------------------------------------------------------------------------------ */

static int by_input(const void *a, const void *b)
{
    const interop_answer *one = a, *other = b;
    const int ids = strcmp(one->test->id, other->test->id);
    const int checks = ids ? 0 : strcmp(one->check, other->check);

    if (ids || checks)
        return ids ? ids : checks;
    return (one->parser > other->parser) - (one->parser < other->parser);
}

bool interop_alike(const interop_answer *a, const interop_answer *b)
{
    const bool texts = a->came && b->came;

    if (texts)
        return strcmp(a->came, b->came) == 0;
    return !a->came && !b->came && a->state == b->state;
}

/* The input whose first answer is that one. */
static interop_input input_at(const interop *t, size_t first)
{
    const interop_answer *begin = &t->answers[first];
    interop_input in = { .first = first };
    bool same = true;

    for (const interop_answer *a = begin; first + in.count < t->answer_count; a++, in.count++) {
        if (strcmp(a->test->id, begin->test->id) != 0 || strcmp(a->check, begin->check) != 0)
            break;
        in.otherwise += a->state > INTEROP_OBEYS;
        same = same && a->came && interop_alike(a, begin);
    }
    in.agree = same && in.count > 1;
    return in;
}

static void make_inputs(interop *t)
{
    for (size_t at = 0; at < t->answer_count; at += t->inputs[t->input_count - 1].count) {
        void *grown = t->inputs;

        xgrow(&grown, &t->input_cap, t->input_count, sizeof *t->inputs);
        t->inputs = grown;
        t->inputs[t->input_count++] = input_at(t, at);
    }
}

/* -- rows -------------------------------------------------------------------------------------- */

/* The row of that clause of the syntax; NULL: the spec has no such clause. */
static interop_row *row_of(interop *t, const spec *s, const fp_syntax *syntax, const char *id)
{
    char *key = xformat("%s %s", fp_syntax_id(syntax), id);
    const json_t *place = json_object_get(t->places, key);
    const clause *c = place ? NULL : spec_find_for(s, id, syntax);
    void *grown = t->rows;
    size_t at = place ? (size_t)json_integer_value(place) : t->row_count;

    if (c) {
        xgrow(&grown, &t->row_cap, t->row_count, sizeof *t->rows);
        t->rows = grown;
        t->rows[t->row_count++] = (interop_row){
            .syntax = syntax, .clause = c, .cells = xcalloc(t->parser_count, sizeof(interop_cell))
        };
        need_memory(json_object_set_new(t->places, key, json_integer((json_int_t)at)) == 0);
    }
    free(key);
    return place || c ? &t->rows[at] : NULL;
}

static void count_in(interop *t, const spec *s, const interop_answer *a, const char *clause_id)
{
    interop_row *row = row_of(t, s, a->test->syntax, clause_id);

    if (row)
        row->cells[a->parser].count[a->state]++;
}

/* What is as expected speaks for each clause that judges the case; what is not, for the clause that
 * decides. */
static void count_answer(interop *t, const spec *s, const interop_answer *a)
{
    const bool all = a->state == INTEROP_OBEYS && strcmp(a->check, "golden") == 0;
    const size_t count = all ? a->test->clause_count - a->test->also_count : 0;

    for (size_t i = 0; i < count; i++)
        count_in(t, s, a, a->test->clauses[i]);
    if (!all)
        count_in(t, s, a, a->clause);
}

static void add_input(interop_row *row, size_t input)
{
    void *grown = row->inputs;

    if (row->input_count && row->inputs[row->input_count - 1] == input)
        return;
    xgrow(&grown, &row->input_cap, row->input_count, sizeof *row->inputs);
    row->inputs = grown;
    row->inputs[row->input_count++] = input;
}

static void share_input(interop *t, const spec *s, size_t number)
{
    const interop_input *in = &t->inputs[number];

    for (size_t i = in->first; i < in->first + in->count; i++) {
        const interop_answer *a = &t->answers[i];
        interop_row *row = a->came ? row_of(t, s, a->test->syntax, a->clause) : NULL;

        if (row) {
            add_input(row, number);
            row->agree = row->agree || in->agree;
        }
    }
}

/* -- order ------------------------------------------------------------------------------------- */

/* Where an input stands among those of its row. */
typedef struct rank {
    size_t input, otherwise, length;
} rank;

static int by_rank(const void *a, const void *b)
{
    const rank *one = a, *other = b;

    if (one->otherwise != other->otherwise)
        return one->otherwise > other->otherwise ? -1 : 1;
    if (one->length != other->length)
        return one->length < other->length ? -1 : 1;
    return (one->input > other->input) - (one->input < other->input);
}

/* Those that part most parsers from what is expected come first; of these, the shortest. */
static void rank_inputs(const interop *t, interop_row *row)
{
    rank *ranks = xcalloc(row->input_count, sizeof *ranks);

    for (size_t i = 0; i < row->input_count; i++) {
        const interop_input *in = &t->inputs[row->inputs[i]];

        ranks[i] = (rank){ row->inputs[i], in->otherwise, t->answers[in->first].test->input.len };
    }
    if (row->input_count)
        qsort(ranks, row->input_count, sizeof *ranks, by_rank);
    for (size_t i = 0; i < row->input_count; i++)
        row->inputs[i] = ranks[i].input;
    free(ranks);
}

static size_t place_of(const fp_syntax *syntax)
{
    size_t at = 0;

    while (FP_SYNTAXES[at] && FP_SYNTAXES[at] != syntax)
        at++;
    return at;
}

static int by_clause(const void *a, const void *b)
{
    const interop_row *one = a, *other = b;
    const size_t left = place_of(one->syntax), right = place_of(other->syntax);

    if (left != right)
        return left < right ? -1 : 1;
    if (interop_is_law(one) != interop_is_law(other))
        return interop_is_law(one) ? 1 : -1;
    if (strcmp(one->clause->file, other->clause->file) != 0)
        return strcmp(one->clause->file, other->clause->file);
    return (one->clause->line > other->clause->line) - (one->clause->line < other->clause->line);
}

static void end_row(const interop *t, interop_row *row)
{
    for (size_t p = 0; p < t->parser_count; p++) {
        const interop_state state = interop_cell_state(&row->cells[p]);

        row->tried += state != INTEROP_UNTRIED;
        row->obey += state == INTEROP_OBEYS;
    }
    rank_inputs(t, row);
}

void interop_sort(interop *t, const spec *s)
{
    t->places = json_object();
    need_memory(t->places != NULL);
    if (t->answer_count)
        qsort(t->answers, t->answer_count, sizeof *t->answers, by_input);
    make_inputs(t);
    for (size_t i = 0; i < t->answer_count; i++)
        count_answer(t, s, &t->answers[i]);
    for (size_t i = 0; i < t->input_count; i++)
        share_input(t, s, i);
    for (size_t i = 0; i < t->row_count; i++)
        end_row(t, &t->rows[i]);
    if (t->row_count)
        qsort(t->rows, t->row_count, sizeof *t->rows, by_clause);
}

bool interop_has(const interop *t, size_t parser, const fp_syntax *syntax)
{
    for (size_t i = 0; i < t->row_count; i++)
        if (t->rows[i].syntax == syntax &&
            interop_cell_state(&t->rows[i].cells[parser]) != INTEROP_UNTRIED)
            return true;
    return false;
}

/* -- an input, for people ---------------------------------------------------------------------- */

static void put_lines(FILE *out, const char *text)
{
    const fp_str whole = fp_str_of(text), shown = visible_beginning(whole, CAME_MOST);
    char *copy = xformat("%.*s", (int)shown.len, shown.ptr), *seen = visible_lines(fp_str_of(copy));

    for (const char *at = seen; *at; at += *at == '\n') {
        const size_t length = strcspn(at, "\n");

        if (length)
            fprintf(out, "  %.*s\n", (int)length, at);
        at += length;
    }
    if (shown.len < whole.len)
        fprintf(out, "  … (%zu bytes)\n", whole.len);
    free(seen);
    free(copy);
}

/* Those who answer like this one, which is the first of them. */
static void put_group(FILE *out, const interop *t, const interop_input *in, size_t first)
{
    const interop_answer *one = &t->answers[first];

    for (size_t i = first; i < in->first + in->count; i++)
        if (interop_alike(&t->answers[i], one))
            fprintf(out, "%s%s", i > first ? ", " : "", t->parsers[t->answers[i].parser].name);
    if (one->came) {
        fprintf(out, ", %s:\n", interop_state_name(one->state));
        put_lines(out, one->came);
    } else {
        fprintf(out, ": %s\n", one->declared ? "as the declared policies have it" : "as expected");
    }
}

static bool is_first_of_its_kind(const interop *t, const interop_input *in, size_t at)
{
    for (size_t i = in->first; i < at; i++)
        if (interop_alike(&t->answers[i], &t->answers[at]))
            return false;
    return true;
}

char *interop_input_text(const interop *t, const interop_input *input)
{
    static const judged ALL = { false, false, false };
    const interop_answer *first = &t->answers[input->first];
    char *text = NULL, *expected = expectation_lines(&first->test->expect, &ALL);
    size_t size = 0;
    FILE *out = xmemstream(&text, &size);

    show_bytes(out, "  ", first->test->input, NULL, 0);
    if (strcmp(first->check, "golden") == 0) {
        fprintf(out, "expected:\n");
        put_lines(out, expected);
    }
    for (size_t i = input->first; i < input->first + input->count; i++)
        if (is_first_of_its_kind(t, input, i))
            put_group(out, t, input, i);
    xmemstream_close(out, &text);
    free(expected);
    return text;
}

void interop_free(interop *t)
{
    for (size_t i = 0; i < t->parser_count; i++) {
        free(t->parsers[i].name);
        free(t->parsers[i].version);
        free(t->parsers[i].policies);
    }
    for (size_t i = 0; i < t->answer_count; i++)
        free(t->answers[i].came);
    for (size_t i = 0; i < t->row_count; i++) {
        free(t->rows[i].cells);
        free(t->rows[i].inputs);
    }
    free(t->parsers);
    free(t->answers);
    free(t->inputs);
    free(t->rows);
    json_decref(t->places);
    *t = (interop){ 0 };
}
