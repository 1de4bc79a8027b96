/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/template_check.h: what the author of a response template should know
 * (spec/template-lint.md). */
#ifndef FENCEPOST_TEMPLATE_CHECK_H
#define FENCEPOST_TEMPLATE_CHECK_H

#include <fencepost/template.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order of the clauses. */
typedef enum fp_template_weakness {
    FP_TEMPLATE_IS_REFUSED, /* it breaks TEMPLATE-1 */
    FP_TEMPLATE_IS_OUTSIDE, /* a pattern is outside the common subset */
    FP_TEMPLATE_READS_ON,
    FP_TEMPLATE_GROWS,
    FP_TEMPLATE_LOOKS_BACK,
    FP_TEMPLATE_UNBOUNDED,
    FP_TEMPLATE_COSTLY,
    FP_TEMPLATE_EMPTY,
    FP_TEMPLATE_CUTS_NAMES,
    FP_TEMPLATE_IN_STRINGS,
    FP_TEMPLATE_UNRECEIVED,
    FP_TEMPLATE_FORGED,
    FP_TEMPLATE_WEAKNESSES
} fp_template_weakness;

/* "TEMPLATE-LINT-1.1"; static. */
const char *fp_template_weakness_clause(fp_template_weakness weakness);

enum { FP_TEMPLATE_SENTENCE_SIZE = 320 };

/* All is borrowed. */
typedef struct fp_template_finding {
    fp_template_weakness weakness;
    fp_str path;          /* "fields.call.open_pattern"; empty: the whole */
    const char *sentence; /* for people */
    bool has_input;       /* an input shows it: */
    fp_str prefix, input;
    bool has_cut; /* in the input, which is then read with cut and whole */
    size_t cut;
    fp_str message; /* what our executor makes of it, JSON; empty: nothing */
    fp_str other;   /* what an executor does that reads as the clause tells; empty: nothing */
} fp_template_finding;

typedef void fp_template_found(void *context, const fp_template_finding *finding);

/* How much was tried. */
typedef struct fp_template_tried {
    size_t texts;         /* that were read, each cutting for itself */
    size_t fields;        /* that were tried, … */
    size_t fields_left;   /* … and that were not, as there are too many */
    size_t literals_left; /* that were too many or too long */
    size_t patterns_left; /* of which no text could be made */
    bool stopped;         /* before all was tried: the template is too large */
} fp_template_tried;

/* Checks a template, or the member response_template of a tokenizer_config.json. FP_TEMPLATE_FINE,
 * whatever was found; FP_TEMPLATE_REFUSED with an error: there is no template in it;
 * FP_TEMPLATE_NO_MEMORY. */
fp_template_fault fp_template_check(fp_str json, fp_template_found *found, void *context,
                                    fp_template_tried *tried, fp_template_error *error);

#ifdef __cplusplus
}
#endif

#endif
