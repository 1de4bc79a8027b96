/* SPDX-License-Identifier: Apache-2.0 */
/* feature.c: what a call may have that not every syntax can carry, or that breaks parsers. */
#include "generate/feature.h"

#include "base/util.h"
#include "base/values.h"

#include <fencepost/json.h>
#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define BYTES(literal) { (literal), sizeof(literal) - 1 }

const feature FEATURES[] = {
    /* -- names and keys */
    { "name-plain", "a name of letters, digits and `_`", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("f"), BYTES("read_file"), BYTES("tool_9"), BYTES("_x") } },
    { "name-capital", "a name with a capital letter", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("ReadFile"), BYTES("A"), BYTES("readFile") } },
    { "name-hyphen", "a name with a hyphen", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("read-file"), BYTES("a-"), BYTES("a--b") } },
    { "name-dot", "a name with a dot", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("files.read"), BYTES("a.b.c") } },
    { "name-digit-first", "a name that begins with a digit", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("7zip"), BYTES("9") } },
    { "name-colon", "a name with a colon or a slash", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("mcp:read"), BYTES("files/read"), BYTES("a:b") } },
    { "name-blank", "a name with a blank", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("read file"), BYTES(" f"), BYTES("f ") } },
    { "name-not-ascii", "a name beyond ASCII", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("lire\xC3\xA9"), BYTES("\xE8\xAF\xBB"), BYTES("\xF0\x9F\x98\x80") } },
    { "name-empty", "an empty name", FEATURE_NAME, NO_MARKERS, 0, { BYTES("") } },
    { "name-markup", "a name with a bracket, quote or brace", FEATURE_NAME, NO_MARKERS, 0,
      { BYTES("a>b"), BYTES("a]b"), BYTES("a\"b"), BYTES("a}b"), BYTES("a)b") } },
    { "name-long", "a name of 200 bytes", FEATURE_NAME, NO_MARKERS, 50, { BYTES("long"), BYTES("name") } },
    { "key-plain", "a key of letters, digits and `_`", FEATURE_KEY, NO_MARKERS, 0,
      { BYTES("k"), BYTES("line_2") } },
    { "key-hyphen", "a key with a hyphen or a dot", FEATURE_KEY, NO_MARKERS, 0,
      { BYTES("max-results"), BYTES("a.b") } },
    { "key-blank", "a key with a blank", FEATURE_KEY, NO_MARKERS, 0, { BYTES("a b"), BYTES(" a"), BYTES("a ") } },
    { "key-colon", "a key with a colon", FEATURE_KEY, NO_MARKERS, 0, { BYTES("a:b"), BYTES("a:") } },
    { "key-not-ascii", "a key beyond ASCII", FEATURE_KEY, NO_MARKERS, 0,
      { BYTES("\xC3\xA9t\xC3\xA9"), BYTES("\xF0\x9F\x98\x80") } },
    { "key-empty", "an empty key", FEATURE_KEY, NO_MARKERS, 0, { BYTES("") } },
    { "key-markup", "a key with a bracket, quote or equals sign", FEATURE_KEY, NO_MARKERS, 0,
      { BYTES("a>b"), BYTES("a\"b"), BYTES("a=b"), BYTES("a/b") } },

    /* -- shape */
    { "no-arguments", "no arguments", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"ping\",\"input\":{}}") } },
    { "one-short-argument", "one short argument", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"word\",\"input\":{\"value\":\"a\"}}") } },
    { "two-short-arguments", "two short arguments", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"words\",\"input\":{\"one\":\"a\",\"two\":\"b\"}}"),
        BYTES("{\"name\":\"words\",\"input\":{\"one\":\"a\",\"two\":\"b c\"}}") } },
    { "first-has-blank", "two short arguments, the first with a blank", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"words\",\"input\":{\"one\":\"a b\",\"two\":\"c\"}}") } },
    { "first-left-out", "a later argument without the ones before it", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"words\",\"input\":{\"two\":\"b\"}}") } },
    { "short-has-newline", "a short argument with a newline or a bracket", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"word\",\"input\":{\"value\":\"a\\nb\"}}"),
        BYTES("{\"name\":\"word\",\"input\":{\"value\":\"a]b\"}}") } },
    { "short-has-edges", "a short argument that is empty, or has blanks at its ends", FEATURE_CALL,
      NO_MARKERS, 0,
      { BYTES("{\"name\":\"word\",\"input\":{\"value\":\"\"}}"),
        BYTES("{\"name\":\"word\",\"input\":{\"value\":\" a\"}}"),
        BYTES("{\"name\":\"word\",\"input\":{\"value\":\"a \"}}") } },
    { "raw-arguments", "`raw_args` and `body`, for what has no names", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\"a b\",\"body\":\"c\"}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\"a b\"}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\"\",\"body\":\"c\"}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\" a\",\"body\":\"c\"}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\"a\\nb\",\"body\":\"c\"}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\"a\",\"body\":[\"c\"]}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"raw_args\":\"a\",\"body\":1}}") } },
    { "two-long-arguments", "two arguments of several lines", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"texts\",\"input\":{\"one\":\"a\\nb\",\"two\":\"c\\nd\"}}") } },
    { "many-arguments", "nine arguments", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"many\",\"input\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\",\"e\":\"5\","
              "\"f\":\"6\",\"g\":\"7\",\"h\":\"8\",\"i\":\"9\"}}") } },
    { "undeclared-argument", "an argument that the tool does not declare", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"word\",\"input\":{\"value\":\"a\",\"more\":\"b\"}}"),
        BYTES("{\"name\":\"ping\",\"input\":{\"more\":\"b\"}}") } },

    /* -- values: edges */
    { "value-plain", "a value of letters", FEATURE_WHOLE, NO_MARKERS, 0,
      { BYTES("a"), BYTES("word"), BYTES("UPPER") } },
    { "value-empty", "an empty value", FEATURE_WHOLE, NO_MARKERS, 0, { BYTES("") } },
    { "value-blank", "a value of blanks only", FEATURE_WHOLE, NO_MARKERS, 0,
      { BYTES(" "), BYTES("\t"), BYTES("\n"), BYTES("\r\n"), BYTES("  \n ") } },
    { "blank-at-start", "a value that begins with a blank", FEATURE_START, NO_MARKERS, 0,
      { BYTES(" "), BYTES("\t"), BYTES("  ") } },
    { "blank-at-end", "a value that ends with a blank", FEATURE_END, NO_MARKERS, 0,
      { BYTES(" "), BYTES("\t"), BYTES("  ") } },
    { "newline-at-start", "a value that begins with a newline", FEATURE_START, NO_MARKERS, 0,
      { BYTES("\n"), BYTES("\n\n") } },
    { "newline-at-end", "a value that ends with a newline", FEATURE_END, NO_MARKERS, 0,
      { BYTES("\n"), BYTES("\n\n") } },
    { "newline-inside", "a value of several lines", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\n"), BYTES("\n\n"), BYTES("\n  ") } },
    { "crlf", "CR LF in a value", FEATURE_INSIDE, NO_MARKERS, 0, { BYTES("\r\n"), BYTES("\r\n\r\n") } },
    { "cr", "a lone CR in a value", FEATURE_INSIDE, NO_MARKERS, 0, { BYTES("\r"), BYTES("\r\r") } },
    { "cr-at-end", "a value that ends with CR", FEATURE_END, NO_MARKERS, 0, { BYTES("\r"), BYTES("\r\n") } },

    /* -- values: bytes */
    { "quote", "quotes", FEATURE_INSIDE, NO_MARKERS, 0, { BYTES("\""), BYTES("'"), BYTES("`"), BYTES("\"\"") } },
    { "backslash", "backslashes", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\\"), BYTES("\\\\"), BYTES("\\n"), BYTES("\\\""), BYTES("\\u0041") } },
    { "backslash-at-end", "a value that ends with a backslash", FEATURE_END, NO_MARKERS, 0,
      { BYTES("\\"), BYTES("\\\\") } },
    { "brace", "braces and brackets", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("{"), BYTES("}"), BYTES("["), BYTES("]"), BYTES("{\"a\": [1]}"), BYTES("}}") } },
    { "angle", "`<`, `>`, `&` and tags", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("<"), BYTES(">"), BYTES("&"), BYTES("<b>"), BYTES("</b>"), BYTES("<br/>"), BYTES("<!--") } },
    { "entity", "entities", FEATURE_INSIDE, NO_MARKERS, 0, { BYTES("&amp;"), BYTES("&lt;"), BYTES("&#65;") } },
    { "code-fence", "a code fence", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\n```\n"), BYTES("\n```json\n"), BYTES("\n~~~\n") } },
    { "think", "`<think>`", FEATURE_INSIDE, NO_MARKERS, 0, { BYTES("<think>"), BYTES("</think>") } },
    { "not-ascii", "letters beyond ASCII", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\xC3\xA9"), BYTES("\xE8\xAF\xBB"), BYTES("e\xCC\x81"), BYTES("\xC2\xA0") } },
    { "not-bmp", "characters beyond the basic plane", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\xF0\x9F\x98\x80"), BYTES("\xF0\x9D\x84\x9E") } },
    { "invisible", "invisible characters", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\xE2\x80\x8B"), BYTES("\xEF\xB8\x8F"), BYTES("\xE2\x80\xAE"), BYTES("\xEF\xBB\xBF") } },
    { "control", "control characters", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\x01"), BYTES("\x1B[0m"), BYTES("\x7F"), BYTES("\x08") } },
    { "nul", "NUL", FEATURE_INSIDE, NO_MARKERS, 0, { BYTES("\0"), BYTES("\0\0") } },
    { "not-utf8", "bytes that are not UTF-8", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\xFF"), BYTES("\x85"), BYTES("\xC3"), BYTES("\xED\xA0\x80") } },

    { "punctuation", "colons, commas and other signs", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES(":"), BYTES(": "), BYTES(", "), BYTES("="), BYTES("\n---\n"), BYTES("#"), BYTES("$1"),
        BYTES("%s"), BYTES("@@@"), BYTES("/") } },
    { "code", "paths and code", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("path/to/file.c"), BYTES("C:\\dir\\new"), BYTES("import os\nprint('x')\n"),
        BYTES("if a < b && c > d:") } },
    { "event-stream", "lines of an event stream", FEATURE_INSIDE, NO_MARKERS, 0,
      { BYTES("\ndata: "), BYTES("[DONE]"), BYTES("\nevent: ping\n"), BYTES("\n\n") } },

    /* -- values: markers */
    { "own-marker", "the syntax's own markers", FEATURE_INSIDE, OWN_MARKERS, 0, { BYTES("") } },
    { "own-marker-line", "its own markers at the beginning of a line", FEATURE_INSIDE, OWN_MARKERS,
      0, { BYTES("\n") } },
    { "own-end", "what ends the value in the syntax's own rendering", FEATURE_INSIDE, OWN_END, 0,
      { BYTES("") } },
    { "other-marker", "markers of the other syntaxes", FEATURE_INSIDE, OTHER_MARKERS, 0, { BYTES("") } },

    /* -- values: look-alikes */
    { "looks-number", "text that looks like a number", FEATURE_WHOLE, NO_MARKERS, 0,
      { BYTES("1"), BYTES("-0"), BYTES("3.0"), BYTES("007"), BYTES("1e400"), BYTES("9007199254740993") } },
    { "looks-constant", "text that looks like true, false or null", FEATURE_WHOLE, NO_MARKERS, 0,
      { BYTES("true"), BYTES("false"), BYTES("null"), BYTES("None") } },
    { "looks-json", "text that looks like JSON", FEATURE_WHOLE, NO_MARKERS, 0,
      { BYTES("{}"), BYTES("[]"), BYTES("{\"a\": 1}"), BYTES("[1]"), BYTES("\"a\"") } },

    /* -- values: size */
    { "long", "a value of 100 KB", FEATURE_WHOLE, NO_MARKERS, 20000, { BYTES("word "), BYTES("line\n") } },
    { "megabyte", "a value of 1 MB", FEATURE_WHOLE, NO_MARKERS, 250000, { BYTES("mega") } },

    /* -- values that are no strings, of arguments whose schema says so */
    { "integer", "an integer", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"count\",\"input\":{\"value\":7}}"),
        BYTES("{\"name\":\"count\",\"input\":{\"value\":-1}}"),
        BYTES("{\"name\":\"count\",\"input\":{\"value\":0}}") } },
    { "big-integer", "an integer beyond 2^53 and 2^63", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"count\",\"input\":{\"value\":9007199254740993}}"),
        BYTES("{\"name\":\"count\",\"input\":{\"value\":9223372036854775808}}") } },
    { "number", "a number with a fraction or an exponent", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"ratio\",\"input\":{\"value\":0.1}}"),
        BYTES("{\"name\":\"ratio\",\"input\":{\"value\":1e400}}"),
        BYTES("{\"name\":\"ratio\",\"input\":{\"value\":-0}}") } },
    { "boolean", "a boolean", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"flag\",\"input\":{\"value\":true}}"),
        BYTES("{\"name\":\"flag\",\"input\":{\"value\":false}}") } },
    { "null", "a null", FEATURE_CALL, NO_MARKERS, 0, { BYTES("{\"name\":\"nothing\",\"input\":{\"value\":null}}") } },
    { "list", "an array of strings", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"list\",\"input\":{\"value\":[\"a\",\"b\"]}}"),
        BYTES("{\"name\":\"list\",\"input\":{\"value\":[\"a b\",\"c\",\"d\"]}}") } },
    { "list-of-one", "an array of one string", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"list\",\"input\":{\"value\":[\"a\"]}}") } },
    { "list-empty", "an empty array", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"list\",\"input\":{\"value\":[]}}") } },
    { "list-empty-string", "an array with an empty string", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"list\",\"input\":{\"value\":[\"a\",\"\",\"b\"]}}"),
        BYTES("{\"name\":\"list\",\"input\":{\"value\":[\"\"]}}") } },
    { "list-of-lines", "an array of strings of several lines", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"list\",\"input\":{\"value\":[\"a\\nb\",\"c\"]}}") } },
    { "numbers", "an array of numbers", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"numbers\",\"input\":{\"value\":[1,2]}}") } },
    { "object", "an object", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"object\",\"input\":{\"value\":{\"a\":1,\"b\":\"c\"}}}"),
        BYTES("{\"name\":\"object\",\"input\":{\"value\":{}}}") } },
    { "deep-object", "an object eight levels deep", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"object\",\"input\":{\"value\":{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":{\"f\":{\"g\":[1]}}}}}}}}}") } },
    { "rows", "an array of objects", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"rows\",\"input\":{\"value\":[{\"a\":1},{\"a\":2}]}}") } },
    { "undeclared-list", "an array in an argument that no schema describes", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"f\",\"input\":{\"k\":[\"a\",\"b\"]}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"k\":[\"a\"]}}"),
        BYTES("{\"name\":\"f\",\"input\":{\"k\":[]}}") } },
    { "undeclared-number", "a number in an argument that no schema describes", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"f\",\"input\":{\"k\":1}}") } },
    { "any-string", "a string where any type is allowed", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"any\",\"input\":{\"value\":\"a\"}}"),
        BYTES("{\"name\":\"any\",\"input\":{\"value\":\"1\"}}") } },
    { "any-number", "a number where any type is allowed", FEATURE_CALL, NO_MARKERS, 0,
      { BYTES("{\"name\":\"any\",\"input\":{\"value\":1}}") } },
};
/* clang-format on */

