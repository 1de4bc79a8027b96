/* SPDX-License-Identifier: Apache-2.0 */
/* decode.h: a fuzz input as text, cuts and options.
 *
 * The input is the text. Two bytes that UTF-8 never has say more:
 *
 *     FF       a cut: the next chunk begins here; FF FF is an empty chunk
 *     FE 01    the byte FE         FE 02    the byte FF
 *     FE 10    the defaults again; FE 11 to FE 24 change one thing each, in addition to
 *              what others changed (the table in decode.c)
 *
 * FE with anything else behind it, or nothing, stands for itself: every input means something.
 */
#ifndef FENCEPOST_HARNESS_DECODE_H
#define FENCEPOST_HARNESS_DECODE_H

#include <fencepost/parser.h>

typedef struct decoded {
    char *text; /* exactly len bytes on the heap; not NULL */
    size_t len;
    size_t *cuts; /* offsets where a new chunk begins, ascending; one twice is an empty chunk */
    size_t cut_count;
    fp_options options;
} decoded;

/* The catalogue is borrowed, and used where the input asks for it. Ends the program when memory is
 * out. */
decoded decode(const fp_syntax *syntax, const fp_catalogue *catalogue, const unsigned char *data,
               size_t size);
void decoded_free(decoded *d);

/* The catalogue that OP 24 asks for, as JSON text: corpus/catalogues/fuzz-targets.json. */
extern const char decode_tools[];
extern const size_t decode_tools_size; /* with its NUL */

/* The number of controls, and their op bytes: for those who generate inputs. */
extern const size_t CONTROL_COUNT;
unsigned char control_op(size_t index);

enum { MARK_CUT = 0xFF, MARK_CONTROL = 0xFE, OP_FE = 0x01, OP_FF = 0x02 };

#endif
