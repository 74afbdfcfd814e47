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
