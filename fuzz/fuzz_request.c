/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_request.c: what holds of every line that a worker gets (spec/protocol.md), as `fencepost
 * serve` reads it: it is read, or refused with a sentence that names the clause; a reader that read
 * other lines before reads the same; and what was read and is written again reads the same.
 */
#include "base/util.h"
#include "common.h"
#include "format.h"
#include "serve/serve_request.h"
#include "target.h"
#include "templates.h"
#include "words.h"
#include "worker/wire.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

enum { SENTENCE = 1000 };

static const claim ERROR = { "ERROR", "PROTOCOL-1.3", "format request" };
static const claim INVARIANT = { "INVARIANT", "PROTOCOL-3.1", "format request" };
static const claim ISOLATION = { "ISOLATION", "PROTOCOL-1.1", "format request" };
static const claim AGAIN = { "AGAIN", "PROTOCOL-3.2", "format request" };

/* One reader for all inputs, as a worker has one. */
static serve_request used;

/* -- what is true of one ----------------------------------------------------------------------- */

static bool is_number(fp_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
    return text.len > 0;
}

static void check_error(const char *sentence, const serve_request *r)
{
    require(memchr(sentence, '\0', SENTENCE) != NULL && *sentence, &ERROR,
            "it is refused without a sentence");
    require(strstr(sentence, "(PROTOCOL-") || strstr(sentence, "spec/protocol.md") ||
                strstr(sentence, "no such \"op\""),
            &ERROR, "the sentence names no clause");
    require(!r->id.len || is_number(r->id), &ERROR, "an id that is not a number");
}

static void check_chunks(const serve_request *r)
{
    for (size_t i = 0; i < r->chunk_count; i++)
        require(r->ends[i] <= r->input.len && (!i || r->ends[i - 1] <= r->ends[i]), &INVARIANT,
                "the chunks do not follow each other");
    require(!r->chunk_count ? !r->input.len : r->ends[r->chunk_count - 1] == r->input.len,
            &INVARIANT, "the chunks are not the whole input");
}

static void check_request(fp_str line, const serve_request *r)
{
    size_t wrong;

    require(fp_jsontext_valid(line, 512, &wrong), &INVARIANT, "a line that is not JSON is taken");
    require(is_number(r->id) && r->op < SERVE_UNKNOWN, &INVARIANT, "no id, or no op");
    require(r->op != SERVE_HELLO || r->speaks_ours, &INVARIANT, "another protocol is taken");
    if (r->op == SERVE_HELLO || r->op == SERVE_BYE)
        return;
    require(r->syntax.len && r->syntax.ptr[r->syntax.len - 1] == '\0', &INVARIANT,
            "the syntax has no NUL after it");
    require(!r->catalogue.len || fp_jsontext_kind(r->catalogue) == '[', &INVARIANT,
            "a catalogue that is not an array");
    require(r->op != SERVE_SWEEP || fp_jsontext_kind(r->cuts) == '[', &INVARIANT,
            "cuts that are not an array");
    check_chunks(r);
}

static bool same_bytes(const fp_json *a, const fp_json *b)
{
    return fp_str_equal((fp_str){ a->ptr, a->len }, (fp_str){ b->ptr, b->len });
}

static bool same_request(const serve_request *a, const serve_request *b)
{
    return a->op == b->op && fp_str_equal(a->id, b->id) && a->speaks_ours == b->speaks_ours &&
           same_bytes(&a->syntax, &b->syntax) && same_bytes(&a->input, &b->input) &&
           a->chunk_count == b->chunk_count &&
           (!a->chunk_count || memcmp(a->ends, b->ends, a->chunk_count * sizeof *a->ends) == 0) &&
           fp_str_equal(a->cuts, b->cuts) && fp_str_equal(a->call, b->call) &&
           a->reuse == b->reuse && fp_str_equal(a->beside, b->beside) &&
           fp_str_equal(a->catalogue, b->catalogue);
}

/* -- written again ----------------------------------------------------------------------------- */

