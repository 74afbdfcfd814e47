#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libheif decodes and encodes AVIF. It is opened when the first such picture comes: with the decoders that it brings
// it takes longer to load than a small page to render, and a machine may be without it. What is used of
// it is little and has not changed since its first version, so that its headers are not needed.

typedef struct {
  int code;
  int subcode;
  const char *message;
} OffscreenHeifError;

// The beginning of the library's own structure, which it allocates.
typedef struct {
  uint8_t version;
  uint8_t ignore_transformations;
  void *start_progress;
  void *on_progress;
  void *end_progress;
  void *progress_user_data;
  uint8_t convert_hdr_to_8bit;
} OffscreenHeifOptions;

typedef struct {
  const char *(*get_version)(void);
  int (*have_decoder_for_format)(int);
  void *(*context_alloc)(void);
  void (*context_free)(void *);
  OffscreenHeifError (*context_read)(void *, const void *, size_t, const void *);
  OffscreenHeifError (*context_get_primary)(void *, void **);
  void (*handle_release)(void *);
  int (*handle_get_width)(void *);
  int (*handle_get_height)(void *);
  int (*handle_has_alpha)(void *);
  size_t (*handle_get_profile_size)(void *);
  OffscreenHeifError (*handle_get_profile)(void *, void *);
  OffscreenHeifOptions *(*options_alloc)(void);
  void (*options_free)(OffscreenHeifOptions *);
  OffscreenHeifError (*decode)(void *, void **, int, int, const OffscreenHeifOptions *);
  int (*image_get_width)(void *, int);
  int (*image_get_height)(void *, int);
  const uint8_t *(*image_get_plane)(void *, int, int *);
  void (*image_release)(void *);
} OffscreenHeif;

enum {
  OFFSCREEN_HEIF_AV1 = 4,
  OFFSCREEN_HEIF_COLORSPACE_RGB = 1,
  OFFSCREEN_HEIF_CHROMA_RGBA = 11,
  OFFSCREEN_HEIF_CHANNEL_INTERLEAVED = 10,
};

