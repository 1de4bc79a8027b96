/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/tags.h: the engine of notations that are made of tags. Such a notation is a table: what
 * its tags begin and end with, what each of them does in each area, the alphabet of its names, and
 * the clauses for all that. Parser (tags.c), renderer (tags-render.c), markers and completions
 * (tags-words.c) and the rules of editors (tags-highlight.c) come from the same table.
 *
 *   opening tag    {blank} {argument tag, value, end tag of the value} {blank} end tag
 *   opening tag    {blank} JSON object, whose members are the arguments {blank} end tag
 *   opening tag    {blank} fence {blank} JSON object {blank} fence {blank} end tag
 *
 * The tag of an argument may say whether its value is JSON or a string. A value may be a tree:
 * parts between tags of their own, which may have parts.
 *
 * An opening tag may be wrapped: two tags, of which the first has no name. Blocks may be in a
 * section, between two tags that are framing. In an opening tag a name may be in an id, which is
 * the call's.
 */
#ifndef FENCEPOST_TAGS_H
#define FENCEPOST_TAGS_H

#include <fencepost/syntax.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the bytes are: what a tag means depends on it. */
typedef enum fp_tags_area {
    FP_TAGS_OUTSIDE, /* text; the start state */
    FP_TAGS_OPENED,  /* after a wrapping tag, which is held with the blanks after it */
    FP_TAGS_FOREIGN, /* text: in the wrapping tag of another notation */
    FP_TAGS_BLOCK,   /* in a block, between its tags */
    FP_TAGS_CLOSING, /* after a tag that closes the block's inner part; blanks are held */
    FP_TAGS_VALUE,   /* in the value of an argument */
    FP_TAGS_ARGS,    /* in the JSON object of the arguments, where nothing is a tag */
    FP_TAGS_SECTION, /* in a section of blocks, outside them: text, except for blanks at its tags */
    FP_TAGS_QUOTED,  /* in a value that is quoted; its tags begin with a byte of their own */
    FP_TAGS_BRANCH,  /* in a part of a value, or in parts of that */
    FP_TAGS_AREAS
} fp_tags_area;

/* What a tag does where it is. */
typedef enum fp_tags_act {
    FP_TAGS_NOTHING, /* it is not a tag there */

    /* Its bytes are payload, whatever comes, so none of them is held. */
    FP_TAGS_STRAY,   /* it is reported: it ends nothing */
    FP_TAGS_BREAKS,  /* it breaks the block: its call will not be complete */
    FP_TAGS_NESTS,   /* the same, and the next end tag of a value belongs to the value */
    FP_TAGS_LEAVES,  /* it ends the wrapping tag of another notation */
    FP_TAGS_GROWS,   /* it begins a part of a value, or of a part; */
    FP_TAGS_SHRINKS, /* it ends the innermost one */

    /* It is held until it is whole. */
    FP_TAGS_WRAPS,   /* it precedes an opening tag */
    FP_TAGS_ENTERS,  /* it begins a section */
    FP_TAGS_EXITS,   /* it ends the section */
    FP_TAGS_CALLS,   /* it opens a block */
    FP_TAGS_APPLIES, /* it opens a block whose arguments are a JSON object */
    FP_TAGS_ARGUES,  /* it begins the value of an argument */
    FP_TAGS_SETTLES, /* it ends the value */
    FP_TAGS_SHUTS,   /* it ends the inner part of the block, before the tag that ends the block */
    FP_TAGS_ENDS,    /* it ends the block */
    FP_TAGS_QUOTES /* first in a value: the rest is quoted, and ends at a tag of that area alone */
} fp_tags_act;

/* The name between a tag's mark and its end. */
typedef enum fp_tags_name {
    FP_TAGS_NO_NAME,
    FP_TAGS_ANY_NAME, /* any that the alphabet allows */
    FP_TAGS_OWN_NAME  /* that of the open block; in a tag of arguments, of the open argument */
} fp_tags_name;

typedef struct fp_tags_rule {
    uint8_t act;        /* fp_tags_act */
    uint8_t name;       /* fp_tags_name */
    const char *clause; /* of what the tag does there; of one that opens a block within another, of
                           the end of that one */
} fp_tags_rule;

enum { FP_TAGS_MAX = 12 };

typedef fp_tags_rule fp_tags_rules[FP_TAGS_AREAS][FP_TAGS_MAX];

