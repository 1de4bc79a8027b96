/* SPDX-License-Identifier: Apache-2.0 */
/* pattern.c: the common subset of regular expressions (TEMPLATE-2), run by PCRE2. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* A pattern that is read, and written as PCRE2 has it. */
typedef struct translation {
    fp_str in;
    size_t at;
    fp_buf *out;
    const char *why;  /* NULL: it is in the subset so far */
    bool looks_back;  /* ^, \A, \b, or a lookbehind */
    bool after_count; /* a quantifier was just read */
    bool lazy;        /* and it was lazy */
    bool failed;      /* memory is out */
} translation;

static bool outside(translation *t, const char *why)
{
    t->why = why;
    return false;
}

static void put(translation *t, const char *bytes, size_t len)
{
    t->failed = t->failed || !fp_buf_append(t->out, bytes, len);
}

static void put_text(translation *t, const char *text)
{
    put(t, text, strlen(text));
}

static int peek(const translation *t, size_t ahead)
{
    return t->at + ahead < t->in.len ? (unsigned char)t->in.ptr[t->at + ahead] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_hex(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* \xhh and \uhhhh, at their first digit. */
static bool code_point(translation *t, size_t digits)
{
    for (size_t i = 0; i < digits; i++)
        if (!is_hex(peek(t, i)))
            return outside(t, "an escape without its digits");
    if (digits == 4 && (peek(t, 0) | 0x20) == 'd' && peek(t, 1) > '7')
        return outside(t, "half of a surrogate pair");
    put_text(t, "\\x{");
    put(t, t->in.ptr + t->at, digits);
    put_text(t, "}");
    t->at += digits;
    return true;
}

/* After a backslash. */
static bool escape(translation *t, bool in_set)
{
    const int c = peek(t, 0);

    if (c < 0)
        return outside(t, "a backslash at the end");
    t->at++;
    if (c == 'x' || c == 'u')
        return code_point(t, c == 'x' ? 2 : 4);
    if (c == 'b' && in_set) {
        put_text(t, "\\x08");
        return true;
    }
    if (!in_set && (c == 'A' || c == 'b' || c == 'B'))
        t->looks_back = true;
    if (c == 'Z' && !in_set) {
        put_text(t, "\\z");
        return true;
    }
    if ((is_letter(c) || is_digit(c)) && !strchr(in_set ? "ntrfdDwWsS" : "ntrfdDwWsSAbB", c))
        return outside(t, "an escape that is not of the common subset");
    put(t, t->in.ptr + t->at - 2, 2);
    return true;
}

static bool set_item(translation *t)
{
    const int c = peek(t, 0), next = peek(t, 1);

    t->at++;
    if (c == '\\')
        return escape(t, true);
    if (c == '[' && (next == ':' || next == '.' || next == '='))
        return outside(t, "a set within a set");
    if (c == next && (c == '-' || c == '&' || c == '|' || c == '~'))
        return outside(t, "an operation of sets");
    if (c == '[')
        put_text(t, "\\");
    put(t, t->in.ptr + t->at - 1, 1);
    return true;
}

/* After the opening bracket. */
static bool set(translation *t)
{
    put_text(t, "[");
    if (peek(t, 0) == '^') {
        put_text(t, "^");
        t->at++;
    }
    if (peek(t, 0) == ']') {
        put_text(t, "\\]");
        t->at++;
    }
    while (peek(t, 0) != ']') {
        if (peek(t, 0) < 0)
            return outside(t, "a set without its end");
        if (!set_item(t))
            return false;
    }
    put_text(t, "]");
    t->at++;
    return true;
}

enum { NAME_MOST = 32 };

/* After "(?P<". */
static bool group_name(translation *t)
{
    size_t len = 0;

    while (is_letter(peek(t, len)) || peek(t, len) == '_' || (len && is_digit(peek(t, len))))
        len++;
    if (!len || len > NAME_MOST || peek(t, len) != '>')
        return outside(t, "a group whose name is not a word of at most 32 letters");
    put(t, t->in.ptr + t->at, len);
    t->at += len;
    return true;
}

/* After the opening parenthesis. */
static bool group(translation *t)
{
    static const char *const KINDS[] = { "?:", "?=", "?!", "?<=", "?<!", "?P<" };

    if (peek(t, 0) == '*')
        return outside(t, "a verb");
    put_text(t, "(");
    if (peek(t, 0) != '?')
        return true;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        const size_t len = strlen(KINDS[i]);

        if (t->in.len - t->at < len || memcmp(t->in.ptr + t->at, KINDS[i], len) != 0)
            continue;
        put_text(t, KINDS[i]);
        t->at += len;
        t->looks_back = t->looks_back || i == 3 || i == 4;
        return KINDS[i][1] != 'P' || group_name(t);
    }
    return outside(t, "a group of a kind that is not of the common subset");
}

/* The length of {n}, {n,} or {n,m} at a brace; 0: it is something else. */
static size_t counted(const translation *t)
{
    size_t len = 1;

    while (is_digit(peek(t, len)))
        len++;
    if (len == 1)
        return 0;
    if (peek(t, len) == ',')
        for (len++; is_digit(peek(t, len));)
            len++;
    return peek(t, len) == '}' ? len + 1 : 0;
}

static bool quantifier(translation *t, size_t len)
{
    if (t->after_count && (t->lazy || len > 1 || peek(t, 0) != '?'))
        return outside(t, "a quantifier after a quantifier");
    t->lazy = t->after_count;
    t->after_count = true;
    put(t, t->in.ptr + t->at, len);
    t->at += len;
    return true;
}

/* A brace that counts nothing. Before these bytes it has a meaning in some engine. */
static bool plain_brace(translation *t)
{
    const int next = peek(t, 1);

    if (is_digit(next) || is_letter(next) || next == ',' || next == '<')
        return outside(t, "a brace that should be escaped");
    put_text(t, "\\{");
    t->at++;
    return true;
}

static bool one(translation *t)
{
    const int c = peek(t, 0);
    const size_t len = c == '{' ? counted(t) : c == '*' || c == '+' || c == '?';

    if (len)
        return quantifier(t, len);
    t->after_count = t->lazy = false;
    if (c == '{')
        return plain_brace(t);
    t->at++;
    if (c == '\\')
        return escape(t, false);
    if (c == '[')
        return set(t);
    if (c == '(')
        return group(t);
    if (c == '^')
        t->looks_back = true;
    if (c == '$') /* as two tests, so that a line end that may not be the last is not decided */
        put_text(t, "(?=\\n?\\z)");
    else
        put(t, t->in.ptr + t->at - 1, 1);
    return true;
}

fp_template_fault fp_tpl_translate(fp_str text, fp_buf *to, bool *looks_back, const char **why)
{
    translation t = { .in = text, .out = to };

    while (!t.failed && t.at < text.len)
        if (!one(&t)) {
            *why = t.why;
            return FP_TEMPLATE_OUTSIDE;
        }
    *looks_back = t.looks_back;
    return t.failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
}

/* -- compiling --------------------------------------------------------------------------------- */

/* Of a pattern it is kept that memory was out. */
static void *take(size_t size, void *failed)
{
    void *memory = malloc(size);

    if (!memory && failed)
        *(bool *)failed = true;
    return memory;
}

static void give(void *memory, void *unused)
{
    (void)unused;
    free(memory);
}

static pcre2_general_context *memory_of(bool *failed)
{
    return pcre2_general_context_create(take, give, failed);
}

static pcre2_code *compile(const fp_buf *text, uint32_t options, pcre2_compile_context *how,
                           int *code)
{
    static const uint32_t ALWAYS = PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_NEVER_BACKSLASH_C;
    PCRE2_SIZE offset;

    return pcre2_compile((PCRE2_SPTR)(text->ptr ? text->ptr : ""), text->len, ALWAYS | options,
                         code, &offset, how);
}

/* The bytes that a match may begin with, which PCRE2 knows of a pattern that it may optimise. */
static void learn_first(const pcre2_code *code, fp_tpl_pattern *pattern)
{
    uint32_t type = 0, unit = 0, empty = 0, options = 0;
    const uint8_t *bits = NULL;

    pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODETYPE, &type);
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODEUNIT, &unit);
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTBITMAP, &bits);
    pcre2_pattern_info(code, PCRE2_INFO_MATCHEMPTY, &empty);
    pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &options);
    pattern->empty = empty != 0;
    pattern->at_start = (options & PCRE2_ANCHORED) != 0;
    memset(pattern->first, 0, sizeof pattern->first);
    if (type == 1 && !empty)
        pattern->first[unit >> 3] |= (uint8_t)(1U << (unit & 7));
    else if (bits && !empty)
        memcpy(pattern->first, bits, sizeof pattern->first);
    else
        memset(pattern->first, 0xff, sizeof pattern->first);
}

