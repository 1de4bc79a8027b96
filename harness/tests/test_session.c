/* SPDX-License-Identifier: Apache-2.0 */
/* test_session.c: session.c with real workers, good and bad. A row says which inputs are sent and,
 * as one string, which replies come: every test checks that each request got one, in order, and
 * that no process and no descriptor is left.
 */
#include "worker/session.h"
#include "worker_fixture.h"

#define WORKERS FP_SOURCE_DIR "/harness/tests/workers/"
/* One of the planted workers, with an argument or NULL. */
#define PLANTED(file, argument)                         \
    {                                                   \
        "python3", "-B", (WORKERS file), argument, NULL \
    }
/* A worker with a window, made of the planted workers' parts. */
#define INLINE(script)                              \
    {                                               \
        "python3", "-B", "-c",                      \
            ("import sys, os, signal, time, json\n" \
             "sys.path.insert(0, '" WORKERS "')\n"  \
             "from _protocol import *\n" script),   \
            NULL                                    \
    }
#define WINDOW(n) "hello = dict(HELLO, window=" #n ")\n"
/* Goes wrong as the first letter of the input says. */
#define FAULTS                                                                                    \
    "def answer(request):\n"                                                                      \
    "    text = joined(request)\n"                                                                \
    "    if text[:1] == 'S': die(signal.SIGSEGV)\n"                                               \
    "    if text[:1] == 'H': sleep_for_ever()\n"                                                  \
    "    if text[:1] == 'D': say('DEBUG')\n"                                                      \
    "    if text[:1] == 'T': say(json.dumps({'id': request['id'], 'text': text, 'calls': []}))\n" \
    "    if text[:1] == 'I': return {'text': text, 'calls': [], 'id': 77777}\n"                   \
    "    if text[:1] == 'U': return {'text': text, 'cals': []}\n"                                 \
    "    if text[:1] == 'R': return {'error': 'no ' + text}\n"                                    \
    "    return echo(request)\n"                                                                  \
    "serve(answer, hello)\n"

#define TEN "xxxxxxxxxx"
#define FIFTY TEN TEN TEN TEN TEN

enum { INPUTS_MAX = 12, ARGV_MAX = 6, SENTENCE_SHOWN = 44, LOG_SIZE = 4000 };

/* -- what comes back ----------------------------------------------------------------------------
 */

typedef struct record {
    const char *const *inputs;
    size_t expected; /* the next token */
    char text[LOG_SIZE];
    bool tail; /* show standard error too */
} record;

static void note(void *context, void *token, const reply *r)
{
    record *log = context;
    const size_t len = strlen(log->text);
    const fp_str text = r->outcome ? fp_outcome_text(r->outcome) : fp_str_of(r->sentence);

    assert_int_equal((size_t)(uintptr_t)token, log->expected);
    assert_int_equal(r->kind == REPLY_OUTCOME, r->outcome != NULL);
    assert_int_equal(r->kind == REPLY_OUTCOME, r->sentence == NULL);
    snprintf(log->text + len, sizeof log->text - len, "%s: %s %.*s%s%s%s%.*s\n",
             log->inputs[log->expected], reply_kind_name(r->kind),
             (int)(text.len < SENTENCE_SHOWN ? text.len : SENTENCE_SHOWN), text.ptr,
             r->unconfirmed ? " after " : "", r->unconfirmed ? r->unconfirmed : "",
             log->tail && r->stderr_tail.len ? " / " : "", log->tail ? (int)r->stderr_tail.len : 0,
             r->stderr_tail.ptr);
    log->expected++;
}

static session_config config_for(const char *const *argv, int deadline_ms, unsigned restarts)
{
    session_config config = SESSION_CONFIG_DEFAULT;

    config.argv = (char *const *)(uintptr_t)argv;
    config.deadline_ms = deadline_ms ? deadline_ms : QUICK_MS;
    if (restarts)
        config.restarts = restarts;
    config.line_limit = MIB;
    config.stderr_limit = 200;
    return config;
}

static session *open_session(const session_config *config)
{
    char error[SESSION_ERROR_SIZE] = "";
    session *s = session_open(config, error, sizeof error);

    if (!s)
        fail_msg("%s", error);
    return s;
}

