/* SPDX-License-Identifier: Apache-2.0 */
/* generate.c: generates calls from a seed. */
#include "generate/generate.h"

#include "base/rng.h"
#include "base/util.h"
#include "generate/feature.h"

#include <fencepost/json.h>
#include <fencepost/syntax.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A value of a megabyte costs as much as thousands of others: one in so many. */
enum { MEGABYTE = 1000000, MEBIBYTE = 1 << 20, MEGABYTE_ONE_IN = 50000 };

enum { ARGS_MAX = 10, NAMED_MAX = 6, ITEMS_MAX = 4, JSON_DEPTH = 3, DEEP = 40, POOL_MAX = 256 };

/* A range of the generator's bytes. */
typedef struct range {
    size_t at, len;
} range;

/* What is chosen from. */
typedef struct pool {
    fp_str items[POOL_MAX]; /* static, or derived */
    size_t count;
} pool;

struct generator {
    rng rng;
    size_t longest;
    bool megabytes;
    const fp_catalogue *catalogue; /* NULL: none is on offer */
    fp_derived derived;            /* the markers that no row has as they are */
    pool markers;                  /* of all syntaxes */
    pool names, odd_keys, pieces;  /* of all features (feature.h) */

    fp_json bytes; /* of the call */
    range name, keys[ARGS_MAX], values[ARGS_MAX], items[ARGS_MAX][ITEMS_MAX];
    fp_arg args[ARGS_MAX];
    fp_str item_views[ARGS_MAX][ITEMS_MAX];
    fp_call call;
};

static void pool_add(pool *p, fp_str item)
{
    if (p->count < POOL_MAX)
        p->items[p->count++] = item;
}

/* What a feature is made of. Markers, long values and whole calls come in other ways. */
static void add_feature(generator *g, const feature *f)
{
    pool *p = f->place == FEATURE_NAME  ? &g->names
              : f->place == FEATURE_KEY ? &g->odd_keys
                                        : &g->pieces;

    if (f->place == FEATURE_CALL || f->markers != NO_MARKERS || f->repeat)
        return;
    for (size_t i = 0; i < FEATURE_FRAGMENTS && f->fragments[i].ptr; i++)
        pool_add(p, f->fragments[i]);
}

generator *generator_new(uint64_t seed, size_t longest)
{
    generator *g = xcalloc(1, sizeof *g);

    g->rng = (rng){ seed };
    g->longest = longest;
    for (size_t f = 0; f < FEATURE_COUNT; f++)
        add_feature(g, &FEATURES[f]);
    return g;
}

void generator_offer(generator *g, const fp_catalogue *catalogue)
{
    g->catalogue = catalogue;
}

void generator_allow_megabytes(generator *g)
{
    g->megabytes = true;
}

void generator_free(generator *g)
{
    if (g) {
        fp_json_free(&g->bytes);
        fp_derived_free(&g->derived);
    }
    free(g);
}

/* -- bytes ----------------------------------------------------------------------------------- */

static void add(generator *g, const char *bytes, size_t len)
{
    fp_json_bytes(&g->bytes, (fp_str){ bytes, len });
    need_memory(!g->bytes.failed);
}

static fp_str chosen(generator *g, const pool *p)
{
    assert(p->count > 0);
    return p->items[rng_below(&g->rng, p->count)];
}

/* Derived when they are wanted first: many calls have none. */
static void gather_markers(generator *g)
{
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        for (const char *const *m = xmarkers(*s, &g->derived); *m; m++)
            pool_add(&g->markers, fp_str_of(*m));
}

/* A marker, or the beginning or the end of one. */
static void add_marker(generator *g)
{
    if (!g->markers.count)
        gather_markers(g);

    const fp_str marker = chosen(g, &g->markers);
    const size_t from = rng_one_in(&g->rng, 6) ? rng_below(&g->rng, marker.len + 1) : 0;
    const size_t to =
        rng_one_in(&g->rng, 3) ? from + rng_below(&g->rng, marker.len - from + 1) : marker.len;

    add(g, marker.ptr + from, to - from);
}

static void add_piece(generator *g)
{
    const fp_str piece = chosen(g, &g->pieces);

    if (rng_one_in(&g->rng, 4))
        add_marker(g);
    else
        add(g, piece.ptr, piece.len);
}