static fp_template_fault compile_both(fp_tpl_arena *arena, const fp_buf *text,
                                      pcre2_compile_context *how, fp_tpl_pattern *pattern)
{
    int code = 0;
    /* Of what begins with .* PCRE2 would say that it is for the beginning alone. */
    pcre2_code *fast = compile(text, PCRE2_NO_DOTSTAR_ANCHOR, how, &code), *plain = NULL;

    if (fast) {
        learn_first(fast, pattern);
        pcre2_code_free(fast);
        plain = compile(text, PCRE2_NO_START_OPTIMIZE | PCRE2_ANCHORED, how, &code);
    }
    if (!plain)
        return code == PCRE2_ERROR_HEAP_FAILED ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_OUTSIDE;
    pattern->code = plain;
    return fp_tpl_own(arena, plain) ? FP_TEMPLATE_FINE : FP_TEMPLATE_NO_MEMORY;
}

fp_template_fault fp_tpl_compile(fp_tpl_arena *arena, fp_str text, fp_tpl_pattern *pattern,
                                 const char **why)
{
    fp_buf written = { 0 };
    fp_template_fault fault = fp_tpl_translate(text, &written, &pattern->looks_back, why);
    bool *failed = fp_tpl_alloc(arena, 1, sizeof *failed);
    pcre2_general_context *memory = fault || !failed ? NULL : memory_of(failed);
    pcre2_compile_context *how = memory ? pcre2_compile_context_create(memory) : NULL;

    pattern->source = text;
    pattern->failed = failed;
    if (!fault && !how)
        fault = FP_TEMPLATE_NO_MEMORY;
    if (!fault) {
        *why = "it does not compile";
        pcre2_set_newline(how, PCRE2_NEWLINE_LF);
        fault = compile_both(arena, &written, how, pattern);
    }
    pcre2_compile_context_free(how);
    pcre2_general_context_free(memory);
    fp_buf_free(&written);
    return fault;
}

