/* SPDX-License-Identifier: Apache-2.0 */
/* parts.h: what a template is once it is loaded, and what its parts do. */
#ifndef FENCEPOST_TEMPLATE_PARTS_H
#define FENCEPOST_TEMPLATE_PARTS_H

#define PCRE2_CODE_UNIT_WIDTH 8

#include "core/buf.h"

#include <fencepost/jsontext.h>
#include <fencepost/template.h>

#include <pcre2.h>

/* Levels of JSON that are read, of templates and of content (TEMPLATE-5.5). */
enum { FP_TPL_DEPTH_MAX = 512 };

/* -- memory of a template: all of it is freed at once ------------------------------------------ */

typedef struct fp_tpl_piece fp_tpl_piece;

typedef struct fp_tpl_arena {
    fp_tpl_piece *last;
} fp_tpl_arena;

/* Zeroed memory; NULL when there is none. */
void *fp_tpl_alloc(fp_tpl_arena *arena, size_t count, size_t size);

/* Hands a compiled pattern over; it is freed here when memory is out, and then false. */
bool fp_tpl_own(fp_tpl_arena *arena, pcre2_code *code);
void fp_tpl_arena_free(fp_tpl_arena *arena);

/* -- patterns ---------------------------------------------------------------------------------- */

/* Steps that one attempt may take at one place (TEMPLATE-2.5), and kibibytes. */
enum { FP_TPL_STEPS = 1000000, FP_TPL_HEAP = 65536 };

/* Bytes of a lead, at most; and fields of a template whose patterns have leads. */
enum { FP_TPL_LEAD_MOST = 24, FP_TPL_LEADS_MOST = 64 };

typedef struct fp_tpl_pattern {
    const pcre2_code *code; /* that matches at the place where it is tried alone */
    fp_str source;          /* as the template has it */
    uint8_t first[32];      /* a bit for each byte that a match may begin with */
    bool *failed;           /* memory was out for its code */
    bool quick;             /* its code is machine code as well, which tells what is pending */
    bool empty;             /* a match may have no bytes */
    bool looks_back;        /* what is before the place counts */
    bool at_start;          /* it matches at the very beginning of the text alone */
    uint8_t lead_len;
    char lead[FP_TPL_LEAD_MOST]; /* what a match begins with, or with characters outside ASCII */
} fp_tpl_pattern;

static inline bool fp_tpl_bit(const uint8_t bits[32], unsigned char c)
{
    return bits[c >> 3] >> (c & 7) & 1;
}

/* Compiles a pattern of the common subset. FP_TEMPLATE_OUTSIDE, and *why is static text. */
fp_template_fault fp_tpl_compile(fp_tpl_arena *arena, fp_str text, fp_tpl_pattern *pattern,
                                 const char **why);

/* Compiles one that was compiled before, so that each of its steps calls out (pcre2_set_callout()).
 * FP_TEMPLATE_OUTSIDE: it is too large for that. */
fp_template_fault fp_tpl_compile_counted(fp_tpl_arena *arena, fp_str text, const pcre2_code **code);

/* Makes machine code of a pattern, if it is there and PCRE2 can, which a system may forbid: then
 * what is pending is found sooner, and nothing else changes. False when memory is out. */
bool fp_tpl_quicken(fp_tpl_pattern *pattern);

/* Writes a pattern of the common subset as PCRE2 has it. */
fp_template_fault fp_tpl_translate(fp_str text, fp_buf *to, bool *looks_back, const char **why);

/* Finds the lead of a pattern that is compiled. False when memory is out. */
bool fp_tpl_learn_lead(fp_tpl_pattern *pattern);

/* The number of a named group; 0: there is none. */
unsigned fp_tpl_group(const fp_tpl_pattern *pattern, const char *name);
bool fp_tpl_has_groups(const fp_tpl_pattern *pattern);

/* What a matcher needs to run patterns: of one parser. Zero it to begin. */
typedef struct fp_tpl_matcher {
    pcre2_general_context *memory;
    pcre2_match_context *limits;
    pcre2_match_data *data;
    bool waited; /* what is tried was pending before: it may well be so again */
} fp_tpl_matcher;

bool fp_tpl_matcher_init(fp_tpl_matcher *m, uint32_t pairs);
void fp_tpl_matcher_free(fp_tpl_matcher *m);

