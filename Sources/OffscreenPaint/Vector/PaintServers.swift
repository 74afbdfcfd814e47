import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// A pattern for one element.
/// https://svgwg.org/svg2-draft/pservers.html#Patterns
struct VectorPattern {
  var element: NodeID
  /// What it is among.
  var owner: VectorElements
  /// The one of the chain of references that has content.
  var contentElement: NodeID
  /// In the pattern's space.
  var tile: PaintRect
  /// From the content to the tile.
  var content: Transform
  /// From the pattern's space to that of what is painted.
  var transform: Transform
}

/// What of a gradient or pattern is the same wherever it is used.
struct PaintServer {
  /// The element and those that it takes its attributes and its content from.
  let chain: [NodeID]
  /// Of a gradient.
  let stops: [PaintGradient.Stop]
  /// Of a pattern: the first of the chain that has content.
  let content: NodeID?
}

/// Reads gradients and patterns, with what they take over from others.
/// https://svgwg.org/svg2-draft/pservers.html
struct PaintServerReader {
  let elements: VectorElements
  /// Of what is painted.
  let box: PaintRect?
  let viewport: VectorSize

  enum Server {
    case nothing
    /// What is said instead of it counts.
    case inError
    case color(Color)
    case gradient(VectorGradient)
    case pattern(VectorPattern)
  }

  func read(_ element: NodeID) -> Server {
    let server = elements.paintServer(element)
    return elements.name(element) == "pattern" ? pattern(server) : gradient(server, elements.name(element) ?? "")
  }

  private func attribute(_ name: String, in chain: [NodeID]) -> String? {
    for node in chain { if let value = elements.attribute(node, name) { return value } }
    return nil
  }

  private func length(_ name: String, in chain: [NodeID], isBox: Bool, basis: Double) -> Double? {
    for node in chain where elements.attribute(node, name) != nil {
      return elements.length(node, name, basis: isBox ? 1 : basis)
    }
    return nil
  }

  private func transform(_ name: String, in chain: [NodeID]) -> Transform {
    for node in chain {
      let style = elements.style(node)
      if style.hasTransform || elements.attribute(node, name) != nil {
        return elements.transform(style, box, viewport)
      }
    }
    return .identity
  }

  /// From the unit square to the box.
  private func boxTransform(_ box: PaintRect) -> Transform {
    Transform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y)
  }

  // MARK: Gradients

  private func gradient(_ server: PaintServer, _ name: String) -> Server {
    // 1. The stops, in order.
    let (chain, stops) = (server.chain, server.stops)
    guard let last = stops.last else { return .nothing }
    // 2. The space.
    let isBox = attribute("gradientUnits", in: chain) != "userSpaceOnUse"
    var toUser = transform("gradientTransform", in: chain)
    if isBox {
      guard let box, box.width > 0, box.height > 0 else { return .inError }
      toUser = toUser.then(boxTransform(box))
    }
    guard toUser.determinant != 0, toUser.determinant.isFinite else { return .inError }
    if stops.count == 1 { return .color(last.color) }
    // 3. The shape: attributes of elements of the same name.
    let same = chain.filter { elements.name($0) == name }
    func x(_ name: String, _ initial: Double) -> Double {
      length(name, in: same, isBox: isBox, basis: viewport.width) ?? initial * (isBox ? 1 : viewport.width)
    }
    func y(_ name: String, _ initial: Double) -> Double {
      length(name, in: same, isBox: isBox, basis: viewport.height) ?? initial * (isBox ? 1 : viewport.height)
    }
    func radius(_ name: String, _ initial: Double) -> Double {
      length(name, in: same, isBox: isBox, basis: viewport.diagonal) ?? initial * (isBox ? 1 : viewport.diagonal)
    }
    let spread: VectorGradient.Spread
    switch attribute("spreadMethod", in: chain) {
    case "reflect"?: spread = .reflect
    case "repeat"?: spread = .repeat
    case _: spread = .pad
    }
    let shape: VectorGradient.Shape
    if name == "linearGradient" {
      let (start, end) = (PaintPoint(x: x("x1", 0), y: y("y1", 0)), PaintPoint(x: x("x2", 1), y: y("y2", 0)))
      if start == end { return .color(last.color) }
      shape = .linear(start, end)
    } else {
      let (center, r) = (PaintPoint(x: x("cx", 0.5), y: y("cy", 0.5)), radius("r", 0.5))
      guard r >= 0 else { return .inError }
      if r == 0 { return .color(last.color) }
      // Circles that are one leave nothing between them.
      let focalRadius = max(0, radius("fr", 0))
      let hasFocus = attribute("fx", in: same) != nil || attribute("fy", in: same) != nil
      let focus =
        hasFocus
        ? PaintPoint(
          x: attribute("fx", in: same) == nil ? center.x : x("fx", 0.5),
          y: attribute("fy", in: same) == nil ? center.y : y("fy", 0.5)) : center
      if focus == center, focalRadius == r { return .color(last.color) }
      shape = .radial(focus: focus, focalRadius: focalRadius, center: center, radius: r)
    }
    return .gradient(VectorGradient(shape: shape, spread: spread, stops: stops, transform: toUser))
  }

  // MARK: Patterns

  private func pattern(_ server: PaintServer) -> Server {
    let chain = server.chain
    // What shows nothing is in error, as in Chromium.
    guard let content = server.content else { return .inError }
    // 1. The tile.
    let isBox = attribute("patternUnits", in: chain) != "userSpaceOnUse"
    func part(_ name: String, _ basis: Double) -> Double {
      length(name, in: chain, isBox: isBox, basis: basis) ?? 0
    }
    var tile = PaintRect(
      x: part("x", viewport.width), y: part("y", viewport.height), width: part("width", viewport.width),
      height: part("height", viewport.height))
    if isBox {
      guard let box, box.width > 0, box.height > 0 else { return .inError }
      tile = PaintRect(
        x: box.x + tile.x * box.width, y: box.y + tile.y * box.height, width: tile.width * box.width,
        height: tile.height * box.height)
    }
    guard tile.width > 0, tile.height > 0 else { return .inError }
    // 2. Where the content is: it counts from the tile's corner.
    var inner = Transform.translation(x: tile.x, y: tile.y)
    if let owner = chain.first(where: { elements.attribute($0, "viewBox") != nil }),
      let viewBox = elements.viewBox(of: owner)
    {
      let fit = PreserveAspectRatio(attribute("preserveAspectRatio", in: chain))
      guard let transform = fit.transform(viewBox: viewBox, in: tile) else { return .inError }
      inner = transform
    } else if attribute("patternContentUnits", in: chain) == "objectBoundingBox" {
      guard let box, box.width > 0, box.height > 0 else { return .inError }
      inner = .scale(x: box.width, y: box.height).then(inner)
    }
    let transform = transform("patternTransform", in: chain)
    guard transform.determinant != 0, transform.determinant.isFinite else { return .inError }
    return .pattern(
      VectorPattern(
        element: chain[0], owner: elements, contentElement: content, tile: tile, content: inner, transform: transform))
  }
}

