import OffscreenGeometry

/// Properties of SVG's own that style sheets and attributes set, in SVG's syntax.
package enum VectorProperty: UInt8, CaseIterable, Sendable {
  // Inherited.
  case fill, stroke, marker, fillOpacity, fillRule, clipRule, strokeWidth, strokeOpacity, strokeLinecap
  case strokeLinejoin, strokeMiterlimit, strokeDasharray, strokeDashoffset, textAnchor, paintOrder
  case shapeRendering, colorInterpolation, colorInterpolationFilters, markerStart, markerMid, markerEnd
  // Not inherited.
  case stopColor, stopOpacity, floodColor, floodOpacity, lightingColor, dominantBaseline, alignmentBaseline
  case baselineShift, vectorEffect, maskType
  case cx, cy, r, rx, ry, x, y, d

  /// The property of this name.
  package init?(name: String) {
    guard let property = Self.named[name] else { return nil }
    self = property
  }
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  package var name: String {
    switch self {
    case .fill: "fill"
    case .stroke: "stroke"
    case .marker: "marker"
    case .fillOpacity: "fill-opacity"
    case .fillRule: "fill-rule"
    case .clipRule: "clip-rule"
    case .strokeWidth: "stroke-width"
    case .strokeOpacity: "stroke-opacity"
    case .strokeLinecap: "stroke-linecap"
    case .strokeLinejoin: "stroke-linejoin"
    case .strokeMiterlimit: "stroke-miterlimit"
    case .strokeDasharray: "stroke-dasharray"
    case .strokeDashoffset: "stroke-dashoffset"
    case .textAnchor: "text-anchor"
    case .paintOrder: "paint-order"
    case .shapeRendering: "shape-rendering"
    case .colorInterpolation: "color-interpolation"
    case .colorInterpolationFilters: "color-interpolation-filters"
    case .markerStart: "marker-start"
    case .markerMid: "marker-mid"
    case .markerEnd: "marker-end"
    case .stopColor: "stop-color"
    case .stopOpacity: "stop-opacity"
    case .floodColor: "flood-color"
    case .floodOpacity: "flood-opacity"
    case .lightingColor: "lighting-color"
    case .dominantBaseline: "dominant-baseline"
    case .alignmentBaseline: "alignment-baseline"
    case .baselineShift: "baseline-shift"
    case .vectorEffect: "vector-effect"
    case .maskType: "mask-type"
    case .cx: "cx"
    case .cy: "cy"
    case .r: "r"
    case .rx: "rx"
    case .ry: "ry"
    case .x: "x"
    case .y: "y"
    case .d: "d"
    }
  }

  package var isInherited: Bool {
    switch self {
    case .fill, .stroke, .marker, .fillOpacity, .fillRule, .clipRule, .strokeWidth, .strokeOpacity, .strokeLinecap,
      .strokeLinejoin, .strokeMiterlimit, .strokeDasharray, .strokeDashoffset, .textAnchor, .paintOrder,
      .shapeRendering, .colorInterpolation, .colorInterpolationFilters, .markerStart, .markerMid, .markerEnd:
      true
    case .stopColor, .stopOpacity, .floodColor, .floodOpacity, .lightingColor, .dominantBaseline,
      .alignmentBaseline, .baselineShift, .vectorEffect, .maskType, .cx, .cy, .r, .rx, .ry, .x, .y, .d:
      false
    }
  }

  /// The initial value of an inherited property.
  package var initialText: String {
    switch self {
    case .fill: "#000000"
    case .stroke, .marker, .markerStart, .markerMid, .markerEnd, .strokeDasharray: "none"
    case .fillOpacity, .strokeOpacity, .strokeWidth, .stopOpacity, .floodOpacity: "1"
    case .fillRule, .clipRule: "nonzero"
    case .strokeLinecap: "butt"
    case .strokeLinejoin: "miter"
    case .strokeMiterlimit: "4"
    case .textAnchor: "start"
    case .paintOrder: "normal"
    case .colorInterpolation: "sRGB"
    case .colorInterpolationFilters: "linearRGB"
    case .stopColor, .floodColor: "#000000"
    case .lightingColor: "#ffffff"
    case .baselineShift: "baseline"
    case .maskType: "luminance"
    case .vectorEffect, .d: "none"
    case .shapeRendering, .dominantBaseline, .alignmentBaseline, .rx, .ry: "auto"
    case .strokeDashoffset, .cx, .cy, .r, .x, .y: "0"
    }
  }
}