static void ask(session *s, const char *input, record *log, size_t index)
{
    const size_t middle = strlen(input) / 2;
    const cutting cut = { .at = &middle, .count = 1 };
    const session_request request = { .syntax = session_hello(s)->syntaxes[0],
                                      .input = fp_str_of(input),
                                      .cut = &cut };

    session_ask(s, &request, note, log, (void *)(uintptr_t)index);
}

/* -- rows ------------------------------------------------------------------------------------ */

static const struct row {
    const char *name;
    const char *argv[ARGV_MAX];
    const char *inputs[INPUTS_MAX];
    int deadline_ms;   /* 0: one that no test comes near to */
    unsigned restarts; /* 0: the default */
    unsigned restarted;
    bool tail;
    const char *expected;
} ROWS[] = {
    { .name = "answers",
      .argv = INLINE("serve()"),
      .inputs = { "a", "", "c d" },
      .expected = "a: outcome a\n: outcome \nc d: outcome c d\n" },
    { .name = "answers, window 2",
      .argv = INLINE(WINDOW(2) FAULTS),
      .inputs = { "a", "b", "c", "d", "e" },
      .expected = "a: outcome a\nb: outcome b\nc: outcome c\nd: outcome d\ne: outcome e\n" },
    { .name = "answers, window 1024",
      .argv = INLINE(WINDOW(1024) FAULTS),
      .inputs = { "a", "b", "c" },
      .expected = "a: outcome a\nb: outcome b\nc: outcome c\n" },
    { .name = "refuses",
      .argv = PLANTED("error_answer.py", NULL),
      .inputs = { "a", "b" },
      .expected = "a: refused \"cannot parse this\"\nb: refused \"cannot parse this\"\n" },
    { .name = "noise on standard error does not matter",
      .argv = PLANTED("noisy_stderr.py", NULL),
      .inputs = { "a", "b" },
      .tail = true,
      .expected = "a: outcome a\nb: outcome b\n" },

    /* deaths */
    { .name = "crashes on one input",
      .argv = PLANTED("crashes_on.py", "BAD"),
      .inputs = { "a", "BAD", "b", "c" },
      .restarted = 2,
      .expected = "a: outcome a\nBAD: crash killed by SIGSEGV\nb: outcome b\nc: outcome c\n" },
    { .name = "exits on the first and the last input",
      .argv = PLANTED("exits_on.py", "BAD"),
      .inputs = { "BAD", "b", "BAD" },
      .restarted = 3, /* not after the last */
      .expected =
          "BAD: crash exited with status 3\nb: outcome b\nBAD: crash exited with status 3\n" },
    { .name = "hangs on one input",
      .argv = PLANTED("hangs_on.py", "BAD"),
      .inputs = { "a", "BAD", "b" },
      .deadline_ms = 3 * SHORT_MS,
      .restarted = 2,
      .expected = "a: outcome a\nBAD: timeout no answer within 900 ms, in which the worker\nb: "
                  "outcome b\n" },
    { .name = "crashes, window 4",
      .argv = INLINE(WINDOW(4) FAULTS),
      .inputs = { "a", "S", "b", "c", "S", "S", "d", "e", "f" },
      .restarted = 6,
      .expected = "a: outcome a\nS: crash killed by SIGSEGV\nb: outcome b\nc: outcome c\n"
                  "S: crash killed by SIGSEGV\nS: crash killed by SIGSEGV\nd: outcome d\n"
                  "e: outcome e\nf: outcome f\n" },
    { .name = "hangs, window 4",
      .argv = INLINE(WINDOW(4) FAULTS),
      .inputs = { "a", "b", "H", "c", "d" },
      .deadline_ms = 3 * SHORT_MS,
      .restarted = 2,
      .expected = "a: outcome a\nb: outcome b\nH: timeout no answer within 900 ms, in which the "
                  "worker\nc: outcome c\n"
                  "d: outcome d\n" },
    { .name = "dies of its age, not of an input",
      .argv = PLANTED("dies_on_nth.py", "3"),
      .inputs = { "a", "b", "c", "d", "e", "f" },
      .restarted = 2,
      .expected = "a: outcome a\nb: outcome b\nc: outcome c after killed by SIGKILL\n"
                  "d: outcome d\ne: outcome e after killed by SIGKILL\nf: outcome f\n" },
    { .name = "dies of its age, window 3",
      .argv = INLINE(WINDOW(3) "left = [3]\n"
                               "def answer(request):\n"
                               "    left[0] -= 1\n"
                               "    if left[0] == 0: die(signal.SIGKILL)\n"
                               "    return echo(request)\n"
                               "serve(answer, hello)\n"),
      .inputs = { "a", "b", "c", "d", "e", "f" },
      .restarted = 2,
      .expected = "a: outcome a\nb: outcome b\nc: outcome c after killed by SIGKILL\n"
                  "d: outcome d\ne: outcome e after killed by SIGKILL\nf: outcome f\n" },
    { .name = "closes its output",
      .argv = PLANTED("closes_stdout.py", NULL),
      .inputs = { "a" },
      .restarted = 1,
      .expected = "a: crash closed its output and went on\n" },
    { .name = "closes its input",
      .argv = PLANTED("closes_stdin.py", NULL),
      .inputs = { "a" },
      .deadline_ms = SHORT_MS,
      .restarted = 1,
      .expected = "a: crash closed its input and went on\n" },
    { .name = "ends within a line",
      .argv = PLANTED("partial_line.py", NULL),
      .inputs = { "a" },
      .restarted = 1,
      .expected = "a: crash exited with status 0; it had written an unfi\n" },
    { .name = "hands on the end of standard error",
      .argv = INLINE("def fault():\n"
                     "    sys.stderr.write('x' * 500 + 'oh no!')\n"
                     "    sys.exit(1)\n"
                     "serve_unless('BAD', fault)\n"),
      .inputs = { "BAD", "b" },
      .restarted = 2,
      .tail = true,
      .expected = "BAD: crash exited with status 1 / " FIFTY FIFTY FIFTY TEN TEN TEN TEN
                  "xxxxoh no!\nb: outcome b\n" },

    /* what is not an answer */
    { .name = "stray lines",
      .argv = PLANTED("stray.py", NULL),
      .inputs = { "a", "b", "c", "d", "e" },
      .restarted = 2,
      .expected = "a: outcome a\nb: protocol error a line that is not a JSON object: \"DEBUG: 1 \n"
                  "c: outcome c\nd: protocol error a line that is not a JSON object: \"DEBUG: 1 \n"
                  "e: outcome e\n" },
    { .name = "a stray line, window 4",
      .argv = INLINE(WINDOW(4) FAULTS),
      .inputs = { "a", "D", "b", "c", "d", "e" },
      .restarted = 1,
      .expected = "a: outcome a\nD: protocol error a line that is not a JSON object: \"DEBUG\"; o\n"
                  "b: outcome b\nc: outcome c\nd: outcome d\ne: outcome e\n" },
    { .name = "answers under another id",
      .argv = PLANTED("wrong_id.py", NULL),
      .inputs = { "a", "b" },
      .restarted = 1,
      .expected = "a: protocol error \"id\" is 2, and 1 was asked: answer each requ\n"
                  "b: protocol error \"id\" is 3, and 2 was asked: answer each requ\n" },
    { .name = "answers twice, window 2",
      .argv = INLINE(WINDOW(2) FAULTS),
      .inputs = { "a", "T", "b", "c" },
      .restarted = 1, /* the second answer is taken for that to b */
      .expected = "a: outcome a\nT: outcome T\n"
                  "b: protocol error \"id\" is 2, and 3 was asked: answer each requ\n"
                  "c: outcome c\n" },
    { .name = "a wrong id, window 3",
      .argv = INLINE(WINDOW(3) FAULTS),
      .inputs = { "I", "b", "c", "d" },
      .restarted = 1,
      .expected = "I: protocol error \"id\" is 77777, and 1 was asked: answer each \n"
                  "b: outcome b\nc: outcome c\nd: outcome d\n" },
    { .name = "an unknown member does not cost the worker",
      .argv = PLANTED("unknown_member.py", NULL),
      .inputs = { "a", "b", "c" },
      .expected = "a: protocol error unknown member \"call\"; protocol.md PROTOCOL-\n"
                  "b: protocol error unknown member \"call\"; protocol.md PROTOCOL-\n"
                  "c: protocol error unknown member \"call\"; protocol.md PROTOCOL-\n" },
    { .name = "some good, some wrong, window 4",
      .argv = INLINE(WINDOW(4) FAULTS),
      .inputs = { "a", "U", "R", "b", "U", "c" },
      .expected =
          "a: outcome a\nU: protocol error unknown member \"cals\"; protocol.md PROTOCOL-\n"
          "R: refused \"no R\"\nb: outcome b\n"
          "U: protocol error unknown member \"cals\"; protocol.md PROTOCOL-\nc: outcome c\n" },
    { .name = "JSON that is cut off",
      .argv = PLANTED("bad_json.py", NULL),
      .inputs = { "a", "b" },
      .restarted = 1,
      .expected = "a: protocol error an answer: line 1, column 27: not JSON: ']' \n"
                  "b: protocol error an answer: line 1, column 27: not JSON: ']' \n" },
    { .name = "a line without end",
      .argv = PLANTED("long_line.py", NULL),
      .inputs = { "a" },
      .expected = "a: protocol error a line of more than 1048576 bytes: xxxxxxxxx\n" },

    /* no worker any more */
    { .name = "is restarted only so often",
      .argv = INLINE(WINDOW(4) FAULTS),
      .inputs = { "S", "a", "S", "b", "c" },
      .restarts = 3,
      .restarted = 3,
      .expected = "S: crash killed by SIGSEGV\na: outcome a\nS: crash killed by SIGSEGV\n"
                  "b: lost the worker has been restarted 3 times, which\n"
                  "c: lost the worker has been restarted 3 times, which\n" },
    { .name = "is restarted only so often, not confirmed",
      .argv = INLINE(WINDOW(1) FAULTS),
      .inputs = { "S", "a", "S", "b" },
      .restarts = 2,
      .restarted = 2,
      .expected = "S: crash killed by SIGSEGV\na: outcome a\n"
                  "S: crash killed by SIGSEGV (not run again: the worker\n"
                  "b: lost the worker has been restarted 2 times, which\n" },
    { .name = "is another after the restart",
      .argv = INLINE("hello = dict(HELLO, window=2, version=str(os.getpid()))\n" FAULTS),
      .inputs = { "a", "S", "b" },
      .restarted = 3,
      .expected = "a: outcome a\nS: crash killed by SIGSEGV (not run again: the worker\n"
                  "b: lost the worker could not be restarted: it called\n" },
};

