/* SPDX-License-Identifier: Apache-2.0 */
/* scan.c: references in a text.
 *
 * Where the beginning of a reference turns out not to be one, the search continues after its first
 * byte (VAULT-1.9). It is linear all the same: white space begins nothing, and an id has no quote.
 * So of all beginnings within an id only one that ends with its closing quote is read further after
 * the id.
 */
#include <fencepost/vault.h>

#include <string.h>

/* What is being read: at stands after what was read of it. */
typedef struct cursor {
    fp_str text;
    size_t at;
} cursor;

static bool at_end(const cursor *c)
{
    return c->at == c->text.len;
}

/* Reads these bytes; the letters, which are lower-case here, in either case. */
static bool read_word(cursor *c, const char *word)
{
    const size_t len = strlen(word);

    if (c->text.len - c->at < len)
        return false;
    for (size_t i = 0; i < len; i++) {
        const char byte = c->text.ptr[c->at + i];

        if (byte != word[i] && !(word[i] >= 'a' && word[i] <= 'z' && byte == word[i] - 'a' + 'A'))
            return false;
    }
    c->at += len;
    return true;
}

/* VAULT-1.4. */
static bool read_space(cursor *c)
{
    const size_t begin = c->at;

    while (!at_end(c) && (c->text.ptr[c->at] == ' ' ||
                          (c->text.ptr[c->at] >= '\t' && c->text.ptr[c->at] <= '\r')))
        c->at++;
    return c->at > begin;
}

static bool on_quote(const cursor *c)
{
    return !at_end(c) && (c->text.ptr[c->at] == '"' || c->text.ptr[c->at] == '\'');
}

/* VAULT-1.5 to VAULT-1.7: the id and its quotes. */
static bool read_id(cursor *c, fp_str *id)
{
    if (!on_quote(c))
        return false;
    id->ptr = c->text.ptr + ++c->at;
    while (!at_end(c) && !on_quote(c))
        c->at++;
    id->len = (size_t)(c->text.ptr + c->at - id->ptr);
    if (at_end(c) || !id->len)
        return false;
    c->at++;
    return true;
}

static bool read_end(cursor *c)
{
    read_space(c);
    return read_word(c, "/>}}");
}

bool fp_vault_find(fp_str text, size_t from, fp_vault_ref *ref, uint64_t *work)
{
    for (size_t at = from; at < text.len;) {
        const char *brace = memchr(text.ptr + at, '{', text.len - at);
        const size_t begin = brace ? (size_t)(brace - text.ptr) : text.len;
        cursor c = { text, begin };
        const bool whole = read_word(&c, "{{<vaultref") && read_space(&c) && read_word(&c, "id=") &&
                           read_id(&c, &ref->id) && read_end(&c);

        if (work)
            *work += c.at - at + 1;
        if (whole) {
            ref->at = begin;
            ref->len = c.at - begin;
            return true;
        }
        at = begin + 1;
    }
    return false;
}
