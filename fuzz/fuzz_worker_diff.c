/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_worker_diff.c: a parser in a shared object (fencepost/adapter.h) beside our own, in one
 * process and at full speed: on every input, whole and cut, calls and text are the same, as
 * `fencepost diff` compares them, under the policies that the object declares.
 *
 *     FENCEPOST_FUZZ_SO        the object; without it our own parsers, seen through the adapter
 *     FENCEPOST_FUZZ_SYNTAX    the syntax; else the first one that the object names
 *     FENCEPOST_FUZZ_SEVERITY  what counts: whitespace (all of it), text, incomplete, arguments,
 * call
 *
 * Inputs are those of fuzz_syntax.c; controls change nothing, for the object's policies are its
 * own.
 */
#include "seed/decode.h"
#include "base/util.h"
#include "common.h"
#include "diff/separation.h"
#include "marked_text.h"
#include "serve/adapter.h"
#include "serve/serve.h"
#include "serve/serve_answer.h"
#include "target.h"
#include "worker/wire.h"
#include "worker/wire_input.h"

#include <fencepost/syntax.h>

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

enum { ID = 1 };

/* Made once, by LLVMFuzzerInitialize(). */
static const fp_adapter *adapter;
static const fp_syntax *syntax;
static wire_hello hello;
static severity least;
static char subject[80];

static volatile bool canary;

/* -- what is compared -------------------------------------------------------------------------- */

static _Noreturn void cannot(const char *what, const char *value)
{
    fprintf(stderr, "fuzz_worker_diff: %s '%s'\n", what, value);
    exit(EXIT_ADAPTER);
}

static const fp_adapter *find_adapter(void)
{
    static const bool NONE[FP_POLICY_COUNT];
    const char *file = getenv("FENCEPOST_FUZZ_SO");
    const fp_adapter *found;

    if (!file || !*file)
        return &serve_builtin_new(NONE, &(fp_policies){ { 0 } })->adapter;
    found = adapter_load(file);
    if (!found)
        exit(EXIT_ADAPTER); /* it has been said why */
    return found;
}

static const fp_syntax *find_syntax(void)
{
    const char *wanted = getenv("FENCEPOST_FUZZ_SYNTAX");
    const char *id = wanted && *wanted ? wanted : adapter->syntaxes[0];
    const fp_syntax *found = fp_syntax_find(fp_str_of(id));
    size_t i = 0;

    while (adapter->syntaxes[i] && strcmp(adapter->syntaxes[i], id) != 0)
        i++;
    if (!adapter->syntaxes[i])
        cannot("FENCEPOST_FUZZ_SYNTAX: the object does not name the syntax", id);
    if (!found)
        cannot("`fencepost list` shows the syntaxes that there are, and none is", id);
    return found;
}

static severity find_severity(void)
{
    const char *name = getenv("FENCEPOST_FUZZ_SEVERITY");

    for (unsigned s = SEVERITY_WHITESPACE; name && *name && s < SEVERITY_COUNT; s++)
        if (strcmp(severity_name((severity)s), name) == 0)
            return (severity)s;
    if (name && *name)
        cannot("FENCEPOST_FUZZ_SEVERITY is whitespace, text, incomplete, arguments or call, not",
               name);
    return SEVERITY_WHITESPACE;
}

