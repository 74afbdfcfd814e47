#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

/* A file without a name in a folder, to be written: it is gone with the process unless it is given a name. */
static inline int offscreen_open_unnamed(const char *folder, unsigned mode) {
  // O_TMPFILE, which glibc only shows to programs that ask for GNU's own.
  return open(folder, 020000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode);
}

/* A file in memory. */
static inline int offscreen_open_in_memory(const char *name) {
#ifdef SYS_memfd_create
  return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
#else
  (void)name;
  errno = ENOSYS;
  return -1;
#endif
}

/* Gives a file without a name one; fails with EEXIST where the name is taken. */
static inline int offscreen_name(int file, const char *path) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}
