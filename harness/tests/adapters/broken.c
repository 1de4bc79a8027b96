/* SPDX-License-Identifier: Apache-2.0 */
/* broken.c: adapters with one fault each: adapter.py compiles it with -D FAULT=NAME. Without a
 * fault it is a parser of caret to whom all input is text. Faults of the parser come with a '^'.
 */
#include <fencepost/adapter.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NONE,
    /* found when it is loaded */
    NULL_ENTRY,
    OTHER_ABI,
    OTHER_SIZE,
    NO_NAME,
    NO_VERSION,
    NO_LANGUAGE,
    NO_SYNTAXES,
    EMPTY_SYNTAXES,
    NO_OPEN,
    NO_FEED,
    NO_FINISH,
    NO_CLOSE,
    BAD_UNIT,
    BAD_CAPABILITY,
    BYTES_OF_CHARACTERS,
    BAD_POLICY,
    BAD_POLICY_VALUE,
    POLICY_TWICE,
    CRASHES_WHEN_LOADED,
    EXITS_WHEN_LOADED,
    /* found when it parses */
    CRASHES,
    EXITS,
    LOOPS,
    KEEPS_THE_CHUNK,
    REFUSES,
    REFUSES_SILENTLY,
    OPENS_NOTHING,
    INPUT_NO_JSON,
    INPUT_NO_OBJECT,
    SPAN_BEYOND,
    SPAN_IN_A_CHARACTER,
    /* none at all */
    PRINTS,
    READS_STANDARD_INPUT,
    INPUT_OF_LINES,
    OLD_ABI,
    /* since ABI 2 */
    OFFERS,
    RESET_KEEPS,
    /* since ABI 4 */
    CLAIMS_A_PREFIX,
    ABI_3,
    /* since ABI 5 */
    CLAIMS_TOKENS, /* which it has no function for */
    TOLD_MORE,
    LOSES_THE_WHOLE,
    /* since ABI 6 */
    READS_OTHERWISE,
    UNKNOWN_READING,
    ABI_5
};

#ifndef FAULT
#define FAULT NONE
#endif
#ifndef ENTRY
#define ENTRY fp_adapter_entry
#endif

void nobody_has_this(void);

typedef struct parser {
    fp_adapter_sink *sink;
    const char *chunk; /* KEEPS_THE_CHUNK: the last one */
    size_t len;
    int whole; /* LOSES_THE_WHOLE: the one-shot path */
} parser;

static void *open_parser(const fp_adapter *self, fp_adapter_sink *sink, const char *syntax,
                         const char *catalogue, size_t catalogue_len)
{
    parser *p = FAULT == OPENS_NOTHING ? NULL : calloc(1, sizeof *p);

    (void)self, (void)syntax, (void)catalogue, (void)catalogue_len;
    if (p)
        p->sink = sink;
    return p;
}

/* With a prompt it gives that as reasoning. */
static void *open_as(const fp_adapter *self, fp_adapter_sink *sink, const fp_adapter_asked *asked)
{
    parser *p = open_parser(self, sink, asked->syntax, asked->catalogue, asked->catalogue_len);

    if (p)
        p->whole = asked->mode == FP_ADAPTER_WHOLE;
    if (p && asked->prefix_len)
        sink->reasoning(sink, asked->prefix, asked->prefix_len);
    return p;
}

static void say_call(fp_adapter_sink *sink, const char *input, uint64_t start, uint64_t end)
{
    sink->call(sink, &(fp_adapter_call){ "t", 1, input, strlen(input), start, end, 1 });
}

/* What goes wrong at a '^'. Non-zero: refused. */
static int go_wrong(fp_adapter_sink *sink)
{
    switch (FAULT) {
    case CRASHES:
        abort();
    case EXITS:
        exit(0);
    case LOOPS:
        for (volatile int turns = 0; turns >= 0; turns = 0)
            ;
        return 0;
    case REFUSES:
        sink->refuse(sink, "no carets, please", 17);
        return 0;
    case REFUSES_SILENTLY:
        return 1;
    case INPUT_NO_JSON:
        say_call(sink, "{\"a\": tru}", 0, 1);
        return 0;
    case INPUT_NO_OBJECT:
        say_call(sink, "[]", 0, 1);
        return 0;
    case SPAN_BEYOND:
        say_call(sink, "{}", 0, 1000000);
        return 0;
    case SPAN_IN_A_CHARACTER:
        say_call(sink, "{}", 0, 1);
        return 0;
    case INPUT_OF_LINES:
        say_call(sink, "{\n \"a\":\r\n 1e400\n}\n", 0, 1);
        return 0;
    default:
        return 0;
    }
}

static int feed(void *data, const char *bytes, size_t len)
{
    parser *p = data;

    if (FAULT == PRINTS)
        printf("fed %zu bytes\n", len), fflush(stdout);
    if (FAULT == READS_STANDARD_INPUT && getchar() != EOF)
        abort();
    if (FAULT == KEEPS_THE_CHUNK) {
        if (p->len)
            p->sink->text(p->sink, p->chunk, p->len);
        p->chunk = bytes;
        p->len = len;
        return 0;
    }
    if (FAULT == LOSES_THE_WHOLE && p->whole)
        return 0;
    if (len && memchr(bytes, '^', len) && go_wrong(p->sink))
        return 1;
    p->sink->text(p->sink, bytes, len);
    return 0;
}

