/* SPDX-License-Identifier: Apache-2.0 */
/* finding_read.c: reads findings back from a report. */
#include "result/finding_read.h"

#include <stdlib.h>
#include <string.h>

static void read_cases(const report_source *s, const json_t *line, finding *f)
{
    const json_t *cases = record_get(line, OF_CASES);

    for (size_t i = 0; i < json_array_size(cases) && f->case_count < FINDING_CASES; i++) {
        const char *id = json_string_value(json_array_get(cases, i));
        const test_case *t = id ? source_case(s, id) : NULL;

        if (t)
            f->cases[f->case_count++] = t;
    }
    f->test = f->case_count ? f->cases[0] : NULL;
}

/* Those that are not given are the syntax's defaults. */
static fp_policies policies_of(const json_t *line, const test_case *t)
{
    const policy_set set = given_policies(line);
    fp_options options = case_usual(t);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (set.given[i])
            options.policies.of[i] = set.policies.of[i];
    return options.policies;
}

static bool read_form(const json_t *line, finding *f)
{
    const json_t *cuts = record_get(line, OF_CUTS);
    candidate *form = &f->form;

    if (!given_input(line, &form->input))
        return false;
    form->is_cut = cuts != NULL;
    form->cut_count = json_array_size(cuts);
    form->cuts = xcalloc(form->cut_count + 1, sizeof *form->cuts);
    for (size_t i = 0, before = 0; i < form->cut_count; i++) {
        const json_int_t at = json_integer_value(json_array_get(cuts, i));

        if (at < 0 || (size_t)at < before || (size_t)at > form->input.len) {
            candidate_free(form);
            return false;
        }
        form->cuts[i] = before = (size_t)at;
    }
    form->tools = json_incref((json_t *)(uintptr_t)record_get(line, OF_CATALOGUE));
    form->policies = policies_of(line, f->test);
    if (record_text(line, OF_TEMPLATE))
        form->template = xcopy(fp_str_of(record_text(line, OF_TEMPLATE)));
    return true;
}

bool finding_read(report_source *s, const json_t *line, finding *f)
{
    const char *failure = record_text(line, OF_CLASS);

    *f = (finding){ .check = source_check(record_text(line, OF_CHECK)),
                    .clause = source_clause(s, record_text(line, OF_CLAUSE)),
                    .advice = record_flag(line, OF_ADVICE),
                    .minimal = record_flag(line, OF_MINIMAL),
                    .tries = record_number(line, OF_TRIES),
                    .count = record_number(line, OF_COUNT) };
    read_cases(s, line, f);
    if (!f->test || !f->check || !f->clause || !record_text(line, OF_MESSAGE) || !failure ||
        !source_class(s, failure, &f->verdict, &f->kind) || !source_sides(line, &f->fails.sides) ||
        !source_harm(s, line, &f->harm) || !read_form(line, f))
        return false;
    f->failure = xstrdup(failure);
    f->shape = candidate_shape(&f->form, f->test->syntax);
    f->command = record_command(line) ? xstrdup(record_command(line)) : NULL;
    f->fails = (failing){ .verdict = f->verdict,
                          .sides = f->fails.sides,
                          .kind = f->kind,
                          .sentence = record_copy(line, OF_MESSAGE),
                          .expected = record_copy(line, OF_EXPECTED),
                          .actual = record_copy(line, OF_ACTUAL) };
    return true;
}
