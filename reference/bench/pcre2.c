/* SPDX-License-Identifier: Apache-2.0 */
/* pcre2.c: the founding documents' regular expressions, compiled just in time, over a whole text:
 * what a parser written from those documents would do.
 */
#include "bench.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdlib.h>
#include <string.h>

typedef struct expression {
    pcre2_code *code;
    pcre2_match_data *match;
    fp_str input;
} expression;

static expression compile(const char *pattern, uint32_t options, fp_str input)
{
    int error;
    PCRE2_SIZE offset;
    expression e = { .input = input };

    e.code =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, options, &error, &offset, NULL);
    if (!e.code || pcre2_jit_compile(e.code, PCRE2_JIT_COMPLETE) != 0)
        abort();
    e.match = pcre2_match_data_create_from_pattern(e.code, NULL);
    if (!e.match)
        abort();
    return e;
}

static void discard(expression *e)
{
    pcre2_match_data_free(e->match);
    pcre2_code_free(e->code);
}

/* Searches from at on; *at is after the match then. NULL, or where the groups begin and end. */
static const PCRE2_SIZE *search(expression *e, size_t *at)
{
    const PCRE2_SIZE *groups = pcre2_get_ovector_pointer(e->match);

    if (pcre2_match(e->code, (PCRE2_SPTR)e->input.ptr, e->input.len, *at, 0, e->match, NULL) < 0)
        return NULL;
    *at = groups[1] > groups[0] ? groups[1] : groups[1] + 1;
    return groups;
}

/* -- seed 1: blocks, then lines, then multi-line values ------------------------------------ */

typedef struct caret {
    expression tool, start, end;
} caret;

/* The value that starts at *at ends at the end marker with the same key. Its length. */
static size_t value_length(caret *c, size_t *at, fp_str key)
{
    const size_t begin = *at;

    for (const PCRE2_SIZE *g; (g = search(&c->end, at));)
        if (g[3] - g[2] == key.len && memcmp(c->end.input.ptr + g[2], key.ptr, key.len) == 0)
            return g[0] - begin;
    *at = c->end.input.len;
    return *at - begin;
}

static size_t read_block(caret *c, size_t *at)
{
    const fp_str input = c->tool.input;
    size_t sum = 0;

    while (*at < input.len) {
        const char *line = input.ptr + *at;
        const char *newline = memchr(line, '\n', input.len - *at);
        const size_t len = newline ? (size_t)(newline - line) : input.len - *at;
        const PCRE2_SIZE *g = NULL;

        if (len == 3 && memcmp(line, "^^^", 3) == 0)
            return sum;
        if (!memchr(line, ':', len))
            g = search(&c->start, at);
        if (g)
            sum += value_length(c, at, (fp_str){ input.ptr + g[2], g[3] - g[2] });
        else
            *at += len + 1;
        sum++;
    }
    return sum;
}

static size_t measure_caret(fp_str input)
{
    caret c = {
        compile("(?m)^\\^\\^\\^([a-zA-Z0-9_]+)$", 0, input),
        compile("(?m)^([a-zA-Z0-9_]+)\\s+---\\s*$", PCRE2_ANCHORED, input),
        compile("(?m)^---\\s+([a-zA-Z0-9_]+)\\s*$", 0, input),
    };
    size_t sum = 0;

    for (size_t at = 0; at < input.len && search(&c.tool, &at);) {
        at++;
        sum += read_block(&c, &at);
    }
    discard(&c.tool);
    discard(&c.start);
    discard(&c.end);
    return sum;
}

/* -- seed 2: one expression ---------------------------------------------------------------- */

#define TOOL "\xF0\x9F\x9B\xA0\xEF\xB8\x8F"

static size_t measure_bracket(fp_str input)
{
    expression e = compile(TOOL "\\[([^\\]]*)\\](.*?)" TOOL "\\[/end\\]", PCRE2_DOTALL, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&e, &at));)
        sum += g[5] - g[4];
    discard(&e);
    return sum;
}

/* -- seed 1, the older syntax: blocks, then parameters; the document has tags and no expressions --
 */

static size_t measure_xml(fp_str input)
{
    expression tool = compile("<tool:([A-Za-z0-9_.-]+)>(.*?)</tool:\\1>", PCRE2_DOTALL, input);
    expression param = compile("<param:([A-Za-z0-9_.-]+)>(.*?)</param:\\1>", PCRE2_DOTALL, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&tool, &at));) {
        const size_t end = g[5];

        for (size_t in = g[4]; in < end && (g = search(&param, &in)) && g[1] <= end;)
            sum += g[5] - g[4];
    }
    discard(&tool);
    discard(&param);
    return sum;
}

