/* SPDX-License-Identifier: Apache-2.0 */
/* vault_store.h: a store of the vault, written as JSON (spec/schema/vault-store.schema.json). */
#ifndef FENCEPOST_HARNESS_VAULT_STORE_H
#define FENCEPOST_HARNESS_VAULT_STORE_H

#include "base/util.h"

#include <fencepost/vault.h>

/* An owned map (fp_vault_map_free) of {"id": "content"} or {"id": {"content", "type",
 * "description"}}. NULL with the problems said, of the file and, if it is given, the place in it.
 */
fp_vault_map *vault_store_read(const json_t *json, const char *file, const char *place,
                               problems *p);

#endif
