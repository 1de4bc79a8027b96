/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_wire.c: fencepost wire: shows a short conversation with a worker, for people who write
 * adapters. The faults of an answer are printed below it.
 */
#include "base/visible.h"
#include "command/command.h"
#include "base/nearest.h"
#include "command/options.h"
#include "judge/adhoc.h"
#include "suite/corpus.h"
#include "worker/wire.h"
#include "worker/worker.h"

#include <fencepost/render.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYNTAX, TEXT, CASE, DEADLINE };
enum { LINE_LIMIT = 64 << 20, STDERR_LIMIT = 4096 };

static const command_option OPTIONS[] = {
    [SYNTAX] = { "syntax", "ID",
                 "the syntax of the inputs (default: the first one that the worker names)" },
    [TEXT] = { "text", "TEXT", "the input, with \\n, \\t, \\r, \\\\ and \\xNN" },
    [CASE] = { "case", "ID", "the input of this golden case, with its catalogue" },
    [DEADLINE] = { "deadline", "SECONDS", "how long it may take for an answer (default: 5)" },
    { NULL, NULL, NULL },
};

typedef struct talk {
    const fp_syntax *syntax; /* NULL: the worker's first */
    fp_str text;             /* owned */
    bool has_text;
    const char *case_id;
    const test_case *test; /* of case_id */
    double deadline;
    char *const *argv;
    worker *worker;
    wire_hello hello;
    uint64_t next_id;
    bool wrong; /* something was */
    bool ended; /* the worker has, or talks of something else than what it was asked */
} talk;

/* -- what is shown ----------------------------------------------------------------------------- */

/* Prints the line unchanged, except that control bytes and invisible characters become \xNN. */
static void show_line(const char *mark, fp_str line)
{
    fputs(mark, stdout);
    for (size_t i = 0, len; i < line.len; i += len ? len : 1) {
        len = visible_length((fp_str){ line.ptr + i, line.len - i });
        if (len)
            fwrite(line.ptr + i, 1, len, stdout);
        else
            printf("\\x%02X", (unsigned)(unsigned char)line.ptr[i]);
    }
    putchar('\n');
    fflush(stdout);
}

static void say_wrong(talk *t, const char *sentence)
{
    printf("  wrong: %s\n", sentence);
    t->wrong = true;
}

/* -- both ways --------------------------------------------------------------------------------- */

static void send_line(talk *t, fp_json *line)
{
    const fp_str bytes = { line->ptr, line->len };

    need_memory(!line->failed);
    show_line("> ", bytes);
    worker_send(t->worker, bytes); /* that it has gone is seen when its answer is waited for */
    fp_json_free(line);
}

/* Why there is no line. */
static void say_silence(talk *t, worker_status status)
{
    char *text = NULL;

    switch (status) {
    case WORKER_TIMEOUT:
        text = xformat("no answer within %.3g s: does the worker flush its output? (PROTOCOL-4.2)",
                       t->deadline);
        break;
    case WORKER_CLOSED:
        text = xformat("the worker %s, and a request is unanswered (PROTOCOL-4.2)",
                       worker_death(t->worker));
        break;
    case WORKER_TOO_LONG:
        text = xformat("a line of more than %d bytes (PROTOCOL-1.1)", (int)LINE_LIMIT);
        break;
    case WORKER_OK:
    case WORKER_INTERRUPTED:
    case WORKER_ERROR:
        text = xstrdup("the conversation was broken off");
        break;
    }
    say_wrong(t, text);
    free(text);
    t->ended = true;
}

/* The next line, shown; of what has no end, that. */
static bool receive(talk *t, fp_str *line)
{
    const worker_status status = worker_receive(t->worker, line);

    if (line->len || status == WORKER_OK)
        show_line("< ", *line);
    if (status == WORKER_OK)
        return true;
    say_silence(t, status);
    return false;
}

/* -- the conversation -------------------------------------------------------------------------- */

