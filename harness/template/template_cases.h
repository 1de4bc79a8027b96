/* SPDX-License-Identifier: Apache-2.0 */
/* template_cases.h: the cases of executors of response templates
 * (spec/schema/template-case.schema.json).
 */
#ifndef FENCEPOST_HARNESS_TEMPLATE_CASES_H
#define FENCEPOST_HARNESS_TEMPLATE_CASES_H

#include "suite/corpus.h"
#include "suite/spec.h"
#include "template/template_policies.h"

/* What cases, requests and workers call the subject. */
#define TEMPLATE_SUBJECT "response-template"

/* A case. Values are JSON text, as the file has it. */
typedef struct template_case {
    test_case test; /* its subject is TEMPLATE_SUBJECT; its input is the text */
    fp_str json;    /* all of it, as the file has it; empty: it was made */
    fp_str template;
    fp_str tools;               /* empty: none */
    fp_str expect;              /* an object; empty: what our executor gives (template_made.h) */
    template_policies policies; /* under which it holds */
    bool has_policies;          /* which are not all the defaults */
    bool decided;               /* it rests only on Decisions without safety */
} template_case;

typedef struct template_cases template_cases;

/* Reads corpus/response-template of the data directory. Owned: template_cases_free(); NULL when
 * there are problems, all of which have been reported. */
template_cases *template_cases_load(const char *data, const spec *s, problems *p);
void template_cases_free(template_cases *c); /* NULL is allowed */

/* Cases that no corpus has: begin with none, and add each. The id and the texts are copied; the
 * template and the clause are borrowed. */
template_cases *template_cases_none(void);

typedef struct template_text {
    const char *id;
    const char *title;
    const char *clause; /* that a wrong answer breaks first of all */
    fp_str prefix, text;
} template_text;

void template_cases_add(template_cases *c, fp_str template, const template_text *made);

size_t template_cases_count(const template_cases *c);
const template_case *template_case_at(const template_cases *c, size_t index);

/* The case whose test this is. */
const template_case *template_case_of(const test_case *test);

/* For fencepost lint: checks ids, clauses and expectations, and that each clause of
 * spec/response-template.md has a case, except those about cost and laws. */
void template_cases_check(const template_cases *c, const spec *s, problems *p);

#endif
