/* SPDX-License-Identifier: Apache-2.0 */
/* workloads.c: inputs, made from a fixed seed. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#define TOOL "\xF0\x9F\x9B\xA0\xEF\xB8\x8F"
#define CALL_OF_A "{\"tool_calls\": [{\"tool\": \"a\", \"args\": {"
#define CALL_IN_TAGS "<tool_call>{\"name\": \"a\", \"arguments\": {"
#define CODER "<tool_call><function=a>"
#define LAST "\xF0\x9F\x94\x9A" /* after TOOL: the end marker of emoji-line */

/* Events of native-anthropic, and of native-openai. */
#define START(name)                                                                    \
    "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":" \
    "\"tool_use\",\"id\":\"t\",\"name\":\"" name "\"}}\n\n"
#define STOP "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
#define DELTA "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
#define TEXT DELTA "{\"type\":\"text_delta\",\"text\":\""
#define ENTRY(index) "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":" index ","
#define OPEN_CALL "\"function\":{\"name\":\"a\"}}"
#define EMPTY_CALL "\"function\":{\"name\":\"a\",\"arguments\":\"{}\"}}"
#define TEXTS "data: {\"choices\":[{\"delta\":{\"content\":\""
#define DONE "data: [DONE]\n\n"

static const char EMPTY_PIECE[] =
    DELTA "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}}\n\n";
static const char EMPTY_ARGUMENTS[] = ENTRY("0") "\"function\":{\"arguments\":\"\"}}]}}]}\n\n";

/* How a syntax writes a call with one long body, what looks like its markers, and what could be
 * slow. */
typedef struct notation {
    const char *id;
    const char *open, *close;
    const char *alikes[16];
    struct {
        const char *title;
        const char *first;  /* once */
        const char *repeat; /* then this, over and over; # is a running number */
    } adversaries[10];
    const char *text[2]; /* what stands around text, if text and bodies are JSON strings */
} notation;