/* -- the expressions that the engines have for Qwen3-Coder ------------------------------------- */

static size_t measure_qwen(fp_str input)
{
    expression call = compile("<tool_call>(.*?)</tool_call>", PCRE2_DOTALL, input);
    expression param =
        compile("<parameter=([^>]*)>(.*?)(?:</parameter>|(?=<parameter=)|(?=</function>))",
                PCRE2_DOTALL, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&call, &at));) {
        const size_t end = g[3];

        for (size_t in = g[2]; in < end && (g = search(&param, &in)) && g[1] <= end;)
            sum += g[5] - g[4];
    }
    discard(&call);
    discard(&param);
    return sum;
}

/* -- seed 3: tool lines, each up to its end marker or the next -------------------------------- */

static size_t measure_line(fp_str input)
{
    expression tool = compile("(?m)^" TOOL " ([\\w-]+)(?:\\s+(.*))?", 0, input);
    expression end = compile("(?m)^" TOOL "(?:\xF0\x9F\x94\x9A| )", 0, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&tool, &at));) {
        const size_t body = g[1];

        if (!(g = search(&end, &at)))
            break;
        sum += g[0] - body;
        at = g[0] + (input.ptr[g[1] - 1] == ' ' ? 0 : 1);
    }
    discard(&tool);
    discard(&end);
    return sum;
}

/* -- seed 4: "a single, effective Regular Expression", and one for the pairs in a block ---------
 */

static size_t measure_toolcall(fp_str input)
{
    expression block =
        compile("<toolcall\\(([^)]+)\\)>(.*?)</toolcall\\(\\1\\)>", PCRE2_DOTALL, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&block, &at));) {
        const fp_str inside = { input.ptr + g[4], g[5] - g[4] };
        expression pair = compile("<([\\w.-]+)>(.*?)</\\1>", PCRE2_DOTALL, inside);

        for (size_t from = 0; from < inside.len && (g = search(&pair, &from));)
            sum += g[5] - g[4];
        discard(&pair);
    }
    discard(&block);
    return sum;
}

/* -- seed 5: for each tool self-closing tags, then blocks, and in each the attributes ---------- */

static size_t measure_tags(const char *pattern, fp_str input)
{
    expression e = compile(pattern, PCRE2_DOTALL, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&e, &at));) {
        expression attributes = compile("(\\w+)=[\"']([^\"']*)[\"']|\\b(\\w+)(?=\\s|$)", 0,
                                        (fp_str){ input.ptr + g[2], g[3] - g[2] });

        sum += g[1] - g[0];
        for (size_t k = 0; k < attributes.input.len && search(&attributes, &k);)
            sum++;
        discard(&attributes);
    }
    discard(&e);
    return sum;
}

static size_t measure_shortcode(fp_str input)
{
    return measure_tags("{{<write_file\\s+([^>]*)\\s*\\/>}}", input) +
           measure_tags("{{<write_file\\s*([^>]*)>}}(.*?){{<\\/write_file>}}", input);
}

/* -- hermes: the expression of several inference servers ----------------------------------------
 */

static size_t measure_hermes(fp_str input)
{
    expression block = compile("<tool_call>(.*?)</tool_call>", PCRE2_DOTALL, input);
    const PCRE2_SIZE *g;
    size_t sum = 0;

    for (size_t at = 0; at < input.len && (g = search(&block, &at));)
        sum += g[3] - g[2];
    discard(&block);
    return sum;
}

size_t measure_pcre2(const fp_syntax *syntax, fp_str input, size_t chunk)
{
    static const struct {
        const char *id;
        size_t (*measure)(fp_str input);
    } MEASURES[] = {
        { "caret", measure_caret },           { "emoji-bracket", measure_bracket },
        { "emoji-line", measure_line },       { "xml", measure_xml },
        { "toolcall-tag", measure_toolcall }, { "shortcode", measure_shortcode },
        { "hermes", measure_hermes },         { "qwen3-coder", measure_qwen },
    };

    (void)chunk;
    for (size_t i = 0; i < sizeof MEASURES / sizeof *MEASURES; i++)
        if (strcmp(syntax->id, MEASURES[i].id) == 0)
            return MEASURES[i].measure(input);
    return 0; /* no expression of its document reads it */
}
