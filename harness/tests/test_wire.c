/* SPDX-License-Identifier: Apache-2.0 */
/* test_wire.c: the protocol's messages: lines as they are written, good and bad lines as they are
 * read. A row's expectation is one string; of a sentence about a bad line it is a part that names
 * the member and the remedy.
 */
#include "worker/wire.h"
#include "worker/wire_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TOOL "\xF0\x9F\x9B\xA0" /* U+1F6E0: \ud83d\udee0 */
#define UML "\xC3\xA4"

enum { CUTS_MAX = 6 };

static fp_str written(const fp_json *json)
{
    assert_false(json->failed);
    return (fp_str){ json->ptr, json->len };
}

static void assert_text(fp_str actual, const char *expected)
{
    char *text = xformat("%.*s", (int)actual.len, actual.len ? actual.ptr : "");

    assert_string_equal(text, expected);
    free(text);
}

static void assert_part(const char *sentence, const char *part)
{
    if (!strstr(sentence, part))
        fail_msg("\"%s\" is not in: %s", part, sentence);
}

/* -- requests -------------------------------------------------------------------------------- */

static const struct request_row {
    const char *name;
    unit unit;
    fp_str input;
    size_t cuts[CUTS_MAX];
    size_t count; /* 0: the whole */
    const char *chunks;
} REQUESTS[] = {
    { "the whole", UNIT_CODEPOINT, { "a\"\n", 3 }, { 0 }, 0, "[\"a\\\"\\n\"]" },
    { "an empty input", UNIT_BYTE, { "", 0 }, { 0 }, 0, "[\"\"]" },
    { "an empty input in two", UNIT_BYTE, { "", 0 }, { 0 }, 1, "[\"\",\"\"]" },
    { "empty chunks",
      UNIT_CODEPOINT,
      { "ab", 2 },
      { 0, 1, 1, 2 },
      4,
      "[\"\",\"a\",\"\",\"b\",\"\"]" },
    { "between characters",
      UNIT_CODEPOINT,
      { TOOL UML, 6 },
      { 4 },
      1,
      "[\"" TOOL "\",\"" UML "\"]" },
    { "NUL", UNIT_CODEPOINT, { "a\0b", 3 }, { 1 }, 1, "[\"a\",\"\\u0000b\"]" },
    { "no UTF-8", UNIT_BYTE, { "a\xFFz", 3 }, { 1 }, 1, "[\"a\",{\"base64\":\"/3o=\"}]" },
    { "inside a character",
      UNIT_BYTE,
      { UML, 2 },
      { 1 },
      1,
      "[{\"base64\":\"ww==\"},{\"base64\":\"pA==\"}]" },
    { "halves", UNIT_UTF16, { TOOL, 4 }, { 2 }, 1, "[\"\\ud83d\",\"\\udee0\"]" },
    { "halves with text",
      UNIT_UTF16,
      { "a\"" TOOL "\n" TOOL "b", 12 },
      { 4, 9 },
      2,
      "[\"a\\\"\\ud83d\",\"\\udee0\\n\\ud83d\",\"\\udee0b\"]" },
    { "halves that meet",
      UNIT_UTF16,
      { TOOL TOOL, 8 },
      { 2, 6 },
      2,
      "[\"\\ud83d\",\"\\udee0\\ud83d\",\"\\udee0\"]" },
    { "nothing between halves",
      UNIT_UTF16,
      { TOOL, 4 },
      { 2, 2 },
      2,
      "[\"\\ud83d\",\"\",\"\\udee0\"]" },
    { "the last of all characters",
      UNIT_UTF16,
      { "\xF4\x8F\xBF\xBF", 4 },
      { 2 },
      1,
      "[\"\\udbff\",\"\\udfff\"]" },
    { "the first that has halves",
      UNIT_UTF16,
      { "\xF0\x90\x80\x80", 4 },
      { 2 },
      1,
      "[\"\\ud800\",\"\\udc00\"]" },
};

static void writes_the_request(void **state)
{
    const struct request_row *row = *state;
    const cutting cut = { .at = row->cuts, .count = row->count };
    const wire_hello hello = { .unit = row->unit, .bytes = row->unit == UNIT_BYTE };
    const wire_request request = { .syntax = fp_syntax_find(FP_STR("caret")),
                                   .input = row->input,
                                   .cut = row->count ? &cut : NULL };
    char *expected =
        xformat("{\"op\":\"parse\",\"id\":7,\"syntax\":\"caret\",\"chunks\":%s}", row->chunks);
    fp_json out = { 0 };

    assert_true(wire_can_take(&hello, row->input, request.cut));
    wire_request_write(&out, 7, &request, &hello);
    assert_text(written(&out), expected);
    fp_json_free(&out);
    free(expected);
}

