/* SPDX-License-Identifier: Apache-2.0 */
/* object-whole.c: a call that is given out when its object has been read: whether it is one, and
 * then what it is. Each of its arguments is given out as a whole, or not at all. */
#include "engines/object-give.h"

#include "core/ascii.h"
#include "core/out_json.h"
#include "core/out_units.h"

typedef struct whole_call {
    const fp_object *o; /* as it was read; it is read again in */
    fp_object again;
    fp_out *out;
    const fp_object_table *table;
    fp_str text;
    uint64_t start;
    fp_object_ending ending;
    uint64_t values; /* bytes of the values so far */
} whole_call;

/* -- bytes ----------------------------------------------------------------------------------- */

/* The bytes of a part of the object, or those that the inside of a string stands for, and where in
 * the input each comes from. May be copied, to read something again. */
typedef struct source {
    fp_str text;
    uint64_t offset; /* of text */
    size_t at;
    bool decodes, ended;
    fp_unescaped string;
    char bytes[FP_UNESCAPE_MAX]; /* what the last byte of the string brought out */
    size_t count, next;
} source;

static source part(const whole_call *w, uint64_t begin, uint64_t end)
{
    return (source){ .text = { w->text.ptr + (begin - w->start), (size_t)(end - begin) },
                     .offset = begin };
}

/* What a string, quotes included, stands for. */
static source inside(const whole_call *w, uint64_t begin, uint64_t end)
{
    source in = part(w, begin + 1, end - 1);

    in.decodes = true;
    return in;
}

static bool next_decoded(source *in, unsigned char *c, uint64_t *offset)
{
    while (in->next == in->count) {
        const uint64_t at = in->offset + in->at;

        if (in->ended)
            return false;
        in->next = 0;
        in->ended = in->at == in->text.len;
        in->count = in->ended
                        ? fp_unescaped_end(&in->string, in->bytes)
                        : fp_unescaped_step(&in->string, (unsigned char)in->text.ptr[in->at++], at,
                                            in->bytes);
    }
    *offset = in->next < in->string.firsts ? in->string.first : in->string.rest;
    *c = (unsigned char)in->bytes[in->next++];
    return true;
}

static bool next_byte(source *in, unsigned char *c, uint64_t *offset)
{
    if (in->decodes)
        return next_decoded(in, c, offset);
    if (in->at == in->text.len)
        return false;
    *offset = in->offset + in->at;
    *c = (unsigned char)in->text.ptr[in->at++];
    return true;
}

/* -- what is given out of an argument -------------------------------------------------------- */

/* A byte of a string: diagnoses a lone surrogate that it shows. */
static void take_string_byte(fp_out *out, fp_unescaped *string, bool ends, unsigned char c,
                             uint64_t at)
{
    char bytes[FP_UNESCAPE_MAX];
    uint64_t lone;

    if (ends)
        fp_unescaped_end(string, bytes);
    else
        fp_unescaped_step(string, c, at, bytes);
    if (fp_unescaped_lone(string, &lone))
        fp_out_call_diagnostic(out, FP_INVALID_JSON, lone, "MODEL-1.7");
}

/* Of the next count bytes those that are text in a string, and nothing has to be diagnosed of. They
 * are given out, if they are data. */
static size_t take_run(fp_out *out, source *in, size_t count, bool data)
{
    const char *bytes = in->text.ptr + in->at;
    const size_t n = in->decodes ? 0 : fp_jsonscan_text(bytes, count);

    if (data)
        fp_out_data(out, (fp_str){ bytes, n });
    in->at += n;
    return n;
}

enum { PIECE = 256 }; /* bytes of data that are given out at once */

/* Goes over the next count bytes, whole tokens: lone surrogates of the strings among them are
 * diagnosed, each before it is given out, as all bytes are if they are data. */