// 0 where the library is not there, lacks something or has no decoder for AV1.
static inline int offscreen_heif_open(OffscreenHeif *heif) {
  void *library = dlopen(OFFSCREEN_HEIF_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&heif->field = dlsym(library, name); \
  if (!heif->field) return 0;
  OFFSCREEN_SYMBOL(get_version, "heif_get_version")
  OFFSCREEN_SYMBOL(have_decoder_for_format, "heif_have_decoder_for_format")
  OFFSCREEN_SYMBOL(context_alloc, "heif_context_alloc")
  OFFSCREEN_SYMBOL(context_free, "heif_context_free")
  OFFSCREEN_SYMBOL(context_read, "heif_context_read_from_memory_without_copy")
  OFFSCREEN_SYMBOL(context_get_primary, "heif_context_get_primary_image_handle")
  OFFSCREEN_SYMBOL(handle_release, "heif_image_handle_release")
  OFFSCREEN_SYMBOL(handle_get_width, "heif_image_handle_get_width")
  OFFSCREEN_SYMBOL(handle_get_height, "heif_image_handle_get_height")
  OFFSCREEN_SYMBOL(handle_has_alpha, "heif_image_handle_has_alpha_channel")
  OFFSCREEN_SYMBOL(handle_get_profile_size, "heif_image_handle_get_raw_color_profile_size")
  OFFSCREEN_SYMBOL(handle_get_profile, "heif_image_handle_get_raw_color_profile")
  OFFSCREEN_SYMBOL(options_alloc, "heif_decoding_options_alloc")
  OFFSCREEN_SYMBOL(options_free, "heif_decoding_options_free")
  OFFSCREEN_SYMBOL(decode, "heif_decode_image")
  OFFSCREEN_SYMBOL(image_get_width, "heif_image_get_width")
  OFFSCREEN_SYMBOL(image_get_height, "heif_image_get_height")
  OFFSCREEN_SYMBOL(image_get_plane, "heif_image_get_plane_readonly")
  OFFSCREEN_SYMBOL(image_release, "heif_image_release")
#undef OFFSCREEN_SYMBOL
  return heif->have_decoder_for_format(OFFSCREEN_HEIF_AV1);
}

// Writing: other functions, so that a library without them still reads.

typedef struct {
  uint8_t *bytes;
  size_t count;
} OffscreenHeifFile;

typedef struct {
  int version;
  OffscreenHeifError (*write)(void *context, const void *data, size_t size, void *file);
} OffscreenHeifWriter;

// The beginning of the library's own structure, which it allocates.
typedef struct {
  uint8_t version;
  int color_primaries;
  int transfer_characteristics;
  int matrix_coefficients;
  uint8_t full_range_flag;
} OffscreenHeifColors;

typedef struct {
  int (*have_encoder_for_format)(int);
  void *(*context_alloc)(void);
  void (*context_free)(void *);
  OffscreenHeifError (*context_get_encoder)(void *, int, void **);
  void (*encoder_release)(void *);
  OffscreenHeifError (*set_lossy_quality)(void *, int);
  OffscreenHeifError (*set_lossless)(void *, int);
  OffscreenHeifError (*set_integer)(void *, const char *, int);
  OffscreenHeifError (*set_boolean)(void *, const char *, int);
  OffscreenHeifError (*set_string)(void *, const char *, const char *);
  OffscreenHeifError (*image_create)(int, int, int, int, void **);
  void (*image_release)(void *);
  OffscreenHeifError (*image_add_plane)(void *, int, int, int, int);
  uint8_t *(*image_get_plane)(void *, int, int *);
  OffscreenHeifColors *(*colors_alloc)(void);
  void (*colors_free)(OffscreenHeifColors *);
  OffscreenHeifError (*image_set_colors)(void *, const OffscreenHeifColors *);
  OffscreenHeifError (*encode)(void *, const void *, void *, const void *, void **);
  OffscreenHeifError (*write)(void *, OffscreenHeifWriter *, void *);
  void (*handle_release)(void *);
} OffscreenHeifEncoder;

enum { OFFSCREEN_HEIF_CHROMA_RGB = 10 };

// 0 where the library is not there, lacks something or has no encoder for AV1.
static inline int offscreen_heif_open_encoder(OffscreenHeifEncoder *heif) {
  void *library = dlopen(OFFSCREEN_HEIF_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&heif->field = dlsym(library, name); \
  if (!heif->field) return 0;
  OFFSCREEN_SYMBOL(have_encoder_for_format, "heif_have_encoder_for_format")
  OFFSCREEN_SYMBOL(context_alloc, "heif_context_alloc")
  OFFSCREEN_SYMBOL(context_free, "heif_context_free")
  OFFSCREEN_SYMBOL(context_get_encoder, "heif_context_get_encoder_for_format")
  OFFSCREEN_SYMBOL(encoder_release, "heif_encoder_release")
  OFFSCREEN_SYMBOL(set_lossy_quality, "heif_encoder_set_lossy_quality")
  OFFSCREEN_SYMBOL(set_lossless, "heif_encoder_set_lossless")
  OFFSCREEN_SYMBOL(set_integer, "heif_encoder_set_parameter_integer")
  OFFSCREEN_SYMBOL(set_boolean, "heif_encoder_set_parameter_boolean")
  OFFSCREEN_SYMBOL(set_string, "heif_encoder_set_parameter_string")
  OFFSCREEN_SYMBOL(image_create, "heif_image_create")
  OFFSCREEN_SYMBOL(image_release, "heif_image_release")
  OFFSCREEN_SYMBOL(image_add_plane, "heif_image_add_plane")
  OFFSCREEN_SYMBOL(image_get_plane, "heif_image_get_plane")
  OFFSCREEN_SYMBOL(colors_alloc, "heif_nclx_color_profile_alloc")
  OFFSCREEN_SYMBOL(colors_free, "heif_nclx_color_profile_free")
  OFFSCREEN_SYMBOL(image_set_colors, "heif_image_set_nclx_color_profile")
  OFFSCREEN_SYMBOL(encode, "heif_context_encode_image")
  OFFSCREEN_SYMBOL(write, "heif_context_write")
  OFFSCREEN_SYMBOL(handle_release, "heif_image_handle_release")
#undef OFFSCREEN_SYMBOL
  return heif->have_encoder_for_format(OFFSCREEN_HEIF_AV1);
}

static inline OffscreenHeifError offscreen_heif_append(void *context, const void *data, size_t size, void *target) {
  (void)context;
  OffscreenHeifFile *file = target;
  // The library's codes: no error, and none of memory left.
  OffscreenHeifError error = {0, 0, "Success"}, failed = {6, 0, "out of memory"};
  uint8_t *bytes = realloc(file->bytes, file->count + size);
  if (!bytes) return failed;
  memcpy(bytes + file->count, data, size);
  file->bytes = bytes;
  file->count += size;
  return error;
}

// The file's bytes belong to the caller, whatever is returned.
static inline OffscreenHeifError offscreen_heif_write(
    const OffscreenHeifEncoder *heif, void *context, OffscreenHeifFile *file) {
  OffscreenHeifWriter writer = {1, offscreen_heif_append};
  return heif->write(context, &writer, file);
}