typedef enum fp_tpl_found {
    FP_TPL_NONE,
    FP_TPL_MATCH,
    FP_TPL_PENDING, /* it reads past the end of what is there */
    FP_TPL_TOO_LONG,
    FP_TPL_NO_MEMORY
} fp_tpl_found;

/* One attempt at one place; groups are then in m->data. whole: nothing comes after the text.
 * not_empty: a match without bytes does not count. */
fp_tpl_found fp_tpl_try(fp_tpl_matcher *m, const fp_tpl_pattern *pattern, fp_str text, size_t at,
                        bool whole, bool not_empty);

/* Adds the named groups of the last match to an object without its brackets: "name":"text",… */
void fp_tpl_captures(const fp_tpl_matcher *m, const fp_tpl_pattern *pattern, fp_str text,
                     fp_json *to);

/* -- a template -------------------------------------------------------------------------------- */

typedef enum fp_tpl_kind {
    FP_TPL_TEXT,
    FP_TPL_INT,
    FP_TPL_FLOAT,
    FP_TPL_BOOL,
    FP_TPL_JSON,
    FP_TPL_XML_INLINE,
    FP_TPL_KV_LINES,
    FP_TPL_KINDS
} fp_tpl_kind;

enum { FP_TPL_QUOTES_MOST = 16 };

typedef struct fp_tpl_quote {
    fp_str open, close;
} fp_tpl_quote;

/* A content parser with its arguments. */
typedef struct fp_tpl_content {
    fp_tpl_kind kind;
    bool keep_blanks; /* strip: false */
    bool unquoted_keys, allow_non_json, merge;
    const fp_tpl_quote *quotes; /* string_delims */
    size_t quote_count;
    fp_tpl_pattern tag;
    fp_str line_sep, kv_sep;
    const struct fp_tpl_content *value; /* value_parser; NULL: the text as it is */
} fp_tpl_content;

/* Literals, or a pattern. */
typedef struct fp_tpl_delimiter {
    const fp_str *literals; /* of which none comes twice */
    size_t literal_count;
    fp_tpl_pattern pattern; /* no code: there are literals, or it is not there */
    size_t field;
    bool close;
} fp_tpl_delimiter;

static inline bool fp_tpl_is_there(const fp_tpl_delimiter *d)
{
    return d->literal_count > 0 || d->pattern.code;
}

typedef struct fp_tpl_field {
    fp_str name;
    fp_tpl_delimiter open, close;
    fp_tpl_content content;
    bool repeats, joins, required, each;
    fp_str join;
    fp_str transform; /* JSON; empty: none */
    fp_str preset;    /* what defaults have for it; empty: nothing */
} fp_tpl_field;

/* A literal of a delimiter, by its first byte. */
typedef struct fp_tpl_literal {
    fp_str text;
    const fp_tpl_delimiter *of;
} fp_tpl_literal;

/* Delimiters that are looked for together. */
typedef struct fp_tpl_watch {
    uint8_t first[32]; /* bytes that one of them may begin with, */
    uint8_t later[32]; /* and that after the beginning of the text */
    int only;          /* if they all begin with one byte there, that; else -1 */
    bool empty;        /* one of them may match at the end */
    fp_tpl_literal *literals;
    size_t literal_count;
    uint32_t bucket[257]; /* where the literals with a first byte begin */
    const fp_tpl_delimiter **patterns;
    size_t pattern_count;
} fp_tpl_watch;

static const size_t FP_TPL_NO_FIELD = SIZE_MAX;

struct fp_template {
    fp_tpl_arena arena;
    fp_str defaults; /* a JSON object; empty: none */
    fp_tpl_delimiter anchor;
    fp_tpl_field *fields;
    size_t field_count;
    size_t implicit; /* or FP_TPL_NO_FIELD */
    fp_tpl_watch outside, anchors;
    fp_tpl_watch *closes; /* of each field */
    bool looks_back;      /* a pattern does, */
    bool keeps_text;      /* and that after the beginning of the text too */
    uint32_t pairs;       /* of offsets, for groups, at most */
};

