/* SPDX-License-Identifier: Apache-2.0 */
/* gate.c: compares a report with a baseline, case by case, check by check. */
#include "result/gate.h"

#include "law/laws.h"
#include "result/gate_cause.h"
#include "result/result.h"

#include <stdlib.h>
#include <string.h>

const char *gate_kind_name(gate_kind kind)
{
    static const char *const NAMES[GATE_KINDS] = {
        "new-cause",   "new-failure",   "changed-failure", "unexpected-pass", "changed-reading",
        "not-checked", "vanished-case", "weaker",          "stopped"
    };

    return NAMES[kind];
}

const char *gate_kind_title(gate_kind kind)
{
    static const char *const TITLES[GATE_KINDS] = { "new causes of failures",
                                                    "new failures",
                                                    "failures of another kind",
                                                    "unexpected passes",
                                                    "read otherwise than before",
                                                    "checked before, and not now",
                                                    "vanished cases",
                                                    "declared before, and not now",
                                                    "not run to its end" };

    return TITLES[kind];
}

static int compare_id(const void *key, const void *item)
{
    return strcmp(key, ((const gate_case *)item)->id);
}

gate_case *gate_find(const gate_side *side, const char *id)
{
    return side->count ? bsearch(id, side->cases, side->count, sizeof *side->cases, compare_id)
                       : NULL;
}

/* -- comparison -------------------------------------------------------------------------------- */

typedef struct found {
    const gate_side *base;
    gate_change *changes;
    size_t count, cap;
    size_t of_known; /* failures that are not changes: the baseline has their causes */
} found;

static void add(found *f, gate_change change)
{
    void *grown = f->changes;

    xgrow(&grown, &f->cap, f->count, sizeof *f->changes);
    f->changes = grown;
    f->changes[f->count++] = change;
}

static bool same_state(const gate_check *a, const gate_check *b)
{
    return strcmp(a->check, b->check) == 0 && !a->failure == !b->failure &&
           (!a->failure || strcmp(a->failure, b->failure) == 0);
}

static bool has_state(const gate_case *one, const gate_check *c)
{
    for (size_t i = 0; one && i < one->count; i++)
        if (same_state(&one->checks[i], c))
            return true;
    return false;
}

static const gate_check *check_of(const gate_case *one, const char *check)
{
    for (size_t i = 0; one && i < one->count; i++)
        if (strcmp(one->checks[i].check, check) == 0)
            return &one->checks[i];
    return NULL;
}

/* What a check was, or has become, on the other side: a check may fail in several classes, and each
 * is the same one there; those that are not take each other's place, in their order. NULL: nothing
 * is left that it could be. */
static const gate_check *counterpart(const gate_case *one, const gate_check *c,
                                     const gate_case *other)
{
    size_t place = 0;

    for (size_t i = 0; other && i < other->count; i++)
        if (same_state(&other->checks[i], c))
            return &other->checks[i];
    for (size_t i = 0; &one->checks[i] != c; i++)
        place += strcmp(one->checks[i].check, c->check) == 0 && !has_state(other, &one->checks[i]);
    for (size_t i = 0; other && i < other->count; i++)
        if (strcmp(other->checks[i].check, c->check) == 0 && !has_state(one, &other->checks[i]) &&
            place-- == 0)
            return &other->checks[i];
    return NULL;
}

static const char *state_of(const gate_check *c, const char *absent)
{
    return !c ? absent : c->failure ? c->failure : c->skipped ? "skipped" : "pass";
}

/* Returns whether it is how a parser reads what only Decisions decide. */
static bool is_reading(const char *failure)
{
    return strncmp(failure, verdict_name(VERDICT_DIFFERS), strlen(verdict_name(VERDICT_DIFFERS))) ==
           0;
}

/* LINEAR is measured: the next run may fail again. */
static bool is_measured(const gate_check *c)
{
    return strcmp(c->check, law_name(LAW_LINEAR)) == 0;
}

/* What became of a check that has failed; known failures are left to their file. */
static void compare_failure(found *f, const gate_check *c, const gate_check *was,
                            gate_change change)
{
    const bool reading = is_reading(c->failure);

    change.kind = reading ? GATE_READING : GATE_NEW;
    if (was && was->failure)
        change.kind = reading && is_reading(was->failure) ? GATE_READING : GATE_CHANGED;
    if (c->known || (was && was->failure && strcmp(c->failure, was->failure) == 0))
        return;
    if (c->declared && !(was && was->failure)) /* a declaration covers what is new */
        return;
    if (!reading && c->cause && gate_cause_is_known(f->base, c->cause)) {
        f->of_known++;
        return;
    }
    if (c->cause)
        c->cause->news++;
    add(f, change);
}

/* Compares a check of the report with the baseline. was is NULL if the baseline does not name it:
 * in a baseline file that means a pass, unless the file does not have the case. */
static void compare_check(found *f, const gate_case *now, const gate_check *c,
                          const gate_case *base, bool base_is_report)
{
    const gate_check *was = counterpart(now, c, base), *any = check_of(base, c->check);
    gate_change change = { .subject = now->id,
                           .check = c->check,
                           .was = state_of(was ? was : any,
                                           base && !base_is_report ? "pass" : "absent"),
                           .now = state_of(c, ""),
                           .message = c->message,
                           .command = c->command };

    if (c->failure) {
        compare_failure(f, c, was, change);
    } else if (c->skipped) {
        change.kind = GATE_UNCHECKED;
        if (base && strcmp(change.was, "skipped") != 0 && strcmp(change.was, "absent") != 0)
            add(f, change);
    } else if (was && was->failure) {
        change.kind = is_reading(was->failure) ? GATE_READING : GATE_FIXED;
        if (!is_measured(c))
            add(f, change);
    }
}

