/* SPDX-License-Identifier: Apache-2.0 */
/* check.h: the parts of the checker of templates: texts that are made up, and what they show. */
#ifndef FENCEPOST_TEMPLATE_CHECK_PARTS_H
#define FENCEPOST_TEMPLATE_CHECK_PARTS_H

#include "parts.h"

#include <fencepost/template_check.h>

/* -- samples of patterns ----------------------------------------------------------------------- */

/* The numbers that choices are made by, which are the same for the same seed; not 0. And a named
 * group that has this text; NULL: none. */
typedef struct fp_tpl_sampling {
    uint64_t seed;
    const char *group;
    fp_str text;
    bool no_memory; /* set, when memory is out */
} fp_tpl_sampling;

/* A number below count, which is not 0. */
uint32_t fp_tpl_pick(uint64_t *seed, size_t count);

/* Appends a text that a compiled pattern may match. False: it became too long, or memory is out. */
bool fp_tpl_sample(fp_str pattern, fp_tpl_sampling *how, fp_buf *out);

/* -- a check ----------------------------------------------------------------------------------- */

/* Work that one check may do: bytes that are read and parsers that are made, about. */
enum { FP_TPL_CHECK_WORK = 20000000 };

enum { FP_TPL_FIELDS_TRIED = 48, FP_TPL_SAMPLES = 16, FP_TPL_SAMPLE_LEN = 96 };

/* Texts that a delimiter matches, at their start. */
typedef struct fp_tpl_samples {
    fp_str all[FP_TPL_SAMPLES];
    size_t count;
} fp_tpl_samples;

typedef struct fp_tpl_check {
    const fp_template *t;
    fp_str file; /* the JSON that was given */
    fp_tpl_arena arena;
    fp_tpl_matcher matcher;
    uint64_t seed;
    size_t fields;                             /* that are tried: the first ones */
    fp_tpl_samples opens[FP_TPL_FIELDS_TRIED]; /* of each field; */
    fp_tpl_samples closes[FP_TPL_FIELDS_TRIED];
    fp_tpl_samples anchors;
    uint64_t budget; /* of what may still be spent */
    fp_template_tried *tried;
    fp_template_found *found;
    void *context;
    bool failed; /* memory is out */
} fp_tpl_check;

/* Whether work of that size may still be done. */
bool fp_tpl_spend(fp_tpl_check *c, size_t work);

/* The same, with c->failed when memory is out. */
bool fp_tpl_sampled(fp_tpl_check *c, fp_str pattern, fp_tpl_sampling *how, fp_buf *out);

/* Owned by the check; an empty text with c->failed when memory is out. */
fp_str fp_tpl_keep(fp_tpl_check *c, fp_str text);

/* Makes the samples of all delimiters. */
void fp_tpl_make_samples(fp_tpl_check *c);

/* A match at the start of a text that is whole; its length. */
bool fp_tpl_matches(fp_tpl_check *c, const fp_tpl_pattern *pattern, fp_str text, size_t *len);

/* Content that the field's parser takes, with the word in a string of it. The word may be anything.
 */
void fp_tpl_payload(fp_tpl_check *c, const fp_tpl_field *f, fp_str word, fp_json *out);

/* An opener, content with the word, and a close, of which the field has samples or needs none. */
void fp_tpl_region(fp_tpl_check *c, size_t field, fp_str word, fp_json *out);

/* A text by numbers: regions of the field, and pieces of all delimiters. */
void fp_tpl_text(fp_tpl_check *c, size_t field, fp_json *out);

/* -- reading a text ---------------------------------------------------------------------------- */

static const size_t FP_TPL_UNCUT = SIZE_MAX;

/* Free the message: fp_json_free(). */
typedef struct fp_tpl_reading {
    fp_str prefix, text;
    size_t cut; /* or FP_TPL_UNCUT */
    fp_tpl_haste haste;
    bool strict;     /* what is malformed is an error; else text */
    bool open_ended; /* the text has not ended */
    fp_str field;    /* of which regions are counted, */
    fp_str word;     /* and those with this word in a string */
    size_t regions;
    size_t with_word;
    bool no_memory;
    size_t held; /* bytes that are not decided, before the end */
    fp_template_fault fault;
    fp_json message;
    const fp_tpl_delimiter *hastened;
} fp_tpl_reading;

/* Reads it; c->failed when memory is out. */
void fp_tpl_read(fp_tpl_check *c, fp_tpl_reading *r);

/* -- what is found ----------------------------------------------------------------------------- */

/* Tells of a delimiter. */
void fp_tpl_tell(fp_tpl_check *c, const fp_tpl_delimiter *d, const fp_template_finding *finding);

/* Tells of a key of a field: fields.NAME.KEY; NULL: of the field. */
void fp_tpl_tell_key(fp_tpl_check *c, const fp_tpl_field *f, const char *key,
                     const fp_template_finding *finding);

/* Each reports what it finds. */
void fp_tpl_check_cuts(fp_tpl_check *c);   /* TEMPLATE-LINT-1.1 to 1.3 */
void fp_tpl_check_bound(fp_tpl_check *c);  /* 1.4, 1.6 */
void fp_tpl_check_cost(fp_tpl_check *c);   /* 1.5 */
void fp_tpl_check_names(fp_tpl_check *c);  /* 2.1 */
void fp_tpl_check_fields(fp_tpl_check *c); /* 2.2 to 2.4 */

#endif
