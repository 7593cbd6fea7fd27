/* Moves the wall clock of a process forward or back by the seconds in the file WALL_CLOCK. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long shift(void)
{
    static const volatile long long none, *shifted;
    if (!shifted) {
        const char *path = getenv("WALL_CLOCK");
        int file = path ? open(path, O_RDONLY) : -1;
        void *seen = file < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) close(file);
        shifted = seen == MAP_FAILED ? &none : seen;
    }
    return *shifted;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int rc = syscall(SYS_clock_gettime, clock, now);
    if (!rc && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
    return rc;
}

int gettimeofday(struct timeval *now, void *zone)
{
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *kept)
{
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    if (kept) *kept = exact.tv_sec;
    return exact.tv_sec;
}
