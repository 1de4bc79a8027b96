/* SPDX-License-Identifier: Apache-2.0 */
/* interop.h: how each parser treats each clause, from the reports of their runs.
 *
 * Zero an interop to begin; interop_free() to end. Results are added report by report; after
 * interop_sort() the rows can be read.
 */
#ifndef FENCEPOST_HARNESS_INTEROP_H
#define FENCEPOST_HARNESS_INTEROP_H

#include "result/result.h"

/* How a parser treats a clause, or one input; the greater, the further from it. */
typedef enum interop_state {
    INTEROP_UNTRIED, /* nothing tells: skipped, not in the run, or the worker is at fault */
    INTEROP_OBEYS,
    INTEROP_DIFFERS, /* it reads the notation otherwise: a reading, a declared policy, advice */
    INTEROP_FAILS,
    INTEROP_STATES
} interop_state;

/* "not tried"; static. */
const char *interop_state_name(interop_state s);

/* The answer of a parser, by its number, to one check of a case. */
typedef struct interop_answer {
    size_t parser;
    const test_case *test; /* the corpus's */
    const char *check;     /* static */
    const char *clause;    /* what differs; of what is obeyed, the first; the spec's */
    interop_state state;
    bool declared; /* it differs as its policies declare */
    char *came;    /* what it gave, or what is wrong, as lines; NULL: as expected, or as declared */
} interop_answer;

/* How many inputs show each state of a parser for a clause. */
typedef struct interop_cell {
    size_t count[INTEROP_STATES];
} interop_cell;

/* Returns the gravest state that some input shows. */
interop_state interop_cell_state(const interop_cell *cell);

/* One check of one case: the answers [first, first + count), by parser. */
typedef struct interop_input {
    size_t first, count;
    size_t otherwise; /* how many of them neither obey nor are untried */
    bool agree;       /* two or more were tried, and all give the same unexpected answer */
} interop_input;

/* A clause of a syntax. */
typedef struct interop_row {
    const fp_syntax *syntax;
    const clause *clause; /* of a family: the family's, with its pieces */
    interop_cell *cells;  /* of each parser */
    size_t *inputs;       /* where a parser does otherwise by this clause, most parsers first */
    size_t input_count, input_cap;
    size_t tried, obey;
    bool agree; /* two or more parsers give one answer, which is not the expected one */
} interop_row;

typedef struct interop_parser {
    char *name, *version, *policies; /* owned; "" */
    bool partial;                    /* its run did not come to its end */
} interop_parser;

typedef struct interop {
    interop_parser *parsers;
    size_t parser_count, parser_cap;
    interop_answer *answers;
    size_t answer_count, answer_cap;
    interop_input *inputs;
    size_t input_count, input_cap;
    interop_row *rows; /* by syntax, then as the spec has them; laws after them */
    size_t row_count, row_cap;
    json_t *places; /* of "syntax clause" in the rows */
} interop;

/* Adds a parser and returns its number. Its name is made unique, with "report" if need be. */
size_t interop_parser_add(interop *t, const run_info *info, const char *report);

/* Adds a result of that parser's run. Results of cases that are not in the corpus are left out. */
void interop_add(interop *t, size_t parser, const result *r, const corpus *c);

/* Makes inputs and rows from the results. */
void interop_sort(interop *t, const spec *s);

/* Returns whether the parser has an answer in that syntax. */
bool interop_has(const interop *t, size_t parser, const fp_syntax *syntax);

/* Return whether the row is about a law, and whether it is about a Decision that is not for
 * safety. */
bool interop_is_law(const interop_row *row);
bool interop_is_decision(const interop_row *row);

/* Returns whether two or more parsers were tried, and none obeys. */
bool interop_is_alone(const interop_row *row);

/* Returns whether two answers to one input are the same. */
bool interop_alike(const interop_answer *a, const interop_answer *b);

/* The input, what is expected, and what each parser gives, as visible lines; owned: free(). */
char *interop_input_text(const interop *t, const interop_input *input);

void interop_free(interop *t);

#endif
