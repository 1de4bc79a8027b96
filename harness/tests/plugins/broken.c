/* SPDX-License-Identifier: Apache-2.0 */
/* broken.c: plugins with one fault each: plugin.py compiles it with -D FAULT=NAME. Without a fault
 * it is a syntax whose input is all text.
 */
#include <fencepost/plugin.h>
#include <fencepost/tags.h>

enum {
    NONE,
    OTHER_ABI,
    OTHER_SIZES,
    NO_PLUGIN,
    NO_ROWS,
    UNDEFINED_SYMBOL,
    NO_ID,
    BAD_ID,
    RESERVED_ID,
    TAKEN_ID,
    NO_STEP,
    NO_FINISH,
    NO_TITLE,
    NO_MARKERS,
    NO_COMPLETIONS,
    EMPTY_MARKER,
    EMPTY_DERIVED_MARKER,
    BAD_POLICY,
    LEADS_WITHOUT_EASE,
    EASE_WITHOUT_LEADS,
    GAP_IN_LEADS,
    EMPTY_LEAD,
    NO_TABLE,
    SMALL_STATE,
    BLOCKS_END_EARLY,
    NO_CLAUSE,
    NO_RULES,
    NO_STATE,
    NO_POLICY_CLAUSE,
    NO_MARKS_OF_REASONING,
    EMPTY_MARK_OF_REASONING,
    ENCODED, /* no fault: its text is that of JSON strings */
    DERIVED  /* no fault: its lists are derived */
};

#ifndef FAULT
#define FAULT NONE
#endif

static void step(void *state, fp_out *out, unsigned char byte)
{
    (void)state;
    fp_out_payload(out, byte);
}

static void finish(void *state, fp_out *out)
{
    (void)state;
    (void)out;
}

static unsigned at_ease(const void *state)
{
    (void)state;
    return 1;
}

static const char *const MARKERS[] = { FAULT == EMPTY_MARKER ? "" : "!", NULL };
static const char *const COMPLETIONS[] = { NULL };
static const char *const LEADS[] = { FAULT == EMPTY_LEAD ? "" : "!", NULL };

/* The id, or an empty string. */
static const char *const *derive_words(const fp_syntax *syntax, fp_derived *derived)
{
    const char **words = fp_derived_room(derived, 2, sizeof(const char *));

    if (words)
        words[0] = FAULT == EMPTY_DERIVED_MARKER ? "" : syntax->id;
    return (const char *const *)words;
}

static const fp_highlight *derive_highlight(const fp_syntax *syntax, fp_derived *derived)
{
    fp_highlight *rules = fp_derived_room(derived, 2, sizeof *rules);

    if (rules)
        rules[0].match = syntax->id;
    return rules;
}

static const fp_derive DERIVE = { derive_words, derive_words, derive_highlight, NULL };

enum { DERIVES = FAULT == DERIVED || FAULT == EMPTY_DERIVED_MARKER };

static const fp_speed FAST = {
    .at_ease = FAULT == EASE_WITHOUT_LEADS || FAULT == EMPTY_LEAD || FAULT == GAP_IN_LEADS ? at_ease
                                                                                           : NULL,
    .leads = { FAULT == LEADS_WITHOUT_EASE || FAULT == EMPTY_LEAD ? LEADS : NULL,
               FAULT == GAP_IN_LEADS ? LEADS : NULL },
};

static const fp_reasoning_marks REASONING = { .open = { "" }, .close = "!" };

enum { TAGS = FAULT >= NO_TABLE && FAULT <= NO_RULES };

/* A block may be ended by the next one. */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "ALL-TEXT-2.1" } },
    [FP_TAGS_BLOCK] = { { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "ALL-TEXT-2.1" },
                        { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "ALL-TEXT-2.2" } },
};

static bool is_name(unsigned char c)
{
    return c >= 'a' && c <= 'z';
}

static const fp_tags_table TABLE = {
    .tags = { { "<call ", ">", false, 0 }, { "</call>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = FAULT == NO_RULES ? NULL : &RULES,
    .names = { is_name, is_name, NULL },
    .breaks = FAULT != BLOCKS_END_EARLY,
    .clauses = { .bad_name = "ALL-TEXT-2.3",
                 .bad_line = FAULT == NO_CLAUSE ? NULL : "ALL-TEXT-2.3",
                 .unfinished = "ALL-TEXT-2.3" },
};

static const fp_syntax SYNTAX = {
    .id = FAULT == NO_ID         ? NULL
          : FAULT == BAD_ID      ? "all_text"
          : FAULT == RESERVED_ID ? "model"
          : FAULT == TAKEN_ID    ? "caret"
                                 : "all-text",
    .title = FAULT == NO_TITLE ? NULL : "no calls, only text",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "ALL-TEXT-1.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT,
                             FAULT == NO_POLICY_CLAUSE ? NULL : "ALL-TEXT-1.1" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "ALL-TEXT-1.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "ALL-TEXT-1.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "ALL-TEXT-1.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "ALL-TEXT-1.1" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "ALL-TEXT-1.1" },
        [FP_TYPES] = { FAULT == BAD_POLICY ? 9 : FP_TYPES_STRING, "ALL-TEXT-1.1" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "ALL-TEXT-1.1" },
        [FP_REASONING] = { FAULT == NO_MARKS_OF_REASONING ? FP_REASONING_CHANNEL
                                                          : FP_REASONING_PLAIN,
                           "ALL-TEXT-1.1" },
    },
    .reasoning = FAULT == EMPTY_MARK_OF_REASONING ? &REASONING : NULL,
    .encoded = FAULT == ENCODED,
    .table = TAGS && FAULT != NO_TABLE ? &TABLE : NULL,
    .state_size = FAULT == NO_STATE               ? 0
                  : !TAGS || FAULT == SMALL_STATE ? 1
                                                  : sizeof(fp_tags),
    .step = FAULT == NO_STEP ? NULL
            : TAGS           ? fp_tags_step
                             : step,
    .finish = FAULT == NO_FINISH ? NULL
              : TAGS             ? fp_tags_finish
                                 : finish,
    .fast = &FAST,
    .completions = FAULT == NO_COMPLETIONS ? NULL : COMPLETIONS,
    .markers = FAULT == NO_MARKERS || DERIVES ? NULL : MARKERS,
    .derive = DERIVES ? &DERIVE : NULL,
};

void nobody_has_this(void);

/* What FP_PLUGIN() defines, with the faults that it would not make. ENTRY: another name for it. */
#ifdef ENTRY
#define fp_plugin_entry ENTRY
#endif
fp_plugin_function fp_plugin_entry;

const fp_plugin *fp_plugin_entry(void)
{
    static const fp_syntax *const rows[] = { FAULT == NO_ROWS ? NULL : &SYNTAX, NULL };
    static fp_plugin plugin = { FP_PLUGIN_HEAD, rows };

    if (FAULT == UNDEFINED_SYMBOL)
        nobody_has_this();
    if (FAULT == OTHER_ABI)
        plugin.abi = 999;
    if (FAULT == OTHER_SIZES)
        plugin.syntax_size += 8;
    return FAULT == NO_PLUGIN ? NULL : &plugin;
}
