/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_answer.c: what holds of every line that a worker says (spec/protocol.md), as the runner
 * reads it: it is read, or refused with a sentence, and then there is nothing to free; what is
 * taken is within what was asked; and written again from what was read, it reads the same.
 *
 * An input is a conversation: a line that answers hello, a request, a line that answers it. Where
 * the first two are not as they should be, a hello that claims everything and a short request take
 * their place, so that any third line is read.
 */
#include "base/util.h"
#include "common.h"
#include "format.h"
#include "serve/serve_request.h"
#include "target.h"
#include "templates.h"
#include "words.h"
#include "worker/wire.h"
#include "worker/wire_log.h"
#include "worker/wire_input.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

enum { LINES = 3, HELLO_ID = 1, ASKED_ID = 2 };

static const claim ERROR = { "ERROR", "PROTOCOL-1.3", "format answer" };
static const claim HELLO = { "INVARIANT", "PROTOCOL-2.2", "format answer" };
static const claim INVARIANT = { "INVARIANT", "PROTOCOL-3.4", "format answer" };
static const claim HELLO_AGAIN = { "AGAIN", "PROTOCOL-2.2", "format answer" };
static const claim AGAIN = { "AGAIN", "PROTOCOL-3.4", "format answer" };

static const char USUAL_HELLO[] =
    "{\"id\":1,\"protocol\":1,\"name\":\"w\",\"version\":\"1\",\"language\":\"c\",\"syntaxes\":["
    "\"caret\"],\"unit\":\"byte\",\"capabilities\":[\"spans\",\"diagnostics\",\"events\",\"bytes\","
    "\"catalogue\",\"render\",\"sweep\",\"reset\",\"interleave\"]}";

static void check_error(const char *sentence)
{
    require(memchr(sentence, '\0', WIRE_ERROR_SIZE) != NULL && *sentence, &ERROR,
            "it is refused without a sentence");
    require(strstr(sentence, "PROTOCOL-") || strstr(sentence, "MODEL-") ||
                strstr(sentence, "section 2") || strstr(sentence, "refuses hello"),
            &ERROR, "the sentence names no clause");
}

