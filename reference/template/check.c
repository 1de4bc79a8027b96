/* SPDX-License-Identifier: Apache-2.0 */
/* check.c: the checker of templates: what it reads, in which order it looks, and how it tells. */
#include "check.h"

#include <stdio.h>
#include <string.h>

const char *fp_template_weakness_clause(fp_template_weakness weakness)
{
    static const char *const CLAUSES[] = {
        [FP_TEMPLATE_IS_REFUSED] = "TEMPLATE-1",
        [FP_TEMPLATE_IS_OUTSIDE] = "TEMPLATE-2.4",
        [FP_TEMPLATE_READS_ON] = "TEMPLATE-LINT-1.1",
        [FP_TEMPLATE_GROWS] = "TEMPLATE-LINT-1.2",
        [FP_TEMPLATE_LOOKS_BACK] = "TEMPLATE-LINT-1.3",
        [FP_TEMPLATE_UNBOUNDED] = "TEMPLATE-LINT-1.4",
        [FP_TEMPLATE_COSTLY] = "TEMPLATE-LINT-1.5",
        [FP_TEMPLATE_EMPTY] = "TEMPLATE-LINT-1.6",
        [FP_TEMPLATE_CUTS_NAMES] = "TEMPLATE-LINT-2.1",
        [FP_TEMPLATE_IN_STRINGS] = "TEMPLATE-LINT-2.2",
        [FP_TEMPLATE_UNRECEIVED] = "TEMPLATE-LINT-2.3",
        [FP_TEMPLATE_FORGED] = "TEMPLATE-LINT-2.4",
    };

    return CLAUSES[weakness];
}

/* -- telling ----------------------------------------------------------------------------------- */

void fp_tpl_tell_key(fp_tpl_check *c, const fp_tpl_field *f, const char *key,
                     const fp_template_finding *finding)
{
    fp_template_finding told = *finding;
    fp_json path = { 0 };

    fp_json_raw(&path, f ? "fields." : key);
    if (f) {
        fp_json_bytes(&path, f->name);
        fp_json_raw(&path, key ? "." : "");
        fp_json_raw(&path, key ? key : "");
    }
    c->failed = c->failed || path.failed;
    told.path = (fp_str){ path.ptr, path.len };
    if (!c->failed)
        c->found(c->context, &told);
    fp_json_free(&path);
}

void fp_tpl_tell(fp_tpl_check *c, const fp_tpl_delimiter *d, const fp_template_finding *finding)
{
    const bool pattern = d->pattern.code != NULL;

    if (d == &c->t->anchor)
        fp_tpl_tell_key(c, NULL, pattern ? "start_anchor_pattern" : "start_anchor", finding);
    else
        fp_tpl_tell_key(c, &c->t->fields[d->field],
                        d->close  ? pattern ? "close_pattern" : "close"
                        : pattern ? "open_pattern"
                                  : "open",
                        finding);
}

/* -- the whole --------------------------------------------------------------------------------- */

static void look(fp_tpl_check *c)
{
    static void (*const ALL[])(fp_tpl_check *) = { fp_tpl_check_cuts, fp_tpl_check_bound,
                                                   fp_tpl_check_cost, fp_tpl_check_names,
                                                   fp_tpl_check_fields };

    fp_tpl_make_samples(c);
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL && !c->failed; i++) {
        c->budget = FP_TPL_CHECK_WORK;
        ALL[i](c);
    }
}

static fp_template_fault check_loaded(fp_tpl_check *c)
{
    if (!fp_tpl_matcher_init(&c->matcher, c->t->pairs))
        c->failed = true;
    c->fields = c->t->field_count < FP_TPL_FIELDS_TRIED ? c->t->field_count : FP_TPL_FIELDS_TRIED;
    c->tried->fields = c->fields;
    c->tried->fields_left = c->t->field_count - c->fields;
    if (!c->failed)
        look(c);
    fp_tpl_matcher_free(&c->matcher);
    fp_tpl_arena_free(&c->arena);
    return c->failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
}

fp_template_fault fp_template_check(fp_str json, fp_template_found *found, void *context,
                                    fp_template_tried *tried, fp_template_error *error)
{
    fp_tpl_check *c;
    fp_template *t;
    fp_template_fault fault;
    fp_tpl_arena arena = { 0 };

    *tried = (fp_template_tried){ 0 };
    *error = (fp_template_error){ 0 };
    if (!fp_tpl_has_template(json, error))
        return error->fault;
    t = fp_template_load(json, error);
    if (!t && error->fault != FP_TEMPLATE_NO_MEMORY) {
        const fp_template_finding finding = { .weakness = error->fault == FP_TEMPLATE_OUTSIDE
                                                              ? FP_TEMPLATE_IS_OUTSIDE
                                                              : FP_TEMPLATE_IS_REFUSED,
                                              .sentence = error->reason };

        found(context, &finding);
        return FP_TEMPLATE_FINE;
    }
    c = t ? fp_tpl_alloc(&arena, 1, sizeof *c) : NULL;
    fault = c ? FP_TEMPLATE_FINE : FP_TEMPLATE_NO_MEMORY;
    if (c) {
        *c = (fp_tpl_check){ .t = t,
                             .file = json,
                             .seed = 1,
                             .budget = FP_TPL_CHECK_WORK,
                             .tried = tried,
                             .found = found,
                             .context = context };
        fault = check_loaded(c);
    }
    fp_tpl_arena_free(&arena);
    fp_template_free(t);
    return fault;
}
