#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<cairo.h>)
#error "Cairo is missing: apt-get install libcairo2-dev"
#endif
#include <cairo.h>
#include <dlfcn.h>
#include <stdint.h>

// librsvg draws SVG. It is opened when the first such picture comes: with what it depends on it takes
// longer to load than a small page to render. What is used of it is little and does not change, so that
// its headers, and those of GLib, are not needed: documents are pointers here.

typedef struct {
  double x, y, width, height;
} OffscreenRsvgRectangle;

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} OffscreenRsvgError;

typedef struct {
  // Major, minor, micro of the library that runs.
  unsigned version[3];
  void *(*handle_new_from_data)(const uint8_t *, unsigned long, OffscreenRsvgError **);
  void (*handle_set_dpi)(void *, double);
  int (*handle_set_stylesheet)(void *, const uint8_t *, unsigned long, OffscreenRsvgError **);
  int (*handle_render_document)(void *, cairo_t *, const OffscreenRsvgRectangle *, OffscreenRsvgError **);
  void (*object_unref)(void *);
  void (*clear_error)(OffscreenRsvgError **);
} OffscreenRsvg;

// 0 where the library is not there or lacks something.
static inline int offscreen_rsvg_open(OffscreenRsvg *rsvg) {
  void *library = dlopen(OFFSCREEN_RSVG_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&rsvg->field = dlsym(library, name); \
  if (!rsvg->field) return 0;
  OFFSCREEN_SYMBOL(handle_new_from_data, "rsvg_handle_new_from_data")
  OFFSCREEN_SYMBOL(handle_set_dpi, "rsvg_handle_set_dpi")
  OFFSCREEN_SYMBOL(handle_set_stylesheet, "rsvg_handle_set_stylesheet")
  OFFSCREEN_SYMBOL(handle_render_document, "rsvg_handle_render_document")
  OFFSCREEN_SYMBOL(object_unref, "g_object_unref")
  OFFSCREEN_SYMBOL(clear_error, "g_clear_error")
#undef OFFSCREEN_SYMBOL
  const char *const parts[3] = { "rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version" };
  for (int i = 0; i < 3; i++) {
    const unsigned *part = dlsym(library, parts[i]);
    rsvg->version[i] = part ? *part : 0;
  }
  return 1;
}