/* The request to parse that the runner would have to send for this one. */
static void check_written(const serve_request *r)
{
    static const wire_hello HELLO = { .unit = UNIT_BYTE, .bytes = true, .reset = true };
    const fp_str id = { r->syntax.ptr, r->syntax.len ? r->syntax.len - 1 : 0 };
    const cutting cut = { .at = r->ends, .count = r->chunk_count ? r->chunk_count - 1 : 0 };
    const wire_request request = { .op = WIRE_PARSE,
                                   .syntax = fp_syntax_find(id),
                                   .input = { r->input.ptr, r->input.len },
                                   .cut = &cut,
                                   .reuse = r->reuse };
    serve_request again = { 0 };
    char sentence[SENTENCE] = "";
    fp_json line = { 0 };
    char *copy;

    if (r->op != SERVE_PARSE || !request.syntax || !r->chunk_count)
        return;
    wire_request_write(&line, 7, &request, &HELLO);
    copy = exact_copy(line.ptr, line.len);
    require(serve_request_read((fp_str){ copy, line.len }, &again, sentence, sizeof sentence),
            &AGAIN, "what the runner writes is refused");
    if (canary_planted() && again.input.len) /* the planted fault: the last byte is lost */
        again.input.len--;
    require(again.op == SERVE_PARSE && same_bytes(&again.syntax, &r->syntax) &&
                same_bytes(&again.input, &r->input) && again.chunk_count == r->chunk_count &&
                memcmp(again.ends, r->ends, r->chunk_count * sizeof *r->ends) == 0 &&
                again.reuse == r->reuse,
            &AGAIN,
            canary_planted() ? "the planted fault is noticed"
                             : "written again, it reads as something else");
    serve_request_free(&again);
    free(copy);
    fp_json_free(&line);
}

/* The cuttings of a sweep: each is taken, or refused, and taken ones are cuttings. */
static void check_sweep(serve_request *r)
{
    fp_str cut;

    for (size_t at = 0; fp_jsontext_item(r->cuts, &at, &cut);)
        if (serve_request_cut(r, cut, NULL, 0))
            check_chunks(r);
}

static void check_beside(const serve_request *r)
{
    fp_json bytes = { 0 };
    size_t chunks = 0;

    for (size_t at = 0; r->beside.len && serve_request_next(r->beside, &at, &bytes);)
        chunks++;
    require(chunks <= r->beside.len, &INVARIANT, "more chunks than bytes that name them");
    fp_json_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = exact_copy(data, size);
    const fp_str line = { copy, size };
    char sentence[SENTENCE] = "", other[SENTENCE] = "";
    serve_request fresh = { 0 };
    const bool good = serve_request_read(line, &fresh, sentence, sizeof sentence);

    require(serve_request_read(line, &used, other, sizeof other) == good &&
                strcmp(sentence, other) == 0 && (!good || same_request(&fresh, &used)),
            &ISOLATION, "a reader that was used reads something else");
    if (good) {
        check_request(line, &fresh);
        check_written(&fresh);
        check_beside(&fresh);
        if (fresh.op == SERVE_SWEEP)
            check_sweep(&fresh);
    } else {
        check_error(sentence, &fresh);
    }
    serve_request_free(&fresh);
    free(copy);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static const char *const DOCUMENTS[] = {
    "{\"op\":\"hello\",\"id\":0,\"protocols\":[1],\"suite\":\"0.1.0\"}",
    "{\"op\":\"parse\",\"id\":1,\"syntax\":\"caret\",\"chunks\":[\"^^^a\\nk: "
    "\",\"\",\"v\\n^^\",\"^\\n\"]}",
    "{\"op\":\"parse\",\"id\":2,\"syntax\":\"xml\",\"chunks\":[{\"base64\":\"/"
    "w==\"},\"\\u00e9\\ud83d"
    "\\udee0\"],\"catalogue\":[{\"name\":\"a\"}],\"reuse\":true,\"beside\":[\"x\",{\"base64\":\"YQ="
    "=\"}]}",
    "{\"id\":18446744073709551615,\"op\":\"sweep\",\"syntax\":\"hermes\",\"chunks\":[\"<tool_call>"
    "\"],"
    "\"cuts\":[[],[1],[0,0,3,11],[2,1]]}",
    "{\"op\":\"render\",\"id\":3,\"syntax\":\"caret\",\"call\":{\"name\":\"a\",\"input\":{\"k\":"
    "1e400}}}",
    " { \"op\" : \"bye\" , \"id\" : 4 } ",
    NULL
};

static const templates TEMPLATES = { DOCUMENTS, REQUEST_WORDS };

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return templates_input(&TEMPLATES, seed, data, cap);
}
