/* SPDX-License-Identifier: Apache-2.0 */
/* gemma.h: the engine of notations whose arguments are a literal of their own. It is JSON except
 * for two things: keys are bare, and a string is between two marks, without any escapes.
 *
 *     OPEN LEAD NAME { KEY: QUOTE text QUOTE, KEY: 1.5, KEY: [true, { KEY: null }] } CLOSE
 *
 * Such a notation has a table. The parser translates the literal into JSON text, byte by byte, and
 * hands that to the core, which has one reader of a call's JSON object: where a byte is wrong,
 * which keys there are and what is over a limit is decided there. The renderer reads the same
 * table.
 */
#ifndef FENCEPOST_ENGINES_GEMMA_H
#define FENCEPOST_ENGINES_GEMMA_H

#include <fencepost/syntax.h>

/* -- the table ------------------------------------------------------------------------------- */

typedef struct fp_gemma_table {
    /* The marks begin with one byte, which none of them has again; none begins like a whole other
     * one; the first two differ in their second byte. None is longer than OPEN and LEAD. */
    const char *open;
    const char *close;
    const char *quote;
    const char *lead; /* between the mark that opens a call and its name */

    bool (*is_name)(unsigned char c);
    bool (*is_key)(unsigned char c); /* of a bare key; not of what may be beside one */

    struct {
        const char *bad_name;   /* the opening mark, and what follows is not a header */
        const char *bad_json;   /* a byte that the literal cannot have there */
        const char *bad_line;   /* something after it */
        const char *next_call;  /* an opening mark before the call has ended, */
        const char *next_wrong; /* after a literal that is wrong */
        const char *duplicate;  /* an argument that is given again */
        const char *stray;      /* an end mark that ends nothing */
        const char *stopped;    /* a call too many */
        const char *unfinished; /* the input ends in a call, */
        const char *cut_mark;   /* or in a mark or header */
        const char *long_name;
        const char *long_mark;
    } clauses;

    struct { /* what cannot be written: */
        const char *bad_name;
        const char *bad_string; /* a string that has the quote in it */
        const char *duplicate;
        const char *bad_json; /* a value that is not JSON, or has half a surrogate pair */
    } layout;
} fp_gemma_table;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test asks it of each. */
const char *fp_gemma_fault(const fp_gemma_table *table);

/* -- what a row has -------------------------------------------------------------------------- */

/* Zero it to begin. */
typedef struct fp_gemma {
    uint8_t part;   /* where it is */
    uint8_t marks;  /* the marks that the bytes since `start` may become, a bit each */
    uint8_t count;  /* how many bytes of a mark, of LEAD or of a word are read */
    bool broken;    /* the call will not be complete */
    bool deep;      /* since it is too deep: strings are still followed */
    bool in_string; /* of what is too deep */
    size_t name;    /* bytes of the name */
    uint64_t start; /* offset of the mark */
} fp_gemma;

void fp_gemma_step(void *state, fp_out *out, unsigned char byte);
void fp_gemma_finish(void *state, fp_out *out);
unsigned fp_gemma_at_ease(const void *state);
size_t fp_gemma_run(void *state, fp_out *out, const char *bytes, size_t len);

bool fp_gemma_render(fp_rendering *r, const fp_call *call);

#endif
