/* SPDX-License-Identifier: Apache-2.0 */
/* test_render_policies.c: what is rendered under any policies is read back under them, what is
 * refused says why, and no more is refused than has to be (MODEL-3.17). */
#include <fencepost/catalogue.h>
#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* -- what there is ----------------------------------------------------------------------------- */

/* Where a syntax has the value of a call. */
typedef enum shape {
    JSON,  /* in a string: framing changes nothing */
    TAGS,  /* between two tags */
    LINES, /* between two lines */
} shape;

/* Of syntaxes that are neither tags nor JSON around an argument of any key. */
static const struct row {
    const char *syntax;
    shape shape;
    const char *key; /* of the value; emoji-* have raw_args as well */
} ROWS[] = {
    { "caret", LINES, "k" },
    { "emoji-bracket", TAGS, "body" },
    { "emoji-line", LINES, "body" },
    { "shortcode", TAGS, "content" },
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static struct row row_of(const fp_syntax *syntax)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(ROWS[i].syntax, fp_syntax_id(syntax)) == 0)
            return ROWS[i];
    return (struct row){ fp_syntax_id(syntax),
                         syntax->json || syntax->encoded || syntax->trees ? JSON : TAGS, "k" };
}

/* Blanks, newlines and CRs at the ends and inside. No value is a marker of any syntax. */
static const char *const VALUES[] = {
    "",         "a",         " ",         "\n",     "\r",       "\r\n",   "\n\n",   "\r\r",
    "\n\r",     "\t",        " a",        "a ",     "\na",      "a\n",    "\na\n",  "\r\na",
    "a\r\n",    "\r\na\r\n", "\ra",       "a\r",    "\ra\r",    "a\nb",   "a\r\nb", "\n\na\n\n",
    "\n a\n\n", " \n",       "\n ",       "a\n\r",  "\r\n\r\n", "\n\r\n", "\r\n\n", " a b \n\tc ",
    "\t\n",     "a\n\n",     "\r\n \r\n", "a\nb\r",
};
enum { VALUE_COUNT = sizeof VALUES / sizeof *VALUES, FRAMINGS = FP_FRAMING_OWN_LINE + 1 };

/* -- what is expected -------------------------------------------------------------------------- */

