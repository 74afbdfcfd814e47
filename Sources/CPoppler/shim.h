#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>

// The library is opened by the process that draws a page of a PDF document, and by no other: it takes
// longer to load than a small page to render. What is used of it is little, so that its headers, and
// those of GLib, are not needed: documents, pages, bytes and Cairo's contexts are pointers here.

typedef struct {
  unsigned domain;
  int code;
  char *message;
} OffscreenPopplerError;

typedef struct {
  void *(*bytes_new)(const void *, unsigned long);
  void (*bytes_unref)(void *);
  void (*object_unref)(void *);
  void *(*document_new_from_bytes)(void *, const char *, OffscreenPopplerError **);
  int (*document_get_n_pages)(void *);
  void *(*document_get_page)(void *, int);
  void (*page_get_size)(void *, double *, double *);
  void (*page_render)(void *, void *);
} OffscreenPoppler;

// 0 where the library is not there or lacks something.
static inline int offscreen_poppler_open(OffscreenPoppler *poppler) {
  void *library = dlopen(OFFSCREEN_POPPLER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&poppler->field = dlsym(library, name); \
  if (!poppler->field) return 0;
  OFFSCREEN_SYMBOL(bytes_new, "g_bytes_new")
  OFFSCREEN_SYMBOL(bytes_unref, "g_bytes_unref")
  OFFSCREEN_SYMBOL(object_unref, "g_object_unref")
  OFFSCREEN_SYMBOL(document_new_from_bytes, "poppler_document_new_from_bytes")
  OFFSCREEN_SYMBOL(document_get_n_pages, "poppler_document_get_n_pages")
  OFFSCREEN_SYMBOL(document_get_page, "poppler_document_get_page")
  OFFSCREEN_SYMBOL(page_get_size, "poppler_page_get_size")
  OFFSCREEN_SYMBOL(page_render, "poppler_page_render")
#undef OFFSCREEN_SYMBOL
  return 1;
}
