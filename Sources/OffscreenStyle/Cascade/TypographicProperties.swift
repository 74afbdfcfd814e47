import OffscreenCSS

/// The properties that apply to `::first-letter` and `::first-line`; declarations of others are as if they were
/// not there. https://drafts.csswg.org/css-pseudo-4/#first-letter-styling
///
/// Where the specification lets applications decide, they are those of Chromium: `visibility` is one, `display`,
/// `position`, sizes, transforms and animations are not. Custom properties apply. Logical padding does too, which
/// Chromium forgets.
enum TypographicProperties {
  /// By the longhand's number.
  static let ofFirstLetter = PropertyTable.longhands.map { isOfText($0.name) || isOfBox($0.name) }
  static let ofFirstLine = PropertyTable.longhands.map { isOfText($0.name) }

  private static func isOfText(_ name: String) -> Bool {
    let groups = ["font-", "background-", "text-decoration-", "text-emphasis-", "text-underline-"]
    return ofText.contains(name) || groups.contains { name.hasPrefix($0) }
  }

  private static func isOfBox(_ name: String) -> Bool {
    switch name {
    case "float": true
    case "border-collapse", "border-spacing", "margin-trim": false
    case _: ["border-", "margin-", "padding-", "corner-"].contains { name.hasPrefix($0) }
    }
  }

  private static let ofText: Set<String> = [
    "color", "opacity", "visibility", "box-shadow", "line-height", "letter-spacing", "word-spacing", "text-transform",
    "text-shadow", "text-justify", "vertical-align", "alignment-baseline", "baseline-shift", "dominant-baseline",
    "initial-letter", "ruby-position",
  ]
}