const size_t FEATURE_COUNT = sizeof FEATURES / sizeof *FEATURES;

/* -- fragments ------------------------------------------------------------------------------- */

/* Takes a fragment as it stands in calls; false to stop. */
typedef bool on_fragment(void *context, fp_str fragment);

static bool is_marker_of(const fp_syntax *syntax, const char *marker)
{
    for (const char *const *m = syntax->markers; *m; m++)
        if (strcmp(*m, marker) == 0)
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
    go_on = take(context, (fp_str){ both.ptr, both.len });
    fp_json_free(&both);
    return go_on;
}

/* What stands behind a value in a rendering: what a renderer must not let a value hold. Owned;
 * empty if none was rendered. */
static fp_json end_of_value(const fp_syntax *syntax, const char *first, const char *second)
{
    static const char VALUE[] = "@value@";
    const fp_arg args[] = {
        { fp_str_of(first), { .text = FP_STR("a") } },
        { fp_str_of(second), { .text = FP_STR(VALUE) } },
    };
    const fp_call call = {
        .name = FP_STR("write"), .args = args, .arg_count = 2, .complete = true
    };
    fp_json text = { 0 }, end = { 0 };
    fp_refusal refusal;

    if (xrender(syntax, NULL, &call, &text, &refusal)) {
        fp_json_bytes(&text, (fp_str){ "", 1 }); /* a NUL, for strstr */

        const char *value = text.failed ? NULL : strstr(text.ptr, VALUE);

        if (value)
            fp_json_raw(&end, value + strlen(VALUE));
    }
    fp_json_free(&text);
    return end;
}

