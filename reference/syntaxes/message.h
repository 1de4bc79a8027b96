/* SPDX-License-Identifier: Apache-2.0 */
/* message.h: what the renderers of documents share, and where they are. */
#ifndef FENCEPOST_REFERENCE_MESSAGE_H
#define FENCEPOST_REFERENCE_MESSAGE_H

#include <fencepost/message.h>

/* Each renders a message; *at is the piece that is being written, or was refused. */
typedef bool message_renderer(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at);

message_renderer fp_env_render_message;
message_renderer fp_native_anthropic_message;
message_renderer fp_native_openai_message;

/* Appends all text of a message, with nothing between, as one JSON string; refused under the clause
 * if a piece of it is not UTF-8. */
bool fp_message_text(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at,
                     const char *clause);

#endif
