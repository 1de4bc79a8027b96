/* SPDX-License-Identifier: Apache-2.0 */
/* resolver.h: what is known while a text is resolved. resolve.c fills it, result.c makes the result
 * of it.
 */
#ifndef FENCEPOST_VAULT_RESOLVER_H
#define FENCEPOST_VAULT_RESOLVER_H

#include "table.h"

#include "core/buf.h"

#include <fencepost/vault.h>

/* An array that grows. */
typedef struct fp_list {
    void *items;
    size_t count;
    size_t cap;
} fp_list;

/* A reference in the text or in a content. */
typedef struct fp_slot {
    size_t at, len;
    size_t entry;
    size_t twin;   /* the first slot of the same source with this entry; it may be this one */
    bool reported; /* its cycle has been (VAULT-4.3); of the twin */
} fp_slot;

/* What is known about an id; its number is that of the table. */
typedef struct fp_entry {
    bool looked_up;
    bool given;   /* on_missing gave the content */
    bool scanned; /* its references are the slots from first on */
    bool left;    /* it is in the list of those that the depth left */
    fp_vault_answer answer;
    fp_str content; /* FP_VAULT_FAILED: the store's message */
    size_t first, count;
    size_t source;       /* the last source that refers to it, and where it does so first */
    size_t source_slot;  /* (fp_slot.twin) */
    size_t frame;        /* that of its content, while it is being inserted; or 0 */
    size_t level, order; /* of its first reference (VAULT-8.2); level 0: none was seen */
} fp_entry;

/* A source that is being written out: the text, frame 0, or the content of an entry. */
typedef struct fp_frame {
    fp_str source;
    size_t entry;
    size_t at;        /* all before it is written, except the literal before next */
    size_t next, end; /* slots */
} fp_frame;

/* A cycle: the first of its entries in the list of chains, and how many there are. */
typedef struct fp_cycle {
    size_t first, count;
} fp_cycle;

typedef struct fp_resolver {
    fp_vault_store store;
    fp_vault_options options;
    fp_str text;
    fp_table ids;
    fp_list entries;      /* fp_entry */
    fp_list slots;        /* fp_slot */
    size_t text_ids;      /* the entries that the text refers to come first */
    size_t source_number; /* of those that have been scanned */
    fp_frame frames[FP_VAULT_DEPTH_MAX + 1];
    size_t frame_count;
    fp_buf out;
    fp_list failed; /* size_t, entries: look-ups that failed, references that the depth left */
    fp_list remaining;
    fp_list cycles; /* fp_cycle */
    fp_list chains; /* size_t, entries */
    size_t inserted;
    size_t depth;
    size_t order;
    uint64_t work;
    bool unresolved; /* some reference was not replaced by a content */
    bool limited;    /* more would have been inserted than may be */
    bool no_memory;
} fp_resolver;

static inline fp_entry *fp_resolver_entry(const fp_resolver *r, size_t number)
{
    return (fp_entry *)r->entries.items + number;
}

/* Fills the resolver, of which all members except store, options and text are zero. */
void fp_resolver_run(fp_resolver *r);
void fp_resolver_free(fp_resolver *r);

#endif