/* Repeats what stands from a byte on: pieces drawn one by one would hold what ends the value in
 * every syntax. A header may hold a megabyte, and not a byte above a mebibyte (MODEL-4.1). */
static void add_megabyte(generator *g, size_t from)
{
    const size_t len = g->bytes.len - from;
    const size_t size = rng_one_in(&g->rng, 2) ? MEGABYTE : MEBIBYTE + 1;

    if (!len)
        add(g, "mega", 4);
    while (g->bytes.len - from < size) {
        const size_t have = g->bytes.len - from, lack = size - have;
        const fp_str again = xcopy((fp_str){ g->bytes.ptr + from, have < lack ? have : lack });

        add(g, again.ptr, again.len);
        free((char *)(uintptr_t)again.ptr);
    }
}

static void add_value(generator *g)
{
    const bool is_long = g->longest > 100 && rng_one_in(&g->rng, 400);
    const size_t from = g->bytes.len;
    const size_t target = from + (is_long ? 100 + rng_below(&g->rng, g->longest) : 0);
    size_t pieces =
        rng_one_in(&g->rng, 8) ? 0 : 1 + rng_below(&g->rng, rng_one_in(&g->rng, 5) ? 12 : 3);

    for (; pieces > 0 || g->bytes.len<target; pieces -= pieces> 0)
        add_piece(g);
    if (g->megabytes && rng_one_in(&g->rng, MEGABYTE_ONE_IN))
        add_megabyte(g, from);
}

/* What fill() adds, as a range. */
static range made(generator *g, void (*fill)(generator *g))
{
    const size_t at = g->bytes.len;

    fill(g);
    return (range){ at, g->bytes.len - at };
}

/* -- names ----------------------------------------------------------------------------------- */

static void add_name(generator *g)
{
    static const char *const NAMES[] = { "read_file", "write_file", "run",   "x",
                                         "A1",        "end",        "memory" };
    const char *name = NAMES[rng_below(&g->rng, sizeof NAMES / sizeof *NAMES)];
    const fp_str odd = chosen(g, &g->names);

    if (rng_one_in(&g->rng, 3))
        add(g, odd.ptr, odd.len);
    else
        add(g, name, strlen(name));
}

static void add_key(generator *g)
{
    static const char *const KEYS[] = { "path",  "content", "command", "raw_args", "body",
                                        "query", "name",    "id",      "input",    "arguments" };
    const char *key = KEYS[rng_below(&g->rng, sizeof KEYS / sizeof *KEYS)];
    const fp_str odd = chosen(g, &g->odd_keys);

    if (rng_one_in(&g->rng, 4))
        add(g, odd.ptr, odd.len);
    else
        add(g, key, strlen(key));
}

/* -- JSON values ----------------------------------------------------------------------------- */

/* A string of valid UTF-8, for what is not is not JSON. */
static void add_json_string(generator *g)
{
    static const char *const STRINGS[] = {
        "\"\"",
        "\"a\"",
        "\"a \\\"quote\\\"\"",
        "\"{[}]\"",
        "\"\\\\\"",
        "\"\\u00e9\\ud83d\\ude00\"",
        "\"\\n\"",
        "\"\\u0000\"",
        "\"^^^\"",
        "\"</tool_call>\"",
        "\"1\"",
        "\"\xF0\x9F\x98\x80\"",
    };
    const char *string = STRINGS[rng_below(&g->rng, sizeof STRINGS / sizeof *STRINGS)];

    add(g, string, strlen(string));
}

static void add_scalar(generator *g)
{
    static const char *const SCALARS[] = {
        "0",
        "-0",
        "1",
        "-1",
        "0.1",
        "1.0",
        "1e0",
        "3.14",
        "1e400",
        "-1E-400",
        "9007199254740993",
        "9223372036854775808",
        "18446744073709551616",
        "123456789012345678901234567890",
        "true",
        "false",
        "null",
    };
    const char *scalar = SCALARS[rng_below(&g->rng, sizeof SCALARS / sizeof *SCALARS)];

    if (rng_one_in(&g->rng, 3))
        add_json_string(g);
    else
        add(g, scalar, strlen(scalar));
}

/* A member's key, or nothing; then, mostly, a scalar. */
static void add_member(generator *g, bool object, size_t number)
{
    char key[32];

    snprintf(key, sizeof key, "\"k%zu\":", number);
    add(g, number ? ", " : "", number ? (size_t)2 : 0);
    add(g, key, object ? strlen(key) : 0);
}

