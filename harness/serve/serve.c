/* SPDX-License-Identifier: Apache-2.0 */
/* serve.c: the worker's loop: it answers all requests that have come, then writes all answers at
 * once, so that a full window costs one read and one write.
 */
#include "serve/serve.h"

#include "base/util.h"
#include "law/cuts.h"
#include "serve/adapter.h"
#include "serve/serve_answer.h"
#include "serve/serve_hello.h"
#include "serve/serve_request.h"

#include <fencepost/jsontext.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    READ_SIZE = 65536,
    WRITE_ABOVE = 1 << 20, /* bytes of answers that do not wait for more requests */
    ERROR_SIZE = 300,
    AFTER_USE = 0xA5 /* what a chunk holds after feed() */
};

typedef struct server {
    const fp_adapter *adapter;
    const serve_skills *skills;
    int in, out;
    fp_json lines; /* what was read and is not answered yet */
    fp_json answers;
    serve_request request;
    serve_answer answer;
    serve_answer beside; /* what the parser beside says, which nobody reads */
    void *kept;          /* the parser of the last parse, for "reuse"; NULL: none */
    fp_json kept_syntax; /* its syntax, with a NUL after it, */
    fp_json kept_tools;  /* the text of its catalogue, */
    fp_json kept_prefix; /* what it began after, */
    fp_json kept_finish; /* how its input ended, */
    bool kept_whole;     /* and its path */
    bool ended;          /* bye, or the end of input */
} server;

static int out_of_memory(void)
{
    fputs("fencepost serve: out of memory\n", stderr);
    return EXIT_ADAPTER;
}

/* -- parse ----------------------------------------------------------------------------------- */

/* Hands over a copy that is just as long as the chunk, and is gone when feed() returns: a parser
 * that reads beyond it, or keeps a pointer into it, is found out. */
static bool feed_copy(server *s, serve_answer *answer, void *parser, fp_str chunk, bool token)
{
    int (*const feed)(void *parser, const char *bytes, size_t len) =
        token ? s->adapter->feed_token : s->adapter->feed;
    char *copy = xcalloc(chunk.len ? chunk.len : 1, 1);
    int refused;

    if (chunk.len)
        memcpy(copy, chunk.ptr, chunk.len);
    refused = feed(parser, copy, chunk.len);
    memset(copy, AFTER_USE, chunk.len);
    free(copy);
    if (refused)
        serve_answer_refuse(answer, token ? "feed_token() refuses, and gives no reason"
                                          : "feed() refuses, and gives no reason");
    return !answer->refused;
}

/* A parser for the request. */
static void *open_for(server *s, fp_adapter_sink *sink)
{
    const serve_request *r = &s->request;
    const fp_adapter_asked asked = { .size = sizeof asked,
                                     .mode = r->whole ? FP_ADAPTER_WHOLE : FP_ADAPTER_STREAM,
                                     .syntax = r->syntax.ptr,
                                     .catalogue = r->catalogue.ptr,
                                     .catalogue_len = r->catalogue.len,
                                     .prefix = r->prefix.ptr,
                                     .prefix_len = r->prefix.len,
                                     .finish = (uint32_t)r->finish,
                                     .finish_token = r->finish_token.ptr,
                                     .finish_token_len = r->finish_token.len };

    return adapter_open(s->adapter, sink, &asked);
}

/* Opens the parser beside, if the request has something for it (PROTOCOL-6.4). */
static void *open_beside(server *s)
{
    if (!s->request.beside.len)
        return NULL;
    serve_answer_begin(&s->beside, 0, (fp_str){ 0 });
    return open_for(s, &s->beside.sink);
}

/* Its next chunk, if there is one. */
static void feed_beside(server *s, void *beside, size_t *at)
{
    fp_json chunk = { 0 };

    if (beside && !s->beside.refused && serve_request_next(s->request.beside, at, &chunk))
        feed_copy(s, &s->beside, beside, (fp_str){ chunk.len ? chunk.ptr : "", chunk.len }, false);
    fp_json_free(&chunk);
}

/* Feeds the input up to an offset, the tokens in it whole. */
static bool feed_up_to(server *s, void *parser, size_t from, size_t to, size_t *token)
{
    const serve_request *r = &s->request;

    do {
        const fp_token *t = *token < r->tokens.count ? &r->tokens.of[*token] : NULL;
        const bool here = t && t->at == from && from < to;
        const size_t end = here ? from + t->text.len : t && t->at < to ? (size_t)t->at : to;
        const fp_str piece = { end > from ? r->input.ptr + from : "", end - from };

        if (!feed_copy(s, &s->answer, parser, piece, here))
            return false;
        *token += here;
        from = end;
    } while (from < to);
    return true;
}

