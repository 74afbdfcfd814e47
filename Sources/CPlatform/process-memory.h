#pragma once
#include <malloc.h>

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
