#pragma once
#if !__has_include(<fontconfig/fontconfig.h>) || !__has_include(<hb-ft.h>) || !__has_include(<fribidi.h>)
#error "A font library is missing: apt-get install libfontconfig-dev libfreetype-dev libharfbuzz-dev libfribidi-dev libcairo2-dev"
#endif
#include <cairo-ft.h>
#include <fontconfig/fcfreetype.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <hb-ft.h>
#include <hb-ot.h>
#include <hb.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_COLOR_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TAGS_H
#include FT_TRUETYPE_TABLES_H

// FriBidi's paragraph types are macros. `base`: 0 left to right, 1 right to left, 2 by the first
// strong character. The buffers hold `count` entries. Returns 0 on failure.
#define OFFSCREEN_BIDI_BRACKETS 20000

static inline int offscreen_bidi_levels(
    const uint32_t *text, int count, int base, uint32_t *types, uint32_t *brackets, signed char *levels) {
  FriBidiParType direction =
      base == 1 ? FRIBIDI_PAR_RTL : base == 0 ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_WLTR;
  fribidi_get_bidi_types(text, count, types);
  fribidi_get_bracket_types(text, count, types, brackets);
  // It sorts the pairs by recursion: what comes behind so many counts as if it were no bracket.
  for (int index = 0, left = OFFSCREEN_BIDI_BRACKETS; index < count; index++)
    if (brackets[index] != FRIBIDI_NO_BRACKET && left-- <= 0) brackets[index] = FRIBIDI_NO_BRACKET;
  return fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels);
}