/* Feeds it all chunks, each in turn with one of the parser beside, and the end. */
static void feed_all(server *s, void *parser, void *beside)
{
    const serve_request *r = &s->request;
    size_t from = 0, at = 0, token = 0;

    for (size_t i = 0; i < r->chunk_count; i++) {
        s->answer.chunk = i;
        if (!feed_up_to(s, parser, from, r->ends[i], &token))
            return;
        feed_beside(s, beside, &at);
        from = r->ends[i];
    }
    s->answer.chunk = r->chunk_count;
    if (s->adapter->finish(parser))
        serve_answer_refuse(&s->answer, "finish() refuses, and gives no reason");
}

static bool has_syntax(const fp_adapter *a, const char *syntax)
{
    size_t i = 0;

    while (a->syntaxes[i] && strcmp(a->syntaxes[i], syntax) != 0)
        i++;
    return a->syntaxes[i] != NULL;
}

static void drop_kept(server *s)
{
    if (s->kept)
        s->adapter->close(s->kept);
    s->kept = NULL;
}

/* Returns whether the parser before was made for the same: syntax, tools, prefix and path. */
static bool fits_kept(const server *s)
{
    const serve_request *r = &s->request;
    const fp_str tools = { s->kept_tools.ptr, s->kept_tools.len };

    return s->kept && strcmp(s->kept_syntax.ptr, r->syntax.ptr) == 0 &&
           fp_str_equal(tools, r->catalogue) && s->kept_whole == r->whole &&
           fp_str_equal(json_text(&s->kept_prefix), json_text(&r->prefix)) &&
           fp_str_equal(json_text(&s->kept_finish), json_text(&r->finish_text));
}

static void keep_text(fp_json *kept, fp_str text)
{
    kept->len = 0;
    fp_json_bytes(kept, text);
    need_memory(!kept->failed);
}

/* The parser before, reset, if that is asked for and there is one (PROTOCOL-6.3); else a new one.
 */
static void *open_parser(server *s)
{
    const serve_request *r = &s->request;

    if (r->reuse && fits_kept(s)) {
        s->skills->reset(s->kept);
        return s->kept;
    }
    drop_kept(s);
    s->kept = open_for(s, &s->answer.sink);
    keep_text(&s->kept_syntax, (fp_str){ r->syntax.ptr, r->syntax.len });
    keep_text(&s->kept_tools, r->catalogue);
    keep_text(&s->kept_prefix, json_text(&r->prefix));
    keep_text(&s->kept_finish, json_text(&r->finish_text));
    s->kept_whole = r->whole;
    return s->kept;
}

/* Parses the input, as it is cut, into the answer. */
static void parse_input(server *s, const size_t *edges, size_t edge_count)
{
    const serve_request *r = &s->request;
    void *parser = NULL, *beside = NULL;

    serve_answer_begin(&s->answer, s->adapter->capabilities,
                       (fp_str){ r->input.len ? r->input.ptr : "", r->input.len });
    s->answer.edges = edges;
    s->answer.edge_count = edge_count;
    if (!has_syntax(s->adapter, r->syntax.ptr))
        serve_answer_refuse(&s->answer, "this worker does not parse that syntax");
    else if (r->prefix.len && !(s->adapter->capabilities & FP_ADAPTER_PREFIX))
        serve_answer_refuse(&s->answer, "this worker does not claim capability prefix, and is "
                                        "given one (PROTOCOL-3.12)");
    else if (r->finish != FP_FINISH_STOP && !(s->adapter->capabilities & FP_ADAPTER_FINISH))
        serve_answer_refuse(&s->answer, "this worker does not claim capability finish, and is told "
                                        "how the input ended (PROTOCOL-3.14)");
    else if (r->tokens.count && !(s->adapter->capabilities & FP_ADAPTER_TOKENS))
        serve_answer_refuse(&s->answer, "this worker does not claim capability tokens, and is "
                                        "given one (PROTOCOL-3.15)");
    else if (!(parser = open_parser(s)))
        serve_answer_refuse(&s->answer, "open() returns NULL, and gives no reason");
    else if (!s->answer.refused)
        feed_all(s, parser, beside = open_beside(s));
    if (beside)
        s->adapter->close(beside);
    if (!s->skills->reset || s->answer.refused)
        drop_kept(s);
}

/* Where the characters of the input begin, if the adapter's unit is the character; owned, or NULL.
 */
