/* SPDX-License-Identifier: Apache-2.0 */
/* cause_words.c: puts a cause into words: which failure represents it, and what is reported. */
#include "base/visible.h"
#include "result/again.h"
#include "result/cause_bundle.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a clause in a sentence, and of a key. */
enum { GLANCE = 90, KEY_MAX = 120 };

const char *cause_trigger_name(cause_trigger t)
{
    static const char *const NAMES[] = { "any", "token", "inside" };

    return NAMES[t];
}

const char *cause_trigger_title(cause_trigger t)
{
    static const char *const TITLES[] = {
        "",
        "a stream of tokens triggers it: it also fails at cuts outside marks",
        "only a cut inside a mark triggers it, which a tokenizer may never make",
    };

    return TITLES[t];
}

/* Returns whether the row has its group from its own mechanism, and not from another failure of its
 * case.
 */
static bool is_own(const row *r)
{
    return strcmp(r->group + strlen(case_subject(r->how.test)) + 1, r->of.key) == 0;
}

/* What follows from a failure may look graver than it: a law sees a lost call from the other side.
 */
harm bundle_harm(const bundle *b)
{
    harm own = HARM_NONE, any = HARM_NONE;
    bool has_own = false;

    for (size_t i = 0; i < b->count; i++) {
        const harm h = b->rows[i]->how.harm;

        any = h > any ? h : any;
        if (is_own(b->rows[i])) {
            own = h > own ? h : own;
            has_own = true;
        }
    }
    return has_own ? own : any;
}

/* Returns whether the row is of the group that most rows of the bundle are of. */
static bool is_of_most(const bundle *b, const row *r)
{
    return !b->most || strcmp(r->group, b->most) == 0;
}

/* How well a failure stands for its cause: as most do, of a cut that is known, of the gravest harm,
 * of the mechanism itself and not of what follows from it, short. */
static bool stands_better(const bundle *b, const row *x, const row *y)
{
    const bool grave = x->how.harm == b->harm, other = y->how.harm == b->harm;

    if (is_of_most(b, x) != is_of_most(b, y))
        return is_of_most(b, x);
    if (x->of.vague != y->of.vague)
        return !x->of.vague;
    if (grave != other)
        return grave;
    if (x->of.follows != y->of.follows)
        return !x->of.follows;
    if (x->how.test->input.len != y->how.test->input.len)
        return x->how.test->input.len < y->how.test->input.len;
    return x->number < y->number;
}

const row *bundle_stands(const bundle *b)
{
    const row *best = b->rows[0];

    for (size_t i = 1; i < b->count; i++)
        if (stands_better(b, b->rows[i], best))
            best = b->rows[i];
    return best;
}

/* A failure that does what the cause does at worst. */
static const row *worst_of(const bundle *b)
{
    size_t i = 0;

    while (b->rows[i]->how.harm != b->harm)
        i++;
    return b->rows[i];
}

static size_t inputs_of(const bundle *b)
{
    size_t inputs = 0;

    for (size_t i = 0; i < b->count; i++)
        inputs += !i || b->rows[i]->how.test != b->rows[i - 1]->how.test;
    return inputs;
}

static const char *clause_of(const bundle *b, const row *stands)
{
    clause_count *clauses = xcalloc(b->count, sizeof *clauses);
    const char *most = stands->how.clause;
    size_t count = 0, best = 0;

    for (size_t i = 0; i < b->count; i++) {
        const row *r = b->rows[i];
        size_t k = 0;

        if (r->of.follows != stands->of.follows)
            continue;
        while (k < count && strcmp(clauses[k].clause, r->how.clause) != 0)
            k++;
        count += k == count;
        clauses[k].clause = r->how.clause;
        if (++clauses[k].count > best) {
            best = clauses[k].count;
            most = r->how.clause;
        }
    }
    free(clauses);
    return most;
}

/* As many words of the sentence as are read at a glance; owned. */
static char *beginning_of(const char *sentence)
{
    const fp_str head = visible_beginning(fp_str_of(sentence), GLANCE);
    size_t len = head.len;

    if (!sentence[len])
        return xformat("%.*s", (int)(len && sentence[len - 1] == '.' ? len - 1 : len), sentence);
    while (len && sentence[len] != ' ')
        len--;
    return xformat("%.*s …", (int)len, sentence);
}

/* When the failure comes: the cut that decides may be known only of the smallest form. Owned. */
static mechanism mechanism_in(const bundle *b, const row *stands)
{
    const finding *f = b->form;
    test_case t;
    result r;

    if (!stands->of.vague || !f || f->form.cut_count != 1)
        return (mechanism){ .when = xstrdup(stands->of.when), .trigger = stands->of.trigger };
    t = *f->test;
    t.input = f->form.input;
    r = (result){ .test = &t,
                  .check = f->check,
                  .clause = f->clause,
                  .harm = f->harm,
                  .sentence = f->fails.sentence,
                  .cuts = f->form.cuts,
                  .cut_count = f->form.cut_count };
    return mechanism_of(&r);
}

