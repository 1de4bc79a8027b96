/* SPDX-License-Identifier: Apache-2.0 */
/* object.h: the engine of notations in which a call is a JSON object. Such a notation has a table:
 * which members of the object are its name and its arguments, how a call is written, and the
 * clauses that say so. What is around the object, tags or a document, is the syntax's own, and so
 * is when the call is given out: as it comes, from the name on, or as a whole. Parser and renderer
 * (object-render.c) read the same table.
 *
 *     { NAME: "tool", ARGUMENTS: { KEY: VALUE, KEY: VALUE } }
 *
 * or, where a table is `keyed`, { "tool": { KEY: VALUE, KEY: VALUE } }.
 *
 * The members come in any order, and with others. Of a member that is given again the first counts.
 * Under `recovery: lenient` the arguments may be in a string, and a byte below 0x20 in a string is
 * content.
 */
#ifndef FENCEPOST_ENGINES_OBJECT_H
#define FENCEPOST_ENGINES_OBJECT_H

#include "core/jsonscan.h"
#include "core/unescape.h"

#include <fencepost/syntax.h>

/* -- the table ------------------------------------------------------------------------------- */

/* What a member of the object is. Of another object that is scanned, a syntax names its own. */
enum {
    FP_OBJECT_OTHER, /* it is checked as JSON, and skipped */
    FP_OBJECT_NAME,
    FP_OBJECT_ARGUMENTS,
    FP_OBJECT_TEXT, /* not in a table: arguments in a string, as they come */
    FP_OBJECT_ID    /* the call's id, if it is a string */
};

enum { FP_OBJECT_MEMBERS = 7 };

typedef struct fp_object_member {
    const char *key; /* as decoded; ASCII */
    uint8_t is;
} fp_object_member;

typedef struct fp_object_table {
    fp_object_member members[FP_OBJECT_MEMBERS + 1]; /* one without a key ends them */
    bool keyed; /* there are none: the first key is the name, and its value the arguments */

    struct {
        const char *again;         /* a member that is given again */
        const char *duplicate;     /* an argument that is given again */
        const char *bad_arguments; /* arguments that are neither an object nor `null` */
        const char *bad_text;      /* arguments in a string that is not an object */
        const char *bad_name;      /* no name, or one that is not a string, or is empty */

        /* of a call that is given out as a whole; else NULL: */
        const char *long_name;  /* a name over its limit */
        const char *unfinished; /* a wrong byte, or the end of input, ends the object */
    } clauses;

    struct {                  /* how a call is written */
        const char *before;   /* the name, */
        const char *between;  /* between it and the arguments, */
        const char *after;    /* and after them */
        const char *id;       /* an id, which stands after the brace of the arguments; NULL: no id
                                 is written */
        const char *id_first; /* in place of `before` where there is an id, which is before the
                                 name; NULL: it stands after the arguments */
        const char *to_name;  /* between that id and the name */
        const char *comma;    /* between the items of a list */
        size_t levels;        /* brackets open around a value, those of a document included */
        bool bracket; /* a value that is too deep is refused at its bracket; else as it is */
        const char *bad_name;  /* clauses of refusals: of an empty name, */
        const char *duplicate; /* a key that is there twice; NULL: it is written twice, */
        const char *bad_bytes; /* bytes that are not UTF-8, */
        const char *bad_id;    /* the same in an id; NULL: no id is written, */
        const char *bad_json;  /* a value that is not JSON, */
        const char *lone;      /* half a surrogate pair in one; NULL: it is written, */
        const char *over;      /* what is over a limit of the parser */
    } layout;
} fp_object_table;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test asks it of each. */
const char *fp_object_fault(const fp_object_table *table);

/* -- policies, each asked here alone
 * --------------------------------------------------------------- */

