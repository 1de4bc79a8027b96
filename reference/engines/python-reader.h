/* SPDX-License-Identifier: Apache-2.0 */
/* python-reader.h: between the files of the engine `python`: where a parser is. */
#ifndef FENCEPOST_ENGINES_PYTHON_READER_H
#define FENCEPOST_ENGINES_PYTHON_READER_H

#include "engines/python.h"

typedef enum fp_python_place {
    AT_START,  /* at the start of the message, blanks aside; the start state */
    AT_TEXT,   /* outside a list */
    AT_MARK,   /* held: what may be a mark, and what is before it in a list */
    AT_STRAY,  /* in what may be a mark that ends nothing; text already */
    AT_LIST,   /* held: a mark or a bracket; a call comes */
    AT_NAME,   /* held, and so on up to a value: in a name */
    AT_OPENED, /* after its parenthesis */
    AT_KEY,    /* in the key of the first argument */
    AT_EQUALS, /* after it */
    AT_FIRST,  /* after its equals sign */
    AT_VALUE,  /* in a call: a value */
    AT_NEXT,   /* after it, up to a comma or the parenthesis that closes the call */
    AT_ARG,    /* after a comma */
    AT_ARG_KEY,
    AT_ARG_EQUALS,
    AT_LOST,  /* the call cannot be followed any more: up to the mark that ends the list */
    AT_AFTER, /* held: blanks after a call, */
    AT_COMMA, /* a comma among them */
    AT_TAIL   /* held: blanks after the bracket that closes the list */
} fp_python_place;

/* The offset of the byte that step() is looking at. */
static inline uint64_t fp_python_here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

/* Forgets all but what a list needs. No literal is being read. */
void fp_python_enter(fp_python *s, fp_python_place next);

/* The byte is the parenthesis that closes the call: PYTHON-2.3. TAKEN. */
bool fp_python_end_call(fp_python *s, fp_out *out);

/* In a call, at these places. Each takes the byte, or leaves it to another place and returns false.
 */
bool fp_python_take_value(fp_python *s, fp_out *out, unsigned char c);
bool fp_python_take_next(fp_python *s, fp_out *out, unsigned char c);
bool fp_python_take_arg(fp_python *s, fp_out *out, unsigned char c);
bool fp_python_take_arg_key(fp_python *s, fp_out *out, unsigned char c);
bool fp_python_take_arg_equals(fp_python *s, fp_out *out, unsigned char c);

#endif
