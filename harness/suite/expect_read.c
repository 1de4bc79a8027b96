/* SPDX-License-Identifier: Apache-2.0 */
/* expect_read.c: reads `expect` of a case file. */
#include "suite/expect_read.h"

#include "base/values.h"

#include <stdlib.h>
#include <string.h>

static bool wrong(const place *at, const char *what)
{
    return problem(at->p, at->file, at->id, "%s", what);
}

/* -- bytes ----------------------------------------------------------------------------------- */

/* Writes the string so many times, as few copies of what is there already. */
static void fill(char *to, fp_str str, size_t times)
{
    const size_t len = str.len * times;

    memcpy(to, str.ptr, str.len);
    for (size_t done = str.len, more; done < len; done += more) {
        more = done < len - done ? done : len - done;
        memcpy(to + done, to, more);
    }
}

/* Bytes: a text that is longer is a mistake, or meant to exhaust memory. */
enum { PARTS_MOST = 1 << 28 };

/* Appends a part of a long text: a string, or {"repeat", "times"}. */
static bool add_part(const json_t *part, char **text, size_t *len)
{
    const json_t *repeated = json_object_get(part, "repeat");
    const json_int_t times = json_integer_value(json_object_get(part, "times"));
    const fp_str str = json_str(json_is_string(part) ? part : repeated);
    const size_t count = json_is_string(part) ? 1 : times > 0 ? (size_t)times : 0;

    if (!str.ptr || count == 0 || (!json_is_string(part) && json_object_size(part) != 2))
        return false;
    if (str.len && count > (PARTS_MOST - *len) / str.len)
        return false;

    char *grown = xcalloc(*len + str.len * count + 1, 1);

    if (*len)
        memcpy(grown, *text, *len);
    if (str.len)
        fill(grown + *len, str, count);
    free(*text);
    *text = grown;
    *len += str.len * count;
    return true;
}

static bool read_parts(const json_t *parts, fp_str *bytes)
{
    char *text = NULL;
    size_t i, len = 0;
    json_t *part;

    json_array_foreach (parts, i, part) {
        if (!add_part(part, &text, &len)) {
            free(text);
            return false;
        }
    }
    *bytes = (fp_str){ text, len };
    return text != NULL;
}

bool bytes_read(const json_t *object, const char *name, const place *at, fp_str *bytes, bool *found)
{
    char *base64_name = xformat("%s_base64", name), *parts_name = xformat("%s_parts", name);
    const json_t *plain = json_object_get(object, name);
    const json_t *base64 = json_object_get(object, base64_name);
    const json_t *parts = json_object_get(object, parts_name);
    bool good = true;

    free(base64_name);
    free(parts_name);
    *found = plain || base64 || parts;
    *bytes = (fp_str){ 0 };
    if ((plain != NULL) + (base64 != NULL) + (parts != NULL) > 1)
        return problem(at->p, at->file, at->id, "\"%s\" is given twice", name);
    if (plain && !json_is_string(plain))
        return problem(at->p, at->file, at->id, "\"%s\" is not a string", name);
    if (plain)
        *bytes = xcopy(json_str(plain));
    if (base64 && !(json_is_string(base64) && base64_decode(json_str(base64), bytes)))
        good = problem(at->p, at->file, at->id, "\"%s_base64\" is not base64", name);
    if (parts && !read_parts(parts, bytes))
        good = problem(
            at->p, at->file, at->id,
            "\"%s_parts\" is not an array of strings and {\"repeat\", \"times\"}, of at most "
            "256 MiB in all",
            name);
    return good;
}

/* -- calls ----------------------------------------------------------------------------------- */

/* A list's items as ranges of one text, as a parser has them; what is read goes with the value. */
static bool read_base64_items(const json_t *array, fp_value *value)
{
    size_t i, len = 0;
    json_t *item;

    json_array_foreach (array, i, item)
        len += json_string_length(item); /* more than it stands for */

    char *text = xcalloc(len + 1, 1);
    fp_str *items = xcalloc(json_array_size(array), sizeof *items);

    *value = (fp_value){ .kind = FP_VALUE_LIST, .text = { text, 0 }, .items = items };
    json_array_foreach (array, i, item) {
        fp_str bytes;

        if (!json_is_string(item) || !base64_decode(json_str(item), &bytes))
            return false;
        memcpy(text + value->text.len, bytes.ptr, bytes.len);
        items[value->item_count++] = (fp_str){ text + value->text.len, bytes.len };
        value->text.len += bytes.len;
        free((char *)(uintptr_t)bytes.ptr);
    }
    return true;
}

/* A string of base64, or an array of such for a list; what is read is the caller's, good or not. */
static bool read_base64(const json_t *json, fp_value *value)
{
    *value = (fp_value){ .kind = FP_VALUE_STRING };
    if (json_is_array(json))
        return read_base64_items(json, value);
    return json_is_string(json) && base64_decode(json_str(json), &value->text);
}

