import Foundation
import OffscreenCSS
import OffscreenDOM
import TestSupport
import Testing

@testable import OffscreenStyle

/// Figures, not limits: `OFFSCREEN_MEASURE=sheet.css swift test -c release ...`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["OFFSCREEN_MEASURE"] != nil, "set OFFSCREEN_MEASURE"))
struct MatchingSpeedTests {
  private func milliseconds(_ rounds: Int = 10, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let best = (0..<rounds).map { _ in clock.measure(body) }.min() ?? .zero
    return (Double(best.components.attoseconds) / 1e15 * 100).rounded() / 100 + Double(best.components.seconds) * 1000
  }

  @Test func sheet() throws {
    let path = ProcessInfo.processInfo.environment["OFFSCREEN_MEASURE"] ?? ""
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var buffer = TokenBuffer("")
    let tokenizing = milliseconds { buffer = TokenBuffer(bytes) }
    let document = Document()
    var sheet = StyleSheet("", names: document.names)
    let parsing = milliseconds { sheet = StyleSheet(bytes, names: document.names) }
    var active = ActiveRules(media: MediaContext(width: 1280, height: 800), supports: { _, _ in true })
    let collecting = milliseconds {
      active = ActiveRules(media: MediaContext(width: 1280, height: 800), supports: { _, _ in true })
      active.add(sheet)
    }
    // A document of the names that the sheet knows.
    var classes: [String] = []
    var types: [Atom] = []
    for style in active.styles {
      for selector in style.rule.selectors.selectors {
        for part in selector.parts {
          if case .class(let atom) = part { classes.append(document.names.spelling(of: atom)) }
          if case .type(_, let atom) = part { types.append(atom) }
        }
      }
    }
    let html = document.makeElement(Atom(.html))
    document.link(html, into: .document)
    var elements = [html]
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(count, 1)
    }
    for _ in 0..<20_000 {
      let names = (0..<random(4)).map { _ in classes[random(classes.count)] }.joined(separator: " ")
      let type = random(3) == 0 ? Atom(.div) : types[random(types.count)]
      let element = document.makeElement(
        type, attributes: names.isEmpty ? [] : [Attribute(name: Atom(.class), value: names)])
      let recent = max(0, elements.count - 30)
      document.link(element, into: elements[recent + random(elements.count - recent)])
      elements.append(element)
    }
    let rules = active.styles.enumerated().map { (selectors: $1.rule.selectors, rule: Int32($0)) }
    var index = RuleIndex([], for: SelectorMatcher(document))
    let indexing = milliseconds { index = RuleIndex(rules, for: SelectorMatcher(document)) }
    var count = 0
    let matching = milliseconds(3) {
      count = 0
      let matcher = SelectorMatcher(document)
      var filter = AncestorFilter()
      var matches: [RuleIndex.Match] = []
      var node = html
      while !node.isNone {
        matches.removeAll(keepingCapacity: true)
        index.appendMatches(of: node, using: matcher, filter: filter, to: &matches)
        count += matches.count
        if !document.firstChild(node).isNone {
          filter.push(node, in: matcher)
          node = document.firstChild(node)
          continue
        }
        while !node.isNone, document.nextSibling(node).isNone {
          node = document.parent(node)
          filter.pop()
        }
        if !node.isNone { node = document.nextSibling(node) }
      }
    }
    print(
      """
      \(path.split(separator: "/").last ?? ""): \(bytes.count / 1000) kB, \(buffer.tokens.count) tokens, \
      \(active.styles.count) rules; tokenize \(tokenizing) ms, sheet \(parsing) ms, collect \(collecting) ms, \
      index \(indexing) ms, match \(document.nodeCount) nodes \(matching) ms (\(count) matches)
      """)
  }
}
