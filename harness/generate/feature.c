/* SPDX-License-Identifier: Apache-2.0 */
/* feature.c: makes calls that have a feature, and searches calls for it. */
#include "generate/feature.h"

#include "base/util.h"
#include "base/values.h"

#include <fencepost/json.h>
#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

/* -- fragments ------------------------------------------------------------------------------- */

/* Takes a fragment as calls have it; returns false to stop. */
typedef bool on_fragment(void *context, fp_str fragment);

static bool is_one_of(const char *const *markers, const char *marker)
{
    for (; *markers; markers++)
        if (strcmp(*markers, marker) == 0)
            return true;
    return false;
}

static bool say_marker(fp_str before, const char *marker, on_fragment *take, void *context)
{
    fp_json both = { 0 };
    bool go_on;

    fp_json_bytes(&both, before);
    fp_json_raw(&both, marker);
    need_memory(!both.failed);
    go_on = take(context, json_text(&both));
    fp_json_free(&both);
    return go_on;
}

static const char LAST[] = "@value@"; /* of a value whose end is looked for */

/* What stands after a value in a rendering: what a renderer must not let a value hold. Owned;
 * empty if none was rendered. */
static fp_json end_of_value(const fp_syntax *syntax, const char *shape, const char *first,
                            const char *second)
{
    const fp_arg args[] = {
        { fp_str_of(first), { .text = FP_STR("a") } },
        { fp_str_of(second), { .text = fp_str_of(shape) } },
    };
    const fp_call call = {
        .name = FP_STR("write"), .args = args, .arg_count = 2, .complete = true
    };
    fp_json text = { 0 }, end = { 0 };
    fp_refusal refusal;

    if (xrender(syntax, NULL, &call, &text, &refusal)) {
        fp_json_bytes(&text, (fp_str){ "", 1 }); /* a NUL, for strstr */

        const char *value = text.failed ? NULL : strstr(text.ptr, LAST);

        if (value)
            fp_json_raw(&end, value + strlen(LAST));
    }
    fp_json_free(&text);
    return end;
}

static fp_json end_of_shape(const fp_syntax *syntax, const char *shape)
{
    fp_json end = end_of_value(syntax, shape, "path", "content");

    return end.len ? end : end_of_value(syntax, shape, "raw_args", "body");
}

/* Gives the ends of a value of one line and of a longer one: some syntaxes have a form for each. */
static bool say_ends_of_value(const fp_syntax *syntax, on_fragment *take, void *context)
{
    fp_json one = end_of_shape(syntax, "@value@"), more = end_of_shape(syntax, "a line\n@value@");
    const fp_str ends[] = { { one.ptr, one.len }, { more.ptr, more.len } };
    const bool go_on = (!one.len || take(context, ends[0])) &&
                       (!more.len || fp_str_equal(ends[0], ends[1]) || take(context, ends[1]));

    fp_json_free(&one);
    fp_json_free(&more);
    return go_on;
}

/* The ends of values that a feature is about: those of a syntax, or of all if it is NULL. */
static void each_end(const fp_syntax *syntax, on_fragment *take, void *context)
{
    if (syntax) {
        say_ends_of_value(syntax, take, context);
        return;
    }
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (!say_ends_of_value(*s, take, context))
            return;
}

/* Gives the markers of one syntax, except those that another has too. */
static bool say_markers(const feature *f, const fp_syntax *of, const fp_syntax *but_of,
                        on_fragment *take, void *context)
{
    static const char *const NONE[] = { NULL };
    fp_derived derived = { 0 };
    const char *const *others = but_of ? xmarkers(but_of, &derived) : NONE;
    bool go_on = true;

    for (const char *const *m = xmarkers(of, &derived); *m && go_on; m++)
        go_on = is_one_of(others, *m) || say_marker(f->fragments[0], *m, take, context);
    fp_derived_free(&derived);
    return go_on;
}

/* The markers that a feature is about, seen from a syntax; of all syntaxes if it is NULL. */
static void each_marker(const feature *f, const fp_syntax *syntax, on_fragment *take, void *context)
{
    if (syntax && f->markers == OWN_MARKERS) {
        say_markers(f, syntax, NULL, take, context);
        return;
    }
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (!say_markers(f, *s, syntax, take, context))
            return;
}

