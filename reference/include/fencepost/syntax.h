/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/syntax.h: what a syntax defines, and how it reports what it has read.
 *
 * A syntax is a row: a state, step() for one byte, finish() for the end of input. It never sees a
 * chunk, keeps no pointer into the caller's memory and never looks ahead, so it cannot know how its
 * input was cut. Everything else (events, policies, limits, accounting) is the core's.
 *
 * The law of step(): each byte is accounted for exactly once, in order. step() either gives the
 * byte a meaning at once (fp_out_payload, fp_out_mark_byte), or holds it (fp_out_hold) and later
 * gives all held bytes, or the first of them, their meaning (fp_out_release, fp_out_mark). While
 * bytes are held no later byte may get a meaning. finish() leaves nothing held.
 *
 * A row is not copied. It and all that it points to (its table, marks, clauses) may be made while
 * the program runs. It must not change while one of its parsers lives or one of its calls is being
 * written; diagnostics point to its clauses even longer. After that nothing in the library refers
 * to a row that was not added to the table (fp_syntax_add), and it can be freed.
 */
#ifndef FENCEPOST_SYNTAX_H
#define FENCEPOST_SYNTAX_H

#include <fencepost/derive.h>
#include <fencepost/parser.h>
#include <fencepost/render.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fp_out fp_out;

enum { FP_LEADS_MAX = 4 };

/* What step() does with each of the coming bytes while they are text of a JSON string: bytes that
 * stand for themselves, and escapes of two bytes, each as a whole. */
typedef enum fp_in_string {
    FP_STRING_OTHER,   /* the next byte is not such text, or neither of the following */
    FP_STRING_PAYLOAD, /* hands it to fp_out_payload(), */
    FP_STRING_HELD     /* or holds it with fp_out_hold_unit(), and ends in the same state */
} fp_in_string;

/* A mark as the template writes it, which is how models see the syntax: with the blanks that its
 * renderer puts next to it, though the parser does not need them. */
typedef struct fp_spaced {
    const char *mark;   /* what it begins with */
    const char *end;    /* what ends it, after a name; NULL: the mark is all of it */
    const char *before; /* the blanks; "" where anything may be */
    const char *after;
} fp_spaced;

/* In a lead, as in "\n" FP_LEAD_BLANKS "{": any number of blanks and CRs. */
#define FP_LEAD_BLANKS "\v"

/* How a parser takes many bytes at once. step() alone defines what they mean: a test compares the
 * two on every syntax. Any member may be NULL, but at_ease and leads come together. */
typedef struct fp_speed {
    /* Called when nothing is held. Returns n if step() would pass the coming bytes, whatever they
     * are, to fp_out_payload() and end in exactly the same state, up to where a string of
     * leads[n - 1] begins. Returns 0 if that is not certain. Where that list is NULL it is not. */
    unsigned (*at_ease)(const void *state);

    /* The lead of a marker is its beginning. For a marker at the start of a line it is "\n" and the
     * beginning (and after a "\n" the state is not at ease). After the first byte of a lead,
     * FP_LEAD_BLANKS stands for any number of blanks and CRs. A lead that turns out not to begin a
     * marker does no harm. A beginning that the end of the bytes cuts off counts as a lead, so
     * there is always a next byte to decide. NULL ends each list; the lists in use come first. */
    const char *const *leads[FP_LEADS_MAX];

    /* Where calls are JSON: what step() does with the text of a string. */
    fp_in_string (*in_string)(const void *state);

    /* Where bytes are held, or are encoded: takes the first of the coming bytes, at most len,
     * exactly as step() would take them one by one, and returns how many it took; 0 where step()
     * has to decide. What it does with a byte does not depend on how many follow. fp_out_offset()
     * is that of the first byte. */
    size_t (*run)(void *state, fp_out *out, const char *bytes, size_t len);
} fp_speed;

