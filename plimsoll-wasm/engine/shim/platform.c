/*
 * Time comes from the host only, and of the C library's files nothing is left.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
    int64_t ns = image_time ? 0 : plimsoll_clock(CLOCK_WALL);
    tv->tv_sec = ns / 1000000000;
    tv->tv_usec = ns % 1000000000 / 1000;
    return 0;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    int64_t ns = image_time ? 0 : plimsoll_clock(CLOCK_WALL);
    ts->tv_sec = ns / 1000000000;
    ts->tv_nsec = ns % 1000000000;
    return 0;
}

#ifdef __wasm__
/* The C library's streams would import the host's files. There are none, and nothing writes to a stream. */
__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd)
{
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence, __wasi_filesize_t *position)
{
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *vectors, size_t count, __wasi_size_t *written)
{
    return __WASI_ERRNO_BADF;
}
#endif

static double wall_millis(void)
{
    return (double)(plimsoll_clock(CLOCK_WALL) / 1000) / 1000;
}
