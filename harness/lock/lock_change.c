/* SPDX-License-Identifier: Apache-2.0 */
/* lock_change.c: compares an old lock with the present state. */
#include "lock/lock_change.h"

#include <stdlib.h>
#include <string.h>

const change_row CHANGES[CHANGE_KINDS] = {
    [CHANGE_CASE_ADDED] = { "case added", VERSION_MINOR, false },
    [CHANGE_CASE_REMOVED] = { "case removed", VERSION_MAJOR, true },
    [CHANGE_CASE_RENAMED] = { "case renamed, with an alias", VERSION_PATCH, false },
    [CHANGE_CASE_INPUT] = { "case with another input", VERSION_MAJOR, true },
    [CHANGE_CASE_MEANING] = { "case that means something else", VERSION_MAJOR, true },
    [CHANGE_CASE_EVENTS] = { "case whose events come otherwise", VERSION_MAJOR, true },
    [CHANGE_CASE_LEVEL] = { "case of another level", VERSION_MINOR, true },
    [CHANGE_CASE_CLAUSES] = { "case that cites other clauses", VERSION_PATCH, false },
    [CHANGE_SEED_ADDED] = { "fuzz seed added", VERSION_SAME, false },
    [CHANGE_SEED_REMOVED] = { "fuzz seed removed", VERSION_SAME, false },
    [CHANGE_SEED_INPUT] = { "fuzz seed with another input", VERSION_SAME, false },
    [CHANGE_SEED_MEANING] = { "fuzz seed that means something else", VERSION_MINOR, true },
    [CHANGE_SEED_EVENTS] = { "fuzz seed whose events come otherwise", VERSION_MINOR, true },
    [CHANGE_CLAUSE_ADDED] = { "clause added", VERSION_MINOR, false },
    [CHANGE_CLAUSE_REMOVED] = { "clause removed", VERSION_MAJOR, true },
    [CHANGE_CLAUSE_RENAMED] = { "clause renamed", VERSION_MAJOR, true },
    [CHANGE_CLAUSE_LEVEL] = { "clause of another level", VERSION_MINOR, true },
    [CHANGE_CLAUSE_BASIS] = { "clause that rests on something else", VERSION_MINOR, true },
    [CHANGE_CLAUSE_WORDS] = { "clause in other words", VERSION_PATCH, false },
    [CHANGE_POLICY] = { "default policy changed", VERSION_MAJOR, true },
};

const char *version_part_name(version_part part)
{
    static const char *const NAMES[] = { "no new", "a patch", "a minor", "a major" };

    return NAMES[part];
}

/* -- the clause that moved ------------------------------------------------------------------------
 */

/* The next clause that a diagnostic of an outcome names, from *at on; quotes within strings are
 * escaped, so it is not text. */
static fp_str next_cited(const char **at)
{
    static const char MEMBER[] = "\"clause\":\"";
    const char *found = strstr(*at, MEMBER);
    const char *begin = found ? found + sizeof MEMBER - 1 : NULL;
    const char *end = begin ? strchr(begin, '"') : NULL;

    if (!end)
        return (fp_str){ 0 };
    *at = end;
    return (fp_str){ begin, (size_t)(end - begin) };
}

static size_t times_cited(const char *meaning, fp_str cited)
{
    size_t times = 0;

    for (fp_str c; (c = next_cited(&meaning)).ptr;)
        times += fp_str_equal(c, cited);
    return times;
}

/* The first clause that one meaning cites oftener than the other. */
static fp_str cited_by_one(const char *meaning, const char *other)
{
    const char *at = meaning;
    fp_str c;

    while ((c = next_cited(&at)).ptr)
        if (times_cited(meaning, c) > times_cited(other, c))
            return c;
    return c;
}

/* A lock then and now. */
typedef struct comparison {
    const char *file;
    const lock *then, *now;
    const corpus *cases; /* which tell what was renamed */
    changes *found;
} comparison;

