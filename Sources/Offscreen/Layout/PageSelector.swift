import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// A selector that a user names elements of a page by.
package struct PageSelector {
  private let text: String

  /// Nil where it is not a valid selector list.
  package init?(_ text: String) {
    self.text = text
    guard text.utf8.count <= 10_000, Self.parse(text, NameTable()) != nil else { return nil }
  }

  /// The message for an invalid one.
  static func problem(_ text: String) -> String { "'\(text.prefix(100))' is not a valid selector" }

  private static func parse(_ text: String, _ names: NameTable) -> SelectorList? {
    SelectorParser(SelectorContext(names: names)).selectorList(TokenCursor(text))
  }

  /// The elements that it matches, in document order.
  func elements(in document: Document) -> [NodeID] {
    guard let list = Self.parse(text, document.names) else { return [] }
    let matcher = SelectorMatcher(document)
    let root = document.documentElement
    var result: [NodeID] = []
    var node = root
    while !node.isNone {
      if document.isElement(node), matcher.matches(list, node) { result.append(node) }
      node = document.next(node, within: root)
    }
    return result
  }
}