static void take_tokens(fp_out *out, source in, size_t count, bool data)
{
    char piece[PIECE + FP_OBJECT_ESCAPE];
    size_t len = 0;
    bool in_string = false;
    fp_unescaped string = { 0 };
    unsigned char c;
    uint64_t at;

    while (count-- && next_byte(&in, &c, &at)) { /* GCOVR_EXCL_BR_LINE: so many bytes are there */
        const bool quote = c == '"' && !string.u.state;
        bool plain;

        if (in_string)
            take_string_byte(out, &string, quote, c, at);
        in_string = in_string != quote;
        if (data)
            len += fp_object_escape(c, in_string, piece + len);
        plain = in_string && !string.u.state && !string.u.high;
        if (plain || len >= PIECE) {
            fp_out_data(out, (fp_str){ piece, len });
            len = 0;
        }
        if (plain)
            count -= take_run(out, &in, count, data);
    }
    fp_out_data(out, (fp_str){ piece, len });
}

/* Puts aside what the string of a name or key stands for; how much that is so far. */
static size_t put_aside(fp_out *out, const char *bytes, size_t len)
{
    fp_out_put_aside(out, (fp_str){ bytes, len });
    return fp_out_aside(out).len;
}

static void forget(fp_out *out)
{
    fp_out_drop_aside(out, fp_out_aside(out).len);
}

/* -- arguments ------------------------------------------------------------------------------- */

/* The argument being read, and where. */
typedef struct argument {
    fp_object_scan scan;
    source in, before; /* after the last byte, and before it */
    source key, value; /* from their first bytes on */
    size_t key_count, value_count;
    bool value_escapes; /* there is an escape in the value that may be of a surrogate */
    uint64_t key_at;
    fp_unescaped string; /* of the key */
    bool duplicate;
    bool lost;     /* to a limit */
    uint64_t size; /* of the value, as given out */
} argument;

static void lose_argument(const whole_call *w, argument *a, uint64_t offset)
{
    a->lost = true;
    fp_out_limit_exceeded(w->out, offset);
}

static void read_key(const whole_call *w, argument *a, unsigned what, unsigned char c, uint64_t at)
{
    const size_t limit = fp_out_limits(w->out)->key, before = fp_out_aside(w->out).len;
    char bytes[FP_UNESCAPE_MAX];
    size_t count;

    if (what & FP_OBJECT_KEY_BEGIN) {
        a->key = a->before;
        a->key_count = 0;
        a->key_at = at;
        a->lost = false;
        forget(w->out);
    }
    a->key_count++;
    if (what & FP_OBJECT_KEY_BEGIN)
        return;
    count = what & FP_OBJECT_KEY_END ? fp_unescaped_end(&a->string, bytes)
                                     : fp_unescaped_step(&a->string, c, at, bytes);
    if (put_aside(w->out, bytes, count) > limit && !a->lost)
        lose_argument(w, a, limit - before < a->string.firsts ? a->string.first : a->string.rest);
}

/* With the colon, the key is known. */
static void begin_argument(const whole_call *w, argument *a)
{
    a->size = 0;
    a->value_count = 0;
    a->value_escapes = a->in.decodes;
    a->duplicate = fp_out_has_arg(w->out, fp_out_aside(w->out));
    if (a->duplicate)
        fp_out_call_diagnostic(w->out, FP_DUPLICATE_ARGUMENT, a->key_at,
                               w->table->clauses.duplicate);
}

/* What is skipped is under no limit. */
static void read_value(const whole_call *w, argument *a, unsigned char c, uint64_t at)
{
    const fp_limits *limits = fp_out_limits(w->out);
    char bytes[FP_OBJECT_ESCAPE];
    const size_t size = fp_object_escape(c, fp_jsonscan_in_string(&a->scan.json), bytes);

    a->value_count++;
    a->value_escapes = a->value_escapes || c == '\\'; /* skip_text() has the others */
    a->size += size;
    if (!a->duplicate && !a->lost &&
        (a->size > limits->value || w->values + a->size > limits->call))
        lose_argument(w, a, at);
}