static void writes_the_catalogue(void **state)
{
    json_t *tools = json_loads("[{\"name\":\"a\",\"description\":\"b\"}]", 0, NULL);
    wire_hello hello = { .unit = UNIT_CODEPOINT, .catalogue = true };
    const wire_request request = { .syntax = fp_syntax_find(FP_STR("caret")),
                                   .input = FP_STR("x"),
                                   .catalogue = tools };
    fp_json out = { 0 };

    (void)state;
    wire_request_write(&out, 1, &request, &hello);
    assert_text(written(&out), "{\"op\":\"parse\",\"id\":1,\"syntax\":\"caret\",\"chunks\":[\"x\"],"
                               "\"catalogue\":[{\"name\":\"a\",\"description\":\"b\"}]}");
    fp_json_free(&out);
    hello.catalogue = false; /* PROTOCOL-3.3: only to those who claim it */
    wire_request_write(&out, 1, &request, &hello);
    assert_text(written(&out),
                "{\"op\":\"parse\",\"id\":1,\"syntax\":\"caret\",\"chunks\":[\"x\"]}");
    fp_json_free(&out);
    json_decref(tools);
}

static void writes_hello_and_bye(void **state)
{
    fp_json out = { 0 };

    (void)state;
    wire_hello_request(&out, 0);
    assert_text(written(&out),
                "{\"op\":\"hello\",\"id\":0,\"protocols\":[1],\"suite\":\"" FP_VERSION "\"}");
    fp_json_free(&out);
    wire_bye(&out, 3);
    assert_text(written(&out), "{\"op\":\"bye\",\"id\":3}");
    fp_json_free(&out);
}

/* Whatever the cutting: with the quotes between chunks taken out, the chunks are the input. */
static bool joins_again(void *context, const cutting *cut)
{
    const wire_request *whole = context;
    const wire_hello hello = { .unit = UNIT_UTF16 };
    const wire_request request = { .syntax = whole->syntax, .input = whole->input, .cut = cut };
    fp_json out = { 0 };
    char joined[4096];
    size_t len = 0;
    json_t *json;

    wire_request_write(&out, 1, &request, &hello);
    for (size_t i = (size_t)((char *)memchr(out.ptr, '[', out.len) - out.ptr); i < out.len - 1;
         i++) {
        if (memcmp(out.ptr + i, "\",\"", 3) == 0)
            i += 2;
        else
            joined[len++] = out.ptr[i];
    }
    json = json_loadb(joined, len, 0, NULL);
    assert_int_equal(json_array_size(json), 1);
    assert_true(fp_str_equal(json_str(json_array_get(json, 0)), whole->input));
    json_decref(json);
    fp_json_free(&out);
    return true;
}

static void cuts_everywhere(void **state)
{
    cut_plan plan = CUT_PLAN_DEFAULT;
    wire_request whole = { .syntax = fp_syntax_find(FP_STR("emoji-bracket")),
                           .input = FP_STR("a" TOOL "\n\\" UML TOOL TOOL "]") };

    (void)state;
    plan.unit = UNIT_UTF16;
    assert_true(cuts_each(whole.input, whole.syntax, &plan, joins_again, &whole));
}

static void knows_what_can_be_sent(void **state)
{
    const wire_hello bytes = { .unit = UNIT_BYTE, .bytes = true }, plain = { .unit = UNIT_BYTE },
                     utf16 = { .unit = UNIT_UTF16 };
    const size_t inside = 2, behind = 4;
    const cutting cut_inside = { .at = &inside, .count = 1 }, cut = { .at = &behind, .count = 1 };

    (void)state;
    assert_true(wire_can_take(&bytes, FP_STR("\xFF"), NULL));
    assert_false(wire_can_take(&plain, FP_STR("\xFF"), NULL));
    assert_false(wire_can_take(&utf16, FP_STR("\xFF"), NULL));
    assert_true(wire_can_take(&plain, FP_STR(TOOL "a"), NULL));
    assert_true(wire_can_take(&plain, FP_STR(TOOL "a"), &cut));
    assert_false(wire_can_take(&plain, FP_STR(TOOL "a"), &cut_inside));
    assert_true(wire_can_take(&utf16, FP_STR(TOOL "a"), &cut_inside));
    assert_true(wire_can_take(&bytes, FP_STR(TOOL "a"), &cut_inside));
}

