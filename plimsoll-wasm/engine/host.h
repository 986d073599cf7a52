/* What the host gives the engine. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0. */
#ifndef PLIMSOLL_HOST_H
#define PLIMSOLL_HOST_H
#include <stdint.h>

#ifdef __wasm__
#define IMPORT(name) __attribute__((import_module("plimsoll"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define IMPORT(name)
#define EXPORT(name)
#endif

/* fd 1 stdout, 2 stderr, 3 the last value; the host counts and drops what is above its cap */
IMPORT("write") void plimsoll_write(int fd, const char *bytes, uint32_t length);
/* non-zero: the run is over (deadline, cancel) */
IMPORT("interrupt") int plimsoll_interrupt(void);
/* nanoseconds; kind 0: since the epoch, 1: since the run began, monotonic */
IMPORT("clock") int64_t plimsoll_clock(int kind);
IMPORT("random") void plimsoll_random(void *bytes, uint32_t length);
/* submits an envelope; its reply comes by ps_host_reply; non-zero: not taken */
IMPORT("host_call") int plimsoll_host_call(int id, const char *envelope, uint32_t length);

#endif
