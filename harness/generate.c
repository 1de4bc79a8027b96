/* SPDX-License-Identifier: Apache-2.0 */
/* generate.c: calls made up from a seed. */
#include "generate.h"

#include "util.h"

#include <fencepost/json.h>
#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

enum { ARGS_MAX = 6, ITEMS_MAX = 4, JSON_DEPTH = 3, FRAGMENTS_MAX = 256 };

/* A range of the generator's bytes. */
typedef struct range {
    size_t at, len;
} range;

struct generator {
    uint64_t state;
    size_t longest;
    const char *fragments[FRAGMENTS_MAX]; /* the markers of all syntaxes */
    size_t fragment_count;

    fp_json bytes; /* of the call */
    range name, keys[ARGS_MAX], values[ARGS_MAX], items[ARGS_MAX][ITEMS_MAX];
    fp_arg args[ARGS_MAX];
    fp_str item_views[ARGS_MAX][ITEMS_MAX];
    fp_call call;
};

/* splitmix64 */
static uint64_t next(generator *g)
{
    uint64_t z = g->state += 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static size_t below(generator *g, size_t n)
{
    return (size_t)(next(g) % n);
}

static bool one_in(generator *g, size_t n)
{
    return below(g, n) == 0;
}

generator *generator_new(uint64_t seed, size_t longest)
{
    generator *g = xcalloc(1, sizeof *g);

    g->state = seed;
    g->longest = longest;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        for (const char *const *m = (*s)->markers; *m && g->fragment_count < FRAGMENTS_MAX; m++)
            g->fragments[g->fragment_count++] = *m;
    return g;
}

void generator_free(generator *g)
{
    if (g)
        fp_json_free(&g->bytes);
    free(g);
}

/* -- bytes ----------------------------------------------------------------------------------- */

/* A piece of a value. NUL stands in its own row. */
static const char *const PIECES[] = {
    "a",
    "b",
    "word",
    "two words",
    "path/to/file.c",
    "C:\\dir\\new",
    "0",
    "1",
    "-1",
    "007",
    "1e400",
    "9007199254740993",
    "3.0",
    "true",
    "false",
    "null",
    "None",
    "{}",
    "[]",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "`",
    "```",
    "```json\n",
    "~~~",
    "\\",
    "\\\\",
    "\\\"",
    "\\n",
    "\\u0041",
    "\\ud83d",
    "&amp;",
    "&lt;",
    "&",
    "<",
    ">",
    "</",
    "/>",
    "<b>",
    "<think>",
    "</think>",
    "<!--",
    "]]>",
    "<![CDATA[",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\n ",
    " \n",
    ":",
    ": ",
    ",",
    ", ",
    "=",
    "---",
    "\n---\n",
    "#",
    "@@@",
    "$&",
    "$1",
    "%s",
    "\xC2\xA0",
    "\xE2\x80\xAE",
    "\xE2\x80\x8B",
    "\xEF\xBB\xBF",
    "\xEF\xB8\x8F",
    "\xF0\x9F\x9B\xA0",
    "\xF0\x9F\x98\x80",
    "e\xCC\x81",
    "\xE2\x9C\x85",
    "\xC3\xA9",
    "\x85",
    "\xFF",
    "\xC3",
    "\xED\xA0\x80",
    "\x1B[0m",
    "\x7F",
    "\x01",
    "data: ",
    "[DONE]",
    "event: ping\n",
    "import os\nprint('x')\n",
    "if a < b && c > d:",
};

enum { PIECE_COUNT = sizeof PIECES / sizeof *PIECES };

static void add(generator *g, const char *bytes, size_t len)
{
    fp_json_bytes(&g->bytes, (fp_str){ bytes, len });
}

/* A marker, or the beginning or the end of one. */
static void add_marker(generator *g)
{
    const char *marker = g->fragments[below(g, g->fragment_count)];
    const size_t len = strlen(marker), from = one_in(g, 6) ? below(g, len + 1) : 0;
    const size_t to = one_in(g, 3) ? from + below(g, len - from + 1) : len;

    add(g, marker + from, to - from);
}

static void add_piece(generator *g)
{
    const char *piece = PIECES[below(g, PIECE_COUNT)];

    if (one_in(g, 4))
        add_marker(g);
    else if (one_in(g, 60))
        add(g, "", 1); /* NUL */
    else
        add(g, piece, strlen(piece));
}

static void add_value(generator *g)
{
    const bool is_long = g->longest > 100 && one_in(g, 400);
    const size_t target = g->bytes.len + (is_long ? 100 + below(g, g->longest) : 0);
    size_t pieces = one_in(g, 8) ? 0 : 1 + below(g, one_in(g, 5) ? 12 : 3);

    for (; pieces > 0 || g->bytes.len<target; pieces -= pieces> 0)
        add_piece(g);
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
    static const char *const NAMES[] = {
        "read_file", "write_file", "run",       "x",         "A1",     "list_projects",
        "tool_9",    "my-tool",    "a.b",       "WriteFile", "memory", "end",
        "n\xC3\xA9", "a b",        "",          "/end",      "tool:x", "function",
        "_",         "9",          "parameter", "a>b",
    };
    const char *name = NAMES[below(g, one_in(g, 3) ? sizeof NAMES / sizeof *NAMES : 7)];

    add(g, name, strlen(name));
}

static void add_key(generator *g)
{
    static const char *const KEYS[] = {
        "path",        "content", "command",   "k",        "paths",    "query",   "line_2",
        "max-results", "a.b",     "K",         "raw_args", "body",     "thought", "id",
        "type",        "input",   "",          "a b",      "\xC3\xA9", "a:b",     "a\"b",
        "content",     "name",    "arguments", "tool",     "args",     "-",       "0",
    };
    const char *key = KEYS[below(g, one_in(g, 3) ? sizeof KEYS / sizeof *KEYS : 8)];

    add(g, key, strlen(key));
}

/* -- JSON values ----------------------------------------------------------------------------- */

/* A string of valid UTF-8, for what is not is no JSON. */
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
    const char *string = STRINGS[below(g, sizeof STRINGS / sizeof *STRINGS)];

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
    const char *scalar = SCALARS[below(g, sizeof SCALARS / sizeof *SCALARS)];

    if (one_in(g, 3))
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
    const size_t depth = one_in(g, 2) ? 0 : 1 + below(g, JSON_DEPTH);
    bool object[JSON_DEPTH];

    for (size_t i = 0; i < depth; i++) {
        const size_t before = below(g, 3);

        object[i] = one_in(g, 2);
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

    *value = (fp_value){ .kind = one_in(g, 8)   ? FP_VALUE_LIST
                                 : one_in(g, 6) ? FP_VALUE_JSON
                                                : FP_VALUE_STRING };
    g->values[i] = (range){ g->bytes.len, 0 };
    if (value->kind == FP_VALUE_LIST) {
        value->item_count = below(g, ITEMS_MAX + 1);
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
    const size_t count = below(g, ARGS_MAX + 1);

    for (size_t i = 0; i < count; i++) {
        const range key = made(g, add_key);

        if (has_key(g, g->call.arg_count, key))
            continue;
        g->keys[g->call.arg_count] = key;
        make_argument(g, g->call.arg_count++);
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
    if (one_in(g, 4))
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