static bool say_repeated(fp_str fragment, unsigned times, on_fragment *take, void *context)
{
    fp_json all = { 0 };
    bool go_on;

    for (unsigned i = 0; i < times; i++)
        fp_json_bytes(&all, fragment);
    need_memory(!all.failed);
    go_on = take(context, json_text(&all));
    fp_json_free(&all);
    return go_on;
}

static void each_fragment(const feature *f, const fp_syntax *syntax, on_fragment *take,
                          void *context)
{
    if (f->markers == OWN_END) {
        each_end(syntax, take, context);
        return;
    }
    if (f->markers != NO_MARKERS) {
        each_marker(f, syntax, take, context);
        return;
    }
    for (size_t i = 0; i < FEATURE_FRAGMENTS && f->fragments[i].ptr; i++)
        if (!(f->repeat ? say_repeated(f->fragments[i], f->repeat, take, context)
                        : take(context, f->fragments[i])))
            return;
}

/* -- calls that have a feature --------------------------------------------------------------- */

typedef struct making {
    const feature *feature;
    on_feature_call *take;
    void *context;
    size_t count;
} making;

static void say_call(making *m, const fp_call *call)
{
    m->count++;
    m->take(m->context, call);
}

static void say_pair(making *m, const char *name, const char *first, const char *second,
                     fp_str value)
{
    const fp_arg args[] = {
        { fp_str_of(first), { .text = FP_STR("a") } },
        { fp_str_of(second), { .text = value } },
    };

    say_call(m,
             &(fp_call){ .name = fp_str_of(name), .args = args, .arg_count = 2, .complete = true });
}

/* With the two arguments that every syntax has. */
static void say_args(making *m, fp_str name, fp_str header, fp_str body)
{
    const fp_arg args[] = {
        { FP_STR("raw_args"), { .text = header } },
        { FP_STR("body"), { .text = body } },
    };

    say_call(m, &(fp_call){ .name = name, .args = args, .arg_count = 2, .complete = true });
}

/* In an argument that a schema describes, and in one that every syntax has without any. */
static void say_value(making *m, fp_str value)
{
    say_pair(m, "write", "path", "content", value);
    say_pair(m, "f", "raw_args", "body", value);
}

/* The fragment in its place among letters. */
static void say_values(making *m, fp_str fragment)
{
    static const char *const LETTERS[] = { "a", "word", "two words" };
    const feature_place place = m->feature->place;

    for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++) {
        fp_json value = { 0 };

        fp_json_raw(&value, place == FEATURE_START ? "" : LETTERS[i]);
        fp_json_bytes(&value, fragment);
        fp_json_raw(&value, place == FEATURE_END ? "" : LETTERS[i]);
        need_memory(!value.failed);
        say_value(m, json_text(&value));
        fp_json_free(&value);
    }
}

/* With nothing after it, and in front of a body. */
static void say_short(making *m, fp_str value)
{
    const fp_arg arg = { FP_STR("value"), { .text = value } };

    say_call(m,
             &(fp_call){ .name = FP_STR("word"), .args = &arg, .arg_count = 1, .complete = true });
    say_args(m, FP_STR("f"), value, FP_STR("b"));
}

/* In an object, for an argument whose schema wants one. */
static void say_levels(making *m, fp_str opening)
{
    fp_json value = { 0 };
    fp_arg arg = { FP_STR("value"), { .kind = FP_VALUE_JSON } };

    fp_json_raw(&value, "{\"a\":");
    fp_json_bytes(&value, opening);
    for (size_t i = 0; i < opening.len; i++)
        fp_json_raw(&value, "]");
    fp_json_raw(&value, "}");
    arg.value.text = json_text(&value);
    say_call(
        m, &(fp_call){ .name = FP_STR("object"), .args = &arg, .arg_count = 1, .complete = true });
    fp_json_free(&value);
}

static void say_json(making *m, fp_str json)
{
    fp_json name = { 0 };
    fp_call call = { .complete = true };
    bool lone = false;

    need_memory(fp_jsontext_decode(fp_jsontext_get(json, "name"), &name, &lone) &&
                call_add_json(&call, fp_jsontext_get(json, "input"))); /* it is ours, and good */
    call.name = json_text(&name);
    say_call(m, &call);
    call.name = (fp_str){ 0 };
    call_free(&call);
    fp_json_free(&name);
}

