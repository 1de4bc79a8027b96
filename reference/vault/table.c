/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: a crit-bit tree of ids. */
#include "table.h"

#include "core/buf.h"

#include <stdlib.h>

/* A byte of a key, or, after its end, something that is not a byte: no key is the beginning of
 * another then. */
static unsigned symbol(fp_str key, size_t at)
{
    return at < key.len ? 0x100u | (unsigned char)key.ptr[at] : 0;
}

static size_t side(const fp_table_node *node, fp_str key)
{
    return (symbol(key, node->at) & node->mask) != 0;
}

static const fp_table_node *node_of(const fp_table *t, size_t ref)
{
    return ref & 1 ? &t->nodes[ref >> 1] : NULL;
}

/* The number of the only key that can be equal; there is at least one key. */
static size_t candidate(const fp_table *t, fp_str key)
{
    size_t ref = t->root;

    for (const fp_table_node *node; (node = node_of(t, ref));)
        ref = node->child[side(node, key)];
    return ref >> 1;
}

size_t fp_table_find(const fp_table *t, fp_str key)
{
    const size_t number = t->count ? candidate(t, key) : 0;

    return t->count && fp_str_equal(t->keys[number], key) ? number : SIZE_MAX;
}

/* Room for one key more, and one node. */
static bool grow(fp_table *t)
{
    void *keys = t->keys, *nodes = t->nodes;
    const bool room = fp_grow(&keys, &t->key_cap, t->count, sizeof *t->keys) &&
                      fp_grow(&nodes, &t->node_cap, t->count, sizeof *t->nodes);

    t->keys = keys;
    t->nodes = nodes;
    return room && nodes; /* GCOVR_EXCL_BR_LINE: nodes are there if there is room, which the
                             analyser does not see */
}

/* The highest bit that is set. */
static unsigned highest(unsigned bits)
{
    while (bits & (bits - 1))
        bits &= bits - 1;
    return bits;
}

/* Puts the new node where its byte and bit belong: above the first that is after it. */
static void insert(fp_table *t, fp_table_node node, size_t number)
{
    const fp_str key = t->keys[number];
    const size_t own = side(&node, key);
    size_t *ref = &t->root;

    for (const fp_table_node *next; (next = node_of(t, *ref));) {
        if (next->at > node.at || (next->at == node.at && next->mask < node.mask))
            break;
        ref = &t->nodes[*ref >> 1].child[side(next, key)];
    }
    node.child[own] = 2 * number;
    node.child[!own] = *ref;
    *ref = 2 * (number - 1) + 1;
    t->nodes[number - 1] = node;
}

bool fp_table_add(fp_table *t, fp_str key, size_t *number)
{
    fp_table_node node = { 0 };

    if (t->count) {
        const fp_str other = t->keys[ *number = candidate(t, key)];

        while (node.at < key.len && symbol(key, node.at) == symbol(other, node.at))
            node.at++;
        node.mask = highest(symbol(key, node.at) ^ symbol(other, node.at));
        if (!node.mask)
            return true;
    }
    if (!grow(t))
        return false;
    *number = t->count;
    t->keys[t->count] = key;
    if (t->count)
        insert(t, node, t->count);
    else
        t->root = 0;
    t->count++;
    return true;
}

void fp_table_free(fp_table *t)
{
    free(t->keys);
    free(t->nodes);
    *t = (fp_table){ 0 };
}
