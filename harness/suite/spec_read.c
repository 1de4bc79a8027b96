/* SPDX-License-Identifier: Apache-2.0 */
/* spec_read.c: reads the clauses, the examples and the tables of policies from spec/NAME.md.
 *
 * The files are Markdown for people. Only lines are read: headings, fenced blocks, tables, and
 * paragraphs, which blank lines separate (spec/model.md, "How to read a spec").
 */
#include "suite/spec_read.h"
#include "suite/spec_text.h"

#include <fencepost/syntax.h>

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    void *chars; /* not NUL-terminated */
    size_t len;
    size_t cap;
} text;

typedef struct reader {
    spec *spec;
    problems *p;
    const char *file;              /* "spec/caret.md" */
    char *prefix;                  /* "CARET" */
    const char *family;            /* of the syntax that the page is of, or NULL */
    size_t line;                   /* from 1 */
    bool own_source;               /* the page says that it is its own source */
    bool in_section;               /* after the first "## " */
    bool in_clause;                /* the last clause is open, */
    bool in_note;                  /* or the last note */
    bool in_policies;              /* in a table of policies, */
    bool in_moved;                 /* or of clauses that have moved */
    unsigned long section, number; /* of the last clause */
    text paragraph;                /* what has been read of it, and where it began */
    size_t paragraph_line;
    size_t fence;  /* its backticks; 0: none is open */
    bool quoted;   /* the open fence is ```text, an example's */
    text block;    /* its lines */
    char *case_id; /* of an Example: line whose block is to come */
    size_t example_line;
} reader;

/* -- small things ---------------------------------------------------------------------------- */

void *list_add(list *l, size_t size)
{
    xgrow(&l->items, &l->cap, l->count, size);

    void *item = (char *)l->items + l->count++ * size;

    memset(item, 0, size);
    return item;
}

static void text_add(text *t, const char *chars, size_t len)
{
    while (t->cap - t->len < len)
        xgrow(&t->chars, &t->cap, t->cap, 1);
    if (len)
        memcpy((char *)t->chars + t->len, chars, len);
    t->len += len;
}

/* An owned string; the text is empty again. */
static char *text_take(text *t)
{
    char *taken = xcalloc(t->len + 1, 1);

    if (t->len)
        memcpy(taken, t->chars, t->len);
    t->len = 0;
    return taken;
}

/* Returns what follows the prefix, or NULL if the text does not begin with it. */
static const char *behind(const char *chars, const char *prefix)
{
    const size_t len = strlen(prefix);

    return strncmp(chars, prefix, len) == 0 ? chars + len : NULL;
}

static clause *open_clause(const reader *r)
{
    return r->in_clause ? (clause *)r->spec->clauses.items + r->spec->clauses.count - 1 : NULL;
}

static family_note *open_note(const reader *r)
{
    return r->in_note ? (family_note *)r->spec->notes.items + r->spec->notes.count - 1 : NULL;
}

/* Reports a problem at this line of the reader's file. */
__attribute__((format(printf, 3, 4))) static void bad(const reader *r, size_t line,
                                                      const char *format, ...)
{
    char *place = xformat("%s:%zu", r->file, line);
    char message[512];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    problem(r->p, place, NULL, "%s", message);
    free(place);
}

/* -- paragraphs ------------------------------------------------------------------------------ */

static bool has_word(const char *chars, const char *word)
{
    const size_t len = strlen(word);

    for (const char *at = strstr(chars, word); at; at = strstr(at + 1, word))
        if ((at == chars || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[len]))
            return true;
    return false;
}

static bool in_bold(const char *chars)
{
    return strstr(chars, "**MUST") || strstr(chars, "**SHOULD") || strstr(chars, "**MAY");
}

/* Reads "Decision. ", where it stands; returns what follows. */
static const char *read_basis(clause *c, const char *chars)
{
    static const struct {
        const char *words;
        clause_basis basis;
        bool decision;
    } BASES[] = {
        { "Source. ", BASIS_SOURCE, false },
        { "Safety. ", BASIS_SAFETY, false },
        { "Decision. ", BASIS_DECISION, true },
        { "Decision, safety. ", BASIS_SAFETY, true },
    };

    for (size_t i = 0; i < sizeof BASES / sizeof *BASES; i++) {
        const char *sentence = behind(chars, BASES[i].words);

        if (!sentence)
            continue;
        c->basis = BASES[i].basis;
        c->decision = BASES[i].decision;
        return sentence;
    }
    return chars;
}

/* Reads "**MUST, forbids.** Decision. Layout. The sentence." False if it does not begin with a
 * level. */