/* -- hello ------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t offset;
} CAPABILITIES[] = {
    { "spans", offsetof(wire_hello, spans) },
    { "diagnostics", offsetof(wire_hello, diagnostics) },
    { "events", offsetof(wire_hello, events) },
    { "bytes", offsetof(wire_hello, bytes) },
    { "catalogue", offsetof(wire_hello, catalogue) },
    { "render", offsetof(wire_hello, render) },
    { "sweep", offsetof(wire_hello, sweep) },
    { "reset", offsetof(wire_hello, reset) },
    { "interleave", offsetof(wire_hello, interleave) },
};

enum { CAPABILITY_COUNT = sizeof CAPABILITIES / sizeof *CAPABILITIES };

static bool claims(const wire_hello *h, size_t capability)
{
    return *(const bool *)((const char *)h + CAPABILITIES[capability].offset);
}

static void check_hello(const wire_hello *h)
{
    require(h->name && h->version && h->language, &HELLO, "no name, version or language");
    require(h->syntax_count > 0, &HELLO, "no syntax");
    for (size_t i = 0; i < h->syntax_count; i++) {
        require(wire_hello_parses(h, h->syntaxes[i]), &HELLO, "a syntax that it does not parse");
        for (size_t k = 0; k < i; k++)
            require(h->syntaxes[k] != h->syntaxes[i], &HELLO, "a syntax twice");
    }
    require(h->window >= 1 && h->window <= WIRE_WINDOW_MAX, &HELLO, "a window out of its bounds");
    require(!h->bytes || h->unit == UNIT_BYTE, &HELLO, "bytes in another unit");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        require(!h->policy.given[i] || fp_policy_value_name((fp_policy)i, h->policy.policies.of[i]),
                &HELLO, "a policy without a value");
}

static void write_member(fp_json *out, const char *key, const char *text)
{
    fp_json_raw(out, key);
    fp_json_string(out, fp_str_of(text));
}

static fp_json written_hello(const wire_hello *h)
{
    const char *comma = "";
    fp_json out = { 0 };

    fp_json_raw(&out, "{\"window\":");
    fp_json_number(&out, h->window);
    fp_json_raw(&out, ",\"policies\":{");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!h->policy.given[i])
            continue;
        write_member(&out, comma, fp_policy_name((fp_policy)i));
        write_member(&out, ":", fp_policy_value_name((fp_policy)i, h->policy.policies.of[i]));
        comma = ",";
    }
    fp_json_raw(&out, "},\"capabilities\":[");
    comma = "";
    for (size_t i = 0; i < CAPABILITY_COUNT; i++) {
        if (!claims(h, i))
            continue;
        write_member(&out, comma, CAPABILITIES[i].name);
        comma = ",";
    }
    write_member(&out, "],\"unit\":", unit_name(h->unit));
    fp_json_raw(&out, ",\"syntaxes\":[");
    for (size_t i = 0; i < h->syntax_count; i++)
        write_member(&out, i ? "," : "", fp_syntax_id(h->syntaxes[i]));
    write_member(&out, "],\"language\":", h->language);
    write_member(&out, ",\"version\":", h->version);
    write_member(&out, ",\"name\":", h->name);
    fp_json_raw(&out, ",\"protocol\":1,\"id\":1}");
    return out;
}

static void check_hello_again(const wire_hello *h)
{
    fp_json line = written_hello(h);
    char sentence[WIRE_ERROR_SIZE] = "";
    wire_hello again;
    bool same;

    require(wire_hello_read((fp_str){ line.ptr, line.len }, HELLO_ID, &again, sentence,
                            sizeof sentence),
            &HELLO_AGAIN, "written again, it is refused");
    same = strcmp(h->name, again.name) == 0 && strcmp(h->version, again.version) == 0 &&
           strcmp(h->language, again.language) == 0 && h->syntax_count == again.syntax_count &&
           h->unit == again.unit && h->window == again.window;
    for (size_t i = 0; same && i < CAPABILITY_COUNT; i++)
        same = claims(h, i) == claims(&again, i);
    for (size_t i = 0; same && i < h->syntax_count; i++)
        same = h->syntaxes[i] == again.syntaxes[i];
    for (unsigned i = 0; same && i < FP_POLICY_COUNT; i++)
        same = h->policy.given[i] == again.policy.given[i] &&
               h->policy.policies.of[i] == again.policy.policies.of[i];
    require(same, &HELLO_AGAIN, "written again, it reads as something else");
    wire_hello_free(&again);
    fp_json_free(&line);
}

/* The worker of the conversation. */
static wire_hello read_hello(fp_str line)
{
    const wire_hello empty = { 0 };
    char sentence[WIRE_ERROR_SIZE] = "";
    wire_hello h;

    if (wire_hello_read(line, HELLO_ID, &h, sentence, sizeof sentence)) {
        check_hello(&h);
        check_hello_again(&h);
        return h;
    }
    check_error(sentence);
    require(!h.name && !h.version && !h.language && !h.syntaxes && !h.unknown_syntaxes &&
                h.window == empty.window,
            &ERROR, "there is something to free of a hello that is refused");
    if (!wire_hello_read(FP_STR(USUAL_HELLO), HELLO_ID, &h, sentence, sizeof sentence))
        abort();
    return h;
}

/* -- the request ------------------------------------------------------------------------------- */

static wire_asked read_asked(fp_str line, serve_request *r)
{
    const fp_str usual = FP_STR("^^^a\nk: \xC3\xA9\n^^^\n");
    wire_asked asked = { .op = WIRE_PARSE, .id = ASKED_ID, .input = usual, .chunks = 2 };
    char sentence[WIRE_ERROR_SIZE] = "";
    fp_str item;

    if (!serve_request_read(line, r, sentence, sizeof sentence) || r->op == SERVE_HELLO ||
        r->op == SERVE_BYE)
        return asked;
    asked.op = r->op == SERVE_RENDER ? WIRE_RENDER : r->op == SERVE_SWEEP ? WIRE_SWEEP : WIRE_PARSE;
    asked.input = (fp_str){ r->input.ptr, r->input.len };
    asked.chunks = r->chunk_count;
    for (size_t at = 0; asked.op == WIRE_SWEEP && fp_jsontext_item(r->cuts, &at, &item);)
        asked.cuttings++;
    return asked;
}

