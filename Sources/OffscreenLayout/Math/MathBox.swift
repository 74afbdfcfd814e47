import OffscreenCSS
import OffscreenGeometry

/// The layout of a box of a formula.
/// https://w3c.github.io/mathml-core/#math-script-and-style-layout
package struct MathBox: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Children beside each other on one baseline.
    case row
    /// Text, in an anonymous box: as high as its ink.
    case token
    /// `mspace`.
    case space(height: MathLength?, depth: MathLength?)
    /// A numerator, a denominator and the bar between them; without a thickness it is the usual one.
    case fraction(thickness: MathLength?)
    /// A base, its subscript, its superscript.
    case scripts(hasSub: Bool, hasSuper: Bool)
    /// A base, then subscripts and superscripts by turns: those after the base, then those before it.
    case multiscripts(after: Int, before: Int)
    /// A row in a box of another size; nil is the row's own.
    case padded(MathPadding)
    /// A base, its underscript, its overscript.
    case limits(MathLimits)
    /// A row, the sign and the bar.
    case squareRoot
    /// A base, a degree, the sign and the bar.
    case root
  }
  package var kind: Kind
  package var operation: MathOperator?
  /// `mtext`, which is no more than space beside an operator.
  package var isPlainText = false
  /// A token with elements in it, if only such as are not displayed, is as high as its line, as in Chromium.
  package var hasElements = false
}

/// https://w3c.github.io/mathml-core/#adjust-space-around-content-mpadded
package struct MathPadding: Equatable, Sendable {
  var height: MathLength?
  var depth: MathLength?
  /// From the start to the content, and how far the content is raised.
  var start: MathLength?
  var raise: MathLength?
}

/// https://w3c.github.io/mathml-core/#underscripts-and-overscripts-munder-mover-munderover
package struct MathLimits: Equatable, Sendable {
  var hasUnder: Bool
  var hasOver: Bool
  /// Close to the base.
  var isAccentUnder: Bool
  var isAccentOver: Bool
}

/// A part of a formula that has been laid out, with its margins.
struct MathItem {
  var box: BoxID
  var result: LayoutResult
  var margins = LogicalEdges.zero
  var inline: LayoutUnit
  /// From its baseline up and down.
  var ascent: LayoutUnit
  var descent: LayoutUnit
  /// Of its start corner: along the line from the start of the content, and from the content's baseline
  /// down to the item's own.
  var x = LayoutUnit.zero
  var drop = LayoutUnit.zero
}

/// Items that have their places.
struct MathContent {
  var items: [MathItem] = []
  var inline = LayoutUnit.zero
  var ascent = LayoutUnit.zero
  var descent = LayoutUnit.zero

  /// Adds an item and grows as high as it needs.
  mutating func add(_ item: MathItem, x: LayoutUnit = .zero, drop: LayoutUnit = .zero) {
    var item = item
    (item.x, item.drop) = (x, drop)
    // A negative extent is one too: nothing reaches the baseline.
    if items.isEmpty { (ascent, descent) = (item.ascent - drop, item.descent + drop) }
    ascent = max(ascent, item.ascent - drop)
    descent = max(descent, item.descent + drop)
    inline = max(inline, x + item.inline)
    items.append(item)
  }
}
