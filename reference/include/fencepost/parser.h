/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/parser.h: a streaming parser for any syntax of the table.
 *
 *     const fp_syntax *caret = fp_syntax_find(fp_str_of("caret"));
 *     fp_parser *parser = fp_parser_new(caret, NULL, my_sink, my_context);
 *     while (more)
 *         fp_parser_feed(parser, chunk, length);
 *     fp_parser_finish(parser);
 *     fp_parser_free(parser);
 *
 * A parser gives the same result however its input was cut (law CHUNK): each syntax sees one byte
 * at a time. A parser belongs to one thread at a time; parsers share nothing.
 */
#ifndef FENCEPOST_PARSER_H
#define FENCEPOST_PARSER_H

#include <fencepost/policy.h>
#include <fencepost/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fp_syntax fp_syntax;       /* a row; fields in fencepost/syntax.h */
typedef struct fp_parser fp_parser;       /* one stream */
typedef struct fp_catalogue fp_catalogue; /* the tools on offer: fencepost/catalogue.h */
typedef struct fp_tool fp_tool;           /* one of them */

enum { FP_SYNTAXES_MAX = 64 };

/* The table of syntaxes, ended by NULL: the library's own by id, then those that were added. */
extern const fp_syntax *const *const FP_SYNTAXES;

/* Adds a syntax at the end of the table, for good. It is kept, not copied, and must not be freed.
 * Call it before any parser is made, from one thread. False if the table has FP_SYNTAXES_MAX rows,
 * or one with this id. */
bool fp_syntax_add(const fp_syntax *syntax);

/* The syntax with this id, or NULL. A program that needs only one syntax can declare its row
 * instead, as `extern const fp_syntax FP_CARET;`, and is then linked with no other. */
const fp_syntax *fp_syntax_find(fp_str id);

/* Whether the syntax can have this value of the policy: `reasoning: channel` needs marks of
 * reasoning (MODEL-5.1), `markers: token` marks that are tokens (MODEL-7.2), `unterminated: text`
 * blocks with text beside them (MODEL-3.23). Under a value that it
 * cannot have, a parser uses the default. */
bool fp_syntax_allows(const fp_syntax *syntax, fp_policy policy, unsigned value);

/* The id of a syntax, "caret"; of the row. */
const char *fp_syntax_id(const fp_syntax *syntax);

/* How the input ended (MODEL-6.1). The model stopped by itself; or a limit of length stopped it,
 * after which the end of input ends no call; or a token stopped it, which is not in the input and
 * ends a call if it would have ended it there (MODEL-6.3). */
typedef enum fp_finish { FP_FINISH_STOP, FP_FINISH_LENGTH, FP_FINISH_TOKEN } fp_finish;

/* A special token of the model in the input: where its first byte is, and its bytes (MODEL-7.1). */
typedef struct fp_token {
    uint64_t at;
    fp_str text;
} fp_token;

typedef struct fp_options {
    fp_policies policies;
    fp_limits limits;
    const fp_catalogue
        *catalogue;   /* borrowed for the parser's life; NULL: any tool may be called */
    fp_str prefix;    /* what the prompt ended with (MODEL-5.5); borrowed for the parser's life */
    fp_finish finish; /* what fp_parser_finish() is to mean */
    fp_str finish_token; /* of FP_FINISH_TOKEN; borrowed for the parser's life */

    /* Where tokens are in what fp_parser_feed() gets, for a caller that knows the whole input
     * beforehand: ascending, without overlap; borrowed for the parser's life. Such a token may be
     * cut. NULL: tokens come by fp_parser_feed_token(). */
    const fp_token *tokens;
    size_t token_count;
} fp_options;

/* The defaults that the syntax declares, and no catalogue. */
fp_options fp_options_default(const fp_syntax *syntax);

/* Takes one event. Returns 0 to continue; anything else stops the parser for good (FP_STOPPED). */
typedef int fp_sink(void *context, const fp_event *event);

/* Returns an owned parser (fp_parser_free), or NULL when memory is out. options may be NULL for the
 * defaults, and is copied. sink may be NULL to receive no events; context is passed to it. */
fp_parser *fp_parser_new(const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                         void *context);

/* NULL is allowed. */
void fp_parser_free(fp_parser *parser);

/* Parses the next len bytes (0 is allowed); data is borrowed. All events that these bytes decide
 * have been emitted when it returns. The first status other than FP_OK is final, until
 * fp_parser_reset(). */
fp_status fp_parser_feed(fp_parser *parser, const void *data, size_t len);

/* Like fp_parser_feed(), for one whole special token of the model: len bytes that count in offsets
 * like any others. Under `markers: token` its bytes are a mark only when they come this way
 * (MODEL-7.2); under `markers: text` it makes no difference which of the two functions gets them.
 */
fp_status fp_parser_feed_token(fp_parser *parser, const void *text, size_t len);

/* Ends the input. To be called once. */
fp_status fp_parser_finish(fp_parser *parser);

/* Returns the parser to its initial state, with the same options, sink and memory. */
void fp_parser_reset(fp_parser *parser);

/* Like fp_parser_reset(), with other options, which are copied. One parser is so enough for many
 * inputs under different options, and in the long run it allocates nothing. */
void fp_parser_reset_to(fp_parser *parser, const fp_options *options);

/* Returns an owned parser in the same state with another sink, or NULL when memory is out. */
fp_parser *fp_parser_clone(const fp_parser *parser, fp_sink *sink, void *context);

/* Brings a parser into the state of another of the same syntax and options; it keeps its sink and
 * its memory. False when memory is out: it can then only be freed. */
bool fp_parser_assign(fp_parser *parser, const fp_parser *from);

/* Whether two parsers of one syntax will emit the same events from here on, whatever they are fed.
 * May be false for parsers that differ only in memory that has no effect; never true wrongly. */
bool fp_parser_equal(const fp_parser *a, const fp_parser *b);

/* Bytes fed so far, and how many of the last of them are held back undecided. */
uint64_t fp_parser_offset(const fp_parser *parser);
size_t fp_parser_held(const fp_parser *parser);

/* Steps of work done so far: bytes read, kept, moved or read again. Linear in the bytes fed (law
 * LINEAR), and independent of the machine. */
uint64_t fp_parser_work(const fp_parser *parser);

/* Receives the role of each byte range, and the clause that gives it, in order and without gaps, as
 * soon as it is decided; ranges of one role may come in pieces. NULL for no trace. A clone does not
 * inherit it. clause is of the row, or static; NULL where the syntax names none. */
typedef void fp_trace(void *context, fp_role role, const char *clause, uint64_t start,
                      uint64_t end);
void fp_parser_trace(fp_parser *parser, fp_trace *trace, void *context);

#ifdef __cplusplus
}
#endif

#endif