/* A scalar, or objects and arrays around scalars, one in the other. */
static void add_json(generator *g)
{
    const size_t depth = rng_one_in(&g->rng, 2)    ? 0
                         : rng_one_in(&g->rng, 50) ? DEEP
                                                   : 1 + rng_below(&g->rng, JSON_DEPTH);
    bool object[DEEP];

    for (size_t i = 0; i < depth; i++) {
        const size_t before = rng_below(&g->rng, 3);

        object[i] = rng_one_in(&g->rng, 2);
        add(g, object[i] ? "{" : "[", 1);
        for (size_t k = 0; k < before; k++) {
            add_member(g, object[i], k);
            add_scalar(g);
        }
        if (i + 1 < depth)
            add_member(g, object[i], before);
    }
    if (!depth)
        add_scalar(g);
    for (size_t i = depth; i-- > 0;)
        add(g, object[i] ? "}" : "]", 1);
}

/* No string: that is a value of its own kind. */
static void add_json_value(generator *g)
{
    const size_t at = g->bytes.len;

    do {
        g->bytes.len = at;
        add_json(g);
    } while (g->bytes.ptr[at] == '"');
}

/* -- calls ----------------------------------------------------------------------------------- */

static bool has_key(const generator *g, size_t count, range key)
{
    for (size_t i = 0; i < count; i++)
        if (g->keys[i].len == key.len &&
            memcmp(g->bytes.ptr + g->keys[i].at, g->bytes.ptr + key.at, key.len) == 0)
            return true;
    return false;
}

static void make_argument(generator *g, size_t i)
{
    fp_value *value = &g->args[i].value;

    *value = (fp_value){ .kind = rng_one_in(&g->rng, 8)   ? FP_VALUE_LIST
                                 : rng_one_in(&g->rng, 6) ? FP_VALUE_JSON
                                                          : FP_VALUE_STRING };
    g->values[i] = (range){ g->bytes.len, 0 };
    if (value->kind == FP_VALUE_LIST) {
        value->item_count = rng_below(&g->rng, ITEMS_MAX + 1);
        for (size_t k = 0; k < value->item_count; k++)
            g->items[i][k] = made(g, add_value);
    } else {
        g->values[i] = made(g, value->kind == FP_VALUE_JSON ? add_json_value : add_value);
    }
}

/* The two arguments of the notations that have no names for them. */
static void make_positional(generator *g)
{
    static const char *const KEYS[] = { "raw_args", "body" };

    for (size_t i = 0; i < 2; i++) {
        const size_t at = g->bytes.len;

        add(g, KEYS[i], strlen(KEYS[i]));
        g->keys[i] = (range){ at, strlen(KEYS[i]) };
        g->args[i].value = (fp_value){ .kind = FP_VALUE_STRING };
        g->values[i] = made(g, add_value);
    }
    g->call.arg_count = 2;
}

static void make_named(generator *g)
{
    const size_t count = rng_below(&g->rng, NAMED_MAX + 1);

    for (size_t i = 0; i < count; i++) {
        const range key = made(g, add_key);

        if (has_key(g, g->call.arg_count, key))
            continue;
        g->keys[g->call.arg_count] = key;
        make_argument(g, g->call.arg_count++);
    }
}

static range copied(generator *g, fp_str bytes)
{
    const size_t at = g->bytes.len;

    add(g, bytes.ptr, bytes.len);
    return (range){ at, bytes.len };
}

static void add_integer(generator *g)
{
    static const char *const INTEGERS[] = { "0", "-1", "7", "9007199254740993",
                                            "9223372036854775808" };
    const char *integer = INTEGERS[rng_below(&g->rng, sizeof INTEGERS / sizeof *INTEGERS)];

    add(g, integer, strlen(integer));
}

static void add_number(generator *g)
{
    static const char *const NUMBERS[] = { "0.1", "-0", "1e400", "3.14", "1.0", "2" };
    const char *number = NUMBERS[rng_below(&g->rng, sizeof NUMBERS / sizeof *NUMBERS)];

    add(g, number, strlen(number));
}

static void add_boolean(generator *g)
{
    const char *word = rng_one_in(&g->rng, 2) ? "true" : "false";

    add(g, word, strlen(word));
}

