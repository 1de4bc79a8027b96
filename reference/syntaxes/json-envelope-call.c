/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope-call.c: a call object, read as a whole: first where its name and its args are, and
 * then, if it is a call, what it says. Clauses: spec/json-envelope.md, sections 4 to 6 and 8.
 */
#include "syntaxes/json-envelope.h"

#include "core/ascii.h"

#include <stdio.h>
#include <string.h>

enum { TOOL, ARGS };

static const char *const NAMES[] = { "tool", "args" };

/* The first member of a name; places count from the object's brace. */
typedef struct member {
    size_t key;
    size_t begin; /* of the value; 0 if it has not begun */
    size_t end;   /* of the value; 0 if it is not complete */
    bool seen;
} member;

typedef struct object {
    fp_out *out;
    fp_str text;
    uint64_t start;
    fp_env_end how;
    uint32_t limit; /* of brackets, the object's own being the first */
    bool lenient;
    member members[FP_ENV_NAMES];
    uint64_t values; /* bytes of the values so far */
    fp_str longest;  /* run of text in a string that was met so far */
} object;

/* -- bytes ------------------------------------------------------------------------------------- */

/* How many of the bytes, which stand in a string, are text, as for fp_jsonscan_text(). The object
 * is gone over several times, and most of it is in one string, which is looked at once. */
static size_t text_length(object *o, const char *bytes, size_t len)
{
    size_t n;

    if (bytes == o->longest.ptr && len >= o->longest.len)
        return o->longest.len;
    n = fp_jsonscan_text(bytes, len);
    if (n > o->longest.len)
        o->longest = (fp_str){ bytes, n };
    return n;
}

/* The bytes of a range of the object, or those that the inside of a string stands for, and the
 * input byte that each comes from. May be copied, to read something again. */
typedef struct reader {
    fp_str text;
    uint64_t offset; /* of text */
    size_t at;
    bool decodes;
    bool ended;
    fp_env_string string;
    fp_env_decoded decoded;
    size_t next; /* of decoded */
} reader;

static reader read_range(const object *o, size_t begin, size_t end)
{
    return (reader){ .text = { o->text.ptr + begin, end - begin }, .offset = o->start + begin };
}

/* JSON-ENVELOPE-6.4 */
static reader read_string(const object *o, const member *m)
{
    reader in = read_range(o, m->begin + 1, m->end - 1);

    in.decodes = true;
    return in;
}

static bool read_decoded(reader *in, unsigned char *c, uint64_t *offset)
{
    while (in->next == in->decoded.len) {
        const uint64_t at = in->offset + in->at;

        if (in->ended)
            return false;
        in->next = 0;
        in->ended = in->at == in->text.len;
        in->decoded =
            in->ended ? fp_env_string_end(&in->string)
                      : fp_env_string_step(&in->string, (unsigned char)in->text.ptr[in->at++], at);
    }
    *offset = fp_env_decoded_offset(&in->decoded, in->next);
    *c = (unsigned char)in->decoded.bytes[in->next++];
    return true;
}

static bool read_byte(reader *in, unsigned char *c, uint64_t *offset)
{
    if (in->decodes)
        return read_decoded(in, c, offset);
    if (in->at == in->text.len)
        return false;
    *offset = in->offset + in->at;
    *c = (unsigned char)in->text.ptr[in->at++];
    return true;
}

/* -- what is said of an argument --------------------------------------------------------------- */

static void say_lone(const object *o, const fp_env_decoded *d)
{
    if (d->lone)
        fp_out_call_diagnostic(o->out, FP_INVALID_JSON, d->lone_at, "MODEL-1.7");
}

enum { PIECE = 256, ESCAPED = 6 }; /* bytes: of data said at once; of an escape */

/* JSON-ENVELOPE-6.2: how long a byte is in the text of an argument. */
static size_t data_size(unsigned char c, bool in_string)
{
    return in_string && c < 0x20 ? ESCAPED : 1;
}

/* The bytes, of the next count, in the text of a string, of which nothing is to be diagnosed: they
 * are said, if they are data. How many they are. */
