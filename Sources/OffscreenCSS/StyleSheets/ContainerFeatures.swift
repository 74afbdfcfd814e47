/// A feature of a container's size.
/// https://drafts.csswg.org/css-conditional-5/#size-container
package struct ContainerSizeFeature: Sendable {
  private let source: TokenCursor
  private let name: String

  init?(_ contents: TokenCursor) {
    guard let feature = MediaFeature(contents, in: .initial), !Self.needs(of: feature.name).isEmpty else { return nil }
    (source, name) = (contents, feature.name)
  }

  var needs: ContainerNeeds { Self.needs(of: name) }

  private static func needs(of name: String) -> ContainerNeeds {
    switch name {
    case "width": .width
    case "height": .height
    case "inline-size": .inlineSize
    case "block-size": .blockSize
    case "aspect-ratio", "orientation": [.width, .height]
    default: []
    }
  }

  /// `environment`: that of the container, which lengths are relative to.
  package func evaluate(width: Double, height: Double, in environment: ComputationEnvironment) -> Bool? {
    guard var feature = MediaFeature(source, in: environment) else { return nil }
    switch name {
    case "inline-size": feature.name = environment.isVertical ? "height" : "width"
    case "block-size": feature.name = environment.isVertical ? "width" : "height"
    default: break
    }
    return feature.evaluate(MediaContext(width: width, height: height))
  }
}

/// Sides of a box.
package struct BoxSides: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let top = BoxSides(rawValue: 1)
  package static let right = BoxSides(rawValue: 2)
  package static let bottom = BoxSides(rawValue: 4)
  package static let left = BoxSides(rawValue: 8)
}

extension BoxSides {
  /// The sides that a word names: one, or those of an axis; none for another word.
  init(_ name: String, in text: TextStyle) {
    let mode = text.writingMode
    let isReversed = (text.direction == .ltr) == (mode == .sidewaysLR)
    let (horizontal, vertical): (BoxSides, BoxSides) = ([.left, .right], [.top, .bottom])
    let (inline, block) = mode.isHorizontal ? (horizontal, vertical) : (vertical, horizontal)
    let inlineStart: BoxSides = mode.isHorizontal ? (isReversed ? .right : .left) : (isReversed ? .bottom : .top)
    let blockStart: BoxSides =
      switch mode {
      case .horizontalTB: .top
      case .verticalRL, .sidewaysRL: .right
      case .verticalLR, .sidewaysLR: .left
      }
    self =
      switch name {
      case "top": .top
      case "right": .right
      case "bottom": .bottom
      case "left": .left
      case "x": horizontal
      case "y": vertical
      case "inline": inline
      case "block": block
      case "inline-start": inlineStart
      case "inline-end": inline.subtracting(inlineStart)
      case "block-start": blockStart
      case "block-end": block.subtracting(blockStart)
      default: []
      }
  }
}

/// `stuck` or `scrollable`, with or without a side. Not implemented: `snapped` is never true, since nothing snaps.
/// https://drafts.csswg.org/css-conditional-5/#scroll-state-container
package struct ScrollStateFeature: Sendable {
  package enum Name: String, Sendable { case stuck, scrollable, snapped }
  package let name: Name
  /// Nil asks whether there is any.
  private let value: String?

  private static let sides: Set<String> = [
    "none", "top", "right", "bottom", "left", "block-start", "inline-start", "block-end", "inline-end",
  ]
  private static let axes: Set<String> = ["x", "y", "block", "inline"]

  init?(_ contents: TokenCursor) {
    var cursor = contents
    guard let token = cursor.consumeIdent(), let name = Name(rawValue: cursor.buffer.lowercased(token)) else {
      return nil
    }
    self.name = name
    if cursor.isAtEnd {
      value = nil
      return
    }
    guard cursor.consumeColon(), let second = cursor.consumeIdent(), cursor.isAtEnd else { return nil }
    let value = cursor.buffer.lowercased(second)
    let isKnown =
      switch name {
      case .stuck: Self.sides.contains(value)
      case .scrollable: Self.sides.contains(value) || Self.axes.contains(value)
      case .snapped: Self.axes.contains(value) || value == "none" || value == "both"
      }
    guard isKnown else { return nil }
    self.value = value
  }

  /// Whether these are the sides that it asks for.
  package func matches(_ sides: BoxSides, in style: ComputedStyle) -> Bool {
    switch value {
    case nil: !sides.isEmpty
    case "none": sides.isEmpty
    case let value?: !sides.isDisjoint(with: BoxSides(value, in: style.text))
    }
  }
}

/// `--name`, `--name: value`, or a comparison. Not implemented: other properties, which Chromium has not either.
/// https://drafts.csswg.org/css-conditional-5/#style-container
package struct StyleFeature: Sendable {
  package let name: String
  /// Nil asks whether the property has any value.
  package let value: CustomProperties.Value?
  let range: StyleRange?

  init?(_ contents: TokenCursor) {
    range = StyleRange(contents)
    if range != nil {
      (name, value) = ("", nil)
      return
    }
    var cursor = contents
    guard let token = cursor.consumeIdent(), cursor.buffer.isCustomName(token) else { return nil }
    name = cursor.string(token)
    if cursor.isAtEnd {
      value = nil
      return
    }
    guard cursor.consumeColon() else { return nil }
    value = CustomProperties.Value(buffer: cursor.buffer, tokens: cursor.buffer.trimmed(cursor.range))
  }

  /// Whether the style of a container fits.
  package func matches(
    _ style: ComputedStyle, registered: [String: RegisteredProperty], _ context: ParsingContext,
    in environment: ComputationEnvironment
  ) -> Bool {
    matches(variable: { style.variables[$0] }, registered: registered, context, in: environment)
  }

  func matches(
    variable: @escaping (String) -> CustomProperties.Value?, registered: [String: RegisteredProperty],
    _ context: ParsingContext, in environment: ComputationEnvironment
  ) -> Bool {
    if let range { return range.holds(variable: variable, context, in: environment) }
    let actual = variable(name)
    guard let value else { return actual != nil }
    if case .initial? = TokenCursor(value.buffer, value.tokens).wideKeyword, registered[name] == nil {
      return actual == nil
    }
    var substitution = Substitution(context: context, environment: environment, variable: variable)
    guard let buffer = substitution.replaced(value.tokens, in: value.buffer) else { return false }
    var wanted = CustomProperties.Value(buffer: buffer, tokens: 0..<buffer.tokens.count)
    if let property = registered[name], let text = property.syntax.specified(TokenCursor(buffer), in: context) {
      let computed = TokenBuffer(text.computed(in: environment))
      wanted = CustomProperties.Value(buffer: computed, tokens: 0..<computed.tokens.count)
    }
    return actual.map { $0.source.elementsEqual(wanted.source) } ?? false
  }
}
