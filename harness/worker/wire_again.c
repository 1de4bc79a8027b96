/* SPDX-License-Identifier: Apache-2.0 */
/* wire_again.c: answers that repeat the one before. */
#include "worker/wire_again.h"

#include "worker/wire_check.h"

#include <fencepost/jsontext.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void wire_again_free(wire_again *kept)
{
    fp_json_free(&kept->line);
    fp_json_free(&kept->input);
    fp_outcome_free(kept->outcome);
    *kept = (wire_again){ 0 };
}

/* Takes these bytes off the front. False, with nothing done, if it begins otherwise. */
static bool take(fp_str *text, const char *bytes, size_t len)
{
    if (text->len < len || (len && memcmp(text->ptr, bytes, len) != 0))
        return false;
    text->ptr += len;
    text->len -= len;
    return true;
}

static bool is_same_question(const wire_again *kept, const wire_asked *asked)
{
    return kept->outcome && asked->op == WIRE_PARSE && !asked->timed && !asked->whole &&
           fp_str_equal(asked->input, json_text(&kept->input));
}

/* rest begins where the kept events do. Returns whether it has events there, in *events, and the
 * same bytes after them. */
static bool events_are_good(const wire_again *kept, fp_str rest, const wire_asked *asked,
                            const wire_hello *hello, fp_str *events)
{
    const fp_str old = { kept->line.ptr + kept->events, kept->line.len - kept->events };
    const size_t trailer = kept->line.len - kept->trailer;

    if (rest.len < trailer ||
        memcmp(rest.ptr + rest.len - trailer, kept->line.ptr + kept->trailer, trailer) != 0)
        return false;
    *events = fp_jsontext_trim((fp_str){ rest.ptr, rest.len - trailer });
    return (asked->chunks == kept->chunks && fp_str_equal(rest, old)) ||
           wire_events_good(*events, asked, hello);
}

bool wire_again_is(const wire_again *kept, fp_str line, const wire_asked *asked,
                   const wire_hello *hello, wire_answer *answer)
{
    const char *old = kept->line.ptr;
    fp_str rest = fp_jsontext_trim(line), events = { 0 };
    char id[24];

    if (!is_same_question(kept, asked))
        return false;

    const int digits = snprintf(id, sizeof id, "%" PRIu64, asked->id);

    if (!take(&rest, old, kept->id) || !take(&rest, id, (size_t)digits) ||
        !take(&rest, old + kept->behind_id, kept->events - kept->behind_id))
        return false;
    if (kept->events == kept->line.len ? rest.len > 0
                                       : !events_are_good(kept, rest, asked, hello, &events))
        return false;
    *answer = (wire_answer){
        .paired = true, .outcome = kept->outcome, .events = events, .borrowed = true
    };
    return true;
}

void wire_again_keep(wire_again *kept, fp_str line, const wire_asked *asked, wire_answer *answer)
{
    const fp_str text = fp_jsontext_trim(line), id = fp_jsontext_get(text, "id");
    const size_t at = (size_t)(id.ptr - text.ptr);
    const size_t events = answer->events.len ? (size_t)(answer->events.ptr - text.ptr) : text.len;

    if (asked->op != WIRE_PARSE || asked->timed || asked->whole || answer->made.len ||
        !answer->outcome || events < at)
        return;
    fp_outcome_free(kept->outcome);
    kept->line.len = kept->input.len = 0;
    fp_json_bytes(&kept->line, text);
    fp_json_bytes(&kept->input, asked->input);
    need_memory(!kept->line.failed && !kept->input.failed);
    kept->id = at;
    kept->behind_id = at + id.len;
    kept->events = events;
    kept->trailer = events + answer->events.len;
    kept->chunks = asked->chunks;
    kept->outcome = answer->outcome;
    answer->borrowed = true;
}
