/* SPDX-License-Identifier: Apache-2.0 */
/* orphans.c: kills the processes of a worker whose keeper was killed. The kernel remembers which
 * children are keepers: each is the owner of its leash.
 */
#include "worker/orphans.h"

#include "worker/processes.h"
#include "worker/worker_parts.h"

#include <fcntl.h>
#include <stddef.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

bool orphans_come_here(void)
{
#ifdef __linux__
    int on = 0;

    return prctl(PR_GET_CHILD_SUBREAPER, &on, 0, 0, 0) == 0 && on;
#else
    return false;
#endif
}

bool orphans_adopt(bool on)
{
    const bool before = orphans_come_here();

#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, on, 0, 0, 0);
#else
    (void)on;
#endif
    return before;
}

void orphans_except(int leash, pid_t keeper)
{
    fcntl(leash, F_SETOWN, keeper);
}

static bool is_keeper(pid_t child)
{
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (fcntl(fd, F_GETOWN) == child)
            return true;
    return false;
}

void orphans_kill(void)
{
    if (orphans_come_here())
        kill_children(is_keeper);
}
