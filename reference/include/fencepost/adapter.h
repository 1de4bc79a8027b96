/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/adapter.h: a parser of yours in a shared object, for `fencepost test --so ./parser.so`.
 *
 *     #include <fencepost/adapter.h>
 *     static const fp_adapter ADAPTER = { FP_ADAPTER_HEAD, .name = "mine", … };
 *     const fp_adapter *fp_adapter_entry(void) { return &ADAPTER; }
 *
 * This header needs no other, and the object is linked with no library of Fencepost's: build it
 * with `cc -shared -fPIC`. It is for C and C++ as it is; other languages lay the structs out alike.
 *
 * The object is loaded into a process of its own, `fencepost serve --so FILE`, which is a worker
 * (spec/protocol.md): a parser that crashes or hangs costs the case, not the run. What the parser
 * prints goes to standard error, and its standard input is empty.
 *
 * Threads: all functions of an adapter are called by one thread, the process's first, and the sink
 * is used by that thread only, while one of them runs. Nothing is thrown across the border, in
 * either direction: catch what your language throws, and refuse.
 * Lifetime: bytes that are handed over, either way, are borrowed until the function that gets them
 * returns. They have a length, no NUL after them, and may hold NULs.
 * Units: lengths and offsets count bytes; offsets count from the start of the whole input.
 */
#ifndef FENCEPOST_ADAPTER_H
#define FENCEPOST_ADAPTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows with every change of these structs. A program takes objects of its own number or a lower
 * one; members that a lower one lacks count as absent. */
enum { FP_ADAPTER_ABI = 6 };

/* -- what a parser reports ------------------------------------------------------------------- */

/* A call that the parser has read. */
typedef struct fp_adapter_call {
    const char *name;
    size_t name_len;
    const char *input; /* JSON text, an object in UTF-8, passed on as it is: numbers keep their */
    size_t input_len;  /* digits. A string that is not UTF-8 is {"base64": "…"} (PROTOCOL-3.7) */
    uint64_t start;    /* its span, [start, end); looked at with FP_ADAPTER_SPANS only */
    uint64_t end;
    int complete; /* 0: the input ended inside the call, and this is what was read of it */
} fp_adapter_call;

/* Where a parser reports its results. To be used while open(), feed() or finish() of the parser
 * that got it in open() runs. Report what the bytes so far decide at once, in the order of the
 * input, and everything once. Text and names may be any bytes; text may come in any pieces. */
typedef struct fp_adapter_sink fp_adapter_sink;
struct fp_adapter_sink {
    void (*text)(fp_adapter_sink *self, const char *bytes, size_t len);
    void (*call)(fp_adapter_sink *self, const fp_adapter_call *call);

    /* With FP_ADAPTER_DIAGNOSTICS: a code of MODEL-1.5, "bad-name", and the clause, "CARET-3.2", or
     * NULL; both end with a NUL. Without it they are ignored. */
    void (*diagnostic)(fp_adapter_sink *self, const char *code, uint64_t offset,
                       const char *clause);

    /* With FP_ADAPTER_EVENTS: what is known of a call before it is complete (MODEL-2.1). Between
     * call_begin and the call, each argument is arg_begin, arg_data in any pieces, arg_end. */
    void (*call_begin)(fp_adapter_sink *self, const char *name, size_t len);
    void (*arg_begin)(fp_adapter_sink *self, const char *key, size_t len);
    void (*arg_data)(fp_adapter_sink *self, const char *bytes, size_t len);
    void (*arg_end)(fp_adapter_sink *self);

    /* The parser refuses the input; message says why, for people (PROTOCOL-3.6). The first one
     * counts. The parser is closed when the function that calls this has returned. */
    void (*refuse)(fp_adapter_sink *self, const char *message, size_t len);

    /* Since ABI 3. Reasoning, where the parser declares `reasoning=channel` (MODEL-5.1), in any
     * pieces. */
    void (*reasoning)(fp_adapter_sink *self, const char *bytes, size_t len);
};

/* -- the parser ------------------------------------------------------------------------------ */

/* What the pieces are that the parser is fed. Joined, they are UTF-8 in both cases, except with
 * FP_ADAPTER_BYTES. */
enum {
    FP_ADAPTER_UNIT_BYTE,     /* they may end inside a character */
    FP_ADAPTER_UNIT_CODEPOINT /* they hold whole characters */
};

/* What it reports beyond text, names and inputs (PROTOCOL-2.4). What is not claimed is not judged.
 */
enum {
    FP_ADAPTER_SPANS = 1,
    FP_ADAPTER_DIAGNOSTICS = 2,
    FP_ADAPTER_EVENTS = 4,
    FP_ADAPTER_BYTES = 8,      /* it takes input that is not UTF-8; needs FP_ADAPTER_UNIT_BYTE */
    FP_ADAPTER_CATALOGUE = 16, /* open() heeds the catalogue */

    /* Since ABI 4; both need open_as(). */
    FP_ADAPTER_PREFIX = 32, /* it can begin inside what the prompt opened (PROTOCOL-3.12) */
    FP_ADAPTER_MODES = 64,  /* it has two paths (PROTOCOL-2.8) */

