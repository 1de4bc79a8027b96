/* SPDX-License-Identifier: Apache-2.0 */
/* caret.h: a small streaming parser of ^^^name … ^^^, such as you may have. It knows nothing of
 * Fencepost; adapter.c gives it the interface of fencepost/adapter.h.
 */
#ifndef CARET_H
#define CARET_H

#include <stdbool.h>
#include <stddef.h>

/* What it says; bytes are borrowed. input is a JSON object's text. */
typedef struct caret_listener {
    void *context;
    void (*on_text)(void *context, const char *bytes, size_t len);
    void (*on_call)(void *context, const char *name, const char *input, size_t start, size_t end,
                    bool complete);
} caret_listener;

typedef struct caret caret;

caret *caret_new(const caret_listener *listener);         /* NULL when memory is out */
bool caret_feed(caret *c, const char *bytes, size_t len); /* false: out of memory */
bool caret_end(caret *c);
void caret_free(caret *c);

#endif