static void replies(void **state)
{
    const struct row *row = *state;
    const session_config config = config_for(row->argv, row->deadline_ms, row->restarts);
    record log = { .inputs = row->inputs, .tail = row->tail };
    struct before before = begin();
    session *s = open_session(&config);
    size_t count = 0;

    for (; row->inputs[count]; count++)
        ask(s, row->inputs[count], &log, count);
    session_drain(s);
    assert_int_equal(log.expected, count);
    assert_string_equal(log.text, row->expected);
    assert_int_equal(session_restarts(s), row->restarted);
    assert_int_equal(session_lost(s) != NULL, strstr(row->expected, ": lost ") != NULL);
    session_drain(s);
    session_close(s);
    assert_int_equal(log.expected, count);
    end(before);
}

/* -- workers that cannot be used ----------------------------------------------------------------
 */

static const struct start_row {
    const char *name;
    const char *argv[ARGV_MAX];
    const char *parts[3]; /* of the sentence */
} STARTS[] = {
    { "no such program",
      { "/no/such/program", NULL },
      { "cannot run /no/such/program", "fencepost test -- ./my-worker" } },
    { "ends at once",
      PLANTED("exits_at_once.py", NULL),
      { "the worker exited with status 0 before it had answered hello", "run it by hand",
        "fencepost init python" } },
    { "complains and ends",
      INLINE("raise SystemExit('no module named parser')"),
      { "exited with status 1", "\n  its standard error ends: no module named parser\n",
        "run it by hand" } },
    { "stops within the line",
      INLINE("say('{\"id\":', end='')"),
      { "\n  it wrote the unfinished line: {\"id\":\n" } },
    { "prose", PLANTED("prose.py", NULL), { "not a JSON object: \"Sure! Here", "init python" } },
    { "another version", PLANTED("wrong_version.py", NULL), { "\"protocol\" is 99" } },
    { "an unknown unit",
      PLANTED("bad_unit.py", NULL),
      { "\"unit\" is \"furlong\": it may be byte" } },
    { "no syntaxes", PLANTED("no_syntaxes.py", NULL), { "\"syntaxes\" is empty" } },
};

