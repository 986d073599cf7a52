/*
 * The engine's allocator: two-level segregated fit, with lists of small blocks in front of it.
 *
 * The C library's is one function of 8 KB of JVM bytecode, above what HotSpot compiles. Here every path is short: a small
 * block that was freed goes to the list of its exact size and comes back from there; everything else is found by two
 * bitmaps, split, and merged with its free neighbours when freed. Small blocks on lists are merged only when memory is
 * refused otherwise.
 *
 * Sizes are multiples of 8, and so is alignment, which is what QuickJS' types need on wasm32.
 *
 * Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

#define NOINLINE __attribute__((noinline))
#define PAGE 65536u
#define HEADER ((uint32_t)offsetof(block, next))
#define SMALL_MAX 512u     /* up to here freed blocks are kept apart by exact size */
#define FREE 1u            /* in `size`: the block is in the bitmaps' lists */
#define SECOND_BITS 3      /* 8 lists for each power of two */
#define FIRST_COUNT 32

/* `before` is the block that ends where this one starts, NULL for the first one */
typedef struct block {
    struct block *before;
    uint32_t size; /* of what follows the header, and FREE */
    struct block *next, *previous; /* only while free */
} block;

static block *small[SMALL_MAX / 8 + 1];
static block *lists[FIRST_COUNT][1 << SECOND_BITS];
static uint32_t first_map;
static uint8_t second_map[FIRST_COUNT];
static block *last; /* a block in use of size 0 that ends the heap */

extern unsigned char __heap_base;

static inline uint32_t size_of(const block *b)
{
    return b->size & ~7u;
}

static inline block *after(block *b)
{
    return (block *)((char *)b + HEADER + size_of(b));
}

static inline void *payload(block *b)
{
    return (char *)b + HEADER;
}

static inline block *block_of(void *p)
{
    return (block *)((char *)p - HEADER);
}

/* the list that a block of this size belongs to */
static inline void place(uint32_t size, int *first, int *second)
{
    int log = 31 - __builtin_clz(size | 64);
    *first = size < 64 ? 5 : log; /* below 64 the lists are 8 apart, and a row of their own */
    *second = size >> (log - SECOND_BITS) & ((1 << SECOND_BITS) - 1);
}

static void insert(block *b)
{
    int first, second;
    block *head;
    place(size_of(b), &first, &second);
    head = lists[first][second];
    b->size |= FREE;
    b->next = head;
    b->previous = NULL;
    if (head)
        head->previous = b;
    lists[first][second] = b;
    first_map |= 1u << first;
    second_map[first] |= 1u << second;
}

static void take_out(block *b)
{
    int first, second;
    b->size &= ~FREE;
    if (b->next)
        b->next->previous = b->previous;
    if (b->previous) {
        b->previous->next = b->next;
        return;
    }
    place(size_of(b), &first, &second);
    lists[first][second] = b->next;
    if (!b->next) {
        second_map[first] &= ~(1u << second);
        if (!second_map[first])
            first_map &= ~(1u << first);
    }
}

/* merges b, which is in no list, with its free neighbours, and puts the result into its list */
static NOINLINE void release(block *b)
{
    block *n = after(b), *p = b->before;
    if (n->size & FREE) {
        take_out(n);
        b->size += HEADER + size_of(n);
    }
    if (p && (p->size & FREE)) {
        take_out(p);
        p->size += HEADER + size_of(b);
        b = p;
    }
    after(b)->before = b;
    insert(b);
}

/* cuts b, which is in no list, down to size if what is left is worth a block */
static void cut(block *b, uint32_t size)
{
    uint32_t rest = size_of(b) - size;
    block *r;
    if (rest < HEADER + 16)
        return;
    b->size = size;
    r = after(b);
    r->before = b;
    r->size = rest - HEADER;
    after(r)->before = r;
    release(r);
}

static void release_small(void)
{
    for (uint32_t i = 0; i <= SMALL_MAX / 8; i++) {
        block *b = small[i];
        small[i] = NULL;
        while (b) {
            block *next = b->next;
            release(b);
            b = next;
        }
    }
}