fp_template_fault fp_tpl_compile_counted(fp_tpl_arena *arena, fp_str text, const pcre2_code **code)
{
    static const uint32_t COUNTED = PCRE2_AUTO_CALLOUT | PCRE2_NO_START_OPTIMIZE;
    fp_buf written = { 0 };
    pcre2_code *made = NULL;
    bool looks_back;
    const char *why;
    int wrong = PCRE2_ERROR_HEAP_FAILED;

    if (!fp_tpl_translate(text, &written, &looks_back, &why))
        made = compile(&written, COUNTED, NULL, &wrong);
    fp_buf_free(&written);
    *code = made;
    if (!made && wrong != PCRE2_ERROR_HEAP_FAILED)
        return FP_TEMPLATE_OUTSIDE;
    return made && fp_tpl_own(arena, made) ? FP_TEMPLATE_FINE : FP_TEMPLATE_NO_MEMORY;
}

/* Bytes of a pattern's code: what is larger takes milliseconds to be made quick. */
enum { QUICK_MOST = 8192 };

bool fp_tpl_quicken(fp_tpl_pattern *pattern)
{
    /* PCRE2 keeps what it makes in the code, which is ours. */
    pcre2_code *code = (pcre2_code *)(uintptr_t)pattern->code;
    size_t size = 0;

    if (!code)
        return true;
    pcre2_pattern_info(code, PCRE2_INFO_SIZE, &size);
    pattern->quick = size <= QUICK_MOST && pcre2_jit_compile(code, PCRE2_JIT_PARTIAL_HARD) == 0;
    return !*pattern->failed;
}

/* -- groups ------------------------------------------------------------------------------------ */

unsigned fp_tpl_group(const fp_tpl_pattern *pattern, const char *name)
{
    const int number = pcre2_substring_number_from_name(pattern->code, (PCRE2_SPTR)name);

    return number > 0 ? (unsigned)number : 0;
}

bool fp_tpl_has_groups(const fp_tpl_pattern *pattern)
{
    uint32_t count = 0;

    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMECOUNT, &count);
    return count > 0;
}

