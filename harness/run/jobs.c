/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.c: several workers at once. Each has a runner process of its own, a child of ours, which is
 * an ordinary run of one shard; its JSON report comes through a pipe, and they are merged as those
 * of shards in files are (merge.c).
 */
#include "run/jobs.h"

#include "base/interrupt.h"
#include "report/report.h"
#include "report/tally.h"
#include "result/merge.h"
#include "worker/orphans.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

typedef struct board {
    const selection *what;
    const session_config *config;
    const run_info *info;
    size_t count;
    report_source *sources;
    char (*names)[48];
} board;

/* -- in the child ------------------------------------------------------------------------------ */

/* The results of a case stand together, for each case is a run of its own. */
static void run_share(const board *b, size_t first, session *worker, tally *t)
{
    selection one = *b->what;

    one.count = 1;
    for (size_t i = first; i < b->what->count && !session_lost(worker); i += b->count) {
        one.cases = b->what->cases + i;
        run_worker(&one, worker, tally_result, t);
    }
}

static int run_shard(const board *b, size_t index)
{
    char error[SESSION_ERROR_SIZE];
    session *worker = session_open(b->config, error, sizeof error);
    run_info info = *b->info;
    tally t = { .format = report_find("json"),
                .reporter = { .info = &info, .of = 1 },
                .strict = b->info->strict };
    char *stopped;
    int code;

    info.selected = (b->what->count + b->count - 1 - index) / b->count;
    info.shard = index + 1;
    info.shards = b->count;
    tally_begin(&t);
    if (worker)
        run_share(b, index, worker, &t);
    stopped = worker ? session_stopped(worker) : xformat("%.*s", (int)strcspn(error, "\n"), error);
    code = tally_end(&t, worker ? session_restarts(worker) : 0, stopped);
    session_close(worker);
    free(stopped);
    return code;
}

static _Noreturn void child_main(const board *b, size_t index, int out, pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
    if (getppid() != parent || dup2(out, STDOUT_FILENO) < 0)
        _exit(EXIT_ADAPTER);
    orphans_adopt(true);
    close(out);
    for (size_t i = 0; i < index; i++)
        close(b->sources[i].fd);
    index = (size_t)run_shard(b, index);
    fflush(stdout);
    _exit((int)index);
}

/* -- in the parent ----------------------------------------------------------------------------- */

/* The end to read from; relay is the child's id. */
static void start_child(const board *b, size_t index)
{
    const pid_t parent = getpid();
    int ends[2];
    pid_t child;

    fflush(NULL);
    if (pipe(ends) != 0 || (child = fork()) < 0) {
        fprintf(stderr, "fencepost: cannot start a runner process: %s\n", strerror(errno));
        exit(EXIT_ADAPTER);
    }
    if (child == 0) {
        close(ends[0]);
        child_main(b, index, ends[1], parent);
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    b->sources[index] = (report_source){ .fd = ends[0], .relay = child };
}

jobs_end run_jobs(const selection *what, const session_config *config, const run_info *info,
                  const corpus *c, on_result *say, void *context)
{
    const size_t count = what->jobs < what->count ? what->jobs : what->count;
    board b = { what,
                config,
                info,
                count,
                xcalloc(count, sizeof *b.sources),
                xcalloc(count, sizeof *b.names) };
    jobs_end end;

    for (size_t i = 0; i < count; i++)
        start_child(&b, i);
    for (size_t i = 0; i < count; i++) {
        const int child = b.sources[i].relay;

        snprintf(b.names[i], sizeof b.names[i], "%zu of %zu", i + 1, count);
        source_open(&b.sources[i], b.names[i], b.sources[i].fd, child,
                    &(source_world){ c, what, info->spec });
    }
    merge_results(b.sources, count, say, context);
    end.restarts = merge_restarts(b.sources, count);
    end.stopped = merge_stopped(b.sources, count, "worker");
    for (size_t i = 0; i < count; i++) {
        const int child = b.sources[i].relay;

        source_close(&b.sources[i]);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    free(b.names);
    free(b.sources);
    return end;
}