/* -- the answer -------------------------------------------------------------------------------- */

static void check_outcome(const wire_answer *a, const wire_asked *asked, const wire_hello *hello)
{
    for (size_t i = 0; i < fp_outcome_call_count(a->outcome); i++) {
        const fp_call *call = fp_outcome_call(a->outcome, i);

        require(!hello->spans || call->end <= asked->input.len, &INVARIANT,
                "a span beyond the input");
        require(!hello->spans || call->start <= call->end, &INVARIANT,
                "a span ends before it begins");
        for (size_t k = 1; k < call->arg_count; k++)
            require(!fp_str_equal(call->args[k - 1].key, call->args[k].key), &INVARIANT,
                    "a key stands twice");
    }
    for (size_t i = 0; hello->diagnostics && i < fp_outcome_diagnostic_count(a->outcome); i++) {
        const uint64_t offset = fp_outcome_diagnostic(a->outcome, i)->offset;

        require(offset == WIRE_NO_OFFSET || offset <= asked->input.len, &INVARIANT,
                "an offset beyond the input");
    }
    for (size_t i = 0; i < a->differ_count; i++)
        require(a->differ[i] < asked->cuttings && (!i || a->differ[i - 1] < a->differ[i]),
                &INVARIANT, "a cutting that was not asked");
}

static void write_bytes(fp_json *out, fp_str bytes)
{
    char *text = is_utf8(bytes) ? NULL : base64_encode(bytes);

    if (text) {
        fp_json_raw(out, "{\"base64\":\"");
        fp_json_raw(out, text);
        fp_json_raw(out, "\"}");
    } else {
        fp_json_string(out, bytes);
    }
    free(text);
}

static void write_call(fp_json *out, const fp_call *call)
{
    fp_json_raw(out, "{\"name\":");
    write_bytes(out, call->name);
    fp_json_raw(out, ",\"input\":");
    wire_input_write(out, call);
    fp_json_raw(out, call->complete ? ",\"complete\":true" : ",\"complete\":false");
    fp_json_raw(out, ",\"span\":[");
    fp_json_number(out, call->start);
    fp_json_raw(out, ",");
    fp_json_number(out, call->end);
    fp_json_raw(out, "]}");
}

static void write_diagnostic(fp_json *out, const fp_diagnostic *d)
{
    fp_json_raw(out, "{\"code\":");
    fp_json_string(out, fp_str_of(fp_code_name(d->code)));
    if (d->offset != WIRE_NO_OFFSET) {
        fp_json_raw(out, ",\"offset\":");
        fp_json_number(out, d->offset);
    }
    fp_json_raw(out, "}");
}

static fp_json written_outcome(const fp_outcome *o)
{
    fp_json out = { 0 };

    fp_json_raw(&out, "{\"calls\":[");
    for (size_t i = 0; i < fp_outcome_call_count(o); i++) {
        fp_json_raw(&out, i ? "," : "");
        write_call(&out, fp_outcome_call(o, i));
    }
    fp_json_raw(&out, "],\"diagnostics\":[");
    for (size_t i = 0; i < fp_outcome_diagnostic_count(o); i++) {
        fp_json_raw(&out, i ? "," : "");
        write_diagnostic(&out, fp_outcome_diagnostic(o, i));
    }
    fp_json_raw(&out, "],\"text\":");
    write_bytes(&out, fp_outcome_text(o));
    fp_json_raw(&out, ",\"reasoning\":");
    write_bytes(&out, fp_outcome_reasoning(o));
    fp_json_raw(&out, ",\"id\":2}");
    return out;
}

