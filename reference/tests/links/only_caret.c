/* SPDX-License-Identifier: Apache-2.0 */
/* only_caret.c: a program that uses one syntax alone; links.py looks at what is linked with it. */
#include <fencepost/syntax.h>

extern const fp_syntax FP_CARET;

static int count_calls(void *calls, const fp_event *event)
{
    *(unsigned *)calls += event->type == FP_EVENT_CALL_END;
    return 0;
}

int main(void)
{
    static const char INPUT[] = "text\n^^^tool\nkey: value\n^^^\n";
    unsigned calls = 0;
    fp_parser *parser = fp_parser_new(&FP_CARET, NULL, count_calls, &calls);
    const bool good = parser && fp_parser_feed(parser, INPUT, sizeof INPUT - 1) == FP_OK &&
                      fp_parser_finish(parser) == FP_OK && calls == 1;

    fp_parser_free(parser);
    return good ? 0 : 1;
}
