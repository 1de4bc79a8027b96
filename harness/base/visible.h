/* SPDX-License-Identifier: Apache-2.0 */
/* visible.h: what others wrote, made safe to show. A parser under test may answer with anything:
 * bytes that a terminal acts upon, line ends that begin a line of its own in a report, characters
 * that turn the direction of text, or that cannot be seen. All of them are shown here, and nothing
 * else of ours decides what is visible.
 */
#ifndef FENCEPOST_HARNESS_VISIBLE_H
#define FENCEPOST_HARNESS_VISIBLE_H

#include <fencepost/json.h>

#include <stdbool.h>

/* What a character does to the text around it. The greater, the more. */
typedef enum character_kind {
    CHARACTER_SHAPE,    /* it has a shape, or is the space */
    CHARACTER_NO_SHAPE, /* it has none, or looks like a space */
    CHARACTER_TURNS,    /* it turns the direction of the text after it */
    CHARACTER_CONTROL   /* a terminal acts upon it, or it ends a line */
} character_kind;

character_kind character_kind_of(uint32_t character);

/* The length of the character at the start of bytes, of which there are some; 0 if there is none
 * (RFC 3629). */
size_t character_decode(fp_str bytes, uint32_t *character);

/* The same of a character that has a shape; 0 if it has none. */
size_t visible_length(fp_str bytes);

/* Writes what stands for the first character of bytes, of which there are some: itself where it has
 * a shape; else U+2400 + c for a control character of ASCII, <U+0085> for another, <FF> for a byte
 * outside UTF-8 (both in U+27E8 U+27E9). Returns the character's length. */
size_t visible_put(fp_json *out, fp_str bytes);

/* The text on one line, each character as visible_put() has it. */
void visible_text(fp_json *out, fp_str text);

/* The same, owned: free(). */
char *visible_line(fp_str text);

/* The same of each line of the text; its line ends stay. Owned: free(). */
char *visible_lines(fp_str text);

/* Takes off what was left of a character by a buffer that was too small for it. */
void visible_trim(char *text);

/* As much of the text as fits into so many bytes, without part of a character at its end. */
fp_str visible_beginning(fp_str text, size_t most);

/* The bytes as a string in quotes, with the escapes of JSON for all that has no shape, and \xFF for
 * a byte outside UTF-8: no two are shown alike. Of more than most bytes the beginning, and
 * how many there are. */
void visible_quote(fp_json *out, fp_str bytes, size_t most);

/* The same, owned: free(). */
char *visible_quoted(fp_str bytes, size_t most);

/* A JSON string: what has no shape is escaped, a byte outside UTF-8 is U+FFFD. */
void visible_json(fp_json *out, fp_str text);

/* JSON, in whose strings alone there are characters without a shape: these are escaped. */
void visible_in_json(fp_json *out, fp_str json);

#endif
