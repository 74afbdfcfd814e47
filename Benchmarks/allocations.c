/* Counts what a program allocates: LD_PRELOAD=allocations.so ALLOCATIONS=FILE program ...
   At the end the file gets one line: how many allocations, and how many bytes they asked for.
   Built by Scripts/benchmark. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong count, bytes;

static void note(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) { note(size); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { note(number * size); return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { note(size); return __libc_realloc(old, size); }
void *memalign(size_t boundary, size_t size) { note(size); return __libc_memalign(boundary, size); }
void *aligned_alloc(size_t boundary, size_t size) { return memalign(boundary, size); }
int posix_memalign(void **result, size_t boundary, size_t size) {
  *result = memalign(boundary, size);
  return *result ? 0 : 12;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("ALLOCATIONS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%lu %lu\n", (unsigned long)count, (unsigned long)bytes);
  fclose(file);
}
