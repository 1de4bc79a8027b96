/* SPDX-License-Identifier: Apache-2.0 */
/* row-check.c: whether a row can be trusted. Its engine, if it has one, is known by its functions.
 */
#include "engines/array.h"
#include "engines/first.h"
#include "engines/gemma.h"
#include "engines/python.h"
#include "engines/tagged.h"
#include "engines/tags.h"
#include "syntaxes/glimmer.h"
#include "syntaxes/json-envelope.h"

#include <fencepost/plugin.h>

#include <string.h>

/* Appends the reason. False: what comes of `… || refuse(…)` is never true by the right side. */
static bool refuse(fp_json *why, const char *before, const char *what, const char *after)
{
    fp_json_raw(why, before);
    fp_json_raw(why, what);
    fp_json_raw(why, after);
    return false;
}

static bool refuse_without(fp_json *why, const char *missing)
{
    return refuse(why, "its row has no ", missing, ": fencepost/syntax.h says what it is");
}

/* -- its engine ------------------------------------------------------------------------------ */

static const char *array_fault(const void *table)
{
    return fp_array_fault(table);
}

static const char *first_fault(const void *table)
{
    return fp_first_fault(table);
}

static const char *gemma_fault(const void *table)
{
    return fp_gemma_fault(table);
}

static const char *object_fault(const void *table)
{
    return fp_object_fault(table);
}

static const char *python_fault(const void *table)
{
    return fp_python_fault(table);
}

static const char *tagged_fault(const void *table)
{
    return fp_tagged_fault(table);
}

static const char *tags_fault(const void *table)
{
    return fp_tags_fault(table);
}

/* What a row that reads a table has of these; NULL where it has its own. */
typedef struct engine {
    void (*step)(void *state, fp_out *out, unsigned char byte);
    void (*finish)(void *state, fp_out *out);
    bool (*render)(fp_rendering *r, const fp_call *call);
    const fp_derive *derive;
    const char *(*fault)(const void *table);
    size_t state_size;
    const char *state; /* its type */
} engine;

static const engine ENGINES[] = {
    { fp_tags_step, fp_tags_finish, fp_tags_render, &FP_TAGS_DERIVE, tags_fault, sizeof(fp_tags),
      "fp_tags" },
    { NULL, NULL, fp_tags_render_json, NULL, tags_fault, sizeof(fp_tags), "fp_tags" },
    { fp_array_step, fp_array_finish, NULL, &FP_ARRAY_DERIVE, array_fault, sizeof(fp_array),
      "fp_array" },
    { fp_first_step, fp_first_finish, NULL, NULL, first_fault, sizeof(fp_first), "fp_first" },
    { fp_gemma_step, fp_gemma_finish, fp_gemma_render, NULL, gemma_fault, sizeof(fp_gemma),
      "fp_gemma" },
    { fp_python_step, fp_python_finish, fp_python_render, &FP_PYTHON_DERIVE, python_fault,
      sizeof(fp_python), "fp_python" },
    { fp_tagged_step, fp_tagged_finish, NULL, &FP_TAGGED_DERIVE, tagged_fault, sizeof(fp_tagged),
      "fp_tagged" },
    { NULL, NULL, fp_object_render, NULL, object_fault, 0, NULL },
    { NULL, NULL, fp_env_render, NULL, object_fault, 0, NULL },
    { NULL, NULL, fp_glimmer_render, NULL, tags_fault, sizeof(fp_tags), "fp_tags" },
};

static bool is_of(const fp_syntax *s, const engine *e)
{
    return (e->step && s->step == e->step) || (e->finish && s->finish == e->finish) ||
           (e->render && s->render == e->render) || (e->derive && s->derive == e->derive);
}

/* An engine trusts its table and its state. */
static bool check_engine(const fp_syntax *s, const engine *e, fp_json *why)
{
    const char *fault;

    if (!is_of(s, e))
        return true;
    if (!s->table)
        return refuse_without(why, "table");
    if (s->state_size < e->state_size) {
        fp_json_raw(why, "its state_size is ");
        fp_json_number(why, s->state_size);
        return refuse(why, ", and has to be sizeof(", e->state, ")");
    }
    fault = e->fault(s->table);
    /* GCOVR_EXCL_BR_START: refuse() is false */
    return !fault || refuse(why, "its table is refused: ", fault, "");
    /* GCOVR_EXCL_BR_STOP */
}

static bool check_engines(const fp_syntax *s, fp_json *why)
{
    for (size_t i = 0; i < sizeof ENGINES / sizeof *ENGINES; i++)
        if (!check_engine(s, &ENGINES[i], why))
            return false;
    /* GCOVR_EXCL_BR_START: refuse() is false */
    return s->state_size || refuse_without(why, "state_size");
    /* GCOVR_EXCL_BR_STOP */
}

/* -- its lists ------------------------------------------------------------------------------- */

/* Whether there is something in each string. */
static bool is_list(const char *const *list)
{
    while (*list && **list)
        list++;
    return !*list;
}

