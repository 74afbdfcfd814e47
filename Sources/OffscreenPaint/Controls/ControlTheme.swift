import Foundation
import OffscreenCSS
import OffscreenGeometry
import OffscreenStyle

/// The colours of Chromium's default controls.
struct ControlTheme {
  var isDark: Bool
  var isDisabled: Bool
  /// The page's own; nil for the default.
  var accentColor: Color?

  /// `prefersDark`: what the user prefers. `showsAccent`: the accent colour chooses the scheme that it stands out in.
  init(_ style: ComputedStyle, prefersDark: Bool, isDisabled: Bool, showsAccent: Bool = false) {
    isDark = style.inherited.colorScheme.isDark(preferred: prefersDark)
    self.isDisabled = isDisabled
    accentColor = style.inherited.accentColor?.resolved(style.inherited.color).over(pick(0xFFFFFF, 0x121212))
    if showsAccent, !isDisabled, let accentColor, Self.contrast(accentColor, background) < 3 { isDark.toggle() }
  }

  private func pick(_ light: UInt32, _ dark: UInt32) -> Color { Color(hex: isDark ? dark : light) }
  static let faintLine = Color(red: 118.0 / 255, green: 118.0 / 255, blue: 118.0 / 255, alpha: 0.3)
  private static let lightBarLine = Color(red: 118.0 / 255, green: 118.0 / 255, blue: 118.0 / 255, alpha: 0.5)

  var line: Color {
    if isDisabled { return isDark ? Color(hex: 0x626262) : Self.faintLine }
    return pick(0x767676, 0x858585)
  }
  /// Around bars, over their filling.
  var barLine: Color {
    if isDark || isDisabled { return line }
    return Self.lightBarLine
  }
  var accent: Color {
    if isDisabled { return pick(0xD1D1D1, 0x757575) }
    return accentColor ?? pick(0x0075FF, 0x99C8FF)
  }
  /// Of a range's value and thumb.
  var slider: Color { isDisabled ? pick(0xCBCBCB, 0x757575) : accent }
  /// Behind marks, in check boxes.
  var background: Color { isDisabled ? pick(0xF8F8F8, 0x3B3B3B) : pick(0xFFFFFF, 0x3B3B3B) }
  var mark: Color { isDisabled ? pick(0xEDEDED, 0x3B3B3B) : background }
  var track: Color { isDisabled ? pick(0xFAFAFA, 0x363636) : pick(0xEFEFEF, 0x3B3B3B) }
  var disabledButton: Color { pick(0xEEEEEE, 0x363636) }
  var menu: Color { pick(0xFFFFFF, 0x3B3B3B) }
  var grip: Color { pick(0x666666, 0xCCCCCC) }

  /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  private static func contrast(_ one: Color, _ other: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func linear(_ channel: Double) -> Double {
        channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(Double(color.red)) + 0.7152 * linear(Double(color.green))
        + 0.0722 * linear(Double(color.blue))
    }
    let (a, b) = (luminance(one) + 0.05, luminance(other) + 0.05)
    return max(a, b) / min(a, b)
  }
}

extension Color {
  /// What is seen of it above another one, which is opaque.
  /// https://drafts.csswg.org/css-ui-4/#widget-accent
  fileprivate func over(_ below: Color) -> Color {
    func mixed(_ above: Float, _ below: Float) -> Float { above * alpha + below * (1 - alpha) }
    return alpha >= 1
      ? self
      : Color(
        red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue), alpha: 1)
  }
}
