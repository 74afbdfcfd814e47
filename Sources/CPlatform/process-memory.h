#pragma once
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Gives free pages of the heap back to the system, of all arenas. Whether there were any.
// https://man7.org/linux/man-pages/man3/malloc_trim.3.html
static inline int offscreen_release_free_memory(void) {
#ifdef __GLIBC__
  return malloc_trim(0);
#else
  return 0;
#endif
}

// Blocks from eight megabytes on have memory of their own, which goes back with them, and what is free at the end of the
// heap goes back from sixteen megabytes on. (Bitmaps below four come from the heap, and need two more to be aligned.) By
// itself glibc raises both with the largest block that was freed, and then keeps that much for ever. All threads have one
// heap: which of two it would be is chance.
// https://man7.org/linux/man-pages/man3/mallopt.3.html
static inline void offscreen_keep_little_free_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  mallopt(M_ARENA_MAX, 1);
#endif
}

// Heaps begin with two megabytes and grow by as much. By itself glibc lets those of threads grow by a page, with a call each.
// Once that is said, blocks from 128 KB on would have memory of their own for ever, with a page fault for each four kilobytes
// of each layer and each blur: so that is said too.
// https://man7.org/linux/man-pages/man3/mallopt.3.html
static inline void offscreen_grow_heaps_in_large_steps(void) {
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 2 << 20);
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

// Lets the first two megabytes of the calling thread's heap be one large page, which is there at once: pages that are given
// one after the other, as they are touched, take a microsecond each. Elsewhere than in glibc, whose heaps of threads begin at
// multiples of 64 megabytes, and in kernels before 6.1, nothing changes.
// https://man7.org/linux/man-pages/man2/madvise.2.html
static inline void offscreen_begin_heap_with_large_page(void) {
#ifdef __GLIBC__
  enum { collapse = 25 };  // MADV_COLLAPSE, which headers do not have yet.
  void *block = malloc(1);
  uintptr_t heap = (uintptr_t)block & ~(uintptr_t)((64 << 20) - 1);
  // In the heap of the first thread there is nothing at that address, or something else.
  if ((uintptr_t)block - heap < 64 << 10) madvise((void *)heap, 2 << 20, collapse);
  free(block);
#endif
}

enum {
  offscreen_large_page = 2 << 20,
  // Room for what the process does itself between two forks.
  offscreen_room_between_forks = 256 << 10,
};

// Lets what follows in the first thread's heap stand behind all that is there, from a large page on that was never used:
// gaps and what is before that page stay allocated, but nothing writes to them. For a process that is forked from, before it
// is, once it has said to keep little: its children share no page then in which they write what is new.
static inline void offscreen_end_heap_at_large_page(void) {
#ifdef __GLIBC__
  // A block that no gap has room for is the first one behind all others.
  size_t largest = 2 * offscreen_large_page, filled = 0, most = mallinfo2().fordblks;
  uintptr_t next = (uintptr_t)malloc(largest);
  free((void *)next);
  // Elsewhere than in that heap it is not what is wanted.
  if (!next || next > (uintptr_t)sbrk(0)) return;
  for (size_t size = largest; size >= 2048; size /= 2) {
    void *block;
    while ((block = malloc(size)) && (uintptr_t)block < next && filled <= most) filled += size;
    free(block);
  }
  // Down to the smallest, of which the allocator keeps some of each size at hand besides. What is behind all others would
  // not be joined again with what follows: it stays.
  most += offscreen_room_between_forks;
  for (size_t size = 1032; size >= 24; size -= 16) {
    void *block;
    while ((block = malloc(size)) && (uintptr_t)block < next && filled <= most) filled += size;
  }
  next = (uintptr_t)malloc(largest);
  free((void *)next);
  // Each of those has written to where it would have ended, and has made the heap end a little later.
  uintptr_t used = next + largest + 2 * offscreen_room_between_forks;
  uintptr_t end = (used + offscreen_large_page) & ~(uintptr_t)(offscreen_large_page - 1);
  // The heap is to end there: what children add is a mapping of their own.
  mallopt(M_TOP_PAD, offscreen_room_between_forks - 4096);
  char *filler = malloc(end - offscreen_room_between_forks - next);
  // The compiler must not leave it out.
  __asm__ volatile("" : : "r"(filler) : "memory");
#endif
}

// Lets eight megabytes of that heap be large pages, of which four kilobytes cost a tenth: from `start` to `end`, both 0
// where there are none. For a process that was forked: where both processes write to a large page, it is taken apart.
// `begins_there`: whether the heap goes on at the first one, and leaves what is before it.
// https://docs.kernel.org/admin-guide/mm/transhuge.html
static inline void offscreen_go_on_with_large_pages(int begins_there, uintptr_t *start, uintptr_t *end) {
  *start = *end = 0;
#ifdef __GLIBC__
  // The most that is not a mapping of its own. Where it ends is written to, which makes small pages of the large one there:
  // the fourth.
  char *block = malloc((8 << 20) - (64 << 10));
  uintptr_t begin = (uintptr_t)block;
  uintptr_t first = (begin + offscreen_large_page - 1) & ~(uintptr_t)(offscreen_large_page - 1);
  uintptr_t last = (uintptr_t)sbrk(0);
  // Elsewhere than at the end of that heap it is not what is wanted.
  int is_there = block && first < last && last - first <= 16 << 20 &&
                 madvise((void *)first, last - first, MADV_HUGEPAGE) == 0;
  free(block);
  if (!is_there) return;
  *start = first;
  *end = last;
  if (begins_there && first - begin >= 64) {
    char *filler = malloc(first - begin);
    // The compiler must not leave it out.
    __asm__ volatile("" : : "r"(filler) : "memory");
  }
#endif
}

// Lets what the calling thread's stack grows into be there at once: a page at a time takes longer. For a process that was
// forked. Kernels before 5.14 do not know how.
// https://man7.org/linux/man-pages/man2/madvise.2.html
static inline void offscreen_make_stack_ready(void) {
  enum { populate_for_writing = 23 /* MADV_POPULATE_WRITE */, bytes = 192 << 10 };
  uintptr_t here = (uintptr_t)__builtin_frame_address(0) & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  madvise((void *)(here - bytes), bytes, populate_for_writing);
}

// Bytes of the heaps: those in use, and those that are free and have not gone back.
// https://man7.org/linux/man-pages/man3/mallinfo.3.html
static inline void offscreen_heap_bytes(size_t *used, size_t *free) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  *used = info.uordblks + info.hblkhd;
  *free = info.fordblks;
#else
  *used = *free = 0;
#endif
}
