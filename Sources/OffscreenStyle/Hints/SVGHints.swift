import OffscreenCSS
import OffscreenDOM

/// SVG's presentation attributes.
/// https://svgwg.org/svg2-draft/styling.html#PresentationAttributes
extension PresentationalHints {
  mutating func svg(_ node: NodeID) {
    language(node)
    let isOuter = document.name(node) == .svg
    for attribute in shownAttributes(node) where attribute.namespace == .none {
      let kind = svgAttribute(attribute.name)
      guard kind != .other else { continue }
      // Optimization: plain ones are read where they are needed.
      let isSide = isOuter && (attribute.name == .width || attribute.name == .height)
      if kind == .geometry, !isSide, !attribute.value.utf8.contains(UInt8(ascii: "(")) { continue }
      if kind == .transform { continue }
      let name = document.names.spelling(of: attribute.name)
      let value = attribute.value.trimmingASCIIWhitespace
      if isSide, let number = Double(value) {
        if number >= 0 { add(name, "\(value)px") }
      } else if let value = Self.value(value) {
        add(name, kind == .lengths ? Self.withUnits(value) : value)
      }
    }
  }

  /// What an SVG element's declarations follow from, as bytes: elements with equal ones have the same.
  /// Whether there is an attribute for `transform(of:)`.
  ///
  /// Optimization: the many elements of a chart have the same few values.
  mutating func svgKey(of node: NodeID, into key: inout [UInt8]) -> Bool {
    let isOuter = document.name(node) == .svg
    key.removeAll(keepingCapacity: true)
    var hasTransform = false
    document.forEachAttribute(node) { name, namespace, value in
      if namespace == .none, svgAttribute(name) == .transform { hasTransform = true }
      guard counts(name, namespace, value, isOuter: isOuter) else { return }
      // The element's kind matters to its sides only.
      key.append(isOuter ? 1 : 0)
      withUnsafeBytes(of: (name.rawValue, Int32(truncatingIfNeeded: value.count))) { key.append(contentsOf: $0) }
      key.append(contentsOf: value)
    }
    return hasTransform
  }

  /// Whether an element's declarations are those of another one, as they nearly always are of neighbours.
  mutating func isAlike(_ node: NodeID, _ other: NodeID) -> Bool {
    guard document.name(node) == document.name(other) else { return false }
    let isOuter = document.name(node) == .svg
    return document.haveSameAttributes(node, other) { counts($0, $1, $2, isOuter: isOuter) }
  }

  /// Whether a part of the declarations, but for the transform, follows from an attribute.
  private mutating func counts(
    _ name: Atom, _ namespace: Namespace, _ value: UnsafeBufferPointer<UInt8>, isOuter: Bool
  ) -> Bool {
    guard namespace == .none else { return namespace == .xml && name == .lang }
    switch svgAttribute(name) {
    case .transform: return false
    case .plain, .lengths: return true
    case .other: return name == .lang || name == .xml_lang
    case .geometry:
      return isOuter && (name == .width || name == .height) || value.contains(UInt8(ascii: "("))
    }
  }

  /// The value of the attribute that stands for an SVG element's transform: the last one that is not in error.
  mutating func transform(of node: NodeID) -> String? {
    if document.animatedElements.isEmpty || document.animatedElements[node] == nil {
      // Optimization: few have others beside it.
      var (count, value) = (0, "")
      document.forEachAttribute(node) { name, namespace, bytes in
        guard namespace == .none, svgAttribute(name) == .transform else { return }
        (count, value) = (count + 1, String(decoding: bytes, as: UTF8.self))
      }
      if count < 2 { return count == 0 ? nil : value }
    }
    return shownAttributes(node).last {
      $0.namespace == .none && svgAttribute($0.name) == .transform && SVGTransformList($0.value) != nil
    }?.value
  }

  enum SVGAttribute { case other, geometry, transform, plain, lengths }

  private mutating func svgAttribute(_ atom: Atom) -> SVGAttribute {
    let index = Int(atom.rawValue)
    guard index >= 0 else { return .other }
    if index >= svgKinds.count {
      svgKinds += Array(repeating: nil, count: max(index + 1, document.names.count) - svgKinds.count)
    }
    if let known = svgKinds[index] { return known }
    let name = document.names.spelling(of: atom)
    var kind = SVGAttribute.other
    if name == "transform" || name == "gradientTransform" || name == "patternTransform" {
      kind = .transform
    } else if Self.geometryAttributes.contains(name) {
      kind = .geometry
    } else if Self.svgAttributes.contains(name) {
      kind = Self.attributesWithLengths.contains(name) ? .lengths : .plain
    }
    svgKinds[index] = kind
    return kind
  }

  /// With the values that animations have given them.
  private func shownAttributes(_ node: NodeID) -> [Attribute] {
    var attributes = document.attributes(node)
    guard !document.animatedElements.isEmpty, let animated = document.animatedElements[node]?.attributes else {
      return attributes
    }
    attributes.removeAll { $0.namespace == .none && animated[$0.name] != nil }
    return attributes
      + animated.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        Attribute(name: $0.key, namespace: .none, value: $0.value)
      }
  }

  /// Whether an attribute stands for a property, whose values the cascade knows.
  package static func isProperty(_ name: String) -> Bool { svgAttributes.contains(name) }

  /// The declaration that such an attribute stands for; nil where its value is none.
  static func declaration(_ name: String, _ value: String) -> String? {
    Self.value(value.trimmingASCIIWhitespace).map {
      "\(name): \(attributesWithLengths.contains(name) ? withUnits($0) : $0)"
    }
  }

  private static let geometryAttributes: Set<String> = ["x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"]

  private static let svgAttributes: Set<String> = {
    let geometry: Set<VectorProperty> = [.cx, .cy, .r, .rx, .ry, .x, .y, .d, .marker]
    let own = VectorProperty.allCases.filter { !geometry.contains($0) }.map(\.name)
    return Set(own).union([
      "color", "display", "visibility", "opacity", "overflow", "font-family", "font-size", "font-style", "font-weight",
      "font-stretch", "font-variant", "letter-spacing", "word-spacing", "text-decoration", "direction", "writing-mode",
      "unicode-bidi", "pointer-events", "image-rendering", "filter", "mask", "clip-path", "transform-origin",
    ])
  }()

  /// In these attributes numbers count pixels, which the properties want to be told.
  /// https://svgwg.org/svg2-draft/types.html#syntax
  private static let attributesWithLengths: Set<String> = [
    "font-size", "letter-spacing", "word-spacing", "transform-origin", "filter", "clip-path",
  ]

  private static let functionsOfLengths = [
    "drop-shadow(", "blur(", "circle(", "ellipse(", "inset(", "polygon(", "rect(", "xywh(",
  ]

  private static func withUnits(_ value: String) -> String {
    // Other functions' numbers are no lengths.
    if value.utf8.contains(UInt8(ascii: "(")), !functionsOfLengths.contains(where: { value.hasPrefix($0) }) {
      return value
    }
    var result: [UInt8] = []
    let bytes = Array(value.utf8)
    var index = 0
    func isPart(_ byte: UInt8) -> Bool {
      byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x80
        || "+-.%#_".utf8.contains(byte)
    }
    while index < bytes.count {
      let start = index
      while index < bytes.count, isPart(bytes[index]) { index += 1 }
      let word = bytes[start..<index]
      result += word
      // Those of functions in functions are no lengths.
      if !word.isEmpty, index == bytes.count || bytes[index] != UInt8(ascii: "("),
        Double(String(decoding: word, as: UTF8.self)) != nil
      {
        result += Array("px".utf8)
      }
      if index < bytes.count {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
