/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_grammar.c: `fencepost grammar`: writes how an editor colours a syntax, as a TextMate grammar.
 */
#include "command/options.h"

#include <fencepost/syntax.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_INJECT };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax to colour (needed)" },
    [OPT_INJECT] = { "inject", NULL, "for calls in Markdown: a grammar to inject into its own" },
    { NULL, NULL, NULL },
};

enum { DEPTH = 16 }; /* of rules in rules */

/* The scopes that colour schemes know, by what a piece is; NULL: none. */
static const char *const SCOPES[FP_ROLE_COUNT] = {
    [FP_ROLE_MARKER] = "keyword.control",   [FP_ROLE_NAME] = "entity.name.function",
    [FP_ROLE_KEY] = "variable.parameter",   [FP_ROLE_VALUE] = "string.unquoted",
    [FP_ROLE_BLANK] = "meta.function-call", [FP_ROLE_SKIPPED] = "invalid.illegal",
    [FP_ROLE_FRAMING] = "comment.block",    [FP_ROLE_REASONING] = "comment.block",
};

/* MODEL-3.7, where calls in code fences are text. */
static const fp_highlight CODE_FENCES[] = {
    { .begin = "^ {0,3}(`{3,})[^`]*$", .end = "^ {0,3}\\1`*[ \\t]*$" },
    { .begin = "^ {0,3}(~{3,}).*$", .end = "^ {0,3}\\1~*[ \\t]*$" },
    { .match = "^ {0,3}```.*$" },
    { 0 },
};

/* -- rules as JSON; jansson's failures are the end (memory) ---------------------------------------
 */

static void set_new(json_t *object, const char *key, json_t *value)
{
    need_memory(json_object_set_new(object, key, value) == 0);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    set_new(object, key, json_string(text));
}

static void set_scope(json_t *object, const char *key, fp_role role, const fp_syntax *syntax)
{
    char *scope = SCOPES[role] ? xformat("%s.fencepost.%s", SCOPES[role], syntax->id) : NULL;

    if (scope)
        set_text(object, key, scope);
    free(scope);
}

static void set_groups(json_t *rule, const char *key, const fp_role *groups,
                       const fp_syntax *syntax)
{
    json_t *captures = json_object();

    for (unsigned i = 0; i < FP_HIGHLIGHT_GROUPS; i++) {
        char *number = xformat("%u", i);
        json_t *capture = json_object();

        set_scope(capture, "name", groups[i], syntax);
        if (json_object_size(capture))
            set_new(captures, number, json_incref(capture));
        json_decref(capture);
        free(number);
    }
    if (json_object_size(captures))
        set_new(rule, key, json_incref(captures));
    json_decref(captures);
}

static json_t *rule_of(const fp_highlight *h, const fp_syntax *syntax)
{
    json_t *rule = json_object();

    if (h->match) {
        set_text(rule, "match", h->match);
        set_groups(rule, "captures", h->groups, syntax);
        return rule;
    }
    set_text(rule, "begin", h->begin);
    set_groups(rule, "beginCaptures", h->groups, syntax);
    set_text(rule, "end", h->end);
    set_groups(rule, "endCaptures", h->end_groups, syntax);
    set_scope(rule, "contentName", h->content, syntax);
    return rule;
}

/* Lists of rules that are being written, each in the one before. */
typedef struct writer {
    struct {
        const fp_highlight *list, *next;
        json_t *patterns;
    } stack[DEPTH];
    size_t depth;
    json_t *repository; /* lists that are in themselves, by names of ours */
} writer;

static void begin_list(writer *w, const fp_highlight *list, json_t *patterns)
{
    need_memory(w->depth < DEPTH);
    w->stack[w->depth].list = w->stack[w->depth].next = list;
    w->stack[w->depth++].patterns = patterns;
}

/* The patterns of a list that is being written; NULL if it is not. */
static json_t *patterns_of(const writer *w, const fp_highlight *list)
{
    for (size_t i = 0; i < w->depth; i++)
        if (w->stack[i].list == list)
            return w->stack[i].patterns;
    return NULL;
}

/* The patterns of a list that is in itself: a reference to them. */
static json_t *reference_to(writer *w, json_t *patterns)
{
    char *name = xformat("list%zu", json_object_size(w->repository));
    char *include = xformat("#%s", name);
    json_t *reference = json_pack("[{s:s}]", "include", include);

    need_memory(reference != NULL);
    set_new(w->repository, name, json_pack("{s:O}", "patterns", patterns));
    free(include);
    free(name);
    return reference;
}

static void add_inner(writer *w, json_t *rule, const fp_highlight *list)
{
    json_t *around = patterns_of(w, list);
    json_t *patterns = around ? reference_to(w, around) : json_array();

    set_new(rule, "patterns", patterns);
    if (!around)
        begin_list(w, list, patterns);
}

