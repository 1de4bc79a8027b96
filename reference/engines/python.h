/* SPDX-License-Identifier: Apache-2.0 */
/* python.h: the engine of notations in which a call is a call of Python's, and its arguments are
 * literals. Such a notation has a table: the marks around its calls, what is between two of them,
 * and the clauses that say so. Parser and renderer (python-render.c) read the same table.
 *
 *     MARK [NAME(KEY=LITERAL, KEY=LITERAL), NAME()] MARK
 *     MARK NAME(KEY=LITERAL, KEY=LITERAL) LINE END NAME() MARK
 *
 * Arguments are given out as JSON text: each literal is written again in JSON, byte by byte, as it
 * comes. Nothing is evaluated: what is not a literal is refused.
 */
#ifndef FENCEPOST_ENGINES_PYTHON_H
#define FENCEPOST_ENGINES_PYTHON_H

#include "core/jsonscan.h"

#include <fencepost/syntax.h>

/* -- the table ------------------------------------------------------------------------------- */

enum { FP_PYTHON_OPENS = 2 };

typedef struct fp_python_table {
    /* No mark is how another begins, the first byte of each is in none of them again, and it is not
     * how a list or a call goes on. */
    const char *opens[FP_PYTHON_OPENS]; /* marks before a list; NULL where there are fewer */
    const char *closes;                 /* the mark after it */

    /* Whether a list begins only where the message does, with a mark or without one. Else it has a
     * mark, and may be anywhere. */
    bool first;

    /* Whether each call is on a line of its own. Else they are in brackets, with commas between
     * them. */
    bool lines;

    struct {
        const char *not_a_call; /* a mark that no call follows; NULL: there is no diagnostic */
        const char *argument;   /* an argument without a key */
        const char *literal;    /* a byte that continues no literal */
        const char *duplicate;  /* an argument that is given again */
        const char *stray;      /* a mark that ends nothing; NULL: it is not looked for */
        const char *unfinished; /* the end of input in a call */
    } clauses;

    struct {
        const char *before;    /* how a call is written: what is before it, */
        const char *after;     /* and after it */
        bool json;             /* words and escapes are those of JSON, else Python's */
        const char *bad_name;  /* clauses of refusals: of what cannot be a name, */
        const char *bad_key;   /* or a key, or is there twice, */
        const char *bad_bytes; /* bytes that are not UTF-8, */
        const char *bad_value; /* a value that is not JSON */
    } layout;
} fp_python_table;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test asks it of each. */
const char *fp_python_fault(const fp_python_table *table);

/* -- names ----------------------------------------------------------------------------------- */

/* Whether a byte can be the first of a name or key, and another one of a name, or of a key. */
bool fp_python_begins_word(unsigned char c);
bool fp_python_in_name(unsigned char c);
bool fp_python_in_key(unsigned char c);

/* -- python-literal.c: a literal, byte by byte --------------------------------------------------
 */

typedef enum fp_python_byte {
    FP_PYTHON_TAKEN,
    FP_PYTHON_OVER,  /* the literal has ended before this byte, and is zero again */
    FP_PYTHON_WRONG, /* it continues no literal */
    FP_PYTHON_AGAIN  /* never returned: it is for what follows a part of the literal */
} fp_python_byte;

/* Zero it to begin. */
typedef struct fp_python_literal {
    uint8_t state;
    uint8_t quote;                    /* of the string being read */
    bool triple;                      /* it has three of them, */
    uint8_t quotes;                   /* of which so many may have come */
    bool key;                         /* it is a key */
    uint8_t word;                     /* the word being read, */
    uint8_t matched;                  /* and how many bytes of it are */
    uint8_t digits;                   /* of an escape, that are still to come */
    uint32_t unit;                    /* what they stand for so far */
    uint64_t escape;                  /* offset of its backslash */
    unsigned char last;               /* of a number */
    bool comma;                       /* one has come, and is written when an item follows */
    uint32_t depth;                   /* open brackets */
    uint64_t too_deep;                /* of those that are over the limit `depth`; 0: none is */
    uint8_t kinds[FP_SCAN_DEPTH_MAX]; /* of each open bracket */
} fp_python_literal;

/* Whether a literal can begin with this byte. */
bool fp_python_begins_literal(unsigned char c);

/* Whether nothing of it was read but blanks before it. */
bool fp_python_literal_is_new(const fp_python_literal *l);

/* The next byte: what it stands for is added to the arguments of the open call. */
fp_python_byte fp_python_literal_step(fp_python_literal *l, fp_out *out, unsigned char c);

/* How many of the coming bytes are text of a string that is the same in JSON. */
size_t fp_python_literal_text(const fp_python_literal *l, const char *bytes, size_t len);

/* Adds JSON text to the arguments of the open call. All of it has this offset. */
void fp_python_give(fp_out *out, uint64_t offset, fp_str json);

/* -- python.c: what a row has -------------------------------------------------------------------
 */

/* Zero it to begin. */
typedef struct fp_python {
    uint8_t state;
    uint8_t before;    /* in what may be a mark: the state before it */
    bool marked;       /* a mark precedes the list, */
    bool bracket;      /* and its bracket has come */
    bool fresh;        /* no call has come after it */
    uint8_t count;     /* bytes of a mark so far, */
    uint8_t marks;     /* and which it may be, a bit each */
    uint64_t mark;     /* offsets: of that mark, or of the one before the list, */
    uint64_t name;     /* of the name, */
    uint64_t name_end; /* its end, */
    uint64_t key;      /* the key, */
    uint64_t key_end;  /* and its end; */
    uint64_t equals;   /* of the sign after that */
    fp_python_literal literal;
} fp_python;

void fp_python_step(void *state, fp_out *out, unsigned char byte);
void fp_python_finish(void *state, fp_out *out);

/* What `at_ease` and `run` of its speed are. */
unsigned fp_python_at_ease(const void *state);
size_t fp_python_run(void *state, fp_out *out, const char *bytes, size_t len);

/* -- python-render.c -------------------------------------------------------------------------- */

bool fp_python_render(fp_rendering *r, const fp_call *call);

/* -- python-derive.c -------------------------------------------------------------------------- */

/* Completions, markers, pieces and colours, from the table. */
extern const fp_derive FP_PYTHON_DERIVE;

#endif
