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
    fp_buf text;  /* valid UTF-8; what was read stays only if a pattern looks back */
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

/* Returns whether both, of the same template and options, give the same for whatever comes next.
 * Text that is decided and that no pattern looks back to does not count. */
bool fp_tpl_same_state(const fp_template_parser *a, const fp_template_parser *b);

#endif
