/// What scroll-driven animations are tied to. https://drafts.csswg.org/scroll-animations-1/
extension AnimationStyle {
  package enum Axis: String, KeywordValue { case block, inline, x, y }
  package enum Scroller: String, KeywordValue { case nearest, root, `self` }

  /// How far the edges of the scrollport are moved in; `auto` is its scroll padding.
  package struct Inset: Hashable, Sendable {
    package var start: LengthOrAuto
    package var end: LengthOrAuto

    package init(start: LengthOrAuto = .auto, end: LengthOrAuto = .auto) { (self.start, self.end) = (start, end) }
  }

  /// The timeline of an animation.
  package enum Timeline: Hashable, Sendable {
    case document, none
    case named(String)
    case scroll(Scroller, Axis)
    case view(Axis, Inset)

    /// Whether scrolling moves it.
    package var isOfScrolling: Bool { self != .document && self != .none }
  }

  /// https://drafts.csswg.org/scroll-animations-1/#view-timelines-ranges
  package enum RangeName: String, KeywordValue, CaseIterable {
    case cover, contain, entry, exit
    case entryCrossing = "entry-crossing"
    case exitCrossing = "exit-crossing"
  }

  /// One end of the part of a timeline in which an animation runs.
  package enum RangeBoundary: Hashable, Sendable {
    case normal
    case at(RangeName?, LengthPercentage)
  }

  static let timelineProperties: [Property] = [
    .reset("animation-timeline", .animation(\.timelines), text: .list(empty: "auto", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("animation-range-start", .animation(\.rangeStarts), text: .list(empty: "normal", .boundary(0))) {
      cursor, context in cursor.consumeList { $0.consumeRangeBoundary(in: context, default: 0) }?.joined()
    },
    .reset("animation-range-end", .animation(\.rangeEnds), text: .list(empty: "normal", .boundary(100))) {
      cursor, context in cursor.consumeList { $0.consumeRangeBoundary(in: context, default: 100) }?.joined()
    },
    .reset("scroll-timeline-name", .animation(\.scrollTimelineNames), text: .list(empty: "none", .timelineName)) {
      cursor, _ in .constant(cursor.consumeList { $0.consumeTimelineName() })
    },
    .reset("scroll-timeline-axis", .animation(\.scrollTimelineAxes), text: .list(empty: "block", .own)) {
      cursor, _ in .constant(cursor.consumeList { $0.consumeKeyword(Axis.self) })
    },
    .reset("view-timeline-name", .animation(\.viewTimelineNames), text: .list(empty: "none", .timelineName)) {
      cursor, _ in .constant(cursor.consumeList { $0.consumeTimelineName() })
    },
    .reset("view-timeline-axis", .animation(\.viewTimelineAxes), text: .list(empty: "block", .own)) {
      cursor, _ in .constant(cursor.consumeList { $0.consumeKeyword(Axis.self) })
    },
    .reset("view-timeline-inset", .animation(\.viewTimelineInsets), text: .list(empty: "auto", .own)) {
      cursor, context in cursor.consumeList { $0.consumeInset(in: context) }?.joined()
    },
    .reset("timeline-scope", .animation(\.timelineScope), text: .list(empty: "none", .timelineName)) { cursor, _ in
      if cursor.consumeIdent("none") { return .computed([]) }
      if cursor.consumeIdent("all") { return .computed(["all"]) }
      return .constant(cursor.consumeList { $0.consumeDashedName() })
    },
  ]

  static let timelineShorthands: [Shorthand] = [
    // https://drafts.csswg.org/scroll-animations-1/#animation-range
    Shorthand("animation-range", ["animation-range-start", "animation-range-end"]) { cursor, reader in
      let context = reader.context
      var (starts, ends): ([Specified<RangeBoundary>], [Specified<RangeBoundary>]) = ([], [])
      repeat {
        guard starts.count < 1_000, let start = cursor.consumeRangeBoundary(in: context, default: 0) else {
          return false
        }
        starts.append(start)
        if let end = cursor.consumeRangeBoundary(in: context, default: 100) {
          ends.append(end)
        } else {
          ends.append(
            start.map { if case .at(let name?, _) = $0 { .at(name, .percentage(100)) } else { .normal } })
        }
      } while cursor.consumeComma()
      reader.set(0, starts.joined())
      reader.set(1, ends.joined())
      return true
    },
    Shorthand("scroll-timeline", ["scroll-timeline-name", "scroll-timeline-axis"]) { cursor, reader in
      var (names, axes): ([String], [Axis]) = ([], [])
      repeat {
        guard names.count < 1_000, let name = cursor.consumeTimelineName() else { return false }
        names.append(name)
        axes.append(cursor.consumeKeyword(Axis.self) ?? .block)
      } while cursor.consumeComma()
      reader.set(0, names)
      reader.set(1, axes)
      return true
    },
    Shorthand("view-timeline", ["view-timeline-name", "view-timeline-axis", "view-timeline-inset"]) { cursor, reader in
      let context = reader.context
      var (names, axes): ([String], [Axis]) = ([], [])
      var insets: [Specified<Inset>] = []
      repeat {
        guard names.count < 1_000, let name = cursor.consumeTimelineName() else { return false }
        names.append(name)
        let parts = cursor.consumeAxisAndInset(in: context)
        axes.append(parts.axis ?? .block)
        insets.append(parts.inset ?? .computed(Inset()))
      } while cursor.consumeComma()
      reader.set(0, names)
      reader.set(1, axes)
      reader.set(2, insets.joined())
      return true
    },
  ]
}

extension AnimationStyle.Timeline: PropertyValue {
  package static func specified(
    _ cursor: inout TokenCursor, in context: ParsingContext
  ) -> Specified<AnimationStyle.Timeline>? {
    if let word = cursor.consumeOne(of: ["auto": AnimationStyle.Timeline.document, "none": .none]) {
      return .computed(word)
    }
    if var inner = cursor.consumeFunction("scroll") {
      var (scroller, axis): (AnimationStyle.Scroller?, AnimationStyle.Axis?)
      for _ in 0..<2 {
        if axis == nil, let word = inner.consumeKeyword(AnimationStyle.Axis.self) {
          axis = word
        } else if scroller == nil, let word = inner.consumeKeyword(AnimationStyle.Scroller.self) {
          scroller = word
        }
      }
      return inner.isAtEnd ? .computed(.scroll(scroller ?? .nearest, axis ?? .block)) : nil
    }
    if var inner = cursor.consumeFunction("view") {
      let parts = inner.consumeAxisAndInset(in: context)
      guard inner.isAtEnd else { return nil }
      let axis = parts.axis ?? .block
      return (parts.inset ?? .computed(AnimationStyle.Inset())).map { .view(axis, $0) }
    }
    return .constant(cursor.consumeDashedName().map { .named($0) })
  }

  package func text(in computed: ComputedText) -> String {
    switch self {
    case .document: return "auto"
    case .none: return "none"
    case .named(let name): return computed.identifier(name)
    case .scroll(let scroller, let axis):
      let parts = [scroller == .nearest ? nil : scroller.rawValue, axis == .block ? nil : axis.rawValue]
      return "scroll(\(parts.compactMap { $0 }.joined(separator: " ")))"
    case .view(let axis, let inset):
      let parts = [
        axis == .block ? nil : axis.rawValue, inset == AnimationStyle.Inset() ? nil : inset.text(in: computed),
      ]
      return "view(\(parts.compactMap { $0 }.joined(separator: " ")))"
    }
  }
}

extension AnimationStyle.RangeBoundary {
  /// As a script says it; what is not valid is `normal`.
  package init(_ text: String, isEnd: Bool) {
    var cursor = TokenCursor(text)
    let value = cursor.consumeRangeBoundary(in: ParsingContext(), default: isEnd ? 100 : 0)
    self = cursor.isAtEnd ? value?.computed(in: .initial) ?? .normal : .normal
  }
}

extension AnimationStyle.Inset: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    start == end ? start.text(in: computed) : "\(start.text(in: computed)) \(end.text(in: computed))"
  }
}

