import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages

/// Makes a graph of a `filter` element, for one box.
/// https://drafts.fxtf.org/filter-effects-1/#FilterElement
struct FilterReader {
  let elements: VectorElements
  let filter: NodeID
  /// The box that is filtered: the object's bounding box.
  let box: PaintRect
  /// The origin of user space, and the basis of percentages: the box by default.
  private var origin: PaintPoint
  private var whole: (width: Double, height: Double)
  private let resources: (any PaintResources)?
  /// The resources that are being painted around it.
  private let open: [NodeID]
  /// Deviation: in what is not displayed, nothing has a style in Chromium; primitives work on colours as
  /// they are there, and those that have a colour of their own are left out.
  private let isRendered: Bool
  /// It has more primitives than are read.
  private(set) var isTooLong = false
  private var graph = FilterGraph(region: .zero, primitives: [], origin: .zero)
  private var names: [String: Int] = [:]
  /// Tainted results, which `feDisplacementMap` must not reveal.
  /// https://drafts.fxtf.org/filter-effects-1/#tainted-filter-primitives
  private var tainted: Set<Int> = []

  /// The filters of a list that do anything, SVG's made for this box. `userSpace`: its size, for elements of SVG, which
  /// are in one of their own. `open`: the resources that are being painted.
  static func filters(
    _ functions: [FilterFunction], _ style: ComputedStyle, around box: PaintRect,
    userSpace: (width: Double, height: Double)?, _ elements: VectorElements, _ resources: (any PaintResources)?,
    within open: [NodeID] = []
  ) -> (list: [PaintFilter], areTooLong: Bool) {
    var result = (list: [PaintFilter](), areTooLong: false)
    for function in functions {
      guard case .reference(let address) = function else {
        if let filter = PaintFilter(function, style.inherited.color) { result.list.append(filter) }
        continue
      }
      guard let (owner, filter) = elements.resource(address, named: "filter", resources) else { continue }
      var reader = FilterReader(elements: owner, filter: filter, box: box, resources: resources, within: open)
      if let userSpace { reader.useUserSpace(width: userSpace.width, height: userSpace.height) }
      if let graph = reader.read() { result.list.append(.graph(graph)) }
      if reader.isTooLong { result.areTooLong = true }
    }
    return result
  }

  private init(
    elements: VectorElements, filter: NodeID, box: PaintRect, resources: (any PaintResources)?, within open: [NodeID]
  ) {
    (self.elements, self.filter, self.box, self.resources, self.open) = (elements, filter, box, resources, open)
    origin = PaintPoint(x: box.x, y: box.y)
    whole = (box.width, box.height)
    isRendered = elements.isRendered(filter)
  }

  /// For elements of SVG, which are in a user space of their own.
  mutating func useUserSpace(width: Double, height: Double) {
    origin = .zero
    whole = (width, height)
  }

  private var hasBoxUnits: Bool { elements.attribute(filter, "primitiveUnits") == "objectBoundingBox" }

  /// Nil where the filter is not applied at all.
  mutating func read() -> FilterGraph? {
    // 1. The filter region.
    graph.region = elements.effectRegion(
      of: filter, units: "filterUnits", box, userSpace: origin,
      basis: VectorSize(width: whole.width, height: whole.height))
    graph.origin = origin
    // 2. The primitives.
    for child in elements.children(filter) {
      guard let name = elements.name(child) else { continue }
      guard graph.primitives.count < FilterGraph.maximumPrimitives else {
        isTooLong = true
        return nil
      }
      read(child, name)
    }
    return graph.primitives.isEmpty ? nil : graph
  }

  // MARK: One primitive

  private mutating func read(_ node: NodeID, _ name: String) {
    var inputs = [input(node, "in")]
    if name == "feBlend" || name == "feComposite" || name == "feDisplacementMap" { inputs.append(input(node, "in2")) }
    if name == "feMerge" {
      inputs = elements.children(node).filter { elements.name($0) == "feMergeNode" }.map { input($0, "in") }
    }
    if name == "feFlood" || name == "feImage" || name == "feTurbulence" { inputs = [] }
    let region = subregion(node, name, inputs)
    guard let kind = kind(node, name, inputs, region) else { return }
    let style = elements.style(node)
    let space = isRendered ? style.inherited.vector.text(.colorInterpolationFilters) ?? "linearRGB" : "sRGB"
    let index = graph.primitives.count
    if inputs.contains(where: isTainted) || usesCurrentColor(style, name) { tainted.insert(index) }
    graph.primitives.append(
      FilterGraph.Primitive(kind: kind, inputs: inputs, region: region, isLinear: space == "linearRGB"))
    if let result = elements.attribute(node, "result"), !result.isEmpty { names[result] = index }
  }

