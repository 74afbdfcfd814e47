/// The values of properties that no picture shows: scripts can ask for them, layout and painting do not. Nearly every
/// element has none.
package struct UnshownValues: Hashable, Sendable {
  private final class Box: Sendable {
    let values: [UInt8: UnshownValue]
    init(_ values: [UInt8: UnshownValue]) { self.values = values }
  }
  private var box: Box?
  package init() {}

  /// Nil where nothing was said, or what is initial.
  subscript(row: UInt8) -> UnshownValue? {
    get { box?.values[row] }
    set {
      if newValue == nil, box?.values[row] == nil { return }
      var values = box?.values ?? [:]
      values[row] = newValue
      box = values.isEmpty ? nil : Box(values)
    }
  }

  package static func == (a: Self, b: Self) -> Bool { a.box === b.box || a.box?.values == b.box?.values }
  package func hash(into hasher: inout Hasher) { hasher.combine(box?.values) }

  /// The computed value as it is spelled, by the property's row; nil where it is initial.
  func text(_ row: UInt8) -> String? { self[row]?.text }

  /// https://drafts.csswg.org/css-view-transitions-1/#view-transition-name-prop
  package var transitionName: String { self[Self.transitionNameRow]?.text ?? "none" }
  private static let transitionNameRow = row("view-transition-name")

  static func row(_ name: String) -> UInt8 {
    UInt8(truncatingIfNeeded: UnshownStyle.rows.firstIndex { $0.name == name } ?? 0)
  }
}

/// A computed value as it is spelled.
struct UnshownValue: Hashable, Sendable {
  var text: String
  var row: UInt8
}

extension UnshownValue: InterpolableValue {
  func mixed(with other: UnshownValue, at progress: Double) -> UnshownValue? { combined(other, .mix(progress)) }
  func added(to underlying: UnshownValue) -> UnshownValue? { underlying.combined(self, .add) }

  private func combined(_ other: UnshownValue, _ way: ValueCombination) -> UnshownValue? {
    if let mix = UnshownStyle.rows[Int(row)].mix, case .mix(let progress) = way {
      return mix(text, other.text, progress).map { UnshownValue(text: $0, row: row) }
    }
    guard let syntax = UnshownStyle.rows[Int(row)].syntax,
      let text = syntax.combined(TokenCursor(text), TokenCursor(other.text), way)
    else { return nil }
    return UnshownValue(text: text, row: row)
  }
}

/// The table of those properties.
enum UnshownStyle {
  typealias Grammar = @Sendable (inout TokenCursor, ParsingContext) -> Specified<String>?

  struct Row: Sendable {
    let name: String
    let isInherited: Bool
    let initial: String
    let grammar: Grammar
    /// Of which there are values in between.
    let syntax: PropertySyntax?
    /// What is in between, where no syntax says it.
    let mix: (@Sendable (String, String, Double) -> String?)?

    init(
      _ name: String, _ initial: String, inherited isInherited: Bool = false, between syntax: String? = nil,
      mix: (@Sendable (String, String, Double) -> String?)? = nil, _ grammar: @escaping Grammar
    ) {
      (self.name, self.initial, self.isInherited, self.grammar) = (name, initial, isInherited, grammar)
      self.mix = mix
      self.syntax = syntax.flatMap { PropertySyntax($0) }
    }
  }

  private static let sides = ["top", "right", "bottom", "left"]