static size_t *input_edges(const server *s, size_t *count)
{
    const fp_json *input = &s->request.input;

    *count = 0;
    if (s->adapter->unit != FP_ADAPTER_UNIT_CODEPOINT)
        return NULL;
    return unit_edges((fp_str){ input->len ? input->ptr : "", input->len }, UNIT_CODEPOINT, count);
}

/* Processor time of this process, in nanoseconds. */
static uint64_t now(void)
{
    struct timespec spent = { 0 };

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000000u + (uint64_t)spent.tv_nsec;
}

/* The answer's end is taken off, and put after the time (PROTOCOL-6.5). */
static void add_time(server *s, uint64_t nanoseconds)
{
    s->answers.len -= strlen("}\n");
    fp_json_raw(&s->answers, ",\"nanoseconds\":");
    fp_json_number(&s->answers, nanoseconds);
    fp_json_raw(&s->answers, "}\n");
}

static bool answer_parse(server *s)
{
    const serve_request *r = &s->request;
    size_t edge_count, *edges;
    uint64_t from, to;
    bool good;

    if (r->input.failed || r->syntax.failed)
        return false;
    edges = input_edges(s, &edge_count);
    from = r->timed ? now() : 0;
    parse_input(s, edges, edge_count);
    to = r->timed ? now() : 0;
    good = serve_answer_write(&s->answer, r->id, &s->answers);
    if (good && r->timed && !s->answer.refused)
        add_time(s, to - from);
    free(edges);
    return good;
}

/* -- sweep ----------------------------------------------------------------------------------- */

/* Appends the numbers of the cuttings that differ. False: one of them is not a cutting. */
static bool sweep_cuts(server *s, const size_t *edges, size_t edge_count, const fp_json *whole)
{
    fp_json said = { 0 };
    bool good = true;
    size_t number = 0;
    const char *before = "";
    fp_str cut;

    for (size_t at = 0; good && fp_jsontext_item(s->request.cuts, &at, &cut); number++) {
        good = serve_request_cut(&s->request, cut, edges, edge_count);
        if (!good)
            break;
        parse_input(s, edges, edge_count);
        said.len = 0;
        serve_answer_said(&s->answer, &said);
        s->answers.failed = s->answers.failed || said.failed;
        if (said.len == whole->len && memcmp(said.ptr, whole->ptr, said.len) == 0)
            continue;
        fp_json_raw(&s->answers, before);
        fp_json_number(&s->answers, number);
        before = ",";
    }
    fp_json_free(&said);
    return good;
}

/* The answer of the whole, with its end taken off, and after it the cuttings that differ. */
static bool answer_sweep(server *s)
{
    const size_t start = s->answers.len;
    size_t edge_count, *edges;
    fp_json whole = { 0 };
    bool good;

    if (s->request.input.failed || s->request.syntax.failed)
        return false;
    edges = input_edges(s, &edge_count);
    parse_input(s, edges, edge_count);
    s->answer.capabilities &= ~(uint32_t)FP_ADAPTER_EVENTS; /* compared, and not written */
    good = serve_answer_write(&s->answer, s->request.id, &s->answers);
    if (good && !s->answer.refused) {
        serve_answer_said(&s->answer, &whole);
        s->answers.len -= strlen("}\n");
        fp_json_raw(&s->answers, ",\"differ\":[");
        if (sweep_cuts(s, edges, edge_count, &whole)) {
            fp_json_raw(&s->answers, "]}\n");
        } else {
            s->answers.len = start;
            serve_error_write(
                s->request.id,
                FP_STR("a cutting is not an array of offsets, ascending (PROTOCOL-6.2)"),
                &s->answers);
        }
    }
    fp_json_free(&whole);
    free(edges);
    return good && !whole.failed;
}

/* -- render ---------------------------------------------------------------------------------- */

static bool answer_render(server *s)
{
    const serve_request *r = &s->request;

    serve_answer_begin(&s->answer, 0, (fp_str){ 0 });
    if (!s->skills->render)
        serve_answer_refuse(&s->answer, "this worker does not claim capability render");
    else if (!has_syntax(s->adapter, r->syntax.ptr))
        serve_answer_refuse(&s->answer, "this worker does not parse that syntax");
    else
        s->skills->render(s->adapter, r, &s->answer.sink);
    return serve_answer_write_text(&s->answer, r->id, &s->answers);
}

/* -- lines ----------------------------------------------------------------------------------- */

/* False when memory is out. */
static bool answer_request(server *s)
{
    switch (s->request.op) {
    case SERVE_HELLO:
        serve_hello_write(s->adapter, s->skills, s->request.id, &s->answers);
        return true;
    case SERVE_PARSE:
        return answer_parse(s);
    case SERVE_RENDER:
        return answer_render(s);
    case SERVE_SWEEP:
        return answer_sweep(s);
    case SERVE_BYE:
    case SERVE_UNKNOWN: /* has been refused */
        break;
    }
    s->ended = true;
    return true;
}

