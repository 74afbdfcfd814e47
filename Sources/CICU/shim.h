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

// Domains as UTS 46 says. https://unicode-org.github.io/icu-docs/apidoc/released/icu4c/uidna_8h.html
typedef struct {
  int16_t size;
  int8_t is_transitional_different;
  int8_t reserved;
  uint32_t errors;
  int32_t more_reserved[2];
} OffscreenIDNAInfo;

typedef struct {
  const void *processor;
  int32_t (*to_ascii)(const void *processor, const char *name, int32_t count, char *output, int32_t capacity,
                      OffscreenIDNAInfo *info, int *status);
} OffscreenIDNA;

enum {
  // Bidirectional text and joiners are checked; transitional processing is off.
  OFFSCREEN_IDNA_OPTIONS = 0x4 | 0x8 | 0x10,
  // Lengths and places of hyphens are no errors of addresses.
  OFFSCREEN_IDNA_NO_ERRORS = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20,
};

static inline int offscreen_idna_open(OffscreenIDNA *idna) {
  for (int version = OFFSCREEN_ICU_NEWEST; version >= OFFSCREEN_ICU_OLDEST; version--) {
    char name[32];
    snprintf(name, sizeof name, OFFSCREEN_ICU_LIBRARY, version);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    void *(*open)(uint32_t options, int *status);
    *(void **)&open = offscreen_icu_symbol(library, "uidna_openUTS46", version);
    *(void **)&idna->to_ascii = offscreen_icu_symbol(library, "uidna_nameToASCII_UTF8", version);
    int status = 0;
    if (open && idna->to_ascii && (idna->processor = open(OFFSCREEN_IDNA_OPTIONS, &status)) && status <= 0) return 1;
    dlclose(library);
  }
  return 0;
}
