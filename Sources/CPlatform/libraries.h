#pragma once

// Libraries that are opened when they are needed, by the names that Linux knows them by: the number is that
// of the interface. What asks for one includes this file; `Scripts/package-tarball` reads it.
// Its name is its version: that of its header, <cmark-gfm_version.h>.
#define OFFSCREEN_CMARK_LIBRARY "libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING
#define OFFSCREEN_CURL_LIBRARY "libcurl.so.4"
#define OFFSCREEN_HEIF_LIBRARY "libheif.so.1"
// With a place for its version.
#define OFFSCREEN_ICU_LIBRARY "libicuuc.so.%d"
#define OFFSCREEN_HYPHEN_LIBRARY "libhyphen.so.0"
#define OFFSCREEN_LITTLECMS_LIBRARY "liblcms2.so.2"
#define OFFSCREEN_PANGO_LIBRARY "libpango-1.0.so.0"
#define OFFSCREEN_POPPLER_LIBRARY "libpoppler-glib.so.8"
#define OFFSCREEN_RSVG_LIBRARY "librsvg-2.so.2"
#define OFFSCREEN_SIXEL_LIBRARY "libsixel.so.1"
