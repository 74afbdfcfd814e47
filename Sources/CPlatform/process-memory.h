#pragma once
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

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
// heap goes back from sixteen megabytes on. (Bitmaps below four come from the heap, and need two more to be aligned.) By itself glibc raises both with the largest block that was freed, and then
// keeps that much for ever.
// https://man7.org/linux/man-pages/man3/mallopt.3.html
static inline void offscreen_keep_little_free_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  mallopt(M_ARENA_MAX, 2);
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
