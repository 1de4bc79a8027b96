/* SPDX-License-Identifier: Apache-2.0 */
/* tags-reader.h: what reading tags (tags.c) and what tags do (tags-acts.c) share, and what they ask
 * of ids, sections, and arguments in JSON. */
#ifndef FENCEPOST_ENGINES_TAGS_READER_H
#define FENCEPOST_ENGINES_TAGS_READER_H

#include "core/out_around.h"
#include "engines/tags.h"

typedef enum fp_tags_part {
    NO_TAG, /* the start state */
    MARK,   /* in what a tag begins with */
    NAME,   /* after it: in the name, and in what follows the name */

    SECTION_START, /* NO_TAG in a section, after a tag; blanks are held, */
    SECTION_TEXT,  /* or after text; NO_TAG in a quoted value */
    FENCE,         /* before that object, or after it: in what stands around it */
    JSON,          /* in the object of arguments */
    TOO_DEEP,      /* NO_TAG in what is left of one that is too deep: its strings have no tags */
    OWN_LINE       /* in a value that only an end tag on a line of its own ends */
} fp_tags_part;

/* What step() works with. */
typedef struct fp_tags_reader {
    const fp_tags_table *table;
    fp_tags *s;
    fp_out *out;
    const fp_tags_rule (*rules)[FP_TAGS_MAX]; /* of the table, under policy `recovery` */
    bool lenient;
    bool ended; /* the tag is whole before the byte, which is read again */
} fp_tags_reader;

static inline const fp_tags_rule *fp_tags_rule_in(const fp_tags_reader *r, fp_tags_area area,
                                                  unsigned tag)
{
    return &r->rules[area][tag];
}

/* One that quotes a value does so at its first byte alone. */
static inline const fp_tags_rule *fp_tags_rule_of(const fp_tags_reader *r, unsigned tag)
{
    static const fp_tags_rule NONE = { FP_TAGS_NOTHING, FP_TAGS_NO_NAME, NULL };
    const fp_tags_rule *rule = fp_tags_rule_in(r, r->s->area, tag);

    return rule->act == FP_TAGS_QUOTES && !r->s->fresh ? &NONE : rule;
}

/* Whether a tag that does something here is payload, and so not held. */
static inline bool fp_tags_is_payload(const fp_tags_reader *r, unsigned tag)
{
    const uint8_t act = fp_tags_rule_of(r, tag)->act;

    return act < FP_TAGS_WRAPS || (act == FP_TAGS_SETTLES && r->s->nested);
}

/* Whether the bytes are of a value. */
static inline bool fp_tags_in_value(const fp_tags *s)
{
    return s->area == FP_TAGS_VALUE || s->area == FP_TAGS_QUOTED || s->area == FP_TAGS_BRANCH;
}

static inline const fp_tag *fp_tags_this(const fp_tags_reader *r)
{
    return &r->table->tags[r->s->tag];
}

/* Whether the byte is the next one of what is missing of a mark. */
static inline bool fp_tags_goes_on(const fp_tags_reader *r, const char *missing, unsigned char c)
{
    return c == (unsigned char)missing[0] && c && fp_out_may_be_mark(r->out, missing);
}

/* What follows the name of the tag, as far as it was read. */
static inline const char *fp_tags_end(const fp_tags_reader *r)
{
    if (!r->s->flagged)
        return fp_tags_this(r)->end;
    return r->s->flagged > 1 ? r->table->json_also[r->s->flagged - 2].end : r->table->json_end;
}

/* -- moves ----------------------------------------------------------------------------------- */

/* What a tag would be if it were none is decided elsewhere; here it is forgotten. */
void fp_tags_forget(fp_tags *s);

/* The bytes that follow are in this area, at its start. */
void fp_tags_enter(fp_tags *s, fp_tags_area next);

/* The block is not complete, for the clause's reason; reported once. */
void fp_tags_break(fp_tags_reader *r, uint64_t offset, const char *clause);

/* Ends the open call before this offset; own: its block was read to its own end. */
void fp_tags_end_block(fp_tags_reader *r, uint64_t end, bool own, const char *clause);

/* The byte is text, or of a value, whatever comes. */
void fp_tags_pass(fp_tags_reader *r, unsigned char byte);

/* What another notation says in the wrapping tag is text by the clause that shows where it ends. */
const char *fp_tags_clause_of_foreign(const fp_tags_reader *r);

/* All that is held is text. */
void fp_tags_give_up(fp_tags_reader *r, const char *clause);

/* The bytes held before the tag are blanks. */
void fp_tags_mark_lead(fp_tags_reader *r);

/* The rule of the first tag that does this in an area; NULL if there is none. */
const fp_tags_rule *fp_tags_rule_that(const fp_tags_reader *r, fp_tags_area area, fp_tags_act act);

/* -- tags.c, tags-acts.c --------------------------------------------------------------------- */

/* Whether a tag that does something here may begin with this byte. */
bool fp_tags_may_begin(const fp_tags_reader *r, unsigned char c);

/* Holds the byte; gives up what is held if that is over the limit. TAKEN: the byte is taken. */
bool fp_tags_hold(fp_tags_reader *r, unsigned char byte);

/* Does what a tag does that is whole with this byte, which is not held; or before it. */
void fp_tags_act_on(fp_tags_reader *r, unsigned char last);

/* Begins the call of a tag that opens a block. False: it is text instead, its last byte as well. */
bool fp_tags_open_block(fp_tags_reader *r, unsigned char last);

/* -- tags-marks.c ------------------------------------------------------------------------------ */

/* The mark continues with this byte as some tag does; one that is held, if there is such a one.
 * ends: whether one of these marks ends with the byte; it is not set to false. */
