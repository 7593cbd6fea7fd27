/* Writes to the file FSYNC_LEDGER how much of each regular file was synced to disk: size, tab, path. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(int fd)
{
    char *ledger = getenv("FSYNC_LEDGER"), link[64], path[PATH_MAX], line[PATH_MAX + 32];
    struct stat s;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (!ledger || n <= 0 || fstat(fd, &s) || !S_ISREG(s.st_mode)) return;
    path[n] = 0;
    int k = snprintf(line, sizeof line, "%lld\t%s\n", (long long)s.st_size, path);
    int f = open(ledger, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (f >= 0) {
        if (write(f, line, k) < 0) {}
        close(f);
    }
}

#define SPY(name) int name(int fd) { int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, #name); \
                                     int rc = real(fd); if (!rc) note(fd); return rc; }
SPY(fsync)
SPY(fdatasync)
