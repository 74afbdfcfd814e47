#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// libheif decodes AVIF. It is opened when the first such picture comes: with the decoders that it brings
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
  void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
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
