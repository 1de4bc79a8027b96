/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_bytes.c: changes that know nothing of the input, as every fuzzer makes them. */
#include "seed/mutate.h"
#include "seed/mutate_parts.h"

enum { RANGE_MAX = 64 };

static bool flip_bit(mutation *m)
{
    size_t at;
    char byte;

    if (!m->text.len)
        return false;
    at = rng_below(m->rng, m->text.len);
    byte = (char)((unsigned char)m->text.ptr[at] ^ (1u << rng_below(m->rng, 8)));
    return mutate_replace(m, at, at + 1, (fp_str){ &byte, 1 });
}

static bool set_byte(mutation *m)
{
    const char byte = (char)(unsigned char)rng_next(m->rng);
    size_t at;

    if (!m->text.len)
        return false;
    at = rng_below(m->rng, m->text.len);
    return byte != m->text.ptr[at] && mutate_replace(m, at, at + 1, (fp_str){ &byte, 1 });
}

static bool insert_byte(mutation *m)
{
    const char byte = (char)(unsigned char)rng_next(m->rng);
    const size_t at = rng_below(m->rng, m->text.len + 1);

    return mutate_replace(m, at, at, (fp_str){ &byte, 1 });
}

static bool drop_range(mutation *m)
{
    size_t start, end;

    if (!m->text.len)
        return false;
    mutate_range(m, RANGE_MAX, &start, &end);
    return mutate_replace(m, start, end, (fp_str){ 0 });
}

/* A part of an input put in somewhere else. */
static bool insert_part(mutation *m, fp_str of)
{
    const size_t at = rng_below(m->rng, m->text.len + 1);
    size_t start, len;

    if (!of.len)
        return false;
    start = rng_below(m->rng, of.len);
    len = 1 + rng_below(m->rng, of.len - start < RANGE_MAX ? of.len - start : RANGE_MAX);
    return mutate_replace(m, at, at, (fp_str){ of.ptr + start, len });
}

static bool copy_range(mutation *m)
{
    return insert_part(m, m->text);
}

static bool insert_other_bytes(mutation *m)
{
    return insert_part(m, m->other);
}

/* The same byte, so often that a length passes a limit that programs are fond of. */
static bool repeat_byte(mutation *m)
{
    static const size_t LENGTHS[] = { 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257 };
    const size_t count = LENGTHS[rng_below(m->rng, sizeof LENGTHS / sizeof *LENGTHS)];
    size_t at;

    if (!m->text.len)
        return false;
    at = rng_below(m->rng, m->text.len);
    fp_json_bytes(m->out, mutate_part(m, 0, at));
    for (size_t i = 0; i < count; i++)
        fp_json_bytes(m->out, mutate_part(m, at, at + 1));
    fp_json_bytes(m->out, mutate_part(m, at, m->text.len));
    return true;
}

/* The beginning of this one, and the end of another. */
static bool cross_bytes(mutation *m)
{
    if (!m->other.len)
        return false;
    const size_t there = rng_below(m->rng, m->other.len);

    fp_json_bytes(m->out, mutate_part(m, 0, rng_below(m->rng, m->text.len + 1)));
    fp_json_bytes(m->out, (fp_str){ m->other.ptr + there, m->other.len - there });
    return true;
}

const mutate_operator MUTATE_BYTE_OPERATORS[] = {
    { "flip-bit", MUTATE_BYTES, flip_bit },
    { "set-byte", MUTATE_BYTES, set_byte },
    { "insert-byte", MUTATE_BYTES, insert_byte },
    { "drop-range", MUTATE_BYTES, drop_range },
    { "copy-range", MUTATE_BYTES, copy_range },
    { "repeat-byte", MUTATE_BYTES, repeat_byte },
    { "cross-bytes", MUTATE_BYTES, cross_bytes },
    { "insert-other-bytes", MUTATE_BYTES, insert_other_bytes },
    { NULL, 0, NULL },
};