/* Answers one request. An exit status other than 0 ends the worker. */
static int answer_line(server *s, fp_str line)
{
    char error[ERROR_SIZE];

    if (!serve_request_read(line, &s->request, error, sizeof error)) {
        if (s->request.id.len) {
            serve_error_write(s->request.id, fp_str_of(error), &s->answers);
            return EXIT_AS_EXPECTED;
        }
        fprintf(stderr, "fencepost serve: %s\n", error);
        return EXIT_USAGE;
    }
    return answer_request(s) && !s->answers.failed ? EXIT_AS_EXPECTED : out_of_memory();
}

static int write_answers(server *s)
{
    size_t at = 0;

    while (at < s->answers.len) {
        const ssize_t n = write(s->out, s->answers.ptr + at, s->answers.len - at);

        if (n < 0 && errno != EINTR) {
            fprintf(stderr, "fencepost serve: cannot write answers: %s\n", strerror(errno));
            return EXIT_ADAPTER;
        }
        at += n > 0 ? (size_t)n : 0;
    }
    s->answers.len = 0;
    return EXIT_AS_EXPECTED;
}

/* Answers the complete lines; what is left of the last one moves to the front. Before from there is
 * no line end. */
static int answer_lines(server *s, size_t from)
{
    size_t start = 0;
    char *end;
    int status = EXIT_AS_EXPECTED;

    while (status == EXIT_AS_EXPECTED && !s->ended && from < s->lines.len &&
           (end = memchr(s->lines.ptr + from, '\n', s->lines.len - from)) != NULL) {
        const size_t at = (size_t)(end - s->lines.ptr);

        status = answer_line(s, (fp_str){ s->lines.ptr + start, at - start });
        start = from = at + 1;
        if (status == EXIT_AS_EXPECTED && s->answers.len > WRITE_ABOVE)
            status = write_answers(s);
    }
    if (start) {
        memmove(s->lines.ptr, s->lines.ptr + start, s->lines.len - start);
        s->lines.len -= start;
    }
    return status;
}

/* One read. False at the end of the input. */
static bool read_more(server *s, int *status)
{
    static const char ROOM[READ_SIZE];
    const size_t before = s->lines.len;
    ssize_t n;

    fp_json_bytes(&s->lines, (fp_str){ ROOM, sizeof ROOM });
    s->lines.len = before;
    if (s->lines.failed) {
        *status = out_of_memory();
        return false;
    }
    while ((n = read(s->in, s->lines.ptr + before, READ_SIZE)) < 0 && errno == EINTR)
        ;
    if (n < 0) {
        fprintf(stderr, "fencepost serve: cannot read requests: %s\n", strerror(errno));
        *status = EXIT_ADAPTER;
    }
    s->lines.len += n > 0 ? (size_t)n : 0;
    return n > 0;
}

static int serve_all(server *s)
{
    int status = EXIT_AS_EXPECTED;
    size_t before = 0;

    while (status == EXIT_AS_EXPECTED && !s->ended && read_more(s, &status)) {
        status = answer_lines(s, before);
        if (status == EXIT_AS_EXPECTED)
            status = write_answers(s);
        before = s->lines.len;
    }
    return status;
}

/* Takes the two streams for the worker itself, and leaves the parser others. */
static bool take_streams(server *s)
{
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool good;

    s->in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    s->out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    good = nothing >= 0 && s->in >= 0 && s->out >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
           dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
    if (!good)
        fprintf(stderr, "fencepost serve: standard input and output are needed: %s\n",
                strerror(errno));
    if (nothing >= 0)
        close(nothing);
    return good;
}

int serve(const fp_adapter *adapter, const serve_skills *skills)
{
    server s = { .adapter = adapter, .skills = skills, .in = -1, .out = -1 };
    int status = take_streams(&s) ? serve_all(&s) : EXIT_ADAPTER;

    if (s.in >= 0)
        close(s.in);
    if (s.out >= 0)
        close(s.out);
    drop_kept(&s);
    fp_json_free(&s.kept_syntax);
    fp_json_free(&s.kept_tools);
    fp_json_free(&s.kept_prefix);
    fp_json_free(&s.kept_finish);
    serve_answer_free(&s.beside);
    fp_json_free(&s.lines);
    fp_json_free(&s.answers);
    serve_request_free(&s.request);
    serve_answer_free(&s.answer);
    return status;
}