static bool read_sentence(clause *c, const char *chars)
{
    const char *at = behind(chars, "**");

    for (unsigned l = LEVEL_MUST; at && l <= LEVEL_MAY; l++) {
        const char *rest = behind(at, spec_level((level)l));
        const char *more = rest ? behind(rest, ", forbids") : NULL;
        const char *end = rest ? behind(more ? more : rest, ".** ") : NULL;

        if (!end)
            continue;

        const char *sentence = read_basis(c, end), *layout = behind(sentence, "Layout. ");

        c->level = (level)l;
        c->forbids = more != NULL;
        c->layout = layout != NULL;
        c->sentence = xstrdup(layout ? layout : sentence);
        for (char *line = c->sentence; (line = strchr(line, '\n'));)
            *line = ' ';
        return true;
    }
    return false;
}

/* The paragraph "Safety: a call that is quoted would run." of a clause, or "Source: seed 1,
 * Registry.": word is what it begins with, and *kept what follows. */
static bool read_named(const reader *r, const clause *c, const char *word, char **kept,
                       const char *chars)
{
    const char *rest = behind(chars, word), *said = rest ? behind(rest, ": ") : NULL;

    if (!said)
        return false;
    if (*kept)
        bad(r, r->paragraph_line, "a second \"%s:\" in %s: write one paragraph", word, c->id);
    free(*kept);
    *kept = xstrdup(said);
    return true;
}

/* Appends to an owned text. */
static void add_paragraph(char **paragraphs, const char *chars)
{
    const size_t before = strlen(*paragraphs), gap = before ? 2 : 0, len = strlen(chars);

    *paragraphs = xrealloc(*paragraphs, before + gap + len + 1);
    memcpy(*paragraphs + before, "\n\n", gap);
    memcpy(*paragraphs + before + gap, chars, len + 1);
}

static void clause_paragraph(reader *r, clause *c, const char *chars)
{
    if (!c->sentence) {
        if (read_sentence(c, chars))
            return;
        bad(r, r->paragraph_line,
            "%s has no level: begin its paragraph with **MUST.**, **SHOULD.** or **MAY.** (or "
            "**MUST, forbids.** and so on)",
            c->id);
        c->sentence = xstrdup(chars);
        return;
    }
    if (in_bold(chars))
        bad(r, r->paragraph_line, "a second requirement in %s: give it a clause of its own", c->id);

    if (!read_named(r, c, "Safety", &c->argument, chars) &&
        !read_named(r, c, "Source", &c->citation, chars))
        add_paragraph(&c->rest, chars);
}

/* The line "Example: `caret/fence/one-parameter`", which a block follows. */
static void begin_example(reader *r, const char *chars)
{
    const size_t len = strcspn(chars, "`");

    if (!len || strcmp(chars + len, "`") != 0) {
        bad(r, r->paragraph_line, "not an example: write Example: `CASE-ID` and nothing else");
        return;
    }
    if (!r->in_clause && !r->in_note)
        bad(r, r->paragraph_line, "an example outside a clause: move it below the clause it shows");
    r->case_id = xcalloc(len + 1, 1);
    memcpy(r->case_id, chars, len);
    r->example_line = r->paragraph_line;
}

static void lost_example(reader *r)
{
    if (!r->case_id)
        return;
    bad(r, r->example_line, "the example %s has no block: put ```text and the input below it",
        r->case_id);
    free(r->case_id);
    r->case_id = NULL;
}

static void end_paragraph(reader *r)
{
    char *chars;
    const char *id;
    clause *c = open_clause(r);

    r->in_policies = false;
    r->in_moved = false;
    if (!r->paragraph.len)
        return;
    lost_example(r);
    chars = text_take(&r->paragraph);
    id = behind(chars, "Example: `");
    if (id)
        begin_example(r, id);
    else if (c)
        clause_paragraph(r, c, chars);
    else if (r->in_section &&
             (in_bold(chars) || has_word(chars, "MUST") || has_word(chars, "SHOULD")))
        bad(r, r->paragraph_line,
            "a requirement outside a clause: move it into a clause, or say it without the word");
    else if (r->in_note)
        add_paragraph(&open_note(r)->text, chars);
    else if (!r->in_section && strstr(chars, "This page is its own source."))
        r->own_source = true;
    free(chars);
}

/* Joins the lines of a paragraph, except in lists and tables. */
static void add_to_paragraph(reader *r, const char *chars)
{
    const bool own_line = chars[0] == '|' || behind(chars, "- ") || behind(chars, "* ");

    if (!r->paragraph.len)
        r->paragraph_line = r->line;
    else
        text_add(&r->paragraph, own_line ? "\n" : " ", 1);
    text_add(&r->paragraph, chars, strlen(chars));
}

/* -- headings -------------------------------------------------------------------------------- */

/* Reads a number without leading zeros that ends at stop. */
static bool read_number(const char **at, char stop, unsigned long *number)
{
    char *end;

    if (!isdigit((unsigned char)**at) || **at == '0')
        return false;
    *number = strtoul(*at, &end, 10);
    if (*end != stop)
        return false;
    *at = end + (stop ? 1 : 0);
    return true;
}