/* What the adapter declares, as the runner reads it from a worker. */
static void read_claims(void)
{
    hello =
        (wire_hello){ .unit = adapter->unit == FP_ADAPTER_UNIT_BYTE ? UNIT_BYTE : UNIT_CODEPOINT,
                      .bytes = adapter->capabilities & FP_ADAPTER_BYTES };
    for (size_t i = 0; adapter->policies && adapter->policies[i]; i++) {
        const char *equals = strchr(adapter->policies[i], '=');
        fp_policy policy;
        unsigned value;

        /* adapter_load() has seen that it is one */
        if (fp_policy_find(
                (fp_str){ adapter->policies[i], (size_t)(equals - adapter->policies[i]) },
                &policy) &&
            fp_policy_value_find(policy, fp_str_of(equals + 1), &value)) {
            hello.policy.given[policy] = true;
            hello.policy.policies.of[policy] = (uint8_t)value;
        }
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    json_object_seed(1); /* or hashes, and with them coverage, differ from run to run */
    canary = canary_asked();
    adapter = find_adapter();
    syntax = find_syntax();
    least = find_severity();
    read_claims();
    snprintf(subject, sizeof subject, "syntax %s", fp_syntax_id(syntax));
    return 0;
}

/* -- their answer ------------------------------------------------------------------------------ */

static bool feed_alone(void *parser, fp_str chunk, serve_answer *a)
{
    char *copy = exact_copy(chunk.ptr, chunk.len);
    const bool refused = adapter->feed(parser, copy, chunk.len) != 0;

    free(copy);
    if (refused)
        serve_answer_refuse(a, "feed() refuses, and gives no reason");
    return !a->refused;
}

static void run_parser(serve_answer *a, fp_str input, const cutting *cut)
{
    const fp_adapter_asked asked = { .size = sizeof asked, .syntax = fp_syntax_id(syntax) };
    void *parser = adapter_open(adapter, &a->sink, &asked);
    bool fed = parser != NULL;

    if (!parser)
        serve_answer_refuse(a, "open() returns NULL, and gives no reason");
    for (size_t i = 0; fed && i <= cut->count; i++)
        fed = feed_alone(parser, cutting_chunk(input, cut, i), a);
    if (fed && adapter->finish(parser))
        serve_answer_refuse(a, "finish() refuses, and gives no reason");
    if (parser)
        adapter->close(parser);
}

/* Text and calls, by the way that they take from a worker. */
static answer their_answer(fp_str input, const cutting *cut)
{
    const wire_asked asked = { .id = ID, .input = input, .chunks = cut->count + 1 };
    char sentence[WIRE_ERROR_SIZE] = "";
    serve_answer a = { .capabilities = 0 };
    wire_answer read = { .paired = false };
    fp_json line = { 0 };
    answer theirs = { .asked = true };
    bool good;

    serve_answer_begin(&a, 0, input);
    run_parser(&a, input, cut);
    if (!serve_answer_write(&a, FP_STR("1"), &line))
        abort();
    good = wire_answer_read((fp_str){ line.ptr, line.len - 1 }, &asked, &hello, &read, sentence,
                            sizeof sentence);
    theirs.kind = !good ? REPLY_PROTOCOL : read.error ? REPLY_REFUSED : REPLY_OUTCOME;
    theirs.sentence = xstrdup(!good ? sentence : read.error ? read.error : "");
    theirs.outcome = read.outcome;
    read.outcome = NULL;
    wire_answer_free(&read);
    serve_answer_free(&a);
    fp_json_free(&line);
    return theirs;
}

/* -- both -------------------------------------------------------------------------------------- */

static answer our_answer(fp_str input)
{
    fp_options options = fp_options_default(syntax);
    answer ours = { .asked = true, .kind = REPLY_OUTCOME };

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (hello.policy.given[i])
            options.policies.of[i] = hello.policy.policies.of[i];
    if (fp_parse(syntax, &options, input, &ours.outcome) != FP_OK)
        abort();
    return ours;
}

static void check_cutting(const answer *ours, fp_str input, const cutting *cut)
{
    answer theirs = their_answer(input, cut);
    const char *kind = "";
    char said[300] = "", sentence[500];
    severity s = answers_differ(ours, &theirs, &kind, said, sizeof said);

    if (canary &&
        fp_outcome_text(ours->outcome).len) { /* the planted fault: it is taken to differ */
        s = SEVERITY_CALL;
        snprintf(said, sizeof said, "the planted fault is noticed");
    }
    snprintf(sentence, sizeof sentence, "%s: %s (cut %s)", kind, said, cut->name);
    require(s < least || s == SEVERITY_NONE, &(claim){ "DIFFERENCE", severity_name(s), subject },
            canary ? said : sentence);
    fp_outcome_free(theirs.outcome);
    free(theirs.sentence);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    decoded d = decode(syntax, NULL, data, size);
    const fp_str input = { d.text, d.len };
    const cutting whole = { .name = "nowhere" };
    const cutting marked = { .name = "as marked", .at = d.cuts, .count = d.cut_count };
    size_t edge_count, *edges;
    answer ours;

    if (!wire_can_take(&hello, input, &whole)) { /* the object takes UTF-8 only */
        decoded_free(&d);
        return 0;
    }
    ours = our_answer(input);
    if (!wire_can_answer(ours.outcome)) { /* PROTOCOL-3.7 */
        fp_outcome_free(ours.outcome);
        decoded_free(&d);
        return 0;
    }
    edges = unit_edges(input, hello.bytes ? UNIT_BYTE : UNIT_CODEPOINT, &edge_count);
    check_cutting(&ours, input, &whole);
    if (wire_can_take(&hello, input, &marked))
        check_cutting(&ours, input, &marked);
    check_cutting(&ours, input,
                  &(cutting){ .name = "everywhere",
                              .at = edges + 1,
                              .count = edge_count > 2 ? edge_count - 2 : 0 });
    fp_outcome_free(ours.outcome);
    free(edges);
    decoded_free(&d);
    return 0;
}

/* -- inputs from a seed ------------------------------------------------------------------------ */

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return marked_text(syntax, seed, data, cap);
}
