/* SPDX-License-Identifier: Apache-2.0 */
/* stores.h: what the regions of a text have given the fields of a message (TEMPLATE-4). */
#ifndef FENCEPOST_TEMPLATE_STORES_H
#define FENCEPOST_TEMPLATE_STORES_H

#include "parts.h"

typedef struct fp_tpl_store_of_field {
    fp_json value; /* JSON; of repeats without brackets, of join without quotes and decoded */
    fp_buf text;   /* of the implicit field, all text (TEMPLATE-4.2) */
    bool pieces;   /* it is the value, once they are all there */
    bool present, given;
} fp_tpl_store_of_field;

typedef struct fp_tpl_stores {
    const fp_template *t;
    fp_tpl_store_of_field *all; /* of each field */
} fp_tpl_stores;

bool fp_tpl_stores_init(fp_tpl_stores *s, const fp_template *t);
void fp_tpl_stores_free(fp_tpl_stores *s);

/* A region's value, and its text. joined: leftover text is put together. False when memory is out.
 */
bool fp_tpl_store(fp_tpl_stores *s, size_t field, fp_str value, fp_str text, bool joined);

/* After the last region. False when memory is out. */
bool fp_tpl_stores_end(fp_tpl_stores *s);

/* A required field that nothing gave; FP_TPL_NO_FIELD: there is none. */
size_t fp_tpl_missing(const fp_tpl_stores *s);

/* The message, a JSON object. */
void fp_tpl_write_message(const fp_tpl_stores *s, fp_json *out);

#endif