/* -- hello ----------------------------------------------------------------------------------- */

#define HELLO(more) \
    "{\"id\":0,\"protocol\":1,\"name\":\"p\",\"version\":\"2\",\"language\":\"c\"" more "}"
#define CARET ",\"syntaxes\":[\"caret\"]"

static const struct hello_row {
    const char *line;
    const char *expected; /* as shown by hello_text(), or part of the sentence */
    bool bad;
} HELLOS[] = {
    { HELLO(CARET), "p 2 c; caret; ; codepoint; ; ; 1", false },
    { "  " HELLO(CARET) "\r", "p 2 c; caret; ; codepoint; ; ; 1", false },
    { HELLO(",\"syntaxes\":[\"emoji-bracket\",\"x\",\"caret\",\"y\"],\"unit\":\"utf16\","
            "\"window\":1024"),
      "p 2 c; caret emoji-bracket; x, y; utf16; ; ; 1024", false },
    { HELLO(CARET ",\"unit\":\"byte\",\"capabilities\":[\"spans\",\"diagnostics\",\"events\","
                  "\"bytes\",\"catalogue\"]"),
      "p 2 c; caret; ; byte; spans diagnostics events bytes catalogue; ; 1", false },
    { HELLO(CARET ",\"capabilities\":[],\"policies\":{\"unterminated\":\"drop\","
                  "\"text_space\":\"exact\"}"),
      "p 2 c; caret; ; codepoint; ; unterminated=drop text_space=exact; 1", false },

    { "Hello!", "a line that is not a JSON object: \"Hello!\"; only answers may be written", true },
    { "", "a line that is not a JSON object: \"\"", true },
    { "[1]", "a line that is not a JSON object: \"[1]\"", true },
    { "{\"id\":0", "not JSON: ", true },
    { "{\"id\":0,\"id\":0}", "duplicate object key", true },
    { "{\"protocol\":1}", "no \"id\": it must be that of the request, 0", true },
    { "{\"id\":\"0\"}", "\"id\" is not a number", true },
    { "{\"id\":1}", "\"id\" is 1, and 0 was asked", true },
    { "{\"id\":0,\"error\":\"not protocol 1\"}", "refuses hello: \"not protocol 1\"", true },
    { "{\"id\":0}", "\"protocol\" is missing: it must be 1", true },
    { "{\"id\":0,\"protocol\":99}", "\"protocol\" is 99, which was not offered", true },
    { "{\"id\":0,\"protocol\":\"1\"}", "\"protocol\" is not a number", true },
    { "{\"id\":0,\"protocol\":1}", "\"name\" is missing", true },
    { "{\"id\":0,\"protocol\":1,\"name\":1}", "\"name\" is not a string", true },
    { "{\"id\":0,\"protocol\":1,\"name\":\"p\",\"version\":2}", "\"version\" is not a string",
      true },
    { HELLO(CARET ",\"windows\":1"), "unknown member \"windows\"; protocol.md section 2", true },
    { HELLO(""), "\"syntaxes\" is missing", true },
    { HELLO(",\"syntaxes\":[]"), "\"syntaxes\" is empty", true },
    { HELLO(",\"syntaxes\":\"caret\""), "\"syntaxes\" is not an array", true },
    { HELLO(",\"syntaxes\":[1]"), "syntaxes[0] is not a string", true },
    { HELLO(",\"syntaxes\":[\"caret\",\"caret\"]"), "syntaxes[1] is a duplicate", true },
    { HELLO(",\"syntaxes\":[\"carett\"]"), "but carett; it knows apertus, caret, cohere", true },
    { HELLO(CARET ",\"unit\":\"furlong\""),
      "\"unit\" is \"furlong\": it may be byte, codepoint or utf16 (PROTOCOL-2.3)", true },
    { HELLO(CARET ",\"unit\":8"), "\"unit\" is not a string", true },
    { HELLO(CARET ",\"capabilities\":[\"span\"]"),
      "unknown capability \"span\"; there are spans, diagnostics, events, bytes, catalogue", true },
    { HELLO(CARET ",\"capabilities\":[1]"), "unknown capability \"(not a string)\"", true },
    { HELLO(CARET ",\"capabilities\":\"spans\""), "\"capabilities\" is not an array", true },
    { HELLO(CARET ",\"capabilities\":[\"spans\",\"spans\"]"), "\"spans\" is claimed twice", true },
    { HELLO(CARET ",\"capabilities\":[\"bytes\"]"), "\"bytes\" needs \"unit\":\"byte\"", true },
    { HELLO(CARET ",\"policies\":[]"), "\"policies\" is not an object", true },
    { HELLO(CARET ",\"syntax_policies\":[]"), "\"syntax_policies\" is not an object", true },
    { HELLO(CARET ",\"syntax_policies\":{\"xml\":{}}"), "\"syntaxes\" does not name", true },
    { HELLO(CARET ",\"syntax_policies\":{\"caret\":{\"extra_call\":\"ignore\"}}"),
      "cannot be \"ignore\"", true },
    { HELLO(CARET ",\"policies\":{\"extra_calls\":\"stop\"}"),
      "unknown policy \"extra_calls\"; there are unterminated, extra_call", true },
    { HELLO(CARET ",\"policies\":{\"extra_call\":\"ignore\"}"),
      "policy \"extra_call\" cannot be \"ignore\"; it may be accept, report, stop", true },
    { HELLO(CARET ",\"policies\":{\"extra_call\":1}"), "cannot be \"(not a string)\"", true },
    { HELLO(CARET ",\"window\":0"), "\"window\" is 0: it may be 1 to 1024", true },
    { HELLO(CARET ",\"window\":1025"), "\"window\" is 1025", true },
    { HELLO(CARET ",\"window\":1.5"), "\"window\" is not a whole number", true },
};