static bool is_in(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static char last_of(const char *value)
{
    if (!*value)
        return '\0';
    return value[strlen(value) - 1];
}

/* An end at which the framing takes off all blanks. */
static bool has_blank_end(unsigned framing, const char *value, const char *blanks)
{
    return (framing != FP_FRAMING_TRIMMED_END && is_in(value[0], blanks)) ||
           (framing != FP_FRAMING_TRIMMED_START && is_in(last_of(value), blanks));
}

/* CARET-9.2: it is written on the line of its key, where nothing is framing. */
static bool is_one_line(const char *value)
{
    return !strpbrk(value, "\r\n") && !has_blank_end(FP_FRAMING_TRIMMED, value, " \t");
}

static bool can_be_written(const struct row *row, unsigned framing, const char *value)
{
    const bool begins = value[0] == '\n' || (value[0] == '\r' && value[1] == '\n');
    const bool ends = last_of(value) == '\n';

    if (row->shape == JSON || (strcmp(row->syntax, "caret") == 0 && is_one_line(value)))
        return true;
    if (framing == FP_FRAMING_OWN_LINE)
        return last_of(value) != '\r';
    if (framing > FP_FRAMING_EACH_SIDE)
        return !has_blank_end(framing, value, " \t\r\n");
    if (row->shape == TAGS || framing == FP_FRAMING_EACH_SIDE)
        return true;
    return framing == FP_FRAMING_EXACT ? begins && ends : ends || !*value;
}

/* -- values under framings --------------------------------------------------------------------- */

static void expect_only(const fp_syntax *syntax, const fp_options *options, const fp_call *call,
                        fp_str block)
{
    fp_outcome *said;

    assert_int_equal(fp_parse(syntax, options, block, &said), FP_OK);
    assert_int_equal(fp_outcome_call_count(said), 1);
    assert_true(fp_outcome_call(said, 0)->complete);
    assert_true(fp_call_equal(fp_outcome_call(said, 0), call));
    assert_int_equal(fp_outcome_text(said).len, 0);
    fp_outcome_free(said);
}

/* A refusal names the first byte that cannot stand where it is: the blank, or the one that is not a
 * newline. */
static size_t expected_byte(unsigned framing, const char *value)
{
    const bool begins = value[0] == '\n' || (value[0] == '\r' && value[1] == '\n');
    const bool trims = framing == FP_FRAMING_TRIMMED || framing == FP_FRAMING_TRIMMED_START;
    const bool first = trims ? is_in(value[0], " \t\r\n") : framing == FP_FRAMING_EXACT && !begins;

    return first ? 0 : strlen(value) - 1;
}

static void check_refusal(const fp_refusal *refusal, const fp_call *call, unsigned framing,
                          const char *value)
{
    assert_string_equal(refusal->clause, "MODEL-3.17");
    assert_non_null(refusal->reason);
    assert_int_equal(refusal->part, FP_PART_VALUE);
    assert_int_equal(refusal->arg, call->arg_count - 1);
    assert_int_equal(refusal->byte, expected_byte(framing, value));
}

static bool check_value(const struct row *row, unsigned framing, unsigned recovery, size_t number)
{
    const char *const value = VALUES[number];
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(row->syntax));
    const fp_value text = { .kind = FP_VALUE_STRING, .text = fp_str_of(value) };
    const fp_arg args[] = { { fp_str_of("raw_args"), { .kind = FP_VALUE_STRING } },
                            { fp_str_of(row->key), text } };
    const size_t skipped = strcmp(row->key, "body") == 0 ? 0 : 1;
    const fp_call call = { .name = fp_str_of("tool"),
                           .args = args + skipped,
                           .arg_count = 2 - skipped,
                           .complete = true };
    fp_options options = fp_options_default(syntax);
    fp_json block = { 0 };
    fp_refusal refusal;
    bool rendered;

    options.policies.of[FP_VALUE_FRAMING] = (uint8_t)framing;
    options.policies.of[FP_RECOVERY] = (uint8_t)recovery;
    rendered = fp_render(syntax, &options, &call, &block, &refusal);
    if (rendered)
        expect_only(syntax, &options, &call, (fp_str){ block.ptr, block.len });
    else
        check_refusal(&refusal, &call, framing, value);
    if (rendered != can_be_written(row, framing, value))
        fail_msg("%s, value_framing %s, value %zu: %s", row->syntax,
                 fp_policy_value_name(FP_VALUE_FRAMING, framing), number,
                 rendered ? "it is rendered" : refusal.reason);
    fp_json_free(&block);
    return rendered;
}

static void every_framing(void **state)
{
    size_t rendered = 0, refused = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        const struct row row = row_of(*syntax);

        if (!fp_syntax_has_calls(*syntax))
            continue;
        for (unsigned framing = 0; framing < FRAMINGS; framing++)
            for (unsigned recovery = FP_RECOVERY_STRICT; recovery <= FP_RECOVERY_LENIENT;
                 recovery++)
                for (size_t v = 0;
                     v < VALUE_COUNT && fp_syntax_allows(*syntax, FP_VALUE_FRAMING, framing); v++)
                    if (check_value(&row, framing, recovery, v))
                        rendered++;
                    else
                        refused++;
    }
    assert_true(rendered > 2000);
    assert_true(refused > 200);
}

/* The table above names syntaxes that there are. */
static void every_row(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++)
        assert_non_null(fp_syntax_find(fp_str_of(ROWS[i].syntax)));
}

/* -- other policies ---------------------------------------------------------------------------- */

/* A call of a name that the catalogue lacks, under each value of each policy: only one refuses. */
static void every_policy(void **state)
{
    const fp_call call = { .name = fp_str_of("tool"), .complete = true };
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(FP_STR("{\"tools\":[]}"), &error);

    (void)state;
    for (unsigned policy = 0; policy < FP_POLICY_COUNT; policy++)
        for (unsigned value = 0; fp_policy_value_name((fp_policy)policy, value); value++) {
            const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));
            fp_options options = fp_options_default(syntax);
            const bool drops = policy == FP_UNKNOWN_TOOLS && value == FP_UNKNOWN_DROP;
            fp_json block = { 0 };
            fp_refusal refusal;

            options.catalogue = catalogue;
            options.policies.of[policy] = (uint8_t)value;
            assert_int_equal(fp_render(syntax, &options, &call, &block, &refusal), !drops);
            if (drops) {
                assert_string_equal(refusal.clause, "MODEL-3.17");
                assert_int_equal(refusal.part, FP_PART_NAME);
                assert_int_equal(refusal.arg + refusal.byte, 0);
            } else {
                expect_only(syntax, &options, &call, (fp_str){ block.ptr, block.len });
            }
            fp_json_free(&block);
        }
    fp_catalogue_free(catalogue);
}