/* The marks between which a model reasons: "<think>", "</think>". At most 255 bytes each. */
typedef struct fp_reasoning_marks {
    const char *open[2]; /* the second is NULL, which ends the list */
    const char *close;

    /* The syntax reads them itself, as parts of other marks, and reports where reasoning is, in a
     * prefix as well (reference/core/out_around.h). The strings above are their usual form. */
    bool read_by_syntax;

    /* An answer without reasoning may begin with the mark that closes it. Both begin with the same
     * byte. */
    bool closes_first;
} fp_reasoning_marks;

/* Those of Qwen, DeepSeek, GLM, Kimi, MiniMax. */
extern const fp_reasoning_marks FP_MARKS_THINK;

/* Where a block may be. */
typedef enum fp_stands {
    FP_STANDS_ANYWHERE, /* text may be beside it */
    FP_STANDS_IN_LIST,  /* it is an item of a list: beside it are other items and separators */
    FP_STANDS_FIRST,    /* the same, of a list that text may follow, but not precede */
    FP_STANDS_NOWHERE   /* there are no calls: text and reasoning are all */
} fp_stands;

/* The choices of known parsers that `chooses` of a row may have. */
enum fp_choices {
    FP_CHOOSES_OWN_LINE = 1, /* value_framing: own-line (MODEL-3.5) */
    FP_CHOOSES_DROP_REST = 2 /* false_opener: drop-rest (MODEL-3.26) */
};

struct fp_syntax {
    const char *id;    /* "caret"; names spec/caret.md, corpus/caret/ and the clauses CARET-n.m */
    const char *title; /* one line for people */
    const char *howto; /* for a model: how to write a call, in a few sentences; NULL: from examples
                          alone */

    /* The family that it is a member of: "tags". The family's clauses (spec/families/tags.md) hold
     * for the syntax too, and its cases (corpus/families/tags/) are filled with the marks of the
     * syntax (fencepost/derive.h). NULL: it is not in a family. */
    const char *family;

    struct {
        uint8_t value;      /* the default */
        const char *clause; /* where the spec gives it */
    } policies[FP_POLICY_COUNT];

    /* The clause about bytes of this role; NULL for roles that the syntax does not have. For
     * explanations, where fp_out_cite() has not given a more exact one. */
    const char *clauses[FP_ROLE_COUNT];

    /* The marks of reasoning under policy `reasoning: channel` (MODEL-5.1). NULL: the syntax has
     * none, and cannot have this value of the policy. */
    const fp_reasoning_marks *reasoning;

    /* The clause under which a value that does not fit its schema is diagnosed; NULL: MODEL-3.9.
     */
    const char *misfit;

    /* Text and arguments are decoded from JSON strings (MODEL-1.8), so text is not a view of the
     * input. document: the input as a whole is one document or stream, with no text around it. */
    bool encoded;
    bool document;

    /* Arguments are JSON text, whether encoded or not: arg_data is that text (MODEL-2.2), and an
     * argument given again does not collect (MODEL-3.9). */
    bool json;

    /* Values have their types already, whether they are JSON text or not: a schema converts none
     * (MODEL-3.9). */
    bool typed;

    /* A value may be a tree: of parts with tags of their own, in a string as arg_data has it, and
     * an array or object as the call has it. An argument given again does not collect. */
    bool trees;

    /* Where blocks may be: fp_stands. The span of a block in a list is that of the item alone. Of a
     * syntax without calls no tool asks for what only calls have. */
    uint8_t stands;

    /* Values of policies that few notations have, since a parser of it is known that makes the
     * choice: bits of fp_choices. */
    uint8_t chooses;

    size_t state_size; /* bytes, not 0; a state of zeros is the start state */

    /* A call's end mark may be a stop token, which is not part of the input: the end of input then
     * ends a call whose arguments are whole (MODEL-6.2). Law TRUNCATION then checks what happens
     * after `length`. */
    bool stop_tokens;

    /* What step() reads with fp_out_table(), where several syntaxes share one; else NULL. */
    const void *table;

    void (*step)(void *state, fp_out *out, unsigned char byte);
    void (*finish)(void *state, fp_out *out);

    /* Optional: what makes it fast. NULL: each byte goes through step(). */
    const fp_speed *fast;