static void add_word(char *text, size_t size, const char *word)
{
    const size_t len = strlen(text);

    snprintf(text + len, size - len, "%s%s", len ? " " : "", word);
}

/* A hello on one line; owned. */
static char *hello_text(const wire_hello *h)
{
    char syntaxes[200] = "", claims[200] = "", policies[200] = "";
    const char *const claimed[] = { h->spans ? "spans" : NULL,
                                    h->diagnostics ? "diagnostics" : NULL,
                                    h->events ? "events" : NULL, h->bytes ? "bytes" : NULL,
                                    h->catalogue ? "catalogue" : NULL };

    for (size_t i = 0; i < h->syntax_count; i++)
        add_word(syntaxes, sizeof syntaxes, fp_syntax_id(h->syntaxes[i]));
    for (size_t i = 0; i < COUNT(claimed); i++)
        if (claimed[i])
            add_word(claims, sizeof claims, claimed[i]);
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (h->policy.given[i]) {
            char *word = xformat("%s=%s", fp_policy_name((fp_policy)i),
                                 fp_policy_value_name((fp_policy)i, h->policy.policies.of[i]));

            add_word(policies, sizeof policies, word);
            free(word);
        }
    }
    return xformat("%s %s %s; %s; %s; %s; %s; %s; %u", h->name, h->version, h->language, syntaxes,
                   h->unknown_syntaxes ? h->unknown_syntaxes : "", unit_name(h->unit), claims,
                   policies, h->window);
}

static void reads_hello(void **state)
{
    const struct hello_row *row = *state;
    char error[WIRE_ERROR_SIZE] = "";
    wire_hello hello;

    if (wire_hello_read(fp_str_of(row->line), 0, &hello, error, sizeof error)) {
        char *text = hello_text(&hello);

        assert_string_equal(text, row->expected);
        assert_false(row->bad);
        assert_true(wire_hello_parses(&hello, fp_syntax_find(FP_STR("caret"))));
        free(text);
        wire_hello_free(&hello);
    } else {
        assert_part(error, row->expected);
        assert_true(row->bad);
    }
}

/* -- answers --------------------------------------------------------------------------------- */

/* The input that all rows answer, in two chunks: 9 bytes, 5 characters, 6 UTF-16 units. */
#define INPUT        \
    "a" TOOL UML "b" \
    "\n"
#define ANSWER(more) "{\"id\":5,\"text\":\"\",\"calls\":[]" more "}"
#define CALLS(call) "{\"id\":5,\"text\":\"\",\"calls\":[" call "]}"
#define CALL(more) CALLS("{\"name\":\"n\",\"input\":{}" more "}")
#define ONE_CALL(span)                                                       \
    "{\"text\":\"\",\"calls\":[{\"name\":\"n\",\"input\":{},\"span\":[" span \
    "],\"complete\":true}],\"diagnostics\":[]}"