static void does_not_start(void **state)
{
    const struct start_row *row = *state;
    const session_config config = config_for(row->argv, 0, 0);
    struct before before = begin();
    char error[SESSION_ERROR_SIZE] = "";

    assert_null(session_open(&config, error, sizeof error));
    for (size_t i = 0; i < COUNT(row->parts) && row->parts[i]; i++) {
        if (!strstr(error, row->parts[i]))
            fail_msg("\"%s\" is not in: %s", row->parts[i], error);
    }
    end(before);
}

/* -- the rest -------------------------------------------------------------------------------- */

/* An interpreter may start slower than it answers. */
static void waits_longer_for_hello(void **state)
{
    static const char *const ARGV[] = INLINE("time.sleep(0.8)\nserve()\n");
    static const char *const INPUTS[] = { "a", NULL };
    const session_config config = config_for(ARGV, SHORT_MS, 0);
    record log = { .inputs = INPUTS };
    struct before before = begin();
    session *s = open_session(&config);

    (void)state;
    assert_string_equal(session_hello(s)->name, "planted");
    ask(s, "a", &log, 0);
    session_close(s); /* drains */
    assert_string_equal(log.text, "a: outcome a\n");
    session_close(NULL);
    end(before);
}

/* The worker counts what has come when it answers its first request. */
static void keeps_to_the_window(void **state)
{
    static const char *const ARGV[] =
        INLINE("got, sent = b'', 0\n"
               "while True:\n"
               "    got += os.read(0, 1 << 16)\n"
               "    if sent == 1: time.sleep(0.3); got += os.read(0, 1 << 16) if got.count(b'\\n') "
               "< 4 else b''\n"
               "    lines = got.split(b'\\n')[:-1]\n"
               "    most = len(lines) - sent\n"
               "    while sent < len(lines):\n"
               "        request = json.loads(lines[sent])\n"
               "        if request['op'] == 'bye': sys.exit()\n"
               "        members = dict(HELLO, window=3) if request['op'] == 'hello' else"
               " dict(text=str(most), calls=[])\n"
               "        say(json.dumps(dict(members, id=request['id'])))\n"
               "        sent += 1\n");
    static const char *const INPUTS[] = { "a", "b", "c", "d", "e", "f", "g", NULL };
    const session_config config = config_for(ARGV, 0, 0);
    record log = { .inputs = INPUTS };
    struct before before = begin();
    session *s = open_session(&config);

    (void)state;
    for (size_t i = 0; INPUTS[i]; i++)
        ask(s, INPUTS[i], &log, i);
    session_drain(s);
    assert_int_equal(log.expected, 7);
    assert_memory_equal(log.text, "a: outcome 3\n", 13);
    for (const char *at = log.text; *at; at = strchr(at, '\n') + 1)
        assert_in_range(at[11], '1', '3');
    session_close(s);
    end(before);
}