extension VectorElements {
  private static let longestChain = 32
  private static let mostStops = 10_000

  func paintServer(_ element: NodeID) -> PaintServer {
    if let known = servers[element] { return known }
    func isGradient(_ node: NodeID) -> Bool { name(node) == "linearGradient" || name(node) == "radialGradient" }
    var chain = [element]
    while chain.count < Self.longestChain, let last = chain.last, let next = useTarget(last), !chain.contains(next),
      name(next) == name(element) || isGradient(next) && isGradient(element)
    {
      chain.append(next)
    }
    let server = PaintServer(
      chain: chain, stops: chain.lazy.map { self.stops(of: $0) }.first { !$0.isEmpty } ?? [],
      content: chain.first { !document.firstElementChild($0).isNone })
    servers[element] = server
    return server
  }

  /// https://svgwg.org/svg2-draft/pservers.html#GradientStops
  private func stops(of gradient: NodeID) -> [PaintGradient.Stop] {
    var stops: [PaintGradient.Stop] = []
    let isLinear = style(gradient).inherited.vector.text(.colorInterpolation) == "linearRGB"
    for child in children(gradient) where name(child) == "stop" && stops.count < Self.mostStops {
      let offset = attribute(child, "offset").flatMap(Self.part) ?? 0
      let style = style(child)
      var color = (style.effect.vector.color(.stopColor) ?? .color(.black)).resolved(style.inherited.color)
      color.alpha *= style.effect.vector.number(.stopOpacity) ?? 1
      let position = max(stops.last?.position ?? 0, min(1, max(0, offset)))
      let stop = PaintGradient.Stop(position: position, color: color)
      if isLinear, let last = stops.last {
        PaintGradient.appendSteps(
          from: (last, SpaceColor(last.color)), to: (stop, SpaceColor(stop.color)), hint: nil,
          ColorInterpolation(space: .srgbLinear), into: &stops)
      }
      stops.append(stop)
    }
    return stops
  }

  /// A number or a percentage.
  private static func part(_ text: String) -> Double? {
    let bytes = Array(text.utf8.filter { $0 > 0x20 })
    var position = 0
    guard let number = NumberScanner.number(bytes, &position) else { return nil }
    if position == bytes.count { return number }
    return bytes[position...].elementsEqual("%".utf8) ? number / 100 : nil
  }
}
