/// https://drafts.csswg.org/css-align-3/ and https://drafts.csswg.org/css-flexbox-1/ .
/// Nothing here is inherited.
package struct AlignmentStyle: Hashable, Sendable {
  package var alignContent: ContentAlignment = .init(.normal)
  package var justifyContent: ContentAlignment = .init(.normal)
  package var alignItems: SelfAlignment = .init(.normal)
  package var justifyItems: SelfAlignment = .init(.normal)
  package var justifyItemsLegacy = false
  package var alignSelf: SelfAlignment = .init(.auto)
  package var justifySelf: SelfAlignment = .init(.auto)
  /// nil is `normal`: 0, or 1em between columns of text.
  package var rowGap: LengthPercentage?
  package var columnGap: LengthPercentage?
  package var flexDirection: FlexDirection = .row
  package var flexWrap: FlexWrap = .nowrap
  package var flexGrow: Float = 0
  package var flexShrink: Float = 1
  package var flexBasis: SizeValue = .auto
  package var order: Int32 = 0
  package init() {}
}

package struct ContentAlignment: Hashable, Sendable {
  package enum Value: UInt8, Hashable, Sendable {
    case normal, start, end, center, flexStart, flexEnd, left, right
    case baseline, lastBaseline, spaceBetween, spaceAround, spaceEvenly, stretch
  }
  package enum OverflowPosition: UInt8, Hashable, Sendable { case unspecified, safe, unsafe }
  package var value: Value
  package var overflow: OverflowPosition
  package init(_ value: Value, overflow: OverflowPosition = .unspecified) {
    (self.value, self.overflow) = (value, overflow)
  }
}

package struct SelfAlignment: Hashable, Sendable {
  package enum Value: UInt8, Hashable, Sendable {
    case auto, normal, stretch, center, start, end, selfStart, selfEnd, flexStart, flexEnd
    case left, right, baseline, lastBaseline, anchorCenter
  }
  package var value: Value
  package var overflow: ContentAlignment.OverflowPosition
  package init(_ value: Value, overflow: ContentAlignment.OverflowPosition = .unspecified) {
    (self.value, self.overflow) = (value, overflow)
  }
}
