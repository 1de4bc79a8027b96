/* SPDX-License-Identifier: Apache-2.0 */
/* file_text.h: a file of a test, whole. */
#ifndef FENCEPOST_TESTS_FILE_TEXT_H
#define FENCEPOST_TESTS_FILE_TEXT_H

#include <fencepost/json.h>

/* Reads a file that has to be there, or the test fails. Owned: fp_json_free(). */
fp_json file_text(const char *path);

#endif
