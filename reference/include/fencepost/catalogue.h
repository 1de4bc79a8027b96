/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/catalogue.h: the tools on offer, in the shape that MCP gives them. */
#ifndef FENCEPOST_CATALOGUE_H
#define FENCEPOST_CATALOGUE_H

#include <fencepost/parser.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a schema's `type` allows; several may be or-ed, and 0 means any type. */
enum {
    FP_TYPE_STRING = 1 << 0,
    FP_TYPE_NULL = 1 << 1,
    FP_TYPE_BOOLEAN = 1 << 2,
    FP_TYPE_INTEGER = 1 << 3,
    FP_TYPE_NUMBER = 1 << 4,
    FP_TYPE_ARRAY = 1 << 5,
    FP_TYPE_OBJECT = 1 << 6
};

/* One argument of a tool. JSON texts are views of the catalogue's own text, as written, and empty
 * where they are not given. */
typedef struct fp_tool_arg {
    fp_str name;
    fp_str description;
    fp_str schema;           /* JSON: the whole schema */
    fp_str constant;         /* JSON: the value `const` */
    fp_str enumeration;      /* JSON: the array `enum` */
    fp_str default_value;    /* JSON */
    unsigned types;          /* FP_TYPE_… */
    fp_str item_constant;    /* of the items, if it is an array */
    fp_str item_enumeration; /* of the items */
    unsigned item_types;     /* of the items */
    fp_str unknown_type;     /* JSON: the first type named that JSON Schema does not have */
    bool required;
    bool multiline;  /* x-fencepost: may run over lines */
    size_t position; /* x-fencepost: from 1; 0 if it is not positional, or multi-line */
} fp_tool_arg;

typedef enum fp_tool_kind {
    FP_KIND_ANY, /* not given */
    FP_KIND_BLOCK,
    FP_KIND_SELF_CLOSING,
    FP_KIND_HYBRID,
    FP_KIND_CONTAINER /* not a tool, but a block that holds calls */
} fp_tool_kind;

struct fp_tool {
    fp_str name;
    fp_str description;
    fp_str version;  /* x-fencepost */
    fp_str category; /* x-fencepost */
    fp_tool_kind kind;
    bool layout;             /* x-fencepost has `positional` or `multiline` */
    fp_str examples;         /* JSON: the array of x-fencepost */
    fp_str textual;          /* JSON: x-fencepost as a whole */
    const fp_tool_arg *args; /* in the order of the schema */
    size_t arg_count;
};

/* Why and where a catalogue could not be read. */
typedef struct fp_catalogue_error {
    size_t line; /* from 1; 0 where the JSON is well-formed, and only its content is wrong */
    char text[200];
} fp_catalogue_error;

/* Reads a catalogue: {"tools": [{"name", "description", "inputSchema", "x-fencepost"}]}. Returns an
 * owned catalogue (fp_catalogue_free), or NULL with *error filled. Examples are checked against the
 * arguments. json is copied. */
fp_catalogue *fp_catalogue_read(fp_str json, fp_catalogue_error *error);
void fp_catalogue_free(fp_catalogue *catalogue); /* NULL is allowed */

/* Whether it holds a tool of this name; the tool, or NULL, borrowed from the catalogue. */
bool fp_catalogue_has(const fp_catalogue *catalogue, fp_str name);
const fp_tool *fp_catalogue_find(const fp_catalogue *catalogue, fp_str name);

/* Its tools, in the catalogue's order. */
size_t fp_catalogue_count(const fp_catalogue *catalogue);
const fp_tool *fp_catalogue_tool(const fp_catalogue *catalogue, size_t index);

/* The argument of this name; NULL if the tool declares none. */
const fp_tool_arg *fp_tool_find_arg(const fp_tool *tool, fp_str name);

/* The argument at a position, from 1, and the first multi-line one; NULL if there is none. */
const fp_tool_arg *fp_tool_positional(const fp_tool *tool, size_t position);
const fp_tool_arg *fp_tool_multiline(const fp_tool *tool);

/* The names of the types, "integer or null"; written to text, NUL-terminated. */
void fp_types_text(unsigned types, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
