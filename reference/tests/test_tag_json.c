/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_json.c: sections, ids, and arguments in JSON, by tables of the test's own: what each
 * byte is, and what the parser reports of it; and how such calls are written. */
#include "engines/tags.h"

#include "core/ascii.h"

#include <fencepost/derive.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 600, MOST = 12 }; /* MOST: bytes of a small chunk */

/* -- the tables ------------------------------------------------------------------------------ */

enum { SECTION, SECTION_END, CALL, CALL_END, TAGGED, KEY, KEY_END };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c) || c == '.';
}

static bool is_digit(unsigned char c)
{
    return fp_is_digit(c);
}

/* clang-format off */
static const fp_tags_rules IN_SECTIONS = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "2" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "8" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "2" },
                          [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "3" },
                          [TAGGED] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "3" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_ANY_NAME, "8" } },
    [FP_TAGS_BLOCK] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "6" },
                        [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "6" },
                        [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "6" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_ANY_NAME, "4" },
                        [KEY] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "3" } },
    [FP_TAGS_VALUE] = { [KEY_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "3" },
                        [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "6" } },
};

static const fp_tags_rules ALONE = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "3" } },
    [FP_TAGS_BLOCK] = { [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_OWN_NAME, "4" } },
};

#define COMMON                                                                                     \
    .tags = { [SECTION] = { "<s>", NULL, false, 0 },                                               \
              [SECTION_END] = { "</s>", NULL, false, 0 },                                          \
              [CALL] = { "<c ", ">", false, 0 },                                                   \
              [CALL_END] = { "</c ", ">", false, 0 },                                              \
              [TAGGED] = { "<t ", ">", false, 0 },                                                 \
              [KEY] = { "<k ", ">", true, 0 },                                                     \
              [KEY_END] = { "</k>", NULL, false, 0 } },                                            \
    .names = { is_name, is_name, NULL }, .keys = { is_name, is_name, NULL }, .breaks = true,       \
    .clauses = { .bad_name = "7",                                                                  \
                 .bad_line = "5", .bad_json = "9", .duplicate = "10", .mismatched = "4",           \
                 .stopped = "11", .unfinished = "12", .cut_tag = "13", .long_name = "14",          \
                 .long_tag = "15" },                                                               \
    .layout = { .bad_name = "16", .bad_json = "17", .bad_call = "18" }
/* clang-format on */

static const fp_tags_table WITH_IDS = {
    COMMON,
    .strict = &IN_SECTIONS,
    .lenient = &IN_SECTIONS,
    .id = { "fn.", ':', is_digit, "0" },
};

static const fp_tags_table WITH_NAMES = {
    COMMON,
    .strict = &ALONE,
    .lenient = &ALONE,
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
    .in_string = fp_tags_in_string,
};

static const fp_syntax SYNTAX = {
    .id = "x",
    .clauses = {
        [FP_ROLE_TEXT] = "0",
        [FP_ROLE_NAME] = "1",
        [FP_ROLE_KEY] = "1",
        [FP_ROLE_VALUE] = "0",
        [FP_ROLE_BLANK] = "0",
        [FP_ROLE_SKIPPED] = "0",
        [FP_ROLE_FRAMING] = "0",
    },
    .json = true,
    .render = fp_tags_render_json,
    .state_size = sizeof(fp_tags),
    .step = fp_tags_step,
    .finish = fp_tags_finish,
    .fast = &FAST,
};

static fp_syntax syntax_of(const fp_tags_table *table)
{
    fp_syntax syntax = SYNTAX;

    syntax.table = table;
    syntax.policies[FP_EXTRA_CALLS].value = FP_EXTRA_ACCEPT;
    syntax.policies[FP_EXTRA_CALLS].clause = "11";
    return syntax;
}

static void the_tables_are_good(void **state)
{
    (void)state;
    assert_null(fp_tags_fault(&WITH_IDS));
    assert_null(fp_tags_fault(&WITH_NAMES));
}

/* -- rows ------------------------------------------------------------------------------------ */