/* Whether all of it can be written: what a JSON value held that is not UTF-8 cannot. */
static bool can_be_written(const fp_outcome *o)
{
    for (size_t i = 0; i < fp_outcome_call_count(o); i++)
        if (!wire_input_carries(fp_outcome_call(o, i)))
            return false;
    return true;
}

static bool same_outcome(const fp_outcome *a, const fp_outcome *b)
{
    bool same = fp_str_equal(fp_outcome_text(a), fp_outcome_text(b)) &&
                fp_str_equal(fp_outcome_reasoning(a), fp_outcome_reasoning(b)) &&
                fp_outcome_call_count(a) == fp_outcome_call_count(b) &&
                fp_outcome_diagnostic_count(a) == fp_outcome_diagnostic_count(b);

    for (size_t i = 0; same && i < fp_outcome_call_count(a); i++) {
        const fp_call *x = fp_outcome_call(a, i), *y = fp_outcome_call(b, i);

        same = fp_call_equal(x, y) && x->complete == y->complete && x->start == y->start &&
               x->end == y->end;
    }
    for (size_t i = 0; same && i < fp_outcome_diagnostic_count(a); i++)
        same = fp_outcome_diagnostic(a, i)->code == fp_outcome_diagnostic(b, i)->code &&
               fp_outcome_diagnostic(a, i)->offset == fp_outcome_diagnostic(b, i)->offset;
    return same;
}

/* In bytes, which is what offsets have become. */
static void check_again(const wire_answer *a, const wire_asked *asked)
{
    static const wire_hello BYTES = {
        .unit = UNIT_BYTE, .spans = true, .diagnostics = true, .bytes = true
    };
    const wire_asked parse = { .id = ASKED_ID, .input = asked->input, .chunks = asked->chunks };
    char sentence[WIRE_ERROR_SIZE] = "";
    wire_answer again;
    fp_json line;

    if (!can_be_written(a->outcome))
        return;
    line = written_outcome(a->outcome);
    require(wire_answer_read((fp_str){ line.ptr, line.len }, &parse, &BYTES, &again, sentence,
                             sizeof sentence),
            &AGAIN, "written again, it is refused");
    if (canary_planted() &&
        fp_outcome_text(a->outcome).len) { /* the planted fault: the text is lost */
        fp_outcome_free(again.outcome);
        again.outcome = or_abort(fp_outcome_new());
    }
    require(same_outcome(a->outcome, again.outcome), &AGAIN,
            canary_planted() ? "the planted fault is noticed"
                             : "written again, it reads as something else");
    wire_answer_free(&again);
    fp_json_free(&line);
}

/* Checked events are an array that can be looked at. */
static void check_events(const wire_answer *a)
{
    const judged all = { true, true, true };
    wire_log log = { 0 };
    difference d;

    wire_log_read(&log, a->events);
    for (size_t i = 0; i < log.count; i++)
        require(log.events[i].type < FP_EVENT_COUNT, &INVARIANT,
                "something that is not an event is taken");
    require(wire_log_same(&log, &log, &all, &d), &INVARIANT, "events are not equal to themselves");
    wire_log_free(&log);
}

