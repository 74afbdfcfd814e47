/// What a box is to others that are positioned by it, and how it is positioned itself. Nothing here is inherited, and
/// nearly all boxes have none of it.
/// https://drafts.csswg.org/css-anchor-position-1/
@dynamicMemberLookup
package struct AnchorStyle: Hashable, Sendable {
  package struct Values: Hashable, Sendable {
    package var names: [String] = []
    package var scope = AnchorScope.none
    package var positionAnchor = PositionAnchor.normal
    package var area: PositionArea?
    package var order = PositionTryOrder.normal
    package var fallbacks: [PositionFallback] = []
    package var visibility: PositionVisibility = .anchorsVisible
    /// The styles that the fallbacks come to; those of rules that do not exist are left out.
    package var tries: [ComputedStyle] = []
    /// The fallbacks that these are of.
    package var triedFallbacks: [PositionFallback] = []

    package static func == (a: Values, b: Values) -> Bool {
      a.names == b.names && a.scope == b.scope && a.positionAnchor == b.positionAnchor && a.area == b.area
        && a.order == b.order && a.fallbacks == b.fallbacks && a.visibility == b.visibility
        && a.tries.elementsEqual(b.tries) { $0.isSame(as: $1) }
    }
    package func hash(into hasher: inout Hasher) {
      hasher.combine(names)
      hasher.combine(area)
      hasher.combine(fallbacks)
    }
  }
  private final class Storage: Sendable {
    let values: Values
    init(_ values: Values) { self.values = values }
  }
  private static let initial = Values()
  /// Nil where all is initial.
  private var storage: Storage?

  private var values: Values {
    get { storage?.values ?? Self.initial }
    set { storage = newValue == Self.initial ? nil : Storage(newValue) }
  }

  package init() {}

  package static func == (a: Self, b: Self) -> Bool { a.storage === b.storage || a.values == b.values }
  package func hash(into hasher: inout Hasher) { hasher.combine(storage?.values) }

  package var isInitial: Bool { storage == nil }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value> & Sendable) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}

/// https://drafts.csswg.org/css-anchor-position-1/#anchor-scope
package enum AnchorScope: Hashable, Sendable {
  case none, all
  case names([String])

  package func contains(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .names(let names): names.contains(name)
    }
  }
}

/// https://drafts.csswg.org/css-anchor-position-1/#position-anchor
package enum PositionAnchor: Hashable, Sendable {
  /// The implicit anchor where there is a `position-area`.
  case normal
  case none, auto
  case named(String)
}

/// https://drafts.csswg.org/css-anchor-position-1/#position-visibility
package struct PositionVisibility: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let anchorsVisible = PositionVisibility(rawValue: 1)
  package static let noOverflow = PositionVisibility(rawValue: 2)
}

extension AnchorStyle {
  static let properties: [Property] = [
    .reset(
      "anchor-name", Field(get: { $0.box.anchor.names }, set: { $1.box.anchor.names = $0 }),
      text: .identifiers(empty: "none", separator: ", ")
    ) { cursor, _ in
      if cursor.consumeIdent("none") { return .computed([]) }
      return .constant(cursor.consumeList { $0.consumeDashedName() })
    },
    .reset("anchor-scope", Field(get: { $0.box.anchor.scope }, set: { $1.box.anchor.scope = $0 })),
    .reset("position-anchor", Field(get: { $0.box.anchor.positionAnchor }, set: { $1.box.anchor.positionAnchor = $0 })),
    .reset(
      "position-area", Field(get: { $0.box.anchor.area }, set: { $1.box.anchor.area = $0 }), text: .or("none", .own)
    ) { cursor, context in
      if cursor.consumeIdent("none") { return .computed(nil) }
      return PositionArea.parse(&cursor).map { .computed($0) }
    },
    .reset("position-try-order", Field(get: { $0.box.anchor.order }, set: { $1.box.anchor.order = $0 })),
    .reset(
      "position-try-fallbacks", Field(get: { $0.box.anchor.fallbacks }, set: { $1.box.anchor.fallbacks = $0 }),
      text: .fallbacks
    ) { cursor, _ in
      if cursor.consumeIdent("none") { return .computed([]) }
      return .constant(cursor.consumeList { PositionFallback.parse(&$0) })
    },
    .reset("position-visibility", Field(get: { $0.box.anchor.visibility }, set: { $1.box.anchor.visibility = $0 })),
  ]

  static let shorthands: [Shorthand] = [
    // https://drafts.csswg.org/css-anchor-position-1/#position-try-prop
    Shorthand("position-try", ["position-try-order", "position-try-fallbacks"]) { cursor, reader in
      _ = reader.read(0, &cursor)
      return reader.read(1, &cursor)
    }
  ]
}

extension AnchorScope: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> AnchorScope? {
    if let keyword = cursor.consumeOne(of: ["none": AnchorScope.none, "all": .all]) { return keyword }
    return cursor.consumeList { $0.consumeDashedName() }.map { .names($0) }
  }

  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: "none"
    case .all: "all"
    case .names(let names): names.map { computed.identifier($0) }.joined(separator: ", ")
    }
  }
}

extension PositionAnchor: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> PositionAnchor? {
    if let keyword = cursor.consumeOne(of: ["normal": PositionAnchor.normal, "none": .none, "auto": .auto]) {
      return keyword
    }
    return cursor.consumeDashedName().map { .named($0) }
  }

  package func text(in computed: ComputedText) -> String {
    switch self {
    case .normal: "normal"
    case .none: "none"
    case .auto: "auto"
    case .named(let name): computed.identifier(name)
    }
  }
}

extension PositionVisibility: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> PositionVisibility? {
    if cursor.consumeIdent("always") { return [] }
    var result: PositionVisibility = []
    for _ in 0..<2 {
      guard
        let value = cursor.consumeOne(of: [
          "anchors-visible": PositionVisibility.anchorsVisible, "no-overflow": .noOverflow,
        ])
      else { break }
      guard result.isDisjoint(with: value) else { return nil }
      result.formUnion(value)
    }
    return result.isEmpty ? nil : result
  }

  package func text(in computed: ComputedText) -> String {
    let words = [contains(.anchorsVisible) ? "anchors-visible" : nil, contains(.noOverflow) ? "no-overflow" : nil]
    return isEmpty ? "always" : words.compactMap { $0 }.joined(separator: " ")
  }
}
