/* SPDX-License-Identifier: Apache-2.0 */
/* arguments_split.h: reads the members of an object while its text comes in pieces.
 *
 * Engines stream the arguments of a call as pieces of JSON text (PROTOCOL-3.10), but the laws need
 * single arguments. So the runner splits the text, and no adapter has to.
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

/* Takes a byte after the opening quote, and appends the bytes that are now known. True if it is the
 * closing quote. */
bool string_pieces_take(string_pieces *s, char byte, fp_json *to);

typedef enum split_state {
    SPLIT_BEFORE,  /* the object has not begun */
    SPLIT_MEMBERS, /* between members */
    SPLIT_KEY,
    SPLIT_COLON,
    SPLIT_STRING, /* in a value that is a string, */
    SPLIT_OTHER,  /* or another one */
    SPLIT_OVER    /* after the object, or at a fault in it: nothing more is emitted */
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

/* Receives the members: arg_begin with the key; arg_data with a decoded piece of a string; arg_end.
 * A value that is not a string has no data. */
typedef void arguments_sink(void *context, fp_event_type type, fp_str bytes);

/* Takes the next piece of the text. */
void arguments_split_feed(arguments_split *s, fp_str piece, arguments_sink *say, void *context);

void arguments_split_free(arguments_split *s);

#endif