static const notation NOTATIONS[] = {
    { "caret",
      "^^^write_file\npath: src/report/summary.c\ncontent ---\n",
      "--- content\n^^^\n",
      { "^", "^^", "^^^", "^^^ ", "^^^^", "^^^-\n", "\n^", "\n^^ a\n", "\n^^^\n", "a^^^b\n",
        " ^^^c\n", "\n^^^d e\n", "--- ", "k ---\n", "\n\r" },
      { { "carets", "", "^" },
        { "lines of carets", "", "^^^^\n" },
        { "fences without a name", "", "^^^\n" },
        { "blocks in blocks", "", "^^^a\n" },
        { "empty calls", "", "^^^a\n^^^\n" },
        { "different keys", "^^^a\n", "k#: v\n" },
        { "one key", "^^^a\n", "k: v\n" },
        { "blanks in a value", "^^^a\nk: ", " " },
        { "almost end markers", "^^^a\nk ---\n", "--- j\n" } },
      { NULL, NULL } },
    { "emoji-bracket",
      TOOL "[write_file src/report/summary.c]\n",
      "\n" TOOL "[/end]\n",
      { "\xF0", "\xF0\x9F", "\xF0\x9F\x9B", "\xF0\x9F\x9B\xA0", TOOL, TOOL TOOL "[",
        "\xF0\x9F\x9B\xA0[x]", "\xF0\x9F\xF0\x9F\x9B\xA0 ", TOOL " [", TOOL "[\n", TOOL "[/end]",
        TOOL "[1]", "[/end]", "]\n", "\xF0\x9F\x9A\x80" },
      { { "first bytes", "", "\xF0" },
        { "emoji", "", TOOL },
        { "starts that open nothing", "", TOOL "[" },
        { "ends that close nothing", "", TOOL "[/end]" },
        { "empty calls", "", TOOL "[a]" TOOL "[/end]" },
        { "starts in a body", TOOL "[a]", TOOL "[b]" },
        { "almost ends in a body", TOOL "[a]", TOOL "[/en" },
        { "newlines in a body", TOOL "[a]", "\n" },
        { "a header without end", TOOL "[a ", "x" } },
      { NULL, NULL } },
    { "emoji-line",
      TOOL " write_file src/report/summary.c\n",
      TOOL LAST "\n",
      { "\xF0", "\n\xF0\x9F", "\n\xF0\x9F\x9B\xA0 ", "\n" TOOL, "\n" TOOL TOOL " ", " " TOOL " a\n",
        "\n" TOOL "  a\n", "\n" TOOL " .\n", "\n" TOOL " a.b\n", "\n" TOOL " a\r", "\n" TOOL LAST,
        TOOL LAST, "\n" LAST, "\n\r", "\n\xF0\x9F\x9A\x80" },
      { { "first bytes at column 0", "", "\xF0\n" },
        { "emoji", "", TOOL },
        { "tool lines without a name", "", TOOL " \n" },
        { "bad names", "", TOOL " a.\n" },
        { "end markers that end nothing", "", TOOL LAST "\n" },
        { "empty calls", "", TOOL " a\n" },
        { "an argument string without end", TOOL " a ", "x \r" },
        { "almost ends in a body", TOOL " a\n", TOOL "\xF0\x9F\x94\n" },
        { "newlines in a body", TOOL " a\n", "\n" },
        { "a name without end", TOOL " ", "x" } },
      { NULL, NULL } },
    { "xml",
      "<tool:write_file>\n<param:path>src/report/summary.c</param:path>\n<param:content>\n",
      "</param:content>\n</tool:write_file>\n",
      { "<", "</", "<<", "<t", "<tool", "<tool:", "<tool: x", "<tool:x ", "</tool:x>",
        "</tool:", "<param:x>", "</param:x>", "&lt;tool:x&gt;", "a < b", "<p>" },
      { { "first bytes", "", "<" },
        { "tags without a name", "", "<tool:>" },
        { "a tag without end", "<tool:", "x" },
        { "end tags that close nothing", "", "</tool:a>" },
        { "an end tag without end", "<tool:a></tool:", "x" },
        { "empty calls", "", "<tool:a></tool:a>" },
        { "blocks in blocks", "", "<tool:a>" },
        { "different keys", "<tool:a>", "<param:k#></param:k#>" },
        { "one key", "<tool:a>", "<param:k></param:k>" },
        { "almost closing tags", "<tool:a><param:k>", "</param:" } },
      { NULL, NULL } },
    { "toolcall-tag",
      "<toolcall(WriteFile)>\n  <filename>src/report/summary.c</filename>\n  <content>\n",
      "</content>\n</toolcall(WriteFile)>\n",
      { "<", "</", "<<", "<t", "<toolcall", "<toolcall(", "<toolcall()>", "<toolcall(x ",
        "</toolcall(x)>", "</toolcall(", "<x>", "</x>", "</content ", "a < b", "<p class" },
      { { "first bytes", "", "<" },
        { "tags without a name", "", "<toolcall(" },
        { "a tag without end", "<toolcall(", "x" },
        { "closing tags outside", "", "</toolcall(a)>" },
        { "empty calls", "", "<toolcall(a)></toolcall(a)>" },
        { "blocks in blocks", "", "<toolcall(a)>" },
        { "different keys", "<toolcall(a)>", "<k#></k#>" },
        { "one key", "<toolcall(a)>", "<k></k>" },
        { "space in a block", "<toolcall(a)>", " " },
        { "almost end tags", "<toolcall(a)><k>", "</k" } },
      { NULL, NULL } },
    { "native-anthropic",
      START("write_file") DELTA
      "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"content\\\":"
      "\\\"",
      "\\\"}\"}}\n\n" STOP,
      { "data:", "event: x\n", "\n\n", ": ", "data: {\n", "data: {}\n\n", "\r\n", "{", "dat",
        "data", EMPTY_PIECE, STOP },
      { { "comments", "", ":\n" },
        { "unknown lines", "", "x\n" },
        { "empty events", "", "data:\n\n" },
        { "events of one line", "", "data: {}\n\n" },
        { "an event of many lines", "", "data: 1\n" },
        { "empty calls", "", START("a") STOP },
        { "calls after an open call", START("a"),
          "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":"
          "\"tool_use\",\"name\":\"a\"}}\n\ndata: "
          "{\"type\":\"content_block_stop\",\"index\":1}\n\n" },
        { "text after an open call", START("a"), TEXT "x\"}}\n\n" },
        { "pieces", START("a"),
          DELTA "{\"type\":\"input_json_delta\",\"partial_json\":\" \"}}\n\n" },
        { "a document of blocks", "{\"content\":[", "{\"type\":\"tool_use\",\"name\":\"a\"}," } },
      { TEXT, "\"}}\n\n" } },
    { "native-openai",
      ENTRY("0") "\"id\":\"c\",\"function\":{\"name\":\"write_file\",\"arguments\":"
                 "\"{\\\"content\\\":\\\"",
      "\\\"}\"}}]}}]}\n\n" DONE,
      { "data:", "event: x\n", "\n\n", ": ", "data: {\n", "data: {}\n\n", "\r\n", "{", "dat",
        "data", EMPTY_ARGUMENTS, DONE },
      { { "comments", "", ":\n" },
        { "unknown lines", "", "x\n" },
        { "events of one line", "", "data: {}\n\n" },
        { "empty calls", "", ENTRY("0") EMPTY_CALL "]}}]}\n\n" DONE },
        { "calls that stay open", ENTRY("0") OPEN_CALL "]}}]}\n\n",
          "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"#\"," OPEN_CALL
          "]}}]}\n\n" },
        { "calls without an index", "",
          "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{" OPEN_CALL "]}}]}\n\n" },
        { "text after an open call", ENTRY("0") OPEN_CALL "]}}]}\n\n", TEXTS "x\"}}]}\n\n" },
        { "pieces", ENTRY("0") OPEN_CALL "]}}]}\n\n",
          ENTRY("0") "\"function\":{\"arguments\":\" \"}}]}}]}\n\n" },
        { "a document of entries", "{\"choices\":[{\"message\":{\"tool_calls\":[",
          "{" EMPTY_CALL "," } },
      { TEXTS, "\"}}]}\n\n" } },
    { "hermes",
      "<tool_call>\n{\"name\": \"write_file\", \"arguments\": {\"path\": \"src/report/summary.c\", "
      "\"content\": \"",
      "\"}}\n</tool_call>\n",
      { "<", "</", "<<", "<t", "<tool", "<tool_call", "<tool_call>", "<tool_call> x",
        "</tool_call>", "</tool", "<function=", "a < b", "<p>", "{", "}" },
      { { "first bytes", "", "<" },
        { "tags that open nothing", "", "<tool_call> " },
        { "openings", "", "<tool_call>{}" },
        { "closing tags outside", "", "</tool_call>" },
        { "empty calls", "", "<tool_call>{\"name\":\"a\"}</tool_call>" },
        { "arguments before the name", "",
          "<tool_call>{\"arguments\":{\"k\":0},\"name\":\"a\"}</tool_call>" },
        { "different keys", CALL_IN_TAGS, "\"k#\": 0, " },
        { "one key", CALL_IN_TAGS, "\"k\": 0, " },
        { "almost closing tags", CALL_IN_TAGS "x", "</tool_call" },
        { "an object without a name", "<tool_call>{\"id\":[", "0, " } },
      { NULL, NULL } },
    { "json-envelope",
      "\n{\"thought\": \"One file.\", \"tool_calls\": [{\"tool\": \"write_file\", \"args\": "
      "{\"path\": \"src/report/summary.c\", \"content\": \"",
      "\"}}]}\n",
      { "{", "\n{", "\n{\"", "\n{\"thought\"", "\n { \"thought\" ;",
        "\n{\"tool_\":", "{\"thought\":", "\n{\n{\n{", "\n{}", "\n{ \t\r\n", "\"", "\\", "}", "]",
        "\n  {\"toolcalls\":" },
      { { "braces", "", "{" },
        { "lines of braces", "", "{\n" },
        { "openings", "", "{\"thought\" ;\n" },
        { "blanks in an opening", "{", " " },
        { "empty documents", "", "{\"tool_calls\": []}\n" },
        { "empty calls", "{\"tool_calls\": [", "{\"tool\": \"a\"}, " },
        { "different keys", CALL_OF_A, "\"k#\": 0, " },
        { "one key", CALL_OF_A, "\"k\": 0, " },
        { "brackets", "{\"tool_calls\": [{\"tool\": \"a\", \"x\": ", "[" },
        { "escapes in a thought", "{\"thought\": \"", "\\ud83d\\n" } },
      { NULL, NULL } },
    { "qwen3-coder",
      "<tool_call>\n<function=write_file>\n<parameter=path>\nsrc/report/summary.c\n</parameter>\n"
      "<parameter=content>\n",
      "\n</parameter>\n</function>\n</tool_call>\n",
      { "<", "</", "<<", "<t", "<tool_call", "<tool_call>", "<tool_call>\n", "<function=x>",
        "<tool_call><function=>", "</tool_call>", "</function>", "<parameter", "</parameters>",
        "a < b", "<p>" },
      { { "first bytes", "", "<" },
        { "openings of nothing", "", "<tool_call>" },
        { "a tag without end", "<tool_call><function=", "x" },
        { "blanks in an opening", "<tool_call>", " " },
        { "end tags that close nothing", "", "</tool_call>" },
        { "empty calls", "", "<tool_call><function=a></function></tool_call>" },
        { "different keys", CODER, "<parameter=k#></parameter>" },
        { "one key", CODER, "<parameter=k></parameter>" },
        { "parameters in a value", CODER "<parameter=k>", "<parameter=" },
        { "almost closing tags", CODER "<parameter=k>", "</parameter" } },
      { NULL, NULL } },
    { "shortcode",
      "{{<write_file path=\"src/report/summary.c\">}}\n",
      "\n{{</write_file>}}\n",
      { "{", "{{", "{{{<", "{{<", "{{< x />}}", "{{<a", "{{<a b=\"", "{{<a />", "{{</a>}}", "{{</",
        "{{<vaultref id=\"x\" />}}", "{{<reasoning_text>}}", "{{x}}", "\" />}}", ">}}", "}}" },
      { { "braces", "", "{" },
        { "beginnings", "", "{{<a " },
        { "end tags", "", "{{</a>}}" },
        { "ends of containers", "", "{{</reasoning_tex" },
        { "empty calls", "", "{{<a/>}}" },
        { "different keys", "{{<a ", "k# " },
        { "one key", "{{<a ", "k=v " },
        { "an open quote", "{{<a k=\"", "\\\"" },
        { "references", "", "{{<vaultref id='" },
        { "almost ends in a block", "{{<a>}}", "{{</a>}" } },
      { NULL, NULL } },
};

