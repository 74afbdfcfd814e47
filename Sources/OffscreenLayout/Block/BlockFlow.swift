import OffscreenCSS
import OffscreenGeometry

/// Margins that may still collapse with others.
/// https://drafts.csswg.org/css2/#collapsing-margins
package struct MarginStrut: Hashable, Sendable {
  /// Margins after an unforced break are truncated.
  /// https://drafts.csswg.org/css-break-3/#break-margins
  package var isCutOff = false
  /// Margins at the start of a container that trims them count for nothing.
  /// https://drafts.csswg.org/css-box-4/#margin-trim
  package var isTrimmed = false
  package var positive: LayoutUnit = .zero
  package var negative: LayoutUnit = .zero
  /// Positive margins that collapse to nothing at the start of a quirks-mode container.
  package var quirkyPositive: LayoutUnit = .zero
  package var isQuirkyContainerStart = false
  package init() {}
  package var sum: LayoutUnit { max(positive, quirkyPositive) + negative }
  /// At the end of a container in quirks mode.
  package var sumWithoutQuirky: LayoutUnit { positive + negative }
  package var isEmpty: Bool { positive == .zero && negative == .zero && quirkyPositive == .zero }
  package mutating func append(_ margin: LayoutUnit, isQuirky: Bool = false) {
    if isCutOff || isTrimmed || isQuirkyContainerStart && isQuirky { return }
    if margin < .zero {
      negative = min(negative, margin)
    } else if isQuirky {
      quirkyPositive = max(quirkyPositive, margin)
    } else {
      positive = max(positive, margin)
    }
  }
}

/// The rest of `line-clamp`'s limit of lines.
/// https://drafts.csswg.org/css-overflow-4/#webkit-line-clamp
package struct LineClamp: Hashable, Sendable {
  /// The box that has the limit.
  package var box: BoxID
  package var lines: Int
}

/// The inputs of a box that goes on with its parent's block formatting context.
package struct BlockFlowSpace: Hashable, Sendable {
  /// Where the box's border box would start if the margins collected so far collapsed to nothing.
  package var offset = BfcOffset.zero
  /// The margins collected so far, the box's own start margin included.
  package var marginStrut = MarginStrut()
  /// Where it starts along the block axis, known from an earlier try.
  package var forcedBlockOffset: LayoutUnit?
  /// In-flow content may not start above this.
  package var clearanceOffset = LayoutUnit.min
  package var exclusions = ExclusionSpace()
  /// Floats stand beside the margins collected so far: one that the box or what begins it clears ends
  /// their collapsing.
  package var hasAdjoiningLeftFloat = false
  package var hasAdjoiningRightFloat = false
  /// How far annotations over the first line may stick out of the box: into the line before and the margins between.
  package var annotationRoom = LayoutUnit.zero
  /// Which edges of its text a box around trims.
  package var textTrim: TextBoxTrim = []
  /// How many lines `-webkit-line-clamp` of a box around still lets through.
  package var lineClamp: LineClamp?
}

/// The results of such a box.
package struct BlockFlowResult: Sendable {
  /// Where the border box starts; nil while nothing has fixed it: margins collapse through the box.
  package var blockOffset: LayoutUnit?
  /// Clearance put it below where the margins would have; they do not collapse with those above then.
  package var isPushedByFloats = false
  package var endMarginStrut = MarginStrut()
  package var exclusions = ExclusionSpace()
  /// Where the box was expected to start when the first float in it was placed, or the like, its start not being
  /// known.
  package var floatsExpectedStart: LayoutUnit?
  /// ... and these stand beside the margins that are still open.
  package var adjoiningLeftFloat = false
  package var adjoiningRightFloat = false
  /// The box has to be laid out again with `blockOffset` forced.
  package var needsAnotherTry = false
  /// What its last line and what is below that leave free for annotations of what follows.
  package var annotationRoom = LayoutUnit.zero
  /// Lines that count for a `-webkit-line-clamp` around.
  package var lineCount = 0
  /// Whether a `-webkit-line-clamp` leaves out lines in it or behind it.
  package var hidesLines = false
}
