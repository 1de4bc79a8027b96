/* SPDX-License-Identifier: Apache-2.0 */
/* native.h: what the syntaxes of provider APIs share: a document, or a stream of server-sent events
 * (unit.c, ink.c), JSON with members that are read (json.c), and calls that overlap (turns.c,
 * store.c).
 *
 * A unit, a document or an event, is held until it is whole; then the syntax reads it, says what it
 * says through turns.c, and notes what the bytes were (fp_native_ink).
 */
#ifndef FENCEPOST_NATIVE_H
#define FENCEPOST_NATIVE_H

#include "core/jsonscan.h"

#include <fencepost/jsontext.h>
#include <fencepost/render.h>
#include <fencepost/syntax.h>

/* -- state ------------------------------------------------------------------------------------- */

/* The event being read, or the document. */
typedef struct native_event {
    uint8_t line;     /* where in a line: unit.c */
    uint8_t names;    /* the field names that this one may be */
    uint8_t matched;  /* bytes of it */
    bool begun;       /* a line that is not empty has begun */
    bool fields;      /* and one that is not a comment */
    bool bad_lines;   /* and one with an unknown field */
    bool data;        /* and one with data */
    bool is_wrong;    /* the data is not JSON */
    bool too_deep;    /* because it is over the limit `depth` */
    bool over;        /* over the limit: skipped, and not held */
    uint64_t start;   /* offset of the first byte */
    uint64_t wrong;   /* of the first wrong byte of the data */
    uint64_t eol;     /* of the end of the last line with data */
    size_t data_from; /* the data, in the held bytes */
    size_t data_to;
    fp_jsonscan scan;
} native_event;

typedef struct native_state {
    uint8_t form; /* what the input is: unit.c */
    uint8_t bom;  /* bytes of a byte order mark, at the very start */
    bool after_cr;
    bool called; /* there has been a call */
    native_event event;

    uint32_t used; /* nodes of the store */
    uint32_t free; /* the first free one of these */
    uint32_t said; /* the call that is being emitted */
    uint32_t first, last;
    uint32_t open, open_last; /* calls that have begun and not ended, in that order */
    uint32_t open_count;
    uint32_t slots;    /* by their index */
    uint32_t own_slot; /* the last one that an entry without index filled */
    uint32_t taken;    /* slots that are not empty */
} native_state;

/* The first members of the object that was read last: it is read again, for others. */
typedef struct native_members {
    fp_str object;
    size_t count;
    size_t at; /* in the object, after them: fp_jsontext_member() */
    struct {
        fp_str key, value;
    } of[8];
} native_members;

/* A step under way. */
typedef struct native native;
struct native {
    native_state *s;
    fp_out *out;
    const struct native_spec *spec;

    fp_str json;    /* of the unit, in the held bytes, … */
    size_t json_at; /* … from there on */
    uint64_t start; /* offsets of the unit */
    uint64_t end;
    native_members *members;
    bool inked;         /* something was noted of its bytes */
    const char *wrong;  /* NULL, or the first byte that is not as the spec has it */
    uint32_t call_over; /* how many of the calls reach into the unit */
};

/* A syntax. The clauses are static. */
typedef struct native_spec {
    const char *behind;       /* something after a document */
    const char *bad_document; /* a document that is not JSON */
    const char *bad_line;     /* an unknown field */
    const char *unfinished;   /* an event that the input ends */
    const char *bad_data;     /* data that is not JSON */
    const char *bad_args;     /* argument text that is not an object */
    const char *bad_input;    /* no string, or no object, in its place */
    const char *bad_object;   /* no object in its place, in a document */
    const char *duplicate;    /* a key that the call has already */
    const char *unterminated;

    /* Reads n->json, and sets n->wrong or acts on it. */
    void (*document)(native *n);
    void (*event)(native *n);
    void (*done)(native *n); /* [DONE] */
} native_spec;

/* -- unit.c: bytes ------------------------------------------------------------------------------
 */

void fp_native_step(native *n, unsigned char c);
size_t fp_native_run(native *n, fp_str bytes);
fp_in_string fp_native_in_string(const native_state *s);
void fp_native_finish(native *n);

/* -- ink.c: roles --------------------------------------------------------------------------------
 */

/* What a byte of a unit is, where that is more than what carries a call, or framing. */
typedef enum native_kind {
    NATIVE_TEXT = 1,
    NATIVE_NAME,
    NATIVE_VALUE,
    NATIVE_CALL_OPEN, /* the first byte of a call in a document */
    NATIVE_CALL_CLOSE /* the last one */
} native_kind;

/* Notes it of these bytes of n->json, which must have been read. */
void fp_native_ink(native *n, fp_str bytes, native_kind kind);

/* Like fp_native_ink(), for the bytes between the quotes of a string. */
void fp_native_ink_string(native *n, fp_str string, native_kind kind);

/* The offset of a byte of n->json. */
uint64_t fp_native_offset(const native *n, const char *byte);

/* The first len held bytes get the roles that were noted. */
void fp_native_mark_unit(native *n, size_t len, bool in_call);

/* -- json.c: members ----------------------------------------------------------------------------
 */

/* The values of these members of an object, empty where there is none; names ends with NULL. */
void fp_native_read(native *n, fp_str object, const char *const *names, fp_str *values);

/* Notes that a byte is not as the spec has it. */
void fp_native_wrong(native *n, const char *byte);

/* Whether the object's member has a value that is not null. It is wrong if it is of none of these
 * kinds (fp_jsontext_kind), if it is required and not there, or null where `n` is not a kind. */
bool fp_native_has(native *n, fp_str object, fp_str value, const char *kinds, bool required);