static bool check_list(const char *const *list, const char *name, fp_json *why)
{
    if (!list)
        return refuse(why, "its row has no ", name,
                      ", nor a derive that has them: fencepost/syntax.h says what they are");
    /* GCOVR_EXCL_BR_START: refuse() is false */
    return is_list(list) || refuse(why, "there is an empty string in ", name, ": take it out");
    /* GCOVR_EXCL_BR_STOP */
}

static bool check_words(const fp_syntax *s, fp_json *why)
{
    fp_derived derived = { 0 };
    const char *const *completions = fp_syntax_completions(s, &derived);
    const char *const *markers = fp_syntax_markers(s, &derived);
    bool good = !derived.failed;

    /* GCOVR_EXCL_BR_START: memory that is out is for the program that loads the row; refuse() is
     * false */
    if (!good)
        why->failed = true;
    good = good && check_list(completions, "completions", why) &&
           check_list(markers, "markers", why) && (*markers || refuse_without(why, "markers"));
    /* GCOVR_EXCL_BR_STOP */
    fp_derived_free(&derived);
    return good;
}

static bool refuse_lead(fp_json *why, size_t lead, const char *reason)
{
    fp_json_raw(why, "leads[");
    fp_json_number(why, lead);
    return refuse(why, "] ", reason, "");
}

static bool check_speed(const fp_speed *fast, fp_json *why)
{
    if (!fast)
        return true;
    for (size_t i = 0; i < FP_LEADS_MAX; i++) {
        if (fast->leads[i] && !is_list(fast->leads[i]))
            return refuse_lead(why, i, "holds an empty string: take it out");
        if (i && fast->leads[i] && !fast->leads[i - 1])
            return refuse_lead(why, i - 1, "is NULL and the next is not: those in use come first");
    }
    /* GCOVR_EXCL_BR_START: refuse() is false */
    return !fast->at_ease == !fast->leads[0] ||
           refuse(why, "at_ease and leads come together, and it has only one of them",
                  ": give the other, or leave both out", "");
    /* GCOVR_EXCL_BR_STOP */
}

/* -- its policies ---------------------------------------------------------------------------- */

static bool refuse_policy(fp_json *why, fp_policy policy, const char *reason)
{
    return refuse(why, "its policy ", fp_policy_name(policy), reason);
}

/* What a syntax without tokens need not name can have one value alone. */
static bool is_left_out(const fp_syntax *s, fp_policy policy)
{
    return (policy == FP_MARKERS && !s->tokens) || policy == FP_MALFORMED ||
           policy == FP_FALSE_OPENER;
}

static bool check_policy(const fp_syntax *s, fp_policy policy, fp_json *why)
{
    const uint8_t value = s->policies[policy].value;

    if (!fp_policy_value_name(policy, value)) {
        refuse_policy(why, policy, " has the unknown value ");
        fp_json_number(why, value);
        return refuse(why, ": see policy.h", "", "");
    }
    if (!fp_syntax_allows(s, policy, value)) {
        refuse_policy(why, policy, " cannot be ");
        return refuse(why, fp_policy_value_name(policy, value),
                      ": the row lacks what this needs, reasoning or tokens, or is in a list", "");
    }
    /* GCOVR_EXCL_BR_START: refuse() is false */
    return s->policies[policy].clause || is_left_out(s, policy) ||
           refuse_policy(why, policy, " has no clause, which diagnostics name");
    /* GCOVR_EXCL_BR_STOP */
}

static bool is_mark(const char *mark)
{
    return mark && *mark && strlen(mark) <= UINT8_MAX;
}

static bool check_marks(const fp_syntax *s, fp_json *why)
{
    const fp_reasoning_marks *marks = s->reasoning;

    if (marks && (!is_mark(marks->open[0]) || !is_mark(marks->close) || marks->open[1]))
        return refuse(why, "its reasoning ", "has no mark open or close, or one that is too long",
                      ", or more than one of them");
    if (marks && marks->closes_first && marks->open[0][0] != marks->close[0])
        return refuse(why, "its reasoning ", "has closes_first, and its marks begin differently",
                      "");
    /* GCOVR_EXCL_BR_START: refuse() is false */
    return !s->tokens || is_list(s->tokens) ||
           refuse(why, "there is an empty string in ", "tokens", ": take it out");
    /* GCOVR_EXCL_BR_STOP */
}

static bool check_policies(const fp_syntax *s, fp_json *why)
{
    bool good = check_marks(s, why);

    for (unsigned i = 0; i < FP_POLICY_COUNT && good; i++)
        good = check_policy(s, (fp_policy)i, why);
    return good;
}

bool fp_syntax_check(const fp_syntax *syntax, fp_json *why)
{
    const char *missing = !syntax->id       ? "id"
                          : !syntax->step   ? "step()"
                          : !syntax->finish ? "finish()"
                          : !syntax->title  ? "title"
                                            : NULL;

    if (missing)
        return refuse_without(why, missing);
    return check_engines(syntax, why) && check_policies(syntax, why) && check_words(syntax, why) &&
           check_speed(syntax->fast, why);
}
