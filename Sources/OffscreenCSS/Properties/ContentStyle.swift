/// Generated content and counters. Nothing here is inherited.
package struct ContentStyle: Hashable, Sendable {
  package var content: ContentValue = .normal
  package var counterReset: [CounterChange] = []
  package var counterIncrement: [CounterChange] = []
  package var counterSet: [CounterChange] = []
  package init() {}
}

package struct CounterChange: Hashable, Sendable {
  package var name: String
  package var value: Int32
  /// `reversed(name)`; with no value given, counted from the number of items.
  package var isReversed: Bool
  package init(name: String, value: Int32, isReversed: Bool = false) {
    (self.name, self.value, self.isReversed) = (name, value, isReversed)
  }
}

package enum ContentValue: Hashable, Sendable {
  case normal, none
  case items([ContentItem], alternative: String?)
}
package enum ContentItem: Hashable, Sendable {
  case string(String)
  case image(ImageValue)
  /// The name and the list style.
  case counter(String, ListStyleType)
  case counters(String, separator: String, ListStyleType)
  case openQuote, closeQuote, noOpenQuote, noCloseQuote
}

extension ContentStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-content-3/#content-property
    .reset("content", \.content.content),
    // https://drafts.csswg.org/css-lists-3/#auto-numbering
    .reset("counter-reset", \.content.counterReset, text: .list(empty: "none", separator: " ", .own)) {
      $0.consumeCounters(in: $1, default: 0, allowsReversed: true)
    },
    .reset("counter-increment", \.content.counterIncrement, text: .list(empty: "none", separator: " ", .own)) {
      $0.consumeCounters(in: $1, default: 1)
    },
    .reset("counter-set", \.content.counterSet, text: .list(empty: "none", separator: " ", .own)) {
      $0.consumeCounters(in: $1, default: 0)
    },
  ]
}

extension TokenCursor {
  fileprivate mutating func consumeCounters(
    in context: ParsingContext, default value: Int32, allowsReversed: Bool = false
  ) -> Specified<[CounterChange]>? {
    if consumeIdent("none") { return .computed([]) }
    var changes: [Specified<CounterChange>] = []
    while !isAtEnd, changes.count < 1000 {
      var canReverse = false
      var name = consumeCustomIdent(except: ["none"])
      if name == nil, allowsReversed, var inner = consumeFunction("reversed") {
        name = inner.consumeCustomIdent(except: ["none"])
        canReverse = true
      }
      guard let name else { return nil }
      let given = consumeInteger(in: context)
      // A reversed counter without a value starts at what its items count: not known here.
      let isReversed = canReverse && given == nil
      changes.append((given ?? .computed(value)).map { CounterChange(name: name, value: $0, isReversed: isReversed) })
    }
    return changes.isEmpty ? nil : changes.joined()
  }
}

extension ContentValue: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<ContentValue>? {
    if let keyword = cursor.consumeOne(of: ["normal": ContentValue.normal, "none": .none]) {
      return .computed(keyword)
    }
    var items: [Specified<ContentItem>] = []
    while !cursor.isAtEnd, !cursor.isDelim("/"), items.count < 1000 {
      guard let item = ContentItem.specified(&cursor, in: context) else { return nil }
      items.append(item)
    }
    guard !items.isEmpty else { return nil }
    guard cursor.consumeSlash() else { return items.joined().map { .items($0, alternative: nil) } }
    var alternative = ""
    var isEmpty = true
    while !cursor.isAtEnd {
      guard let item = ContentItem.specified(&cursor, in: context)?.constant else { return nil }
      switch item {
      case .string(let text): alternative += text
      // Not implemented: counters in what stands for the content.
      case .counter, .counters: break
      case .image, .openQuote, .closeQuote, .noOpenQuote, .noCloseQuote: return nil
      }
      isEmpty = false
    }
    if isEmpty { return nil }
    let text = alternative
    return items.joined().map { .items($0, alternative: text) }
  }
}

extension ContentItem: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<ContentItem>? {
    if let string = cursor.consumeString() { return .computed(.string(string)) }
    if let quote = cursor.consumeOne(of: [
      "open-quote": ContentItem.openQuote, "close-quote": .closeQuote, "no-open-quote": .noOpenQuote,
      "no-close-quote": .noCloseQuote,
    ]) {
      return .computed(quote)
    }
    if var inner = cursor.consumeFunction("counter") {
      guard let name = inner.consumeCustomIdent(except: ["none"]), let style = counterStyle(&inner, in: context)
      else { return nil }
      return .computed(.counter(name, style))
    }
    if var inner = cursor.consumeFunction("counters") {
      guard let name = inner.consumeCustomIdent(except: ["none"]), inner.consumeComma(),
        let separator = inner.consumeString(), let style = counterStyle(&inner, in: context)
      else { return nil }
      return .computed(.counters(name, separator: separator, style))
    }
    return cursor.consumeImage(in: context)?.map { .image($0) }
  }

  private static func counterStyle(_ inner: inout TokenCursor, in context: ParsingContext) -> ListStyleType? {
    if inner.isAtEnd { return .named("decimal") }
    guard inner.consumeComma(), let style = ListStyleType.parse(&inner, in: context), inner.isAtEnd
    else { return nil }
    // A string is a marker, but no style of counters.
    if case .string = style { return nil }
    return style
  }
}