static void add_null(generator *g)
{
    add(g, "null", 4);
}

static void add_object(generator *g)
{
    const size_t count = rng_below(&g->rng, 4);

    add(g, "{", 1);
    for (size_t i = 0; i < count; i++) {
        add_member(g, true, i);
        add_scalar(g);
    }
    add(g, "}", 1);
}

/* An array of what its items should be, other than strings. */
static void add_array(generator *g, void (*add_item)(generator *g))
{
    const size_t count = 1 + rng_below(&g->rng, ITEMS_MAX);

    add(g, "[", 1);
    for (size_t i = 0; i < count; i++) {
        add(g, ", ", i ? (size_t)2 : 0);
        add_item(g);
    }
    add(g, "]", 1);
}

static void add_integers(generator *g)
{
    add_array(g, add_integer);
}

static void add_objects(generator *g)
{
    add_array(g, add_object);
}

/* What makes a value of the schema's type; NULL for a string, or where any type is allowed. */
static void (*maker_of(const fp_tool_arg *arg))(generator *g)
{
    switch (arg->types) {
    case FP_TYPE_INTEGER:
        return add_integer;
    case FP_TYPE_NUMBER:
        return add_number;
    case FP_TYPE_BOOLEAN:
        return add_boolean;
    case FP_TYPE_NULL:
        return add_null;
    case FP_TYPE_OBJECT:
        return add_object;
    case FP_TYPE_ARRAY:
        return arg->item_types == FP_TYPE_OBJECT ? add_objects : add_integers;
    default:
        return NULL;
    }
}

static void make_typed(generator *g, size_t i, const fp_tool_arg *arg)
{
    fp_value *value = &g->args[i].value;
    void (*make)(generator * g) = maker_of(arg);
    const bool list = arg->types == FP_TYPE_ARRAY && arg->item_types == FP_TYPE_STRING;

    if (!arg->types) {
        make_argument(g, i);
        return;
    }
    *value = (fp_value){ .kind = list ? FP_VALUE_LIST : make ? FP_VALUE_JSON : FP_VALUE_STRING };
    value->item_count = list ? rng_below(&g->rng, ITEMS_MAX + 1) : 0;
    for (size_t k = 0; k < value->item_count; k++)
        g->items[i][k] = made(g, add_value);
    g->values[i] = list ? (range){ g->bytes.len, 0 } : made(g, make ? make : add_value);
}

/* A call of a tool that is on offer; now and then an argument is left out. */
static void make_offered(generator *g)
{
    const fp_tool *tool =
        fp_catalogue_tool(g->catalogue, rng_below(&g->rng, fp_catalogue_count(g->catalogue)));

    g->bytes.len = 0;
    g->name = copied(g, tool->name);
    for (size_t i = 0; i < tool->arg_count && g->call.arg_count < ARGS_MAX; i++) {
        if (rng_one_in(&g->rng, 12))
            continue;
        g->keys[g->call.arg_count] = copied(g, tool->args[i].name);
        make_typed(g, g->call.arg_count++, &tool->args[i]);
    }
}

static fp_str view(const generator *g, range r)
{
    return (fp_str){ g->bytes.ptr + r.at, r.len };
}

const fp_call *generator_call(generator *g)
{
    fp_call *call = &g->call;

    g->bytes.len = 0;
    *call = (fp_call){ .complete = true };
    g->name = made(g, add_name);
    if (g->catalogue && rng_one_in(&g->rng, 2))
        make_offered(g);
    else if (rng_one_in(&g->rng, 4))
        make_positional(g);
    else
        make_named(g);
    add(g, "", 1); /* so that there are bytes to point to */
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_value *value = &g->args[i].value;

        g->args[i].key = view(g, g->keys[i]);
        value->text = view(g, g->values[i]);
        for (size_t k = 0; k < value->item_count; k++)
            g->item_views[i][k] = view(g, g->items[i][k]);
        value->items = value->item_count ? g->item_views[i] : NULL;
    }
    call->name = view(g, g->name);
    call->args = g->args;
    return call;
}

fp_str generator_text(generator *g)
{
    g->bytes.len = 0;
    add_value(g);
    add(g, "", 1);
    return (fp_str){ g->bytes.ptr, g->bytes.len - 1 };
}