static void say_keyed(making *m, fp_str key)
{
    const fp_arg arg = { key, { .text = FP_STR("a") } };

    say_call(m, &(fp_call){ .name = FP_STR("f"), .args = &arg, .arg_count = 1, .complete = true });
}

static bool say_fragment(void *context, fp_str fragment)
{
    making *m = context;

    switch (m->feature->place) {
    case FEATURE_NAME:
        say_args(m, fragment, FP_STR("a"), FP_STR("b"));
        break;
    case FEATURE_KEY:
        say_keyed(m, fragment);
        break;
    case FEATURE_WHOLE:
        say_value(m, fragment);
        break;
    case FEATURE_START:
    case FEATURE_END:
    case FEATURE_INSIDE:
        say_values(m, fragment);
        break;
    case FEATURE_SHORT:
        say_short(m, fragment);
        break;
    case FEATURE_LEVELS:
        say_levels(m, fragment);
        break;
    case FEATURE_CALL:
        say_json(m, fragment);
        break;
    }
    return true;
}

size_t feature_calls(const feature *f, const fp_syntax *syntax, on_feature_call *take,
                     void *context)
{
    making m = { f, take, context, 0 };

    each_fragment(f, syntax, say_fragment, &m);
    return m.count;
}

/* -- features of a call ---------------------------------------------------------------------- */

bool feature_can_be_sought(const feature *f)
{
    return f->place != FEATURE_CALL && f->place != FEATURE_LEVELS;
}

static bool keep_fragment(void *context, fp_str fragment)
{
    feature_search *search = context;
    void *fragments = search->fragments;

    xgrow(&fragments, &search->cap, search->count, sizeof *search->fragments);
    search->fragments = fragments;
    search->fragments[search->count++] = xcopy(fragment);
    return true;
}

void feature_search_open(feature_search *search, const feature *f)
{
    *search = (feature_search){ .feature = f };
    if (feature_can_be_sought(f))
        each_fragment(f, NULL, keep_fragment, search);
}

void feature_search_close(feature_search *search)
{
    for (size_t i = 0; i < search->count; i++)
        free((char *)(uintptr_t)search->fragments[i].ptr);
    free(search->fragments);
}

static bool begins(fp_str text, fp_str with)
{
    return text.len >= with.len && (!with.len || memcmp(text.ptr, with.ptr, with.len) == 0);
}

static bool holds_inside(fp_str text, fp_str part)
{
    for (size_t at = 1; at + part.len < text.len; at++)
        if (begins((fp_str){ text.ptr + at, text.len - at }, part))
            return true;
    return false;
}

static bool value_has(const feature *f, fp_str value, fp_str fragment)
{
    const size_t rest = value.len > fragment.len ? value.len - fragment.len : 0;

    switch (f->place) {
    case FEATURE_WHOLE:
    case FEATURE_SHORT:
        return f->repeat ? value.len >= fragment.len : fp_str_equal(value, fragment);
    case FEATURE_START:
        return rest && begins(value, fragment);
    case FEATURE_END:
        return rest && begins((fp_str){ value.ptr + rest, fragment.len }, fragment);
    case FEATURE_INSIDE:
        return holds_inside(value, fragment);
    case FEATURE_NAME:
    case FEATURE_KEY:
    case FEATURE_LEVELS:
    case FEATURE_CALL:
        break;
    }
    return false;
}

static bool call_has(const feature *f, const fp_call *call, fp_str fragment)
{
    if (f->place == FEATURE_NAME)
        return fp_str_equal(call->name, fragment);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_arg *arg = &call->args[i];

        if (f->place == FEATURE_KEY
                ? fp_str_equal(arg->key, fragment)
                : arg->value.kind == FP_VALUE_STRING && value_has(f, arg->value.text, fragment))
            return true;
    }
    return false;
}

bool feature_in(const feature_search *search, const fp_call *call)
{
    for (size_t i = 0; i < search->count; i++)
        if (call_has(search->feature, call, search->fragments[i]))
            return true;
    return false;
}
