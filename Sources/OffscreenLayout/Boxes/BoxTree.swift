import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenStyle

/// A box of the box tree. Ids are in tree order (preorder), so that the smaller of two comes first in
/// the document.
package struct BoxID: Hashable, Comparable, Sendable {
  package let rawValue: Int32
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }
  package static let none = BoxID(rawValue: -1)
  package static let root = BoxID(rawValue: 0)
  @inlinable package var isNone: Bool { rawValue < 0 }
  @inlinable package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Boxes before it came or went.
  mutating func move(by distance: Int32) {
    if !isNone { self = BoxID(rawValue: rawValue &+ distance) }
  }
}

/// The originator of a box: the element itself, a pseudo-element of it, or neither.
package enum BoxOrigin: UInt8, Sendable {
  case element, before, after, marker, firstLetter, detailsContent, fileSelectorButton
  case scrollButton, scrollMarkerGroup, scrollMarker
  /// An anonymous box: its style inherits from the box around it and has initial values besides, which answer
  /// most questions. https://drafts.csswg.org/css-display-3/#anonymous
  case anonymous
  /// A part that the user agent makes of an element (of a control, a fieldset, a picture that is missing), with a
  /// style of the user agent's or of the part's pseudo-element.
  case userAgentPart
}

/// How a box lays out what it contains.
package enum FormattingContext: UInt8, Sendable {
  /// A block container whose children are all block-level.
  case block
  /// A block container whose children are all inline-level.
  case inline
  case flex, grid, table
  /// A legend, if there is one, and an anonymous box with the rest.
  case fieldset
  /// A base and its annotation.
  case ruby
  /// A part of a formula: what it is, is in the tree's `math`.
  case math
  /// No children of its own: an image, a form control's picture, a frame.
  case replaced
}

/// What a box is.
package enum BoxKind: UInt8, Sendable {
  /// Anything laid out by `context`: block containers, flex and grid containers, tables' wrappers.
  case container
  /// An inline box: part of its nearest block container's inline formatting context.
  case inline
  /// A run of characters.
  case text
  /// `<br>`.
  case lineBreak
  /// `<wbr>`.
  case breakOpportunity
  case replaced
  /// The grid of rows and columns inside a table's wrapper box.
  case tableGrid
  case tableRowGroup, tableRow, tableCell, tableColumnGroup, tableColumn, tableCaption
}

package struct Box: Sendable {
  package var kind: BoxKind
  package var context: FormattingContext = .block
  package var origin: BoxOrigin = .element
  /// The element that the box was made for; an anonymous box's is that of its parent box.
  package var node: NodeID
  /// Of a text: where it is in the document; of others none.
  package var textNode = NodeID.none
  package var style: ComputedStyle
  package var parent: BoxID = .none
  package var firstChild: BoxID = .none
  package var lastChild: BoxID = .none
  package var nextSibling: BoxID = .none
  package var previousSibling: BoxID = .none
  /// The box after this one's last descendant, in tree order.
  package var end: BoxID = .none
  /// Index into the tree's texts, replaced contents or the like, by kind; -1 without.
  package var data: Int32 = -1
  package var flags: BoxFlags = []
  /// Index into the tree's `decorations`: the text decorations that reach this box's text; -1 without.
  package var decorations: Int32 = -1

  package init(kind: BoxKind, node: NodeID, style: ComputedStyle) {
    (self.kind, self.node, self.style) = (kind, node, style)
  }

  /// Boxes before it came or went.
  mutating func move(by distance: Int32) {
    parent.move(by: distance)
    firstChild.move(by: distance)
    lastChild.move(by: distance)
    nextSibling.move(by: distance)
    previousSibling.move(by: distance)
    end.move(by: distance)
  }

  mutating func link(firstChild: BoxID, lastChild: BoxID, nextSibling: BoxID, end: BoxID) {
    (self.firstChild, self.lastChild, self.nextSibling, self.end) = (firstChild, lastChild, nextSibling, end)
  }

  /// The inline box that this one is a part of, or stands between the parts of, if blocks split it.
  package var splitInline: SplitInline? {
    guard !flags.isDisjoint(with: [.continuesBefore, .continuesAfter, .blockInInline]) else { return nil }
    return SplitInline(node: node, origin: origin)
  }
}

/// What all parts of an inline box that blocks split have in common.
package struct SplitInline: Hashable, Sendable {
  var node: NodeID
  var origin: BoxOrigin
}

