/// The prelude of `@container`: queries of which one has to hold.
/// https://drafts.csswg.org/css-conditional-5/#container-rule
package struct ContainerQueryList: Sendable {
  package private(set) var queries: [ContainerQuery] = []

  package init?(_ prelude: TokenCursor) {
    var cursor = prelude
    repeat {
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
      guard let query = ContainerQuery(TokenCursor(cursor.buffer, start..<cursor.position)) else { return nil }
      queries.append(query)
    } while cursor.consumeComma()
    guard cursor.isAtEnd else { return nil }
  }

  /// Whether only a layout can answer.
  package var asksLayout: Bool { queries.contains { !$0.needs.isEmpty } }
}

package struct ContainerQuery: Sendable {
  package private(set) var name: String?
  package private(set) var condition: Condition<ContainerTest>?
  /// What a container must be able to answer.
  package private(set) var needs: ContainerNeeds = []
  /// A query with something in it that is not known here has no answer.
  package private(set) var isUnknown = false
  /// The condition as it was written.
  let conditionSource: TokenCursor

  fileprivate init?(_ contents: TokenCursor) {
    var cursor = contents
    name = cursor.consumeCustomIdent(except: ["none", "and", "or", "not"])
    conditionSource = cursor
    if !cursor.isAtEnd {
      guard let condition = ContainerTest.parser.parse(&cursor) else { return nil }
      self.condition = condition
      for test in condition.tests { needs.formUnion(test.needs) }
      isUnknown = condition.hasUnknown || condition.tests.contains { $0.hasUnknown }
    }
    guard cursor.isAtEnd, name != nil || condition != nil else { return nil }
  }
}

/// What some containers know and others do not.
package struct ContainerNeeds: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  static let width = ContainerNeeds(rawValue: 1)
  static let height = ContainerNeeds(rawValue: 2)
  static let inlineSize = ContainerNeeds(rawValue: 4)
  static let blockSize = ContainerNeeds(rawValue: 8)
  package static let scrollState = ContainerNeeds(rawValue: 16)
  package static let anchored = ContainerNeeds(rawValue: 32)

  /// https://drafts.csswg.org/css-conditional-5/#container-type
  package func areMet(by style: ComputedStyle) -> Bool {
    if contains(.scrollState), !style.box.isScrollStateContainer { return false }
    if contains(.anchored), !style.box.isAnchoredContainer { return false }
    let sizes = subtracting([.scrollState, .anchored])
    return switch style.box.containerType {
    case .size: true
    case .normal: sizes.isEmpty
    case .inlineSize: sizes.isSubset(of: [.inlineSize, style.text.writingMode.isHorizontal ? .width : .height])
    }
  }
}

/// A feature of a container query, or a condition of some of one kind.
package enum ContainerTest: Sendable {
  case size(ContainerSizeFeature)
  case style(Condition<StyleFeature>)
  case scrollState(Condition<ScrollStateFeature>)
  case anchored(Condition<AnchoredFeature>)

  fileprivate var needs: ContainerNeeds {
    switch self {
    case .size(let feature): feature.needs
    case .style: []
    case .scrollState: .scrollState
    case .anchored: .anchored
    }
  }

  fileprivate var hasUnknown: Bool {
    switch self {
    case .size: false
    case .style(let condition): condition.hasUnknown
    case .scrollState(let condition): condition.hasUnknown
    case .anchored(let condition): condition.hasUnknown
    }
  }

  static var parser: ConditionParser<ContainerTest> {
    ConditionParser(inParentheses: { ContainerSizeFeature($0).map { .size($0) } }) { name, contents in
      switch name {
      case "style": condition(contents) { StyleFeature($0) }.map { .style($0) }
      case "scroll-state": condition(contents) { ScrollStateFeature($0) }.map { .scrollState($0) }
      case "anchored": condition(contents) { AnchoredFeature($0) }.map { .anchored($0) }
      default: nil
      }
    }
  }

  /// The contents of a function: a feature, or a condition of features in parentheses.
  static func condition<Feature>(
    _ contents: TokenCursor, _ feature: @escaping (TokenCursor) -> Feature?
  ) -> Condition<Feature>? {
    if let feature = feature(contents) { return .test(feature) }
    var cursor = contents
    let parser = ConditionParser<Feature>(inParentheses: feature)
    guard let condition = parser.parse(&cursor), cursor.isAtEnd else { return nil }
    return condition
  }
}