/* Appends the rules to patterns, with the rules in them. */
static void add_rules(json_t *patterns, json_t *repository, const fp_highlight *rules,
                      const fp_syntax *syntax)
{
    writer w = { .repository = repository };

    begin_list(&w, rules, patterns);
    while (w.depth) {
        const fp_highlight *h = w.stack[w.depth - 1].next++;
        json_t *rule;

        if (!h->match && !h->begin) {
            w.depth--;
            continue;
        }
        rule = rule_of(h, syntax);
        need_memory(json_array_append_new(w.stack[w.depth - 1].patterns, rule) == 0);
        if (h->inner)
            add_inner(&w, rule, h->inner);
    }
}

/* -- the grammar ----------------------------------------------------------------------------- */

/* Markdown has rules of its own for code fences; and nothing is injected into what is a call. */
static char *injection_selector(const fp_syntax *syntax, bool fences)
{
    const char *id = syntax->id;

    return xformat("L:text.html.markdown%s - %s.fencepost.%s - %s.fencepost.%s - %s.fencepost.%s",
                   fences ? " - markup.fenced_code" : "", SCOPES[FP_ROLE_VALUE], id,
                   SCOPES[FP_ROLE_BLANK], id, SCOPES[FP_ROLE_FRAMING], id);
}

/* Whether a rule begins where a line is a code fence. */
static bool begins_as_fence(const fp_highlight *rules)
{
    const size_t prefix = strlen(FP_HIGHLIGHT_FENCE);

    for (; rules->match || rules->begin; rules++)
        if (rules->begin && strncmp(rules->begin, FP_HIGHLIGHT_FENCE, prefix) == 0)
            return true;
    return false;
}

static json_t *grammar_of(const fp_syntax *syntax, const fp_highlight *rules, bool inject)
{
    const bool fences = syntax->policies[FP_CODE_FENCE].value == FP_CODE_FENCE_TEXT;
    json_t *grammar = json_object(), *patterns = json_array(), *repository = json_object();
    char *name = xformat("Fencepost: %s%s", syntax->id, inject ? " in Markdown" : "");
    char *scope = xformat("text.%sfencepost.%s", inject ? "html.markdown." : "", syntax->id);
    char *selector = injection_selector(syntax, fences);

    set_text(grammar, "name", name);
    set_text(grammar, "scopeName", scope);
    set_text(grammar, "comment",
             "Written by `fencepost grammar`: change the syntax's rules, not this");
    if (inject)
        set_text(grammar, "injectionSelector", selector);
    for (unsigned first = 0; first < 2; first++) { /* a call in a fence, before others */
        if ((first == 0) == begins_as_fence(rules))
            add_rules(patterns, repository, rules, syntax);
        else if (fences && !inject)
            add_rules(patterns, repository, CODE_FENCES, syntax);
    }
    set_new(grammar, "patterns", patterns);
    if (json_object_size(repository))
        set_new(grammar, "repository", json_incref(repository));
    json_decref(repository);
    free(selector);
    free(scope);
    free(name);
    return grammar;
}

/* Only what the syntax's row declares is known of it: it may be a plugin's. */
static int no_grammar(const fp_syntax *syntax)
{
    if (syntax->encoded)
        fprintf(stderr,
                "fencepost grammar: calls of %s are JSON, for which editors have grammars\n",
                syntax->id);
    else
        fprintf(stderr,
                "fencepost grammar: %s has no rules for colours: add them to its row, as highlight "
                "(fencepost/highlight.h)\n",
                syntax->id);
    return EXIT_UNEXPECTED;
}

static int print_grammar(const fp_syntax *syntax, bool inject)
{
    fp_derived derived = { 0 };
    const fp_highlight *rules = fp_syntax_highlight(syntax, &derived);
    json_t *grammar;

    need_memory(!derived.failed);
    if (!rules)
        return no_grammar(syntax);
    grammar = grammar_of(syntax, rules, inject);
    fp_derived_free(&derived);
    json_dumpf(grammar, stdout, JSON_INDENT(2)); /* main looks whether it arrived */
    putchar('\n');
    json_decref(grammar);
    return EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    const fp_syntax *syntax = NULL;
    bool inject = false;
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == OPT_INJECT)
            inject = true;
        else if (given_syntax(self, optarg, &syntax) != EXIT_AS_EXPECTED)
            return EXIT_USAGE;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (!syntax)
        return command_no_syntax(self);
    if (optind < argc)
        return command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    return print_grammar(syntax, inject);
}

const command CMD_GRAMMAR = {
    .name = "grammar",
    .summary = "write how editors colour a syntax: a TextMate grammar",
    .usage = "--syntax S [--inject]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "The syntax needs no grammar of its own, or has no rules for one.",
};