static const lock_line *find(const lock *l, lock_kind kind, const char *id)
{
    const lock_line wanted = { .kind = kind, .id = (char *)(uintptr_t)id };
    size_t from = 0, to = l->count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        const int order = lock_compare(&l->lines[middle], &wanted);

        if (order == 0)
            return &l->lines[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

static bool differ(const char *a, const char *b)
{
    return strcmp(a, b) != 0;
}

/* Returns whether the clause itself says something else now. */
static bool has_moved(const comparison *k, fp_str id)
{
    char *name = xformat("%.*s", (int)id.len, id.ptr);
    const lock_line *then = find(k->then, LOCK_CLAUSE, name);
    const lock_line *now = find(k->now, LOCK_CLAUSE, name);

    free(name);
    return then && now && (differ(then->meaning, now->meaning) || differ(then->input, now->input));
}

/* The first clause of those between commas that has moved. */
static fp_str moved_of(const comparison *k, const char *clauses)
{
    for (const char *at = clauses; *at; at += strspn(at, ",")) {
        const fp_str id = { at, strcspn(at, ",") };

        if (has_moved(k, id))
            return id;
        at += id.len;
    }
    return (fp_str){ 0 };
}

/* A clause of the case that says something else now tells why, or a diagnostic that came or went;
 * else what the case is about. */
static char *moved_clause(const comparison *k, const lock_line *then, const lock_line *now)
{
    const lock_line *one = now ? now : then;
    fp_str moved = { 0 };

    if (one->kind == LOCK_CLAUSE)
        return xstrdup(then ? then->id : now->id);
    if (one->kind == LOCK_CASE)
        moved = moved_of(k, one->clauses);
    if (!moved.ptr && one->kind != LOCK_POLICY && then && now) {
        moved = cited_by_one(now->meaning, then->meaning);
        if (!moved.ptr)
            moved = cited_by_one(then->meaning, now->meaning);
    }
    if (!moved.ptr && strcmp(one->clauses, "-") != 0)
        moved = (fp_str){ one->clauses, strcspn(one->clauses, ",") };
    return xformat("%.*s", (int)moved.len, moved.ptr ? moved.ptr : "");
}

/* -- comparing ------------------------------------------------------------------------------------
 */

static void add(const comparison *k, change_kind kind, const lock_line *then, const lock_line *now)
{
    changes *c = k->found;
    void *grown = c->all;

    xgrow(&grown, &c->cap, c->count, sizeof *c->all);
    c->all = grown;
    c->all[c->count++] = (change){ kind, k->file, then, now, moved_clause(k, then, now) };
}

static void compare_inputs(const comparison *k, const lock_line *then, const lock_line *now)
{
    const bool golden = now->kind == LOCK_CASE;

    if (differ(then->input, now->input))
        add(k, golden ? CHANGE_CASE_INPUT : CHANGE_SEED_INPUT, then, now);
    else if (differ(then->meaning, now->meaning))
        add(k, golden ? CHANGE_CASE_MEANING : CHANGE_SEED_MEANING, then, now);
    else if (differ(then->events, now->events))
        add(k, golden ? CHANGE_CASE_EVENTS : CHANGE_SEED_EVENTS, then, now);
    if (differ(then->level, now->level))
        add(k, CHANGE_CASE_LEVEL, then, now);
    if (differ(then->clauses, now->clauses))
        add(k, CHANGE_CASE_CLAUSES, then, now);
}

/* A mark decides whether a difference counts. One that was not kept, or that a clause lacked, was
 * that of a source: a clause that gets it says what it said before. */
static void compare_clauses(const comparison *k, const lock_line *then, const lock_line *now)
{
    const bool first_mark = strcmp(then->events, "-") == 0 && differ(now->events, "-");

    if (differ(then->level, now->level))
        add(k, CHANGE_CLAUSE_LEVEL, then, now);
    if (!first_mark && differ(then->events, now->events))
        add(k, CHANGE_CLAUSE_BASIS, then, now);
    if (first_mark || differ(then->meaning, now->meaning) || differ(then->input, now->input))
        add(k, CHANGE_CLAUSE_WORDS, then, now);
}

static void compare_both(const comparison *k, const lock_line *then, const lock_line *now)
{
    if (now->kind == LOCK_POLICY) {
        if (differ(then->meaning, now->meaning))
            add(k, CHANGE_POLICY, then, now);
    } else if (now->kind == LOCK_CLAUSE) {
        compare_clauses(k, then, now);
    } else {
        compare_inputs(k, then, now);
    }
}

/* The clause of the other lock that says the same under an id that is only there. */
static const lock_line *same_words(const lock *in, const lock *other, const lock_line *like)
{
    for (size_t i = 0; in->lines && i < in->count; i++) {
        const lock_line *line = &in->lines[i];

        if (line->kind == LOCK_CLAUSE && !differ(line->meaning, like->meaning) &&
            !find(other, LOCK_CLAUSE, line->id))
            return line;
    }
    return NULL;
}

static void gone(const comparison *k, const lock_line *then)
{
    const test_case *other = then->kind == LOCK_CASE ? corpus_find(k->cases, then->id) : NULL;
    const lock_line *renamed = NULL;

    if (then->kind == LOCK_CLAUSE)
        renamed = same_words(k->now, k->then, then);
    else if (other)
        renamed = find(k->now, LOCK_CASE, other->id);
    if (then->kind == LOCK_CLAUSE)
        add(k, renamed ? CHANGE_CLAUSE_RENAMED : CHANGE_CLAUSE_REMOVED, then, renamed);
    else if (then->kind == LOCK_SEED)
        add(k, CHANGE_SEED_REMOVED, then, NULL);
    else
        add(k, renamed ? CHANGE_CASE_RENAMED : CHANGE_CASE_REMOVED, then, renamed);
    if (renamed && then->kind == LOCK_CASE)
        compare_inputs(k, then, renamed);
}

/* Returns whether the line's old name is in the lock: then it was said there. */
static bool was_renamed(const comparison *k, const lock_line *now)
{
    if (now->kind == LOCK_CLAUSE)
        return same_words(k->then, k->now, now) != NULL;
    for (size_t i = 0; now->kind == LOCK_CASE && k->then->lines && i < k->then->count; i++) {
        const lock_line *line = &k->then->lines[i];
        const test_case *found = line->kind == LOCK_CASE && !find(k->now, LOCK_CASE, line->id)
                                     ? corpus_find(k->cases, line->id)
                                     : NULL;

        if (found && !differ(found->id, now->id))
            return true;
    }
    return false;
}

static void came(const comparison *k, const lock_line *now)
{
    static const change_kind ADDED[LOCK_KINDS] = { [LOCK_POLICY] = CHANGE_POLICY,
                                                   [LOCK_CLAUSE] = CHANGE_CLAUSE_ADDED,
                                                   [LOCK_CASE] = CHANGE_CASE_ADDED,
                                                   [LOCK_SEED] = CHANGE_SEED_ADDED };

    if (now->kind == LOCK_POLICY && k->then->count == 0)
        return; /* a new syntax: its clauses and cases say so */
    if (!was_renamed(k, now))
        add(k, ADDED[now->kind], NULL, now);
}

void changes_find(changes *c, const char *file, const lock *then, const lock *now,
                  const corpus *cases)
{
    const comparison k = { file, then, now, cases, c };
    size_t t = 0, n = 0;

    while (t < then->count || n < now->count) {
        const lock_line *a = t < then->count ? &then->lines[t] : NULL;
        const lock_line *b = n < now->count ? &now->lines[n] : NULL;
        const int order = a && b ? lock_compare(a, b) : a ? -1 : 1;

        t += order <= 0;
        n += order >= 0;
        if (a && b && order == 0)
            compare_both(&k, a, b);
        else if (a && order < 0)
            gone(&k, a);
        else if (b)
            came(&k, b);
    }
}

/* -- all of them ----------------------------------------------------------------------------------
 */

static int by_clause(const void *a, const void *b)
{
    const change *x = a, *y = b;
    const int order = strcmp(x->clause, y->clause);
    const lock_line *p = x->now ? x->now : x->then, *q = y->now ? y->now : y->then;

    if (order)
        return order;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(p->id, q->id);
}

void changes_sort(changes *c)
{
    if (c->count)
        qsort(c->all, c->count, sizeof *c->all, by_clause);
}

void changes_free(changes *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->all[i].clause);
    free(c->all);
    *c = (changes){ 0 };
}

version_part changes_part(const changes *c)
{
    version_part most = VERSION_SAME;

    for (size_t i = 0; i < c->count; i++)
        if (CHANGES[c->all[i].kind].part > most)
            most = CHANGES[c->all[i].kind].part;
    return most;
}
