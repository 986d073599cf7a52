/*
 * A developer's tool: the engine built for the machine itself, for working on the prelude without Java.
 * usage: qjs-plimsoll [--prelude FILE] [--last] [--host] SOURCE
 *
 * Host calls are answered at once with their own envelope. Copyright the plimsoll authors. Licensed under the Apache
 * License, Version 2.0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "host.h"

int ps_boot(uint32_t stack_limit);
int ps_prelude(const char *source, size_t length);
int ps_begin(int flags);
int ps_eval(const char *source, uint32_t length);
double ps_next_timer(void);
int ps_run_timers(void);
int ps_host_reply(int id, const char *text, uint32_t length, int is_error);
int ps_finish(void);
int ps_exit_code(void);

static struct reply {
    struct reply *next;
    int id;
    uint32_t length;
    char text[];
} *replies, **last_reply = &replies;
static int64_t began;

static int64_t now(clockid_t id)
{
    struct timespec ts; /* the engine replaces the C library's clock_gettime */
    syscall(SYS_clock_gettime, id, &ts);
    return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

void plimsoll_write(int fd, const char *bytes, uint32_t length)
{
    FILE *out = fd == 1 ? stdout : stderr;
    if (fd == 3)
        fputs("last value: ", out);
    fwrite(bytes, 1, length, out);
    if (fd == 3)
        fputc('\n', out);
    fflush(out);
}

int plimsoll_interrupt(void)
{
    return now(CLOCK_MONOTONIC) - began > INT64_C(10000000000);
}

int64_t plimsoll_clock(int kind)
{
    return kind == 0 ? now(CLOCK_REALTIME) : now(CLOCK_MONOTONIC) - began;
}

void plimsoll_random(void *bytes, uint32_t length)
{
    for (uint32_t done = 0; done < length; done += 256)
        getentropy((char *)bytes + done, length - done < 256 ? length - done : 256);
}

int plimsoll_host_call(int id, const char *envelope, uint32_t length)
{
    struct reply *r = malloc(sizeof(*r) + length);
    *r = (struct reply){ .id = id, .length = length };
    memcpy(r->text, envelope, length);
    *last_reply = r;
    last_reply = &r->next;
    return 0;
}

static char *read_file(const char *name, size_t *length)
{
    size_t room = 1 << 24;
    char *data = malloc(room);
    FILE *in = fopen(name, "rb");
    if (!in) {
        perror(name);
        exit(2);
    }
    *length = fread(data, 1, room - 1, in);
    data[*length] = 0;
    fclose(in);
    return data;
}

int main(int argc, char **argv)
{
    const char *prelude = NULL;
    int flags = 0, status, i;
    size_t length;
    char *source;

    for (i = 1; i < argc - 1; i++) {
        if (!strcmp(argv[i], "--prelude") && i + 1 < argc - 1)
            prelude = argv[++i];
        else if (!strcmp(argv[i], "--host"))
            flags |= 1;
        else if (!strcmp(argv[i], "--last"))
            flags |= 2;
        else
            i = argc;
    }
    if (i != argc - 1) {
        fputs("usage: qjs-plimsoll [--prelude FILE] [--last] [--host] SOURCE\n", stderr);
        return 2;
    }
    began = now(CLOCK_MONOTONIC);
    if (ps_boot(6 << 20))
        return 2;
    if (prelude) {
        source = read_file(prelude, &length);
        if (ps_prelude(source, length))
            return 2;
    }
    source = read_file(argv[argc - 1], &length);
    status = ps_begin(flags);
    if (status == 0)
        status = ps_eval(source, length);
    while (status == 0) {
        struct reply *r = replies;
        double millis;
        if (r) {
            replies = r->next;
            if (!replies)
                last_reply = &replies;
            status = ps_host_reply(r->id, r->text, r->length, 0);
            free(r);
            continue;
        }
        millis = ps_next_timer();
        if (millis < 0) {
            status = ps_finish();
            continue;
        }
        usleep((useconds_t)(millis * 1000));
        status = ps_run_timers();
    }
    return status == 1 ? ps_exit_code() : status == 2 ? 124 : 137;
}