/// A text decoration that an element puts under, over or through the text inside it.
/// https://drafts.csswg.org/css-text-decor-4/#line-decoration
package struct TextDecoration: Sendable {
  /// Of the element that decorates: its lines, their style, colour and thickness, its font.
  package var style: ComputedStyle
  package init(style: ComputedStyle) { self.style = style }
}

/// The size of a form control that its content does not decide.
package enum ControlSize: Equatable, Sendable {
  /// So many average characters wide, one line high.
  case textField(columns: Int, hasButton: Bool = false)
  /// A file's name after a button: as wide as a fixed number of digits.
  case file
  case textArea(columns: Int, rows: Int)
  /// As wide as its fields, with room for the picture that opens a picker.
  case date(DateText)
  /// As wide as the widest of these texts, with room for the arrow.
  case select([[UInt8]])
  /// So many options high.
  case listBox(rows: Int)
  /// As wide as the system's.
  case slider
}

@usableFromInline package struct BoxFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Out of flow: absolutely positioned or fixed.
  @inlinable package static var outOfFlow: Self { Self(rawValue: 1) }
  @inlinable package static var floating: Self { Self(rawValue: 2) }
  /// Is laid out in lines although it is a container: inline-block, inline-flex ...
  @inlinable package static var atomicInline: Self { Self(rawValue: 4) }
  @inlinable package static var outsideMarker: Self { Self(rawValue: 8) }
  /// An item of a flex or grid container.
  @inlinable package static var item: Self { Self(rawValue: 16) }
  /// A part of an inline box that was split around a block: an earlier part has its start edges.
  @inlinable package static var continuesBefore: Self { Self(rawValue: 32) }
  /// ... a later part has its end edges.
  @inlinable package static var continuesAfter: Self { Self(rawValue: 64) }
  /// The text of a marker that is painted as a shape (disc, circle, square): it is as wide as
  /// `symbolMarkerWidth(ascent:)`, whatever its glyph.
  @inlinable package static var symbolMarker: Self { Self(rawValue: 128) }
  /// Content is centred along the block axis, as in buttons.
  @inlinable package static var centersContent: Self { Self(rawValue: 256) }
  /// Is an independent formatting context though its style does not say so.
  @inlinable package static var formattingContextRoot: Self { Self(rawValue: 512) }
  /// A form control whose size is in the tree's `controls`.
  @inlinable package static var control: Self { Self(rawValue: 1024) }
  /// Represents an inline box around the blocks inside it: as wide as they may be, without edges.
  @inlinable package static var blockInInline: Self { Self(rawValue: 2048) }
  /// A button, a field, a list: as wide as its content even as a block.
  /// https://html.spec.whatwg.org/multipage/rendering.html#form-controls
  @inlinable package static var formControl: Self { Self(rawValue: 4096) }
  /// In the top layer, or the backdrop of what is: stands beside the root element.
  @inlinable package static var topLayer: Self { Self(rawValue: 8192) }
  /// What was generated of the element asked for counters or quotes outside of it, or changed them.
  @inlinable package static var usesOuterCounters: Self { Self(rawValue: 16384) }
  /// A button of a scroll container that cannot be scrolled to its side.
  @inlinable package static var disabled: Self { Self(rawValue: 32768) }
  /// Holds a text that stands upright in a vertical line, as one character.
  @inlinable package static var combinesText: Self { Self(rawValue: 65536) }
  /// The last of its contents have no boxes: they are in the tree's `leftOut`.
  @inlinable package static var endsOpen: Self { Self(rawValue: 131_072) }
}

/// What a replaced box shows.
package struct ReplacedContent: Sendable {
  package enum Kind: Sendable {
    case image(PageImage)
    /// An image without a natural size that painting makes: a gradient, a colour.
    case generated(ImageValue)
    /// An `svg` element.
    case drawing
    /// An image that could not be had.
    case brokenImage
    /// The place of an image that was never requested.
    case missingImage
    /// A form control, an embedded frame: painted by what the element is.
    case control(Control)
  }
  package enum Control: Sendable {
    case check, range, color
    /// Progress and meter.
    case bar
    case other
  }
  package var kind: Kind
  /// CSS pixels; nil where there is none.
  package var naturalWidth: Double?
  package var naturalHeight: Double?
  /// Width over height.
  package var naturalRatio: Double?

  /// Whether it is a frame with a small picture in it, which is a box with a line rather than a replaced one.
  var isStandIn: Bool {
    if case .brokenImage = kind { true } else { false }
  }

  /// Whether layout holds it for a box with content of its own.
  var isControl: Bool {
    switch kind {
    case .control(.check), .control(.range), .control(.color), .control(.bar): true
    case .control(.other), .image, .generated, .drawing, .brokenImage, .missingImage: false
    }
  }
}

