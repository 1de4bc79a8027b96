/* SPDX-License-Identifier: Apache-2.0 */
/* reading.h: the state of a parser of response templates: what is between two pieces of a text. */
#ifndef FENCEPOST_TEMPLATE_READING_H
#define FENCEPOST_TEMPLATE_READING_H

#include "stores.h"

struct fp_template_parser {
    const fp_template *t;
    fp_template_policies policies;
    fp_template_sink *sink;
    void *context;
    fp_str tools; /* owned */
    fp_str text;  /* valid UTF-8: held, or bytes that are being fed */
    fp_buf held;  /* what is not decided; what was read stays only if a pattern looks back */
    bool lent;    /* the text is the caller's */
    bool begun;   /* something was read that is not in the text any more */
    size_t at;    /* up to here it is decided */
    char tail[4]; /* of a character that has not come whole */
    size_t tail_len;
    bool empty_used; /* at this place an empty delimiter counted (TEMPLATE-3.8) */
    size_t field;    /* whose region is open, or FP_TPL_NO_FIELD */
    fp_buf body;
    fp_json captures; /* "name":"text",… */
    fp_tpl_matcher matcher;
    fp_tpl_stores stores;
    fp_template_error error;
    bool finished;
    bool cut; /* the region that is closed now has not come to its close */
    fp_tpl_haste haste;
    const fp_tpl_delimiter *hastened; /* what haste took first; NULL: nothing */
    const fp_tpl_delimiter *waits;    /* what held text may begin; NULL: nothing */
    fp_template_trace *trace;         /* NULL: nobody is told */
    void *trace_context;
};

/* Takes a piece of the text into held; what waits for the end of a character stays in the tail.
 * False when memory is out. */
bool fp_tpl_take(fp_template_parser *p, const char *bytes, size_t len);

/* The same with what nothing comes after. */
bool fp_tpl_take_last(fp_template_parser *p, const char *bytes, size_t len);

/* Makes a piece the text as it is, where all before it is decided and nothing looks back: until
 * fp_tpl_settle(). False: it is to be taken. */
bool fp_tpl_lend(fp_template_parser *p, const char *bytes, size_t len);

/* Drops what is decided, and keeps what is not of a piece that was lent. False when memory is out.
 */
bool fp_tpl_settle(fp_template_parser *p);

/* Returns whether both, of the same template and options, give the same for whatever comes next.
 * Text that is decided and that no pattern looks back to does not count. */
bool fp_tpl_same_state(const fp_template_parser *a, const fp_template_parser *b);

#endif