  private func isTainted(_ input: FilterGraph.Input) -> Bool {
    if case .result(let index) = input { tainted.contains(index) } else { false }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#tainted-filter-primitives
  private func usesCurrentColor(_ style: ComputedStyle, _ name: String) -> Bool {
    switch name {
    case "feFlood", "feDropShadow": style.effect.vector.color(.floodColor) == .currentColor
    case "feDiffuseLighting", "feSpecularLighting": style.effect.vector.color(.lightingColor) == .currentColor
    case _: false
    }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#element-attrdef-filter-primitive-in
  private func input(_ node: NodeID, _ attribute: String) -> FilterGraph.Input {
    let previous = graph.primitives.isEmpty ? FilterGraph.Input.sourceGraphic : .result(graph.primitives.count - 1)
    switch elements.attribute(node, attribute) {
    case "SourceGraphic"?: return .sourceGraphic
    case "SourceAlpha"?: return .sourceAlpha
    // Not implemented: BackgroundImage, FillPaint and StrokePaint, which browsers have not either.
    case let name?: return names[name].map { .result($0) } ?? previous
    case nil: return previous
    }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#FilterPrimitiveSubRegion
  private func subregion(_ node: NodeID, _ name: String, _ inputs: [FilterGraph.Input]) -> PaintRect {
    // 1. Without attributes: around those of the inputs, if none is the whole.
    var base = graph.region
    if name != "feTile", !inputs.isEmpty {
      var union: PaintRect?
      for input in inputs {
        guard case .result(let index) = input else {
          union = nil
          break
        }
        let region = graph.primitives[index].region
        union = union?.union(region) ?? region
      }
      if let union { base = union }
    }
    // 2. What is given.
    let corner = corner(of: node, base)
    let width = given(node, "width", box.width, whole.width) ?? base.width
    let height = given(node, "height", box.height, whole.height) ?? base.height
    return PaintRect(x: corner.x, y: corner.y, width: max(0, width), height: max(0, height))
      .intersection(graph.region)
  }

  /// Of a primitive's subregion; it may lie outside of the filter region.
  private func corner(of node: NodeID, _ base: PaintRect) -> PaintPoint {
    let start = hasBoxUnits ? PaintPoint(x: box.x, y: box.y) : origin
    return PaintPoint(
      x: given(node, "x", box.width, whole.width).map { start.x + $0 } ?? base.x,
      y: given(node, "y", box.height, whole.height).map { start.y + $0 } ?? base.y)
  }

  /// A length of a primitive in pixels, if it is given.
  private func given(_ node: NodeID, _ name: String, _ size: Double, _ whole: Double) -> Double? {
    if hasBoxUnits { return elements.length(node, name, basis: 1).map { $0 * size } }
    return elements.length(node, name, basis: whole)
  }

  /// Two numbers, or one that counts twice, in pixels.
  private func pair(_ node: NodeID, _ name: String, _ initial: Double = 0) -> (x: Double, y: Double) {
    let numbers = elements.numbers(node, name) ?? [initial]
    return scaled(numbers[0], numbers.count > 1 ? numbers[1] : numbers[0])
  }

  private func scaled(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    hasBoxUnits ? (x * box.width, y * box.height) : (x, y)
  }

  private func offset(_ node: NodeID, _ initial: Double) -> (x: Double, y: Double) {
    scaled(elements.number(node, "dx") ?? initial, elements.number(node, "dy") ?? initial)
  }

  private func kind(
    _ node: NodeID, _ name: String, _ inputs: [FilterGraph.Input], _ region: PaintRect
  ) -> FilterPrimitive? {
    if !isRendered, ["feFlood", "feDropShadow", "feDiffuseLighting", "feSpecularLighting"].contains(name) {
      return nil
    }
    switch name {
    case "feGaussianBlur":
      let (x, y) = pair(node, "stdDeviation")
      return x < 0 || y < 0 ? .merge : .blur(x: min(x, 1_000), y: min(y, 1_000))
    case "feOffset":
      let (x, y) = offset(node, 0)
      return .offset(x: x, y: y)
    case "feFlood": return .flood(floodColor(node))
    case "feMerge": return .merge
    case "feBlend": return .blend(elements.attribute(node, "mode").flatMap { BlendMode(rawValue: $0) } ?? .normal)
    case "feComposite": return composite(node)
    case "feColorMatrix": return colorMatrix(node)
    case "feComponentTransfer": return .transfer(transfer(node))
    case "feDropShadow":
      let (x, y) = offset(node, 2)
      let deviation = pair(node, "stdDeviation", 2)
      return .dropShadow(
        x: x, y: y, sigmaX: max(0, min(deviation.x, 1_000)), sigmaY: max(0, min(deviation.y, 1_000)),
        floodColor(node))
    case "feTile":
      guard case .result(let index)? = inputs.first else { return .tile(graph.region) }
      return .tile(graph.primitives[index].region)
    case "feMorphology":
      let (x, y) = pair(node, "radius")
      guard x >= 0, y >= 0, x > 0 || y > 0 else { return .merge }
      return .morphology(isDilation: elements.attribute(node, "operator") == "dilate", x: x, y: y)
    case "feImage": return .image(picture(node, region))
    case "feConvolveMatrix": return convolution(node)
    case "feDisplacementMap":
      guard inputs.count == 2 else { return nil }
      // https://drafts.fxtf.org/filter-effects-1/#fedisplacemnentmap-restrictions
      if isTainted(inputs[1]) { return .offset(x: 0, y: 0) }
      func channel(_ name: String) -> Int {
        ["R": 0, "G": 1, "B": 2][elements.attribute(node, name) ?? "A"] ?? 3
      }
      let scale = elements.number(node, "scale") ?? 0
      let size = hasBoxUnits ? ((box.width * box.width + box.height * box.height) / 2).squareRoot() : 1
      return .displacement(scale: scale * size, x: channel("xChannelSelector"), y: channel("yChannelSelector"))
    case "feTurbulence": return turbulence(node)
    case "feDiffuseLighting", "feSpecularLighting": return lighting(node, isSpecular: name == "feSpecularLighting")
    case _: return nil
    }
  }

  private func floodColor(_ node: NodeID) -> Color {
    let style = elements.style(node)
    var color = (style.effect.vector.color(.floodColor) ?? .color(.black)).resolved(style.inherited.color)
    color.alpha *= style.effect.vector.number(.floodOpacity) ?? 1
    return color
  }

  // MARK: Kinds

  private func composite(_ node: NodeID) -> FilterPrimitive {
    switch elements.attribute(node, "operator") {
    case "in"?: return .composite(.in)
    case "out"?: return .composite(.out)
    case "atop"?: return .composite(.atop)
    case "xor"?: return .composite(.xor)
    case "lighter"?: return .composite(.lighter)
    case "arithmetic"?:
      func k(_ name: String) -> Float { Float(elements.number(node, name) ?? 0) }
      return .arithmetic(k("k1"), k("k2"), k("k3"), k("k4"))
    case _: return .composite(.over)
    }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#feColorMatrixElement
  private func colorMatrix(_ node: NodeID) -> FilterPrimitive {
    let values = elements.numbers(node, "values")
    let filter: PaintFilter?
    switch elements.attribute(node, "type") {
    case "saturate"?: filter = PaintFilter(.saturate(Float(values?.first ?? 1)), .black)
    case "hueRotate"?: filter = PaintFilter(.hueRotate(Float(values?.first ?? 0)), .black)
    case "luminanceToAlpha"?:
      filter = .colorMatrix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2125, 0.7154, 0.0721, 0, 0])
    case _:
      guard let values, values.count == 20 else { return .merge }
      filter = .colorMatrix(values.map { Float($0) })
    }
    guard case .colorMatrix(let matrix)? = filter else { return .merge }
    return .colorMatrix(matrix)
  }

  /// https://drafts.fxtf.org/filter-effects-1/#feComponentTransferElement
  private func transfer(_ node: NodeID) -> [UInt8] {
    var tables = [UInt8](repeating: 0, count: 1_024)
    for channel in 0..<4 {
      let name = ["feFuncR", "feFuncG", "feFuncB", "feFuncA"][channel]
      let last = elements.children(node).last { elements.name($0) == name }
      let transferred: (Double) -> Double = last.map { function($0) } ?? { $0 }
      for value in 0..<256 {
        let output = transferred(Double(value) / 255)
        let clamped = output.isFinite ? max(0, min(1, output)) : 0
        tables[channel * 256 + value] = UInt8(clamped * 255 + 0.5)
      }
    }
    return tables
  }

  private func function(_ node: NodeID) -> (Double) -> Double {
    func number(_ name: String, _ initial: Double) -> Double { elements.number(node, name) ?? initial }
    switch elements.attribute(node, "type") {
    case "table"?:
      guard let table = elements.numbers(node, "tableValues") else { return { $0 } }
      let count = table.count - 1
      if count == 0 { return { _ in table[0] } }
      return { value in
        let place = min(value * Double(count), Double(count))
        let index = min(count - 1, Int(place))
        return table[index] + (place - Double(index)) * (table[index + 1] - table[index])
      }
    case "discrete"?:
      guard let table = elements.numbers(node, "tableValues") else { return { $0 } }
      return { table[min(table.count - 1, Int($0 * Double(table.count)))] }
    case "linear"?:
      let (slope, intercept) = (number("slope", 1), number("intercept", 0))
      return { $0 * slope + intercept }
    case "gamma"?:
      let (amplitude, exponent, offset) = (number("amplitude", 1), number("exponent", 1), number("offset", 0))
      return { amplitude * pow($0, exponent) + offset }
    case _: return { $0 }
    }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#feImageElement
  private func picture(_ node: NodeID, _ region: PaintRect) -> FilterPicture {
    if let address = elements.address(node), let target = elements.find(reference: address, from: node) {
      // Deviation: its user space begins in the corner of the primitive's subregion, as in Chromium.
      let corner = corner(of: node, graph.region)
      let transform =
        hasBoxUnits
        ? Transform(a: box.width, b: 0, c: 0, d: box.height, tx: corner.x, ty: corner.y)
        : .translation(x: corner.x, y: corner.y)
      guard !region.isEmpty else { return FilterPicture(image: nil, destination: region) }
      var painter = VectorPainter(
        elements, into: DisplayListBuilder(commandLimit: 100_000), resources: resources, within: open)
      // What is filtered with the filter itself is not in it.
      guard painter.enter(filter) else { return FilterPicture(image: nil, destination: region) }
      painter.list.pushTransform(transform)
      painter.paint(VectorTreeBuilder.element(target, elements), ctm: .identity)
      return FilterPicture(image: resources?.picture(of: painter.list.seal(), in: region), destination: region)
    }
    let found = elements.address(node).flatMap { resources?.picture(at: $0) }
    var picture = FilterPicture(image: found, destination: region)
    picture.rendering = elements.style(node).inherited.imageRendering
    guard let found else { return picture }
    let width = found.naturalWidth ?? region.width
    let height = found.naturalHeight ?? region.height
    let fit = PreserveAspectRatio(elements.attribute(node, "preserveAspectRatio"))
    picture.destination = fit.place(width: width, height: height, in: region)
    if let size = fit.stretchedSize(of: found, in: region) {
      (picture.sourceWidth, picture.sourceHeight) = (size.width, size.height)
    }
    return picture
  }

  private func convolution(_ node: NodeID) -> FilterPrimitive {
    let order = elements.numbers(node, "order") ?? [3]
    let columns = Int(max(0, min(100, order[0])))
    let rows = Int(max(0, min(100, order.count > 1 ? order[1] : order[0])))
    guard columns > 0, rows > 0, columns * rows <= FilterKernel.maximumCells,
      let weights = elements.numbers(node, "kernelMatrix"), weights.count == columns * rows
    else { return .flood(.transparent) }
    let sum = weights.reduce(0, +)
    var divisor = elements.number(node, "divisor") ?? sum
    if divisor == 0 { divisor = sum == 0 ? 1 : sum }
    func target(_ name: String, _ count: Int) -> Int? {
      let value = elements.number(node, name) ?? Double(count / 2)
      return value >= 0 && value < Double(count) ? Int(value) : nil
    }
    guard let targetX = target("targetX", columns), let targetY = target("targetY", rows) else {
      return .flood(.transparent)
    }
    let edge: FilterKernel.Edge
    switch elements.attribute(node, "edgeMode") {
    case "wrap"?: edge = .wrap
    case "none"?: edge = .none
    case _: edge = .duplicate
    }
    return .convolution(
      FilterKernel(
        columns: columns, rows: rows, weights: weights.map { Float($0 / divisor) },
        bias: Float(elements.number(node, "bias") ?? 0), targetX: targetX, targetY: targetY, edge: edge,
        preservesAlpha: elements.attribute(node, "preserveAlpha") == "true"))
  }

  private func turbulence(_ node: NodeID) -> FilterPrimitive {
    var frequency = elements.numbers(node, "baseFrequency") ?? [0]
    // Negative ones are as if none was said.
    // https://drafts.fxtf.org/filter-effects-1/#element-attrdef-feturbulence-basefrequency
    if frequency.prefix(2).contains(where: { $0 < 0 }) { frequency = [0] }
    let x = frequency[0]
    let y = frequency.count > 1 ? frequency[1] : frequency[0]
    return .turbulence(
      FilterNoise(
        frequencyX: x, frequencyY: y,
        octaves: Int(max(0, min(9, elements.number(node, "numOctaves") ?? 1))),
        seed: Int((elements.number(node, "seed") ?? 0).rounded(.towardZero)),
        isFractal: elements.attribute(node, "type") == "fractalNoise",
        isStitched: elements.attribute(node, "stitchTiles") == "stitch"))
  }

  private func lighting(_ node: NodeID, isSpecular: Bool) -> FilterPrimitive {
    let style = elements.style(node)
    let color = (style.effect.vector.color(.lightingColor) ?? .color(.white)).resolved(style.inherited.color)
    var light = FilterLighting.Light.distant(x: 0, y: 0, z: 1)
    var hasLight = false
    for child in elements.children(node) where !hasLight {
      hasLight = true
      func at(_ x: String, _ y: String) -> PaintPoint {
        let (dx, dy) = scaled(elements.number(child, x) ?? 0, elements.number(child, y) ?? 0)
        return PaintPoint(x: (hasBoxUnits ? box.x : origin.x) + dx, y: (hasBoxUnits ? box.y : origin.y) + dy)
      }
      func depth(_ name: String) -> Double {
        (elements.number(child, name) ?? 0) * (hasBoxUnits ? max(box.width, box.height) : 1)
      }
      switch elements.name(child) {
      case "feDistantLight"?:
        let azimuth = (elements.number(child, "azimuth") ?? 0) * .pi / 180
        let elevation = (elements.number(child, "elevation") ?? 0) * .pi / 180
        light = .distant(x: cos(azimuth) * cos(elevation), y: sin(azimuth) * cos(elevation), z: sin(elevation))
      case "fePointLight"?:
        let place = at("x", "y")
        light = .point(x: place.x, y: place.y, z: depth("z"))
      case "feSpotLight"?:
        let (place, target) = (at("x", "y"), at("pointsAtX", "pointsAtY"))
        light = .spot(
          x: place.x, y: place.y, z: depth("z"), atX: target.x, atY: target.y, atZ: depth("pointsAtZ"),
          exponent: max(1, min(128, elements.number(child, "specularExponent") ?? 1)),
          limit: elements.number(child, "limitingConeAngle").map { cos($0.magnitude * .pi / 180) })
      case _: hasLight = false
      }
    }
    // Without a light there is nothing to see.
    guard hasLight else { return isSpecular ? .flood(.transparent) : .flood(.black) }
    let exponent = max(1, min(128, elements.number(node, "specularExponent") ?? 1))
    return .lighting(
      FilterLighting(
        light: light, color: color, surfaceScale: elements.number(node, "surfaceScale") ?? 1,
        constant: max(0, elements.number(node, isSpecular ? "specularConstant" : "diffuseConstant") ?? 1),
        exponent: isSpecular ? exponent : nil))
  }
}
