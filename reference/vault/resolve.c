/* SPDX-License-Identifier: Apache-2.0 */
/* resolve.c: writes out a text with its references replaced (spec/vault.md, sections 2 to 7).
 *
 * The text and the contents that are being inserted into each other are a stack of frames, as many
 * as there are levels. Each source is scanned once; every byte is written once.
 */
#include "resolver.h"

#include <stdlib.h>
#include <string.h>

/* -- small things ---------------------------------------------------------------------------- */

static bool no_memory(fp_resolver *r)
{
    r->no_memory = true;
    return false;
}

/* A zeroed item of that size after the last; NULL when memory is out. */
static void *add_item(fp_resolver *r, fp_list *list, size_t size)
{
    if (!fp_grow(&list->items, &list->cap, list->count, size)) {
        no_memory(r);
        return NULL;
    }
    return memset((char *)list->items + list->count++ * size, 0, size);
}

static bool add_number(fp_resolver *r, fp_list *list, size_t number)
{
    size_t *item = add_item(r, list, sizeof *item);

    if (item)
        *item = number;
    return item != NULL;
}

static bool write_out(fp_resolver *r, const char *bytes, size_t len)
{
    r->work += len;
    if (!fp_buf_append(&r->out, bytes, len))
        return no_memory(r);
    return true;
}

static fp_slot *slot_of(const fp_resolver *r, size_t number)
{
    return (fp_slot *)r->slots.items + number;
}

/* -- sources --------------------------------------------------------------------------------- */

static bool add_slot(fp_resolver *r, const fp_vault_ref *ref)
{
    fp_slot *slot = add_item(r, &r->slots, sizeof *slot);
    fp_entry *entry;

    if (!slot)
        return false;
    if (!fp_table_add(&r->ids, ref->id, &slot->entry))
        return no_memory(r);
    if (slot->entry == r->entries.count && !add_item(r, &r->entries, sizeof *entry))
        return false;
    entry = fp_resolver_entry(r, slot->entry);
    if (entry->source != r->source_number) {
        entry->source = r->source_number;
        entry->source_slot = r->slots.count - 1;
    }
    slot->at = ref->at;
    slot->len = ref->len;
    slot->twin = entry->source_slot;
    r->work += ref->id.len;
    return true;
}

/* Finds the references of a source: the slots from *first on. */
static bool scan(fp_resolver *r, fp_str source, size_t *first, size_t *count)
{
    fp_vault_ref ref;

    *first = r->slots.count;
    r->source_number++;
    for (size_t at = 0; fp_vault_find(source, at, &ref, &r->work); at = ref.at + ref.len)
        if (!add_slot(r, &ref))
            return false;
    *count = r->slots.count - *first;
    return true;
}

/* Begins to write a source. */
static void open_frame(fp_resolver *r, fp_str source, size_t entry, size_t first, size_t count)
{
    r->frames[r->frame_count++] =
        (fp_frame){ .source = source, .entry = entry, .next = first, .end = first + count };
}

/* Writes what stands after its last replaced reference. */
static bool close_frame(fp_resolver *r)
{
    const fp_frame *f = &r->frames[--r->frame_count];

    if (r->frame_count)
        fp_resolver_entry(r, f->entry)->frame = 0;
    return f->at == f->source.len || write_out(r, f->source.ptr + f->at, f->source.len - f->at);
}

/* -- what becomes of a reference ------------------------------------------------------------- */

/* VAULT-4.2, VAULT-4.3. */
static bool leave_cycle(fp_resolver *r, const fp_slot *slot)
{
    fp_slot *twin = slot_of(r, slot->twin);
    fp_cycle *cycle;

    r->unresolved = true;
    if (twin->reported)
        return true;
    twin->reported = true;
    cycle = add_item(r, &r->cycles, sizeof *cycle);
    if (!cycle)
        return false;
    cycle->first = r->chains.count;
    for (size_t i = fp_resolver_entry(r, slot->entry)->frame; i < r->frame_count; i++)
        if (!add_number(r, &r->chains, r->frames[i].entry))
            return false;
    if (!add_number(r, &r->chains, slot->entry))
        return false;
    cycle->count = r->chains.count - cycle->first;
    return true;
}

/* VAULT-3.2. */
static bool leave_to_depth(fp_resolver *r, size_t number)
{
    fp_entry *entry = fp_resolver_entry(r, number);

    r->unresolved = true;
    if (entry->left)
        return true;
    entry->left = true;
    return add_number(r, &r->remaining, number);
}

/* Asks the store, at the first reference that is to be replaced. */
static bool look_up(fp_resolver *r, size_t number)
{
    const fp_vault_options *o = &r->options;
    fp_entry *entry = fp_resolver_entry(r, number);
    const fp_str id = r->ids.keys[number];

    if (entry->looked_up)
        return true;
    entry->looked_up = true;
    entry->answer = r->store.look_up(r->store.context, id, &entry->content);
    if (entry->answer == FP_VAULT_ABSENT)
        entry->given = o->on_missing && o->on_missing(o->context, id, &entry->content);
    return entry->answer != FP_VAULT_FAILED || add_number(r, &r->failed, number);
}

