import OffscreenDOM

/// A language tag, by number.
struct LanguageID: Hashable {
  fileprivate let rawValue: Int32
}

/// The languages of the elements' contents.
/// https://html.spec.whatwg.org/multipage/dom.html#language
struct ContentLanguages {
  private var tags = [""]
  private var numbers: [String: LanguageID] = ["": LanguageID(rawValue: 0)]
  /// By node; -1 where it is not known yet.
  private var known = NodeTable<Int32>(-1)

  subscript(_ id: LanguageID) -> String { tags[Int(id.rawValue)] }

  /// Of no node: that of the document.
  mutating func language(of node: NodeID, in document: Document) -> LanguageID {
    let start = node.isNone ? document.documentElement : node
    guard !start.isNone else { return LanguageID(rawValue: 0) }
    var language = known[start]
    if language >= 0 { return LanguageID(rawValue: language) }
    // 1. The nearest element around that knows or says it.
    var node = start
    while language < 0, !node.isNone, document.isElement(node) {
      language = known[node]
      if language < 0, let tag = document.ownLanguage(of: node) {
        language = number(tag).rawValue
        known[node] = language
      }
      node = document.parentElementOrHost(node)
    }
    if language < 0 { language = number(document.defaultLanguage ?? "").rawValue }
    // 2. All on the way have the same.
    node = start
    while !node.isNone, document.isElement(node), known[node] < 0 {
      known[node] = language
      node = document.parentElementOrHost(node)
    }
    return LanguageID(rawValue: language)
  }

  private mutating func number(_ tag: String) -> LanguageID {
    if let known = numbers[tag] { return known }
    let id = LanguageID(rawValue: Int32(truncatingIfNeeded: tags.count))
    tags.append(tag)
    numbers[tag] = id
    return id
  }
}
