/* SPDX-License-Identifier: Apache-2.0 */
/* feature.h: features of calls that not every syntax can carry, or that break parsers: a value that
 * ends in a newline, a name with a hyphen, an array of objects. Each feature comes with calls that
 * have it and little else, and any call can be searched for it.
 *
 * The calls are of the tools of corpus/catalogues/express.json.
 */
#ifndef FENCEPOST_HARNESS_FEATURE_H
#define FENCEPOST_HARNESS_FEATURE_H

#include <fencepost/syntax.h>

typedef enum feature_place {
    FEATURE_NAME,   /* the fragment is the tool's name */
    FEATURE_KEY,    /* the fragment is an argument's key */
    FEATURE_WHOLE,  /* the fragment is a value */
    FEATURE_START,  /* a value begins with it and continues with letters */
    FEATURE_END,    /* a value ends with it */
    FEATURE_INSIDE, /* a value has it between letters */
    FEATURE_SHORT,  /* the fragment is a short argument, which some syntaxes write in a header */
    FEATURE_LEVELS, /* the fragment is the opening brackets of a JSON value */
    FEATURE_CALL    /* the fragment is a whole call, as JSON */
} feature_place;

/* What replaces a feature's own fragments: markers, or what ends a value in a rendering. */
typedef enum feature_markers { NO_MARKERS, OWN_MARKERS, OTHER_MARKERS, OWN_END } feature_markers;

enum { FEATURE_FRAGMENTS = 10 };

typedef struct feature {
    const char *id;    /* "newline-at-end" */
    const char *title; /* "a value that ends with a newline" */
    feature_place place;
    feature_markers markers;
    unsigned repeat;                     /* how often the fragment is repeated; 0: once */
    fp_str fragments[FEATURE_FRAGMENTS]; /* until one with ptr NULL; with markers, the first one
                                          * is put before each of them */
} feature;

extern const feature FEATURES[];
extern const size_t FEATURE_COUNT;

/* Takes one call that has the feature; borrowed for the time of the call. */
typedef void on_feature_call(void *context, const fp_call *call);

/* Hands out each call of the feature and returns how many there are. Some of them depend on the
 * markers of the syntax. */
size_t feature_calls(const feature *f, const fp_syntax *syntax, on_feature_call *take,
                     void *context);

/* Returns whether the feature is about the strings of a call, not about its shape. */
bool feature_can_be_sought(const feature *f);

/* A feature that is looked for in many calls: feature_search_close(). */
typedef struct feature_search {
    const feature *feature;
    fp_str *fragments;
    size_t count, cap;
} feature_search;

void feature_search_open(feature_search *search, const feature *f);
void feature_search_close(feature_search *search);

/* Returns whether the name, a key or a value of the call has the feature; always false for one that
 * cannot be sought. */
bool feature_in(const feature_search *search, const fp_call *call);

#endif