  static let rows: [Row] =
    [
      // https://drafts.csswg.org/css-ui-4/
      Row("cursor", "auto", inherited: true) { $0.consumeCursor(in: $1) },
      // Deviation: inherited, as in Chromium, where the specification asks what the parent's used value is.
      Row("user-select", "auto", inherited: true, words("auto text none contain all")),
      Row("caret-animation", "auto", inherited: true, words("auto manual")),
      Row("caret-shape", "auto", inherited: true, words("auto bar block underscore")),
      // https://drafts.csswg.org/css-display-4/#reading-flow
      Row(
        "reading-flow", "normal",
        words("normal source-order flex-visual flex-flow grid-rows grid-columns grid-order")),
      Row("reading-order", "0") { $0.consumeInteger(in: $1)?.map { String($0) } },
      // https://drafts.csswg.org/css-position-4/#overlay
      Row("overlay", "none", words("none auto")),
      Row("interactivity", "auto", inherited: true, words("auto inert")),
      Row("-webkit-user-drag", "auto", words("auto none element")),
      Row("-webkit-user-modify", "read-only", inherited: true, words("read-only read-write read-write-plaintext-only")),
      Row("-webkit-tap-highlight-color", "rgba(0, 0, 0, 0.18)", inherited: true, between: "<color>") {
        $0.consumeColorText(in: $1)
      },
      // https://w3c.github.io/pointerevents/#the-touch-action-css-property
      Row("touch-action", "auto") { cursor, _ in .constant(cursor.consumeTouchAction()) },
      // https://drafts.csswg.org/css-scroll-snap-2/
      Row("scroll-snap-type", "none") { cursor, _ in .constant(cursor.consumeSnapType()) },
      Row("scroll-snap-align", "none") { cursor, _ in
        guard let block = cursor.consumeWord(of: snapWords) else { return nil }
        guard let inline = cursor.consumeWord(of: snapWords), inline != block else { return .computed(block) }
        return .computed("\(block) \(inline)")
      },
      Row("scroll-snap-stop", "normal", words("normal always")),
      Row("scroll-initial-target", "none", words("none nearest")),
      // https://drafts.csswg.org/css-overflow-3/#smooth-scrolling , https://drafts.csswg.org/css-overscroll-1/
      Row("scroll-behavior", "auto", words("auto smooth")),
      Row("overscroll-behavior-x", "auto", words("auto contain none")),
      Row("overscroll-behavior-y", "auto", words("auto contain none")),
      Row("overflow-anchor", "auto", words("auto none")),
      // https://drafts.csswg.org/css-color-adjust-1/
      Row("print-color-adjust", "economy", inherited: true, words("economy exact")),
      Row("forced-color-adjust", "auto", inherited: true, words("auto none preserve-parent-color")),
      // https://drafts.csswg.org/css-color-hdr/
      Row("dynamic-range-limit", "no-limit", inherited: true, mix: DynamicRangeLimit.mixed) {
        DynamicRangeLimit.specified(&$0, in: $1)?.map(\.text)
      },
      // https://drafts.csswg.org/css-scrollbars-1/
      Row("scrollbar-color", "auto", inherited: true, between: "<color>+") { cursor, context in
        if cursor.consumeIdent("auto") { return .computed("auto") }
        guard let thumb = cursor.consumeColorText(in: context), let track = cursor.consumeColorText(in: context)
        else { return nil }
        return thumb.with(track) { "\($0) \($1)" }
      },
      // https://drafts.csswg.org/css-size-adjust-1/
      Row("text-size-adjust", "auto", inherited: true, between: "<percentage>") { cursor, context in
        if let word = cursor.consumeWord(of: ["auto", "none"]) { return .computed(word) }
        return cursor.consumePercentage(in: context, .nonNegative)?.map { PropertySyntax.written($0) + "%" }
      },
      Row("text-rendering", "auto", inherited: true, words("auto optimizespeed optimizelegibility geometricprecision")),
      Row("text-spacing-trim", "normal", inherited: true, words("normal space-all space-first trim-start")),
      Row("interpolate-size", "numeric-only", inherited: true, words("numeric-only allow-keywords")),
      Row("ruby-overhang", "auto", inherited: true, words("auto none")),
      // https://drafts.csswg.org/css-view-transitions-2/
      Row("view-transition-name", "none") { cursor, _ in
        .constant(cursor.consumeWord(of: ["none", "auto", "match-element"]) ?? cursor.consumeNameText())
      },
      Row("view-transition-scope", "none", words("none all")),
      Row("view-transition-class", "none") { cursor, _ in
        if cursor.consumeIdent("none") { return .computed("none") }
        var names: [String] = []
        while names.count < 1_000, let name = cursor.consumeNameText() { names.append(name) }
        return names.isEmpty || names.contains("none") ? nil : .computed(names.joined(separator: " "))
      },
      Row("view-transition-group", "normal") { cursor, _ in
        .constant(cursor.consumeWord(of: ["normal", "contain", "nearest"]) ?? cursor.consumeNameText())
      },
    ]
    + sides.map { side in
      Row("scroll-margin-\(side)", "0px", between: "<length>") { cursor, context in
        let zoom = context.zoom
        return cursor.consumeLength(in: context)?.map { PropertySyntax.written($0 / zoom) + "px" }
      }
    }
    + sides.map { side in
      Row("scroll-padding-\(side)", "auto", between: "<length-percentage>") { cursor, context in
        if cursor.consumeIdent("auto") { return .computed("auto") }
        let zoom = context.zoom
        return cursor.consumeLengthPercentage(in: context, .nonNegative)?.map {
          PropertySyntax.text(of: $0, zoom: zoom) ?? "0px"
        }
      }
    }

  private static let snapWords = ["none", "start", "end", "center"]

  private static func words(_ list: String) -> Grammar {
    let words = OnFirstUse { list.split(separator: " ").map(String.init) }
    return { cursor, _ in .constant(cursor.consumeWord(of: words.value)) }
  }

