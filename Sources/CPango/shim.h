#pragma once
#if !__has_include(<pango/pangocairo.h>)
#error "Pango is missing: apt-get install libpango1.0-dev libfontconfig-dev libfreetype-dev libcairo2-dev"
#endif
#include <cairo-ft.h>
#include <fontconfig/fcfreetype.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <hb-ft.h>
#include <hb-ot.h>
#include <hb.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TAGS_H
#include FT_TRUETYPE_TABLES_H

// GObject's casts are macros, which Swift does not import.
static inline PangoFcFontMap *offscreen_pango_fc_font_map(PangoFontMap *map) { return PANGO_FC_FONT_MAP(map); }
static inline PangoFcFont *offscreen_pango_fc_font(PangoFont *font) { return PANGO_FC_FONT(font); }
static inline PangoCairoFont *offscreen_pango_cairo_font(PangoFont *font) { return PANGO_CAIRO_FONT(font); }

// FriBidi's paragraph types are macros. `base`: 0 left to right, 1 right to left, 2 by the first
// strong character. The buffers hold `count` entries. Returns 0 on failure.
static inline int offscreen_bidi_levels(
    const uint32_t *text, int count, int base, uint32_t *types, uint32_t *brackets, signed char *levels) {
  FriBidiParType direction =
      base == 1 ? FRIBIDI_PAR_RTL : base == 0 ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_WLTR;
  fribidi_get_bidi_types(text, count, types);
  fribidi_get_bracket_types(text, count, types, brackets);
  return fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels);
}