extension ValueText<AnimationStyle.RangeBoundary> {
  /// Which percentage is not written behind a name.
  fileprivate static func boundary(_ usual: Float) -> ValueText {
    ValueText { boundary, computed in
      switch boundary {
      case .normal: "normal"
      case .at(nil, let offset): offset.text(in: computed)
      case .at(let name?, let offset):
        offset == .percentage(usual) ? name.rawValue : "\(name.rawValue) \(offset.text(in: computed))"
      }
    }
  }
}

extension ValueText<String> {
  fileprivate static var timelineName: ValueText { ValueText { $0.isEmpty ? "none" : $1.identifier($0) } }
}

extension TokenCursor {
  mutating func consumeDashedName() -> String? {
    guard kind == .ident, buffer.string(peek).hasPrefix("--") else { return nil }
    return consumeCustomIdent()
  }

  fileprivate mutating func consumeTimelineName() -> String? { consumeIdent("none") ? "" : consumeDashedName() }

  fileprivate mutating func consumeRangeBoundary(
    in context: ParsingContext, default usual: Float
  ) -> Specified<AnimationStyle.RangeBoundary>? {
    if consumeIdent("normal") { return .computed(.normal) }
    let name = consumeKeyword(AnimationStyle.RangeName.self)
    if let offset = consumeLengthPercentage(in: context) { return offset.map { .at(name, $0) } }
    return name.map { .computed(.at($0, .percentage(usual))) }
  }

  private mutating func consumeInsetSide(in context: ParsingContext) -> Specified<LengthOrAuto>? {
    if consumeIdent("auto") { return .computed(.auto) }
    return consumeLengthPercentage(in: context)?.map { .value($0) }
  }

  fileprivate mutating func consumeInset(in context: ParsingContext) -> Specified<AnimationStyle.Inset>? {
    guard let start = consumeInsetSide(in: context) else { return nil }
    guard let end = consumeInsetSide(in: context) else { return start.map { AnimationStyle.Inset(start: $0, end: $0) } }
    return start.with(end) { AnimationStyle.Inset(start: $0, end: $1) }
  }

  fileprivate mutating func consumeAxisAndInset(
    in context: ParsingContext
  ) -> (axis: AnimationStyle.Axis?, inset: Specified<AnimationStyle.Inset>?) {
    var (axis, inset): (AnimationStyle.Axis?, Specified<AnimationStyle.Inset>?)
    for _ in 0..<2 {
      if axis == nil, let word = consumeKeyword(AnimationStyle.Axis.self) {
        axis = word
      } else if inset == nil, let value = consumeInset(in: context) {
        inset = value
      }
    }
    return (axis, inset)
  }
}
