/* SPDX-License-Identifier: Apache-2.0 */
/* result.c: the names of verdicts and classes, and what counts. */
#include "result/result.h"

#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

const char *verdict_name(verdict v)
{
    static const char *const NAMES[VERDICT_COUNT] = { "pass",     "wrong",    "refused", "accepted",
                                                      "differs",  "declared", "crash",   "timeout",
                                                      "protocol", "skipped",  "known" };

    return NAMES[v];
}

const char *sides_title(answer_sides sides, bool right)
{
    static const char *const TITLES[SIDES_COUNT][2] = {
        [SIDES_JUDGED] = { "expected", "actual" },
        [SIDES_CUT] = { "in one piece", "cut" },
        [SIDES_UNITS] = { "in one piece", "a unit at a time" },
    };

    return TITLES[sides][right];
}

static char *copy_of(const char *text)
{
    return text ? xstrdup(text) : NULL;
}

static void *bytes_copied(const void *bytes, size_t size)
{
    void *copy = bytes ? xcalloc(1, size ? size : 1) : NULL;

    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

result result_copy(const result *r)
{
    result copy = *r;

    copy.failure = copy_of(r->failure);
    copy.sentence = copy_of(r->sentence);
    copy.cut_name = copy_of(r->cut_name);
    copy.cuts = bytes_copied(r->cuts, r->cut_count * sizeof *r->cuts);
    copy.lag = bytes_copied(r->lag, sizeof *r->lag);
    copy.expected = copy_of(r->expected);
    copy.actual = copy_of(r->actual);
    copy.declares = bytes_copied(r->declares, sizeof *r->declares);
    copy.costs = bytes_copied(r->costs, r->cost_count * sizeof *r->costs);
    copy.basis = copy_of(r->basis);
    copy.command = copy_of(r->command);
    copy.stderr_tail = r->stderr_tail.len ? xcopy(r->stderr_tail) : (fp_str){ 0 };
    return copy;
}

void result_copy_free(result *copy)
{
    free((char *)(uintptr_t)copy->failure);
    free((char *)(uintptr_t)copy->sentence);
    free((char *)(uintptr_t)copy->cut_name);
    free((size_t *)(uintptr_t)copy->cuts);
    free((size_t *)(uintptr_t)copy->lag);
    free((char *)(uintptr_t)copy->expected);
    free((char *)(uintptr_t)copy->actual);
    free((policy_set *)(uintptr_t)copy->declares);
    free((policy_cost *)(uintptr_t)copy->costs);
    free((char *)(uintptr_t)copy->basis);
    free((char *)(uintptr_t)copy->command);
    free((char *)(uintptr_t)copy->stderr_tail.ptr);
    *copy = (result){ 0 };
}

bool result_failed(const result *r)
{
    return r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED &&
           r->verdict != VERDICT_DECLARED;
}

bool verdict_read(const char *name, verdict *v)
{
    unsigned found = 0;

    while (name && found < VERDICT_COUNT && strcmp(name, verdict_name((verdict)found)) != 0)
        found++;
    *v = (verdict)found;
    return name && found < VERDICT_COUNT;
}

harm harm_of_verdict(verdict v, harm of_outcome)
{
    if (v == VERDICT_CRASH || v == VERDICT_TIMEOUT)
        return HARM_NO_ANSWER;
    return v == VERDICT_PROTOCOL ? HARM_NONE : of_outcome;
}

/* -- classes ----------------------------------------------------------------------------------- */

char *failure_class(verdict v, const char *kind)
{
    return xformat("%s%s%s", verdict_name(v), kind ? "/" : "", kind ? kind : "");
}

typedef bool class_visitor(void *context, const char *class, verdict v, const char *kind);

/* Visits every class that a failure can have, until the visitor says true; whether it did. */
static bool each_class(class_visitor *visit, void *context)
{
    bool found = false;

    for (unsigned v = 0; !found && v < VERDICT_COUNT; v++) {
        if (!result_failed(&(result){ .verdict = (verdict)v }) || v == VERDICT_KNOWN)
            continue;
        for (unsigned k = DIFFERS_NOT; !found && k < DIFFERS_COUNT; k++) {
            const char *kind = difference_name((difference_kind)k);
            char *class = failure_class((verdict)v, kind);

            found = visit(context, class, (verdict)v, kind);
            free(class);
        }
    }
    return found;
}

typedef struct class_parts {
    const char *class;
    verdict verdict;
    const char *kind;
} class_parts;

static bool take_parts(void *context, const char *class, verdict v, const char *kind)
{
    class_parts *parts = context;

    parts->verdict = v;
    parts->kind = kind;
    return strcmp(class, parts->class) == 0;
}

bool failure_class_read(const char *class, verdict *v, const char **kind)
{
    class_parts parts = { .class = class ? class : "" };
    const bool found = each_class(take_parts, &parts);

    *v = parts.verdict;
    *kind = found ? parts.kind : NULL;
    return found;
}

static bool matches(void *context, const char *class, verdict v, const char *kind)
{
    (void)v;
    (void)kind;
    return glob_matches(context, class);
}

bool failure_class_matches(const char *pattern)
{
    return each_class(matches, (void *)(uintptr_t)pattern);
}

/* -- what counts ------------------------------------------------------------------------------- */

bool result_counts(const result *r, bool strict)
{
    return result_failed(r) && r->verdict != VERDICT_KNOWN &&
           (strict || !(r->advice || r->verdict == VERDICT_DIFFERS));
}
