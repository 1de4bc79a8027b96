/* SPDX-License-Identifier: Apache-2.0 */
/* diff_inputs.c: the inputs for several parsers. */
#include "diff/diff_inputs.h"

#include "generate/edit.h"
#include "generate/message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
    CALLS_MAX = 3,   /* in a message */
    WELL_FORMED = 4, /* one message of so many */
    ATTEMPTS = 50,   /* at a message that is UTF-8 */
};

typedef struct visiting {
    const diff_sources *sources;
    diff_visitor *visit;
    void *context;
    problems *problems;
} visiting;

static const struct {
    const char *name, *title;
} ORIGINS[ORIGIN_EDIT] = {
    [ORIGIN_GIVEN] = { "given", "a file, or --text" },
    [ORIGIN_CASE] = { "case", "a golden case" },
    [ORIGIN_MESSAGE] = { "well-formed", "a message as the renderer writes it" },
};

size_t origin_count(void)
{
    return ORIGIN_EDIT + EDIT_COUNT;
}

const char *origin_name(size_t origin)
{
    return origin < ORIGIN_EDIT ? ORIGINS[origin].name : EDITS[origin - ORIGIN_EDIT].name;
}

const char *origin_title(size_t origin)
{
    return origin < ORIGIN_EDIT ? ORIGINS[origin].title : EDITS[origin - ORIGIN_EDIT].title;
}

/* -- cases and files --------------------------------------------------------------------------- */

static bool matches(const diff_sources *s, const test_case *t)
{
    if (t->syntax != s->syntax)
        return false;
    for (size_t i = 0; i < t->alias_count; i++)
        if (glob_matches(s->pattern, t->aliases[i]))
            return true;
    return glob_matches(s->pattern, t->id);
}

static bool each_case(const visiting *v)
{
    const corpus *c = v->sources->cases;

    for (size_t i = 0; c && i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);
        const diff_input input = {
            .text = t->input, .tools = t->catalogue_json, .origin = ORIGIN_CASE, .source = t->id
        };

        if (matches(v->sources, t) && !v->visit(v->context, &input))
            return false;
    }
    return true;
}

/* The marks of a fuzz corpus (fuzz/README.md): two bytes that UTF-8 never has. */
enum {
    MARK_CUT = 0xFF,
    MARK_CONTROL = 0xFE,
    OP_FE = 0x01, /* the byte FE, after the mark */
    OP_FF = 0x02,
    OP_OPTIONS =
        0x10, /* from here on options are changed, which the parsers here have of their own */
    OP_LAST = 0x24
};

/* Takes the marks out of a file's bytes; cuts has room for them. How many cuts there are. */
static size_t take_marks(char *bytes, size_t *len, size_t *cuts)
{
    size_t out = 0, count = 0;

    for (size_t i = 0; i < *len; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        const unsigned char op =
            c == MARK_CONTROL && i + 1 < *len ? (unsigned char)bytes[i + 1] : 0;

        if (c == MARK_CUT) {
            cuts[count++] = out;
        } else if (op == OP_FE || op == OP_FF) {
            bytes[out++] = (char)(op == OP_FE ? MARK_CONTROL : MARK_CUT);
            i++;
        } else if (op >= OP_OPTIONS && op <= OP_LAST) {
            i++;
        } else {
            bytes[out++] = bytes[i];
        }
    }
    *len = out;
    return count;
}

static bool one_file(const visiting *v, const char *path)
{
    struct stat status;
    fp_str text;
    size_t *cuts, count;
    bool goes_on;

    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
    if (!file_read(path, &text, v->problems))
        return false;
    cuts = xcalloc(text.len + 1, sizeof *cuts);
    count = take_marks((char *)(uintptr_t)text.ptr, &text.len, cuts);
    goes_on = v->visit(v->context, &(diff_input){ .text = text,
                                                  .cuts = count ? cuts : NULL,
                                                  .cut_count = count,
                                                  .origin = ORIGIN_GIVEN,
                                                  .source = path });
    free(cuts);
    free((char *)(uintptr_t)text.ptr);
    return goes_on;
}

static bool each_file(const visiting *v)
{
    const char *folder = v->sources->folder;
    char **names = folder ? dir_names(folder, "", v->problems) : NULL;
    bool goes_on = !folder || names;

    for (char **name = names; goes_on && name && *name; name++) {
        char *path = xformat("%s/%s", folder, *name);

        goes_on = one_file(v, path);
        free(path);
    }
    if (names)
        names_free(names);
    return goes_on;
}

/* -- messages ---------------------------------------------------------------------------------- */

/* A message on its way. */
typedef struct making {
    generator *generator;
    rng rng;
    fp_json text, before, edited; /* this message, the one before it, and this one edited */
} making;

/* Edits the message in one way, or in the next one that changes it: there is always one. Returns
 * its origin. */
static size_t edit_message(making *m, const fp_syntax *syntax)
{
    const fp_str text = json_text(&m->text), other = json_text(&m->before);
    const size_t first = rng_below(&m->rng, EDIT_COUNT);

    m->edited.len = 0;
    for (size_t i = 0; i < EDIT_COUNT; i++) {
        const size_t e = (first + i) % EDIT_COUNT;

        if (edit_apply(&EDITS[e], syntax, text, other, &m->rng, &m->edited))
            return ORIGIN_EDIT + e;
    }
    return ORIGIN_MESSAGE;
}

static void make_message(const diff_sources *s, making *m)
{
    const fp_options options = fp_options_default(s->syntax);

    for (size_t i = 0; i < ATTEMPTS; i++) {
        m->text.len = 0;
        message_make(m->generator, s->syntax, &options, 1 + rng_below(&m->rng, CALLS_MAX),
                     &m->text);
        if (!s->utf8 || is_utf8(json_text(&m->text)))
            return;
    }
}

static bool one_message(const visiting *v, making *m, size_t number)
{
    const diff_sources *s = v->sources;
    const fp_json before = m->before;
    char *source = xformat("message %zu of seed %" PRIu64, number, s->seed);
    diff_input input = { .origin = ORIGIN_MESSAGE, .source = source };
    bool goes_on;

    m->before = m->text;
    m->text = before;
    make_message(s, m);
    input.text = json_text(&m->text);
    if (number % WELL_FORMED != 1)
        input.origin = edit_message(m, s->syntax);
    if (input.origin != ORIGIN_MESSAGE) {
        input.base = input.text;
        input.text = json_text(&m->edited);
    }
    goes_on = v->visit(v->context, &input);
    free(source);
    return goes_on;
}

static bool each_message(const visiting *v)
{
    const diff_sources *s = v->sources;
    making m = { .generator = generator_new(s->seed, s->longest), .rng = { s->seed } };
    bool goes_on = true;

    for (size_t n = 1; goes_on && n <= s->generate; n++)
        goes_on = one_message(v, &m, n);
    generator_free(m.generator);
    fp_json_free(&m.text);
    fp_json_free(&m.before);
    fp_json_free(&m.edited);
    return goes_on;
}

bool diff_inputs_each(const diff_sources *sources, diff_visitor *visit, void *context, problems *p)
{
    const visiting v = { sources, visit, context, p };
    const diff_input given = { .text = sources->text ? *sources->text : (fp_str){ 0 },
                               .tools = sources->tools,
                               .origin = ORIGIN_GIVEN,
                               .source = "the command line" };

    if (sources->text && !visit(context, &given))
        return false;
    return each_case(&v) && each_file(&v) && each_message(&v);
}