static void end_argument(whole_call *w, argument *a)
{
    const fp_str key = fp_out_aside(w->out);

    if (a->duplicate)
        return;
    if (a->lost) {
        fp_out_arg_lost(w->out, key);
        return;
    }
    w->values += a->size;
    fp_out_arg_begin(w->out, key, a->key_at, false, w->table->clauses.duplicate);
    fp_out_arg_is_read_json(w->out);
    if (a->key_count > key.len + 2) /* an escape is longer than what it stands for */
        take_tokens(w->out, a->key, a->key_count, false);
    if (a->value_escapes || a->size > a->value_count)
        take_tokens(w->out, a->value, a->value_count, true);
    else
        fp_out_data(w->out, (fp_str){ a->value.text.ptr + a->value.at, a->value_count });
    fp_out_arg_end(w->out);
}

/* Goes over bytes of a value that are nothing else, and under the limits. */
static void skip_text(const whole_call *w, argument *a)
{
    const fp_limits *limits = fp_out_limits(w->out);
    const uint64_t size = w->values + a->size;
    const uint64_t of_value = limits->value > a->size ? limits->value - a->size : 0;
    const uint64_t of_call = limits->call > size ? limits->call - size : 0;
    const uint64_t room = of_value < of_call ? of_value : of_call;
    const size_t left = a->in.text.len - a->in.at;
    const size_t most = room < left ? (size_t)room : left;
    const size_t n =
        a->in.decodes ? 0 : fp_object_scan_text(&a->scan, a->in.text.ptr + a->in.at, most);

    a->value_count += n;
    a->size += n;
    a->in.at += n;
}

/* One byte of the arguments. */
static void take_byte(whole_call *w, argument *a, unsigned what, unsigned char c, uint64_t at)
{
    if (what & FP_OBJECT_KEY)
        read_key(w, a, what, c, at);
    if (what & FP_OBJECT_COLON)
        begin_argument(w, a);
    if (what & FP_OBJECT_VALUE_BEGIN)
        a->value = a->before;
    if (what & FP_OBJECT_TOO_DEEP)
        lose_argument(w, a, at);
    if (what & FP_OBJECT_VALUE)
        read_value(w, a, c, at);
    if (what & FP_OBJECT_VALUE_END)
        end_argument(w, a);
}

/* The arguments of an object, up to its brace, or as far as it goes; how many bytes that are. */
static size_t take_arguments(whole_call *w, source in)
{
    argument a = { .scan = { .outer = w->o->scan.outer + 1 }, .in = in, .before = in };
    unsigned what;
    unsigned char c;
    uint64_t at;

    do {
        skip_text(w, &a);
        if (!next_byte(&a.in, &c, &at))
            break;
        what = fp_object_scan_step(&a.scan, w->out, c);
        take_byte(w, &a, what, c, at);
        a.before.at = a.in.at; /* before a key or a value all the rest is as it was */
    } while (!(what & FP_OBJECT_CLOSED));
    forget(w->out);
    return a.in.at;
}

/* -- whether it is a call -------------------------------------------------------------------- */

/* Whether the arguments are what a string stands for, if it can be. */
static bool has_text(const whole_call *w)
{
    return w->o->arguments == '"' && w->ending == FP_OBJECT_WHOLE && fp_object_takes_text(w->out);
}

/* Whether the string of the arguments stands for an object, or blanks; if not, *wrong is the offset
 * of the first wrong byte. */
static bool is_object_in_text(const whole_call *w, uint64_t *wrong)
{
    fp_object_scan scan = { .outer = w->o->scan.outer + 1 };
    source in = inside(w, w->o->arguments_at, w->o->arguments_end);
    bool begun = false, opened = false;
    unsigned char c;

    while (next_byte(&in, &c, wrong)) {
        begun = begun || !fp_is_space(c);
        if (fp_object_scan_step(&scan, w->out, c) & FP_OBJECT_WRONG ||
            (begun && !opened && c != '{'))
            return false;
        opened = begun;
    }
    *wrong = w->o->arguments_end - 1;
    return !scan.json.depth;
}

/* The bytes are framing. False. */
static bool no_call(const whole_call *w, fp_code code, uint64_t offset, const char *clause)
{
    fp_out_diagnostic(w->out, code, offset, clause);
    fp_out_cite(w->out, clause);
    return false;
}