static size_t tell_text(object *o, reader *in, size_t count, bool data)
{
    const char *bytes = in->text.ptr + in->at;
    const size_t n = in->decodes ? 0 : text_length(o, bytes, count);

    if (data)
        fp_out_data(o->out, (fp_str){ bytes, n });
    in->at += n;
    return n;
}

/* Goes over the next count bytes, whole tokens: lone surrogates of the strings among them are
 * diagnosed (JSON-ENVELOPE-1.5), and the bytes are said, if they are data. */
static void tell(object *o, reader in, size_t count, bool data)
{
    char piece[PIECE + ESCAPED + 1];
    size_t len = 0;
    bool in_string = false;
    fp_env_string string = { 0 };
    unsigned char c;
    uint64_t at;

    while (count-- && read_byte(&in, &c, &at)) { /* GCOVR_EXCL_BR_LINE: so many bytes are there */
        const bool quote = c == '"' && !string.unescape.state;

        if (in_string) {
            const fp_env_decoded d =
                quote ? fp_env_string_end(&string) : fp_env_string_step(&string, c, at);

            say_lone(o, &d);
        }
        in_string = in_string != quote;
        if (data && data_size(c, in_string) == 1)
            piece[len++] = (char)c;
        else if (data)
            len += (size_t)snprintf(piece + len, ESCAPED + 1, "\\u%04x", c);
        if (len >= PIECE || (in_string && !string.unescape.state && !string.unescape.high)) {
            fp_out_data(o->out, (fp_str){ piece, len });
            len = 0;
            count -= in_string ? tell_text(o, &in, count, data) : 0;
        }
    }
    fp_out_data(o->out, (fp_str){ piece, len });
}

/* A string as decoded, put aside until forgotten. */
static fp_str put_aside(const object *o, const fp_env_decoded *d)
{
    fp_out_put_aside(o->out, (fp_str){ d->bytes, d->len });
    return fp_out_aside(o->out);
}

static void forget(const object *o)
{
    fp_out_drop_aside(o->out, fp_out_aside(o->out).len);
}

/* -- args -------------------------------------------------------------------------------------- */

/* The argument being read, and where. */
typedef struct argument {
    fp_env_scan scan;
    reader in, before; /* behind the last byte, and before it */
    reader key, value; /* from their first bytes on */
    size_t key_count, value_count;
    uint64_t key_at;
    fp_env_string string; /* of the key */
    bool duplicate;
    bool lost;     /* to a limit */
    uint64_t size; /* of the value, as said */
} argument;

/* JSON-ENVELOPE-8.5, 8.7 */
static void lose(const object *o, argument *a, uint64_t offset)
{
    a->lost = true;
    fp_out_limit_exceeded(o->out, offset);
}

static void read_key(const object *o, argument *a, unsigned what, unsigned char c, uint64_t at)
{
    const size_t limit = fp_out_limits(o->out)->key, before = fp_out_aside(o->out).len;
    fp_env_decoded d;

    if (what & FP_ENV_KEY_BEGIN) {
        a->key_at = at;
        a->lost = false;
        forget(o);
        return;
    }
    d = what & FP_ENV_KEY_END ? fp_env_string_end(&a->string)
                              : fp_env_string_step(&a->string, c, at);
    if (put_aside(o, &d).len > limit && !a->lost)
        lose(o, a, fp_env_decoded_offset(&d, limit - before));
}

/* JSON-ENVELOPE-5.5. With the colon, the key is known. */
static void begin_value(const object *o, argument *a)
{
    a->size = 0;
    a->value_count = 0;
    a->duplicate = fp_out_has_arg(o->out, fp_out_aside(o->out));
    if (a->duplicate)
        fp_out_call_diagnostic(o->out, FP_DUPLICATE_ARGUMENT, a->key_at, "JSON-ENVELOPE-5.5");
}

/* JSON-ENVELOPE-8.5: what is skipped is under no limit. */
static void read_value(const object *o, argument *a, size_t size, uint64_t at)
{
    const fp_limits *limits = fp_out_limits(o->out);

    a->value_count++;
    a->size += size;
    if (!a->duplicate && !a->lost &&
        (a->size > limits->value || o->values + a->size > limits->call))
        lose(o, a, at);
}

