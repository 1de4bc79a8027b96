/* SPDX-License-Identifier: Apache-2.0 */
/* json.c: results as JSON text, in the shapes of VAULT-8.1, VAULT-8.4, VAULT-9.2 and VAULT-9.5. */
#include <fencepost/vault.h>

static const struct {
    const char *name;
    const char *text;
    const char *list; /* the member that holds the ids */
} ERRORS[FP_VAULT_ERROR_COUNT] = {
    [FP_VAULT_STORAGE_ERROR] = { "storage_error", "looking the entry up failed", NULL },
    [FP_VAULT_CYCLE] = { "cycle", "the reference leads back to itself", "chain" },
    [FP_VAULT_MAX_DEPTH_EXCEEDED] = { "max_depth_exceeded",
                                      "references lie deeper than maxDepth and were left",
                                      "remainingRefs" },
    [FP_VAULT_LIMIT_EXCEEDED] = { "limit_exceeded",
                                  "more bytes would be inserted than may be; nothing was replaced",
                                  NULL },
    [FP_VAULT_MISSING_REFERENCES] = { "missing_references", "the store lacks entries", "missing" },
    [FP_VAULT_MISSING_VAULT] = { "missing_vault", "the store lacks the entry", NULL },
};

const char *fp_vault_error_name(fp_vault_error_type type)
{
    return ERRORS[type].name;
}

const char *fp_vault_error_text(fp_vault_error_type type)
{
    return ERRORS[type].text;
}

static void write_name(fp_json *json, const char *before, const char *name)
{
    fp_json_raw(json, before);
    fp_json_string(json, fp_str_of(name));
    fp_json_raw(json, ":");
}

static void write_string(fp_json *json, const char *before, const char *name, fp_str value)
{
    write_name(json, before, name);
    fp_json_string(json, value);
}

static void write_ids(fp_json *json, const char *name, const fp_str *ids, size_t count)
{
    write_name(json, ",", name);
    fp_json_raw(json, "[");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_string(json, ids[i]);
    }
    fp_json_raw(json, "]");
}

static void write_number(fp_json *json, const char *before, const char *name, uint64_t number)
{
    write_name(json, before, name);
    fp_json_number(json, number);
}

static void write_boolean(fp_json *json, const char *before, const char *name, bool value)
{
    write_name(json, before, name);
    fp_json_raw(json, value ? "true" : "false");
}

void fp_vault_json_error(fp_json *json, const fp_vault_error *error)
{
    const fp_str text = fp_str_of(fp_vault_error_text(error->type));

    write_string(json, "{", "type", fp_str_of(fp_vault_error_name(error->type)));
    if (error->ref_id.len)
        write_string(json, ",", "refId", error->ref_id);
    if (ERRORS[error->type].list)
        write_ids(json, ERRORS[error->type].list, error->ids, error->id_count);
    if (error->type == FP_VAULT_LIMIT_EXCEEDED)
        write_number(json, ",", "limit", error->limit);
    write_string(json, ",", "message", error->detail.len ? error->detail : text);
    fp_json_raw(json, "}");
}

static void write_errors(fp_json *json, const fp_vault_result *result)
{
    write_name(json, ",", "errors");
    fp_json_raw(json, "[");
    for (size_t i = 0; i < result->error_count; i++) {
        fp_json_raw(json, i ? "," : "");
        fp_vault_json_error(json, &result->errors[i]);
    }
    fp_json_raw(json, "]");
}

void fp_vault_json_resolve(fp_json *json, const fp_vault_result *result)
{
    write_string(json, "{", "originalText", result->original);
    write_string(json, ",", "resolvedText", result->resolved);
    write_ids(json, "references", result->references, result->reference_count);
    write_ids(json, "missing", result->missing, result->missing_count);
    write_errors(json, result);
    write_number(json, ",", "depth", result->depth);
    write_boolean(json, ",", "fullyResolved", result->fully_resolved);
    fp_json_raw(json, "}");
}

void fp_vault_json_expand(fp_json *json, const fp_vault_result *result)
{
    write_string(json, "{", "originalCode", result->original);
    write_string(json, ",", "resolvedCode", result->resolved);
    write_ids(json, "vaultRefs", result->references, result->reference_count);
    write_errors(json, result);
    write_boolean(json, ",", "hasErrors", result->error_count > 0);
    fp_json_raw(json, "}");
}

void fp_vault_json_analyse(fp_json *json, const fp_vault_analysis *analysis)
{
    write_boolean(json, "{", "hasReferences", analysis->count > 0);
    write_number(json, ",", "count", analysis->count);
    write_ids(json, "ids", analysis->ids, analysis->id_count);
    fp_json_raw(json, "}");
}
