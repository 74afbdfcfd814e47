/// The syntax definition of a registered custom property, or of a typed `attr()`.
/// https://drafts.css-houdini.org/css-properties-values-api-1/#syntax-strings
package struct PropertySyntax: Sendable, Equatable {
  enum Kind: String, Sendable {
    case length, number, percentage, lengthPercentage = "length-percentage", color, image, url, integer, angle
    case time, resolution, string, transformFunction = "transform-function", transformList = "transform-list"
    case customIdent = "custom-ident"
  }
  enum Multiplier: Sendable { case one, spaceSeparated, commaSeparated }

  struct Component: Sendable, Equatable {
    /// nil is the keyword.
    var kind: Kind?
    var keyword = ""
    var multiplier = Multiplier.one
  }

  /// Alternatives; none is `*`.
  private(set) var components: [Component] = []

  package var isUniversal: Bool { components.isEmpty }

  /// As the descriptor says it.
  package var text: String {
    if isUniversal { return "*" }
    return components.map { component in
      let multiplier =
        switch component.multiplier {
        case .one: ""
        case .spaceSeparated: "+"
        case .commaSeparated: "#"
        }
      return (component.kind.map { "<\($0.rawValue)>" } ?? component.keyword) + multiplier
    }.joined(separator: " | ")
  }

  /// The text of the descriptor `syntax`.
  package init?(_ text: String) { self.init(TokenCursor(text)) }

  /// The contents of `type()`.
  package init?(_ tokens: TokenCursor) {
    var cursor = tokens
    if cursor.consumeDelim("*") {
      if cursor.isAtEnd { return }
      return nil
    }
    repeat {
      guard let component = Self.component(&cursor), components.count < 100 else { return nil }
      components.append(component)
    } while cursor.consumeDelim("|")
    if !cursor.isAtEnd { return nil }
  }

  private static func component(_ cursor: inout TokenCursor) -> Component? {
    var component = Component()
    if cursor.consumeDelim("<") {
      guard let token = cursor.consumeIdent(), let kind = Kind(rawValue: cursor.string(token)),
        cursor.consumeDelim(">")
      else { return nil }
      component.kind = kind
    } else {
      guard let name = cursor.consumeCustomIdent() else { return nil }
      component.keyword = name
    }
    guard component.kind != .transformList else { return component }
    if cursor.consumeDelim("+") {
      component.multiplier = .spaceSeparated
    } else if cursor.consumeDelim("#") {
      component.multiplier = .commaSeparated
    }
    return component
  }

  /// The computed value as text: lengths and their like in their canonical units, all else as it is
  /// written. Nil where the value does not fit.
  package func specified(_ value: TokenCursor, in context: ParsingContext) -> Specified<String>? {
    if isUniversal { return .computed(String(decoding: value.source, as: UTF8.self)) }
    for component in components {
      var cursor = value
      if let text = Self.specified(component, &cursor, context), cursor.isAtEnd { return text }
    }
    return nil
  }

  private static func specified(
    _ component: Component, _ cursor: inout TokenCursor, _ context: ParsingContext
  ) -> Specified<String>? {
    guard let first = one(component, &cursor, context) else { return nil }
    var items = [first]
    switch component.multiplier {
    case .one: return first
    case .spaceSeparated:
      while !cursor.isAtEnd {
        guard let next = one(component, &cursor, context) else { return nil }
        items.append(next)
      }
    case .commaSeparated:
      while cursor.consumeComma() {
        guard let next = one(component, &cursor, context) else { return nil }
        items.append(next)
      }
    }
    let separator = component.multiplier == .commaSeparated ? ", " : " "
    return items.joined().map { $0.joined(separator: separator) }
  }

  private static func one(
    _ component: Component, _ cursor: inout TokenCursor, _ context: ParsingContext
  ) -> Specified<String>? {
    guard let kind = component.kind else {
      guard let token = cursor.consumeIdent(), cursor.string(token) == component.keyword else { return nil }
      return .computed(String(decoding: cursor.buffer.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self))
    }
    let start = cursor.position
    func written() -> String {
      String(decoding: cursor.buffer.source(of: cursor.buffer.trimmed(start..<cursor.position)), as: UTF8.self)
    }
    // Lengths are zoomed when they are read, which they will be once more.
    let zoom = context.zoom
    switch kind {
    case .length: return cursor.consumeLength(in: context)?.map { Self.written($0 / zoom) + "px" }
    case .number: return cursor.consumeNumber(in: context)?.map { Self.written($0) }
    case .percentage: return cursor.consumePercentage(in: context)?.map { Self.written($0) + "%" }
    case .lengthPercentage:
      guard let length = cursor.consumeLengthPercentage(in: context) else { return nil }
      let text = written()
      return length.map { Self.text(of: $0, zoom: zoom) ?? text }
    case .color:
      let isLegacy = cursor.beginsLegacyColor
      guard let color = cursor.consumeColor(in: context) else { return nil }
      let text = written()
      return color.map { color in
        // Other spaces keep what was written, since they show more colours.
        if case .color(let color) = color, isLegacy { color.text(in: ComputedText(.initial)) } else { text }
      }
    case .image:
      guard let image = cursor.consumeImage(in: context) else { return nil }
      let text = written()
      return image.map { image in
        if case .url = image { image.text(in: ComputedText(.initial)) } else { text }
      }
    case .url:
      return cursor.consumeURL().map { .computed(ComputedText(.initial).url(context.absoluteURL($0))) }
    case .integer: return cursor.consumeInteger(in: context)?.map { "\($0)" }
    case .angle: return cursor.consumeAngle(in: context)?.map { Self.written($0) + "deg" }
    case .time: return cursor.consumeTime(in: context)?.map { Self.written($0) + "s" }
    case .resolution: return cursor.consumeResolution(in: context)?.map { Self.written($0) + "dppx" }
    case .string: return cursor.consumeString().map { _ in .computed(written()) }
    case .customIdent: return cursor.consumeCustomIdent().map { _ in .computed(written()) }
    case .transformFunction: return cursor.consumeTransformText(in: context)
    case .transformList:
      var functions: [Specified<String>] = []
      while let function = cursor.consumeTransformText(in: context) {
        functions.append(function)
        guard functions.count < 1_000 else { return nil }
      }
      return functions.isEmpty ? nil : functions.joined().map { $0.joined(separator: " ") }
    }
  }

  /// Nil for calculations of which more than a sum is left on a page that is zoomed.
  static func text(of length: LengthPercentage, zoom: Double = 1) -> String? {
    switch length {
    case .length(let pixels): written(Double(pixels) / zoom) + "px"
    case .percentage(let percentage): written(Double(percentage)) + "%"
    case .calculation(.linear(let length, let percentage)):
      Calculation.linear(length: length / zoom, percentage: percentage).text(in: ComputedText(.initial))
    case .calculation(let calculation): zoom == 1 ? calculation.text(in: ComputedText(.initial)) : nil
    }
  }

  /// A number as CSS reads it back, whole ones as integers.
  static func written(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e15 ? "\(Int64(number))" : "\(number)"
  }
}
