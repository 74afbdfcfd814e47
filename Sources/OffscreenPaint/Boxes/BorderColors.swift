import Foundation
import OffscreenCSS
import OffscreenGeometry

enum BoxSide: UInt8, CaseIterable { case top, right, bottom, left }

extension Color {
  /// The shaded edge of borders with depth, as Chromium shades.
  var darkened: Color {
    let brightest = max(red, max(green, blue))
    let factor = brightest > 0 ? max(0, (brightest - 0.33) / brightest) : 0
    return Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
  }

  /// The lit edge of borders with depth.
  var lightened: Color {
    let brightest = max(red, max(green, blue))
    guard brightest > 0 else { return Color(red: 84.0 / 255, green: 84.0 / 255, blue: 84.0 / 255, alpha: alpha) }
    let factor = min(1, brightest + 0.33) / brightest
    return Color(
      red: min(1, red * factor), green: min(1, green * factor), blue: min(1, blue * factor), alpha: alpha)
  }

  /// https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
  private var relativeLuminance: Double {
    func linear(_ part: Float) -> Double {
      part <= 0.04045 ? Double(part) / 12.92 : pow((Double(part) + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The luminance of the grays below and above which Chromium shades otherwise.
  private static let darkestShaded = 0.014443844
  private static let brightestLit = 0.83077

  /// The colour of a side of an `inset` or `outset` border, as Chromium chooses it: the dark edges are
  /// darkened, the others lit, unless the colour is too dark or too bright for that.
  func shaded(_ side: BoxSide, isInset: Bool) -> Color {
    let luminance = relativeLuminance
    let isVeryDark = luminance <= Self.darkestShaded + 1e-6
    if (side == .top || side == .left) == isInset { return isVeryDark ? lightened : darkened }
    if isVeryDark { return lightened.lightened }
    return luminance <= Self.brightestLit + 1e-5 ? lightened : self
  }
}
