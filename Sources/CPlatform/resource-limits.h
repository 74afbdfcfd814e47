#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <sys/resource.h>

// Swift imports neither the enumeration that these functions take nor a common type for it.
enum {
  OFFSCREEN_RLIMIT_CPU = RLIMIT_CPU,
  OFFSCREEN_RLIMIT_FSIZE = RLIMIT_FSIZE,
  OFFSCREEN_RLIMIT_DATA = RLIMIT_DATA,
  OFFSCREEN_RLIMIT_CORE = RLIMIT_CORE,
  OFFSCREEN_RLIMIT_NOFILE = RLIMIT_NOFILE,
  OFFSCREEN_RLIMIT_AS = RLIMIT_AS,
};

// Sets the soft limit and, where `is_final`, the hard one with it. A stricter limit that is set already stays.
static inline int offscreen_limit(int resource, uint64_t value, int is_final) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return 0;
  if (limit.rlim_max > value && is_final) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max < value ? limit.rlim_max : value;
  return setrlimit(resource, &limit) == 0;
}

// The soft limit; all ones where there is none.
static inline uint64_t offscreen_limit_value(int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : ~(uint64_t)0;
}

// Whole seconds of all processors that this process has used.
static inline uint64_t offscreen_processor_seconds(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return (uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec;
}

// open() is variadic. What is there stays as it is, and is not opened.
static inline int offscreen_make_file(const char *path) {
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}
