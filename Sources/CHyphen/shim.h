#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<hyphen.h>)
#error "libhyphen is missing: apt-get install libhyphen-dev"
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <hyphen.h>

// Opened when the first dictionary is.
typedef struct {
  __typeof__(hnj_hyphen_load) *load;
  __typeof__(hnj_hyphen_free) *free;
  __typeof__(hnj_hyphen_hyphenate2) *hyphenate2;
} OffscreenHyphen;

// 0 where the library is not there or lacks something.
static inline int offscreen_hyphen_open(OffscreenHyphen *hyphen) {
  void *library = dlopen(OFFSCREEN_HYPHEN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&hyphen->field = dlsym(library, name); \
  if (!hyphen->field) return 0;
  OFFSCREEN_SYMBOL(load, "hnj_hyphen_load")
  OFFSCREEN_SYMBOL(free, "hnj_hyphen_free")
  OFFSCREEN_SYMBOL(hyphenate2, "hnj_hyphen_hyphenate2")
#undef OFFSCREEN_SYMBOL
  return 1;
}