static void check_answer(fp_str line, const wire_asked *asked, const wire_hello *hello)
{
    char sentence[WIRE_ERROR_SIZE] = "";
    wire_answer a;

    if (!wire_answer_read(line, asked, hello, &a, sentence, sizeof sentence)) {
        check_error(sentence);
        require(!a.error && !a.outcome && !a.events.len && !a.differ, &ERROR,
                "there is something to free of an answer that is refused");
        return;
    }
    require(a.paired && !a.error == (a.outcome != NULL), &INVARIANT,
            "neither an outcome nor an error, or both");
    check_events(&a);
    if (a.outcome) {
        check_outcome(&a, asked, hello);
        if (asked->op != WIRE_RENDER && hello->spans && hello->diagnostics)
            check_again(&a, asked);
    }
    wire_answer_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copies[LINES];
    fp_str lines[LINES];
    serve_request request = { 0 };
    wire_hello hello;
    wire_asked asked;
    uint64_t id;

    for (size_t i = 0, at = 0; i < LINES; i++) {
        const uint8_t *lf = at < size && i + 1 < LINES ? memchr(data + at, '\n', size - at) : NULL;
        const size_t end = lf ? (size_t)(lf - data) : size;

        copies[i] = exact_copy(data + at, end - at);
        lines[i] = (fp_str){ copies[i], end - at };
        at = lf ? end + 1 : size;
    }
    hello = read_hello(lines[0]);
    asked = read_asked(lines[1], &request);
    asked.id = ASKED_ID;
    check_answer(lines[2], &asked, &hello);
    wire_answer_id(lines[2], &id);
    wire_hello_free(&hello);
    serve_request_free(&request);
    for (size_t i = 0; i < LINES; i++)
        free(copies[i]);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static const char *const DOCUMENTS[] = {
    "{\"id\":1,\"protocol\":1,\"name\":\"w\",\"version\":\"1\",\"language\":\"c\",\"syntaxes\":["
    "\"caret\",\"mine\"],\"unit\":\"byte\",\"capabilities\":[\"spans\",\"diagnostics\",\"events\","
    "\"bytes\"],\"policies\":{\"code_fence\":\"call\"},\"window\":4}\n"
    "{\"op\":\"parse\",\"id\":2,\"syntax\":\"caret\",\"chunks\":[\"x^^^a\\nk: v\\n\",\"^^^\\n\"]}\n"
    "{\"id\":2,\"text\":\"x\",\"calls\":[{\"name\":\"a\",\"input\":{\"k\":\"v\",\"n\":1e400},"
    "\"span\":["
    "1,14],\"complete\":true}],\"diagnostics\":[{\"code\":\"bad-name\",\"offset\":3,\"clause\":"
    "\"C\"}],"
    "\"events\":[[1,{\"event\":\"text\",\"data\":\"x\"}],[1,{\"event\":\"call_begin\",\"name\":"
    "\"a\"}],"
    "[2,{\"event\":\"call_end\",\"call\":{\"name\":\"a\",\"input\":{\"k\":\"v\"}}}]]}",
    "{\"id\":1,\"protocol\":1,\"name\":\"w\",\"version\":\"1\",\"language\":\"js\",\"syntaxes\":["
    "\"xml\"],\"unit\":\"utf16\",\"capabilities\":[\"spans\",\"diagnostics\",\"sweep\"]}\n"
    "{\"op\":\"sweep\",\"id\":2,\"syntax\":\"xml\",\"chunks\":[\"\\ud83d\\udee0 "
    "\\u00e9\"],\"cuts\":["
    "[1],[2]]}\n"
    "{\"id\":2,\"text\":\"\\ud83d\\udee0 "
    "\\u00e9\",\"calls\":[],\"diagnostics\":[{\"code\":\"bad-name\","
    "\"offset\":3}],\"differ\":[0,1]}",
    "\n{\"op\":\"render\",\"id\":2,\"syntax\":\"caret\",\"call\":{\"name\":\"a\",\"input\":{}}}\n"
    "{\"id\":2,\"text\":{\"base64\":\"/w==\"}}",
    "{\"id\":1,\"error\":\"no\"}\n\n{\"id\":2,\"error\":\"I refuse\"}",
    "\n\n{\"id\":2,\"text\":\"t\",\"calls\":[{\"name\":{\"base64\":\"/w==\"},\"input\":{\"a\":{"
    "\"base64\":\"/w==\"},\"b\":[\"x\",\"y\"],\"c\":{\"d\":[1,null,true]}},\"span\":[0,5]}]}",
    "\n\n{\"id\":2,\"text\":\"\",\"calls\":[{\"name\":\"a\",\"input\":{},\"span\":[9,2]}]}",
    NULL
};

static const templates TEMPLATES = { DOCUMENTS, ANSWER_WORDS };

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return templates_input(&TEMPLATES, seed, data, cap);
}
