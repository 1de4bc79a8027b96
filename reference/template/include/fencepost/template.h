/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/template.h: an executor of response templates (spec/response-template.md).
 *
 * A template is loaded once; any number of parsers read texts by it. It is of a library of its own,
 * libfencepost-template, which needs PCRE2.
 */
#ifndef FENCEPOST_TEMPLATE_H
#define FENCEPOST_TEMPLATE_H

#include <fencepost/json.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What went wrong, if something did. */
typedef enum fp_template_fault {
    FP_TEMPLATE_FINE,
    FP_TEMPLATE_REFUSED,   /* the template breaks TEMPLATE-1 */
    FP_TEMPLATE_OUTSIDE,   /* a pattern is outside the common subset (TEMPLATE-2.4) */
    FP_TEMPLATE_MALFORMED, /* a region whose content does not parse (TEMPLATE-5.9) */
    FP_TEMPLATE_MISSING,   /* a field that is not optional (TEMPLATE-4.6) */
    FP_TEMPLATE_LIMIT,     /* a pattern takes too long (TEMPLATE-2.5) */
    FP_TEMPLATE_NO_MEMORY,
    FP_TEMPLATE_FINISHED /* fed or finished after the end */
} fp_template_fault;

enum { FP_TEMPLATE_REASON_SIZE = 256 };

/* A fault, and for people the field and the reason. */
typedef struct fp_template_error {
    fp_template_fault fault;
    char reason[FP_TEMPLATE_REASON_SIZE]; /* NUL-terminated; "" without a fault */
} fp_template_error;

/* The word of a fault, "malformed"; static. */
const char *fp_template_fault_name(fp_template_fault fault);

typedef struct fp_template fp_template;

/* Reads a template, or the member response_template of a tokenizer_config.json. Owned:
 * fp_template_free(); NULL with an error. */
fp_template *fp_template_load(fp_str json, fp_template_error *error);
void fp_template_free(fp_template *t); /* NULL is allowed */

/* What TEMPLATE leaves to policies; zeros are the defaults. */
typedef enum fp_template_malformed {
    FP_TEMPLATE_MALFORMED_ERROR,
    FP_TEMPLATE_MALFORMED_DROPPED,
    FP_TEMPLATE_MALFORMED_TEXT
} fp_template_malformed;

typedef struct fp_template_policies {
    fp_template_malformed malformed;
    bool leftover_last;        /* leftover: last */
    bool unterminated_dropped; /* unterminated: dropped */
    bool no_anchor_nothing;    /* no_anchor: nothing */
    bool string_type_last;     /* string_type: last */
} fp_template_policies;

/* TEMPLATE-9. Fields and pieces are borrowed. */
typedef enum fp_template_event_type {
    FP_TEMPLATE_REGION_OPEN,
    FP_TEMPLATE_REGION_CHUNK,    /* data: text; dirty */
    FP_TEMPLATE_REGION_CLOSE,    /* data: the value as JSON */
    FP_TEMPLATE_REGION_MALFORMED /* in place of a close: it has no value; data: the reason */
} fp_template_event_type;

typedef struct fp_template_event {
    fp_template_event_type type;
    fp_str field;
    fp_str data;
    bool dirty;
    bool cut; /* of a close: the text ended before that of the region came */
} fp_template_event;

/* Takes an event. */
typedef void fp_template_sink(void *context, const fp_template_event *event);

/* What a parser is made with. All is borrowed, and the template has to outlive the parser. */
typedef struct fp_template_options {
    fp_str prefix;                        /* the prompt (TEMPLATE-8) */
    fp_str tools;                         /* a JSON array (TEMPLATE-7); empty: none */
    const fp_template_policies *policies; /* NULL: the defaults; they are copied */
    fp_template_sink *sink;               /* NULL: no events */
    void *context;                        /* of the sink */
} fp_template_options;

typedef struct fp_template_parser fp_template_parser;

/* An owned parser that has read the prefix: fp_template_parser_free(). NULL when memory is out; a
 * fault in the prefix is that of the next feed. */
fp_template_parser *fp_template_parser_new(const fp_template *t,
                                           const fp_template_options *options);
void fp_template_parser_free(fp_template_parser *p); /* NULL is allowed */

/* Takes the next bytes; the end of the text. After a fault each gives that fault again. */
fp_template_fault fp_template_feed(fp_template_parser *p, const char *bytes, size_t len);
fp_template_fault fp_template_finish(fp_template_parser *p);

/* The fault of a parser, with its reason; borrowed until the parser is freed. */
const fp_template_error *fp_template_parser_error(const fp_template_parser *p);

/* Appends the message, a JSON object, after a finish without a fault. */
void fp_template_message(const fp_template_parser *p, fp_json *out);

/* -- what each byte is, for those who explain a text ------------------------------------------- */

typedef enum fp_template_part {
    FP_TEMPLATE_PART_OPEN, /* of the delimiter that opens a region */
    FP_TEMPLATE_PART_TEXT, /* of a region's text */
    FP_TEMPLATE_PART_CLOSE,
    FP_TEMPLATE_PART_NONE /* of no field (TEMPLATE-3.5); its field is empty */
} fp_template_part;

/* "open", "text", "close", "none"; static. */
const char *fp_template_part_name(fp_template_part part);

/* Is told what the next `len` bytes are, all of them in order, as soon as that is decided. A byte
 * that is not UTF-8 counts as the three of U+FFFD. */
typedef void fp_template_trace(void *context, fp_template_part part, fp_str field, size_t len);

/* Begins a trace; bytes of the prefix that are held until now are told as well. */
void fp_template_parser_trace(fp_template_parser *p, fp_template_trace *trace, void *context);

/* How many bytes are held: nobody has been told what they are. */
size_t fp_template_parser_held(const fp_template_parser *p);

/* The delimiter that held bytes may begin: its field, and whether it is a close. False: there is
 * none, as nothing is held, or only a character that has not come whole. */
bool fp_template_parser_waits(const fp_template_parser *p, fp_str *field, bool *close);

#ifdef __cplusplus
}
#endif

#endif
