/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/types.h: the words of spec/model.md as plain data.
 *
 * Units: lengths and offsets count bytes; offsets count from the start of the input.
 * Ownership: "borrowed" is valid until the function that received it returns, "static" for ever,
 * "owned" must be freed with the function named beside it. "Of the row" is valid as long as the
 * row of the syntax is (fencepost/syntax.h): for ever, unless the program frees rows.
 */
#ifndef FENCEPOST_TYPES_H
#define FENCEPOST_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A view of bytes. Not NUL-terminated, may hold NUL; ptr may be NULL only if len is 0. */
typedef struct fp_str {
    const char *ptr;
    size_t len;
} fp_str;

/* A view of a string literal, and of a NUL-terminated string. */
#define FP_STR(literal) ((fp_str){ (literal), sizeof(literal) - 1 })
fp_str fp_str_of(const char *text);

/* Whether two views hold the same bytes. */
bool fp_str_equal(fp_str a, fp_str b);

/* The offset of the first byte that is not UTF-8; the length if there is none. */
size_t fp_utf8_valid(fp_str bytes);

typedef enum fp_status {
    FP_OK,
    FP_NO_MEMORY, /* an allocation failed: final, no more events */
    FP_STOPPED,   /* the sink asked to stop: final, no more events */
    FP_FINISHED,  /* fed or finished after fp_parser_finish() */
} fp_status;

/* Static text for people. */
const char *fp_status_text(fp_status status);

/* MODEL-1.5: the closed list of diagnostic codes. */
typedef enum fp_code {
    FP_UNTERMINATED_CALL,
    FP_BAD_NAME,
    FP_BAD_LINE,
    FP_MISMATCHED_END,
    FP_DUPLICATE_ARGUMENT,
    FP_EXTRA_CALL,
    FP_UNKNOWN_TOOL,
    FP_MISSING_ARGUMENT,
    FP_BAD_TYPE,
    FP_INVALID_JSON,
    FP_LIMIT_EXCEEDED,
    FP_CODE_COUNT
} fp_code;

/* The code as it is written, "bad-name"; static. */
const char *fp_code_name(fp_code code);

/* Finds a code by its written name; false if there is none. */
bool fp_code_find(fp_str name, fp_code *code);

/* What a value is (MODEL-1.6). FP_VALUE_STRING: text is the value. FP_VALUE_LIST: items are its
 * strings, in order, and text is the raw text of the list; it is empty where the items are the
 * values of an argument that was given several times. FP_VALUE_JSON: text is the value as JSON. */
typedef enum fp_value_kind { FP_VALUE_STRING, FP_VALUE_LIST, FP_VALUE_JSON } fp_value_kind;

typedef struct fp_value {
    fp_value_kind kind;
    fp_str text;
    const fp_str *items;
    size_t item_count;
    fp_str raw; /* in a parser's events, the data of its arg_data; else empty */
} fp_value;

/* Whether two values are equal as JSON: numbers by the value written, objects whatever the order of
 * their members. A list equals a JSON array of the same strings. */
bool fp_value_equal(const fp_value *a, const fp_value *b);

typedef struct fp_arg {
    fp_str key;
    fp_value value;
} fp_arg;

/* MODEL-1.4. Arguments are in input order and have different keys. */
typedef struct fp_call {
    fp_str name;
    fp_str id; /* the provider's; empty where the syntax has none; it has no effect */
    const fp_arg *args;
    size_t arg_count;
    uint64_t start; /* span: [start, end) */
    uint64_t end;
    bool complete;
} fp_call;

typedef struct fp_diagnostic {
    fp_code code;
    uint64_t offset;
    const char *clause; /* of the row: "CARET-7.1"; NULL where a foreign parser named none */
} fp_diagnostic;

/* MODEL-2.1. */
typedef enum fp_event_type {
    FP_EVENT_TEXT,       /* data: the bytes */
    FP_EVENT_CALL_BEGIN, /* data: the name */
    FP_EVENT_ARG_BEGIN,  /* data: the key */
    FP_EVENT_ARG_DATA,   /* data: the bytes */
    FP_EVENT_ARG_END,
    FP_EVENT_CALL_END,   /* call: complete; or, under `unterminated: recover`, cut by the end */
    FP_EVENT_CALL_CUT,   /* call: what was read of it */
    FP_EVENT_DIAGNOSTIC, /* diagnostic */
    FP_EVENT_REASONING,  /* data: the bytes (MODEL-5.1) */
    FP_EVENT_COUNT
} fp_event_type;

/* The name as it is written, "call_begin"; static. */
const char *fp_event_name(fp_event_type type);
bool fp_event_find(fp_str name, fp_event_type *type);

/* Everything in an event is borrowed. data may begin or end inside a UTF-8 sequence. */
typedef struct fp_event {
    fp_event_type type;
    uint64_t offset; /* of the first input byte that it is about; not above the number fed */
    fp_str data;
    const fp_call *call;
    fp_diagnostic diagnostic;
} fp_event;

/* Whether two calls have the same name and input; the order of arguments does not count. */
bool fp_call_equal(const fp_call *a, const fp_call *b);

/* What an input byte is (laws ACCOUNT and PROMPT, and explanations for people). */
typedef enum fp_role {
    FP_ROLE_TEXT,
    FP_ROLE_MARKER,
    FP_ROLE_NAME,
    FP_ROLE_KEY,
    FP_ROLE_VALUE,
    FP_ROLE_BLANK,   /* blanks and line ends that belong to the notation, inside a block */
    FP_ROLE_SKIPPED, /* bytes of a block that mean nothing: a bad line, say */
    FP_ROLE_FRAMING, /* bytes outside every block that are not text */
    FP_ROLE_REASONING,
    FP_ROLE_COUNT
} fp_role;

const char *fp_role_name(fp_role role);

#ifdef __cplusplus
}
#endif

#endif
