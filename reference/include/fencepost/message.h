/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/message.h: writes a message of text and calls as one document, for the syntaxes whose
 * messages are documents. In all others a message is text with blocks in it (fencepost/render.h).
 */
#ifndef FENCEPOST_MESSAGE_H
#define FENCEPOST_MESSAGE_H

#include <fencepost/render.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of a message: text, or a call. */
typedef struct fp_piece {
    fp_str text;
    const fp_call *call; /* NULL: it is text */
} fp_piece;

/* A message, its pieces in order. */
typedef struct fp_message {
    const fp_piece *pieces;
    size_t count;
} fp_message;

/* Whether messages of the syntax are documents. */
bool fp_message_is_document(const fp_syntax *syntax);

/* Whether such a document has one place for all text: text before a call and text after it are then
 * joined. */
bool fp_message_joins_text(const fp_syntax *syntax);

/* Appends a message as one document. A call without an id gets one where the syntax carries ids:
 * `call_` and its number (fencepost/ids.h). True; or false with *refusal filled, and in *piece the
 * number of the piece refused, from 0 (for text, refusal->byte is in that text), or with
 * text->failed set when memory is out. What was appended is then of no use. Under policies or
 * limits other than the defaults, only a parser can tell the caller what will be read. */
bool fp_render_message(const fp_syntax *syntax, const fp_options *options,
                       const fp_message *message, fp_json *text, fp_refusal *refusal,
                       size_t *piece);

#ifdef __cplusplus
}
#endif

#endif