/// The values of SVG's own properties that were set, inherited ones or others.
package struct VectorStyle: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case color(ColorValue)
    case number(Float)
    case text(String)
  }
  private struct Entry: Hashable, Sendable {
    var property: VectorProperty
    var value: Value
  }
  /// In the order of the properties. Nearly always empty: then it costs a word.
  private var entries: [Entry] = []
  package init() {}

  package subscript(property: VectorProperty) -> Value? {
    get {
      // Optimization: by index, which keeps no copy of what is passed over.
      for index in entries.indices where entries[index].property == property { return entries[index].value }
      return nil
    }
    set {
      let place = entries.firstIndex { $0.property.rawValue >= property.rawValue } ?? entries.count
      let isThere = place < entries.count && entries[place].property == property
      let new = newValue.map { [Entry(property: property, value: $0)] } ?? []
      entries.replaceSubrange(place..<(isThere ? place + 1 : place), with: new)
    }
  }

  package func color(_ property: VectorProperty) -> ColorValue? {
    if case .color(let color)? = self[property] { color } else { nil }
  }
  package func number(_ property: VectorProperty) -> Float? {
    if case .number(let number)? = self[property] { number } else { nil }
  }
  package func text(_ property: VectorProperty) -> String? {
    if case .text(let text)? = self[property] { text } else { nil }
  }

  /// https://svgwg.org/svg2-draft/propidx.html
  static let properties: [Property] = VectorProperty.allCases.map { property in
    if property.isInherited {
      let field = Field(get: { $0.inherited.vector[property] }, set: { $1.inherited.vector[property] = $0 })
      return .inherited(property.name, field, text: .vector(property)) { $0.consumeVector(property, in: $1) }
    }
    let field = Field(get: { $0.effect.vector[property] }, set: { $1.effect.vector[property] = $0 })
    return .reset(property.name, field, text: .vector(property)) { $0.consumeVector(property, in: $1) }
  }
}

extension TokenCursor {
  fileprivate mutating func consumeVector(
    _ property: VectorProperty, in context: ParsingContext
  ) -> Specified<VectorStyle.Value?>? {
    value(of: property, in: context)?.map { $0 }
  }

  private mutating func value(
    of property: VectorProperty, in context: ParsingContext
  ) -> Specified<VectorStyle.Value>? {
    switch property {
    case .fill, .stroke: return consumePaint(in: context)
    case .stopColor, .floodColor, .lightingColor: return consumeColor(in: context)?.map { .color($0) }
    case .fillOpacity, .strokeOpacity, .stopOpacity, .floodOpacity:
      return consumeNumberOrPercentage(in: context)?.map { .number(min(max($0, 0), 1).clampedNumber) }
    case .strokeMiterlimit: return consumeNumber(in: context, .nonNegative)?.map { .number($0.clampedNumber) }
    case .strokeWidth: return consumeVectorLength(in: context, .nonNegative)?.map { .text($0) }
    case .strokeDashoffset: return consumeVectorLength(in: context)?.map { .text($0) }
    case .cx, .cy, .x, .y: return consumeSVGLength(in: context)?.map { .text($0) }
    case .r, .rx, .ry:
      if consumeIdent("auto") { return .computed(.text("auto")) }
      return consumeSVGLength(in: context, .nonNegative)?.map { .text($0) }
    case .strokeDasharray:
      if consumeIdent("none") { return .computed(.text("none")) }
      var lengths: [Specified<String>] = []
      while !isAtEnd, lengths.count < 1_000 {
        guard let length = consumeVectorLength(in: context, .nonNegative) else { return nil }
        lengths.append(length)
        consumeComma()
      }
      return lengths.isEmpty ? nil : lengths.joined().map { .text($0.joined(separator: ",")) }
    case .fillRule, .clipRule: return .constant(keyword(["nonzero", "evenodd"]))
    case .strokeLinecap: return .constant(keyword(["butt", "round", "square"]))
    case .strokeLinejoin: return .constant(keyword(["miter", "round", "bevel", "miter-clip", "arcs"]))
    case .textAnchor: return .constant(keyword(["start", "middle", "end"]))
    case .maskType: return .constant(keyword(["luminance", "alpha"]))
    case .colorInterpolation, .colorInterpolationFilters: return .constant(keyword(["auto", "sRGB", "linearRGB"]))
    case .shapeRendering: return .constant(keyword(["auto", "optimizeSpeed", "crispEdges", "geometricPrecision"]))
    case .vectorEffect: return .constant(keyword(["none", "non-scaling-stroke"]))
    case .dominantBaseline, .alignmentBaseline: return .constant(consumeIdent().map { .text(string($0)) })
    case .baselineShift:
      if let word = keyword(["baseline", "sub", "super"]) { return .computed(word) }
      return consumeVectorLength(in: context)?.map { .text($0) }
    case .paintOrder:
      var parts: [String] = []
      while parts.count < 3, case .text(let part)? = keyword(["normal", "fill", "stroke", "markers"]) {
        guard !parts.contains(part) else { return nil }
        parts.append(part)
      }
      guard !parts.isEmpty, parts.count == 1 || !parts.contains("normal") else { return nil }
      return .computed(.text(parts.joined(separator: " ")))
    case .marker, .markerStart, .markerMid, .markerEnd:
      if consumeIdent("none") { return .computed(.text("none")) }
      return .constant(consumeURL().map { .text("url(\($0))") })
    case .d:
      if consumeIdent("none") { return .computed(.text("none")) }
      guard var inner = consumeFunction("path"), let data = inner.consumeString(), inner.isAtEnd else { return nil }
      return .computed(.text(data))
    }
  }

