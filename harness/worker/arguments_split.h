/* SPDX-License-Identifier: Apache-2.0 */
/* arguments_split.h: the members of an object, read while its text comes in pieces.
 *
 * Engines stream the arguments of a call as pieces of JSON text (PROTOCOL-3.10). The laws look at
 * arguments one by one. So the runner takes the text apart, and no adapter has to.
 */
#ifndef FENCEPOST_HARNESS_ARGUMENTS_SPLIT_H
#define FENCEPOST_HARNESS_ARGUMENTS_SPLIT_H

#include <fencepost/json.h>
#include <fencepost/types.h>

/* The text of a JSON string, in pieces. Zero it to begin; each string begins with a new one. */
typedef struct string_pieces {
    char escape[12]; /* one that is not complete, or half of a surrogate pair */
    size_t len;
} string_pieces;

/* Takes a byte after the opening quote, and appends what it decides. True if it is the closing
 * quote. */
bool string_pieces_take(string_pieces *s, char byte, fp_json *to);

typedef enum split_state {
    SPLIT_BEFORE,  /* the object has not begun */
    SPLIT_MEMBERS, /* between members */
    SPLIT_KEY,
    SPLIT_COLON,
    SPLIT_STRING, /* in a value that is a string, */
    SPLIT_OTHER,  /* or another one */
    SPLIT_OVER    /* after the object, or where the text is not one: nothing more is said */
} split_state;

/* Zero it to begin; arguments_split_free(). */
typedef struct arguments_split {
    split_state state;
    string_pieces string;
    fp_json text;   /* of the key, or of a piece of a string */
    size_t depth;   /* of another value: how many arrays and objects are open, */
    bool in_string; /* and whether a string in it is, */
    bool escaped;   /* of which the last byte is a backslash */
} arguments_split;

/* Where the members are said: arg_begin with the key; arg_data with what a piece of a string stands
 * for; arg_end. Of a value that is not a string there is no data. */
typedef void arguments_sink(void *context, fp_event_type type, fp_str bytes);

/* Takes the next piece of the text. */
void arguments_split_feed(arguments_split *s, fp_str piece, arguments_sink *say, void *context);

void arguments_split_free(arguments_split *s);

#endif
