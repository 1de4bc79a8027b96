/* SPDX-License-Identifier: Apache-2.0 */
/* decode.h: a fuzz input as text, cuts and options.
 *
 * The input is the text. Two bytes that UTF-8 never has say more:
 *
 *     FF       a cut: the next chunk begins here; FF FF is an empty chunk
 *     FE 01    the byte FE         FE 02    the byte FF
 *     FE 03    `markers: token`, and each mark from here on that is a token of the syntax is one;
 *     FE 04    the same, and they are spelt
 *     FE 0E    what came so far is the end of the prompt, and the text begins here
 *     FE 10    the defaults again; FE 11 to FE 2F change one thing each, in addition to
 *              what others changed (the table in decode.c): a policy, the limits, and FE 24 puts
 *              the fuzzers' own catalogue on offer
 *     FE 30    and what follows: puts a catalogue of corpus/catalogues on offer (decode_tools.c)
 *
 *     FE v 8 ;  the limit of values is 8 bytes; so for name, key, call, held, and depth, by their
 *              first letters; a number above 0, of at most 7 digits
 *
 * A prompt is for syntaxes whose models reason; for others it is dropped.
 *
 * FE with anything else after it, or nothing, is itself: every input means something.
 */
#ifndef FENCEPOST_HARNESS_DECODE_H
#define FENCEPOST_HARNESS_DECODE_H

#include "base/token_list.h"
#include "seed/decode_tools.h"

#include <fencepost/parser.h>

typedef struct decoded {
    char *text; /* exactly len bytes on the heap; not NULL */
    size_t len;
    size_t *cuts; /* offsets where a new chunk begins, ascending; one twice is an empty chunk */
    size_t cut_count;
    char *prompt; /* the prefix of the options, where the input has one of its own */
    size_t prompt_len;
    fp_options options;
    const char *catalogue; /* the name of the one that is on offer; static; NULL: none */
    token_list tokens;     /* those of the options */
    bool telling;          /* while it is read: marks from `told` on are tokens */
    size_t told;
} decoded;

/* The tools are borrowed, and used where the input asks for them; NULL: none are ever on offer.
 * Ends the program when memory is out. */
decoded decode(const fp_syntax *syntax, const decode_tools *tools, const unsigned char *data,
               size_t size);
void decoded_free(decoded *d);

/* Memory that is kept for inputs which are decoded one after the other. Zero it to begin,
 * decode_room_free() to end. */
typedef struct decode_room {
    char *text, *prompt;
    size_t *cuts;
    size_t size;
    token_list tokens;
} decode_room;

/* The same, without an allocation where there is room. Text and cuts are borrowed from the room
 * until it is used again. The text ends where its heap block ends, so that reading on is noticed.
 */
decoded decode_in(decode_room *room, const fp_syntax *syntax, const decode_tools *tools,
                  const unsigned char *data, size_t size);
void decode_room_free(decode_room *room);

/* The number of controls, and their op bytes: for those who generate inputs. */
extern const size_t CONTROL_COUNT;
unsigned char control_op(size_t index);

/* What limits are called in an input. */
#define LIMIT_LETTERS "nkvchd"

/* How many bytes are the control that stands here, FE included; 0: none does. */
size_t control_length(const unsigned char *data, size_t size);

enum { MARK_CUT = 0xFF, MARK_CONTROL = 0xFE, OP_FE = 0x01, OP_FF = 0x02 };

/* `types: schema`, and the first of the TOOLS_COUNT catalogues. */
enum { OP_TYPES = 0x25, OP_TOOLS = 0x30 };

#endif
