/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: numbers ids 0, 1, 2, … in the order in which they are first seen.
 *
 * A crit-bit tree, not a hash table: the writer of the text chooses the ids, and could choose ids
 * that collide in a hash table. The time to find an id depends on its length alone.
 */
#ifndef FENCEPOST_VAULT_TABLE_H
#define FENCEPOST_VAULT_TABLE_H

#include <fencepost/types.h>

typedef struct fp_table_node {
    size_t at;       /* the byte in which its two sides differ */
    unsigned mask;   /* the bit of it */
    size_t child[2]; /* 2 × number of a node + 1, or 2 × number of a key */
} fp_table_node;

/* Zero it to begin; fp_table_free() to end. */
typedef struct fp_table {
    fp_str *keys; /* borrowed bytes */
    size_t count, key_cap;
    fp_table_node *nodes; /* one less than keys */
    size_t node_cap;
    size_t root;
} fp_table;

void fp_table_free(fp_table *table);

/* The id's number; SIZE_MAX if it has none. */
size_t fp_table_find(const fp_table *table, fp_str key);

/* Gives the id a number if it has none yet. False, with nothing changed, when memory is out. */
bool fp_table_add(fp_table *table, fp_str key, size_t *number);

#endif
