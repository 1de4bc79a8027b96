/* SPDX-License-Identifier: Apache-2.0 */
/* vault_store.h: reads a store of the vault from JSON (spec/schema/vault-store.schema.json). */
#ifndef FENCEPOST_HARNESS_VAULT_STORE_H
#define FENCEPOST_HARNESS_VAULT_STORE_H

#include "base/util.h"

#include <fencepost/vault.h>

/* Returns an owned map (fp_vault_map_free) of {"id": "content"} or {"id": {"content", "type",
 * "description"}}. NULL after reporting the problems, with the file and, if given, the place. */
fp_vault_map *vault_store_read(const json_t *json, const char *file, const char *place,
                               problems *p);

#endif