/* -- renderers at fault ------------------------------------------------------------------------ */

static bool refuse_everything(fp_rendering *r, const fp_call *call)
{
    (void)r;
    (void)call;
    return false;
}

static bool write_twice(fp_rendering *r, const fp_call *call)
{
    (void)call;
    fp_render_text(r, "^^^tool\n^^^\n^^^tool\n^^^");
    return true;
}

static bool write_text(fp_rendering *r, const fp_call *call)
{
    (void)call;
    fp_render_text(r, "and ^^^tool");
    return true;
}

static bool write_text_after(fp_rendering *r, const fp_call *call)
{
    (void)call;
    fp_render_text(r, "^^^tool\n^^^\n");
    return true;
}

static bool write_another(fp_rendering *r, const fp_call *call)
{
    (void)call;
    fp_render_text(r, "^^^other\n^^^");
    return true;
}

static bool leave_open(fp_rendering *r, const fp_call *call)
{
    (void)call;
    fp_render_text(r, "^^^tool\n");
    return true;
}

/* None of it is the policies' doing, so no clause excuses it; under another framing the parser
 * cannot tell. */
static void renderers_at_fault(void **state)
{
    static const struct {
        bool (*render)(fp_rendering *r, const fp_call *call);
        const char *reason;
    } FAULTS[] = {
        { refuse_everything, "the renderer gave no reason" },
        { write_twice, "the renderer wrote a block that is not read as this call" },
        { write_text, "the renderer wrote a block that is not read as this call" },
        { write_text_after, "the renderer wrote a block that is not read as this call" },
        { write_another, "the renderer wrote a block that is not read as this call" },
        { leave_open, "the renderer wrote a block that is not read as this call" },
    };
    const fp_call call = { .name = fp_str_of("tool"), .complete = true };
    fp_syntax syntax = *fp_syntax_find(FP_STR("caret"));

    (void)state;
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        fp_options options = fp_options_default(&syntax);
        fp_json block = { 0 };
        fp_refusal refusal;

        syntax.render = FAULTS[i].render;
        assert_false(fp_render(&syntax, &options, &call, &block, &refusal));
        assert_null(refusal.clause);
        assert_string_equal(refusal.reason, FAULTS[i].reason);
        assert_int_equal(refusal.part, FP_PART_CALL);
        assert_int_equal(refusal.arg + refusal.byte, 0);
        options.policies.of[FP_VALUE_FRAMING] = FP_FRAMING_EXACT;
        assert_false(fp_render(&syntax, &options, &call, &block, &refusal));
        assert_int_equal(refusal.clause == NULL, i == 0);
        assert_int_equal(refusal.part, FP_PART_CALL);
        assert_int_equal(refusal.arg + refusal.byte, 0);
        fp_json_free(&block);
    }
}

/* Nor is it excused where a policy has nothing to do with it: a tool that the catalogue has is not
 * dropped, and what the end of input recovers is not whole. */
static void no_excuse(void **state)
{
    const fp_call call = { .name = fp_str_of("tool"), .complete = true };
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(
        FP_STR("{\"tools\":[{\"name\":\"tool\",\"inputSchema\":{\"type\":\"object\"}}]}"), &error);
    fp_syntax syntax = *fp_syntax_find(FP_STR("caret"));
    fp_options options = fp_options_default(&syntax);
    fp_json block = { 0 };
    fp_refusal refusal;

    (void)state;
    assert_non_null(catalogue);
    options.catalogue = catalogue;
    syntax.render = write_twice;
    for (unsigned unknown = FP_UNKNOWN_PASS; unknown <= FP_UNKNOWN_DROP; unknown++) {
        options.policies.of[FP_UNKNOWN_TOOLS] = (uint8_t)unknown;
        assert_false(fp_render(&syntax, &options, &call, &block, &refusal));
        assert_null(refusal.clause);
    }
    options.policies.of[FP_UNTERMINATED] = FP_UNTERMINATED_RECOVER;
    syntax.render = leave_open;
    assert_false(fp_render(&syntax, &options, &call, &block, &refusal));
    assert_null(refusal.clause);
    fp_json_free(&block);
    fp_catalogue_free(catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_framing), cmocka_unit_test(every_row),
        cmocka_unit_test(every_policy),  cmocka_unit_test(renderers_at_fault),
        cmocka_unit_test(no_excuse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