typedef struct tally {
    size_t count;
    size_t crashes, protocol, outcomes;
} tally;

static void add_up(void *context, void *token, const reply *r)
{
    tally *t = context;

    assert_int_equal((size_t)(uintptr_t)token, t->count);
    t->count++;
    t->crashes += r->kind == REPLY_CRASH;
    t->protocol += r->kind == REPLY_PROTOCOL;
    t->outcomes += r->kind == REPLY_OUTCOME;
}

/* Longer lines than the pipes hold, many under way, and faults among them. */
static void carries_much(void **state)
{
    enum { REQUESTS = 300, SIZE = 20000 };
    static const char *const ARGV[] = INLINE(WINDOW(64) FAULTS);
    const session_config config = config_for(ARGV, 0, 0);
    struct before before = begin();
    session *s = open_session(&config);
    char *inputs[3];
    tally t = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT(inputs); i++) {
        inputs[i] = xcalloc(SIZE + 1, 1);
        memset(inputs[i], 'x', SIZE);
        inputs[i][0] = "xSD"[i];
    }
    for (size_t i = 0; i < REQUESTS; i++) {
        const char *input = inputs[i % 100 == 50 ? 1 : i % 100 == 99 ? 2 : 0];
        const session_request request = { .syntax = session_hello(s)->syntaxes[0],
                                          .input = { input, SIZE } };

        session_ask(s, &request, add_up, &t, (void *)(uintptr_t)i);
        assert_in_range(i + 1 - t.count, 0, 63);
    }
    session_drain(s);
    assert_int_equal(t.count, REQUESTS);
    assert_int_equal(t.crashes, 3);
    assert_int_equal(t.protocol, 3);
    assert_int_equal(t.outcomes, REQUESTS - 6);
    session_close(s);
    for (size_t i = 0; i < COUNT(inputs); i++)
        free(inputs[i]);
    end(before);
}

