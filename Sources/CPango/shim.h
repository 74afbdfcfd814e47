#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stdint.h>

// Pango knows the words of Thai and its like. It is opened when the first text of that kind comes: with
// what it depends on it takes longer to load than a small page to render. What is used of it is little and
// has not changed for ten years, so that its headers are not needed.

// What Pango says of the place before a character: bits of a number, the first of which is a line break.
typedef uint32_t OffscreenPangoBreaks;
enum { OFFSCREEN_PANGO_LINE_BREAK = 1 };

typedef struct {
  const char *(*version_string)(void);
  void *(*language_from_string)(const char *);
  void (*get_log_attrs)(const char *, int, int, void *, OffscreenPangoBreaks *, int);
} OffscreenPango;

// 0 where the library is not there or lacks something.
static inline int offscreen_pango_open(OffscreenPango *pango) {
  void *library = dlopen(OFFSCREEN_PANGO_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&pango->field = dlsym(library, name); \
  if (!pango->field) return 0;
  OFFSCREEN_SYMBOL(version_string, "pango_version_string")
  OFFSCREEN_SYMBOL(language_from_string, "pango_language_from_string")
  OFFSCREEN_SYMBOL(get_log_attrs, "pango_get_log_attrs")
#undef OFFSCREEN_SYMBOL
  return 1;
}