/* Whether arguments may be in a string. */
static inline bool fp_object_takes_text(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* Whether a byte below 0x20 in a string is content. */
static inline bool fp_object_takes_controls(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* -- object-scan.c: the members of any object, byte by byte ---------------------------------- */

/* What a byte is: any of these. The members are those of the object itself; in their values
 * nothing is told apart. */
enum {
    FP_OBJECT_WRONG = 1 << 0, /* the object cannot continue with it; nothing has changed */
    FP_OBJECT_KEY = 1 << 1,   /* of a member's key, quotes included */
    FP_OBJECT_KEY_BEGIN = 1 << 2,
    FP_OBJECT_KEY_END = 1 << 3,
    FP_OBJECT_COLON = 1 << 4, /* after a key */
    FP_OBJECT_VALUE = 1 << 5, /* of a member's value */
    FP_OBJECT_VALUE_BEGIN = 1 << 6,
    FP_OBJECT_VALUE_END = 1 << 7, /* its last byte; without FP_OBJECT_VALUE, the byte after it */
    FP_OBJECT_TOO_DEEP = 1 << 8,  /* a bracket over the limit `depth`: up to the one that closes it,
                                     strings are followed, brackets counted, and nothing is wrong */
    FP_OBJECT_CLOSED = 1 << 9     /* the object's closing brace */
};

/* Zero it to begin, except for the first member. */
typedef struct fp_object_scan {
    uint32_t outer; /* brackets open around the object */
    fp_jsonscan json;
    bool in_key;                   /* in a member's key, */
    bool fresh;                    /* after its colon, */
    bool in_value;                 /* in its value */
    bool deep_string, deep_escape; /* where in a part that is too deep */
    char closer;                   /* of that part's first bracket */
    uint64_t deep;                 /* open brackets of that part; 0: there is none */
} fp_object_scan;

unsigned fp_object_scan_step(fp_object_scan *scan, const fp_out *out, unsigned char c);

/* How many of the coming bytes are text of a string in a member's value: a step for each of them
 * would change nothing. */
static inline size_t fp_object_scan_text(const fp_object_scan *scan, const char *bytes, size_t len)
{
    return scan->in_value && fp_jsonscan_in_text(&scan->json) ? fp_jsonscan_text(bytes, len) : 0;
}

/* A key, as decoded, held against those of the members. */
typedef struct fp_object_key {
    fp_unescape unescape;
    uint8_t found; /* the members whose keys begin with what is read, a bit each */
    uint8_t len;   /* of what is read, while there are any */
} fp_object_key;

/* A byte of a key, and what it is. */
void fp_object_key_step(fp_object_key *key, const fp_object_member *members, unsigned what,
                        unsigned char c);

/* What the member is whose key has ended. */
uint8_t fp_object_key_find(const fp_object_key *key, const fp_object_member *members);

/* -- object.c: the object of a call ---------------------------------------------------------- */

typedef enum fp_object_naming {
    FP_OBJECT_UNNAMED,
    FP_OBJECT_NAMED,
    FP_OBJECT_BAD_NAME, /* it is not a string, or empty */
    FP_OBJECT_LONG_NAME /* it is over its limit */
} fp_object_naming;

/* Zero it to begin, except for scan.outer. */
typedef struct fp_object {
    fp_object_scan scan;
    fp_object_key key;
    uint64_t key_at; /* offset of its opening quote */
    uint8_t member;  /* what it is whose value is read, or comes */
    uint8_t seen;    /* what members have been, a bit each */
    bool again;      /* one as that whose key was read last has been before */
    bool begun;      /* the call has, and what is read is given out */

    uint8_t naming;             /* fp_object_naming */
    fp_unescaped string;        /* the name; or, once the call has begun, its arguments */
    size_t name_len;            /* as decoded, so far */
    uint64_t name_at, name_end; /* offsets of the string, */
    uint64_t name_over;         /* and of what in it is too much */
    unsigned char arguments;    /* their first byte; 0: none has come */
    uint64_t arguments_at, arguments_end;
} fp_object;

/* The next byte of the object, at this offset: what it is. */
unsigned fp_object_read(fp_object *o, fp_out *out, unsigned char c, uint64_t offset);

/* Diagnoses the name: a good one has not come. start: offset of the call. */
void fp_object_refuse_name(const fp_object *o, fp_out *out, uint64_t start);

/* The name is whole, and is among the held bytes: begins a call there, whose block begins at start.
 * False: no call (fp_out_call_begin). */
bool fp_object_begin(const fp_object *o, fp_out *out, uint64_t start);

/* The held bytes are the object so far: gives out what they are in the call that has begun. */
void fp_object_give_held(fp_object *o, fp_out *out);

/* A byte that was read of such a call: gives out what it is. Its role. */
fp_role fp_object_give(fp_object *o, fp_out *out, unsigned what, unsigned char c, uint64_t offset);

/* Whether the byte is in a string of the arguments, and neither ends it nor is wrong there: then it
 * is read and given out. Most bytes of a call are; nothing else has to be asked of them. */
bool fp_object_give_inside(fp_object *o, fp_out *out, unsigned char c);

/* What `in_string` of a row asks: whether the next byte is text in a string of an argument's value,
 * and is given out as it is. */
bool fp_object_in_value(const fp_object *o);

/* -- object-lost.c: an object that cannot be followed any more ------------------------------- */

typedef struct fp_object_lost {
    bool strings; /* they are followed */
    bool in_string, in_escape;
} fp_object_lost;

/* What is known of it from here on. strings: those of the object are followed, from where it is. */
fp_object_lost fp_object_lose(const fp_object *o, bool strings);

/* Whether the next byte is in a string that is followed, or bounds one. */
bool fp_object_lost_string(fp_object_lost *lost, const fp_out *out, unsigned char c);

/* -- object-whole.c: a call that is given out as a whole ------------------------------------- */

/* Nothing of it is given out before its last byte, and no argument that is not whole or is over a
 * limit. What is too deep is skipped. */

/* How its object ends. */
typedef enum fp_object_ending {
    FP_OBJECT_WHOLE,
    FP_OBJECT_CUT, /* before a wrong byte */
    FP_OBJECT_UNFINISHED
} fp_object_ending;

/* The held bytes are the object, which has been read: gives out what it is. */
void fp_object_give_whole(const fp_object *o, fp_out *out, fp_object_ending ending);

/* -- object-render.c ------------------------------------------------------------------------- */

/* What a row has as render, if a call alone is all that it writes. */
bool fp_object_render(fp_rendering *r, const fp_call *call);

/* Refuses a part that would be over a limit of the parser. False. */
bool fp_object_refuse_over(fp_rendering *r, fp_part part, size_t arg, size_t byte);

#endif
