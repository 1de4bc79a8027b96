/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_by_template.c: texts that an executor of response templates fails on are looked for; then a
 * worker of its own, which has all the patience for it, is judged by them.
 */
#include "command/fuzz_by_template.h"

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/show.h"
#include "command/test_subject.h"
#include "command/test_template.h"
#include "fuzz/fuzz_template.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct template_fuzzing {
    const test_options *o;
    template_file file;
    progress progress;
    fuzz_template_found found;
} template_fuzzing;

static void show_pace(void *context, const fuzz_pace *pace)
{
    template_fuzzing *f = context;

    progress_search(&f->progress, pace->seconds, f->o->seconds, pace->inputs, pace->failed,
                    pace->kinds);
}

/* A signal ends the search and no more: what was found is reported. What is owned is why the worker
 * could not be asked to the end; NULL: it could. */
static char *search(template_fuzzing *f, session *worker, size_t inputs)
{
    const fuzz_template_question question = { .file = &f->file,
                                              .worker = worker,
                                              .seed = f->o->seed,
                                              .inputs = inputs,
                                              .seconds = f->o->seconds,
                                              .watch = show_pace,
                                              .context = f };

    progress_begin(&f->progress, 0, f->o->format == &REPORT_TTY);
    f->found = fuzz_template(&question);
    progress_clear(&f->progress);
    if (interrupt_pending()) {
        interrupt_release();
        interrupt_hold();
    }
    return session_stopped(worker);
}

static void tell_search(const template_fuzzing *f)
{
    const fuzz_pace *pace = &f->found.pace;
    FILE *out = f->o->format == &REPORT_TTY ? stdout : stderr;

    show_text(out,
              "fuzzed the template: %zu texts in %.1f s (%.0f a second), %zu of them new to our "
              "own executor; seed %llu\n",
              pace->inputs, pace->seconds,
              pace->seconds > 0 ? (double)pace->inputs / pace->seconds : 0, pace->watched,
              (unsigned long long)f->o->seed);
    if (pace->failed)
        show_text(out, "%zu fail, in %zu way%s: %zu of them are judged again, in more cuttings\n\n",
                  pace->failed, pace->kinds, pace->kinds == 1 ? "" : "s",
                  template_cases_count(f->found.cases));
    else
        show_text(out, "none fails\n");
    fflush(out);
}

/* What was found has failed once: it is unexpected, even if it passes now. */
static int judge_again(const template_fuzzing *f, const spec *s)
{
    const size_t count = template_cases_count(f->found.cases);
    const int code = test_template_made("fuzz", f->o, s, f->found.cases);

    if (code != EXIT_AS_EXPECTED || !count)
        return code;
    fprintf(stderr, "fencepost fuzz: %zu text%s failed once, and passed when judged again\n", count,
            count == 1 ? "" : "s");
    return EXIT_UNEXPECTED;
}

static int search_and_report(template_fuzzing *f, session **worker, const spec *s, size_t inputs)
{
    char *ended = search(f, *worker, inputs);
    int code = ended ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;

    session_close(*worker);
    *worker = NULL;
    tell_search(f);
    if (ended)
        fprintf(stderr, "fencepost fuzz: the search ended early: %s\n", ended);
    free(ended);
    if (template_cases_count(f->found.cases) || f->o->report || f->o->format != &REPORT_TTY) {
        const int judged = judge_again(f, s);

        code = judged ? judged : code;
    }
    return code;
}

int fuzz_by_template(const test_options *o, size_t inputs)
{
    problems p = { .by = "fuzz" };
    const subject_run start = { .subject = &TEMPLATE_TEST, .o = o, .by = "fuzz" };
    template_fuzzing f = { .o = o };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    session *worker = NULL;
    int code = s && template_file_read(o->template, &f.file, &p) ? EXIT_AS_EXPECTED : EXIT_USAGE;

    interrupt_hold();
    if (!code)
        code = test_subject_open(&start, &worker);
    if (!code)
        code = search_and_report(&f, &worker, s, inputs);
    session_close(worker);
    template_cases_free(f.found.cases);
    template_file_free(&f.file);
    spec_free(s);
    free(data);
    return code;
}
