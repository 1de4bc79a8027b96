/* SPDX-License-Identifier: Apache-2.0 */
/* reading.c: how our own parser reads an input. */
#include "diff/reading.h"

#include "diff/separation.h"
#include "judge/adhoc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_clause(reading *r, const char *clause)
{
    if (!clause || r->clause_count == READING_CLAUSES)
        return;
    for (size_t i = 0; i < r->clause_count; i++)
        if (strcmp(r->clauses[i], clause) == 0)
            return;
    r->clauses[r->clause_count++] = clause;
}

/* An fp_trace. */
static void note_clause(void *context, fp_role role, const char *clause, uint64_t start,
                        uint64_t end)
{
    (void)role;
    (void)start;
    (void)end;
    add_clause(context, clause);
}

/* The answer under the options; its catalogue is that of the candidate. */
static answer answer_under(const fp_syntax *syntax, fp_options options, const candidate *c)
{
    answer a = { .asked = true, .kind = REPLY_OUTCOME };
    fp_catalogue *catalogue = c->tools ? catalogue_of_tools(c->tools) : NULL;

    options.catalogue = catalogue;
    need_memory(fp_parse(syntax, &options, c->input, &a.outcome) == FP_OK);
    fp_catalogue_free(catalogue);
    return a;
}

reading read_by_reference(const fp_syntax *syntax, const candidate *c)
{
    const fp_options options = fp_options_default(syntax);
    reading r = { .answer = answer_under(syntax, options, c) };
    fp_parser *parser = fp_parser_new(syntax, &options, NULL, NULL);

    need_memory(parser != NULL);
    for (size_t i = 0; i < fp_outcome_diagnostic_count(r.answer.outcome); i++)
        add_clause(&r, fp_outcome_diagnostic(r.answer.outcome, i)->clause);
    fp_parser_trace(parser, note_clause, &r);
    need_memory(fp_parser_feed(parser, c->input.ptr, c->input.len) == FP_OK &&
                fp_parser_finish(parser) == FP_OK);
    fp_parser_free(parser);
    return r;
}

void reading_free(reading *r)
{
    fp_outcome_free(r->answer.outcome);
    *r = (reading){ 0 };
}

bool read_as_declared(const answer *a, const fp_syntax *syntax, const candidate *c,
                      const wire_hello *hello)
{
    fp_options options = fp_options_default(syntax);
    const char *kind = NULL;
    char sentence[DIFFERENCE_SIZE];
    answer declared;
    bool same;

    wire_hello_overlay(hello, syntax, &options);
    declared = answer_under(syntax, options, c);
    same = !answers_differ(&declared, a, &kind, sentence, sizeof sentence);
    fp_outcome_free(declared.outcome);
    return same;
}