static void end_value(object *o, argument *a)
{
    const fp_str key = fp_out_aside(o->out);

    if (a->duplicate)
        return;
    if (a->lost) {
        fp_out_arg_lost(o->out, key);
        return;
    }
    o->values += a->size;
    fp_out_arg_begin(o->out, key, a->key_at, false, "JSON-ENVELOPE-5.5");
    fp_out_arg_is_read_json(o->out);
    tell(o, a->key, a->key_count, false);
    tell(o, a->value, a->value_count, true); /* JSON-ENVELOPE-5.3 */
    fp_out_arg_end(o->out);
}

/* Goes over bytes of a value that are nothing else, and under the limits. */
static void skip_text(object *o, argument *a)
{
    const fp_limits *limits = fp_out_limits(o->out);
    const uint64_t size = o->values + a->size;
    const uint64_t of_value = limits->value > a->size ? limits->value - a->size : 0;
    const uint64_t of_call = limits->call > size ? limits->call - size : 0;
    const uint64_t room = of_value < of_call ? of_value : of_call;
    const size_t left = a->in.text.len - a->in.at;
    const size_t most = room < left ? (size_t)room : left;
    const bool in_text = a->scan.in_text && !a->in.decodes;
    const size_t n = in_text ? text_length(o, a->in.text.ptr + a->in.at, most) : 0;

    a->value_count += n;
    a->size += n;
    a->in.at += n;
}

/* One byte of args. */
static void take_byte(object *o, argument *a, unsigned what, unsigned char c, uint64_t at)
{
    if (what & FP_ENV_KEY_BEGIN) {
        a->key = a->before;
        a->key_count = 0;
    }
    if (what & FP_ENV_KEY) {
        a->key_count++;
        read_key(o, a, what, c, at);
    }
    if (what & FP_ENV_COLON)
        begin_value(o, a);
    if (what & FP_ENV_VALUE_BEGIN)
        a->value = a->before;
    if (what & FP_ENV_TOO_DEEP)
        lose(o, a, at);
    if (what & FP_ENV_VALUE)
        read_value(o, a, data_size(c, fp_env_scan_in_string(&a->scan)), at);
    if (what & FP_ENV_VALUE_END)
        end_value(o, a);
}

/* The arguments of the object args, up to its brace, or as far as it goes. */
static void read_args(object *o, reader in)
{
    argument a = { .scan = { .limit = o->limit - 1, .lenient = o->lenient },
                   .in = in,
                   .before = in };
    unsigned what = 0;
    unsigned char c;
    uint64_t at;

    while (!(what & FP_ENV_CLOSED)) {
        skip_text(o, &a);
        if (!read_byte(&a.in, &c, &at))
            break;
        what = fp_env_scan_step(&a.scan, c);
        take_byte(o, &a, what, c, at);
        a.before.at = a.in.at; /* before a key or a value all the rest is as it was */
    }
    forget(o);
}

/* JSON-ENVELOPE-6.4, 6.5: whether args as a string are an object, or blanks; if not, *wrong is the
 * offset of the first wrong byte. */
static bool is_object_in_string(const object *o, const member *args, uint64_t *wrong)
{
    fp_env_scan scan = { .limit = o->limit - 1, .lenient = true };
    reader in = read_string(o, args);
    bool begun = false, opened = false;
    unsigned char c;

    while (read_byte(&in, &c, wrong)) {
        begun = begun || !(fp_is_blank(c) || fp_is_line_end(c));
        if (fp_env_scan_step(&scan, c) & FP_ENV_WRONG || (begun && !opened && c != '{'))
            return false;
        opened = begun;
    }
    *wrong = o->start + args->end - 1;
    return !scan.json.depth;
}

/* -- the object -------------------------------------------------------------------------------- */

static char first_byte(const object *o, const member *m)
{
    if (!m->begin)
        return '\0';
    return o->text.ptr[m->begin];
}

