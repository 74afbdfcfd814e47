#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stdint.h>

// Little CMS converts by colour profiles that are tables. It is opened for the first picture with such a
// profile: they are rare. Its headers are not needed for the few functions that are called.

typedef struct {
  void *(*open_profile)(const void *, uint32_t);
  void *(*create_srgb)(void);
  int (*close_profile)(void *);
  uint32_t (*get_color_space)(void *);
  void *(*create_transform)(void *, uint32_t, void *, uint32_t, uint32_t, uint32_t);
  void (*delete_transform)(void *);
  void (*transform)(void *, const void *, void *, uint32_t);
} OffscreenLittleCMS;

enum {
  // Bytes of blue, green, red and something that is not touched.
  OFFSCREEN_LCMS_BGRA = 4 << 16 | 1 << 14 | 1 << 10 | 1 << 7 | 3 << 3 | 1,
  OFFSCREEN_LCMS_RGB = 0x52474220,
  OFFSCREEN_LCMS_PERCEPTUAL = 0,
  OFFSCREEN_LCMS_COPY_ALPHA = 0x04000000,
};

// 0 where the library is not there or lacks something.
static inline int offscreen_lcms_open(OffscreenLittleCMS *lcms) {
  void *library = dlopen(OFFSCREEN_LITTLECMS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&lcms->field = dlsym(library, name); \
  if (!lcms->field) return 0;
  OFFSCREEN_SYMBOL(open_profile, "cmsOpenProfileFromMem")
  OFFSCREEN_SYMBOL(create_srgb, "cmsCreate_sRGBProfile")
  OFFSCREEN_SYMBOL(close_profile, "cmsCloseProfile")
  OFFSCREEN_SYMBOL(get_color_space, "cmsGetColorSpace")
  OFFSCREEN_SYMBOL(create_transform, "cmsCreateTransform")
  OFFSCREEN_SYMBOL(delete_transform, "cmsDeleteTransform")
  OFFSCREEN_SYMBOL(transform, "cmsDoTransform")
#undef OFFSCREEN_SYMBOL
  return 1;
}
