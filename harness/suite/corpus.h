/* SPDX-License-Identifier: Apache-2.0 */
/* corpus.h: the golden cases (spec/schema/case-file.schema.json). */
#ifndef FENCEPOST_HARNESS_CORPUS_H
#define FENCEPOST_HARNESS_CORPUS_H

#include "base/token_list.h"
#include "base/util.h"

#include <fencepost/catalogue.h>
#include <fencepost/parser.h>

typedef enum level { LEVEL_MUST, LEVEL_SHOULD, LEVEL_MAY } level;

/* "must"; static. */
const char *level_name(level l);

/* What a requirement rests on, the weakest first: spec/model.md, "What a clause rests on". */
typedef enum clause_basis {
    BASIS_NONE,     /* none is written, which lint refuses; it weighs like the source */
    BASIS_DECISION, /* the source leaves it open, and the spec chooses */
    BASIS_SAFETY,   /* breaking it does harm; it may be a Decision too */
    BASIS_SOURCE    /* the source says so */
} clause_basis;

/* "source"; "" for BASIS_NONE; static. */
const char *basis_name(clause_basis b);

/* The parts of an outcome that may have clauses of their own. If several parts of the same weight
 * differ, the first one counts. */
typedef enum case_part { PART_CALLS, PART_TEXT, PART_DIAGNOSTICS, PART_COUNT } case_part;

/* "calls"; static. */
const char *part_name(case_part part);

/* A call as a case expects it. */
typedef struct expected_call {
    fp_call call;
    bool judge_id;    /* by our own parser only */
    bool judge_input; /* false: an incomplete call, whose input is not judged */
    bool judge_span;
    bool either; /* complete or not: it was recovered from an unterminated block */
} expected_call;

typedef struct expected_diagnostic {
    fp_code code;
    bool judge_offset;
    uint64_t offset;
    const char *clause; /* NULL: not judged */
} expected_diagnostic;

/* When an event must have come: after `at` bytes, or EMIT_AT_END. */
#define EMIT_AT_END SIZE_MAX
typedef struct expected_emit {
    fp_event_type event;
    size_t nth;   /* of its kind, from 1; 0 where bytes counts */
    size_t bytes; /* text, arg_data: that many bytes of that kind */
    size_t at;
} expected_emit;

typedef struct expectation {
    fp_str text;
    fp_str reasoning; /* empty, unless it is an output: MODEL-5.1 */
    expected_call *calls;
    size_t call_count;
    expected_diagnostic *diagnostics; /* by offset, then code, where all have offsets */
    size_t diagnostic_count;
    expected_emit *emits;
    size_t emit_count;
} expectation;

/* Policies that differ from the defaults. */
typedef struct policy_set {
    bool given[FP_POLICY_COUNT];
    fp_policies policies;
} policy_set;

typedef struct alternative {
    const char *reason;
    policy_set policy;
    expectation expect;
} alternative;

/* A call that the renderer must refuse. */
typedef struct unrenderable {
    expected_call expected; /* only the call counts */
    const char *clause;
    size_t byte; /* SIZE_MAX: not judged */
    size_t arg;  /* whose key or value is in the way; SIZE_MAX: not judged */
} unrenderable;

/* The clauses by which a part of the outcome is judged. */
typedef struct part_clauses {
    const char **ids;   /* those that the case names for it; owned */
    size_t count;       /* 0: it names none */
    const char *first;  /* the one that a difference of the part is reported for */
    level level;        /* how much it weighs: that of its clauses (spec_grade), or of the case */
    clause_basis basis; /* the strongest of its clauses; BASIS_NONE before spec_grade() */
} part_clauses;

typedef struct test_case {
    const char *id; /* strings are borrowed from the corpus */
    const char **aliases;
    size_t alias_count;
    const char *title;
    const char *origin;
    const char *unconfirmed; /* NULL, or why it has not been confirmed yet */
    const char **clauses;    /* all that it cites: those that judge it, then the others */
    size_t clause_count;
    size_t also_count; /* how many of them, the last ones, judge nothing */
    part_clauses parts[PART_COUNT];
    const char **refuses;
    size_t refuse_count;
    level level;             /* that of its strongest part */
    const fp_syntax *syntax; /* NULL: a case of the vault, or of another subject, */
    const char *subject;     /* which this then is: "partial-json"; else NULL */
    const json_t *vault;     /* NULL, or that case: its store, its options, what it expects */
    const json_t *json;      /* as it was read; of a family, with the pieces of the member */
    const char *feature;
    fp_str prefix;       /* what the prompt ended with (MODEL-5.5); empty: nothing is known of it */
    fp_finish finish;    /* how the input ended (MODEL-6.1), */
    fp_str finish_token; /* and by which token (MODEL-6.3) */
    const char *file;    /* "corpus/caret/fence.json"; "" for one that is in no corpus */
    size_t line;         /* of its id there; 0: not looked up (case_place.h) */
    fp_str input;
    token_list tokens;          /* those in the input (MODEL-7.1) */
    const char *catalogue_name; /* NULL: none */
    const fp_catalogue *catalogue;
    const json_t *catalogue_json; /* the array of tools */
    policy_set policy;
    fp_limits limits; /* 0: the default */
    expectation expect;
    alternative *accept;
    size_t accept_count;
    bool canonical; /* the input is the rendering of the expected call */
    unrenderable *unrenderable;
    size_t unrenderable_count;
} test_case;