/* Returns whether the id comes after the last one of the file. */
static bool in_order(reader *r, const char *id, unsigned long section, unsigned long number)
{
    const clause *twin = spec_find(r->spec, id);

    if (twin)
        bad(r, r->line, "%s is the id of the clause at line %zu: an id is never used again", id,
            twin->line);
    else if (section < r->section || (section == r->section && number < r->number))
        bad(r, r->line, "%s is out of order: clauses stand by number", id);
    else
        return true;
    return false;
}

/* An id that has moved is a clause of this file no longer. */
static void add_moved(const reader *r, fp_str from, fp_str to)
{
    moved_id *row = list_add(&r->spec->moved, sizeof *row);

    *row = (moved_id){ xstrdup(r->file), r->line, xformat("%.*s", (int)from.len, from.ptr),
                       xformat("%.*s", (int)to.len, to.ptr) };
}

/* Takes "CARET-2.1" off the front, of any page. False if it is not there. */
static bool read_id(const char **at, fp_str *id, unsigned long *section, unsigned long *number)
{
    const char *begin = *at, *end = begin;

    while (isupper((unsigned char)*end) || isdigit((unsigned char)*end) || *end == '-')
        end++;
    while (end > begin && end[-1] != '-')
        end--;
    if (end == begin || !read_number(&end, '.', section))
        return false;
    *number = strtoul(end, NULL, 10);
    *at = end + strspn(end, "0123456789");
    *id = (fp_str){ begin, (size_t)(*at - begin) };
    return *at > end;
}

/* "TAGS-2.1", or "TAGS-2.1 is TAGS-2.1", in the page of a member; false if it is neither. */
static bool begin_note(reader *r, const char *heading)
{
    const char *at = heading, *is;
    unsigned long section, number;
    fp_str id, old = { 0 };
    char *name;

    if (!r->family || !read_id(&at, &id, &section, &number))
        return false;
    is = behind(at, " is ");
    if (is) {
        old = id;
        at = is;
        if (!read_id(&at, &id, &section, &number))
            return false;
    }
    name = xformat("%.*s", (int)id.len, id.ptr);
    if (*at || !spec_clause_in(name, r->family)) {
        free(name);
        return false;
    }
    if (is)
        add_moved(r, old, id);
    *(family_note *)list_add(&r->spec->notes, sizeof(family_note)) =
        (family_note){ xstrdup(r->file), r->line, name, xstrdup("") };
    r->in_note = true;
    return true;
}

static void begin_clause(reader *r, const char *id)
{
    const char *at = behind(id, r->prefix);
    unsigned long section, number;
    clause *c;

    if (begin_note(r, id))
        return;
    if (!at || *at++ != '-' || !read_number(&at, '.', &section) ||
        !read_number(&at, '\0', &number)) {
        bad(r, r->line,
            "\"%s\" is not a clause id: a ### heading of this file is %s-1.1 and the like", id,
            r->prefix);
        return;
    }
    if (in_order(r, id, section, number)) {
        r->section = section;
        r->number = number;
    }
    c = spec_add_clause(r->spec, id);
    c->file = xstrdup(r->file);
    c->anchor = spec_anchor(id);
    c->line = r->line;
    c->own_source = r->own_source;
    c->rest = xstrdup("");
    r->in_clause = true;
}

/* Returns whether a paragraph of them is a table. */
static bool has_table(const char *paragraphs)
{
    return *paragraphs == '|' || strstr(paragraphs, "\n\n|") != NULL;
}

static void end_clause(reader *r)
{
    clause *c = open_clause(r);

    lost_example(r);
    if (c && !c->sentence) {
        bad(r, c->line, "%s is empty: write its level and its sentence below the heading", c->id);
        c->sentence = xstrdup("");
    }
    if (c)
        c->required =
            has_table(c->rest) ? xformat("%s\n\n%s", c->sentence, c->rest) : xstrdup(c->sentence);
    r->in_clause = false;
    r->in_note = false;
}

static void heading(reader *r, const char *chars)
{
    const char *id = behind(chars, "### ");

    if (behind(chars, "####"))
        return;
    end_clause(r);
    if (id)
        begin_clause(r, id);
    else if (behind(chars, "## "))
        r->in_section = true;
}

/* -- tables of policies, and of moved clauses
 * ---------------------------------------------------------------------- */

static void add_policy(const reader *r, char *const cells[SPEC_COLUMNS])
{
    policy_row *row = list_add(&r->spec->policies, sizeof *row);

    *row = (policy_row){ xstrdup(r->file), r->line, xstrdup(cells[0]), xstrdup(cells[1]),
                         xstrdup(cells[2]) };
}

