/* SPDX-License-Identifier: Apache-2.0 */
/* python-call.c: a call of Python's, from its first value to its parenthesis. Clauses:
 * spec/families/python.md. */
#include "engines/python-reader.h"

#include "core/ascii.h"
#include "core/step.h"

#include <stddef.h>
#include <string.h>

/* -- names: PYTHON-2.2, PYTHON-3.2 ------------------------------------------------------------- */

bool fp_python_begins_word(unsigned char c)
{
    return fp_is_letter(c) || c == '_';
}

bool fp_python_in_key(unsigned char c)
{
    return fp_python_begins_word(c) || fp_is_digit(c) || c == '-';
}

bool fp_python_in_name(unsigned char c)
{
    return fp_python_in_key(c) || c == '.';
}

/* -- moves ---------------------------------------------------------------------------------------
 */

void fp_python_enter(fp_python *s, fp_python_place next)
{
    const bool marked = s->marked;

    memset(s, 0, offsetof(fp_python, literal));
    s->state = (uint8_t)next;
    s->marked = next > AT_TEXT && marked;
}

bool fp_python_end_call(fp_python *s, fp_out *out)
{
    fp_out_mark_byte(out, FP_ROLE_MARKER);
    fp_out_call_end(out, fp_out_offset(out));
    fp_python_enter(s, AT_AFTER);
    return TAKEN;
}

/* The call is not complete. What follows belongs to it, up to the mark that ends the list, or the
 * end of input (PYTHON-3.5). AGAIN: so does the byte. */
static bool lose(fp_python *s, fp_out *out, fp_code code, uint64_t offset, const char *clause)
{
    fp_out_call_diagnostic(out, code, offset, clause);
    fp_out_call_spoil(out);
    fp_python_enter(s, AT_LOST);
    memset(&s->literal, 0, sizeof s->literal);
    return AGAIN;
}

static bool lose_literal(fp_python *s, fp_out *out)
{
    const fp_python_table *table = fp_out_table(out);

    return lose(s, out, FP_INVALID_JSON, fp_python_here(out), table->clauses.literal);
}

static bool lose_argument(fp_python *s, fp_out *out, uint64_t offset)
{
    const fp_python_table *table = fp_out_table(out);

    return lose(s, out, FP_BAD_LINE, offset, table->clauses.argument);
}

/* A blank between the parts of a call. TAKEN. */
static bool take_blank(fp_out *out)
{
    fp_out_mark_byte(out, FP_ROLE_BLANK);
    return TAKEN;
}

bool fp_python_take_value(fp_python *s, fp_out *out, unsigned char c)
{
    const bool is_before = fp_is_space(c) && fp_python_literal_is_new(&s->literal);
    const fp_python_byte byte = fp_python_literal_step(&s->literal, out, c);

    if (byte == FP_PYTHON_WRONG)
        return lose_literal(s, out);
    if (byte == FP_PYTHON_TAKEN)
        fp_out_mark_byte(out, is_before ? FP_ROLE_BLANK : FP_ROLE_VALUE);
    else
        fp_python_enter(s, AT_NEXT);
    return byte == FP_PYTHON_TAKEN;
}

static bool close_call(fp_python *s, fp_out *out)
{
    fp_python_give(out, fp_python_here(out), FP_STR("}"));
    return fp_python_end_call(s, out);
}

bool fp_python_take_next(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return take_blank(out);
    if (c == ')')
        return close_call(s, out);
    if (c != ',')
        return lose_literal(s, out);
    fp_out_mark_byte(out, FP_ROLE_MARKER);
    s->state = AT_ARG;
    return TAKEN;
}

/* A byte of a key. TAKEN. */
static bool give_key(fp_out *out, unsigned char c)
{
    const char byte = (char)c;

    fp_python_give(out, fp_python_here(out), (fp_str){ &byte, 1 });
    fp_out_mark_byte(out, FP_ROLE_KEY);
    return TAKEN;
}

bool fp_python_take_arg(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return take_blank(out);
    if (c == ')')
        return close_call(s, out);
    if (!fp_python_begins_word(c))
        return lose_argument(s, out, fp_python_here(out));
    s->key = fp_python_here(out);
    s->state = AT_ARG_KEY;
    fp_python_give(out, s->key, FP_STR(",\""));
    return give_key(out, c);
}

bool fp_python_take_arg_key(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_python_in_key(c))
        return give_key(out, c);
    s->state = AT_ARG_EQUALS;
    fp_python_give(out, fp_python_here(out), FP_STR("\""));
    return AGAIN;
}

bool fp_python_take_arg_equals(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return take_blank(out);
    if (c != '=')
        return lose_argument(s, out, s->key);
    fp_python_give(out, fp_python_here(out), FP_STR(":"));
    fp_out_mark_byte(out, FP_ROLE_MARKER);
    fp_python_enter(s, AT_VALUE);
    return TAKEN;
}