static bool say_end_of_value(const fp_syntax *syntax, on_fragment *take, void *context)
{
    fp_json end = end_of_value(syntax, "path", "content");
    bool go_on;

    if (!end.len)
        end = end_of_value(syntax, "raw_args", "body");
    go_on = !end.len || take(context, (fp_str){ end.ptr, end.len });
    fp_json_free(&end);
    return go_on;
}

/* The ends of values that a feature is about: those of a syntax, or of all if it is NULL. */
static void each_end(const fp_syntax *syntax, on_fragment *take, void *context)
{
    if (syntax) {
        say_end_of_value(syntax, take, context);
        return;
    }
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (!say_end_of_value(*s, take, context))
            return;
}

/* The markers of one syntax, but for those that another has too. */
static bool say_markers(const feature *f, const fp_syntax *of, const fp_syntax *but_of,
                        on_fragment *take, void *context)
{
    for (const char *const *m = of->markers; *m; m++)
        if (!(but_of && is_marker_of(but_of, *m)) &&
            !say_marker(f->fragments[0], *m, take, context))
            return false;
    return true;
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
    go_on = take(context, (fp_str){ all.ptr, all.len });
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
        say_value(m, (fp_str){ value.ptr, value.len });
        fp_json_free(&value);
    }
}

static void say_json(making *m, fp_str json)
{
    fp_json name = { 0 };
    fp_call call = { .complete = true };
    bool lone = false;

    need_memory(fp_jsontext_decode(fp_jsontext_get(json, "name"), &name, &lone) &&
                call_add_json(&call, fp_jsontext_get(json, "input"))); /* it is ours, and good */
    call.name = (fp_str){ name.ptr, name.len };
    say_call(m, &call);
    call.name = (fp_str){ 0 };
    call_free(&call);
    fp_json_free(&name);
}

/* With the two arguments that every syntax has. */
static void say_named(making *m, fp_str name)
{
    const fp_arg args[] = {
        { FP_STR("raw_args"), { .text = FP_STR("a") } },
        { FP_STR("body"), { .text = FP_STR("b") } },
    };

    say_call(m, &(fp_call){ .name = name, .args = args, .arg_count = 2, .complete = true });
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
        say_named(m, fragment);
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
    if (f->place != FEATURE_CALL)
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
        return f->repeat ? value.len >= fragment.len : fp_str_equal(value, fragment);
    case FEATURE_START:
        return rest && begins(value, fragment);
    case FEATURE_END:
        return rest && begins((fp_str){ value.ptr + rest, fragment.len }, fragment);
    case FEATURE_INSIDE:
        return holds_inside(value, fragment);
    case FEATURE_NAME:
    case FEATURE_KEY:
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
