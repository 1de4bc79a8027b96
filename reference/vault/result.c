/* SPDX-License-Identifier: Apache-2.0 */
/* result.c: the results of the four functions (spec/vault.md, sections 8 and 9). */
#include "resolver.h"

#include <stdlib.h>
#include <string.h>

const fp_vault_options FP_VAULT_OPTIONS_DEFAULT = { .max_depth = 3, .max_inserted = 16u << 20 };

/* A result, and what it owns. */
typedef struct kept_result {
    fp_vault_result view;
    char *bytes; /* of all ids and details */
    size_t byte_count;
    fp_str *names; /* each entry's id, in bytes */
    fp_str *ids;   /* the members of all lists */
    size_t id_count;
    fp_vault_error *errors;
} kept_result;

void fp_vault_result_free(fp_vault_result *result)
{
    kept_result *k = (kept_result *)result;

    if (!k)
        return;
    free((char *)(uintptr_t)k->view.resolved.ptr);
    free(k->bytes);
    free(k->names);
    free(k->ids);
    free(k->errors);
    free(k);
}

/* -- lists of ids ---------------------------------------------------------------------------- */

/* An array, of one item where there is none, so that NULL always means that memory is out. */
static void *array_of(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

static fp_str keep_bytes(kept_result *k, fp_str bytes)
{
    char *at = k->bytes + k->byte_count;

    if (bytes.len)
        memcpy(at, bytes.ptr, bytes.len);
    k->byte_count += bytes.len;
    return (fp_str){ at, bytes.len };
}

static size_t bytes_needed(const fp_resolver *r)
{
    const size_t *failed = r->failed.items;
    size_t count = 0;

    for (size_t i = 0; i < r->ids.count; i++)
        count += r->ids.keys[i].len;
    for (size_t i = 0; i < r->failed.count; i++)
        count += fp_resolver_entry(r, failed[i])->content.len;
    return count;
}

/* Room for everything. */
static kept_result *new_result(const fp_resolver *r)
{
    enum { SINGLE_ERRORS = 4 }; /* of the types that come once */
    const size_t lists = 2 * r->entries.count + r->remaining.count + r->chains.count;
    const size_t errors = r->failed.count + r->cycles.count + SINGLE_ERRORS;
    kept_result *k = calloc(1, sizeof *k);

    if (!k)
        return NULL;
    k->bytes = array_of(bytes_needed(r), 1);
    k->names = array_of(r->entries.count, sizeof *k->names);
    k->ids = array_of(lists, sizeof *k->ids);
    k->errors = array_of(errors, sizeof *k->errors);
    if (!k->bytes || !k->names || !k->ids || !k->errors) {
        fp_vault_result_free(&k->view);
        return NULL;
    }
    for (size_t i = 0; i < r->entries.count; i++)
        k->names[i] = keep_bytes(k, r->ids.keys[i]);
    k->view.original = r->text;
    k->view.errors = k->errors;
    k->view.work = r->work;
    return k;
}

/* A list of entries' ids; the next list comes after it. */
static const fp_str *keep_list(kept_result *k, const size_t *entries, size_t count)
{
    fp_str *list = k->ids + k->id_count;

    for (size_t i = 0; i < count; i++)
        list[i] = k->names[entries[i]];
    k->id_count += count;
    return list;
}

/* -- errors ---------------------------------------------------------------------------------- */

static fp_vault_error *add_error(kept_result *k, fp_vault_error_type type)
{
    fp_vault_error *error = &k->errors[k->view.error_count++];

    error->type = type;
    return error;
}

/* The errors of a resolving that went through, in the order of VAULT-8.4. */
static void keep_errors(kept_result *k, const fp_resolver *r)
{
    const size_t *failed = r->failed.items;
    const size_t *chains = r->chains.items;
    const fp_cycle *cycles = r->cycles.items;
    fp_vault_error *error;

    for (size_t i = 0; i < r->failed.count; i++) {
        error = add_error(k, FP_VAULT_STORAGE_ERROR);
        error->ref_id = k->names[failed[i]];
        error->detail = keep_bytes(k, fp_resolver_entry(r, failed[i])->content);
    }
    for (size_t i = 0; i < r->cycles.count; i++) {
        error = add_error(k, FP_VAULT_CYCLE);
        error->ref_id = k->names[chains[cycles[i].first]];
        error->ids = keep_list(k, chains + cycles[i].first, cycles[i].count);
        error->id_count = cycles[i].count;
    }
    if (r->remaining.count) {
        error = add_error(k, FP_VAULT_MAX_DEPTH_EXCEEDED);
        error->ids = keep_list(k, r->remaining.items, r->remaining.count);
        error->id_count = r->remaining.count;
    }
}

/* -- the result ------------------------------------------------------------------------------ */

typedef struct ranked {
    size_t level, order, entry;
} ranked;

static int compare(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return x->order < y->order ? -1 : 1; /* no two have one place */
}

/* references and missing, by level and place. False when memory is out. */
static bool keep_references(kept_result *k, const fp_resolver *r)
{
    const size_t count = r->entries.count;
    ranked *all = array_of(count, sizeof *all);
    fp_str *references = k->ids, *missing = k->ids + count;

    if (!all)
        return false;
    for (size_t i = 0; i < count; i++)
        all[i] = (ranked){ fp_resolver_entry(r, i)->level, fp_resolver_entry(r, i)->order, i };
    qsort(all, count, sizeof *all, compare);
    for (size_t i = 0; i < count; i++) {
        const fp_entry *entry = fp_resolver_entry(r, all[i].entry);

        references[i] = k->names[all[i].entry];
        if (entry->looked_up && entry->answer == FP_VAULT_ABSENT)
            missing[k->view.missing_count++] = k->names[all[i].entry];
    }
    free(all);
    k->id_count = count + k->view.missing_count;
    k->view.references = references;
    k->view.reference_count = count;
    k->view.missing = missing;
    return true;
}

static bool keep_resolved(kept_result *k, fp_resolver *r, bool expand)
{
    fp_vault_error *error;

    if (!keep_references(k, r))
        return false;
    keep_errors(k, r);
    if (expand && k->view.missing_count) {
        error = add_error(k, FP_VAULT_MISSING_REFERENCES);
        error->ids = k->view.missing;
        error->id_count = k->view.missing_count;
    }
    k->view.resolved = fp_buf_str(&r->out);
    r->out = (fp_buf){ 0 };
    k->view.depth = r->depth;
    k->view.fully_resolved = !r->unresolved;
    return true;
}

/* VAULT-7.1: the text as it was. */
static bool keep_limited(kept_result *k, const fp_resolver *r)
{
    char *copy = malloc(r->text.len); /* some reference was in it */

    if (!copy)
        return false;
    memcpy(copy, r->text.ptr, r->text.len);
    k->view.resolved = (fp_str){ copy, r->text.len };
    for (size_t i = 0; i < r->text_ids; i++)
        k->ids[i] = k->names[i];
    k->view.references = k->ids;
    k->view.reference_count = r->text_ids;
    k->view.missing = k->ids;
    add_error(k, FP_VAULT_LIMIT_EXCEEDED)->limit = r->options.max_inserted;
    return true;
}

/* Makes the result, with missing_references for expand. NULL when memory is out. */
static fp_vault_result *make_result(fp_resolver *r, bool expand)
{
    kept_result *k = r->no_memory ? NULL : new_result(r);

    if (k && (r->limited ? keep_limited(k, r) : keep_resolved(k, r, expand)))
        return &k->view;
    fp_vault_result_free(k ? &k->view : NULL);
    return NULL;
}

/* VAULT-5.5: nothing stays but the error. */
static void make_thrown(fp_vault_result *result)
{
    kept_result *k = (kept_result *)result;
    const fp_str first = k->view.missing[0];

    free((char *)(uintptr_t)k->view.resolved.ptr);
    k->view = (fp_vault_result){ .original = k->view.original, .errors = k->errors };
    k->errors[0] = (fp_vault_error){ .type = FP_VAULT_MISSING_VAULT, .ref_id = first };
    k->view.error_count = 1;
}

/* -- the functions --------------------------------------------------------------------------- */

static fp_vault_status resolve(fp_vault_store store, const fp_vault_options *options, fp_str text,
                               bool expand, fp_vault_result **result)
{
    fp_resolver r = { .store = store, .options = *options, .text = text };
    fp_vault_status status = FP_VAULT_OK;

    fp_resolver_run(&r);
    *result = make_result(&r, expand);
    fp_resolver_free(&r);
    if (!*result)
        return FP_VAULT_NO_MEMORY;
    if (options->throw_on_missing && (*result)->missing_count) {
        make_thrown(*result);
        status = FP_VAULT_THROWN;
    }
    for (size_t i = 0; options->on_error && i < (*result)->error_count; i++)
        options->on_error(options->context, &(*result)->errors[i]);
    return status;
}

fp_vault_status fp_vault_resolve(fp_vault_store store, const fp_vault_options *options, fp_str text,
                                 fp_vault_result **result)
{
    const fp_vault_options *o = options ? options : &FP_VAULT_OPTIONS_DEFAULT;

    *result = NULL;
    if (o->max_depth > FP_VAULT_DEPTH_MAX)
        return FP_VAULT_BAD_OPTION;
    return resolve(store, o, text, false, result);
}

fp_vault_status fp_vault_expand(fp_vault_store store, fp_str code, fp_vault_result **result)
{
    return resolve(store, &FP_VAULT_OPTIONS_DEFAULT, code, true, result);
}

fp_vault_status fp_vault_resolve_simple(fp_vault_store store, fp_str text, fp_str *resolved)
{
    fp_vault_result *result;
    const fp_vault_status status = fp_vault_resolve(store, NULL, text, &result);

    *resolved = (fp_str){ 0 };
    if (status == FP_VAULT_OK) {
        *resolved = result->resolved;
        result->resolved = (fp_str){ 0 };
    }
    fp_vault_result_free(result);
    return status;
}

/* -- analyse --------------------------------------------------------------------------------- */

typedef struct kept_analysis {
    fp_vault_analysis view;
    fp_table ids;
} kept_analysis;

fp_vault_status fp_vault_analyse(fp_str text, fp_vault_analysis **analysis)
{
    kept_analysis *k = calloc(1, sizeof *k);
    fp_vault_ref ref;
    size_t number;

    *analysis = NULL;
    if (!k)
        return FP_VAULT_NO_MEMORY;
    for (size_t at = 0; fp_vault_find(text, at, &ref, NULL); at = ref.at + ref.len) {
        if (!fp_table_add(&k->ids, ref.id, &number)) {
            fp_vault_analysis_free(&k->view);
            return FP_VAULT_NO_MEMORY;
        }
        k->view.count++;
    }
    k->view.ids = k->ids.keys;
    k->view.id_count = k->ids.count;
    *analysis = &k->view;
    return FP_VAULT_OK;
}

void fp_vault_analysis_free(fp_vault_analysis *analysis)
{
    kept_analysis *k = (kept_analysis *)analysis;

    if (!k)
        return;
    fp_table_free(&k->ids);
    free(k);
}
