/* SPDX-License-Identifier: Apache-2.0 */
/* same.c: compares what two parsers of response templates know. CHUNK is proved with it: if a text
 * leaves the same state however its last piece is cut off, then each cutting ends the same way. */
#include "reading.h"

#include <string.h>

static bool same_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && (!a_len || memcmp(a, b, a_len) == 0);
}

static bool same_store(const fp_tpl_store_of_field *a, const fp_tpl_store_of_field *b)
{
    return a->pieces == b->pieces && a->present == b->present && a->given == b->given &&
           same_bytes(a->value.ptr, a->value.len, b->value.ptr, b->value.len) &&
           same_bytes(a->text.ptr, a->text.len, b->text.ptr, b->text.len);
}

/* The region that is open, with its text and the groups of its delimiter. */
static bool same_region(const fp_template_parser *a, const fp_template_parser *b)
{
    return a->field == b->field &&
           (a->field == FP_TPL_NO_FIELD ||
            (same_bytes(a->body.ptr, a->body.len, b->body.ptr, b->body.len) &&
             same_bytes(a->captures.ptr, a->captures.len, b->captures.ptr, b->captures.len)));
}

/* Whether patterns of the beginning are over. */
static bool has_begun(const fp_template_parser *p)
{
    return p->begun || p->at > 0;
}

/* The text that is not decided; where a pattern looks back, all that is before it as well. */
static bool same_text(const fp_template_parser *a, const fp_template_parser *b)
{
    const size_t from_a = a->t->keeps_text ? 0 : a->at, from_b = b->t->keeps_text ? 0 : b->at;

    return same_bytes(a->text.ptr + from_a, a->text.len - from_a, b->text.ptr + from_b,
                      b->text.len - from_b) &&
           a->at - from_a == b->at - from_b && has_begun(a) == has_begun(b) &&
           a->empty_used == b->empty_used && same_bytes(a->tail, a->tail_len, b->tail, b->tail_len);
}

bool fp_tpl_same_state(const fp_template_parser *a, const fp_template_parser *b)
{
    if (a->error.fault || b->error.fault) /* it stays, whatever comes */
        return a->error.fault == b->error.fault;
    for (size_t i = 0; i < a->t->field_count; i++)
        if (!same_store(&a->stores.all[i], &b->stores.all[i]))
            return false;
    return a->finished == b->finished && same_text(a, b) && same_region(a, b);
}
