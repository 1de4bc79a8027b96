/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/vault.h: references to stored entries, replaced (spec/vault.md).
 *
 *     fp_vault_map *entries = fp_vault_map_new();
 *     fp_vault_result *result;
 *
 *     fp_vault_map_set(entries, FP_STR("a"), FP_STR("content"));
 *     if (fp_vault_resolve(fp_vault_map_store(entries), NULL, text, &result) == FP_VAULT_OK)
 *         use(result->resolved, result->fully_resolved);
 *     fp_vault_result_free(result);
 */
#ifndef FENCEPOST_VAULT_H
#define FENCEPOST_VAULT_H

#include <fencepost/json.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- stores ---------------------------------------------------------------------------------- */

typedef enum fp_vault_answer {
    FP_VAULT_FOUND,  /* *content is the entry's; it may be empty */
    FP_VAULT_ABSENT, /* the store does not hold it */
    FP_VAULT_FAILED, /* *content says why, for people */
} fp_vault_answer;

/* Where entries come from. look_up is called at most once for each id while a text is resolved;
 * *content is borrowed, and stays valid until the text is resolved. */
typedef struct fp_vault_store {
    fp_vault_answer (*look_up)(void *context, fp_str id, fp_str *content);
    void *context;
} fp_vault_store;

/* A store in memory. */
typedef struct fp_vault_map fp_vault_map;

/* Returns an owned empty map (fp_vault_map_free), or NULL when memory is out. */
fp_vault_map *fp_vault_map_new(void);
void fp_vault_map_free(fp_vault_map *map); /* NULL is allowed */

/* Sets the content of an id, in place of an earlier one; both are copied. False, with nothing
 * changed, when memory is out. */
bool fp_vault_map_set(fp_vault_map *map, fp_str id, fp_str content);

/* The map as a store; it must outlive the store's use. */
fp_vault_store fp_vault_map_store(const fp_vault_map *map);

/* -- options --------------------------------------------------------------------------------- */

enum { FP_VAULT_DEPTH_MAX = 100 }; /* the highest max_depth (VAULT-3.3) */

typedef enum fp_vault_error_type { /* in the order of VAULT-8.4 */
                                   FP_VAULT_STORAGE_ERROR,
                                   FP_VAULT_CYCLE,
                                   FP_VAULT_MAX_DEPTH_EXCEEDED,
                                   FP_VAULT_LIMIT_EXCEEDED,
                                   FP_VAULT_MISSING_REFERENCES,
                                   FP_VAULT_MISSING_VAULT,
                                   FP_VAULT_ERROR_COUNT
} fp_vault_error_type;

/* The type as it is written, "max_depth_exceeded"; and a sentence about it. Static. */
const char *fp_vault_error_name(fp_vault_error_type type);
const char *fp_vault_error_text(fp_vault_error_type type);

typedef struct fp_vault_error {
    fp_vault_error_type type;
    fp_str ref_id;     /* storage_error, cycle, missing_vault */
    const fp_str *ids; /* cycle: the chain; max_depth_exceeded, missing_references: the ids */
    size_t id_count;
    size_t limit;  /* limit_exceeded */
    fp_str detail; /* storage_error: the store's message */
} fp_vault_error;

typedef struct fp_vault_options {
    size_t max_depth;
    size_t max_inserted; /* bytes */
    bool throw_on_missing;

    /* Sets *text to the replacement of a missing entry and returns true; or returns false for the
     * usual text. The text is borrowed, and valid until the whole text is resolved. May be NULL. */
    bool (*on_missing)(void *context, fp_str id, fp_str *text);
    void (*on_error)(void *context, const fp_vault_error *error); /* may be NULL; borrowed */
    void *context;
} fp_vault_options;

/* 3 levels, 16 MiB, and nothing else. */
extern const fp_vault_options FP_VAULT_OPTIONS_DEFAULT;

/* -- resolving ------------------------------------------------------------------------------- */

typedef enum fp_vault_status {
    FP_VAULT_OK,
    FP_VAULT_NO_MEMORY,
    FP_VAULT_THROWN,     /* throw_on_missing, and an entry is missing */
    FP_VAULT_BAD_OPTION, /* max_depth is above FP_VAULT_DEPTH_MAX */
} fp_vault_status;

/* VAULT-8.1 and, by fp_vault_expand(), VAULT-9.2. It owns everything in it except original, which
 * is the caller's. */
typedef struct fp_vault_result {
    fp_str original;
    fp_str resolved;
    const fp_str *references;
    size_t reference_count;
    const fp_str *missing;
    size_t missing_count;
    const fp_vault_error *errors;
    size_t error_count;
    size_t depth;
    bool fully_resolved;
    uint64_t work; /* steps and bytes that it took, for tests of VAULT-7.3 */
} fp_vault_result;

/* Resolves a text. options may be NULL. *result is owned by the caller (fp_vault_result_free):
 * after FP_VAULT_OK it is what the text resolves to; after FP_VAULT_THROWN it holds the one error,
 * and no text; after anything else it is NULL. */
fp_vault_status fp_vault_resolve(fp_vault_store store, const fp_vault_options *options, fp_str text,
                                 fp_vault_result **result);

/* Resolves the references in code. has_errors of VAULT-9.4 is that error_count is not 0. */
fp_vault_status fp_vault_expand(fp_vault_store store, fp_str code, fp_vault_result **result);

void fp_vault_result_free(fp_vault_result *result); /* NULL is allowed */

/* The resolved text alone. resolved->ptr is owned by the caller: free(). */
fp_vault_status fp_vault_resolve_simple(fp_vault_store store, fp_str text, fp_str *resolved);

/* -- searching ------------------------------------------------------------------------------- */

/* A reference: its place in the text, and its id, a view of the text. */
typedef struct fp_vault_ref {
    size_t at;
    size_t len;
    fp_str id;
} fp_vault_ref;

/* Finds the first reference from `from` on; false if there is none. Adds to *work, which may be
 * NULL, the number of bytes that it read. */
bool fp_vault_find(fp_str text, size_t from, fp_vault_ref *ref, uint64_t *work);

/* VAULT-9.5. The ids are views of the text. */
typedef struct fp_vault_analysis {
    size_t count; /* of references; hasReferences means that it is not 0 */
    const fp_str *ids;
    size_t id_count;
} fp_vault_analysis;

/* *analysis is owned by the caller (fp_vault_analysis_free), and NULL when memory is out. */
fp_vault_status fp_vault_analyse(fp_str text, fp_vault_analysis **analysis);
void fp_vault_analysis_free(fp_vault_analysis *analysis); /* NULL is allowed */

/* -- as JSON (MODEL-1.6) --------------------------------------------------------------------- */

void fp_vault_json_error(fp_json *json, const fp_vault_error *error);
void fp_vault_json_resolve(fp_json *json, const fp_vault_result *result);
void fp_vault_json_expand(fp_json *json, const fp_vault_result *result);
void fp_vault_json_analyse(fp_json *json, const fp_vault_analysis *analysis);

#ifdef __cplusplus
}
#endif

#endif