static bool is_head(char *const cells[SPEC_COLUMNS], const char *a, const char *b, const char *c)
{
    return strcmp(cells[0], a) == 0 && strcmp(cells[1], b) == 0 && strcmp(cells[2], c) == 0;
}

static void table_line(reader *r, const char *chars)
{
    char *cells[SPEC_COLUMNS];
    const size_t count = spec_split_row(chars, cells);
    const bool line = cells[0][0] == '-';

    if (count == 3 && is_head(cells, "policy", "default", "clause"))
        r->in_policies = true;
    else if (count == 2 && is_head(cells, "clause", "moved to", ""))
        r->in_moved = true;
    else if (r->in_policies && count != 3)
        bad(r, r->line, "a row of a table of policies has three cells: policy, default, clause");
    else if (r->in_moved && count != 2)
        bad(r, r->line, "a row of a table of moved clauses has two cells: clause, moved to");
    else if (r->in_policies && !line)
        add_policy(r, cells);
    else if (r->in_moved && !line)
        add_moved(r, fp_str_of(cells[0]), fp_str_of(cells[1]));
    for (size_t i = 0; i < SPEC_COLUMNS; i++)
        free(cells[i]);
}

/* -- fenced blocks --------------------------------------------------------------------------- */

static void open_fence(reader *r, const char *chars)
{
    r->fence = strspn(chars, "`");
    r->quoted = strcmp(chars + r->fence, "text") == 0;
    r->block.len = 0;
    if (r->quoted && (r->in_clause || r->in_note) && !r->case_id)
        bad(r, r->line, "a block without its case: put Example: `CASE-ID` above it");
    if (!r->quoted)
        lost_example(r);
}

static void close_fence(reader *r)
{
    const clause *c = open_clause(r);
    const family_note *n = open_note(r);

    r->fence = 0;
    if (r->quoted && r->case_id) {
        example *e = list_add(&r->spec->examples, sizeof *e);

        *e = (example){ r->case_id,
                        xstrdup(c   ? c->id
                                : n ? n->clause
                                    : ""),
                        xstrdup(r->file), r->example_line,
                        xcopy((fp_str){ r->block.chars, r->block.len }) };
        r->case_id = NULL;
    }
}

static void fence_line(reader *r, const char *chars)
{
    const size_t run = strspn(chars, "`");

    if (run >= r->fence && chars[run] == '\0') {
        close_fence(r);
        return;
    }
    text_add(&r->block, chars, strlen(chars));
    text_add(&r->block, "\n", 1);
}

/* -- files ----------------------------------------------------------------------------------- */

static void read_line(reader *r, const char *chars)
{
    if (r->fence) {
        fence_line(r, chars);
    } else if (behind(chars, "```")) {
        end_paragraph(r);
        open_fence(r, chars);
    } else if (chars[0] == '#') {
        end_paragraph(r);
        heading(r, chars);
    } else if (!chars[strspn(chars, " \t")]) {
        end_paragraph(r);
    } else {
        if (chars[0] == '|')
            table_line(r, chars);
        add_to_paragraph(r, chars);
    }
}

static void read_lines(reader *r, fp_str bytes)
{
    text line = { 0 };

    for (size_t at = 0; at < bytes.len;) {
        const char *end = memchr(bytes.ptr + at, '\n', bytes.len - at);
        const size_t len = end ? (size_t)(end - bytes.ptr) - at : bytes.len - at;
        char *chars;

        text_add(&line, bytes.ptr + at, len);
        chars = text_take(&line);
        r->line++;
        if (strlen(chars) != len)
            bad(r, r->line, "holds a NUL byte: take it out");
        read_line(r, chars);
        free(chars);
        at += len + 1;
    }
    free(line.chars);
    if (r->fence)
        bad(r, r->line, "the last fenced block is not closed: add its closing fence");
    end_paragraph(r);
    end_clause(r);
}

/* The family of the syntax of this page, or NULL. */
static const char *family_of(const char *name)
{
    const fp_syntax *syntax = fp_syntax_find((fp_str){ name, strcspn(name, ".") });

    return syntax ? syntax->family : NULL;
}

void spec_read(spec *s, const char *data, const char *name, problems *p)
{
    char *path = xformat("%s/spec/%s", data, name);
    char *file = xformat("spec/%s", name);
    reader r = {
        .spec = s, .p = p, .file = file, .prefix = spec_prefix(name), .family = family_of(name)
    };
    fp_str bytes;

    if (file_read_plain(path, &bytes, p)) {
        read_lines(&r, bytes);
        free((char *)(uintptr_t)bytes.ptr);
    }
    free(r.prefix);
    free(r.paragraph.chars);
    free(r.block.chars);
    free(r.case_id);
    free(file);
    free(path);
}
