/// https://drafts.csswg.org/css-text-4/ and what else text inherits. All inherited.
package struct TextStyle: Hashable, Sendable {
  package var align: TextAlign = .start
  package var alignLast: TextAlignLast = .auto
  package var justify: TextJustify = .auto
  package var indent: LengthPercentage = .zero
  package var indentHanging = false
  package var indentEachLine = false
  package var transform: TextTransform = .none
  package var whiteSpaceCollapse: WhiteSpaceCollapse = .collapse
  package var wrapMode: TextWrapMode = .wrap
  package var wrapStyle: TextWrapStyle = .auto
  package var wordBreak: WordBreak = .normal
  package var lineBreak: LineBreak = .auto
  package var overflowWrap: OverflowWrap = .normal
  package var hyphens: Hyphens = .manual
  /// nil is `auto`.
  package var hyphenateCharacter: String?
  package var tabSize: TabSize = .spaces(8)
  /// CSS pixels, beside what a percentage of the font size gives.
  package var letterSpacing: LengthPercentage = .zero
  package var wordSpacing: LengthPercentage = .zero
  package var direction: Direction = .ltr
  package var writingMode: WritingMode = .horizontalTB
  package var orientation: TextOrientation = .mixed
  package var combineUpright = false
  package var shadows: [Shadow] = []
  package var emphasisStyle: TextEmphasis = .none
  package var emphasisColor: ColorValue = .currentColor
  package var emphasisPosition: TextEmphasisPosition = .init()
  package var underlinePosition: UnderlinePosition = .init()
  package var underlineOffset: LengthPercentage?
  package var decorationSkipInk: TextDecorationSkipInk = .auto
  package var strokeWidth: Float = 0
  package var strokeColor: ColorValue = .currentColor
  package var fillColor: ColorValue = .currentColor
  package var rubyPosition: RubyPosition = .over
  package var rubyAlign: RubyAlign = .spaceAround
  /// `hanging-punctuation`: first, force-end, allow-end, last.
  package var hangingFirst = false
  package var hangingForceEnd = false
  package var hangingAllowEnd = false
  package var hangingLast = false
  package var orphans: Int32 = 2
  package var widows: Int32 = 2
  package init() {}
}

package struct TextTransform: Hashable, Sendable {
  package enum Case: UInt8, Hashable, Sendable { case none, capitalize, uppercase, lowercase, mathAuto }
  package var letterCase: Case
  package var fullWidth: Bool
  package var fullSizeKana: Bool
  package init(letterCase: Case, fullWidth: Bool = false, fullSizeKana: Bool = false) {
    (self.letterCase, self.fullWidth, self.fullSizeKana) = (letterCase, fullWidth, fullSizeKana)
  }
  package static let none = TextTransform(letterCase: .none)
}
package enum TabSize: Hashable, Sendable {
  /// So many advances of a space.
  case spaces(Float)
  /// CSS pixels.
  case length(Float)
}
package enum TextEmphasis: Hashable, Sendable {
  case none
  /// The mark, one character.
  case mark(String)
  /// `filled` or `open` with nothing more: the shape depends on the writing mode.
  case automatic(filled: Bool)
}
package struct TextEmphasisPosition: Hashable, Sendable {
  package var over = true
  package var right = true
  package init() {}
}
package struct UnderlinePosition: Hashable, Sendable {
  package var fromFont = false
  package var under = false
  package var left = false
  package var right = false
  package init() {}
}