/* Collects delimiters that are there; false when memory is out. */
bool fp_tpl_watch_make(fp_tpl_arena *arena, fp_tpl_watch *w, const fp_tpl_delimiter *const *all,
                       size_t count);

/* Reads content and content_args; *why is static. */
fp_template_fault fp_tpl_read_content(fp_tpl_arena *arena, fp_str kind, fp_str arguments,
                                      fp_tpl_content *content, const char **why);

/* Whether there is a template in a file at all; it need not be right. False with the reason. */
bool fp_tpl_has_template(fp_str json, fp_template_error *error);

/* A string of JSON, decoded; NULL in ptr when memory is out. */
fp_str fp_tpl_string(fp_tpl_arena *arena, fp_str json);

/* The value of the last member with this key; empty if there is none. */
fp_str fp_tpl_member(fp_str object, fp_str key);

/* Whether a text has a placeholder, and whether it is one; then *path is what is in the braces. */
typedef enum fp_tpl_holder { FP_TPL_PLAIN, FP_TPL_HOLDER, FP_TPL_MIXED } fp_tpl_holder;
fp_tpl_holder fp_tpl_holder_of(fp_str text, fp_str *path);

/* The next string that is a value in a JSON text: [*at, *end); false after the last one. Zero at,
 * end and scan to begin. */
typedef struct fp_tpl_strings {
    size_t at, end;
} fp_tpl_strings;
bool fp_tpl_next_string(fp_str json, fp_tpl_strings *s);

/* -- values ------------------------------------------------------------------------------------ */

/* What becomes of content: FP_TEMPLATE_FINE, _MALFORMED with a static reason, _LIMIT, _NO_MEMORY.
 */
typedef struct fp_tpl_making {
    fp_tpl_matcher *matcher;
    const char *why;
} fp_tpl_making;

fp_template_fault fp_tpl_parse(fp_tpl_making *m, const fp_tpl_content *content, fp_str text,
                               fp_json *out);

/* JSON with unquoted keys and quotes of other kinds, as JSON (TEMPLATE-5.6, 5.7). */
void fp_tpl_dialect(const fp_tpl_content *content, fp_str text, fp_json *out);

/* A JSON text without the blanks between its tokens. */
void fp_tpl_compact(fp_str json, fp_json *out);

/* The same, and without the members whose key comes again in their object. */
void fp_tpl_unique(fp_str json, fp_json *out);

/* Numbers as int and float have them; false: it is something else. */
bool fp_tpl_integer(fp_str text, fp_json *out);
bool fp_tpl_decimal(fp_str text, fp_json *out);

/* Without white space at its ends (TEMPLATE-5.13). */
fp_str fp_tpl_strip(fp_str text);

/* The shape of a field filled; captures: "name":"text",… */
fp_template_fault fp_tpl_transform(fp_tpl_making *m, const fp_tpl_field *field, fp_str content,
                                   fp_str captures, fp_json *out);

/* A value with the arguments cast (TEMPLATE-7), or as it is. False when memory is out. */
bool fp_tpl_cast(fp_str value, fp_str tools, bool string_last, fp_json *out);

/* -- haste: how other executors read, for the checker of templates (TEMPLATE-LINT-1.1 to 1.3) ---
 */

typedef enum fp_tpl_haste {
    FP_TPL_PATIENT,
    FP_TPL_BEFORE_EDGE, /* a match that ends before the end of what is there is final */
    FP_TPL_AT_EDGE,     /* each match is */
    FP_TPL_FORGETS,     /* what is decided is dropped at once, though a pattern looks back */
    FP_TPL_HASTES
} fp_tpl_haste;

static inline bool fp_tpl_takes_early(fp_tpl_haste haste)
{
    return haste == FP_TPL_BEFORE_EDGE || haste == FP_TPL_AT_EDGE;
}

/* Of a parser that has read no text yet. */
void fp_tpl_hasten(fp_template_parser *p, fp_tpl_haste haste);

/* Steps that one attempt may take, in place of FP_TPL_STEPS. */
void fp_tpl_let_steps(fp_template_parser *p, uint32_t steps);

/* The delimiter that haste took first; NULL: none. */
const fp_tpl_delimiter *fp_tpl_hastened(const fp_template_parser *p);

/* How many bytes are not decided. */
size_t fp_tpl_held(const fp_template_parser *p);

#endif