static int finish(void *data)
{
    parser *p = data;

    if (FAULT == KEEPS_THE_CHUNK && p->len)
        p->sink->text(p->sink, p->chunk, p->len);
    return 0;
}

static void close_parser(void *data)
{
    free(data);
}

/* RESET_KEEPS: the chunk before is said with the next. */
static void reset(void *data)
{
    parser *p = data;

    if (FAULT == RESET_KEEPS)
        p->sink->text(p->sink, "left over", 9);
}

/* As if it were caret, of calls without arguments. */
static void render(const fp_adapter *self, fp_adapter_sink *sink, const char *syntax,
                   const char *catalogue, size_t catalogue_len, const fp_adapter_call *call)
{
    (void)self, (void)syntax, (void)catalogue, (void)catalogue_len;
    if (call->input_len != 2) {
        sink->refuse(sink, "too much", 8);
        return;
    }
    sink->text(sink, "^^^", 3);
    sink->text(sink, call->name, call->name_len);
    sink->text(sink, "\n^^^", 4);
}

static const char *const SYNTAXES[] = { FAULT == EMPTY_SYNTAXES ? NULL : "caret", NULL };
static const char *const POLICIES[] = {
    FAULT == BAD_POLICY         ? "patience"
    : FAULT == BAD_POLICY_VALUE ? "unterminated=never"
                                : "unterminated=report",
    FAULT == POLICY_TWICE ? "unterminated=drop" : NULL,
    NULL,
};

static const char *const READINGS[] = {
    FAULT == UNKNOWN_READING ? "CARET-99.1" : "CARET-2.6",
    NULL,
};

static const fp_adapter ADAPTER = {
    .abi = FAULT == OTHER_ABI ? 999
           : FAULT == OLD_ABI ? 1
           : FAULT == ABI_3   ? 3
           : FAULT == ABI_5   ? 5
                              : FP_ADAPTER_ABI,
    .size = FAULT == OTHER_SIZE ? 8
            : FAULT == OLD_ABI  ? offsetof(fp_adapter, reset)
            : FAULT == ABI_3    ? offsetof(fp_adapter, open_as)
            : FAULT == ABI_5    ? offsetof(fp_adapter, readings)
                                : sizeof(fp_adapter),
    .name = FAULT == NO_NAME ? NULL : "planted",
    .version = FAULT == NO_VERSION ? NULL : "0",
    .language = FAULT == NO_LANGUAGE ? NULL : "c",
    .syntaxes = FAULT == NO_SYNTAXES ? NULL : SYNTAXES,
    .unit = FAULT == BAD_UNIT ? 9
            : FAULT == BYTES_OF_CHARACTERS || FAULT == SPAN_IN_A_CHARACTER
                ? FP_ADAPTER_UNIT_CODEPOINT
                : FP_ADAPTER_UNIT_BYTE,
    .capabilities = FAULT == BAD_CAPABILITY        ? 1 << 30
                    : FAULT == BYTES_OF_CHARACTERS ? FP_ADAPTER_BYTES
                    : FAULT == CLAIMS_A_PREFIX     ? FP_ADAPTER_PREFIX
                    : FAULT == CLAIMS_TOKENS       ? FP_ADAPTER_TOKENS
                    : FAULT == TOLD_MORE           ? FP_ADAPTER_PREFIX | FP_ADAPTER_MODES
                    : FAULT == LOSES_THE_WHOLE     ? FP_ADAPTER_MODES
                                                   : FP_ADAPTER_SPANS,
    .policies = POLICIES,
    .open = FAULT == NO_OPEN || FAULT == TOLD_MORE ? NULL : open_parser,
    .feed = FAULT == NO_FEED ? NULL : feed,
    .finish = FAULT == NO_FINISH ? NULL : finish,
    .close = FAULT == NO_CLOSE ? NULL : close_parser,
    .reset = FAULT == OFFERS || FAULT == RESET_KEEPS || FAULT == OLD_ABI ? reset : NULL,
    .render = FAULT == OFFERS || FAULT == OLD_ABI ? render : NULL,
    .open_as = FAULT == TOLD_MORE || FAULT == LOSES_THE_WHOLE || FAULT == ABI_3 ? open_as : NULL,
    .readings =
        FAULT == READS_OTHERWISE || FAULT == UNKNOWN_READING || FAULT == ABI_5 ? READINGS : NULL,
};

const fp_adapter *ENTRY(void);
__attribute__((visibility("default"))) const fp_adapter *ENTRY(void)
{
    if (FAULT == CRASHES_WHEN_LOADED)
        abort();
    if (FAULT == EXITS_WHEN_LOADED)
        exit(7);
#if defined(NEEDS_A_SYMBOL)
    nobody_has_this();
#endif
    return FAULT == NULL_ENTRY ? NULL : &ADAPTER;
}
