import OffscreenCSS
import OffscreenText

/// Small capitals of a font that has none: those of a smaller size.
/// https://drafts.csswg.org/css-fonts-4/#font-variant-caps-prop
package enum SmallCapitals: UInt8, Sendable {
  case none, small, allSmall

  /// What a font has to be helped out with.
  package init(_ font: FontStyle, _ primary: FontID, _ fonts: PageFonts) {
    let isMissing = font.synthesizeSmallCaps && !fonts.substitutes(primary, FontTag("smcp"))
    switch font.capitals {
    case .smallCaps, .petiteCaps: self = isMissing ? .small : .none
    case .allSmallCaps, .allPetiteCaps: self = isMissing ? .allSmall : .none
    case .normal, .unicase, .titlingCaps: self = .none
    }
  }

  /// The size of the smaller font.
  package static func size(of size: Double) -> Double { (size * 0.7).rounded() }

  /// Cuts a text into what stays as it is and small letters, which become smaller capitals; or, as in Chromium, digits and
  /// signs get smaller with all letters.
  package func parts(of bytes: [UInt8]) -> [(bytes: [UInt8], isSmall: Bool)] {
    guard self != .none else { return [(bytes, false)] }
    var parts: [(bytes: [UInt8], isSmall: Bool)] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let upper = scalar.properties.uppercaseMapping
      let isSmall = self == .allSmall || upper != String(scalar)
      if parts.last?.isSmall != isSmall { parts.append(([], isSmall)) }
      parts[parts.count - 1].bytes.append(contentsOf: (isSmall ? upper : String(scalar)).utf8)
    }
    return parts
  }
}