static bool read_inputs(const json_t *json, const place *at, fp_call *call)
{
    static const char *const NAMES[] = { "input", "input_base64", "input_parts" };
    const json_t *text = json_object_get(json, "input_json");
    const char *key;
    json_t *member;
    fp_value value;

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (json_object_get(json, NAMES[i]) && !json_is_object(json_object_get(json, NAMES[i])))
            return problem(at->p, at->file, at->id, "\"%s\" of a call is not an object", NAMES[i]);
    if (text && (!json_is_string(text) || !call_add_json(call, json_str(text))))
        return wrong(at, "\"input_json\" of a call is not the text of a JSON object");
    json_object_foreach (json_object_get(json, "input"), key, member) {
        if (!value_from_json(member, false, &value))
            return wrong(at, "a value of \"input\" cannot be read");
        call_add(call, fp_str_of(key), value);
    }
    json_object_foreach (json_object_get(json, "input_base64"), key, member) {
        if (!read_base64(member, &value)) {
            value_free(&value);
            return wrong(at, "a value of \"input_base64\" is not base64");
        }
        call_add(call, fp_str_of(key), value);
    }
    json_object_foreach (json_object_get(json, "input_parts"), key, member) {
        value = (fp_value){ .kind = FP_VALUE_STRING };
        if (!read_parts(member, &value.text))
            return wrong(at, "a value of \"input_parts\" is not an array of parts");
        call_add(call, fp_str_of(key), value);
    }
    return true;
}

static bool read_span(const json_t *span, const place *at, expected_call *e)
{
    if (!span)
        return true;
    if (json_array_size(span) != 2 || !json_is_integer(json_array_get(span, 0)) ||
        !json_is_integer(json_array_get(span, 1)) ||
        json_integer_value(json_array_get(span, 0)) < 0 ||
        json_integer_value(json_array_get(span, 1)) < json_integer_value(json_array_get(span, 0)))
        return wrong(at, "\"span\" is not [start, end]");
    e->judge_span = true;
    e->call.start = (uint64_t)json_integer_value(json_array_get(span, 0));
    e->call.end = (uint64_t)json_integer_value(json_array_get(span, 1));
    return true;
}

bool expected_call_read(const json_t *json, const place *at, expected_call *e)
{
    static const char *const MEMBERS[] = { "name",         "name_base64", "id",         "input",
                                           "input_base64", "input_parts", "input_json", "span",
                                           "complete",     NULL };
    const json_t *id = json_object_get(json, "id");
    const json_t *complete = json_object_get(json, "complete");
    bool named;

    if (!json_is_object(json) || !json_only(json, MEMBERS, at->file, at->id, at->p))
        return wrong(at, "a call of \"calls\" is wrong");
    if (complete && !json_is_boolean(complete))
        return wrong(at, "\"complete\" is neither true nor false");
    e->call.complete = !json_is_false(complete);
    e->judge_input = json_object_get(json, "input") || json_object_get(json, "input_base64") ||
                     json_object_get(json, "input_parts") || json_object_get(json, "input_json");
    e->judge_id = id != NULL;
    if (id && !json_is_string(id))
        return wrong(at, "\"id\" of a call is not a string");
    if (id)
        e->call.id = xcopy(json_str(id));
    if (e->call.complete && !e->judge_input)
        return wrong(at, "a complete call has no \"input\"; write {} for none");
    if (!bytes_read(json, "name", at, &e->call.name, &named))
        return false;
    if (!named)
        return wrong(at, "a call has no \"name\"");
    return read_inputs(json, at, &e->call) && read_span(json_object_get(json, "span"), at, e);
}

static bool read_calls(const json_t *calls, const place *at, expectation *e)
{
    size_t i;
    json_t *call;

    if (!json_is_array(calls))
        return wrong(at, "\"expect\" has no array \"calls\"");
    e->calls = xcalloc(json_array_size(calls), sizeof *e->calls);
    json_array_foreach (calls, i, call) {
        e->call_count++;
        if (!expected_call_read(call, at, &e->calls[i]))
            return false;
    }
    return true;
}

/* -- diagnostics and emit -------------------------------------------------------------------- */

static bool read_diagnostic(const json_t *json, const place *at, expected_diagnostic *d)
{
    static const char *const MEMBERS[] = { "code", "offset", "clause", NULL };
    const json_t *code = json_object_get(json, "code");
    const json_t *offset = json_object_get(json, "offset");
    const json_t *clause = json_object_get(json, "clause");

    if (!json_is_object(json) || !json_only(json, MEMBERS, at->file, at->id, at->p))
        return wrong(at, "a diagnostic is wrong");
    if (!json_is_string(code) || !fp_code_find(json_str(code), &d->code))
        return problem(at->p, at->file, at->id,
                       "a diagnostic has the unknown code \"%s\"; MODEL-1.5 lists them",
                       code ? json_string_value(code) : "");
    if (offset && (!json_is_integer(offset) || json_integer_value(offset) < 0))
        return wrong(at, "the \"offset\" of a diagnostic is not an offset");
    d->judge_offset = offset != NULL;
    d->offset = offset ? (uint64_t)json_integer_value(offset) : 0;
    if (clause && !json_is_string(clause))
        return wrong(at, "the \"clause\" of a diagnostic is not a string");
    d->clause = json_string_value(clause);
    return true;
}

