/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/partial_json.h: reads the value of a JSON text before the text is whole
 * (spec/partial-json.md).
 *
 * Bytes are fed as they come, and the value can be asked for at any time. It is given as JSON text:
 * what was read, up to what can be given, with open strings, objects and arrays closed. Numbers,
 * escapes and repeated keys stay as they were written; the caller interprets them.
 */
#ifndef FENCEPOST_PARTIAL_JSON_H
#define FENCEPOST_PARTIAL_JSON_H

#include <fencepost/json.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of objects and arrays: a text with more of them counts as one that is not JSON. */
enum { FP_PARTIAL_DEPTH_MAX = 1024 };

/* PARTIAL-1.2 */
typedef enum fp_partial_answer {
    FP_PARTIAL_NOTHING,
    FP_PARTIAL_VALUE,
    FP_PARTIAL_NOT_JSON
} fp_partial_answer;

/* What is given of unfinished values: PARTIAL-3 and 5.1. Zeros are the defaults. */
typedef struct fp_partial_policies {
    bool withhold_strings; /* open_string: withheld */
    bool give_numbers;     /* open_number: given */
    bool give_literals;    /* open_literal: given */
    bool null_for_keys;    /* open_key: null */
    bool keep;             /* not_json: kept */
} fp_partial_policies;

typedef struct fp_partial fp_partial;

/* An owned reader: fp_partial_free(). NULL when memory is out. */
fp_partial *fp_partial_new(void);
void fp_partial_free(fp_partial *p); /* NULL is allowed */

/* Forgets all that was fed, and keeps the memory. */
void fp_partial_reset(fp_partial *p);

/* Takes the next bytes, in constant time for each. FP_NO_MEMORY: none of them were taken. */
fp_status fp_partial_feed(fp_partial *p, const char *bytes, size_t len);

/* The answer for what was fed so far; the text of a value is appended to out. policies NULL: the
 * defaults. Takes time in proportion to the text. */
fp_partial_answer fp_partial_value(const fp_partial *p, const fp_partial_policies *policies,
                                   fp_json *out);

/* Whether all that was fed is a JSON text whose value is finished, with blanks around it. */
bool fp_partial_finished(const fp_partial *p);

/* Where in the JSON text the bytes end. */
typedef enum fp_partial_place {
    FP_PARTIAL_BEFORE,       /* nothing but blanks came */
    FP_PARTIAL_BETWEEN,      /* tokens, in an object or an array */
    FP_PARTIAL_AFTER_KEY,    /* whose value has not begun */
    FP_PARTIAL_IN_KEY,       /* that is not finished */
    FP_PARTIAL_IN_STRING,    /* another string that is not finished */
    FP_PARTIAL_IN_CHARACTER, /* an escape, a pair of surrogates, or a UTF-8 sequence in it */
    FP_PARTIAL_IN_NUMBER,
    FP_PARTIAL_IN_LITERAL,
    FP_PARTIAL_AFTER, /* the value */
    FP_PARTIAL_PLACES
} fp_partial_place;

/* Where the bytes end; if they are not JSON, where they end before the wrong byte. */
fp_partial_place fp_partial_where(const fp_partial *p);

/* How many objects and arrays are open. */
size_t fp_partial_depth(const fp_partial *p);

/* Whether what was fed cannot become a JSON text, whatever follows; *wrong is the offset of the
 * first byte that makes it so. */
bool fp_partial_wrong(const fp_partial *p, size_t *wrong);

#ifdef __cplusplus
}
#endif

#endif