bool fp_tags_follow_mark(fp_tags_reader *r, unsigned char c, bool *ends);

/* The tag whose mark is read, if it is whole: one with a name, or one without; FP_TAGS_MAX if there
 * is none. */
unsigned fp_tags_whole_mark(const fp_tags_reader *r, bool named);

/* -- tags-shorter.c ---------------------------------------------------------------------------- */

/* The tag with a name, if there is one, of which what was read of a longer mark is the mark and the
 * beginning of the name, of which note is taken; else FP_TAGS_MAX. */
unsigned fp_tags_shorter_mark(const fp_tags_reader *r);

/* In a part of a value, where no byte of a tag is held: whether the last bytes of what was read of
 * a mark, which the next byte does not continue, are how one begins; they are read so. */
bool fp_tags_read_passed_again(fp_tags_reader *r);

/* -- tags-id.c: the name in a tag, and the id that it may be in ----------------------------- */

/* Whether the name, or id, continues with this byte; then takes note of it. */
bool fp_tags_name_continues(const fp_tags_reader *r, const fp_tags_alphabet *names,
                            unsigned char c);
void fp_tags_note_name(fp_tags_reader *r, unsigned char c);

/* Whether there is a name, and an id with all its parts. */
bool fp_tags_has_name(const fp_tags_reader *r);

/* Whether this byte makes the name of a call longer than its limit, which is then diagnosed. */
bool fp_tags_is_over(fp_tags_reader *r, unsigned char c);

/* The same, of a name or an id with a name in it: while all of it is within the limit, so is the
 * name. */
static inline bool fp_tags_name_is_over(fp_tags_reader *r, unsigned char c)
{
    return r->s->name >= fp_out_limits(r->out)->name && fp_tags_is_over(r, c);
}

/* The name of the call, from the held bytes; borrowed as they are. */
fp_str fp_tags_call_name(const fp_tags_reader *r);

/* Gives the open call its id, if the notation has ids. */
void fp_tags_give_id(fp_tags_reader *r);

/* The first held bytes, up to the end of the name, are of their roles, by these clauses. */
void fp_tags_mark_name(fp_tags_reader *r, fp_role role, const char *of_name, const char *of_front);

/* Whether the byte is a digit of a number in what follows the name; it is counted. */
bool fp_tags_take_digit(fp_tags_reader *r, const char *end, unsigned char c);

/* -- tags-offer.c: names that only tools on offer have ---------------------------------------- */

/* Whether the name, or what it is with this byte after it, is one that the table's tools have. */
bool fp_tags_is_offered(const fp_tags_reader *r, unsigned char next);

/* The same, where most tables ask for no such name. */
static inline bool fp_tags_offers_name(const fp_tags_reader *r, unsigned char next)
{
    return !r->table->offers || fp_tags_is_offered(r, next);
}

/* Of a table with names on offer: where the tag's name with this byte is not one, and is one in
 * another tag of the same mark, it is that tag. */
void fp_tags_choose(fp_tags_reader *r, unsigned char next);

/* -- tags-section.c ---------------------------------------------------------------------------- */

/* All that is held is text; in a section, so are blanks from here to the next tag. */
void fp_tags_resume(fp_tags_reader *r);

/* The same of all but the last bytes held. */
void fp_tags_resume_but(fp_tags_reader *r, size_t last);

/* The blanks held before a tag of a section are framing. */
void fp_tags_frame_lead(fp_tags_reader *r);

/* The tag that is held ends or begins a section. */
void fp_tags_enter_section(fp_tags_reader *r, unsigned char last, const char *clause);
void fp_tags_exit_section(fp_tags_reader *r, unsigned char last, const char *clause);

/* As the parts in tags.c: the byte is taken, or left to be read again and AGAIN returned. */
bool fp_tags_take_section_start(fp_tags_reader *r, unsigned char c);
bool fp_tags_take_section_text(fp_tags_reader *r, unsigned char c);

/* -- tags-line.c: value_framing: own-line (MODEL-3.5) ------------------------------------------ */

/* The open value begins: only an end tag on a line of its own ends it. */
void fp_tags_enter_own_line(fp_tags *s);

bool fp_tags_take_own_line(fp_tags_reader *r, unsigned char c);

/* -- tags-json.c ------------------------------------------------------------------------------- */

/* The tag that is held opens a block of JSON. */
void fp_tags_apply(fp_tags_reader *r, unsigned char last, const char *clause);

/* The byte, in a block, begins an object that is there in place of arguments; it is read again. */
bool fp_tags_begins_body(fp_tags_reader *r, unsigned char c);

/* In a table with such tags: takes note of this byte after a key, if what follows that is of a
 * value which is JSON. */
void fp_tags_note_flag(fp_tags_reader *r, unsigned char c);

/* The open value ends; it is JSON if its tag declared it so. */
void fp_tags_settle(fp_tags_reader *r);

/* What comes is the fence before the object of arguments, or after it. False: there is none. */
bool fp_tags_enter_fence(fp_tags_reader *r);

bool fp_tags_take_fence(fp_tags_reader *r, unsigned char c);
bool fp_tags_take_json(fp_tags_reader *r, unsigned char c);
bool fp_tags_take_too_deep(fp_tags_reader *r, unsigned char c);

/* -- tags-tree.c ------------------------------------------------------------------------------- */

/* Whether values may have parts. */
bool fp_tags_has_trees(const fp_tags_reader *r);

/* The tag that begins or ends a part of the value begins here. */
void fp_tags_note_part(fp_tags_reader *r, uint64_t start);

/* The open value, which may have parts, ends. */
void fp_tags_settle_tree(fp_tags_reader *r);

#endif