/* JSON-ENVELOPE-6.4, 8.3 */
static bool has_string_args(const object *o)
{
    return o->lenient && o->how == FP_ENV_WHOLE && first_byte(o, &o->members[ARGS]) == '"';
}

/* Walking over the members of the object, once to find the two that count, and once to say them. */
typedef struct walk {
    bool says;
    fp_env_scan scan;
    fp_env_key key;
    size_t key_at;
    member *open; /* whose colon was read; NULL: one that is skipped */
} walk;

static void say_args(object *o, const member *args)
{
    if (first_byte(o, args) == '{')
        read_args(o, read_range(o, args->begin, o->text.len));
    if (!has_string_args(o))
        return;
    tell(o, read_range(o, args->begin, args->end), args->end - args->begin, false);
    read_args(o, read_string(o, args));
}

/* Behind a key. */
static void begin_member(object *o, walk *w)
{
    const unsigned which = fp_env_key_find(&w->key, NAMES);
    member *m = which < FP_ENV_NAMES ? &o->members[which] : NULL;

    if (m && !m->seen)
        *m = (member){ .key = w->key_at, .seen = true };
    if (m && m->key != w->key_at) { /* JSON-ENVELOPE-4.7 */
        if (w->says)
            fp_out_call_diagnostic(o->out, FP_DUPLICATE_ARGUMENT, o->start + w->key_at,
                                   "JSON-ENVELOPE-4.7");
        m = NULL;
    }
    w->open = m;
}

/* JSON-ENVELOPE-8.7. Of args, read_args() has said it; and if they are no object, 8.3. */
static void note_depth(const object *o, const walk *w, size_t at)
{
    if (w->says && w->open != &o->members[ARGS])
        fp_out_limit_exceeded(o->out, o->start + at);
}

static void walk_key(walk *w, unsigned what, unsigned char c, size_t at)
{
    if (what & FP_ENV_KEY_BEGIN) {
        memset(&w->key, 0, sizeof w->key);
        w->key_at = at;
    } else if (!(what & FP_ENV_KEY_END)) {
        fp_env_key_step(&w->key, NAMES, c);
    }
}

static void walk_over(object *o, bool says)
{
    walk w = { .says = says, .scan = { .limit = o->limit, .lenient = o->lenient } };

    o->text = fp_out_held(o->out);
    for (size_t i = 0; i < o->text.len; i++) {
        const unsigned char c = (unsigned char)o->text.ptr[i];
        const unsigned what = fp_env_scan_step(&w.scan, c);

        if (what & FP_ENV_KEY)
            walk_key(&w, what, c, i);
        if (what & FP_ENV_COLON)
            begin_member(o, &w);
        if (what & FP_ENV_VALUE_BEGIN && w.open)
            w.open->begin = i;
        if (what & FP_ENV_VALUE_BEGIN && says && w.open == &o->members[ARGS])
            say_args(o, w.open);
        if (what & FP_ENV_TOO_DEEP)
            note_depth(o, &w, i);
        if (what & FP_ENV_VALUE_END && w.open)
            w.open->end = i + (what & FP_ENV_VALUE ? 1 : 0);
        if (w.scan.in_text)
            i += text_length(o, o->text.ptr + i + 1, o->text.len - i - 1);
    }
}

/* JSON-ENVELOPE-4.5, 4.6: the name is put aside, if there is one. over is the offset at which it is
 * over its limit, 0 if it is not. */
static bool find_name(object *o, uint64_t *over)
{
    const member *tool = &o->members[TOOL];
    const size_t limit = fp_out_limits(o->out)->name;
    fp_env_string string = { 0 };

    *over = 0;
    if (first_byte(o, tool) != '"' || !tool->end)
        return false;
    for (size_t i = tool->begin + 1, before = 0; i < tool->end; i++) {
        const unsigned char c = (unsigned char)o->text.ptr[i];
        const fp_env_decoded d = i + 1 < tool->end ? fp_env_string_step(&string, c, o->start + i)
                                                   : fp_env_string_end(&string);

        if (put_aside(o, &d).len > limit && !*over)
            *over = fp_env_decoded_offset(&d, limit - before);
        before += d.len;
    }
    return fp_out_aside(o->out).len > 0;
}

