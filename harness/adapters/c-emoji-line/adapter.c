/* SPDX-License-Identifier: Apache-2.0 */
/* A Fencepost worker, protocol 1: harness/templates/adapter.c with parse() filled in by a parser
 * that goes by lines, as the document that founded emoji-line describes it. cc adapter.c -ljansson
 * -o adapter */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOOL "\xF0\x9F\x9B\xA0\xEF\xB8\x8F "
#define END "\xF0\x9F\x9B\xA0\xEF\xB8\x8F\xF0\x9F\x94\x9A"
#define NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

/* Where the next line begins, and where this one ends without its line end. */
struct line {
    const char *at, *end, *next;
};

struct parser {
    json_t *text, *calls;
    json_t *open;     /* the call whose body is being read, or NULL */
    const char *body; /* where that body begins */
};

static int is_name(char c)
{
    return c && strchr(NAME, c);
}

static int begins(const struct line *line, const char *marker)
{
    size_t length = strlen(marker);
    return (size_t)(line->end - line->at) >= length && memcmp(line->at, marker, length) == 0;
}

static struct line line_at(const char *at, const char *end)
{
    const char *lf = memchr(at, '\n', (size_t)(end - at));
    struct line line = { at, lf ? lf : end, lf ? lf + 1 : end };
    line.end -= lf && line.end > at && line.end[-1] == '\r';
    return line;
}

static void add_text(struct parser *p, const char *from, const char *to)
{
    json_array_append_new(p->text, json_stringn_nocheck(from, (size_t)(to - from)));
}

/* The body extends to the marker that ended it, or to the end of input, without the last line end.
 */
static void close_call(struct parser *p, const char *to, int complete)
{
    if (complete && to > p->body && to[-1] == '\n')
        to -= to - p->body > 1 && to[-2] == '\r' ? 2 : 1;
    json_object_set_new(json_object_get(p->open, "input"), "body",
                        json_stringn_nocheck(p->body, (size_t)(to - p->body)));
    json_object_set_new(p->open, "complete", json_boolean(complete));
    json_array_append_new(p->calls, p->open);
    p->open = NULL;
}

static int open_call(struct parser *p, const struct line *line)
{
    const char *name = line->at + strlen(TOOL), *args = name;
    while (args < line->end && is_name(*args))
        args++;
    size_t length = (size_t)(args - name);
    if (args < line->end && *args != ' ' && *args != '\t')
        return 0;
    while (args < line->end && (*args == ' ' || *args == '\t'))
        args++;
    p->open = json_pack("{s:s%, s:{s:o}}", "name", name, length, "input", "raw_args",
                        json_stringn_nocheck(args, (size_t)(line->end - args)));
    p->body = line->next;
    return 1;
}

static void read_line(struct parser *p, const struct line *line)
{
    if (begins(line, TOOL) && is_name(line->at[strlen(TOOL)])) {
        if (p->open)
            close_call(p, line->at, 1);
        if (!open_call(p, line))
            add_text(p, line->at, line->next);
    } else if (p->open && begins(line, END)) {
        close_call(p, line->at, 1);
        add_text(p, line->at + strlen(END), line->next);
    } else if (!p->open) {
        add_text(p, line->at, line->next);
    }
}

/* Each is copied once: to join them pair by pair would take time that grows as the square. */
static json_t *joined(const json_t *strings)
{
    json_t *item, *all;
    size_t i, length = 0;
    json_array_foreach (strings, i, item)
        length += json_string_length(item);
    char *text = malloc(length + 1), *at = text;
    if (!text)
        abort();
    json_array_foreach (strings, i, item) {
        memcpy(at, json_string_value(item), json_string_length(item));
        at += json_string_length(item);
    }
    all = json_stringn_nocheck(text, length);
    free(text);
    return all;
}

static json_t *parse(const json_t *chunks)
{
    json_t *input = joined(chunks), *answer;
    const char *at = json_string_value(input), *end = at + json_string_length(input);
    struct parser p = { json_array(), json_array(), NULL, NULL };
    while (at < end) {
        struct line line = line_at(at, end);
        read_line(&p, &line);
        at = line.next;
    }
    if (p.open)
        close_call(&p, end, 0);
    answer = json_pack("{so so}", "text", joined(p.text), "calls", p.calls);
    json_decref(input), json_decref(p.text);
    return answer;
}

int main(void)
{
    json_t *request, *answer, *id, *list, *item;
    const char *op;
    FILE *answers = fdopen(dup(1), "w");
    dup2(2, 1); /* whatever else prints, prints to standard error */
    while (json_unpack(request = json_loadf(stdin, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, NULL),
                       "{ss so s?o s?o}", "op", &op, "id", &id, "chunks", &list, "protocols",
                       &list) == 0 &&
           strcmp(op, "bye") != 0) {
        size_t i, spoken = 0;
        json_array_foreach (list, i, item)
            spoken |= json_integer_value(item) == 1;
        answer = strcmp(op, "parse") == 0 ? parse(list)
                 : !spoken                ? NULL
                           : json_pack("{si ss ss ss s[s] ss s{ss}}", "protocol", 1, "name",
                                       "c-emoji-line", "version", "1.0", "language", "c",
                                       "syntaxes", "emoji-line", "unit", "codepoint", "policies",
                                       "code_fence", "call");
        answer = answer ? answer : json_pack("{ss}", "error", "not protocol 1");
        json_object_set(answer, "id", id), json_dumpf(answer, answers, JSON_COMPACT);
        fputs("\n", answers), fflush(answers), json_decref(answer), json_decref(request);
    }
}