#define ONE_INPUT(members)                                                              \
    "{\"text\":\"\",\"calls\":[{\"name\":\"n\",\"input\":{" members "},\"span\":[0,0]," \
    "\"complete\":true}],\"diagnostics\":[]}"
#define EVENTS(event) ANSWER(",\"events\":[" event "]")

typedef enum claims {
    PLAIN,
    CODEPOINT,
    BYTE,
    UTF16,
    RENDERED /* what a plain one answers to render */
} claims;    /* the others but PLAIN: spans, diagnostics */

static const struct answer_row {
    claims claims;
    const char *line;
    const char *expected; /* the outcome as JSON, "refused: …", or else part of the sentence */
} ANSWERS[] = {
    { PLAIN, ANSWER(""), "{\"text\":\"\",\"calls\":[],\"diagnostics\":[]}" },
    { PLAIN, "{\"id\":5,\"text\":\"\\u0000\\ud83d\\udee0\\u00e4\",\"calls\":[]}",
      "{\"text\":\"\\u0000" TOOL UML "\",\"calls\":[],\"diagnostics\":[]}" },
    { PLAIN, "{\"id\":5,\"error\":\"no \\\"end\\\"\"}", "refused: \"no \\\"end\\\"\"" },
    { RENDERED, "{\"id\":5,\"text\":\"^^^a\"}",
      "{\"text\":\"^^^a\",\"calls\":[],\"diagnostics\":[]}" },
    { RENDERED, "{\"id\":5,\"error\":\"no bytes\"}", "refused: \"no bytes\"" },
    { RENDERED, "{\"id\":5}", "\"text\" is missing" },
    { RENDERED, "{\"id\":5,\"text\":\"\",\"error\":\"x\"}",
      "with \"error\": unknown member \"text\"" },
    { PLAIN,
      CALLS("{\"name\":\"n\",\"input\":{\"s\":\"x\",\"l\":[\"a\",\"b\"],\"i\":1,\"o\":{\"k\":[]}},"
            "\"complete\":false}"),
      "{\"text\":\"\",\"calls\":[{\"name\":\"n\",\"input\":{\"s\":\"x\",\"l\":[\"a\",\"b\"],\"i\":"
      "1,"
      "\"o\":{\"k\":[]}},\"span\":[0,0],\"complete\":false}],\"diagnostics\":[]}" },
    { PLAIN,
      "{\"id\":5,\"text\":{\"base64\":\"/w==\"},\"calls\":[{\"name\":{\"base64\":\"YQ==\"},"
      "\"input\":{\"k\":{\"base64\":\"Yg==\"}}}]}",
      "{\"text\":\"\xEF\xBF\xBD\",\"calls\":[{\"name\":\"a\",\"input\":{\"k\":\"b\"},\"span\":[0,0]"
      ","
      "\"complete\":true}],\"diagnostics\":[]}" },
    { BYTE, CALL(",\"span\":[1,9]"), ONE_CALL("1,9") },
    { CODEPOINT, CALL(",\"span\":[1,5]"), ONE_CALL("1,9") },
    { CODEPOINT, CALL(",\"span\":[2,3]"), ONE_CALL("5,7") },
    { UTF16, CALL(",\"span\":[2,6]"), ONE_CALL("3,9") },
    { PLAIN, CALL(",\"span\":[70,90]"), ONE_CALL("70,90") }, /* not claimed, not judged */
    { CODEPOINT,
      ANSWER(",\"diagnostics\":[{\"code\":\"bad-line\",\"offset\":3,\"clause\":\"CARET-1.1\"},"
             "{\"code\":\"bad-name\",\"offset\":2}]"),
      "{\"text\":\"\",\"calls\":[],\"diagnostics\":[{\"code\":\"bad-name\",\"offset\":5},"
      "{\"code\":\"bad-line\",\"offset\":7}]}" },
    { CODEPOINT, ANSWER(",\"diagnostics\":[{\"code\":\"bad-line\"}]"),
      "{\"text\":\"\",\"calls\":[],\"diagnostics\":[{\"code\":\"bad-line\","
      "\"offset\":18446744073709551615}]}" },
    { PLAIN,
      EVENTS(
          "[0,{\"event\":\"text\",\"data\":\"a\"}],[0,{\"event\":\"call_begin\",\"name\":\"n\"}],"
          "[1,{\"event\":\"arg_begin\",\"key\":\"k\"}],[1,{\"event\":\"arg_data\",\"data\":"
          "{\"base64\":\"/w==\"}}],[1,{\"event\":\"arg_end\"}],[1,{\"event\":\"call_end\",\"call\":"
          "{\"name\":\"n\",\"input\":{}}}],[2,{\"event\":\"diagnostic\",\"code\":\"bad-line\","
          "\"offset\":1,\"clause\":\"CARET-1.1\"}],[2,{\"event\":\"call_cut\",\"call\":{\"name\":"
          "\"n\",\"input\":{},\"complete\":false}}]"),
      "{\"text\":\"\",\"calls\":[],\"diagnostics\":[]} with 8 events" },

    /* inputs that jansson refuses or rounds arrive as they are */
    { PLAIN,
      CALLS("{\"name\":\"n\",\"input\":{\"\\u0000\":1,\"a\":1e400,\"b\":9223372036854775808}}"),
      ONE_INPUT("\"\\u0000\":1,\"a\":1e400,\"b\":9223372036854775808") },
    { PLAIN, CALLS("{\"name\":\"n\",\"input\":{\"a\":-0,\"b\":0.1,\"c\":[\"\\ud800\",1]}}"),
      ONE_INPUT("\"a\":-0,\"b\":0.1,\"c\":[\"\\ud800\",1]") },
    { PLAIN, CALLS("{\"name\":\"n\",\"input\":{\"a\":{\"k\":1,\"k\":2}}}"),
      ONE_INPUT("\"a\":{\"k\":1,\"k\":2}") },
    { PLAIN,
      EVENTS("[0,{\"event\":\"call_end\",\"call\":{\"name\":\"n\",\"input\":{\"a\":1e999}}}]"),
      "{\"text\":\"\",\"calls\":[],\"diagnostics\":[]} with 1 events" },
    { PLAIN, CALLS("{\"name\":\"n\",\"input\":{\"a\":1e999,\"a\":2}}"),
      "calls[0]: a key stands twice in \"input\"" },
    { PLAIN, CALLS("{\"name\":\"n\",\"input\":{\"a\":1e999},\"n\":1e999}"),
      "not JSON: real number overflow" },

    { PLAIN, "DEBUG: \x01\xC3", "not a JSON object: \"DEBUG: \\x01\\xC3\"" },
    { PLAIN, "{\"id\":5,\"text\":\"\",\"calls\":[", "not JSON: " },
    { PLAIN, ANSWER("") ANSWER(""), "not JSON: end of file expected" },
    { PLAIN, "{\"id\":5,\"text\":\"\\ud83d\",\"calls\":[]}", "half of a surrogate pair" },
    { PLAIN, "{\"id\":5,\"text\":\"\\udee0\",\"calls\":[]}", "half of a surrogate pair" },
    { PLAIN, "{\"id\":5,\"text\":\"\xFF\",\"calls\":[]}", "unable to decode byte 0xff" },
    { PLAIN, "{\"id\":5,\"\\u0000\":1}", "a member's name holds a NUL" },
    { PLAIN, "{\"id\":6,\"text\":\"\",\"calls\":[]}", "\"id\" is 6, and 5 was asked" },
    { PLAIN, "{\"id\":5.0,\"text\":\"\",\"calls\":[]}", "\"id\" is not a number" },
    { PLAIN, "{\"id\":-5,\"text\":\"\",\"calls\":[]}", "\"id\" is not a number from 0 up" },
    { PLAIN, "{\"text\":\"\",\"calls\":[]}", "the answer has no \"id\"" },
    { PLAIN, "{\"id\":5,\"text\":\"\",\"call\":[]}",
      "unknown member \"call\"; protocol.md PROTOCOL-3.4 names them: id, text, reasoning, calls, "
      "diagnostics" },
    { PLAIN, "{\"id\":5,\"text\":\"\"}", "\"calls\" is missing: an array, empty if" },
    { PLAIN, "{\"id\":5,\"calls\":[]}", "\"text\" is missing" },
    { PLAIN, "{\"id\":5,\"text\":null,\"calls\":[]}", "\"text\" is neither a string nor" },
    { PLAIN, "{\"id\":5,\"text\":{\"base64\":\"x\"},\"calls\":[]}", "with valid base64" },
    { PLAIN, "{\"id\":5,\"text\":\"\",\"calls\":{}}", "\"calls\" is not an array" },
    { PLAIN, "{\"id\":5,\"error\":7}", "\"error\" is not a string" },
    { PLAIN, ANSWER(",\"error\":\"x\""), "with \"error\": unknown member \"text\"" },
    { PLAIN, CALLS("[]"), "calls[0]: a call is not an object" },
    { PLAIN, CALLS("{\"input\":{}}"), "calls[0]: \"name\" is missing" },
    { PLAIN, CALLS("{\"name\":1,\"input\":{}}"), "calls[0]: \"name\" is neither a string" },
    { PLAIN, CALLS("{\"name\":\"n\"}"), "calls[0]: \"input\" is missing" },
    { PLAIN, CALLS("{\"name\":\"n\",\"input\":[]}"),
      "calls[0]: \"input\" must be an object; got an array (PROTOCOL-3.4)" },
    { PLAIN, CALLS("{\"name\":\"n\",\"input\":{\"k\":{\"base64\":\"x\"}}}"), "valid base64" },
    { PLAIN, CALLS("{\"name\":\"n\",\"args\":{}}"),
      "calls[0]: unknown member \"args\"; protocol.md PROTOCOL-3.4 names them: name, input" },
    { PLAIN, CALL(",\"complete\":1"), "calls[0]: \"complete\" is not true or false" },
    { PLAIN, CALL(",\"span\":[1]"), "calls[0]: \"span\" is not an array of two" },
    { PLAIN, CALL(",\"span\":[1,\"2\"]"), "calls[0]: an offset is not a whole number" },
    { BYTE, CALL(",\"span\":[-1,2]"), "calls[0]: an offset is not a whole number" },
    { BYTE, CALL(""), "calls[0]: \"span\" is missing, and capability \"spans\" is claimed" },
    { BYTE, CALL(",\"span\":[0,10]"), "the offset 10 is beyond the input, which has 9" },
    { BYTE, CALL(",\"span\":[3,2]"), "\"span\" ends before it begins (PROTOCOL-3.4)" },
    { CODEPOINT, CALL(",\"span\":[0,6]"), "count what \"unit\" says, here \"codepoint\"" },
    { UTF16, CALL(",\"span\":[0,7]"), "the offset 7 is beyond the input, which has 6" },
    { PLAIN, ANSWER(",\"diagnostics\":{}"), "\"diagnostics\" is not an array" },
    { PLAIN, ANSWER(",\"diagnostics\":[1]"), "diagnostics[0]: not an object" },
    { PLAIN, ANSWER(",\"diagnostics\":[{}]"), "diagnostics[0]: \"code\" is missing" },
    { PLAIN, ANSWER(",\"diagnostics\":[{\"code\":\"oops\"}]"), "\"code\" is none of the codes" },
    { PLAIN, ANSWER(",\"diagnostics\":[{\"code\":\"bad-line\",\"clause\":1}]"),
      "\"clause\" is not a string" },
    { PLAIN, ANSWER(",\"diagnostics\":[{\"code\":\"bad-line\",\"at\":1}]"),
      "diagnostics[0]: unknown member \"at\"" },
    { PLAIN, ANSWER(",\"events\":{}"), "\"events\" is not an array" },
    { PLAIN, EVENTS("{}"), "events[0]: not an array [chunk, event]" },
    { PLAIN, EVENTS("[0]"), "events[0]: not an array [chunk, event]" },
    { PLAIN, EVENTS("[3,{\"event\":\"arg_end\"}]"), "it may be 0 to 2" },
    { PLAIN, EVENTS("[1,{\"event\":\"arg_end\"}],[0,{\"event\":\"arg_end\"}]"),
      "events[1]: the chunk is 0" },
    { PLAIN, EVENTS("[0,{\"event\":\"end\"}]"), "\"event\" is none of the events" },
    { PLAIN, EVENTS("[0,7]"), "events[0]: \"event\" is missing" },
    { PLAIN, EVENTS("[0,{\"event\":\"text\"}]"), "events[0]: \"data\" is missing" },
    { PLAIN, EVENTS("[0,{\"event\":\"text\",\"text\":\"\"}]"),
      "events[0]: unknown member \"text\"; protocol.md PROTOCOL-3.5 names them: event, data" },
    { PLAIN, EVENTS("[0,{\"event\":\"call_end\"}]"), "events[0]: \"call\" is missing" },
    { PLAIN, EVENTS("[0,{\"event\":\"call_end\",\"call\":{}}]"), "\"name\" is missing" },
};

