/* SPDX-License-Identifier: Apache-2.0 */
/* visible.h: makes texts of others safe to show. A parser under test may answer with anything:
 * bytes that a terminal acts upon, line ends that fake a line of a report, characters that turn the
 * direction of text, or invisible ones. Only the functions here decide what is visible.
 */
#ifndef FENCEPOST_HARNESS_VISIBLE_H
#define FENCEPOST_HARNESS_VISIBLE_H

#include <fencepost/json.h>

#include <stdbool.h>

/* What a character does to the text around it; the greater, the worse. */
typedef enum character_kind {
    CHARACTER_SHAPE,    /* it has a shape, or is the space */
    CHARACTER_NO_SHAPE, /* it has none, or looks like a space */
    CHARACTER_TURNS,    /* it turns the direction of the text after it */
    CHARACTER_CONTROL   /* a terminal acts upon it, or it ends a line */
} character_kind;

character_kind character_kind_of(uint32_t character);

/* Returns the length of the character at the start of bytes, which are not empty; 0 if they do not
 * begin with one (RFC 3629). */
size_t character_decode(fp_str bytes, uint32_t *character);

/* The same for a character that has a shape; 0 if it has none. */
size_t visible_length(fp_str bytes);

/* Writes the visible form of the first character of bytes, which are not empty: itself if it has a
 * shape; else U+2400 + c for a control character of ASCII, <U+0085> for another, <FF> for a byte
 * outside UTF-8 (both in U+27E8 U+27E9). Returns the character's length. */
size_t visible_put(fp_json *out, fp_str bytes);

/* Writes the text on one line, each character with visible_put(). */
void visible_text(fp_json *out, fp_str text);

/* The same, owned: free(). */
char *visible_line(fp_str text);

/* The same for each line of the text; its line ends stay. Owned: free(). */
char *visible_lines(fp_str text);

/* Removes an incomplete character at the end, left by a buffer that was too small. */
void visible_trim(char *text);

/* Returns as much of the text as fits into `most` bytes, without an incomplete character at its
 * end. */
fp_str visible_beginning(fp_str text, size_t most);

/* Writes the bytes as a string in quotes, with the escapes of JSON for all that has no shape, and
 * \xFF for a byte outside UTF-8: different bytes always look different. If there are more than
 * `most` bytes, only the beginning and their number. */
void visible_quote(fp_json *out, fp_str bytes, size_t most);

/* The same, owned: free(). */
char *visible_quoted(fp_str bytes, size_t most);

/* Writes a JSON string: characters without a shape are escaped, a byte outside UTF-8 is U+FFFD. */
void visible_json(fp_json *out, fp_str text);

/* Writes JSON that has characters without a shape only in its strings, and escapes them. */
void visible_in_json(fp_json *out, fp_str json);

#endif