void fp_tpl_captures(const fp_tpl_matcher *m, const fp_tpl_pattern *pattern, fp_str text,
                     fp_json *to)
{
    uint32_t count = 0, size = 0;
    PCRE2_SPTR entry = NULL;
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m->data);

    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMETABLE, &entry);
    for (uint32_t i = 0; i < count; i++, entry += size) {
        const unsigned number = (unsigned)entry[0] << 8 | entry[1];
        const PCRE2_SIZE from = at[2 * (size_t)number], end = at[2 * (size_t)number + 1];

        if (from == PCRE2_UNSET)
            continue;
        if (to->len)
            fp_json_raw(to, ",");
        fp_json_string(to, fp_str_of((const char *)entry + 2));
        fp_json_raw(to, ":");
        fp_json_string(to, (fp_str){ text.ptr + from, end - from });
    }
}

/* -- matching ---------------------------------------------------------------------------------- */

bool fp_tpl_matcher_init(fp_tpl_matcher *m, uint32_t pairs)
{
    m->memory = memory_of(NULL);
    if (m->memory)
        m->limits = pcre2_match_context_create(m->memory);
    if (m->limits)
        m->data = pcre2_match_data_create(pairs, m->memory);
    if (!m->data)
        return false;
    pcre2_set_match_limit(m->limits, FP_TPL_STEPS);
    pcre2_set_heap_limit(m->limits, FP_TPL_HEAP);
    return true;
}

void fp_tpl_matcher_free(fp_tpl_matcher *m)
{
    pcre2_match_data_free(m->data);
    pcre2_match_context_free(m->limits);
    pcre2_general_context_free(m->memory);
}

/* Whether the lead decides: FP_TPL_MATCH if not. */
static fp_tpl_found try_lead(const fp_tpl_pattern *pattern, fp_str text, size_t at, bool whole)
{
    const size_t left = text.len - at;

    if (pattern->at_start && at)
        return FP_TPL_NONE;
    for (size_t i = 0; i < pattern->lead_len; i++) {
        if (i == left)
            return whole ? FP_TPL_MATCH : FP_TPL_PENDING;
        if (text.ptr[at + i] != pattern->lead[i])
            return (unsigned char)text.ptr[at + i] < 0x80 ? FP_TPL_NONE : FP_TPL_MATCH;
    }
    return FP_TPL_MATCH;
}

/* Whether machine code says that the search reads past the end. Its steps are counted otherwise,
 * and so nothing else that it says counts. Where this hides that the limit was reached, the place
 * stays pending, and each longer text takes the same steps first: until the end tells. */
static bool waits_quickly(const fp_tpl_matcher *m, const fp_tpl_pattern *pattern, fp_str text,
                          size_t at, uint32_t options)
{
    return m->waited && pattern->quick &&
           pcre2_jit_match(pattern->code, (PCRE2_SPTR)text.ptr, text.len, at,
                           options | PCRE2_PARTIAL_HARD, m->data, m->limits) == PCRE2_ERROR_PARTIAL;
}

fp_tpl_found fp_tpl_try(fp_tpl_matcher *m, const fp_tpl_pattern *pattern, fp_str text, size_t at,
                        bool whole, bool not_empty)
{
    const uint32_t shared = PCRE2_NO_UTF_CHECK | (not_empty ? PCRE2_NOTEMPTY_ATSTART : 0);
    const uint32_t options = shared | PCRE2_NO_JIT | (whole ? 0 : PCRE2_PARTIAL_HARD);
    const fp_tpl_found lead = try_lead(pattern, text, at, whole);
    int got;

    if (lead != FP_TPL_MATCH)
        return lead;
    if (!whole && waits_quickly(m, pattern, text, at, shared))
        return FP_TPL_PENDING;
    got =
        pcre2_match(pattern->code, (PCRE2_SPTR)text.ptr, text.len, at, options, m->data, m->limits);
    if (got >= 0)
        return FP_TPL_MATCH;
    switch (got) {
    case PCRE2_ERROR_NOMATCH:
        return FP_TPL_NONE;
    case PCRE2_ERROR_PARTIAL:
        return FP_TPL_PENDING;
    case PCRE2_ERROR_NOMEMORY:
        return FP_TPL_NO_MEMORY;
    default:
        return FP_TPL_TOO_LONG;
    }
}