/* -- answers in any order ---------------------------------------------------------------------- */

static void note_any(void *context, void *token, const reply *r)
{
    record *log = context;
    const size_t len = strlen(log->text);
    const fp_str text = fp_outcome_text(r->outcome);

    assert_true(fp_str_equal(fp_str_of(log->inputs[(size_t)(uintptr_t)token]), text));
    snprintf(log->text + len, sizeof log->text - len, "%.*s ", (int)text.len, text.ptr);
}

/* Keeps three requests, and answers them from the last to the first. */
static void answers_may_come_in_any_order(void **state)
{
    static const char *const ARGV[] =
        INLINE("held = []\n"
               "for line in sys.stdin.buffer:\n"
               "    r = json.loads(line)\n"
               "    if r['op'] == 'bye': break\n"
               "    if r['op'] == 'hello':\n"
               "        say(json.dumps(dict(HELLO, id=0, window=3)))\n"
               "        continue\n"
               "    held.append(dict(echo(r), id=r['id']))\n"
               "    if len(held) == 3:\n"
               "        for h in reversed(held):\n"
               "            say(json.dumps(h))\n"
               "        held = []\n");
    static const char *const INPUTS[] = { "a", "b", "c", "d", "e", "f" };
    const session_config config = config_for(ARGV, 0, 0);
    session *s = open_session(&config);
    record log = { .inputs = INPUTS };

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const session_request request = { .syntax = session_hello(s)->syntaxes[0],
                                          .input = fp_str_of(INPUTS[i]) };

        session_ask(s, &request, note_any, &log, (void *)(uintptr_t)i);
        if (i == 2)
            session_drain(s);
    }
    session_drain(s);
    assert_string_equal(log.text, "c b a f e d ");
    assert_int_equal(session_restarts(s), 0);
    session_close(s);
}

int main(void)
{
    enum { FIRST = 4 };
    struct CMUnitTest tests[FIRST + COUNT(ROWS) + COUNT(STARTS)] = {
        cmocka_unit_test(waits_longer_for_hello),
        cmocka_unit_test(keeps_to_the_window),
        cmocka_unit_test(carries_much),
        cmocka_unit_test(answers_may_come_in_any_order),
    };
    size_t n = FIRST;

    for (size_t i = 0; i < COUNT(ROWS); i++)
        tests[n++] =
            (struct CMUnitTest){ ROWS[i].name, replies, NULL, NULL, (void *)(uintptr_t)&ROWS[i] };
    for (size_t i = 0; i < COUNT(STARTS); i++)
        tests[n++] = (struct CMUnitTest){ STARTS[i].name, does_not_start, NULL, NULL,
                                          (void *)(uintptr_t)&STARTS[i] };
    alarm(RUN_SECONDS); /* a hang is a failure */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
