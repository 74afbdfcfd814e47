#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<cmark-gfm.h>)
#error "cmark-gfm is missing: apt-get install libcmark-gfm-dev libcmark-gfm-extensions-dev"
#endif
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <dlfcn.h>
#include <stdio.h>

// The libraries are opened when the first document in Markdown comes. Their names tell their version, of which the
// newest is taken that is there: the functions below have not changed since cmark-gfm 0.29.0.gfm.0.
enum { OFFSCREEN_CMARK_OLDEST = 0, OFFSCREEN_CMARK_NEWEST = 40 };
#define OFFSCREEN_CMARK_FUNCTIONS(FUNCTION) \
  FUNCTION(cmark_parser_new) \
  FUNCTION(cmark_parser_free) \
  FUNCTION(cmark_find_syntax_extension) \
  FUNCTION(cmark_parser_attach_syntax_extension) \
  FUNCTION(cmark_parser_get_syntax_extensions) \
  FUNCTION(cmark_parser_feed) \
  FUNCTION(cmark_parser_finish) \
  FUNCTION(cmark_node_free) \
  FUNCTION(cmark_render_html) \
  FUNCTION(cmark_gfm_core_extensions_ensure_registered)

typedef struct {
#define OFFSCREEN_FIELD(name) __typeof__(name) *name;
  OFFSCREEN_CMARK_FUNCTIONS(OFFSCREEN_FIELD)
#undef OFFSCREEN_FIELD
} OffscreenCMark;

// 0 where the library is not there or lacks something.
static inline int offscreen_cmark_open(OffscreenCMark *cmark) {
  // The extensions are linked to the library itself, so that its symbols are found through them.
  void *library = NULL;
  for (int version = OFFSCREEN_CMARK_NEWEST; version >= OFFSCREEN_CMARK_OLDEST && !library; version--) {
    char name[64];
    snprintf(name, sizeof name, OFFSCREEN_CMARK_LIBRARY, version);
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(name) \
  *(void **)&cmark->name = dlsym(library, #name); \
  if (!cmark->name) return 0;
  OFFSCREEN_CMARK_FUNCTIONS(OFFSCREEN_SYMBOL)
#undef OFFSCREEN_SYMBOL
  return 1;
}