/* The clause of an input that no case is about is that of every outcome, which tells nothing: in
 * its place that of the notation's calls, or of its text where there are none. */
static const char *telling(const test_case *t, const char *clause_id)
{
    const fp_role role = t->expect.call_count ? FP_ROLE_MARKER : FP_ROLE_TEXT;
    const char *own = t->syntax ? t->syntax->clauses[role] : NULL; /* other subjects have none */

    return own && strcmp(clause_id, "MODEL-1.2") == 0 ? own : clause_id;
}

/* The clause's sentence, where nothing better is known of when the failure comes. */
static char *when_of(const run_info *info, const bundle *b, const row *stands,
                     const char *clause_id)
{
    mechanism m = mechanism_in(b, stands);
    char *said, *when = xstrdup(m.when);
    const clause *found;

    mechanism_free(&m);
    if (*when || stands->how.harm == HARM_NO_ANSWER)
        return when;
    free(when);
    clause_id = telling(stands->how.test, stands->of.clause ? stands->of.clause : clause_id);
    found = spec_find_for(info->spec, clause_id, stands->how.test->syntax);
    if (!found)
        return xformat("against %s", clause_id);
    said = beginning_of(found->sentence);
    when = xformat("against %s (%s)", clause_id, said);
    free(said);
    return when;
}

static char *sentence_of(const run_info *info, const bundle *b, const row *stands,
                         const char *clause_id, size_t inputs)
{
    char *when = when_of(info, b, stands, clause_id);
    char *sentence = xformat("%s%s%s: %zu of %zu inputs", effect_of(&worst_of(b)->how),
                             *when ? " " : "", when, inputs_of(b), inputs);

    free(when);
    return sentence;
}

static cause_trigger trigger_of(const bundle *b)
{
    cause_trigger least = TRIGGER_INSIDE;

    for (size_t i = 0; i < b->count; i++)
        if (b->rows[i]->of.trigger < least)
            least = b->rows[i]->of.trigger;
    return least;
}

static candidate form_of(const row *r)
{
    const test_case *t = r->how.test;
    const fp_options options = case_options(t);
    const candidate form = { .input = { t->input.ptr,
                                        r->how.prefix ? r->how.prefix : t->input.len },
                             .is_cut = r->how.cut_count > 0,
                             .cuts = (size_t *)(uintptr_t)r->how.cuts,
                             .cut_count = r->how.cut_count,
                             .tools = (json_t *)(uintptr_t)t->catalogue_json,
                             .policies = options.policies };

    return candidate_copy(&form);
}

/* -- keys -------------------------------------------------------------------------------------- */

/* Returns whether it can be in a word of a file in which blanks part words, and # begins a comment.
 */
static bool is_in_word(char c)
{
    return (unsigned char)c > ' ' && c != '#' && c != '\x7F';
}

/* The group as one word, which files can keep: "hermes/fed-inside-<tool_call>"; owned. */
static char *key_word(const char *group)
{
    const fp_str head = visible_beginning(fp_str_of(group), KEY_MAX);
    char *word = xcalloc(head.len + 1, 1);
    bool first = true;
    size_t len = 0;

    for (size_t i = 0; i < head.len; i++) {
        if (is_in_word(head.ptr[i])) {
            word[len++] = head.ptr[i];
        } else if (len && word[len - 1] != '-' && word[len - 1] != '/') {
            word[len++] = first ? '/' : '-'; /* the syntax comes first */
            first = false;
        }
    }
    if (len && word[len - 1] == '-')
        word[len - 1] = '\0';
    return word;
}

static void add_key(cause *made, char *word)
{
    for (size_t i = 0; i < made->key_count; i++)
        if (strcmp(made->keys[i], word) == 0) {
            free(word);
            return;
        }
    made->keys = xrealloc(made->keys, (made->key_count + 1) * sizeof *made->keys);
    made->keys[made->key_count++] = word;
}

cause cause_of(const run_info *info, const bundle *b, size_t inputs)
{
    const row *stands = bundle_stands(b);
    cause made = { .subject = case_subject(stands->how.test),
                   .check = stands->how.check,
                   .test = stands->how.test,
                   .harm = b->harm,
                   .trigger = trigger_of(b),
                   .inputs = inputs_of(b),
                   .count = b->count,
                   .reduced = b->form != NULL };

    made.clause = clause_of(b, stands);
    made.sentence = sentence_of(info, b, stands, made.clause, inputs);
    made.form = b->form ? candidate_copy(&b->form->form) : form_of(stands);
    made.message = xstrdup(b->form ? b->form->fails.sentence : stands->how.sentence);
    made.command = b->form ? finding_command(info, b->form) : result_command(info, &stands->how);
    made.results = xcalloc(b->count, sizeof *made.results);
    for (size_t i = 0; i < b->count; i++)
        made.results[i] = b->rows[i]->number;
    for (size_t i = 0; i < b->count; i++)
        if (!i || strcmp(b->rows[i]->group, b->rows[i - 1]->group) != 0)
            add_key(&made, key_word(b->rows[i]->group));
    return made;
}
