import Foundation
import OffscreenDOM

/// Which part of a drawing the fragment of an address shows.
/// https://svgwg.org/svg2-draft/linking.html#SVGFragmentIdentifiers
package enum VectorView {
  package static func show(_ fragment: String?, in document: Document) {
    guard let fragment, !fragment.isEmpty else { return }
    let name = fragment.removingPercentEncoding ?? fragment
    let root = document.documentElement
    guard !root.isNone, document.namespace(root) == .svg else { return }
    if let view = text(name, "svgView(") { return set(specification(view), on: root, in: document) }
    if name.hasPrefix("xywh=") { return set(region(name.dropFirst(5)), on: root, in: document) }
    let vectors = VectorElements(document: document, styles: nil)
    guard let view = vectors.find(reference: "#" + name), vectors.name(view) == "view" else { return }
    var shown: [String: String] = [:]
    for name in ["viewBox", "preserveAspectRatio"] { shown[name] = vectors.plainAttribute(view, name) }
    set(shown, on: root, in: document)
  }

  private static func set(_ attributes: [String: String], on root: NodeID, in document: Document) {
    var known: [Atom: String] = [:]
    for (name, value) in attributes { known[document.names.intern(name)] = value }
    document.view(root, known)
  }

  /// What stands between a beginning and the last parenthesis.
  private static func text(_ text: some StringProtocol, _ start: String) -> String? {
    text.hasPrefix(start) && text.hasSuffix(")") ? String(text.dropFirst(start.count).dropLast()) : nil
  }

  /// Not implemented: `transform()`.
  private static func specification(_ view: String) -> [String: String] {
    var shown: [String: String] = [:]
    for part in view.split(separator: ";") {
      let part = part.trimmed
      if let numbers = text(part, "viewBox(") { shown["viewBox"] = numbers }
      if let fit = text(part, "preserveAspectRatio(") {
        shown["preserveAspectRatio"] = fit.split { $0 == "," || $0.isWhitespace }.joined(separator: " ")
      }
    }
    return shown
  }

  /// https://www.w3.org/TR/media-frags/#naming-space
  private static func region(_ text: Substring) -> [String: String] {
    let numbers = (text.hasPrefix("pixel:") ? text.dropFirst(6) : text).split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 4 else { return [:] }
    return ["viewBox": numbers.map { "\($0)" }.joined(separator: " ")]
  }
}
