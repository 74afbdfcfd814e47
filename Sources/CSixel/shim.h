#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<sixel/sixel.h>)
#error "libsixel is missing: apt-get install libsixel-dev"
#endif
#include <dlfcn.h>
#include <sixel/sixel.h>

// Opened when a picture is to be shown in a terminal.
#define OFFSCREEN_SIXEL_FUNCTIONS(FUNCTION) \
  FUNCTION(sixel_dither_new) \
  FUNCTION(sixel_dither_initialize) \
  FUNCTION(sixel_dither_unref) \
  FUNCTION(sixel_output_new) \
  FUNCTION(sixel_output_unref) \
  FUNCTION(sixel_encode)

typedef struct {
#define OFFSCREEN_FIELD(name) __typeof__(name) *name;
  OFFSCREEN_SIXEL_FUNCTIONS(OFFSCREEN_FIELD)
#undef OFFSCREEN_FIELD
} OffscreenSixel;

// 0 where the library is not there or lacks something.
static inline int offscreen_sixel_open(OffscreenSixel *sixel) {
  void *library = dlopen(OFFSCREEN_SIXEL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(name) \
  *(void **)&sixel->name = dlsym(library, #name); \
  if (!sixel->name) return 0;
  OFFSCREEN_SIXEL_FUNCTIONS(OFFSCREEN_SYMBOL)
#undef OFFSCREEN_SYMBOL
  return 1;
}
