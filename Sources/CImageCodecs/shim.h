#pragma once
#if !__has_include(<png.h>) || !__has_include(<turbojpeg.h>) || !__has_include(<webp/demux.h>) || !__has_include(<gif_lib.h>) || !__has_include(<libdeflate.h>)
#error "An image library is missing: apt-get install libpng-dev libturbojpeg0-dev libwebp-dev libgif-dev libdeflate-dev"
#endif
// libpng is used through its simplified interface and libjpeg-turbo through TurboJPEG: both report
// errors by their results, so that no longjmp can cross a Swift frame.
#include <gif_lib.h>
#include <jconfig.h>
#include <libdeflate.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

// Macros that Swift does not import.
enum {
  OFFSCREEN_PNG_IMAGE_VERSION = PNG_IMAGE_VERSION,
  OFFSCREEN_PNG_FORMAT_BGRA = PNG_FORMAT_BGRA,
  OFFSCREEN_PNG_FORMAT_FLAG_ALPHA = PNG_FORMAT_FLAG_ALPHA,
  OFFSCREEN_PNG_FLAG_16BIT_SRGB = PNG_IMAGE_FLAG_16BIT_sRGB,
};

// Versions that only the headers tell.
#define OFFSCREEN_TEXT(value) #value
#define OFFSCREEN_TEXT_OF(value) OFFSCREEN_TEXT(value)
static inline const char *offscreen_jpeg_version(void) { return OFFSCREEN_TEXT_OF(LIBJPEG_TURBO_VERSION); }
static inline const char *offscreen_gif_version(void) {
  return OFFSCREEN_TEXT_OF(GIFLIB_MAJOR) "." OFFSCREEN_TEXT_OF(GIFLIB_MINOR) "." OFFSCREEN_TEXT_OF(GIFLIB_RELEASE);
}

static inline WebPDemuxer *offscreen_webp_demux(const uint8_t *bytes, size_t count) {
  WebPData data = { bytes, count };
  return WebPDemux(&data);
}