  static let properties: [Property] = rows.enumerated().map { index, row in
    let number = UInt8(truncatingIfNeeded: index)
    let initial = UnshownValue(text: row.initial, row: number)
    let text = ValueText<UnshownValue> { value, _ in value.text }
    let parse: @Sendable (inout TokenCursor, ParsingContext) -> Specified<UnshownValue>? = { cursor, context in
      row.grammar(&cursor, context)?.map { UnshownValue(text: $0, row: number) }
    }
    if row.isInherited {
      let field = Field<UnshownValue>(
        get: { $0.unshownInherited[number] ?? initial },
        set: { $1.unshownInherited[number] = $0 == initial ? nil : $0 })
      return .inherited(row.name, field, text: text, parse: parse)
    }
    let field = Field<UnshownValue>(
      get: { $0.unshown[number] ?? initial }, set: { $1.unshown[number] = $0 == initial ? nil : $0 })
    return .reset(row.name, field, text: text, parse: parse)
  }

  static let shorthands: [Shorthand] = [
    .sides("scroll-margin", sides.map { "scroll-margin-\($0)" }),
    .sides("scroll-padding", sides.map { "scroll-padding-\($0)" }),
    .pair("scroll-margin-block", ["scroll-margin-block-start", "scroll-margin-block-end"]),
    .pair("scroll-margin-inline", ["scroll-margin-inline-start", "scroll-margin-inline-end"]),
    .pair("scroll-padding-block", ["scroll-padding-block-start", "scroll-padding-block-end"]),
    .pair("scroll-padding-inline", ["scroll-padding-inline-start", "scroll-padding-inline-end"]),
    .pair("overscroll-behavior", ["overscroll-behavior-x", "overscroll-behavior-y"]),
  ]
}

extension TokenCursor {
  /// One of these words, in lower case.
  mutating func consumeWord(of words: [String]) -> String? {
    guard let name = peekedName, words.contains(name) else { return nil }
    advance()
    return name
  }

  mutating func consumeDashedIdent() -> String? {
    guard kind == .ident, buffer.string(peek).hasPrefix("--") else { return nil }
    return consumeNameText()
  }

  /// A name of an author's, as it is written.
  fileprivate mutating func consumeNameText() -> String? {
    consumeCustomIdent().map { ComputedText(.initial).identifier($0) }
  }

  fileprivate mutating func consumeColorText(in context: ParsingContext) -> Specified<String>? {
    consumeColor(in: context)?.map { color in
      if case .color(let color) = color { color.text(in: ComputedText(.initial)) } else { "currentcolor" }
    }
  }

  /// https://drafts.csswg.org/css-ui-4/#cursor
  fileprivate mutating func consumeCursor(in context: ParsingContext) -> Specified<String>? {
    var parts: [String] = []
    while let address = consumeURL() {
      var part = ComputedText(.initial).url(context.absoluteURL(address))
      if let x = consumeNumber(in: context) {
        guard let y = consumeNumber(in: context) else { return nil }
        part += [x, y].map { " " + PropertySyntax.written($0.computed(in: .initial)) }.joined()
      }
      guard consumeComma(), parts.count < 1_000 else { return nil }
      parts.append(part)
    }
    guard let word = consumeWord(of: Self.cursors) else { return nil }
    return .computed((parts + [word]).joined(separator: ", "))
  }

  private static let cursors = [
    "auto", "default", "none", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair", "text",
    "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "e-resize", "n-resize",
    "ne-resize", "nw-resize", "s-resize", "se-resize", "sw-resize", "w-resize", "ew-resize", "ns-resize",
    "nesw-resize", "nwse-resize", "col-resize", "row-resize", "all-scroll", "zoom-in", "zoom-out", "-webkit-grab",
    "-webkit-grabbing", "-webkit-zoom-in", "-webkit-zoom-out",
  ]

  fileprivate mutating func consumeTouchAction() -> String? {
    if let word = consumeWord(of: ["auto", "none", "manipulation"]) { return word }
    var (x, y, zoom): (String?, String?, String?)
    while let word = peekedName {
      switch word {
      case "pan-x" where x == nil, "pan-left" where x == nil, "pan-right" where x == nil: x = word
      case "pan-y" where y == nil, "pan-up" where y == nil, "pan-down" where y == nil: y = word
      case "pinch-zoom" where zoom == nil: zoom = word
      default: return nil
      }
      advance()
    }
    let said = [x, y, zoom].compactMap { $0 }
    if said.isEmpty { return nil }
    return said == ["pan-x", "pan-y", "pinch-zoom"] ? "manipulation" : said.joined(separator: " ")
  }

  fileprivate mutating func consumeSnapType() -> String? {
    if consumeIdent("none") { return "none" }
    guard let axis = consumeWord(of: ["x", "y", "block", "inline", "both"]) else { return nil }
    let strictness = consumeWord(of: ["mandatory", "proximity"])
    return strictness == "mandatory" ? "\(axis) mandatory" : axis
  }
}