static wire_hello hello_with(claims c)
{
    static const unit UNITS[] = { UNIT_CODEPOINT, UNIT_CODEPOINT, UNIT_BYTE, UNIT_UTF16,
                                  UNIT_CODEPOINT };
    const bool more = c != PLAIN && c != RENDERED;

    return (wire_hello){ .unit = UNITS[c], .spans = more, .diagnostics = more };
}

/* An answer on one line; owned. */
static char *answer_text(const wire_answer *a)
{
    fp_json json = { 0 };
    wire_log log = { 0 };
    char *text, *full;

    if (a->error)
        return xformat("refused: %s", a->error);
    fp_json_outcome(&json, a->outcome);
    text = xformat("%.*s", (int)written(&json).len, json.ptr);
    fp_json_free(&json);
    if (!a->events.len)
        return text;
    wire_log_read(&log, a->events);
    full = xformat("%s with %zu events", text, log.count);
    wire_log_free(&log);
    free(text);
    return full;
}

static void reads_the_answer(void **state)
{
    const struct answer_row *row = *state;
    const wire_asked asked = { .id = 5,
                               .op = row->claims == RENDERED ? WIRE_RENDER : WIRE_PARSE,
                               .input = fp_str_of(INPUT),
                               .chunks = 2 };
    const wire_hello hello = hello_with(row->claims);
    const bool good = row->expected[0] == '{' || strncmp(row->expected, "refused: ", 9) == 0;
    char error[WIRE_ERROR_SIZE] = "";
    wire_answer answer;

    if (wire_answer_read(fp_str_of(row->line), &asked, &hello, &answer, error, sizeof error)) {
        char *text = answer_text(&answer);

        assert_string_equal(text, row->expected);
        assert_true(good);
        assert_true(answer.paired);
        free(text);
        wire_answer_free(&answer);
    } else {
        assert_part(error, row->expected);
        assert_false(good);
        assert_null(answer.outcome);
        /* Whether the next line is the next answer. */
        assert_int_equal(answer.paired, !strstr(error, "\"id\"") && !strstr(error, "not JSON") &&
                                            !strstr(error, "not a JSON") &&
                                            !strstr(error, "surrogate") &&
                                            !strstr(error, "holds a NUL"));
    }
}