static const notation *notation_of(const fp_syntax *syntax)
{
    for (size_t i = 0; i < sizeof NOTATIONS / sizeof *NOTATIONS; i++)
        if (strcmp(NOTATIONS[i].id, syntax->id) == 0)
            return &NOTATIONS[i];
    abort(); /* workload_syntax() gives no other */
}

const fp_syntax *workload_syntax(size_t i)
{
    return i < sizeof NOTATIONS / sizeof *NOTATIONS ? fp_syntax_find(fp_str_of(NOTATIONS[i].id))
                                                    : NULL;
}

/* -- writing ------------------------------------------------------------------------------- */

typedef struct writer {
    char *bytes;
    size_t len, cap;
    bool in_string; /* it writes into a JSON string */
    uint64_t random;
} writer;

static size_t below(writer *w, size_t n)
{
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(w->random >> 33) % n;
}

/* Appends to a JSON string, perhaps in a string itself: a blank is as good as a line end. */
static void add_in_string(writer *w, const char *text)
{
    for (; *text && w->len < w->cap; text++) {
        w->bytes[w->len] = *text;
        if (*text == '\n')
            w->bytes[w->len] = ' ';
        if (*text == '"')
            w->bytes[w->len] = '\'';
        w->len++;
    }
}

static void add(writer *w, const char *text)
{
    const size_t len = strlen(text);
    const size_t fit = len < w->cap - w->len ? len : w->cap - w->len;

    if (w->in_string) {
        add_in_string(w, text);
        return;
    }
    memcpy(w->bytes + w->len, text, fit);
    w->len += fit;
}