/* Which blanks a tag may have: before or after its name, under `recovery: lenient`, spaces and
 * tabs; or, with FP_TAGS_ANY_BLANKS, line ends too, under either policy, but none inside what
 * follows the name. */
enum { FP_TAGS_BEFORE_NAME = 1, FP_TAGS_AFTER_NAME = 2, FP_TAGS_ANY_BLANKS = 4 };

typedef struct fp_tag {
    const char *mark; /* what it begins with */
    const char *end;  /* what follows its name; NULL: it has no name, and is whole with the mark. A
                         newline in it is how blanks are written there, which may be any, or none;
                         one that ends it does not belong to the tag, which ends before a blank then,
                         or before what begins one. A digit in it is how a number is written there,
                         which may be any */
    bool of_argument; /* its name is a key */
    uint8_t blanks;
} fp_tag;

/* Bytes of names, and those that one may begin with, and end with. */
typedef struct fp_tags_alphabet {
    bool (*begins)(unsigned char c);
    bool (*has)(unsigned char c);
    bool (*ends)(unsigned char c);
} fp_tags_alphabet;

/* The call's id, where a tag that opens a block has one between its mark and its end: what may
 * precede the name, the name, and what follows it. */
typedef struct fp_tags_id {
    const char *before; /* "" where nothing may */
    char after;         /* separates the name from what follows; NUL: only a name, without an id */
    bool (*has)(unsigned char c); /* bytes after that, of which there is at least one */
    const char *first;            /* what the renderer writes there for a call without an id */
} fp_tags_id;

/* Whether there is a tool of this name, or, where `tool` is not empty, an argument of that tool;
 * with a byte `next`, whether such a name continues with it. catalogue: the tools on offer, or
 * NULL; then only the first bytes of a name that continues are asked for, and the whole name. */
typedef bool (*fp_tags_offers)(const fp_catalogue *catalogue, fp_str tool, fp_str name,
                               unsigned char next);

/* What is around the object of arguments, with blanks on each side of it, where a block has it in a
 * code fence. */
typedef struct fp_tags_fence {
    const char *before, *after; /* NULL: there is no fence */
} fp_tags_fence;

/* A further way in which a tag says that its value is JSON. */
typedef struct fp_tags_json_end {
    const char *end;   /* what follows the key */
    const char *begin; /* bytes with which JSON begins that is written so; "": none is */
} fp_tags_json_end;

enum { FP_TAGS_JSON_ENDS = 5 };

typedef struct fp_tags_table {
    fp_tag tags[FP_TAGS_MAX + 1];          /* one without a mark ends them */
    const fp_tags_rules *strict, *lenient; /* for each value of policy `recovery` */
    fp_tags_alphabet names, keys;
    fp_tags_id id;
    size_t blanks; /* in a tag, on each side of what follows the name, at most */

    fp_tags_offers
        offers; /* which names in tags that begin a block or an argument are names; of two
                   such tags of one mark the first has it for which one is. NULL: all */

    const char *json_end; /* where a tag declares whether its value is JSON: what follows the key of
                             one that is, in place of the tag's end; other values are strings. NULL:
                             no tag declares it */

    /* The others; one without an end ends them. */
    fp_tags_json_end json_also[FP_TAGS_JSON_ENDS + 1];

    bool json_body;      /* a block may hold a JSON object in place of arguments in tags */
    const char *foreign; /* bytes after a wrapping tag that show another notation */
    bool breaks;         /* what is not a tag breaks the block; else it ends the block early */
    bool key_offset;     /* an argument begins at its key, not at its tag */

    struct { /* where no rule has one; for names and keys the row's clauses are cited */
        const char *blank;      /* a blank in a tag */
        const char *mismatched; /* an end tag that does not fit, which ends the block as well */
        const char
            *bad_name; /* what would open a block if it had a name; NULL: it is not noticed */
        const char *bad_wrap;   /* a wrapping tag that something else follows */
        const char *bad_line;   /* what is not a tag in a block, and its consequences */
        const char *bad_json;   /* arguments, or a value, that are not the JSON they should be */
        const char *tree;       /* a value that has parts, and is not a tree */
        const char *duplicate;  /* an argument that is given again; NULL: it is a list */
        const char *stopped;    /* an opening tag that is text under `extra_call: stop` */
        const char *unfinished; /* a block that the input ends */
        const char *cut_tag;    /* a tag outside that the input ends */
        const char *cut_wrap;   /* a wrapping tag that the input ends before a block is open, which
                                   is framing then; NULL: it is text, by cut_tag */
        const char *cut_open;   /* the same of an opening whose mark is whole */
        const char *long_name;  /* a name over its limit */
        const char *long_tag;   /* a tag over the limit of what is held */
    } clauses;

    struct {                /* how a call is written */
        const char *indent; /* before the tag of an argument */
        bool lines;         /* a value is on lines of its own; */
        bool many_lines;    /* so is one that has several */
        bool empty_line;    /* a block without arguments has an empty line */
        bool again;         /* a list is written by giving the argument again */
        bool ends_together; /* nothing is between the end of an inner part and of its block */
        bool one_line;      /* nor between other tags of a block; */
        bool line_each;     /* but each block of a section is on a line of its own */
        const char *quoted; /* a value that has one of these bytes is quoted, where a tag does so */
        const char *bad_name;  /* clauses of refusals: of a name or key, */
        const char *bad_value; /* a value that a tag in it ends or breaks, */
        const char *untyped;   /* a value that its text does not give back, */
        const char *bad_list;  /* a list that is written as JSON; */
        const char *bad_json;  /* bytes that JSON cannot carry, */
        const char *bad_call;  /* what is not an object of JSON */
    } layout;

    fp_tags_fence fence; /* in a written call a newline is between it and the object */
} fp_tags_table;

