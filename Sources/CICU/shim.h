#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

// ICU knows the words of scripts that are written without spaces. It is opened when the first text of that
// kind comes. What is used of it is little and has not changed since its first versions, but the names of its
// file and functions end with its version: several are tried, and its headers are not needed.

typedef struct {
  int version;
  void *(*open)(int type, const char *locale, const uint16_t *text, int32_t count, int *status);
  void (*close)(void *iterator);
  void (*set_text)(void *iterator, const uint16_t *text, int32_t count, int *status);
  int32_t (*next)(void *iterator);
  void (*get_version)(uint8_t parts[4]);
} OffscreenICU;

enum { OFFSCREEN_ICU_LINE = 2, OFFSCREEN_ICU_OLDEST = 57, OFFSCREEN_ICU_NEWEST = 99 };

static inline void *offscreen_icu_symbol(void *library, const char *name, int version) {
  char full[64];
  snprintf(full, sizeof full, "%s_%d", name, version);
  void *symbol = dlsym(library, full);
  return symbol ? symbol : dlsym(library, name);
}

static inline int offscreen_icu_use(OffscreenICU *icu, void *library, int version) {
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&icu->field = offscreen_icu_symbol(library, name, version); \
  if (!icu->field) return 0;
  OFFSCREEN_SYMBOL(open, "ubrk_open")
  OFFSCREEN_SYMBOL(close, "ubrk_close")
  OFFSCREEN_SYMBOL(set_text, "ubrk_setText")
  OFFSCREEN_SYMBOL(next, "ubrk_next")
  OFFSCREEN_SYMBOL(get_version, "u_getVersion")
#undef OFFSCREEN_SYMBOL
  icu->version = version;
  return 1;
}

// The newest one that there is; 0 where there is none.
static inline int offscreen_icu_open(OffscreenICU *icu) {
  for (int version = OFFSCREEN_ICU_NEWEST; version >= OFFSCREEN_ICU_OLDEST; version--) {
    char name[32];
    snprintf(name, sizeof name, OFFSCREEN_ICU_LIBRARY, version);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library && offscreen_icu_use(icu, library, version)) return 1;
    if (library) dlclose(library);
  }
  return 0;
}
