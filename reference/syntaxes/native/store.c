/* SPDX-License-Identifier: Apache-2.0 */
/* store.c: calls, slots and strings, as nodes of one size in the parser's memory. */
#include "native.h"

#include "core/out_units.h"

#include <string.h>

enum { SIZE = sizeof(native_node), HEAD = offsetof(native_node, of) + sizeof(native_string) };

native_node *fp_native_at(native *n, uint32_t node)
{
    char *memory = fp_out_memory(n->out, (size_t)n->s->used * SIZE);

    return (native_node *)(void *)(memory + (size_t)(node - 1) * SIZE);
}

/* This many nodes that follow one another; the number of the first; 0 when memory is out. */
static uint32_t take_nodes(native *n, size_t count)
{
    const uint32_t first = n->s->used + 1;

    if (count > UINT32_MAX - first) /* GCOVR_EXCL_BR_LINE: more than a case can hold */
        return 0;
    if (!fp_out_memory(n->out, (n->s->used + count) * SIZE))
        return 0;
    n->s->used += (uint32_t)count;
    return first;
}

static uint32_t take_free(native *n)
{
    const uint32_t node = n->s->free;
    native_node *at = fp_native_at(n, node);

    n->s->free = at->next;
    memset(at, 0, SIZE);
    return node;
}

uint32_t fp_native_new(native *n, native_node_kind kind)
{
    const uint32_t node = n->s->free ? take_free(n) : take_nodes(n, 1);

    if (node)
        fp_native_at(n, node)->kind = kind;
    return node;
}

/* How many nodes a string takes. */
static size_t nodes_of(size_t len)
{
    return (HEAD + len + SIZE - 1) / SIZE;
}

uint32_t fp_native_keep(native *n, native_node_kind kind, fp_str bytes)
{
    const size_t count = nodes_of(bytes.len);
    const uint32_t node = count == 1 ? fp_native_new(n, kind) : take_nodes(n, count);
    native_node *at;

    if (!node)
        return 0;
    at = fp_native_at(n, node);
    at->kind = kind;
    at->of.string.offset = fp_native_offset(n, bytes.ptr);
    at->of.string.len = bytes.len;
    memcpy((char *)at + HEAD, bytes.ptr, bytes.len);
    return node;
}

fp_str fp_native_kept(native *n, uint32_t node)
{
    const native_node *at;

    if (!node) /* GCOVR_EXCL_BR_LINE: memory is out, and was for the one who kept it */
        return FP_STR("\"\"");
    at = fp_native_at(n, node);
    return (fp_str){ (const char *)at + HEAD, (size_t)at->of.string.len };
}

void fp_native_free(native *n, uint32_t node)
{
    size_t count = 1;

    if (!node)
        return;
    if (fp_native_at(n, node)->kind == NATIVE_STRING ||
        fp_native_at(n, node)->kind == NATIVE_OTHER_VALUE)
        count = nodes_of((size_t)fp_native_at(n, node)->of.string.len);
    for (; count; count--, node++) {
        native_node *at = fp_native_at(n, node);

        memset(at, 0, SIZE);
        at->next = n->s->free;
        n->s->free = node;
    }
}

void fp_native_forget(native *n)
{
    n->s->used = 0;
    n->s->free = 0;
    n->s->slots = 0;
    n->s->own_slot = 0;
    fp_out_memory(n->out, 0);
}

/* -- slots: a trie over the bits of their indexes, stirred so that it is shallow --------------- */

/* Different numbers stay different (splitmix64). */
static uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

uint32_t fp_native_slot_of(native *n, uint64_t index)
{
    uint64_t bits = stir(index);
    uint32_t parent = 0, node = n->s->slots;
    unsigned branch = 0;

    while (node && fp_native_at(n, node)->of.slot.index != index) {
        parent = node;
        branch = (unsigned)(bits >> 62);
        node = fp_native_at(n, node)->of.slot.child[branch];
        bits <<= 2;
    }
    if (node)
        return node;
    node = fp_native_new(n, NATIVE_SLOT);
    if (!node)
        return 0;
    fp_native_at(n, node)->of.slot.index = index;
    if (parent)
        fp_native_at(n, parent)->of.slot.child[branch] = node;
    else
        n->s->slots = node;
    return node;
}
