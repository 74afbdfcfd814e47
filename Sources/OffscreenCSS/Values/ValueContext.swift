import OffscreenGeometry

/// What a value's grammar may ask for while it is read.
///
/// A value is read to its computed form at once. What only an element can answer (`em`, `bolder`,
/// `light-dark()` ...) sets `dependsOnElement`: such a declaration is kept as tokens and read again
/// for each element that it applies to. All other values are read once a sheet.
package final class ValueContext {
  /// The element whose values are computed. The fields not yet computed are the parent's.
  package final class Element {
    package var parent: ComputedStyle
    /// The font that `em`, `ex`, `ch` ... refer to: the parent's while font properties are computed.
    package var font: FontStyle
    /// The line height that `lh` refers to, in CSS pixels; nil is `normal`.
    package var lineHeight: Double?
    package var rootFont: FontStyle
    package var rootLineHeight: Double?
    package var color: Color
    /// The text colour of the page, which tables have in quirks mode.
    package var bodyColor: Color
    /// Factor of all lengths in absolute units.
    package var zoom: Double = 1
    package var isDark = false
    package var isVertical = false
    /// Whether letters stand upright in vertical lines.
    package var isUpright = false
    /// The attribute of the (originating) element, its name as the style sheet writes it.
    package var attribute: ((String) -> String?)?
    /// The basis of container units: the content boxes of the nearest query containers.
    package var containerWidth: Double?
    package var containerHeight: Double?
    /// Set when something was read that other elements with the same declarations may not share.
    package var isPersonal = false

    package init(parent: ComputedStyle, rootFont: FontStyle? = nil) {
      self.parent = parent
      font = parent.font
      self.rootFont = rootFont ?? parent.font
      color = parent.inherited.color
      bodyColor = color
    }
  }

  /// In CSS pixels.
  package var viewportWidth: Double
  package var viewportHeight: Double
  package var devicePixelRatio: Double = 1
  package var prefersDark = false
  /// Whether pictures of a MIME type, in lower case, can be shown.
  package var showsImageType: (String) -> Bool = { $0.hasPrefix("image/") }
  package var isQuirky = false
  /// The measures of the font that a style chooses; without it, what the specification falls back to.
  package var measureFont: ((FontStyle) -> FontRelativeMetrics)?

  /// The `@font-feature-values` rules.
  package var fontFeatureValues = FontFeatureValues()

  /// Makes an address absolute against a base.
  package var joinURL: (_ address: String, _ base: String) -> String = { address, _ in address }
  /// The address of the sheet which is read.
  package var baseURL = ""
  /// Whether the sheet is the user agent's own, which may use internal keywords.
  package var isUserAgentSheet = false
  package var element: Element?

  /// Set when the value that was read depends on `element`.
  package var dependsOnElement = false
  /// Set when a length in container units was read.
  package var sawContainerUnit = false
  /// Set when a colour of another space than legacy sRGB was read.
  package var sawModernColor = false
  /// The colour function that was read last, before it was cut to sRGB; nil where it waits for the element's colour.
  var exactColor: SpaceColor?
  /// Lengths and colours as old pages write them: the quirks of the property that is read.
  package var allowsUnitlessLength = false
  package var allowsHashlessColor = false
  /// The channels of the origin of a relative colour, while one is read.
  package var channels: [String: Double] = [:]

  package init(viewportWidth: Double = 800, viewportHeight: Double = 600) {
    (self.viewportWidth, self.viewportHeight) = (viewportWidth, viewportHeight)
  }

  func resolveURL(_ address: String) -> String { joinURL(address, baseURL) }

  /// The element's answer, or, while a declaration is only checked, that of an initial element.
  func fromElement<Answer>(_ answer: (Element) -> Answer) -> Answer {
    dependsOnElement = true
    return answer(element ?? anyElement)
  }

  private lazy var anyElement = Element(parent: .initial)

  func attribute(_ name: String) -> String? {
    fromElement { element in
      element.isPersonal = true
      return element.attribute?(name)
    }
  }

  package var currentColor: Color { fromElement { $0.color } }
  /// https://quirks.spec.whatwg.org/#the-tables-inherit-color-from-body-quirk
  var bodyColor: Color { fromElement { $0.bodyColor } }
  package var isDark: Bool { fromElement { $0.isDark } }
}

/// The measures of a font that units refer to, in CSS pixels.
/// https://drafts.csswg.org/css-values-4/#font-relative-lengths
package struct FontRelativeMetrics: Sendable {
  package var xHeight: Double
  package var capHeight: Double
  /// Advance of `0`.
  package var zeroAdvance: Double
  /// Its advance where it stands upright in a vertical line.
  package var uprightZeroAdvance: Double
  /// Advance of U+6C34.
  package var ideographAdvance: Double
  /// The line height `normal`.
  package var lineHeight: Double

  package init(
    xHeight: Double, capHeight: Double, zeroAdvance: Double, uprightZeroAdvance: Double? = nil,
    ideographAdvance: Double,
    lineHeight: Double
  ) {
    self.uprightZeroAdvance = uprightZeroAdvance ?? lineHeight
    (self.xHeight, self.capHeight, self.zeroAdvance) = (xHeight, capHeight, zeroAdvance)
    (self.ideographAdvance, self.lineHeight) = (ideographAdvance, lineHeight)
  }

  /// Font-relative units where no font is available.
  package init(fontSize: Double) {
    self.init(
      xHeight: fontSize / 2, capHeight: fontSize * 0.7, zeroAdvance: fontSize / 2,
      ideographAdvance: fontSize, lineHeight: fontSize * 1.15)
  }
}
