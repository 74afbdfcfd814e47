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
  case attribute(String)
  case openQuote, closeQuote, noOpenQuote, noCloseQuote
}