/* The state of a parser; zeros are the start. */
typedef struct fp_tags {
    uint8_t area;        /* fp_tags_area */
    uint8_t part;        /* of a tag: tags.c */
    uint8_t tag;         /* in the mark: one of the candidates */
    uint8_t idle;        /* the part that bytes are in which begin no tag */
    uint8_t around;      /* the area that blocks are in: FP_TAGS_OUTSIDE or FP_TAGS_SECTION */
    uint16_t candidates; /* tags that the mark may become, a bit each */
    bool differs;        /* the name of an end tag is not that of the block */
    bool closed;         /* the inner part of the block */
    bool broken;
    bool in_string, in_escape; /* of arguments that are too deep */
    bool in_text;              /* of a string of arguments */
    uint8_t flagged; /* the tag says that its value is JSON: 1, or 2 for the first other; */
    bool is_json;    /* so did that of the open value, or it may be a tree */
    bool argued;     /* the block has an argument in tags */
    bool fresh;      /* the value has no byte yet, and may be quoted */
    bool at_line;    /* the last byte of the value was an LF (value_framing: own-line) */
    uint64_t value;  /* offset of the open value, if it is JSON */
    bool spelt;      /* the tag's first byte begins no token (MODEL-7.2) */
    uint64_t start;  /* offset of the tag's first byte */
    size_t mark;     /* bytes of the tag so far: of its mark, */
    size_t before;   /* blanks before its name, */
    size_t name;     /* of its name, or of its id, */
    size_t front;    /* of what that has before the name, and */
    size_t rest;     /* after it, */
    size_t blanks;   /* blanks after it, */
    size_t digits;   /* of a number after it, but the first, */
    size_t end;      /* of what follows the name */
    size_t lead;     /* bytes held before the tag: */
    size_t wrap;     /* those of a wrapping tag, and blanks */
    uint64_t nested; /* how many end tags belong to the value */
} fp_tags;

/* For a row whose `table` is an fp_tags_table: its state is an fp_tags, its step and finish are
 * these, and at_ease of its speed is the third. */
void fp_tags_step(void *state, fp_out *out, unsigned char byte);
void fp_tags_finish(void *state, fp_out *out);
unsigned fp_tags_at_ease(const void *state);

/* Its in_string, where arguments are JSON. */
fp_in_string fp_tags_in_string(const void *state);

/* Its render; the second one where arguments are JSON. */
bool fp_tags_render(fp_rendering *r, const fp_call *call);
bool fp_tags_render_json(fp_rendering *r, const fp_call *call);

/* Its derive, in place of completions, markers and highlight. */
extern const fp_derive FP_TAGS_DERIVE;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test checks every table with it.
 */
const char *fp_tags_fault(const fp_tags_table *table);

#ifdef __cplusplus
}
#endif

#endif