/* Whether a value is a string that is not empty. */
bool fp_native_is_filled(fp_str value);

/* Where the first byte comes from, of what a string stands for, that is not a blank; NULL if there
 * is none. */
const char *fp_native_solid(fp_str string);

/* Whether a string stands for more than limit bytes; then *at is where the first comes from that is
 * too much. */
bool fp_native_is_over(fp_str string, size_t limit, const char **at);

/* An index: 1 to 15 digits. */
bool fp_native_is_index(fp_str value);
uint64_t fp_native_index(fp_str value);

/* -- turns.c: calls that overlap are emitted one at a time ------------------------------------- */

/* How a call ends. */
typedef enum native_ending {
    NATIVE_CLOSED = 1, /* its block does: the arguments tell whether it is complete */
    NATIVE_LOST,       /* unterminated, unless it is spoilt: then that has been diagnosed */
    NATIVE_CUT,        /* unterminated */
    NATIVE_INPUT       /* by the end of input */
} native_ending;

/* Text, from a string of n->json. */
void fp_native_text(native *n, fp_str string);

/* Begins a call; id: a string, or empty. 0: policy extra_call stops here, or memory is out. */
uint32_t fp_native_call_begin(native *n, uint64_t start, fp_str name, fp_str id);

/* More of a call that has not ended: its id; a string with a piece of its arguments; a value in the
 * place of one, which spoils it. */
void fp_native_call_id(native *n, uint32_t call, fp_str id);
void fp_native_call_piece(native *n, uint32_t call, fp_str string);
void fp_native_call_wrong(native *n, uint32_t call, fp_str value);

/* Its input, if no piece says anything else; and now, in a document. */
void fp_native_call_input(native *n, uint32_t call, fp_str value);
void fp_native_call_object(native *n, uint32_t call, fp_str value);

/* How far its arguments are. */
fp_args_state fp_native_call_args(native *n, uint32_t call);

/* Spoils every call that has begun and not ended. */
void fp_native_spoil(native *n);

void fp_native_call_end(native *n, uint32_t call, uint64_t end, native_ending ending);

/* Ends every call that has begun and not ended, in that order. */
void fp_native_end_calls(native *n, uint64_t end, native_ending ending);

/* -- store.c: what has no bound ------------------------------------------------------------------
 */

/* A call that has begun, until it is emitted. */
typedef struct native_call {
    uint32_t name, id, input; /* strings */
    uint32_t first, last;     /* pieces of its arguments that wait */
    uint32_t open_next, open_prev;
    uint32_t slot; /* that it is in; 0: none any more */
    uint64_t start, end;
    uint8_t ending; /* 0: it has not ended */
    uint8_t args;   /* fp_args_state, of a call that waits */
    bool spoilt;
    uint8_t padding[5];
    fp_jsonscan scan; /* of a call that waits */
} native_call;

/* A block's or an entry's place. */
typedef struct native_slot {
    uint32_t child[4]; /* others, by their index */
    uint64_t index;
    uint32_t call;   /* that has not ended; 0: none */
    uint32_t id;     /* a string */
    bool taken;      /* not empty */
    bool holds_call; /* by what has, or had, a call */
    bool bad_name;   /* diagnosed */
    bool trailing;   /* something after the call: diagnosed */
    uint8_t padding[4];
} native_slot;

/* Bytes of the input, with the offset of the first. */
typedef struct native_string {
    uint64_t offset;
    uint64_t len;
} native_string;

typedef enum native_node_kind {
    NATIVE_FREE,
    NATIVE_STRING,
    NATIVE_OTHER_VALUE, /* a string node too: no string in the input */
    NATIVE_CALL,
    NATIVE_SLOT
} native_node_kind;

typedef struct native_node {
    uint32_t next;
    uint32_t kind;
    union {
        native_call call;
        native_slot slot;
        native_string string; /* its bytes after it, and on in the next nodes */
    } of;
} native_node;

/* The node of this number, from 1 on; valid until the next one is made. */
native_node *fp_native_at(native *n, uint32_t node);

/* A new node, all zero except its kind; 0 when memory is out. */
uint32_t fp_native_new(native *n, native_node_kind kind);

/* A string of the unit, kept; and the bytes of it. 0 when memory is out. */
uint32_t fp_native_keep(native *n, native_node_kind kind, fp_str bytes);
fp_str fp_native_kept(native *n, uint32_t node);

/* 0 is allowed. */
void fp_native_free(native *n, uint32_t node);

/* Forgets all slots, and, as all calls have ended and been emitted, everything else. */
void fp_native_forget(native *n);

/* The slot of this index; an empty one is made if there is none. 0 when memory is out. */
uint32_t fp_native_slot_of(native *n, uint64_t index);

/* -- render.c ------------------------------------------------------------------------------------
 */

/* The clauses of the refusals. */
typedef struct native_refusals {
    const char *bytes;  /* that JSON cannot carry */
    const char *call;   /* what is not a call that a provider gives */
    const char *limits; /* the default limits of the parser */
} native_refusals;

/* Whether a call, its values apart, can be rendered; else it is refused. */
bool fp_native_renders(fp_rendering *r, const fp_call *call, const native_refusals *refusals);

/* Appends the call's id; `call_` and its number in the message if it has none. */
void fp_native_render_id(fp_rendering *r, const fp_call *call, size_t number);

/* The renderer of native-openai. */
bool fp_native_anthropic_render(fp_rendering *r, const fp_call *call);
bool fp_native_openai_render(fp_rendering *r, const fp_call *call);

/* Appends the input as an object that stands levels deep; or refuses. */
bool fp_native_render_input(fp_rendering *r, const fp_call *call, size_t levels,
                            const native_refusals *refusals);

#endif
