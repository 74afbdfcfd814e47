#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock: what paths a process may touch. https://docs.kernel.org/userspace-api/landlock.html
// glibc has no wrappers, and older kernel headers lack the declarations: the numbers, the same on every
// architecture, and the structures are spelled out.
enum {
  OFFSCREEN_LANDLOCK_CREATE_RULESET = 444,
  OFFSCREEN_LANDLOCK_ADD_RULE = 445,
  OFFSCREEN_LANDLOCK_RESTRICT_SELF = 446,
};

enum {
  OFFSCREEN_MAY_EXECUTE = 1 << 0,
  OFFSCREEN_MAY_WRITE = 1 << 1,
  OFFSCREEN_MAY_READ = 1 << 2,
  OFFSCREEN_MAY_LIST = 1 << 3,
  OFFSCREEN_MAY_REMOVE_DIR = 1 << 4,
  OFFSCREEN_MAY_REMOVE_FILE = 1 << 5,
  OFFSCREEN_MAY_MAKE_CHAR = 1 << 6,
  OFFSCREEN_MAY_MAKE_DIR = 1 << 7,
  OFFSCREEN_MAY_MAKE_REG = 1 << 8,
  OFFSCREEN_MAY_MAKE_SOCK = 1 << 9,
  OFFSCREEN_MAY_MAKE_FIFO = 1 << 10,
  OFFSCREEN_MAY_MAKE_BLOCK = 1 << 11,
  OFFSCREEN_MAY_MAKE_SYM = 1 << 12,
  OFFSCREEN_MAY_REFER = 1 << 13,
  OFFSCREEN_MAY_TRUNCATE = 1 << 14,
  OFFSCREEN_MAY_IOCTL_DEV = 1 << 15,
};

// The version of Landlock's interface; 0 where the kernel has none, or does not let it be used.
static inline int offscreen_landlock_version(void) {
  long version = syscall(OFFSCREEN_LANDLOCK_CREATE_RULESET, (void *)0, (size_t)0, 1u);
  return version > 0 ? (int)version : 0;
}

// What is handled is refused unless a rule allows it: everything, reading only where it is asked for. Which
// kinds a kernel knows depends on the version.
static inline uint64_t offscreen_landlock_handled(int version, int restricts_reading) {
  uint64_t handled =
      OFFSCREEN_MAY_EXECUTE | OFFSCREEN_MAY_WRITE | OFFSCREEN_MAY_REMOVE_DIR | OFFSCREEN_MAY_REMOVE_FILE |
      OFFSCREEN_MAY_MAKE_CHAR | OFFSCREEN_MAY_MAKE_DIR | OFFSCREEN_MAY_MAKE_REG | OFFSCREEN_MAY_MAKE_SOCK |
      OFFSCREEN_MAY_MAKE_FIFO | OFFSCREEN_MAY_MAKE_BLOCK | OFFSCREEN_MAY_MAKE_SYM;
  if (restricts_reading) handled |= OFFSCREEN_MAY_READ | OFFSCREEN_MAY_LIST;
  if (version >= 2) handled |= OFFSCREEN_MAY_REFER;
  if (version >= 3) handled |= OFFSCREEN_MAY_TRUNCATE;
  if (version >= 5) handled |= OFFSCREEN_MAY_IOCTL_DEV;
  return handled;
}

// A set of rules, as a file descriptor; -1 where that fails.
static inline int offscreen_landlock_create(int version, int restricts_reading, int allows_network) {
  struct { uint64_t files, network, scope; } handled = {0, 0, 0};
  handled.files = offscreen_landlock_handled(version, restricts_reading);
  // Binding TCP ports (1), and connecting to them (2).
  if (version >= 4) handled.network = allows_network ? 1 : 1 | 2;
  // Abstract sockets (1) and signals (2) of processes outside.
  if (version >= 6) handled.scope = 1 | 2;
  return (int)syscall(OFFSCREEN_LANDLOCK_CREATE_RULESET, &handled, sizeof handled, 0u);
}

// Allows something of a file that is open and what is below. 0 where the kernel does not want it.
static inline int offscreen_landlock_allow_open(
    int ruleset, int version, int restricts_reading, int file, uint64_t access) {
  struct { uint64_t access; int32_t parent; } __attribute__((packed)) rule;
  struct stat status;
  rule.access = access & offscreen_landlock_handled(version, restricts_reading);
  rule.parent = file;
  // What only a folder can be allowed is an error for a file.
  if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode))
    rule.access &= OFFSCREEN_MAY_EXECUTE | OFFSCREEN_MAY_READ | OFFSCREEN_MAY_WRITE | OFFSCREEN_MAY_TRUNCATE |
                   OFFSCREEN_MAY_IOCTL_DEV;
  return rule.access == 0 || syscall(OFFSCREEN_LANDLOCK_ADD_RULE, ruleset, 1, &rule, 0u) == 0;
}

// Opens a path to name it to the kernel, and for nothing else; -1 where it is not there.
static inline int offscreen_open_place(const char *path) { return open(path, 010000000 /* O_PATH */ | O_CLOEXEC); }

// Allows something of a path and what is below. 0 where the path is not there or the kernel does not want it.
static inline int offscreen_landlock_allow(
    int ruleset, int version, int restricts_reading, const char *path, uint64_t access) {
  int file = offscreen_open_place(path);
  if (file < 0) return 0;
  int result = offscreen_landlock_allow_open(ruleset, version, restricts_reading, file, access);
  close(file);
  return result;
}

// From now on the rules hold for this thread and those that it starts.
static inline int offscreen_landlock_restrict(int ruleset) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  return syscall(OFFSCREEN_LANDLOCK_RESTRICT_SELF, ruleset, 0u) == 0;
}