  private mutating func keyword(_ words: [String]) -> VectorStyle.Value? {
    guard peek.kind == .ident else { return nil }
    let text = string(peek)
    guard let word = words.first(where: { $0 == text || $0.lowercased() == text.lowercased() }) else { return nil }
    advance()
    return .text(word)
  }

  /// https://svgwg.org/svg2-draft/painting.html#SpecifyingPaint
  private mutating func consumePaint(in context: ParsingContext) -> Specified<VectorStyle.Value>? {
    if let word = keyword(["none", "context-fill", "context-stroke"]) { return .computed(word) }
    if let color = consumeColor(in: context) { return color.map { .color($0) } }
    guard let url = consumeURL() else { return nil }
    let reference = "url(\(url))"
    if isAtEnd { return .computed(.text(reference)) }
    if consumeIdent("none") { return .computed(.text(reference + " none")) }
    guard let fallback = consumeColor(in: context) else { return nil }
    return fallback.map { .text(reference + " " + $0.vectorText) }
  }

  /// A length or percentage, or a number, which counts user units.
  private mutating func consumeVectorLength(in context: ParsingContext, _ range: ValueRange = .all) -> Specified<
    String
  >? {
    if let number = consumeNumber(in: context, range) { return number.map { Self.vectorNumber(Float($0)) } }
    return consumeSVGLength(in: context, range)
  }

  private mutating func consumeSVGLength(in context: ParsingContext, _ range: ValueRange = .all) -> Specified<String>? {
    consumeLengthPercentage(in: context, range)?.map { length in
      switch length {
      case .length(let pixels): Self.vectorNumber(pixels) + "px"
      case .percentage(let part): Self.vectorNumber(part) + "%"
      // Deviation: of comparisons, what holds without a basis.
      case .calculation:
        "calc(\(Self.vectorNumber(Float(length.pixels(basis: 0))))px + "
          + "\(Self.vectorNumber(Float(length.pixels(basis: 100) - length.pixels(basis: 0))))%)"
      }
    }
  }

  private static func vectorNumber(_ value: Float) -> String { value.isFinite ? "\(Double(value))" : "0" }
}

extension ColorValue {
  /// In the syntax of SVG's attributes.
  package var vectorText: String {
    switch self {
    case .currentColor: "currentColor"
    case .color(let color): color.vectorText
    // Deviation: mixes with the current colour are of black.
    case .mixed, .relative: resolved(.black).vectorText
    }
  }
}

extension Color {
  /// In the syntax of SVG's attributes.
  package var vectorText: String {
    func part(_ value: Float) -> Int { Int((max(0, min(1, value.isFinite ? value : 0)) * 255).rounded()) }
    let parts = "\(part(red)),\(part(green)),\(part(blue))"
    return isOpaque ? "rgb(\(parts))" : "rgba(\(parts),\(max(0, min(1, alpha))))"
  }
}
