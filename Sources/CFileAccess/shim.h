#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// openat2 has no wrapper in glibc, and Swift does not import the variadic syscall().
// RESOLVE_NO_MAGICLINKS is 0x02 and RESOLVE_BENEATH 0x08 in <linux/openat2.h>; the structure and the
// values are spelled out, because older kernel headers lack them.
static inline int offscreen_open_beneath(int folder, const char *path, int flags) {
#ifdef SYS_openat2
  struct { uint64_t flags, mode, resolve; } how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)flags;
  how.resolve = 0x02 | 0x08;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
#else
  (void)folder; (void)path; (void)flags;
  errno = ENOSYS;
  return -1;
#endif
}

// open() and openat() are variadic too.
static inline int offscreen_open(const char *path, int flags, unsigned mode) {
  return open(path, flags, mode);
}
