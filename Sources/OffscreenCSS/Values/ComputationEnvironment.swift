import OffscreenGeometry

/// What an element's values are computed with. The properties that others depend on are computed first; until
/// then their values here are the parent's.
package struct ComputationEnvironment {
  /// A font that units refer to.
  package struct Font {
    /// CSS pixels.
    package var size: Double
    /// Measures the font that the style chooses; without it, metrics are the specification's fallbacks.
    package var measure: (() -> FontRelativeMetrics)?
    /// CSS pixels; nil is `normal`.
    package var lineHeight: Double?

    package init(size: Double = 16, lineHeight: Double? = nil, measure: (() -> FontRelativeMetrics)? = nil) {
      (self.size, self.lineHeight, self.measure) = (size, lineHeight, measure)
    }

    package var metrics: FontRelativeMetrics { measure?() ?? FontRelativeMetrics(fontSize: size) }
  }

  /// In CSS pixels.
  package var viewportWidth: Double
  package var viewportHeight: Double
  package var font = Font()
  package var rootFont = Font()
  package var color = Color.black
  /// The text colour of the page, which tables have in quirks mode.
  /// https://quirks.spec.whatwg.org/#the-tables-inherit-color-from-body-quirk
  package var bodyColor = Color.black
  /// Factor of all lengths; fonts' sizes have it already, that of the root's font the root's.
  package var zoom = 1.0
  package var rootZoom = 1.0
  package var isDark = false
  package var isVertical = false
  /// Whether letters stand upright in vertical lines.
  package var isUpright = false
  /// The attribute of the (originating) element, its name as the style sheet writes it.
  package var attribute: ((String) -> String?)?
  /// The place of the (originating) element among its siblings, from 1, and how many they are with it.
  package var siblings: (() -> (index: Int, count: Int))?
  /// Tells the element, or the pseudo-element, from all others in the document.
  package var element: UInt64 = 0
  /// The basis of container units: the content boxes of the nearest query containers, without zoom.
  package var containerWidth: Double?
  package var containerHeight: Double?
  /// What the document's styles substitute is counted here.
  package var substitutions: SubstitutionWork?
  /// What style sheets and containers say to values that are substituted.
  var surroundings: SubstitutionSurroundings?
  /// The channels of the origin of a relative colour, while one is computed.
  var channels: [String: Double] = [:]

  package init(viewportWidth: Double = 800, viewportHeight: Double = 600) {
    (self.viewportWidth, self.viewportHeight) = (viewportWidth, viewportHeight)
  }

  /// Of an element with initial values, on a page of the usual size.
  package static var initial: ComputationEnvironment { ComputationEnvironment() }

  func binding(_ channels: [String: Double]) -> ComputationEnvironment {
    var environment = self
    environment.channels = channels
    return environment
  }
}

/// What values ask as they are substituted. What it is stands above values: see `SubstitutionRules`.
protocol SubstitutionSurroundings: AnyObject {}

/// How much smaller scripts are, of the MATH table of a font.
/// https://w3c.github.io/mathml-core/#layout-constants-mathconstants
package struct MathScriptScales: Hashable, Sendable {
  package var script: Double
  package var scriptOfScript: Double

  package init(script: Double, scriptOfScript: Double) {
    (self.script, self.scriptOfScript) = (script, scriptOfScript)
  }
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
  /// Nil where the font is not made for formulas.
  package var mathScales: MathScriptScales?

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