static void shows_only_the_beginning(void **state)
{
    char line[300], text[1000], small[10];

    (void)state;
    memset(line, 'x', sizeof line);
    wire_visible((fp_str){ line, sizeof line }, text, sizeof text);
    assert_int_equal(strlen(text), 80 + 3);
    assert_string_equal(text + 80, "\xE2\x80\xA6");
    wire_visible((fp_str){ line, 80 }, text, sizeof text);
    assert_int_equal(strlen(text), 80);
    wire_visible((fp_str){ line, 80 }, small, sizeof small);
    assert_true(strlen(small) < sizeof small);
    wire_visible(FP_STR("\t\x7F"), text, sizeof text);
    assert_string_equal(text, "\\x09\\x7F");
    wire_visible(FP_STR(""), text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    enum { FIRST = 5 };
    struct CMUnitTest tests[FIRST + COUNT(REQUESTS) + COUNT(HELLOS) + COUNT(ANSWERS)] = {
        cmocka_unit_test(writes_the_catalogue),     cmocka_unit_test(writes_hello_and_bye),
        cmocka_unit_test(cuts_everywhere),          cmocka_unit_test(knows_what_can_be_sent),
        cmocka_unit_test(shows_only_the_beginning),
    };
    size_t n = FIRST;

    for (size_t i = 0; i < COUNT(REQUESTS); i++)
        tests[n++] = (struct CMUnitTest){ REQUESTS[i].name, writes_the_request, NULL, NULL,
                                          (void *)(uintptr_t)&REQUESTS[i] };
    for (size_t i = 0; i < COUNT(HELLOS); i++)
        tests[n++] = (struct CMUnitTest){ HELLOS[i].expected, reads_hello, NULL, NULL,
                                          (void *)(uintptr_t)&HELLOS[i] };
    for (size_t i = 0; i < COUNT(ANSWERS); i++)
        tests[n++] = (struct CMUnitTest){ ANSWERS[i].expected, reads_the_answer, NULL, NULL,
                                          (void *)(uintptr_t)&ANSWERS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