static void add_word(writer *w)
{
    static const char *const WORDS[] = {
        "the",       "a",
        "to",        "of",
        "and",       "in",
        "is",        "that",
        "it",        "for",
        "with",      "this",
        "as",        "be",
        "on",        "you",
        "can",       "file",
        "value",     "function",
        "return",    "should",
        "when",      "parser",
        "input",     "because",
        "which",     "however",
        "approach",  "test",
        "case",      "error",
        "change",    "project",
        "example",   "directory",
        "argument",  "result",
        "before",    "after",
        "every",     "one",
        "number",    "data",
        "handles",   "let\xE2\x80\x99s",
        "we",        "here",
        "important", "memory",
        "simply",    "call",
        "option",    "default",
        "instead",
    };

    add(w, WORDS[below(w, sizeof WORDS / sizeof *WORDS)]);
}

static void add_sentences(writer *w, size_t len)
{
    const size_t end = w->len + len;

    while (w->len < end && w->len < w->cap) {
        for (size_t words = 6 + below(w, 16); words > 0; words--) {
            const size_t style = below(w, 40);

            add(w, style == 0 ? "`" : style == 1 ? "**" : "");
            add_word(w);
            add(w, style == 0 ? "`" : style == 1 ? "**" : style == 2 ? "," : "");
            add(w, words > 1 ? " " : "");
        }
        add(w, below(w, 8) ? ". " : below(w, 2) ? ": " : "? ");
    }
}