/* the first free block of at least this size */
static block *find(uint32_t size)
{
    int first, second;
    uint32_t map;
    block *b;

    /* rounded up to the next list, any block of which is large enough */
    uint32_t wanted = size + ((1u << (31 - __builtin_clz(size | 64) - SECOND_BITS)) - 1);
    place(wanted, &first, &second);
    map = second_map[first] & (~0u << second);
    if (!map) {
        map = first < 31 ? first_map & (~0u << (first + 1)) : 0;
        if (map) {
            first = __builtin_ctz(map);
            map = second_map[first];
        }
    }
    if (map)
        return lists[first][__builtin_ctz(map)];
    /* the list of the size itself may hold one that is large enough; a few tries, so that the time stays bounded */
    place(size, &first, &second);
    b = lists[first][second];
    for (int tries = 0; b && tries < 16; tries++, b = b->next) {
        if (size_of(b) >= size)
            return b;
    }
    return NULL;
}

static NOINLINE int grow(uint32_t size)
{
    uint32_t pages, start, end;
    block *b;

    if (!last) {
        /* the heap starts with the rest of the module's first pages */
        start = ((uint32_t)(uintptr_t)&__heap_base + 7) & ~7u;
        end = __builtin_wasm_memory_size(0) * PAGE;
        if (end - start < 4 * HEADER + size) {
            if (__builtin_wasm_memory_grow(0, 1 + (size + 4 * HEADER) / PAGE) == (size_t)-1)
                return 0;
            end = __builtin_wasm_memory_size(0) * PAGE;
        }
        b = (block *)(uintptr_t)start;
        b->before = NULL;
    } else {
        uint64_t bytes = (uint64_t)size + 4 * HEADER;
        size_t old;
        pages = (uint32_t)((bytes + PAGE - 1) / PAGE);
        old = __builtin_wasm_memory_grow(0, pages);
        if (old == (size_t)-1)
            return 0;
        end = (uint32_t)(old + pages) * PAGE;
        b = last; /* its header becomes that of the new room; its `before` is right */
    }
    /* 32 bits of address space are never used up: the host's limit is far below */
    b->size = end - HEADER - HEADER - (uint32_t)(uintptr_t)b;
    last = after(b);
    last->before = b;
    last->size = 0;
    release(b);
    return 1;
}

static NOINLINE void *allocate(uint32_t size)
{
    block *b = find(size);
    if (!b) {
        if (grow(size))
            b = find(size);
        if (!b) {
            release_small();
            b = find(size);
        }
        if (!b) {
            errno = ENOMEM;
            return NULL;
        }
    }
    take_out(b);
    cut(b, size);
    return payload(b);
}

void *malloc(size_t wanted)
{
    uint32_t size = (wanted + 7) & ~7u;
    if (wanted > 0x7FFFFFFF) {
        errno = ENOMEM;
        return NULL;
    }
    if (size < 8)
        size = 8;
    if (size <= SMALL_MAX) {
        block *b = small[size / 8];
        if (b) {
            small[size / 8] = b->next;
            return payload(b);
        }
    }
    return allocate(size);
}

void free(void *p)
{
    block *b;
    uint32_t size;
    if (!p)
        return;
    b = block_of(p);
    size = size_of(b);
    if (size <= SMALL_MAX) {
        b->next = small[size / 8];
        small[size / 8] = b;
        return;
    }
    release(b);
}

size_t malloc_usable_size(void *p)
{
    return p ? size_of(block_of(p)) : 0;
}

void *calloc(size_t count, size_t each)
{
    uint64_t size = (uint64_t)count * each;
    void *p = size > 0x7FFFFFFF ? NULL : malloc((size_t)size);
    return p ? memset(p, 0, (size_t)size) : NULL;
}

/* takes the room of a free block behind b, if that is enough */
static int extend(block *b, uint32_t size)
{
    block *n = after(b);
    if (!(n->size & FREE) || size_of(b) + HEADER + size_of(n) < size)
        return 0;
    take_out(n);
    b->size += HEADER + size_of(n);
    after(b)->before = b;
    cut(b, size);
    return 1;
}

void *realloc(void *p, size_t wanted)
{
    uint32_t size = (wanted + 7) & ~7u, old;
    block *b;
    void *moved;

    if (!p)
        return malloc(wanted);
    if (wanted > 0x7FFFFFFF) {
        errno = ENOMEM;
        return NULL;
    }
    if (size < 8)
        size = 8;
    b = block_of(p);
    old = size_of(b);
    if (size <= old) {
        if (old - size >= 64)
            cut(b, size);
        return p;
    }
    if (extend(b, size))
        return p;
    moved = malloc(size);
    if (!moved)
        return NULL;
    memcpy(moved, p, old);
    free(p);
    return moved;
}