static bool greet(talk *t)
{
    char error[WIRE_ERROR_SIZE];
    fp_json line = { 0 };
    fp_str answer;

    wire_hello_request(&line, t->next_id);
    send_line(t, &line);
    if (!receive(t, &answer))
        return false;
    if (!wire_hello_read(answer, t->next_id++, &t->hello, error, sizeof error)) {
        say_wrong(t, error);
        return false;
    }
    return true;
}

static void ask(talk *t, fp_str input, const cutting *cut)
{
    const wire_request request = { .syntax = t->syntax,
                                   .input = input,
                                   .prefix = t->test ? t->test->prefix : FP_STR(""),
                                   .ends_as = t->test,
                                   .of = t->test,
                                   .cut = cut,
                                   .catalogue = t->test ? t->test->catalogue_json : NULL };
    const wire_asked asked = wire_asked_of(t->next_id++, &request);
    char error[WIRE_ERROR_SIZE];
    fp_json line = { 0 };
    wire_answer answer;
    fp_str got;

    if (t->ended)
        return;
    wire_request_write(&line, asked.id, &request, &t->hello);
    send_line(t, &line);
    if (!receive(t, &got))
        return;
    if (wire_answer_read(got, &asked, &t->hello, &answer, error, sizeof error)) {
        wire_answer_free(&answer);
        return;
    }
    say_wrong(t, error);
    t->ended = !answer.paired;
}

/* The whole, and a unit a chunk. */
static void ask_both_ways(talk *t, fp_str input)
{
    const unit u = t->hello.unit == UNIT_BYTE && !t->hello.bytes ? UNIT_CODEPOINT : t->hello.unit;
    size_t count;
    size_t *edges = unit_edges(input, u, &count);

    ask(t, input, NULL);
    if (count > 2)
        ask(t, input, &(cutting){ .name = "a unit a chunk", .at = edges + 1, .count = count - 2 });
    free(edges);
}

/* Text, nothing, and a plain call. */
static void ask_ours(talk *t)
{
    const fp_arg arg = { .key = FP_STR("k"),
                         .value = { .kind = FP_VALUE_STRING, .text = FP_STR("v") } };
    const fp_call call = {
        .name = FP_STR("plain"), .args = (fp_arg *)(uintptr_t)&arg, .arg_count = 1, .complete = true
    };
    fp_json text = { 0 };
    fp_refusal refusal;

    ask(t, FP_STR("hello"), NULL);
    ask(t, FP_STR(""), NULL);
    if (xrender(t->syntax, NULL, &call, &text, &refusal))
        ask_both_ways(t, json_text(&text));
    fp_json_free(&text);
}

static void part(talk *t)
{
    fp_json line = { 0 };
    fp_str more;
    worker_status status;

    if (t->ended)
        return;
    wire_bye(&line, t->next_id);
    send_line(t, &line);
    while ((status = worker_receive(t->worker, &more)) == WORKER_OK) {
        show_line("< ", more);
        say_wrong(t, "a line after the last answer: bye has none (PROTOCOL-1.2, 4.1)");
    }
    if (status == WORKER_TIMEOUT)
        say_wrong(t, "the worker goes on after bye (PROTOCOL-4.1)");
}

/* -- the command ------------------------------------------------------------------------------- */

/* Sets what is asked about; false, and explained, if the worker cannot be. */
static bool choose(const command *self, talk *t)
{
    if (!t->syntax)
        t->syntax = t->hello.syntaxes[0];
    if (!wire_hello_parses(&t->hello, t->syntax))
        command_usage_error(self, "the worker does not parse %s", fp_syntax_id(t->syntax));
    else if (!wire_can_take(&t->hello, t->text, NULL))
        command_usage_error(self, "the input is not UTF-8; the worker lacks capability bytes");
    else if (t->test && wire_cannot_give(&t->hello, t->test))
        command_usage_error(self, "%s", wire_cannot_give(&t->hello, t->test));
    else
        return true;
    return false;
}

