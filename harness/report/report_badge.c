/* SPDX-License-Identifier: Apache-2.0 */
/* report_badge.c: a badge for a README: the JSON that shields.io reads from an "endpoint", or an
 * SVG that needs no server.
 */
#include "report/report.h"
#include "report/report_text.h"
#include "result/finding.h"

#include <string.h>

static void begin(reporter *self)
{
    (void)self;
}

static void one_result(reporter *self, const result *r)
{
    (void)self;
    (void)r;
}

static void one_finding(reporter *self, const finding *f)
{
    (void)self;
    (void)f;
}

typedef struct badge {
    char message[80];
    const char *name, *colour; /* of the colour, and its number */
} badge;

static badge badge_of(const run_summary *s)
{
    const size_t passed = s->verdicts[VERDICT_PASS], known = s->verdicts[VERDICT_KNOWN];
    badge b = { "", "brightgreen", "#257a2e" };

    if (s->stopped) {
        snprintf(b.message, sizeof b.message, "not run to its end");
        b.name = "orange";
        b.colour = "#a84300";
    } else if (s->counted) {
        snprintf(b.message, sizeof b.message, "%zu unexpected", s->counted);
        b.name = "red";
        b.colour = "#b3261e";
    } else if (s->stale) {
        snprintf(b.message, sizeof b.message, "%zu known no longer fail as known", s->stale);
        b.name = "red";
        b.colour = "#b3261e";
    } else if (known) {
        snprintf(b.message, sizeof b.message, "%zu pass, %zu known", passed, known);
        b.name = "yellowgreen";
        b.colour = "#5c6b00";
    } else {
        snprintf(b.message, sizeof b.message, "%zu checks pass", passed);
    }
    return b;
}

static void end_json(reporter *self, const run_summary *summary)
{
    const badge b = badge_of(summary);

    (void)self;
    printf("{\"schemaVersion\":1,\"label\":\"fencepost\",\"message\":\"%s\",\"color\":\"%s\"}\n",
           b.message, b.name);
}

/* The width of a text in the badge's font; textLength makes it fit where the font is another. */
static size_t width_of(const char *text)
{
    return strlen(text) * 13 / 2 + 10;
}

static void end_svg(reporter *self, const run_summary *summary)
{
    static const char LABEL[] = "fencepost";
    const badge b = badge_of(summary);
    const size_t left = width_of(LABEL), right = width_of(b.message);

    (void)self;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"20\" role=\"img\" "
           "aria-label=\"%s: %s\">\n  <title>%s: %s</title>\n",
           left + right, LABEL, b.message, LABEL, b.message);
    printf("  <rect width=\"%zu\" height=\"20\" rx=\"3\" fill=\"%s\"/>\n", left + right, b.colour);
    printf("  <path d=\"M3 0h%zuv20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z\" fill=\"#444\"/>\n",
           left - 3);
    printf("  <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n");
    printf("    <text x=\"5\" y=\"14\" textLength=\"%zu\">%s</text>\n", left - 10, LABEL);
    printf("    <text x=\"%zu\" y=\"14\" textLength=\"%zu\">%s</text>\n", left + 5, right - 10,
           b.message);
    printf("  </g>\n</svg>\n");
}

const report_format REPORT_BADGE = { "badge", false, begin, one_result, one_finding, end_json };
const report_format REPORT_SVG = { "svg", false, begin, one_result, one_finding, end_svg };