    /* Called after text that step() did not see (a quotation: MODEL-3.7, 3.8); last is the last
     * byte of it. May be NULL if the state does not depend on the text before. */
    void (*passed)(void *state, unsigned char last);

    /* Writes a call, or refuses it (fencepost/render.h). NULL: no call is written. */
    bool (*render)(fp_rendering *r, const fp_call *call);

    /* Texts that complete whatever text the syntax may be holding back, ended by NULL. They prove
     * law PROMPT: for any held text there is one of them, or the tail of one, after which the held
     * bytes are not text. A byte 1 in one stands for the name of any tool of the catalogue. */
    const char *const *completions;

    /* The literal markers and other characteristic pieces, ended by NULL: the places to cut at, and
     * the dictionary of a fuzzer. */
    const char *const *markers;

    /* How an editor colours calls in text, with default policies and no catalogue: rules, ended by
     * a row of zeros. They do not include the quotations of policy code_fence. NULL where there are
     * no rules; an encoded syntax needs none, because editors have rules for JSON. */
    const fp_highlight *highlight;

    /* Where a table holds all this: derives those of the three lists that are NULL. A caller gets a
     * list through fencepost/derive.h. NULL: there is nothing to derive. */
    const fp_derive *derive;

    /* The marks that the template writes with blanks, ended by a row of zeros; of several that
     * begin alike the longest comes first. Cases that are not about layout must be written in this
     * way (`fencepost lint`). NULL: cases are not checked for it. */
    const fp_spaced *spacing;

    /* The marks, those of reasoning among them, that are tokens of their own in the vocabulary of
     * the models, ended by NULL; none begins with another. All other marks are spelt in ordinary
     * tokens. NULL: the syntax has none, and policy `markers` cannot be `token` (MODEL-7.2). */
    const char *const *tokens;

    /* Where words for people have to be in a message of their own: the mark that begins messages,
     * and what is written before and after the words. NULL: they stand as they are. */
    struct {
        const char *mark;
        const char *before;
        const char *after;
    } message;
};

/* Whether there are calls in it; see `stands`. */
static inline bool fp_syntax_has_calls(const fp_syntax *syntax)
{
    return syntax->stands != FP_STANDS_NOWHERE;
}

/* -- the bytes ------------------------------------------------------------------------------- */

/* The table of the syntax's row. */
const void *fp_out_table(const fp_out *out);

/* The byte is payload: data of the open argument; text when no call is open. */
void fp_out_payload(fp_out *out, unsigned char byte);

/* The byte's meaning is not decided yet: it is kept. False, with a diagnostic, when that is over
 * the limit `held`: the syntax must give up what it was waiting for, and give all held bytes a
 * meaning. */
bool fp_out_hold(fp_out *out, unsigned char byte);

/* The same for a byte of a unit that is acted on as a whole (an event, an object): under the limit
 * `call`. */
bool fp_out_hold_unit(fp_out *out, unsigned char byte);

/* The number of bytes held, and the bytes; borrowed until the next call with this out. Reading them
 * counts as work on each (law LINEAR). */
size_t fp_out_held_length(const fp_out *out);
fp_str fp_out_held(fp_out *out);

/* At most len of the held bytes, from offset from among them on; borrowed in the same way. Only
 * these count as work. */
fp_str fp_out_held_part(fp_out *out, size_t from, size_t len);

/* All held bytes, or the first len of them, are payload. */
void fp_out_release(fp_out *out);
void fp_out_release_first(fp_out *out, size_t len);

/* All held bytes, or the first len of them, or this one byte (when none is held), have this role.
 */
void fp_out_mark(fp_out *out, fp_role role);
void fp_out_mark_first(fp_out *out, size_t len, fp_role role);
void fp_out_mark_byte(fp_out *out, fp_role role);

/* The clause that gives the coming bytes their meaning, up to and including those of the next
 * release or mark. It must be of the row, or static. NULL: the row's own clause applies again. */
void fp_out_cite(fp_out *out, const char *clause);

/* The offset after the byte that step() is given: the number of bytes read. */
uint64_t fp_out_offset(const fp_out *out);

/* The offset of the first held byte, or, when none is held, of the next byte to be accounted for.
 */