/* The bytes are framing. False. */
static bool no_call(const object *o, fp_code code, uint64_t offset, const char *clause)
{
    fp_out_diagnostic(o->out, code, offset, clause);
    fp_out_cite(o->out, clause);
    return false;
}

/* Whether the object is a call, complete or not; the name is put aside. */
static bool is_call(object *o)
{
    const member *args = &o->members[ARGS];
    const char first = first_byte(o, args);
    uint64_t at;
    const bool named = find_name(o, &at);

    if (o->how != FP_ENV_WHOLE && named && !at)
        return true;
    if (o->how != FP_ENV_WHOLE)
        return no_call(o, FP_UNTERMINATED_CALL, o->start, "JSON-ENVELOPE-8.2");
    if (!named)
        return no_call(o, FP_BAD_NAME, o->start, "JSON-ENVELOPE-4.5");
    if (at) { /* JSON-ENVELOPE-8.6 */
        fp_out_limit_exceeded(o->out, at);
        fp_out_cite(o->out, "JSON-ENVELOPE-8.6");
        return false;
    }
    if (has_string_args(o) && !is_object_in_string(o, args, &at))
        return no_call(o, FP_INVALID_JSON, at, "JSON-ENVELOPE-6.5");
    if (has_string_args(o) || !first || first == '{' || first == 'n') /* JSON-ENVELOPE-5.1 */
        return true;
    return no_call(o, FP_INVALID_JSON, o->start + args->begin, "JSON-ENVELOPE-5.2");
}

/* The name and the args, whichever comes first, and the rest. */
static void mark_parts(const object *o)
{
    const member *tool = &o->members[TOOL], *args = &o->members[ARGS];
    const size_t end = args->end ? args->end : args->begin ? o->text.len : 0;
    const bool args_first = end && args->begin < tool->begin;

    if (args_first) {
        fp_out_mark_first(o->out, args->begin, FP_ROLE_MARKER);
        fp_out_mark_first(o->out, end - args->begin, FP_ROLE_VALUE);
    }
    fp_out_mark_first(o->out, tool->begin - (args_first ? end : 0), FP_ROLE_MARKER);
    fp_out_mark_first(o->out, tool->end - tool->begin, FP_ROLE_NAME);
    if (end && !args_first) {
        fp_out_mark_first(o->out, args->begin - tool->end, FP_ROLE_MARKER);
        fp_out_mark_first(o->out, end - args->begin, FP_ROLE_VALUE);
    }
    fp_out_mark(o->out, FP_ROLE_MARKER);
}

/* JSON-ENVELOPE-9.3 */
static void say_call(object *o)
{
    const member *tool = &o->members[TOOL];

    forget(o);
    tell(o, read_range(o, tool->begin, tool->end), tool->end - tool->begin, false);
    walk_over(o, true);
    mark_parts(o);
    switch (o->how) {
    case FP_ENV_WHOLE:
        fp_out_call_end(o->out, o->start + o->text.len);
        break;
    case FP_ENV_CUT:
        fp_out_call_cut(o->out, o->start + o->text.len, "JSON-ENVELOPE-8.2");
        break;
    case FP_ENV_UNFINISHED:
        fp_out_call_unfinished(o->out, "JSON-ENVELOPE-8.2");
        break;
    }
}

void fp_env_read_call(fp_out *out, uint32_t depth, fp_env_end end)
{
    fp_env_scan rules;
    object o = { .out = out, .start = fp_out_mark_offset(out), .how = end };

    fp_env_scan_begin(&rules, out);
    o.limit = rules.limit - depth;
    o.lenient = rules.lenient;
    walk_over(&o, false);
    if (is_call(&o) && fp_out_call_begin(out, o.start, fp_out_aside(out))) {
        say_call(&o);
    } else { /* JSON-ENVELOPE-7.2: or a further call */
        forget(&o);
        fp_out_mark(out, FP_ROLE_FRAMING);
    }
}