    /* Since ABI 5. */
    FP_ADAPTER_FINISH =
        128, /* it can be told how the input ended (PROTOCOL-3.14); needs open_as() */
    FP_ADAPTER_TOKENS = 256 /* it takes tokens (PROTOCOL-3.15); needs feed_token() */
};

/* Since ABI 5. How the input ended (MODEL-6.1). */
enum {
    FP_ADAPTER_FINISH_STOP,   /* the model stopped by itself */
    FP_ADAPTER_FINISH_LENGTH, /* a limit of length stopped it */
    FP_ADAPTER_FINISH_TOKEN   /* this token did, which is never fed */
};

/* Since ABI 4. The two paths. */
enum {
    FP_ADAPTER_STREAM, /* pieces of a message, as they come */
    FP_ADAPTER_WHOLE   /* a whole message: feed() comes once, with all of it */
};

/* Since ABI 4. What a parser is made for: the arguments of open() and more. Members are added at
 * its end only; size says how many there are. */
typedef struct fp_adapter_asked {
    uint32_t size;         /* sizeof(fp_adapter_asked) */
    uint32_t mode;         /* FP_ADAPTER_STREAM without FP_ADAPTER_MODES */
    const char *syntax;    /* as for open() */
    const char *catalogue; /* NULL: there is none */
    size_t catalogue_len;
    const char *prefix; /* what the prompt ended with (MODEL-5.5), which is never fed and has no */
    size_t prefix_len;  /* offsets; 0: it is not known */

    /* Since ABI 5. With FP_ADAPTER_FINISH: how the input will have ended when finish() is called.
     */
    uint32_t finish;
    const char *finish_token;
    size_t finish_token_len;
} fp_adapter_asked;

typedef struct fp_adapter fp_adapter;
struct fp_adapter {
    uint32_t abi;  /* FP_ADAPTER_ABI; this and the next stay where they are, whatever the number */
    uint32_t size; /* sizeof(fp_adapter) */

    /* The parser under test. Strings end with a NUL, and live as long as the object. */
    const char *name;
    const char *version;
    const char *language;
    const char *const *syntaxes; /* their ids, at least one, ended by NULL; `fencepost list` */
    uint32_t unit;               /* FP_ADAPTER_UNIT_… */
    uint32_t capabilities;       /* FP_ADAPTER_…, or-ed */
    const char *const *policies; /* "unterminated=drop", …, ended by NULL; NULL: the defaults */

    /* NULL only where open_as() is there. Makes a parser for one input. self is the adapter that
     * fp_adapter_entry() returned; syntax one of its own; catalogue the JSON text of an array of
     * tools, NULL if there is none. The sink stays valid until close(). Returns what is passed to
     * the other functions, and is closed once; or NULL if it refuses, or memory is out. Several
     * parsers may be open at a time. */
    void *(*open)(const fp_adapter *self, fp_adapter_sink *sink, const char *syntax,
                  const char *catalogue, size_t catalogue_len);

    /* Takes the next piece, which may be empty; copy what you keep. Returns 0, or anything else if
     * the parser refuses the input: then only close() follows. */
    int (*feed)(void *parser, const char *bytes, size_t len);

    /* The input has ended. Called once, and not after a refusal. Returns as feed(). */
    int (*finish)(void *parser);

    /* Frees the parser, at any time. The sink is not used any more. */
    void (*close)(void *parser);

    /* Since ABI 2; NULL: not offered. Returns a parser that was fed, to its end or not, to the
     * state in which open() made it, with the same sink (PROTOCOL-6.3). */
    void (*reset)(void *parser);

    /* Since ABI 2; NULL: not offered. Writes the call, which has a name and an input, to the sink
     * as text: the block alone, as the syntax writes it; or refuses (PROTOCOL-6.1). self, sink and
     * catalogue are as for open(), except that the sink is valid only until this function returns.
     */
    void (*render)(const fp_adapter *self, fp_adapter_sink *sink, const char *syntax,
                   const char *catalogue, size_t catalogue_len, const fp_adapter_call *call);

    /* Since ABI 4; NULL: open() is called. Like open(), with more arguments; what asked points to
     * is borrowed until it returns. */
    void *(*open_as)(const fp_adapter *self, fp_adapter_sink *sink, const fp_adapter_asked *asked);

    /* Since ABI 5; NULL: it takes no tokens. Like feed(), for one whole special token (MODEL-7.1).
     */
    int (*feed_token)(void *parser, const char *token, size_t len);

    /* Since ABI 6; NULL: none. Clauses that the parser reads otherwise on purpose (PROTOCOL-2.14),
     * "OBJECT-5.5", …, ended by NULL.
     * `fencepost policies -- fencepost serve --so FILE` proposes them. */
    const char *const *readings;
};

/* The first two members. */
#define FP_ADAPTER_HEAD FP_ADAPTER_ABI, sizeof(fp_adapter)

/* -- the object ------------------------------------------------------------------------------ */

/* The one function that the object exports: you define it. Static; NULL is an error. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const fp_adapter *
fp_adapter_entry(void);

#ifdef __cplusplus
}
#endif

#endif