static int by_offset(const void *a, const void *b)
{
    const expected_diagnostic *x = a, *y = b;

    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

static bool read_diagnostics(const json_t *diagnostics, const place *at, expectation *e)
{
    bool offsets = true;
    size_t i;
    json_t *diagnostic;

    if (diagnostics && !json_is_array(diagnostics))
        return wrong(at, "\"diagnostics\" is not an array");
    e->diagnostics = xcalloc(json_array_size(diagnostics), sizeof *e->diagnostics);
    json_array_foreach (diagnostics, i, diagnostic) {
        if (!read_diagnostic(diagnostic, at, &e->diagnostics[i]))
            return false;
        e->diagnostic_count++;
        offsets = offsets && e->diagnostics[i].judge_offset;
    }
    if (offsets && e->diagnostic_count)
        qsort(e->diagnostics, e->diagnostic_count, sizeof *e->diagnostics, by_offset);
    return true;
}

static bool read_emit(const json_t *json, const place *at, expected_emit *emit)
{
    static const char *const MEMBERS[] = { "event", "nth", "bytes", "at", NULL };
    const json_t *event = json_object_get(json, "event");
    const json_t *when = json_object_get(json, "at");
    const json_int_t nth = json_integer_value(json_object_get(json, "nth"));
    const json_int_t bytes = json_integer_value(json_object_get(json, "bytes"));

    if (!json_is_object(json) || !json_only(json, MEMBERS, at->file, at->id, at->p))
        return wrong(at, "a row of \"emit\" is wrong");
    if (!json_is_string(event) || !fp_event_find(json_str(event), &emit->event))
        return wrong(at, "a row of \"emit\" names no event of MODEL-2.1");

    const bool payload = emit->event == FP_EVENT_TEXT || emit->event == FP_EVENT_REASONING ||
                         emit->event == FP_EVENT_ARG_DATA;

    if (payload ? bytes < 1 || nth : nth < 1 || bytes)
        return wrong(
            at,
            "\"emit\" counts text, reasoning and arg_data in \"bytes\", other events by \"nth\"");
    emit->nth = (size_t)nth;
    emit->bytes = (size_t)bytes;
    if (json_is_integer(when) && json_integer_value(when) >= 0)
        emit->at = (size_t)json_integer_value(when);
    else if (json_is_string(when) && strcmp(json_string_value(when), "end") == 0)
        emit->at = EMIT_AT_END;
    else
        return wrong(at, "\"at\" of a row of \"emit\" is neither an offset nor \"end\"");
    return true;
}

static bool read_emits(const json_t *emits, const place *at, expectation *e)
{
    size_t i;
    json_t *emit;

    if (emits && json_array_size(emits) == 0)
        return wrong(at, "\"emit\" is not an array, or is empty");
    e->emits = xcalloc(json_array_size(emits), sizeof *e->emits);
    json_array_foreach (emits, i, emit) {
        if (!read_emit(emit, at, &e->emits[i]))
            return false;
        e->emit_count++;
    }
    return true;
}

/* -- the whole ------------------------------------------------------------------------------- */

bool expectation_read(const json_t *json, const place *at, expectation *e)
{
    static const char *const MEMBERS[] = { "text",      "text_base64",      "text_parts",
                                           "reasoning", "reasoning_base64", "reasoning_parts",
                                           "calls",     "diagnostics",      "emit",
                                           NULL };
    bool found;

    *e = (expectation){ 0 };
    if (!json_is_object(json))
        return wrong(at, "\"expect\" is missing, or no object");
    if (!json_only(json, MEMBERS, at->file, at->id, at->p) ||
        !bytes_read(json, "text", at, &e->text, &found))
        return false;
    if (!found)
        return wrong(at, "\"expect\" has no \"text\"; write \"\" for none");
    if (!bytes_read(json, "reasoning", at, &e->reasoning, &found))
        return false;
    return read_calls(json_object_get(json, "calls"), at, e) &&
           read_diagnostics(json_object_get(json, "diagnostics"), at, e) &&
           read_emits(json_object_get(json, "emit"), at, e);
}

void expectation_free(expectation *e)
{
    for (size_t i = 0; i < e->call_count; i++)
        call_free(&e->calls[i].call);
    free(e->calls);
    free(e->diagnostics);
    free(e->emits);
    free((char *)(uintptr_t)e->text.ptr);
    free((char *)(uintptr_t)e->reasoning.ptr);
}