/* Whether the object is a call, complete or not. */
static bool is_call(const whole_call *w)
{
    const fp_object *o = w->o;
    const char first = (char)o->arguments;
    uint64_t wrong;

    if (w->ending != FP_OBJECT_WHOLE && o->naming != FP_OBJECT_NAMED)
        return no_call(w, FP_UNTERMINATED_CALL, w->start, w->table->clauses.unfinished);
    if (o->naming != FP_OBJECT_NAMED) {
        fp_object_refuse_name(o, w->out, w->start);
        fp_out_cite(w->out, o->naming == FP_OBJECT_LONG_NAME ? w->table->clauses.long_name
                                                             : w->table->clauses.bad_name);
        return false;
    }
    if (w->ending != FP_OBJECT_WHOLE)
        return true;
    if (has_text(w) && !is_object_in_text(w, &wrong))
        return no_call(w, FP_INVALID_JSON, wrong, w->table->clauses.bad_text);
    if (has_text(w) || !first || first == '{' || first == 'n')
        return true;
    return no_call(w, FP_INVALID_JSON, o->arguments_at, w->table->clauses.bad_arguments);
}

/* -- the call -------------------------------------------------------------------------------- */

static bool begin_named(const whole_call *w)
{
    const uint64_t at = w->o->name_at, end = w->o->name_end;
    source in = inside(w, at, end);
    unsigned char c;
    uint64_t offset;
    bool begun;

    while (next_byte(&in, &c, &offset))
        put_aside(w->out, (const char *)&c, 1);
    begun = fp_out_call_begin(w->out, w->start, fp_out_aside(w->out));
    forget(w->out);
    if (begun)
        take_tokens(w->out, part(w, at, end), (size_t)(end - at), false);
    return begun;
}

/* The value of the arguments begins here. How many bytes of it are gone over: of an object all, and
 * for the object that it is in it is an empty one. */
static size_t give_arguments(whole_call *w, unsigned char c, uint64_t offset)
{
    size_t count = 1;

    fp_out_at(w->out, w->start);
    if (c == '{') {
        count = take_arguments(w, part(w, offset, w->start + w->text.len));
        fp_object_read(&w->again, w->out, '}', offset);
    } else if (has_text(w)) {
        const uint64_t end = w->o->arguments_end;

        take_tokens(w->out, part(w, offset, end), (size_t)(end - offset), false);
        take_arguments(w, inside(w, offset, end));
    }
    return count;
}

static size_t give_part(void *context, fp_str bytes, fp_role *role)
{
    whole_call *w = context;
    fp_object *o = &w->again;
    const unsigned char c = (unsigned char)bytes.ptr[0];
    const uint64_t offset = w->start + (uint64_t)(bytes.ptr - w->text.ptr);
    const unsigned what = fp_object_read(o, w->out, c, offset);

    *role = fp_object_role(o, what);
    if (what & FP_OBJECT_COLON)
        fp_object_give_again(o, w->out);
    if (what & FP_OBJECT_TOO_DEEP && o->member != FP_OBJECT_ARGUMENTS)
        fp_out_limit_exceeded(w->out, offset);
    if (what & FP_OBJECT_VALUE_BEGIN && o->member == FP_OBJECT_ARGUMENTS)
        return give_arguments(w, c, offset);
    return 1;
}

void fp_object_give_whole(const fp_object *o, fp_out *out, fp_object_ending ending)
{
    const fp_object_table *table = fp_out_table(out);
    whole_call w = { .o = o,
                     .again = { .begun = true, .scan = { .outer = o->scan.outer } },
                     .out = out,
                     .table = table,
                     .text = fp_out_held(out),
                     .start = fp_out_mark_offset(out),
                     .ending = ending };

    if (!is_call(&w) || !begin_named(&w)) {
        fp_out_mark(out, FP_ROLE_FRAMING);
        return;
    }
    fp_out_mark_each(out, w.text.len, give_part, &w);
    if (ending == FP_OBJECT_WHOLE)
        fp_out_call_end(out, w.start + w.text.len);
    else if (ending == FP_OBJECT_CUT)
        fp_out_call_cut(out, w.start + w.text.len, table->clauses.unfinished);
    else
        fp_out_call_unfinished(out, table->clauses.unfinished);
}
