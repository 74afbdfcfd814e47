#pragma once

// Libraries that are opened when they are needed, by the names that Linux knows them by: the number is that
// of the interface, %d a place for a version of which several are tried. What asks for one includes this file;
// `Scripts/packaging` holds it against the list of packages.
#define OFFSCREEN_BROTLI_LIBRARY "libbrotlidec.so.1"
#define OFFSCREEN_CMARK_LIBRARY "libcmark-gfm-extensions.so.0.29.0.gfm.%d"
#define OFFSCREEN_CRYPTO_LIBRARY "libcrypto.so.3"
#define OFFSCREEN_CURL_LIBRARY "libcurl.so.4"
#define OFFSCREEN_HEIF_LIBRARY "libheif.so.1"
#define OFFSCREEN_ICU_LIBRARY "libicuuc.so.%d"
#define OFFSCREEN_JSC_LIBRARY "libjavascriptcoregtk-4.1.so.0"
#define OFFSCREEN_JSC_LATER_LIBRARY "libjavascriptcoregtk-6.0.so.1"
#define OFFSCREEN_HYPHEN_LIBRARY "libhyphen.so.0"
#define OFFSCREEN_LITTLECMS_LIBRARY "liblcms2.so.2"
#define OFFSCREEN_PANGO_LIBRARY "libpango-1.0.so.0"
#define OFFSCREEN_POPPLER_LIBRARY "libpoppler-glib.so.8"
#define OFFSCREEN_SIXEL_LIBRARY "libsixel.so.1"
#define OFFSCREEN_ZLIB_LIBRARY "libz.so.1"
#define OFFSCREEN_ZSTANDARD_LIBRARY "libzstd.so.1"