/* Failures of the baseline that no failure of the report has taken the place of. Where the report
 * does not have the check, what it was is not known to be mended. */
static void find_gone(found *f, const gate_case *base, const gate_case *now)
{
    for (size_t i = 0; i < base->count; i++) {
        const gate_check *was = &base->checks[i], *any = check_of(now, was->check);
        const bool checked = any && !any->skipped;

        if (!was->failure || counterpart(base, was, now) || (checked && is_measured(was)))
            continue;
        add(f, (gate_change){ .kind = !checked                   ? GATE_UNCHECKED
                                      : is_reading(was->failure) ? GATE_READING
                                                                 : GATE_FIXED,
                              .subject = now->id,
                              .check = was->check,
                              .was = was->failure,
                              .now = state_of(any, "absent") });
    }
}

/* The case of the report that is the baseline's, also if it has another name now. */
static gate_case *same_case(const gate_side *now, const gate_case *base, const corpus *c)
{
    gate_case *same = gate_find(now, base->id);
    const test_case *t = same || !c ? NULL : corpus_find(c, base->id);

    return t ? gate_find(now, t->id) : same;
}

/* A case that was not judged even then, because the worker did not parse its syntax, is not a loss.
 */
static bool was_skipped(const gate_case *was)
{
    const gate_check *golden = check_of(was, "golden");

    return golden && golden->skipped;
}

static void compare_cases(found *f, const gate_side *base, gate_side *now, const corpus *c)
{
    for (size_t i = 0; i < base->count; i++) {
        const gate_case *was = &base->cases[i];
        gate_case *one = same_case(now, was, c);

        if (one) {
            one->met = true;
            for (size_t k = 0; k < one->count; k++)
                compare_check(f, one, &one->checks[k], was, base->is_report);
            find_gone(f, was, one);
        } else if (now->whole && !was_skipped(was)) { /* else it was not come to */
            add(f, (gate_change){ .kind = GATE_VANISHED,
                                  .subject = was->id,
                                  .check = "",
                                  .was = "present",
                                  .now = "absent" });
        }
    }
    for (size_t i = 0; i < now->count; i++)
        for (size_t k = 0; !now->cases[i].met && k < now->cases[i].count; k++)
            compare_check(f, &now->cases[i], &now->cases[i].checks[k], NULL, true);
}

/* Causes of which the baseline has no failure. */
static void find_new_causes(found *f, gate_side *now)
{
    for (size_t i = 0; i < now->cause_count; i++) {
        gate_cause *one = &now->causes[i];

        if (!one->news || gate_cause_is_known(f->base, one))
            continue;
        free(one->told);
        one->told = xformat("%zu failure%s", one->count, one->count == 1 ? "" : "s");
        add(f, (gate_change){ .kind = GATE_CAUSE,
                              .subject = one->keys[0],
                              .check = "",
                              .was = "absent",
                              .now = one->told,
                              .message = one->sentence,
                              .command = one->command });
    }
}

static void compare_traits(found *f, const gate_side *base, const gate_side *now)
{
    const char *trait;
    json_t *value;

    json_object_foreach (base->traits, trait, value) {
        (void)value;
        if (!json_object_get(now->traits, trait))
            add(f, (gate_change){ .kind = GATE_WEAKER,
                                  .subject = trait,
                                  .check = "",
                                  .was = "declared",
                                  .now = "absent" });
    }
}

static int by_kind(const void *a, const void *b)
{
    const gate_change *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(x->subject, y->subject) ? strcmp(x->subject, y->subject)
                                          : strcmp(x->check, y->check);
}

size_t gate_compare(const gate_side *base, gate_side *now, const corpus *c, gate_change **changes,
                    size_t *of_known)
{
    found f = { .base = base };

    if (!now->whole)
        add(&f, (gate_change){ .kind = GATE_STOPPED,
                               .subject = now->name,
                               .check = "",
                               .was = "",
                               .now = "stopped" });
    compare_traits(&f, base, now);
    compare_cases(&f, base, now, c);
    find_new_causes(&f, now);
    if (f.count)
        qsort(f.changes, f.count, sizeof *f.changes, by_kind);
    *changes = f.changes;
    *of_known = f.of_known;
    return f.count;
}

/* -- memory ------------------------------------------------------------------------------------ */

static void free_case(gate_case *one)
{
    for (size_t i = 0; i < one->count; i++) {
        free(one->checks[i].check);
        free(one->checks[i].failure);
        free(one->checks[i].message);
        free(one->checks[i].command);
    }
    free(one->checks);
    free(one->id);
    free(one->comment);
    free(one->remark);
}

void gate_side_free(gate_side *side)
{
    for (size_t i = 0; i < side->count; i++)
        free_case(&side->cases[i]);
    free(side->cases);
    gate_causes_free(side);
    free(side->suite);
    free(side->head);
    free(side->tail);
    json_decref(side->traits);
}
