#pragma once
#if !__has_include(<librsvg/rsvg.h>)
#error "librsvg is missing: apt-get install librsvg2-dev"
#endif
#include <cairo.h>
#include <librsvg/rsvg.h>

// 0, 1 or 2: major, minor, micro of the library that runs.
static inline unsigned offscreen_rsvg_version(int part) {
  return part == 0 ? rsvg_major_version : part == 1 ? rsvg_minor_version : rsvg_micro_version;
}
