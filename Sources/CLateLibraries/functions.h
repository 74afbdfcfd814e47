#pragma once

// The functions that this program calls of libraries that are opened late. The linker names one that is not here.
#define OFFSCREEN_CAIRO_FUNCTIONS(FUNCTION) \
  FUNCTION(cairo_clip) FUNCTION(cairo_close_path) FUNCTION(cairo_create) FUNCTION(cairo_curve_to) \
  FUNCTION(cairo_destroy) FUNCTION(cairo_device_to_user) FUNCTION(cairo_fill) FUNCTION(cairo_font_face_destroy) \
  FUNCTION(cairo_font_face_set_user_data) FUNCTION(cairo_font_face_status) FUNCTION(cairo_font_options_create) \
  FUNCTION(cairo_font_options_destroy) FUNCTION(cairo_font_options_set_hint_metrics) \
  FUNCTION(cairo_font_options_set_hint_style) FUNCTION(cairo_ft_font_face_create_for_ft_face) \
  FUNCTION(cairo_get_source) FUNCTION(cairo_glyph_path) FUNCTION(cairo_identity_matrix) \
  FUNCTION(cairo_image_surface_create) FUNCTION(cairo_image_surface_create_for_data) \
  FUNCTION(cairo_image_surface_get_data) FUNCTION(cairo_image_surface_get_stride) FUNCTION(cairo_in_fill) \
  FUNCTION(cairo_in_stroke) FUNCTION(cairo_line_to) FUNCTION(cairo_mask_surface) \
  FUNCTION(cairo_matrix_transform_point) FUNCTION(cairo_move_to) FUNCTION(cairo_new_path) FUNCTION(cairo_paint) \
  FUNCTION(cairo_paint_with_alpha) FUNCTION(cairo_pattern_add_color_stop_rgba) \
  FUNCTION(cairo_pattern_create_for_surface) FUNCTION(cairo_pattern_create_linear) \
  FUNCTION(cairo_pattern_create_radial) FUNCTION(cairo_pattern_destroy) FUNCTION(cairo_pattern_get_extend) \
  FUNCTION(cairo_pattern_get_linear_points) FUNCTION(cairo_pattern_get_matrix) \
  FUNCTION(cairo_pattern_get_radial_circles) FUNCTION(cairo_pattern_set_extend) FUNCTION(cairo_pattern_set_filter) \
  FUNCTION(cairo_pattern_set_matrix) FUNCTION(cairo_pdf_surface_add_outline) \
  FUNCTION(cairo_pdf_surface_create_for_stream) FUNCTION(cairo_pdf_surface_set_metadata) \
  FUNCTION(cairo_pdf_surface_set_size) FUNCTION(cairo_pop_group_to_source) FUNCTION(cairo_push_group) \
  FUNCTION(cairo_rectangle) FUNCTION(cairo_reset_clip) FUNCTION(cairo_restore) FUNCTION(cairo_rotate) \
  FUNCTION(cairo_save) FUNCTION(cairo_scale) FUNCTION(cairo_set_antialias) FUNCTION(cairo_set_dash) \
  FUNCTION(cairo_set_fill_rule) FUNCTION(cairo_set_font_face) FUNCTION(cairo_set_font_matrix) \
  FUNCTION(cairo_set_font_options) FUNCTION(cairo_set_line_cap) FUNCTION(cairo_set_line_join) \
  FUNCTION(cairo_set_line_width) FUNCTION(cairo_set_matrix) FUNCTION(cairo_set_miter_limit) \
  FUNCTION(cairo_set_operator) FUNCTION(cairo_set_source) FUNCTION(cairo_set_source_rgb) \
  FUNCTION(cairo_set_source_rgba) FUNCTION(cairo_set_source_surface) FUNCTION(cairo_show_glyphs) \
  FUNCTION(cairo_show_page) FUNCTION(cairo_show_text_glyphs) FUNCTION(cairo_status) FUNCTION(cairo_stroke) \
  FUNCTION(cairo_surface_destroy) FUNCTION(cairo_surface_finish) FUNCTION(cairo_surface_flush) \
  FUNCTION(cairo_surface_mark_dirty) FUNCTION(cairo_surface_set_fallback_resolution) \
  FUNCTION(cairo_surface_set_mime_data) FUNCTION(cairo_surface_status) FUNCTION(cairo_tag_begin) \
  FUNCTION(cairo_tag_end) FUNCTION(cairo_transform) FUNCTION(cairo_translate) FUNCTION(cairo_version_string)

#define OFFSCREEN_XML_FUNCTIONS(FUNCTION) \
  FUNCTION(xmlAddDocEntity) FUNCTION(xmlCreateMemoryParserCtxt) FUNCTION(xmlCtxtUseOptions) \
  FUNCTION(xmlFindCharEncodingHandler) FUNCTION(xmlFreeDoc) FUNCTION(xmlFreeParserCtxt) FUNCTION(xmlParseDocument) \
  FUNCTION(xmlSAX2EntityDecl) FUNCTION(xmlSAX2GetEntity) FUNCTION(xmlSAX2InternalSubset) FUNCTION(xmlSAXVersion) \
  FUNCTION(xmlStopParser) FUNCTION(xmlStrlen) FUNCTION(xmlSwitchToEncoding)

#define OFFSCREEN_GIF_FUNCTIONS(FUNCTION) \
  FUNCTION(DGifCloseFile) FUNCTION(DGifGetExtension) FUNCTION(DGifGetExtensionNext) FUNCTION(DGifGetImageDesc) \
  FUNCTION(DGifGetLine) FUNCTION(DGifGetRecordType) FUNCTION(DGifOpen) FUNCTION(EGifCloseFile) FUNCTION(EGifOpen) \
  FUNCTION(EGifPutExtension) FUNCTION(EGifPutImageDesc) FUNCTION(EGifPutLine) FUNCTION(EGifPutScreenDesc) \
  FUNCTION(EGifSetGifVersion) FUNCTION(GifErrorString) FUNCTION(GifFreeMapObject) FUNCTION(GifMakeMapObject)

#define OFFSCREEN_TURBOJPEG_FUNCTIONS(FUNCTION) \
  FUNCTION(tjCompress2) FUNCTION(tjDecompress2) FUNCTION(tjDestroy) FUNCTION(tjFree) FUNCTION(tjGetErrorCode) \
  FUNCTION(tjGetErrorStr2) FUNCTION(tjInitCompress) FUNCTION(tjInitDecompress)

#define OFFSCREEN_WEBPDEMUX_FUNCTIONS(FUNCTION) \
  FUNCTION(WebPDemuxDelete) FUNCTION(WebPDemuxGetFrame) FUNCTION(WebPDemuxGetI) FUNCTION(WebPDemuxInternal) \
  FUNCTION(WebPDemuxReleaseIterator)