/* Returns what the case is about: the syntax's id, the subject, or "vault". */
const char *case_subject(const test_case *t);

/* Returns whether the case names clauses for parts of the outcome, instead of one list for all. */
bool case_in_parts(const test_case *t);

/* Returns whether the case has `markers: token`, so that its input is fed with exactly the tokens
 * that it lists. Any other input means the same if each of its marks is a token (MODEL-7.3). */
bool case_tells_tokens(const test_case *t);

/* Gives every part the level of the case, which is valid until spec_grade() is called. */
void case_weigh_alike(test_case *t);

/* Returns whether the syntax is in the list, which NULL ends; a NULL list is every syntax. */
bool is_among(const fp_syntax *const *list, const fp_syntax *syntax);

/* Returns the syntax of all cases with this id, or pattern of ids; NULL: there may be several. */
const fp_syntax *case_syntax(const char *pattern);

typedef struct corpus corpus;

/* Loads corpus/ of the data directory, and the folders of the plugins' syntaxes. Returns an owned
 * corpus (corpus_free), or NULL after reporting all problems. */
corpus *corpus_load(const char *data, problems *p);

/* Returns whether a file of a syntax's folder with this name has cases: all JSON except
 * engines.json, family.json, renderings.json, faults.json and colours.json. */
bool is_case_file(const char *name);

/* Reads corpus/ID/renderings.json of the syntaxes that the corpus holds, once. Part of
 * corpus_load(). */
bool corpus_load_renderings(corpus *c, problems *p);

/* Returns corpus/ID/renderings.json of a syntax (renderings.h); borrowed; NULL if the corpus does
 * not hold the syntax. */
const json_t *corpus_renderings(const corpus *c, const fp_syntax *syntax);

/* Like corpus_load(), but only for the cases of some syntaxes, since reading all takes long. The
 * list, ended by NULL, is borrowed until corpus_free(). NULL: of every syntax. */
corpus *corpus_load_of(const char *data, const fp_syntax *const *only, problems *p);
bool corpus_holds(const corpus *c, const fp_syntax *syntax);

/* Returns whether the syntax has its folder of cases in the data directory, or its plugin's. */
bool corpus_has_cases(const char *data, const fp_syntax *syntax);

void corpus_free(corpus *c); /* NULL is allowed */

size_t corpus_count(const corpus *c);
const test_case *corpus_case(const corpus *c,
                             size_t index); /* by syntax (table order), file, place */

/* Returns the same case, so that spec_grade() can write its levels. */
test_case *corpus_case_to_grade(corpus *c, size_t index);

/* These functions also count the cases of the vault (corpus/vault), which come last and are not for
 * parsers. */
size_t corpus_total(const corpus *c);
const test_case *corpus_any(const corpus *c, size_t index);

/* The ids of removed cases, which are tombstones. */
size_t corpus_removed_count(const corpus *c);
const char *corpus_removed(const corpus *c, size_t index);

/* Returns the case with this id or alias, or NULL. */
const test_case *corpus_find(const corpus *c, const char *id);

/* Returns the options of the case: the syntax's defaults with the case's policy, limits and
 * catalogue. */
fp_options case_options(const test_case *t);

/* Returns only the defaults of the syntax; zeros for a case without a syntax. */
fp_options case_usual(const test_case *t);

/* Reads one case file's JSON, for tools and fuzzers; cases are added to the corpus. */
bool corpus_read_file(corpus *c, const char *file, json_t *json, problems *p);

/* Adds one case from its JSON. The corpus must already keep the JSON and the file's name
 * (corpus_keep()). */
bool corpus_add_case(corpus *c, const json_t *json, const fp_syntax *syntax, const char *feature,
                     const char *file, problems *p);

/* Keeps the JSON, which is taken over, and the path, which is copied and returned. */
const char *corpus_keep(corpus *c, const char *file, json_t *json);

/* Returns the JSON that is kept with this path, for a file that several syntaxes share; borrowed.
 * NULL: none. */
const json_t *corpus_kept(const corpus *c, const char *file);

/* An empty corpus whose catalogues are looked up in the data directory. */
corpus *corpus_new(const char *data);

#endif
