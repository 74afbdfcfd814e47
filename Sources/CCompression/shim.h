#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<zlib.h>)
#error "zlib is missing: apt-get install zlib1g-dev"
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

// Opened when the first web archive is read.
typedef struct {
  int (*init)(z_stream *, int, const char *, int);
  int (*inflate)(z_stream *, int);
  int (*reset)(z_stream *);
  int (*end)(z_stream *);
} OffscreenZlib;

// 0 where the library is not there or lacks something.
static inline int offscreen_zlib_open(OffscreenZlib *zlib) {
  void *library = dlopen(OFFSCREEN_ZLIB_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  *(void **)&zlib->init = dlsym(library, "inflateInit2_");
  *(void **)&zlib->inflate = dlsym(library, "inflate");
  *(void **)&zlib->reset = dlsym(library, "inflateReset");
  *(void **)&zlib->end = dlsym(library, "inflateEnd");
  return zlib->init && zlib->inflate && zlib->reset && zlib->end;
}

// `bits`: the window, and what is around the data: https://zlib.net/manual.html#Advanced
static inline int offscreen_inflate_init(const OffscreenZlib *zlib, z_stream *stream, int bits) {
  return zlib->init(stream, bits, ZLIB_VERSION, (int)sizeof(z_stream));
}

// Brotli's decoder, opened when an answer of an archive is compressed so: https://www.brotli.org/decode.html
typedef struct {
  void *(*create)(void *, void *, void *);
  int (*decompress)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
  void (*destroy)(void *);
} OffscreenBrotli;

enum {
  OFFSCREEN_BROTLI_ERROR = 0,
  OFFSCREEN_BROTLI_SUCCESS = 1,
  OFFSCREEN_BROTLI_NEEDS_INPUT = 2,
  OFFSCREEN_BROTLI_NEEDS_OUTPUT = 3,
};

static inline int offscreen_brotli_open(OffscreenBrotli *brotli) {
  void *library = dlopen(OFFSCREEN_BROTLI_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  *(void **)&brotli->create = dlsym(library, "BrotliDecoderCreateInstance");
  *(void **)&brotli->decompress = dlsym(library, "BrotliDecoderDecompressStream");
  *(void **)&brotli->destroy = dlsym(library, "BrotliDecoderDestroyInstance");
  return brotli->create && brotli->decompress && brotli->destroy;
}

// Zstandard's decoder, opened when an archive is compressed so: https://facebook.github.io/zstd/zstd_manual.html
typedef struct {
  const void *bytes;
  size_t size, position;
} OffscreenZstandardInput;

typedef struct {
  void *bytes;
  size_t size, position;
} OffscreenZstandardOutput;

typedef struct {
  void *(*create)(void);
  size_t (*use)(void *, const void *);
  size_t (*decompress)(void *, OffscreenZstandardOutput *, OffscreenZstandardInput *);
  unsigned (*is_error)(size_t);
  size_t (*destroy)(void *);
  void *(*create_dictionary)(const void *, size_t);
  size_t (*destroy_dictionary)(void *);
} OffscreenZstandard;

static inline int offscreen_zstandard_open(OffscreenZstandard *zstandard) {
  void *library = dlopen(OFFSCREEN_ZSTANDARD_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  *(void **)&zstandard->create = dlsym(library, "ZSTD_createDCtx");
  *(void **)&zstandard->use = dlsym(library, "ZSTD_DCtx_refDDict");
  *(void **)&zstandard->decompress = dlsym(library, "ZSTD_decompressStream");
  *(void **)&zstandard->is_error = dlsym(library, "ZSTD_isError");
  *(void **)&zstandard->destroy = dlsym(library, "ZSTD_freeDCtx");
  *(void **)&zstandard->create_dictionary = dlsym(library, "ZSTD_createDDict");
  *(void **)&zstandard->destroy_dictionary = dlsym(library, "ZSTD_freeDDict");
  return zstandard->create && zstandard->use && zstandard->decompress && zstandard->is_error && zstandard->destroy &&
         zstandard->create_dictionary && zstandard->destroy_dictionary;
}
