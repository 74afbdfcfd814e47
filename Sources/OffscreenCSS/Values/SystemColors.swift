import OffscreenGeometry

/// Chromium's values on a desktop, for the light and the dark scheme.
/// https://drafts.csswg.org/css-color-4/#css-system-colors
enum SystemColors {
  /// `name` in lower case.
  static func color(_ name: String) -> Specified<Color>? {
    if name == "highlight" { return .computed(Color(hex: 0x0041C6, alpha: 0.8)) }
    guard let (light, dark) = values[name] else { return nil }
    if light == dark { return .computed(Color(hex: light)) }
    return .relative(.colorScheme) { Color(hex: $0.isDark ? dark : light) }
  }

  private static let values: [String: (light: UInt32, dark: UInt32)] = [
    "accentcolor": (0x0075FF, 0x0075FF), "accentcolortext": (0xFFFFFF, 0xFFFFFF),
    "activetext": (0xFF0000, 0xFF0000), "buttonborder": (0x000000, 0xFFFFFF),
    "buttonface": (0xEFEFEF, 0x6B6B6B), "buttontext": (0x000000, 0xFFFFFF),
    "canvas": (0xFFFFFF, 0x121212), "canvastext": (0x000000, 0xFFFFFF),
    "field": (0xFFFFFF, 0x3B3B3B), "fieldtext": (0x000000, 0xFFFFFF),
    "graytext": (0x808080, 0x808080), "highlighttext": (0xFFFFFF, 0xFFFFFF),
    "linktext": (0x0000EE, 0x9E9EFF), "mark": (0xFFFF00, 0xFFFF00), "marktext": (0x000000, 0x000000),
    "selecteditem": (0x1967D2, 0x99C8FF), "selecteditemtext": (0xFFFFFF, 0x3B3B3B),
    "visitedtext": (0x551A8B, 0xD0ADF0),
    "-webkit-link": (0x0000EE, 0x9E9EFF), "-webkit-activelink": (0xFF0000, 0xFF9E9E),
    // https://drafts.csswg.org/css-color-4/#deprecated-system-colors
    "activeborder": (0x000000, 0xFFFFFF), "inactiveborder": (0x000000, 0xFFFFFF),
    "threeddarkshadow": (0x000000, 0xFFFFFF), "threedhighlight": (0x000000, 0xFFFFFF),
    "threedlightshadow": (0x000000, 0xFFFFFF), "threedshadow": (0x000000, 0xFFFFFF),
    "windowframe": (0x000000, 0xFFFFFF),
    "buttonhighlight": (0xEFEFEF, 0x6B6B6B), "buttonshadow": (0xEFEFEF, 0x6B6B6B),
    "threedface": (0xEFEFEF, 0x6B6B6B),
    "activecaption": (0xFFFFFF, 0x121212), "appworkspace": (0xFFFFFF, 0x121212),
    "background": (0xFFFFFF, 0x121212), "inactivecaption": (0xFFFFFF, 0x121212),
    "infobackground": (0xFFFFFF, 0x121212), "menu": (0xFFFFFF, 0x121212),
    "scrollbar": (0xFFFFFF, 0x121212), "window": (0xFFFFFF, 0x121212),
    "inactivecaptiontext": (0x808080, 0x808080),
    "captiontext": (0x000000, 0xFFFFFF), "infotext": (0x000000, 0xFFFFFF),
    "menutext": (0x000000, 0xFFFFFF), "windowtext": (0x000000, 0xFFFFFF),
  ]
}