static int converse(const command *self, talk *t)
{
    if (!greet(t))
        return EXIT_ADAPTER;
    if (!choose(self, t))
        return EXIT_USAGE;
    if (t->has_text || t->test)
        ask_both_ways(t, t->text);
    else
        ask_ours(t);
    part(t);
    return t->wrong ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static int start_and_converse(const command *self, talk *t)
{
    const int deadline_ms = (int)(t->deadline * 1000);
    const worker_config how = { t->argv, deadline_ms, LINE_LIMIT, STDERR_LIMIT, 0 };
    char error[WIRE_ERROR_SIZE];
    fp_str complaint;
    int code;

    t->worker = worker_start(&how, error, sizeof error);
    if (!t->worker) {
        fprintf(stderr,
                "fencepost wire: %s; the command that starts the worker comes after "
                "`--`\n",
                error);
        return EXIT_ADAPTER;
    }
    code = converse(self, t);
    if (t->wrong) {
        worker_kill(t->worker);
        complaint = worker_stderr(t->worker);
        if (complaint.len)
            show_line("  its standard error ends: ", complaint);
    }
    worker_stop(t->worker);
    wire_hello_free(&t->hello);
    return code;
}

static void no_such_case(const command *self, const corpus *c, const char *id)
{
    const size_t count = corpus_count(c);
    const char **ids = xcalloc(count, sizeof *ids);
    char *question;

    for (size_t i = 0; i < count; i++)
        ids[i] = corpus_case(c, i)->id;
    question = nearest_question(id, "", ids, count);
    command_usage_error(self, "there is no case %s%s", id,
                        *question ? question : "; `fencepost list cases` shows them");
    free(question);
    free(ids);
}

/* Looks the case up first, if there is one. */
static int find_and_converse(const command *self, talk *t)
{
    const fp_syntax *const only[] = { t->case_id ? case_syntax(t->case_id) : NULL, NULL };
    problems p = { .by = "wire" };
    char *data;
    corpus *c;
    int code = EXIT_USAGE;

    if (!t->case_id)
        return start_and_converse(self, t);
    data = data_dir(&p);
    c = data ? corpus_load_of(data, *only ? only : NULL, &p) : NULL;
    t->test = c ? corpus_find(c, t->case_id) : NULL;
    if (t->test) {
        t->syntax = t->test->syntax;
        t->text = xcopy(t->test->input);
        code = start_and_converse(self, t);
    } else if (c) {
        no_such_case(self, c, t->case_id);
    }
    corpus_free(c);
    free(data);
    return code;
}

static int read_option(const command *self, int option, const char *value, talk *t)
{
    switch (option) {
    case SYNTAX:
        return given_syntax(self, value, &t->syntax);
    case TEXT:
        free((char *)(uintptr_t)t->text.ptr);
        t->text = (fp_str){ 0 };
        t->has_text = text_unescape(value, &t->text);
        return t->has_text
                   ? 0
                   : command_usage_error(self, "--text: \\ goes before n, t, r, \\ or xNN only");
    case CASE:
        t->case_id = value;
        return 0;
    default:
        return given_seconds(self, OPTIONS[option].name, &t->deadline);
    }
}

static int run(const command *self, int argc, char **argv)
{
    talk t = { .deadline = 5 };
    int option, code = EXIT_AS_EXPECTED;

    while (!code && (option = command_next_option(self, argc, argv)) != -1)
        code = option < 0 ? EXIT_USAGE : read_option(self, option, optarg, &t);
    t.argv = argv + optind;
    if (!code && (optind >= argc || strcmp(argv[optind - 1], "--") != 0))
        code = command_usage_error(self, "the worker's command comes after --");
    if (!code && t.case_id && (t.has_text || t.syntax))
        code = command_usage_error(self, "--case has its own text and syntax");
    if (!code)
        code = find_and_converse(self, &t);
    free((char *)(uintptr_t)t.text.ptr);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost wire --syntax hermes --text hello -- python3 adapter.py",
      "what is sent, and what is answered" },
    { NULL, NULL },
};

const command CMD_WIRE = {
    .name = "wire",
    .summary = "show a short conversation with a worker, and its faults",
    .usage = "[--syntax ID] [--text TEXT | --case ID] -- WORKER ARGS...",
    .options = OPTIONS,
    .run = run,
    .unexpected = "Something in the conversation is wrong.",
    .examples = EXAMPLES,
};