typedef struct row {
    const char *title;
    const fp_tags_table *table;
    void (*set)(fp_options *options); /* NULL: the defaults */
    const char *pieces; /* of the input: the letter of the role, the clause's number, a space, the
                           bytes, and `|` */
    const char *said;   /* text as it is; (NAME KEY=VALUE)#ID a call, with !) one that is not
                           complete;   [CODE OFFSET CLAUSE] */
} row;

static void stop(fp_options *options)
{
    options->policies.of[FP_EXTRA_CALLS] = FP_EXTRA_STOP;
}

static void short_names(fp_options *options)
{
    options->limits.name = 2;
}

static void short_tags(fp_options *options)
{
    options->limits.held = 6;
}

static void shallow(fp_options *options)
{
    options->limits.depth = 2;
}

/* clang-format off */
static const row ROWS[] = {
    { "a call in a section", &WITH_IDS, NULL,
      "T0 I |F2 <s>|F0 \n|M3 <c fn.|N1 f|M3 :0>|B0  |V0 {\"k\": \"<s></c x>\"}|B0 \n|M4 </c |N4 f|M4 >|F0 \n|"
      "F2 </s>|T0 .\n|",
      "I (f k=\"<s></c x>\")#fn.f:0.\n" },
    { "two, and text between them", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :12>|V0 {}|M4 </c |N4 f|M4 >|T0  and |M3 <c fn.|N1 g|M3 :3>|V0 {\"k\":1}|M4 </c |"
      "N4 g|M4 >|F2 </s>|",
      "(f)#f:12 and (g k=1)#fn.g:3" },
    { "a block in tags", &WITH_IDS, NULL,
      "F2 <s>|F0  |M3 <t fn.|N1 f|M3 :0>|B0  |M3 <k |K1 k|M3 >|V0 v|M3 </k>|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f k=v)#fn.f:0" },
    { "a name that begins like what may precede it", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 fx|M3 :0>|V0 {}|M4 </c |N4 fx|M4 >|F2 </s>|", "(fx)#fx:0" },
    { "what may precede a name, twice", &WITH_IDS, NULL,
      "F2 <s>|M3 <c fn.|N1 fn.|M3 :0>|V0 {}|M4 </c |N4 fn.|M4 >|F2 </s>|", "(fn.)#fn.fn.:0" },
    { "an id without name", &WITH_IDS, NULL,
      "F2 <s>|T7 <c fn.|T0 :0>|F2 </s>|", "[bad-name 3 7]<c fn.:0>" },
    { "an id without number", &WITH_IDS, NULL,
      "F2 <s>|T7 <c f:|T0 >|F2 </s>|", "[bad-name 3 7]<c f:>" },
    { "a name alone", &WITH_IDS, NULL,
      "F2 <s>|T7 <c f|T0 >|F2 </s>|", "[bad-name 3 7]<c f>" },
    { "a number that is not one", &WITH_IDS, NULL,
      "F2 <s>|T7 <c f:1|T0 x>|F2 </s>|", "[bad-name 3 7]<c f:1x>" },
    { "an id that begins with its number", &WITH_IDS, NULL,
      "F2 <s>|T7 <c |T0 :0>|F2 </s>|", "[bad-name 3 7]<c :0>" },
    { "blanks after text in a section", &WITH_IDS, NULL,
      "F2 <s>|T0  x |M3 <c |N1 f|M3 :0>|V0 {}|M4 </c |N4 f|M4 >|F0  |F2 </s>|", " x (f)#f:0" },
    { "what is not a tag in a section", &WITH_IDS, NULL,
      "F2 <s>|T0 \n<x |F2 </s>|", "\n<x " },
    { "a section that is not ended", &WITH_IDS, NULL,
      "F2 <s>|F0  |M3 <c |N1 f|M3 :0>|V0 {}|M4 </c |N4 f|M4 >|T13  </|", "(f)#f:0 </" },
    { "the end of no section, and of no block", &WITH_IDS, NULL,
      "T0 </s|T8 >|F2 <s>|T0 </c y|T8 >|F2 </s>|", "</s[mismatched-end 0 8]></c y[mismatched-end 7 8]>" },
    { "the end of another", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|M4 </c |N4 g|M4 >|F2 </s>|",
      "(f[mismatched-end 12 4][unterminated-call 3 4]!)#f:0" },
    { "a section that ends in a block", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|B0  |F6 </s>|T0 .|", "(f[unterminated-call 3 6]!)#f:0." },
    { "a section that ends in a value", &WITH_IDS, NULL,
      "F2 <s>|M3 <t |N1 f|M3 :0><k |K1 k|M3 >|V0 v|F6 </s>|T0 .|",
      "(f k=v[unterminated-call 3 6]!)#f:0." },
    { "a section that begins in a block", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|F6 <s>|F2 </s>|", "(f[unterminated-call 3 6]!)#f:0" },
    { "a block that begins in a block", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|M3 <c |N1 g|M3 :1>|V0 {}|M4 </c |N4 g|M4 >|F2 </s>|",
      "(f[unterminated-call 3 6]!)#f:0(g)#g:1" },
    { "what is not JSON", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"k\": |S0 x|B0  |S0 \"<c \"|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f k=[invalid-json 16 9][unterminated-call 3 5]!)#f:0" },
    { "no object", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|B0  |S0 []|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f[invalid-json 11 9][unterminated-call 3 5]!)#f:0" },
    { "no arguments", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f[invalid-json 10 9][unterminated-call 3 5]!)#f:0" },
    { "what follows the object", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|S0 }|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f[bad-line 12 5][unterminated-call 3 5]!)#f:0" },
    { "a key that is given again", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"k\":1,\"k\":2}|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f k=1[duplicate-argument 17 10])#f:0" },
    { "an object that is too deep, and strings in it", &WITH_IDS, shallow,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"k\":[|"
      "S0 [\"x</c f>\", \"xy</c f>\", \"\\\\\\\"</c f>\", \"\\\\\\\"x</c f>\"]]} <x|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f k=[[limit-exceeded 16 MODEL-4.1][unterminated-call 3 5]!)#f:0" },
    { "a block more than is allowed", &WITH_IDS, stop,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|M4 </c |N4 f|M4 >|F0  |T11 <c f:1>|T0 {}|",
      "(f)#f:0[extra-call 19 11]<c f:1>{}" },
    { "a name over its limit", &WITH_IDS, short_names,
      "F2 <s>|T14 <c fn.fg|T0 h:0>|F2 </s>|", "[limit-exceeded 11 MODEL-4.1]<c fn.fgh:0>" },
    { "a name within its limit", &WITH_IDS, short_names,
      "F2 <s>|M3 <c fn.|N1 fg|M3 :0>|V0 {}|M4 </c |N4 fg|M4 >|F2 </s>|", "(fg)#fn.fg:0" },
    { "a name over its limit that may precede one", &WITH_IDS, short_names,
      "F2 <s>|T14 <c fn|T0 x:0>|F2 </s>|", "[limit-exceeded 8 MODEL-4.1]<c fnx:0>" },
    { "a tag over the limit", &WITH_IDS, short_tags,
      "F2 <s>|T15 <c f:00|T0 0>|F2 </s>|", "[limit-exceeded 9 MODEL-4.1]<c f:000>" },
    { "blanks over the limit", &WITH_IDS, short_tags,
      "F2 <s>|T15        |F2 </s>|", "[limit-exceeded 9 MODEL-4.1]       " },
    { "text of strings, and escapes in it", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"key\\n\\\\\": \"text \\\\\\\" of \\u00e9 \\t, \\/\", \"l\": [\"a\\nb\\\\\", \"\"]}|"
      "M4 </c |N4 f|M4 >|F2 </s>|",
      "(f key\n\\=\"text \\\\\\\" of \\u00e9 \\t, \\/\" l=[\"a\\nb\\\\\", \"\"])#f:0" },
    { "a wrong byte in the text of a string", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"k\": \"some text|B0 \n|S0 of\"}|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f k=\"some text[invalid-json 26 9][unterminated-call 3 5]!)#f:0" },
    { "a wrong escape in the text of a string", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"k\": \"some\\|S0 x\"}|M4 </c |N4 f|M4 >|F2 </s>|",
      "(f k=\"some\\[invalid-json 22 9][unterminated-call 3 5]!)#f:0" },
    { "an object that the input ends", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {\"k\": \"v|", "(f k=\"v[unterminated-call 3 12]!)#f:0" },
    { "a block that the input ends", &WITH_IDS, NULL,
      "F2 <s>|M3 <c |N1 f|M3 :0>|V0 {}|S12 </c|", "(f[unterminated-call 3 12]!)#f:0" },
    { "names without ids, and no sections", &WITH_NAMES, NULL,
      "T0 I |M3 <c |N1 fn.f|M3 >|V0 {\"k\":1}|M4 </c |N4 fn.f|M4 >|T0 .|", "I (fn.f k=1)." },
    { "a name without id over its limit", &WITH_NAMES, short_names,
      "T14 <c fg|T0 h>|", "[limit-exceeded 5 MODEL-4.1]<c fgh>" },
    { "no name", &WITH_NAMES, NULL, "T7 <c |T0 >|", "[bad-name 0 7]<c >" },
    { "the end of another, of its own name", &WITH_NAMES, NULL,
      "M3 <c |N1 f|M3 >|V0 {}|S0 </c x>|M4 </c |N4 f|M4 >|",
      "(f[bad-line 7 5][unterminated-call 0 5]!)" },
};
/* clang-format on */

/* -- what is emitted ------------------------------------------------------------------------- */

static const char LETTERS[FP_ROLE_COUNT + 1] = "TMNKVBSF"; /* of roles */

static void add(char *text, const char *bytes, size_t len)
{
    const size_t used = strlen(text);

    assert_true(len < TEXT - used);
    if (len)
        memcpy(text + used, bytes, len);
    text[used + len] = '\0';
}

static void add_str(char *text, fp_str bytes)
{
    add(text, bytes.ptr, bytes.len);
}

static int say(void *context, const fp_event *event)
{
    char *said = context, line[100];

    switch (event->type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
    case FP_EVENT_ARG_DATA:
        add_str(said, event->data);
        break;
    case FP_EVENT_CALL_BEGIN:
        add(said, "(", 1);
        add_str(said, event->data);
        break;
    case FP_EVENT_ARG_BEGIN:
        add(said, " ", 1);
        add_str(said, event->data);
        add(said, "=", 1);
        break;
    case FP_EVENT_ARG_END:
        break;
    case FP_EVENT_CALL_CUT:
    case FP_EVENT_CALL_END:
        add_str(said, event->type == FP_EVENT_CALL_END ? FP_STR(")") : FP_STR("!)"));
        add_str(said, event->call->id.len ? FP_STR("#") : FP_STR(""));
        add_str(said, event->call->id);
        break;
    case FP_EVENT_DIAGNOSTIC:
        snprintf(line, sizeof line, "[%s %d %s]", fp_code_name(event->diagnostic.code),
                 (int)event->diagnostic.offset, event->diagnostic.clause);
        add(said, line, strlen(line));
        break;
    case FP_EVENT_COUNT:
        fail();
    }
    return 0;
}

typedef struct traced {
    const char *input;
    char pieces[TEXT];
    char head[TEXT]; /* of the last piece: all before its bytes */
} traced;

/* Ranges of one role and clause are one piece. */
static void note_range(void *context, fp_role role, const char *clause, uint64_t start,
                       uint64_t end)
{
    traced *t = context;
    char head[TEXT];

    assert_non_null(clause);
    snprintf(head, sizeof head, "%c%s ", LETTERS[role], clause);
    if (strcmp(head, t->head) == 0)
        t->pieces[strlen(t->pieces) - 1] = '\0'; /* the end of the piece before */
    else
        add(t->pieces, head, strlen(head));
    memcpy(t->head, head, sizeof head);
    add(t->pieces, t->input + start, (size_t)(end - start));
    add(t->pieces, "|", 1);
}

/* The bytes of all pieces. */
static void read_input(const char *pieces, char *input)
{
    while (*pieces) {
        const char *bytes = strchr(pieces, ' ') + 1;
        const size_t len = strcspn(bytes, "|");

        add(input, bytes, len);
        pieces = bytes + len + 1;
    }
}

typedef enum way {
    TRACED,
    BARE,   /* small chunks are handed on as they are */
    CLONED, /* the same, and each chunk is read by a copy of the parser before */
    WAY_COUNT
} way;

static fp_parser *copy_of(fp_parser *parser, char *said)
{
    fp_parser *copy = fp_parser_clone(parser, say, said);

    assert_non_null(copy);
    assert_true(fp_parser_equal(copy, parser));
    fp_parser_free(parser);
    return copy;
}

static void parse(const fp_syntax *syntax, const row *r, traced *t, char *said, way how,
                  size_t chunk)
{
    fp_options options = fp_options_default(syntax);
    const size_t len = strlen(t->input);
    fp_parser *parser;

    if (r->set)
        r->set(&options);
    parser = fp_parser_new(syntax, &options, say, said);
    assert_non_null(parser);
    if (how == TRACED)
        fp_parser_trace(parser, note_range, t);
    for (size_t at = 0; at < len; at += chunk) {
        assert_int_equal(fp_parser_feed(parser, t->input + at, len - at < chunk ? len - at : chunk),
                         FP_OK);
        if (how == CLONED)
            parser = copy_of(parser, said);
    }
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
}

static bool check(const row *r, size_t chunk)
{
    const fp_syntax syntax = syntax_of(r->table);
    char input[TEXT] = "";
    traced t = { .input = input };

    read_input(r->pieces, input);
    for (unsigned how = 0; how < WAY_COUNT; how++) {
        char said[TEXT] = "";

        parse(&syntax, r, &t, said, (way)how, chunk);
        if (strcmp(said, r->said) != 0) {
            print_error("%s: in chunks of %zu it emits\n%s\nnot\n%s\n", r->title, chunk, said,
                        r->said);
            return false;
        }
    }
    if (strcmp(t.pieces, r->pieces) != 0)
        print_error("%s: it is\n%s\nnot\n%s\n", r->title, t.pieces, r->pieces);
    return strcmp(t.pieces, r->pieces) == 0;
}

static void each_row_is_read(void **state)
{
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (size_t chunk = 1; chunk <= TEXT; chunk += chunk < MOST ? 1 : TEXT - MOST)
            wrong += !check(&ROWS[i], chunk);
    assert_int_equal(wrong, 0);
}

/* -- what is written ------------------------------------------------------------------------- */

static const struct {
    const fp_tags_table *table;
    const char *name, *id, *text;
} WRITTEN[] = {
    { &WITH_IDS, "f", "", "<s><c fn.f:0>{}</c f></s>" },
    { &WITH_IDS, "f", "fn.f:12", "<s><c fn.f:12>{}</c f></s>" },
    { &WITH_IDS, "f", "call_1", "<s><c fn.f:0>{}</c f></s>" },
    { &WITH_IDS, "f", "fn.g:1", "<s><c fn.f:0>{}</c f></s>" },
    { &WITH_IDS, "f", "fn.f:", "<s><c fn.f:0>{}</c f></s>" },
    { &WITH_IDS, "f", "fn.f.1", "<s><c fn.f:0>{}</c f></s>" },
    { &WITH_IDS, "f", "fn.f:1x", "<s><c fn.f:0>{}</c f></s>" },
    { &WITH_NAMES, "f", "fn.f:12", "<c f>{}</c f>" },
};

/* What a notation with sections, ids and JSON is known by. */
static void words_are_those_of_the_table(void **state)
{
    static const char *const OPENINGS[] = { "<s>", "</s>", "<c fn.x:0>", "<t fn.x:0>", NULL };
    static const char *const SOME[] = { "<c fn.x:0>",
                                        "</c x>",
                                        "<s><c fn.x:0>{\"path\": \"",
                                        "\"}</c x></s>",
                                        "<s><c fn.x:0>{}</c x></s>",
                                        "\\ud83d" };
    fp_syntax syntax = syntax_of(&WITH_IDS);
    fp_derived derived = { 0 };
    const char *const *words;

    (void)state;
    syntax.derive = &FP_TAGS_DERIVE;
    words = fp_syntax_completions(&syntax, &derived);
    for (size_t i = 0; OPENINGS[i]; i++)
        assert_string_equal(words[i], OPENINGS[i]);
    assert_null(words[sizeof OPENINGS / sizeof *OPENINGS - 1]);
    fp_derived_free(&derived);
    words = fp_syntax_markers(&syntax, &derived);
    for (size_t i = 0; i < sizeof SOME / sizeof *SOME; i++) {
        size_t k = 0;

        while (words[k] && strcmp(words[k], SOME[i]) != 0)
            k++;
        if (!words[k])
            fail_msg("%s is not a marker", SOME[i]);
    }
    fp_derived_free(&derived);
}

static void calls_are_written_with_their_ids(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRITTEN / sizeof *WRITTEN; i++) {
        const fp_syntax syntax = syntax_of(WRITTEN[i].table);
        const fp_call call = { .name = fp_str_of(WRITTEN[i].name),
                               .id = fp_str_of(WRITTEN[i].id),
                               .complete = true };
        fp_json text = { 0 };
        fp_refusal refusal;

        if (!fp_render(&syntax, NULL, &call, &text, &refusal))
            fail_msg("%s: %s", WRITTEN[i].text, refusal.reason);
        assert_int_equal(text.len, strlen(WRITTEN[i].text));
        assert_memory_equal(text.ptr, WRITTEN[i].text, text.len);
        fp_json_free(&text);
    }
}

static const struct {
    const char *name;
    size_t arg_count;
    const char *keys[3], *values[3];
    fp_value_kind kind; /* of the values */
    fp_part part;
    size_t arg, byte;
    const char *clause;
} REFUSED[] = {
    { .name = "", .part = FP_PART_NAME, .clause = "16" },
    { .name = "1f", .part = FP_PART_NAME, .clause = "16" },
    { .name = "f1", .part = FP_PART_NAME, .byte = 1, .clause = "16" },
    { .name = "f",
      .arg_count = 3,
      .keys = { "a", "a", "k" },
      .values = { "v", "w", "x" },
      .kind = FP_VALUE_STRING,
      .part = FP_PART_KEY,
      .arg = 1,
      .clause = "18" },
    { .name = "f",
      .arg_count = 2,
      .keys = { "a", "k" },
      .values = { "1", "[1," },
      .kind = FP_VALUE_JSON,
      .part = FP_PART_VALUE,
      .arg = 1,
      .byte = 3,
      .clause = "18" },
    { .name = "f",
      .arg_count = 1,
      .keys = { "k" },
      .values = { "a\xff" },
      .kind = FP_VALUE_STRING,
      .part = FP_PART_VALUE,
      .byte = 1,
      .clause = "17" },
};

static void what_json_cannot_carry_is_refused(void **state)
{
    const fp_syntax syntax = syntax_of(&WITH_IDS);

    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_arg args[3] = { 0 };
        const fp_call call = { .name = fp_str_of(REFUSED[i].name),
                               .args = args,
                               .arg_count = REFUSED[i].arg_count,
                               .complete = true };
        fp_json text = { 0 };
        fp_refusal refusal;

        for (size_t k = 0; k < call.arg_count; k++)
            args[k] = (fp_arg){ .key = fp_str_of(REFUSED[i].keys[k]),
                                .value = { .kind = REFUSED[i].kind,
                                           .text = fp_str_of(REFUSED[i].values[k]) } };
        assert_false(fp_render(&syntax, NULL, &call, &text, &refusal));
        assert_int_equal(refusal.part, REFUSED[i].part);
        assert_int_equal(refusal.arg, REFUSED[i].arg);
        assert_int_equal(refusal.byte, REFUSED[i].byte);
        assert_string_equal(refusal.clause, REFUSED[i].clause);
        fp_json_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_good),
        cmocka_unit_test(each_row_is_read),
        cmocka_unit_test(words_are_those_of_the_table),
        cmocka_unit_test(calls_are_written_with_their_ids),
        cmocka_unit_test(what_json_cannot_carry_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