/* Counts what is about to be inserted; false if it is too much (VAULT-7.1). */
static bool may_insert(fp_resolver *r, size_t len)
{
    if (len > r->options.max_inserted - r->inserted) {
        r->limited = true;
        return false;
    }
    r->inserted += len;
    return true;
}

/* Writes the text before the slot, and removes the reference. */
static bool take_out(fp_resolver *r, fp_frame *f, const fp_slot *slot)
{
    const size_t at = f->at;

    f->at = slot->at + slot->len;
    r->depth = r->depth < r->frame_count ? r->frame_count : r->depth;
    return slot->at == at || write_out(r, f->source.ptr + at, slot->at - at);
}

static const fp_str MISSING_BEGIN = { "/* [MISSING_VAULT:", 18 };
static const fp_str MISSING_END = { "] */", 4 };

/* Whether a blank goes before this byte of an id (VAULT-5.3). */
static bool ends_comment(fp_str id, size_t at)
{
    return at && id.ptr[at] == '/' && id.ptr[at - 1] == '*';
}

static bool write_missing(fp_resolver *r, fp_str id)
{
    size_t len = MISSING_BEGIN.len + id.len + MISSING_END.len;
    size_t from = 0;

    for (size_t i = 0; i < id.len; i++)
        len += ends_comment(id, i);
    if (!may_insert(r, len) || !write_out(r, MISSING_BEGIN.ptr, MISSING_BEGIN.len))
        return false;
    for (size_t i = 0; i < id.len; i++) {
        if (!ends_comment(id, i))
            continue;
        if (!write_out(r, id.ptr + from, i - from) || !write_out(r, " ", 1))
            return false;
        from = i;
    }
    return write_out(r, id.ptr + from, id.len - from) &&
           write_out(r, MISSING_END.ptr, MISSING_END.len);
}

/* Section 5. */
static bool replace_missing(fp_resolver *r, fp_frame *f, const fp_slot *slot)
{
    const fp_entry *entry = fp_resolver_entry(r, slot->entry);

    r->unresolved = true;
    if (!take_out(r, f, slot))
        return false;
    if (!entry->given)
        return write_missing(r, r->ids.keys[slot->entry]);
    return may_insert(r, entry->content.len) &&
           write_out(r, entry->content.ptr, entry->content.len);
}

/* Section 2. Scanning may move the entries and the slots. */
static bool replace(fp_resolver *r, fp_frame *f, const fp_slot *slot)
{
    const size_t number = slot->entry;
    const fp_str content = fp_resolver_entry(r, number)->content;
    size_t first, count;

    if (!may_insert(r, content.len) || !take_out(r, f, slot))
        return false;
    if (!fp_resolver_entry(r, number)->scanned) {
        if (!scan(r, content, &first, &count))
            return false;
        fp_resolver_entry(r, number)->scanned = true;
        fp_resolver_entry(r, number)->first = first;
        fp_resolver_entry(r, number)->count = count;
    }
    fp_resolver_entry(r, number)->frame = r->frame_count;
    open_frame(r, content, number, fp_resolver_entry(r, number)->first,
               fp_resolver_entry(r, number)->count);
    return true;
}

/* Notes the place of the id in `references` (VAULT-8.2). */
static void note_place(fp_resolver *r, fp_entry *entry, size_t level)
{
    r->order++;
    r->work++;
    if (!entry->level || level < entry->level) {
        entry->level = level;
        entry->order = r->order;
    }
}

/* The next reference of the top frame. False when nothing more is to be done. */
static bool next_reference(fp_resolver *r)
{
    const size_t level = r->frame_count;
    fp_frame *f = &r->frames[level - 1];
    const fp_slot *slot = slot_of(r, f->next++);
    fp_entry *entry = fp_resolver_entry(r, slot->entry);

    note_place(r, entry, level);
    if (entry->frame)
        return leave_cycle(r, slot);
    if (level > r->options.max_depth)
        return leave_to_depth(r, slot->entry);
    if (!look_up(r, slot->entry))
        return false;
    switch (entry->answer) {
    case FP_VAULT_FOUND:
        return replace(r, f, slot);
    case FP_VAULT_ABSENT:
        return replace_missing(r, f, slot);
    case FP_VAULT_FAILED:
        break;
    }
    r->unresolved = true; /* VAULT-6.1 */
    return true;
}

void fp_resolver_run(fp_resolver *r)
{
    size_t first, count;

    if (!scan(r, r->text, &first, &count))
        return;
    r->text_ids = r->entries.count;
    open_frame(r, r->text, 0, first, count);
    while (r->frame_count) {
        const fp_frame *f = &r->frames[r->frame_count - 1];

        if (!(f->next < f->end ? next_reference(r) : close_frame(r)))
            return;
    }
}

void fp_resolver_free(fp_resolver *r)
{
    fp_table_free(&r->ids);
    fp_buf_free(&r->out);
    free(r->entries.items);
    free(r->slots.items);
    free(r->failed.items);
    free(r->remaining.items);
    free(r->cycles.items);
    free(r->chains.items);
}
