/// Which of the nine parts around a default anchor a box is in.
/// https://drafts.csswg.org/css-anchor-position-1/#position-area
package struct PositionArea: Hashable, Sendable {
  /// Along which axes a keyword is: one of the physical ones, of the containing block's, of the box's own, or any.
  package enum Axis: String, Hashable, Sendable {
    case x, y, block, inline
    case selfBlock, selfInline
    /// The one that the other keyword leaves: of the containing block, or of the box itself.
    case any, anySelf
  }
  /// The tracks, from the start of the axis on.
  package enum Tracks: Hashable, Sendable {
    case start, center, end
    case spanStart, spanEnd, spanAll
  }
  /// One keyword.
  package struct Part: Hashable, Sendable {
    package var axis: Axis
    package var tracks: Tracks
    /// Whether a keyword of a physical axis counts from its start by a writing mode: the containing block's, or the
    /// box's own.
    package var direction = Direction.physical
    package enum Direction: Hashable, Sendable { case physical, container, own }
  }
  /// The keywords as they are written, both of them also where one stands for two.
  package var first: Part
  package var second: Part
}

extension PositionArea {
  static func parse(_ cursor: inout TokenCursor) -> PositionArea? {
    guard let first = Part.parse(&cursor) else { return nil }
    var attempt = cursor
    guard let second = Part.parse(&attempt) else { return PositionArea(single: first) }
    guard let area = PositionArea(first, second) else { return nil }
    cursor = attempt
    return area
  }

  private init(first: Part, second: Part, ordered: Void) { (self.first, self.second) = (first, second) }

  /// A keyword without an axis stands for both; any other spans all of the other axis.
  private init(single part: Part) {
    let isPlain = part.axis == .any || part.axis == .anySelf
    self.init(first: part, second: isPlain ? part : Part(axis: part.axis.other, tracks: .spanAll), ordered: ())
  }

  /// Nil where two keywords do not go together.
  private init?(_ a: Part, _ b: Part) {
    func isNeutral(_ part: Part) -> Bool { part.tracks == .center || part.tracks == .spanAll }
    switch (a.axis, b.axis) {
    case (.any, .any), (.anySelf, .anySelf): self.init(first: a, second: b, ordered: ())
    case (.any, .anySelf) where isNeutral(a):
      self.init(first: Part(axis: .anySelf, tracks: a.tracks), second: b, ordered: ())
    case (.anySelf, .any) where isNeutral(b):
      self.init(first: a, second: Part(axis: .anySelf, tracks: b.tracks), ordered: ())
    case (.any, let axis) where isNeutral(a) && axis != .anySelf:
      self.init(Part(axis: axis.other, tracks: a.tracks), b)
    case (let axis, .any) where isNeutral(b) && axis != .anySelf:
      self.init(a, Part(axis: axis.other, tracks: b.tracks))
    case (.x, .y), (.block, .inline), (.selfBlock, .selfInline): self.init(first: a, second: b, ordered: ())
    case (.y, .x), (.inline, .block), (.selfInline, .selfBlock): self.init(first: b, second: a, ordered: ())
    case _: return nil
    }
  }
}

extension PositionArea.Tracks {
  fileprivate var isOfAnEnd: Bool { self != .center && self != .spanAll }
}

extension PositionArea.Axis {
  var other: PositionArea.Axis {
    switch self {
    case .x: .y
    case .y: .x
    case .block: .inline
    case .inline: .block
    case .selfBlock: .selfInline
    case .selfInline: .selfBlock
    case .any, .anySelf: self
    }
  }
}

extension PositionArea.Part {
  /// The keywords: a prefix for more than one track, and the names of the ends of an axis.
  private static let table: [String: PositionArea.Part] = {
    typealias Part = PositionArea.Part
    let ends: [(start: String, end: String, axis: PositionArea.Axis, direction: Direction)] = [
      ("left", "right", .x, .physical), ("top", "bottom", .y, .physical),
      ("x-start", "x-end", .x, .container), ("y-start", "y-end", .y, .container),
      ("self-x-start", "self-x-end", .x, .own), ("self-y-start", "self-y-end", .y, .own),
      ("block-start", "block-end", .block, .physical), ("inline-start", "inline-end", .inline, .physical),
      ("self-block-start", "self-block-end", .selfBlock, .physical),
      ("self-inline-start", "self-inline-end", .selfInline, .physical),
      ("start", "end", .any, .physical), ("self-start", "self-end", .anySelf, .physical),
    ]
    var table = [
      "center": Part(axis: .any, tracks: .center), "span-all": Part(axis: .any, tracks: .spanAll),
    ]
    for (start, end, axis, direction) in ends {
      table[start] = Part(axis: axis, tracks: .start, direction: direction)
      table[end] = Part(axis: axis, tracks: .end, direction: direction)
      table["span-" + start] = Part(axis: axis, tracks: .spanStart, direction: direction)
      table["span-" + end] = Part(axis: axis, tracks: .spanEnd, direction: direction)
    }
    return table
  }()
  private static let names: [PositionArea.Part: String] = Dictionary(table.map { ($1, $0) }) { first, _ in first }

  fileprivate static func parse(_ cursor: inout TokenCursor) -> Self? {
    guard let name = cursor.peekedName, let part = table[name] else { return nil }
    cursor.advance()
    return part
  }

  fileprivate var name: String {
    switch tracks {
    case .center: "center"
    case .spanAll: "span-all"
    case .start, .end, .spanStart, .spanEnd: Self.names[self] ?? "none"
    }
  }

  /// The keyword without the axis that the place of it says.
  fileprivate var shortName: String {
    switch axis {
    case .block, .inline: PositionArea.Part(axis: .any, tracks: tracks).name
    case .selfBlock, .selfInline: PositionArea.Part(axis: .anySelf, tracks: tracks).name
    case .x, .y, .any, .anySelf: name
    }
  }
}

extension PositionArea: ComputedValue {
  /// In its shortest form, as in Chromium.
  package func text(in computed: ComputedText) -> String {
    if computed.isSpecified { return specifiedText }
    switch first.axis {
    case .any, .anySelf:
      if first == second { return first.name }
      let isSelf = first.axis == .anySelf
      if first.tracks == .center || second.tracks == .center { return "\(first.name) \(second.name)" }
      if second.tracks == .spanAll { return Part(axis: isSelf ? .selfBlock : .block, tracks: first.tracks).name }
      if first.tracks == .spanAll { return Part(axis: isSelf ? .selfInline : .inline, tracks: second.tracks).name }
      return "\(first.name) \(second.name)"
    case .block, .selfBlock, .inline, .selfInline:
      if second.tracks == .spanAll, first.tracks.isOfAnEnd { return first.name }
      if first.tracks == .spanAll, second.tracks.isOfAnEnd { return second.name }
      return first.shortName == second.shortName ? first.shortName : "\(first.shortName) \(second.shortName)"
    case .x, .y: return specifiedText
    }
  }

  private var specifiedText: String {
    if first.axis == .any || first.axis == .anySelf, first == second { return first.name }
    // The axis of what spans all goes without saying; where both have none they name the order.
    let isPlain = first.axis == .any || first.axis == .anySelf
    if !isPlain, second.tracks == .spanAll, first.tracks.isOfAnEnd { return first.name }
    if !isPlain, first.tracks == .spanAll, second.tracks.isOfAnEnd { return second.name }
    return "\(first.name) \(second.name)"
  }
}