/// The boxes of a page. Sealed once it is built.
package struct BoxTree {
  package internal(set) var boxes: [Box] = []
  /// UTF-8, after `text-transform`; what a text box's `data` points to.
  package internal(set) var texts: [[UInt8]] = []
  package internal(set) var replaced: [ReplacedContent] = []
  package internal(set) var math: [MathBox] = []
  /// Outermost element first.
  package internal(set) var decorations: [[TextDecoration]] = []
  /// By the boxes with lines, and by the inline boxes in them.
  package internal(set) var firstLineStyles: [BoxID: ComputedStyle] = [:]
  package internal(set) var controls: [BoxID: ControlSize] = [:]
  /// The pictures of `shape-outside`.
  package internal(set) var shapeImages: [BoxID: PageImage] = [:]

  /// There is ruby, or text with emphasis marks: lines may have to make room.
  package internal(set) var hasAnnotations = false
  /// There are boxes whose contents are rendered only near the viewport.
  package internal(set) var hasAutomaticContentVisibility = false
  /// Those of them whose contents are skipped.
  package internal(set) var skipped: Set<NodeID> = []
  /// There are boxes whose size is remembered for the time when their contents are skipped.
  package internal(set) var remembersSizes = false
  package internal(set) var hasTransforms = false
  /// There are boxes that are anchors, or are placed by them.
  package internal(set) var hasAnchors = false
  package internal(set) var hasOffsetPaths = false
  /// There may be sticky boxes.
  package internal(set) var mayHaveSticky = false
  /// There may be boxes that snap, or that scroll containers begin at.
  package internal(set) var mayHaveSnapping = false
  /// There may be boxes with styles that have to do with anchors.
  package internal(set) var mayHaveAnchors = false
  package internal(set) var hasInitialLetters = false
  /// What the markers of each scroll container with a group of them mark.
  package internal(set) var scrollMarkers: [NodeID: [ScrollMarkerTarget]] = [:]
  /// The scroll containers with buttons.
  package internal(set) var scrollButtonOwners: Set<NodeID> = []
  /// Whether there are boxes that depend on what a layout finds of scroll containers.
  package var hasScrollParts: Bool { !scrollMarkers.isEmpty || !scrollButtonOwners.isEmpty }
  /// What is known of contents that have no boxes, in a tree for the start of a page; nil where all have them.
  var leftOut: LeftOutBoxes?
  package var isWhole: Bool { leftOut == nil }
  /// The styles of what has no boxes.
  package var leftOutStyles: [ComputedStyle] { leftOut?.styles ?? [] }
  /// There are texts of counters or quotes, which depend on those before them.
  var usesCounters = false
  var hasTopLayer = false
  /// Bytes that style sheets have made.
  var generatedText = 0
  /// No fewer than the boxes that were begun for it, where all are generated.
  var draftCount = 0
  /// Whether boxes are left out, beyond the limit.
  package internal(set) var isCutShort = false
  /// Whether style sheets make more text than they may.
  package internal(set) var isTextCutShort = false

  package init() {}

  /// Takes over what may be known of boxes by what styles there are at all.
  mutating func use(_ styles: StyledDocument) {
    (mayHaveSticky, mayHaveSnapping, mayHaveAnchors) = (
      styles.mayHaveSticky, styles.mayHaveSnapping, styles.mayHaveAnchors
    )
  }

  /// Without boxes yet: what those of the tree before name by index is still there for those that are taken over, and
  /// so is what is said of any of them.
  init(goingOnFrom before: BoxTree) {
    self = before
    boxes = []
    (firstLineStyles, controls, shapeImages, skipped) = ([:], [:], [:], [])
    (scrollMarkers, scrollButtonOwners) = ([:], [])
  }

  package subscript(_ id: BoxID) -> Box {
    @inlinable @inline(__always) _read { yield boxes[Int(id.rawValue)] }
  }

  /// The content of a replaced box; nil for any other.
  func replacedContent(_ id: BoxID) -> ReplacedContent? {
    let box = self[id]
    guard box.kind == .replaced, replaced.indices.contains(Int(box.data)) else { return nil }
    return replaced[Int(box.data)]
  }
}
