/* SPDX-License-Identifier: Apache-2.0 */
/* words.h: the words of the formats that fuzz targets read, each list ended by NULL. */
#ifndef FENCEPOST_FUZZ_WORDS_H
#define FENCEPOST_FUZZ_WORDS_H

extern const char *const ANSWER_WORDS[];
extern const char *const CASEFILE_WORDS[];
extern const char *const CATALOGUE_WORDS[];
extern const char *const KNOWN_WORDS[];
extern const char *const REPORT_WORDS[];
extern const char *const REQUEST_WORDS[];
extern const char *const VAULT_WORDS[];

#endif