uint64_t fp_out_mark_offset(const fp_out *out);

/* -- the calls ------------------------------------------------------------------------------- */

/* Opens a call whose block starts at start. name is copied. False if policy extra_call stops here:
 * no call is open, and the caller must release what it holds; all further input is text. */
bool fp_out_call_begin(fp_out *out, uint64_t start, fp_str name);

/* Whether a call is open. */
bool fp_out_in_call(const fp_out *out);

/* Emits arg_begin; the payload that follows is the argument's data. key is copied; offset: of the
 * line or marker that gives it. framed: the policy value_framing applies to the data. A key that
 * the call already has is diagnosed under clause, a key over its limit as `limit-exceeded`; what
 * follows until fp_out_arg_end() is then accounted for, but not emitted. Where clause is NULL, or
 * the schema wants an array (MODEL-3.9), an argument may be given again: its values become a list.
 */
void fp_out_arg_begin(fp_out *out, fp_str key, uint64_t offset, bool framed, const char *clause);

/* Makes the open argument something else than a string. FP_VALUE_LIST: its items are the payload
 * that comes while fp_out_item() has said that it is inside one. FP_VALUE_JSON: its data is JSON
 * text; when the argument ends, a JSON string becomes the bytes that it stands for, and anything
 * else a JSON value (MODEL-1.6). */
void fp_out_arg_is(fp_out *out, fp_value_kind kind);
void fp_out_item(fp_out *out, bool inside);

void fp_out_arg_end(fp_out *out);

/* Closes the open call; its block ends before offset end. */
void fp_out_call_end(fp_out *out, uint64_t end);

/* Closes the open call as unterminated under clause; an open argument keeps what it has. */
void fp_out_call_cut(fp_out *out, uint64_t end, const char *clause);

/* Like fp_out_call_cut(), at the end of input, where policy `unterminated` may recover the call. */
void fp_out_call_unfinished(fp_out *out, const char *clause);

/* The open call will not be complete: an open argument breaks off, no more data of the call is
 * emitted, and fp_out_call_end() emits call_cut, without a diagnostic of its own. */
void fp_out_call_spoil(fp_out *out);

/* -- encoded payload (MODEL-1.8) --------------------------------------------------------------- */

/* Encoded payload is not a part of the input. The bytes that carry it are accounted for separately,
 * with fp_out_mark…, before or after. */

/* Data of the open argument. */
void fp_out_data(fp_out *out, fp_str bytes);

/* The input of the open call is a JSON object, whose text comes in any pieces: its members become
 * arguments as they come. duplicate: the clause under which a key given again is diagnosed. */
typedef enum fp_args_state {
    FP_ARGS_BLANK,  /* nothing but blanks yet */
    FP_ARGS_OPEN,   /* inside the object */
    FP_ARGS_CLOSED, /* the object is complete; blanks may follow */
    FP_ARGS_BAD     /* not an object, or over the limit `depth`: what follows is ignored */
} fp_args_state;
fp_args_state fp_out_json_args(fp_out *out, fp_str piece, const char *duplicate);

/* Whether it is bad because of a wrong byte, and not because of a limit, which has already been
 * diagnosed; sets the byte's offset. */
bool fp_out_json_args_wrong(const fp_out *out, uint64_t *offset);

/* -- the rest -------------------------------------------------------------------------------- */

/* clause is of the row, or static. */
void fp_out_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause);

/* Like fp_out_diagnostic(), for something in the open call: it is not emitted if the call is not
 * (MODEL-3.6). */
void fp_out_call_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause);

/* Something is over a limit, from offset on. This is diagnosed once for each block, and an open
 * call will not be complete (MODEL-4.1). */
void fp_out_limit_exceeded(fp_out *out, uint64_t offset);

/* The syntax got no memory for itself: the parser ends with FP_NO_MEMORY. */
void fp_out_no_memory(fp_out *out);

/* The value of a policy, and the limits. */
unsigned fp_out_policy(const fp_out *out, fp_policy policy);
const fp_limits *fp_out_limits(const fp_out *out);

#ifdef __cplusplus
}
#endif

#endif
