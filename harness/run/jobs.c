/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.c: several workers at once. Each has a runner process of its own, our child, which runs one
 * shard as usual. Its JSON report comes through a pipe. The reports are merged like those of shards
 * in files (merge.c).
 */
#include "run/jobs.h"

#include "base/children.h"
#include "report/report.h"
#include "report/tally.h"
#include "result/merge.h"
#include "worker/orphans.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

typedef struct jobs jobs;

/* A runner process. */
typedef struct shard {
    const jobs *all;
    size_t index;
    child runner;
    char name[48];
} shard;

struct jobs {
    const selection *what;
    const session_config *config;
    const run_info *info;
    size_t count;
    pid_t parent;
    shard *shards;
};

/* -- in the child ------------------------------------------------------------------------------ */

/* The results of a case stand together, for each case is a run of its own. */
static void run_share(const jobs *j, size_t first, session *worker, tally *t)
{
    selection one = *j->what;

    one.count = 1;
    for (size_t i = first; i < j->what->count && !session_lost(worker); i += j->count) {
        one.cases = j->what->cases + i;
        run_worker(&one, worker, tally_result, t);
    }
}

static int run_shard(const jobs *j, size_t index)
{
    char error[SESSION_ERROR_SIZE];
    session *worker = session_open(j->config, error, sizeof error);
    run_info info = *j->info;
    tally t = { .format = report_find("json"),
                .reporter = { .info = &info, .of = 1 },
                .strict = j->info->strict };
    char *stopped;
    int code;

    info.selected = (j->what->count + j->count - 1 - index) / j->count;
    info.shard = index + 1;
    info.shards = j->count;
    tally_begin(&t);
    if (worker)
        run_share(j, index, worker, &t);
    stopped = worker ? session_stopped(worker) : xformat("%.*s", (int)strcspn(error, "\n"), error);
    code = tally_end(&t, worker ? session_restarts(worker) : 0, stopped);
    session_close(worker);
    free(stopped);
    return code;
}

static int shard_main(const void *context, int out)
{
    const shard *s = context;
    int code;

#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
    if (getppid() != s->all->parent || dup2(out, STDOUT_FILENO) < 0)
        return EXIT_ADAPTER;
    orphans_adopt(true);
    close(out);
    for (size_t i = 0; i < s->index; i++)
        close(s->all->shards[i].runner.in);
    code = run_shard(s->all, s->index);
    fflush(stdout);
    return code;
}

/* -- in the parent ----------------------------------------------------------------------------- */

static void start_shards(const jobs *all)
{
    for (size_t i = 0; i < all->count; i++) {
        shard *s = &all->shards[i];

        *s = (shard){ .all = all, .index = i };
        snprintf(s->name, sizeof s->name, "%zu of %zu", i + 1, all->count);
        if (!child_start(&s->runner, shard_main, s)) {
            fprintf(stderr, "fencepost: cannot start a runner process: %s\n", strerror(errno));
            exit(EXIT_ADAPTER);
        }
    }
}

jobs_end run_jobs(const selection *what, const session_config *config, const run_info *info,
                  const corpus *c, on_result *say, void *context)
{
    const size_t count = what->jobs < what->count ? what->jobs : what->count;
    shard *shards = xcalloc(count, sizeof *shards);
    const jobs all = { what, config, info, count, getpid(), shards };
    report_source *sources = xcalloc(count, sizeof *sources);
    jobs_end end;

    start_shards(&all);
    for (size_t i = 0; i < count; i++)
        source_open(&sources[i], shards[i].name, child_reader(&shards[i].runner),
                    shards[i].runner.pid, &(source_world){ c, what, info->spec });
    merge_results(sources, count, say, context);
    end.restarts = merge_restarts(sources, count);
    end.stopped = merge_stopped(sources, count, "worker");
    for (size_t i = 0; i < count; i++) {
        source_close(&sources[i]);
        child_wait(&shards[i].runner);
    }
    free(sources);
    free(shards);
    return end;
}
