/* SPDX-License-Identifier: Apache-2.0 */
/* call.h: a call under construction. */
#ifndef FENCEPOST_CORE_CALL_H
#define FENCEPOST_CORE_CALL_H

#include "buf.h"

#include <fencepost/catalogue.h>

/* A range of the builder's bytes. */
typedef struct fp_range {
    size_t at;
    size_t len;
} fp_range;

typedef struct fp_arg_range {
    fp_range key;
    fp_range value;   /* the data of its arg_data */
    fp_range decoded; /* what it stands for, where is_decoded */
    fp_range typed;   /* of the builder's typed bytes: by its schema; empty if as it was */
    fp_value_kind kind;
    bool is_json;    /* the value is JSON text */
    bool is_decoded; /* which was a string, or a tree */
    bool is_tree;    /* it may have parts, and has no types: its schema gives them all */
    bool again;      /* the key was given before: it is seen as part of the first */
    bool lost;       /* to a limit: only the key is known */
    size_t next;     /* number + 1 of the argument that gives the key next; 0: none */
    size_t last;     /* of the first: of the last one that gives it; 0: none gives it again */
    size_t item;     /* its first item */
    size_t item_count;
} fp_arg_range;

/* Zero it to begin; fp_builder_free() to end. */
typedef struct fp_builder {
    fp_buf bytes; /* the name, then keys and values */
    fp_buf typed; /* values by their schema, of the view */
    fp_range name;
    fp_range id;
    fp_arg_range *args;
    size_t arg_count, arg_cap;
    size_t *slots;     /* of the keys: argument number + 1, by hash; 0 is free */
    size_t slot_count; /* a power of two, at least twice arg_count; or 0 */
    fp_range *items;
    size_t item_count, item_cap;

    fp_arg *view_args; /* what fp_builder_view() points to */
    fp_str *view_items;
    size_t view_arg_cap, view_item_cap;
} fp_builder;

void fp_builder_free(fp_builder *builder);

/* Forgets the call, keeps the memory. */
void fp_builder_clear(fp_builder *builder);

/* All return false when memory is out. The last argument is the open one. */
bool fp_builder_name(fp_builder *builder, fp_str name);
bool fp_builder_id(fp_builder *builder, fp_str id);    /* while no argument is open */
bool fp_builder_arg(fp_builder *builder, fp_str key);  /* again, if the key is there */
bool fp_builder_lost(fp_builder *builder, fp_str key); /* no argument, but the key is there */
bool fp_builder_item(fp_builder *builder);             /* an empty item, where the value ends now */
void fp_builder_item_end(fp_builder *builder);

/* An item whose bytes are not part of the value. */
bool fp_builder_item_apart(fp_builder *builder, fp_str item);

/* The open argument, which there is, is complete: JSON text gets its meaning. *lone as for
 * fp_jsontext_decode(). */
bool fp_builder_arg_end(fp_builder *builder, bool *lone);

/* The open argument, which there is, is this tree (typing_tree.h); empty: a text that could have
 * been one. */
bool fp_builder_tree(fp_builder *builder, fp_str tree);

/* The open argument is JSON `true`, without a byte of data. */
bool fp_builder_flag(fp_builder *builder);

/* Whether there is an argument of this key; and whether its first is such a one, or may have parts:
 * then it is the only one. */
bool fp_builder_has(const fp_builder *builder, fp_str key);
bool fp_builder_has_single(const fp_builder *builder, fp_str key);
fp_str fp_builder_str(const fp_builder *builder, fp_range range);

/* The open argument, which there is. */
static inline fp_arg_range *fp_builder_last(fp_builder *builder)
{
    return &builder->args[builder->arg_count - 1];
}

/* More of the open argument, which there is; false when memory is out. */
static inline bool fp_builder_data(fp_builder *builder, const char *bytes, size_t len)
{
    if (!fp_buf_append(&builder->bytes, bytes, len))
        return false;
    builder->args[builder->arg_count - 1].value.len += len;
    return true;
}

/* The same of 1 to 16 bytes for which there is room. */
static inline void fp_builder_few(fp_builder *builder, const char *bytes, size_t len)
{
    char *end = builder->bytes.ptr + builder->bytes.len;

    builder->bytes.len += len;
    builder->args[builder->arg_count - 1].value.len += len;
    if (len == 1)
        *end = *bytes;
    else
        fp_copy(end, bytes, len);
}

/* Fills call's name, id and arguments, borrowed from the builder until it changes. With a tool, the
 * values are those that its schema says, or, given: have the types that the notation gave them;
 * *misfits counts the arguments that do not fit the schema. */
bool fp_builder_view(fp_builder *builder, const fp_tool *tool, bool given, fp_call *call,
                     size_t *misfits);

/* The call; keeps its memory. False when memory is out: to can then only be freed. */
bool fp_builder_assign(fp_builder *to, const fp_builder *from);
bool fp_builder_equal(const fp_builder *a, const fp_builder *b);

#endif
