/* SPDX-License-Identifier: Apache-2.0 */
/* caret.c: line by line. A line is kept until it is complete, so that it does not matter how it was
 * cut. Left out: arrays (`key: [`), NULs, and all diagnostics.
 */
#include "caret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that grow, with a NUL after them. */
typedef struct bytes {
    char *ptr;
    size_t len, cap;
} bytes;

struct caret {
    caret_listener listener;
    bytes line;    /* the line so far */
    size_t offset; /* where it begins in the input */
    bool in_block;
    bytes name, input; /* of the open call */
    size_t start;
    bytes key; /* of the open multi-line value; empty: none is open */
    bytes value;
    bool failed; /* memory is out */
};

/* -- bytes ----------------------------------------------------------------------------------- */

static void add(caret *c, bytes *b, const char *ptr, size_t len)
{
    if (b->cap - b->len <= len) {
        const size_t cap = 2 * b->cap + len + 64;
        char *grown = realloc(b->ptr, cap);

        c->failed = c->failed || !grown;
        if (!grown)
            return;
        b->ptr = grown;
        b->cap = cap;
    }
    if (len)
        memcpy(b->ptr + b->len, ptr, len);
    b->len += len;
    b->ptr[b->len] = '\0';
}

static void set(caret *c, bytes *b, const char *ptr, size_t len)
{
    b->len = 0;
    add(c, b, ptr, len);
}

static void add_json_string(caret *c, bytes *b, const char *ptr, size_t len)
{
    char escape[8];

    add(c, b, "\"", 1);
    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)ptr[i];

        if (byte >= 0x20 && byte != '"' && byte != '\\') {
            add(c, b, ptr + i, 1);
            continue;
        }
        snprintf(escape, sizeof escape, "\\u%04x", byte);
        add(c, b, escape, 6);
    }
    add(c, b, "\"", 1);
}

/* -- lines ----------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char NAME[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
static const char KEY[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

/* Nothing but blanks, and perhaps the CR of the line end. */
static bool only_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return !*text || strcmp(text, "\r") == 0;
}

/* The first value of a key stands. */
static void add_argument(caret *c, const char *key, size_t key_len, const char *value, size_t len)
{
    bytes member = { 0 };
    bool there;

    add_json_string(c, &member, key, key_len);
    add(c, &member, ":", 1);
    there = c->failed || strstr(c->input.ptr, member.ptr);
    if (!there) {
        add(c, &c->input, ",", c->input.len > 1 ? 1 : 0);
        add(c, &c->input, member.ptr, member.len);
        add_json_string(c, &c->input, value, len);
    }
    free(member.ptr);
}

static void say_call(caret *c, size_t end, bool complete)
{
    add(c, &c->input, "}", 1);
    if (!c->failed)
        c->listener.on_call(c->listener.context, c->name.ptr, c->input.ptr, c->start, end,
                            complete);
    c->in_block = false;
    c->key.len = 0;
}

static void text_line(caret *c)
{
    const char *line = c->line.ptr;
    const size_t len = strncmp(line, "^^^", 3) == 0 ? strspn(line + 3, NAME) : 0;

    if (!len || !only_blanks(line + 3 + len)) {
        c->listener.on_text(c->listener.context, line, c->line.len);
        return;
    }
    c->in_block = true;
    c->start = c->offset;
    set(c, &c->name, line + 3, len);
    set(c, &c->input, "{", 1);
}

/* A line of a multi-line value: the end marker, or content, with the line end before it. */
static void value_line(caret *c)
{
    const char *line = c->line.ptr;

    if (strncmp(line, "--- ", 4) == 0 && strncmp(line + 4, c->key.ptr, c->key.len) == 0 &&
        only_blanks(line + 4 + c->key.len)) {
        const size_t framing = c->value.len > 0; /* the line end before the marker */

        add_argument(c, c->key.ptr, c->key.len, c->value.ptr, c->value.len - framing);
        c->key.len = 0;
        return;
    }
    add(c, &c->value, line, c->line.len);
    add(c, &c->value, "\n", 1);
}

static void parameter_line(caret *c)
{
    const char *line = c->line.ptr + strspn(c->line.ptr, " \t");
    const size_t key = strspn(line, KEY);
    const char *rest = line + key;
    size_t len;

    if (key && *rest == ':') {
        for (rest++; is_blank(*rest); rest++)
            ;
        len = strlen(rest);
        len -= len && rest[len - 1] == '\r';
        while (len && is_blank(rest[len - 1]))
            len--;
        add_argument(c, line, key, rest, len);
    } else if (key && strncmp(rest, " ---", 4) == 0 && only_blanks(rest + 4)) {
        set(c, &c->key, line, key);
        set(c, &c->value, "", 0);
    }
}

/* A line without its LF; at the end of the input there may be none. */
static void take_line(caret *c, bool ended_by_lf)
{
    const size_t len = c->line.len;

    if (!c->in_block) {
        text_line(c);
        if (ended_by_lf && !c->in_block)
            c->listener.on_text(c->listener.context, "\n", 1);
    } else if (c->key.len) {
        value_line(c);
    } else if (strncmp(c->line.ptr, "^^^", 3) == 0) {
        const bool closes = only_blanks(c->line.ptr + 3);

        say_call(c, closes ? c->offset + 3 : c->offset, closes);
        if (closes)
            c->listener.on_text(c->listener.context, c->line.ptr + 3, len - 3);
        else
            text_line(c);
        if (ended_by_lf && !c->in_block)
            c->listener.on_text(c->listener.context, "\n", 1);
    } else {
        parameter_line(c);
    }
    c->offset += len + ended_by_lf;
    c->line.len = 0;
    c->line.ptr[0] = '\0';
}

/* -- the parser ------------------------------------------------------------------------------ */

caret *caret_new(const caret_listener *listener)
{
    caret *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->listener = *listener;
    set(c, &c->line, "", 0);
    if (!c->failed)
        return c;
    caret_free(c);
    return NULL;
}

bool caret_feed(caret *c, const char *bytes, size_t len)
{
    while (len && !c->failed) {
        const char *lf = memchr(bytes, '\n', len);
        const size_t part = lf ? (size_t)(lf - bytes) : len;

        add(c, &c->line, bytes, part);
        if (lf && !c->failed)
            take_line(c, true);
        bytes += part + (lf != NULL);
        len -= part + (lf != NULL);
    }
    return !c->failed;
}

bool caret_end(caret *c)
{
    if (c->line.len)
        take_line(c, false);
    if (c->in_block)
        say_call(c, c->offset, false);
    return !c->failed;
}

void caret_free(caret *c)
{
    if (!c)
        return;
    free(c->line.ptr);
    free(c->name.ptr);
    free(c->input.ptr);
    free(c->key.ptr);
    free(c->value.ptr);
    free(c);
}
