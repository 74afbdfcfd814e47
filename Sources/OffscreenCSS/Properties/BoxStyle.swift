/// The box itself: how it is made, sized and placed. Nothing here is inherited.
package struct BoxStyle: Hashable, Sendable {
  package var display: Display = .inline
  /// `display` before floats, positioning and item blockification changed it.
  package var specifiedDisplay: Display = .inline
  package var position: Position = .static
  package var float: FloatSide = .none
  package var clear: Clear = .none
  package var inset = Sides<LengthOrAuto>(.auto)
  package var width: SizeValue = .auto
  package var height: SizeValue = .auto
  package var minWidth: SizeValue = .auto
  package var minHeight: SizeValue = .auto
  package var maxWidth: SizeValue = .auto
  package var maxHeight: SizeValue = .auto
  package var boxSizing: BoxSizing = .contentBox
  package var aspectRatio: AspectRatio = .init()
  package var margin = Sides<LengthOrAuto>(.zero)
  package var padding = Sides<LengthPercentage>(.zero)
  package var overflowX: Overflow = .visible
  package var overflowY: Overflow = .visible
  package var overflowClipMargin: Float = 0
  /// nil is `auto`.
  package var zIndex: Int32?
  package var verticalAlign: VerticalAlign = .baseline
  package var unicodeBidi: UnicodeBidi = .normal
  package var textOverflow: TextOverflow = .clip
  package var lineClamp: Int32 = 0
  /// `-webkit-box` with `-webkit-box-orient: vertical`, which line clamping needs.
  package var isLegacyVerticalBox = false
  package var objectFit: ObjectFit = .fill
  package var objectPosition = LengthPair(x: .percentage(50), y: .percentage(50))
  package var tableLayout: TableLayoutMode = .auto
  package var contain: Containment = []
  package var contentVisibility: ContentVisibility = .visible
  package var containerType: ContainerType = .normal
  package var containerNames: [String] = []
  /// CSS pixels; nil is `none`.
  package var containIntrinsicWidth: Float?
  package var containIntrinsicHeight: Float?
  package var floatShape: FloatShape = .none
  package var shapeMargin: LengthPercentage = .zero
  package var shapeImageThreshold: Float = 0
  package var appearance: Appearance = .none
  package var resizable = false
  package init() {}
}

package struct AspectRatio: Hashable, Sendable {
  package var isAuto = true
  /// Width over height; nil without a ratio (or with a degenerate one).
  package var ratio: Float?
  package init(isAuto: Bool = true, ratio: Float? = nil) { (self.isAuto, self.ratio) = (isAuto, ratio) }
}

package enum VerticalAlign: Hashable, Sendable {
  case baseline, sub, `super`, textTop, textBottom, middle, top, bottom
  /// `-webkit-baseline-middle`, which the HTML `align` attributes map to.
  case baselineMiddle
  /// Raised by this; percentages are of the line height.
  case raised(LengthPercentage)
}

/// https://drafts.csswg.org/css-contain-2/
package struct Containment: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let size = Containment(rawValue: 1)
  package static let inlineSize = Containment(rawValue: 2)
  package static let layout = Containment(rawValue: 4)
  package static let style = Containment(rawValue: 8)
  package static let paint = Containment(rawValue: 16)
}

/// https://drafts.csswg.org/css-shapes-1/#shape-outside-property
package enum FloatShape: Hashable, Sendable {
  case none
  case shape(BasicShape, VisualBox)
  case box(VisualBox)
  case image(ImageValue)
}
