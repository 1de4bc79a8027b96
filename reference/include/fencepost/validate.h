/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/validate.h: checks a call against its tool's schema and rules (spec/catalogue.md). */
#ifndef FENCEPOST_VALIDATE_H
#define FENCEPOST_VALIDATE_H

#include <fencepost/catalogue.h>
#include <fencepost/json.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Appends {"valid", "errors": [{"field", "message"}], "warnings": […], "normalized": {…}} to
 * *result, and sets *valid. Warnings look like errors. normalized has the arguments as a tool
 * should get them: typed, normalised, with defaults. False, with result->failed set, when memory is
 * out. */
bool fp_validate(const fp_tool *tool, const fp_call *call, fp_json *result, bool *valid);

#ifdef __cplusplus
}
#endif

#endif