static void add_block(writer *w, bool code)
{
    switch (below(w, 12)) {
    case 0:
        add(w, below(w, 2) ? "## " : "### ");
        add_sentences(w, 20);
        break;
    case 1:
    case 2:
        for (size_t items = 2 + below(w, 5); items > 0; items--) {
            add(w, below(w, 3) ? "- " : "1. ");
            add_sentences(w, 30 + below(w, 90));
            add(w, items > 1 ? "\n" : "");
        }
        break;
    case 3:
        add_sentences(w, 10);
        break;
    case 4:
        if (below(w, 2) && code) {
            add(w, "```c\nint main(void)\n{\n    return 0;\n}\n```");
            break;
        }
        add(w, "\xE2\x9C\x85 "); /* a check mark; now and then a rocket */
        add(w, below(w, 2) ? "\xF0\x9F\x9A\x80 " : "");
        add_sentences(w, 60);
        break;
    default:
        add_sentences(w, 100 + below(w, 500));
        break;
    }
    add(w, "\n\n");
}

static void add_prose(writer *w, size_t len, bool code)
{
    const size_t end = w->len + len;

    while (w->len < end && w->len < w->cap)
        add_block(w, code);
}

static void add_body(writer *w, size_t len, const char *line_end)
{
    const size_t end = w->len + len;

    while (w->len < end && w->len < w->cap) {
        for (size_t indent = below(w, 4); indent > 0; indent--)
            add(w, "    ");
        for (size_t words = 1 + below(w, 7); words > 0; words--) {
            add_word(w);
            add(w, below(w, 3) ? "_" : below(w, 2) ? " = " : "(x, y);");
        }
        add(w, line_end);
        add(w, below(w, 9) ? "" : line_end);
    }
}

static writer start(size_t len)
{
    writer w = { malloc(len + 1), 0, len, false, 42 };

    if (!w.bytes)
        abort();
    return w;
}

static fp_str done(const writer *w)
{
    return (fp_str){ w->bytes, w->len };
}

/* -- the workloads ------------------------------------------------------------------------- */

const char *workload_name(workload kind)
{
    static const char *const NAMES[WORKLOAD_COUNT] = { "prose", "fenced", "turns", "bodies",
                                                       "alikes" };

    return NAMES[kind];
}

/* Prose, as the syntax writes text. */
static void add_text(writer *w, const notation *n, bool code)
{
    const bool carried = n->text[0] != NULL;

    add(w, carried ? n->text[0] : "");
    w->in_string = carried;
    add_prose(w, 400 + below(w, 2000), code);
    w->in_string = false;
    add(w, carried ? n->text[1] : "");
}

static void add_call(writer *w, const notation *n, size_t len, const char *newline)
{
    add(w, n->open);
    w->in_string = n->text[0] != NULL;
    add_body(w, len, w->in_string ? " " : newline);
    w->in_string = false;
    add(w, n->close);
}

static void add_alike(writer *w, const notation *n)
{
    size_t count = 1;

    while (count < sizeof n->alikes / sizeof *n->alikes && n->alikes[count])
        count++;
    add(w, n->alikes[below(w, count)]);
    if (below(w, 2) == 0)
        add_word(w);
}

fp_str workload_make(workload kind, const fp_syntax *syntax, size_t len)
{
    const notation *n = notation_of(syntax);
    writer w = start(len);

    while (w.len < w.cap) {
        if (kind == PROSE || kind == FENCED || kind == TURNS)
            add_text(&w, n, kind != PROSE);
        if (kind == TURNS || kind == BODIES)
            add_call(&w, n, kind == TURNS ? 4096 : 65536,
                     syntax->encoded || syntax->json ? "\\n" : "\n");
        if (kind == ALIKES)
            add_alike(&w, n);
    }
    return done(&w);
}

const char *adversary_title(const fp_syntax *syntax, size_t index)
{
    const notation *n = notation_of(syntax);

    return index < sizeof n->adversaries / sizeof *n->adversaries ? n->adversaries[index].title
                                                                  : NULL;
}

/* Writes the number at '#', in letters, so that it is part of a word in any notation. */
static void add_numbered(writer *w, const char *text, size_t number)
{
    const char *at = strchr(text, '#');
    char digits[24];
    size_t i = sizeof digits - 1;

    if (!at) {
        add(w, text);
        return;
    }
    digits[i] = '\0';
    do {
        digits[--i] = (char)('a' + number % 26);
        number /= 26;
    } while (number);
    for (; text < at; text++)
        add(w, (char[]){ *text, '\0' });
    add(w, digits + i);
    add(w, at + 1);
}

fp_str adversary_make(const fp_syntax *syntax, size_t index, size_t len)
{
    const notation *n = notation_of(syntax);
    writer w = start(len);

    add(&w, n->adversaries[index].first);
    for (size_t number = 0; w.len < w.cap; number++)
        add_numbered(&w, n->adversaries[index].repeat, number);
    return done(&w);
}
