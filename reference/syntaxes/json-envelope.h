/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope.h: what the files of this syntax owe each other: how its JSON is read.
 */
#ifndef FENCEPOST_JSON_ENVELOPE_H
#define FENCEPOST_JSON_ENVELOPE_H

#include "core/jsonscan.h"
#include "core/unescape.h"

#include <fencepost/syntax.h>

/* -- json-envelope-scan.c: an object (a document, a call object, args), byte by byte ------------
 */

/* What a byte is: any of these. The members are those of the object itself, and in their values
 * nothing is told apart. */
enum {
    FP_ENV_WRONG = 1 << 0, /* no JSON (8.1); nothing has changed, and nothing else is said */
    FP_ENV_KEY = 1 << 1,   /* of a member's key, quotes included */
    FP_ENV_KEY_BEGIN = 1 << 2,
    FP_ENV_KEY_END = 1 << 3,
    FP_ENV_COLON = 1 << 4, /* behind a key */
    FP_ENV_VALUE = 1 << 5, /* of a member's value */
    FP_ENV_VALUE_BEGIN = 1 << 6,
    FP_ENV_VALUE_END = 1 << 7, /* its last byte; or, without FP_ENV_VALUE, the byte behind it */
    FP_ENV_TOO_DEEP = 1 << 8,  /* a bracket that begins a part that is too deep (8.7) */
    FP_ENV_CLOSED = 1 << 9     /* the object's closing brace */
};

/* Zero it to begin, but for the rules. */
typedef struct fp_env_scan {
    fp_jsonscan json;
    uint32_t limit; /* rule: how many brackets may be open, the object's own being the first */
    bool lenient;   /* rule: a byte below 0x20 in a string stands for itself (6.2) */
    bool fresh;     /* behind a member's colon */
    bool in_value;  /* in a member's value */
    bool in_text;   /* in a string of it, in no escape */
    bool deep_string, deep_escape; /* where in a part that is too deep */
    char closer;                   /* of that part's first bracket */
    uint64_t deep;                 /* open brackets of that part; 0: there is none */
} fp_env_scan;

unsigned fp_env_scan_step(fp_env_scan *scan, unsigned char c);

/* How many of the coming bytes are of a member's value, in a string of it, and nothing else; for
 * them no step is needed. */
size_t fp_env_scan_text(const fp_env_scan *scan, const char *bytes, size_t len);

/* The rules, under the parser's policies and limits. */
void fp_env_scan_begin(fp_env_scan *scan, const fp_out *out);

/* Whether the bytes so far end inside a string that is not in a part that is too deep. */
bool fp_env_scan_in_string(const fp_env_scan *scan);

/* Whether the bytes so far end behind a value at this depth, before what follows it; behind the
 * digits of a number they do not yet (9.4). */
bool fp_env_scan_behind_value(const fp_env_scan *scan, uint32_t depth);

/* -- json-envelope-scan.c: what a string stands for ------------------------------------------- */

/* Zero it to begin; behind a closing quote it may be used again. */
typedef struct fp_env_string {
    fp_unescape unescape;
    uint64_t escape; /* offset of the last backslash */
    uint64_t high;   /* and of that of the high surrogate that waits */
} fp_env_string;

/* The bytes that one byte brings out, and where each comes from. */
typedef struct fp_env_decoded {
    char bytes[FP_UNESCAPE_MAX];
    size_t len;
    size_t early; /* bytes that a waiting surrogate brought out, */
    uint64_t early_at;
    uint64_t at; /* and where the others come from */
    bool lone;   /* there was a lone surrogate (1.5): */
    uint64_t lone_at;
} fp_env_decoded;

/* The next byte between the quotes, which stands at offset; the closing quote, or a wrong byte. */
fp_env_decoded fp_env_string_step(fp_env_string *string, unsigned char c, uint64_t offset);
fp_env_decoded fp_env_string_end(fp_env_string *string);

/* Where the byte with this index comes from. */
uint64_t fp_env_decoded_offset(const fp_env_decoded *decoded, size_t index);

/* -- json-envelope-scan.c: a key, as decoded (1.6) -------------------------------------------- */

enum { FP_ENV_NAMES = 2 }; /* members that mean something: in a document, in a call object */

/* Zero it at the opening quote. */
typedef struct fp_env_key {
    fp_env_string string;
    uint32_t matched; /* bytes so far */
    bool not [FP_ENV_NAMES];
} fp_env_key;

/* The next byte of the key, as it is, or of the string that is the key. */
void fp_env_key_raw(fp_env_key *key, const char *const names[FP_ENV_NAMES], char byte);
void fp_env_key_step(fp_env_key *key, const char *const names[FP_ENV_NAMES], unsigned char c);

/* The index of the name that the key is; FP_ENV_NAMES if it is none. */
unsigned fp_env_key_find(const fp_env_key *key, const char *const names[FP_ENV_NAMES]);

/* -- json-envelope-call.c --------------------------------------------------------------------- */

/* How a call object ends. */
typedef enum fp_env_end { FP_ENV_WHOLE, FP_ENV_CUT, FP_ENV_UNFINISHED } fp_env_end;

/* The held bytes are a call object, or the beginning of one, with depth brackets open around it:
 * says what it is, and gives its bytes their meaning. */
void fp_env_read_call(fp_out *out, uint32_t depth, fp_env_end end);

/* -- json-envelope-render.c ------------------------------------------------------------------- */

bool fp_env_render(fp_rendering *r, const fp_call *call);

#endif
