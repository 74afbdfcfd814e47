/// How long an SVG document takes to draw, guessed before it is drawn: librsvg cannot be stopped.
///
/// In nanoseconds, roughly: it tells what takes a hundred times too long from what does not.
package struct VectorWork {
  /// What may be left out of a drawing, one after the other, to make it bearable.
  package enum Omission: CaseIterable, Sendable {
    case nothing
    case filters
    case effects

    /// A style sheet that leaves it out.
    package var styleSheet: String? {
      switch self {
      case .nothing: nil
      case .filters: "*{filter:none!important}"
      case .effects:
        "*{filter:none!important;mask:none!important;clip-path:none!important;stroke-dasharray:none!important;"
          + "marker:none!important;marker-start:none!important;marker-mid:none!important;marker-end:none!important;"
          + "mix-blend-mode:normal!important;opacity:1!important}"
      }
    }
  }

  private let scan: VectorScan
  private var children: [[Int]] = []
  /// Of the picture: its pixels, and pixels to a unit of the document.
  private let pixels: Double
  private let scale: Double
  private let omission: Omission
  /// By element; negative while it is being found.
  private var known: [Int: Double] = [:]

  private static let most = 1e15
  private static let deepest = 200

  /// The cost of drawing a document. `unitWidth`: how many units of the document the picture is wide.
  static func cost(
    of scan: VectorScan, width: Int, height: Int, unitWidth: Double, without omission: Omission = .nothing
  ) -> Double {
    var work = VectorWork(scan, width, height, unitWidth, omission)
    return work.total()
  }

  private init(_ scan: VectorScan, _ width: Int, _ height: Int, _ unitWidth: Double, _ omission: Omission) {
    (self.scan, self.omission) = (scan, omission)
    pixels = Double(max(1, width)) * Double(max(1, height))
    scale = unitWidth > 0 ? Double(width) / unitWidth : 1
    children = Array(repeating: [], count: scan.elements.count)
    for (index, element) in scan.elements.enumerated() where element.parent >= 0 {
      children[element.parent].append(index)
    }
  }

  private mutating func total() -> Double {
    guard scan.elements.count < VectorScan.mostElements else { return Self.most }
    var sum = pixels
    for (index, element) in scan.elements.enumerated() where element.parent < 0 { sum += cost(index, depth: 0) }
    return min(sum, Self.most)
  }

  // MARK: Elements

  private static let drawnOnlyByReference: Set<String> = [
    "defs", "symbol", "marker", "mask", "clipPath", "pattern", "filter", "linearGradient", "radialGradient", "style",
    "title", "desc", "metadata", "script",
  ]

  private mutating func cost(_ index: Int, depth: Int, isReferred: Bool = false) -> Double {
    let element = scan.elements[index]
    if !isReferred, Self.drawnOnlyByReference.contains(element.name) { return 500 }
    if let known = known[index] { return max(0, known) }
    guard depth < Self.deepest else { return 0 }
    known[index] = -1
    let extent = Extent(element, scale: scale, pixels: pixels)
    var sum = 2_000 + contents(element, extent)
    // 1. What is in it.
    for child in children[index] where sum < Self.most { sum += cost(child, depth: depth + 1) }
    // 2. What it refers to, for as often as it is drawn.
    if element.name == "use" {
      // A copy of the tree is made of each.
      if let target = target(of: element.attributes["href"]) {
        sum += 2_000 + cost(target, depth: depth + 1, isReferred: true)
      }
    }
    for property in ["fill", "stroke"] {
      guard let target = target(of: element.attributes[property]) else { continue }
      let isPattern = scan.elements[target].name == "pattern"
      sum += isPattern ? cost(target, depth: depth + 1, isReferred: true) + extent.area * 12 : 0
      sum += isPattern ? 0 : extent.area * 8 + Double(children[target].count) * 300
    }
    if omission != .effects { sum += effects(element, extent, depth) }
    if omission == .nothing, let target = target(of: element.attributes["filter"]) {
      sum += filter(target, extent)
    } else if omission == .nothing, let filter = element.attributes["filter"], filter.contains("(") {
      sum += 60 * extent.paintedArea
    }
    known[index] = min(sum, Self.most)
    return min(sum, Self.most)
  }

  /// Drawing the element itself.
  private func contents(_ element: VectorScan.Element, _ extent: Extent) -> Double {
    switch element.name {
    case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
      // Edges are followed through the rows of the picture, beside the others of each row.
      let rows = pixels.squareRoot()
      let crossings = min(extent.variation * scale, extent.points * rows)
      var sum = extent.points * 700 + extent.area * 2 + crossings * (40 + crossings / rows * 0.15)
      if let stroke = element.attributes["stroke"], stroke != "none" {
        sum += extent.points * 3_000 + 2 * crossings * (60 + 2 * crossings / rows * 0.15)
        let dashes = omission == .effects ? nil : element.attributes["stroke-dasharray"]
        if let dashes = dashes.map({ VectorNumbers(ofList: $0) }), dashes.sum > 0 {
          sum += extent.variation / dashes.sum * Double(dashes.count) * 1_500
        }
      }
      return sum
    case "image": return 100_000 + Double(element.attributes["href"]?.utf8.count ?? 0) * 20 + extent.area * 4
    case _:
      guard element.textLength > 0 else { return 0 }
      // Shaping takes the square of long clusters.
      let run = Double(element.longestRun)
      let length = Double(element.textLength)
      return 20_000 + length * 2_000 + length * length * 15 + (run > 2_000 ? run * run : 0)
    }
  }

  /// Masks, clips, markers and layers.
  private mutating func effects(_ element: VectorScan.Element, _ extent: Extent, _ depth: Int) -> Double {
    var sum = 0.0
    for property in ["mask", "clip-path"] {
      guard let target = target(of: element.attributes[property]) else { continue }
      sum += cost(target, depth: depth + 1, isReferred: true) + pixels * 6
    }
    for property in ["marker", "marker-start", "marker-mid", "marker-end"] {
      guard let target = target(of: element.attributes[property]) else { continue }
      let count = property == "marker-mid" || property == "marker" ? extent.points : 1
      sum += (cost(target, depth: depth + 1, isReferred: true) + 3_000) * count
    }
    if let opacity = element.attributes["opacity"].flatMap(VectorNumbers.first), opacity < 1 { sum += pixels * 5 }
    if let mode = element.attributes["mix-blend-mode"], mode != "normal" { sum += pixels * 30 }
    return sum
  }

  private func target(of value: String?) -> Int? {
    guard let value, let hash = value.firstIndex(of: "#"), value.hasPrefix("#") || value.contains("url(") else {
      return nil
    }
    let name = value[value.index(after: hash)...].prefix { $0 != ")" && $0 != "'" && $0 != "\"" && $0 != " " }
    return scan.ids[String(name)]
  }

  private func filter(_ filter: Int, _ extent: Extent) -> Double {
    var sum = pixels * 8
    for primitive in children[filter] {
      let element = scan.elements[primitive]
      func number(_ name: String, _ usual: Double) -> Double {
        element.attributes[name].flatMap(VectorNumbers.first) ?? usual
      }
      let pixel: Double =
        switch element.name {
        case "feTurbulence": 90 * min(max(1, number("numOctaves", 1)), 10_000)
        case "feConvolveMatrix": 6 * min(max(1, number("order", 3) * number("order", 3)), 1e6)
        case "feMorphology": 8 * min(max(1, number("radius", 0) * scale), 2_000)
        case "feDiffuseLighting", "feSpecularLighting": 150
        case "feGaussianBlur", "feDropShadow": 60
        case "feImage": 30
        case "feMerge": 10 * Double(children[primitive].count)
        case "feComponentTransfer", "feColorMatrix", "feDisplacementMap", "feComposite", "feBlend": 30
        case _: 10
        }
      sum += pixel * extent.paintedArea + 20_000
    }
    return sum
  }

  /// How large an element is, and how many points its outline has.
  private struct Extent {
    var points = 4.0
    /// The lengths of all its edges, along both axes, in units of the document.
    var variation = 0.0
    /// Pixels of the picture that it may cover.
    var area: Double
    /// The same, of what is not a shape too.
    var paintedArea: Double

    init(_ element: VectorScan.Element, scale: Double, pixels: Double) {
      func number(_ name: String) -> Double { element.attributes[name].flatMap(VectorNumbers.first) ?? 0 }
      (area, paintedArea) = (0, pixels)
      var (width, height) = (0.0, 0.0)
      switch element.name {
      case "rect", "image": (width, height) = (number("width"), number("height"))
      case "circle": (width, height) = (2 * number("r"), 2 * number("r"))
      case "ellipse": (width, height) = (2 * number("rx"), 2 * number("ry"))
      case "line":
        (width, height) = ((number("x2") - number("x1")).magnitude, (number("y2") - number("y1")).magnitude)
      case "path", "polyline", "polygon":
        let numbers = VectorNumbers(ofPath: element.attributes["d"] ?? element.attributes["points"] ?? "")
        points = max(1, Double(numbers.count) / 2)
        (variation, width, height) = (numbers.variation, numbers.extent, numbers.extent)
      case _: return
      }
      if variation == 0 { variation = 2 * (width + height) }
      area = min(width * scale * height * scale, pixels)
      paintedArea = min(pixels, area * 2 + 1_000)
    }
  }
}

/// What the numbers of an attribute come to.
struct VectorNumbers {
  private(set) var count = 0
  private(set) var sum = 0.0
  /// Of a path: how long its edges are, along both axes together.
  private(set) var variation = 0.0
  /// Of a path: the longer side of the box around it, at most.
  private(set) var extent = 0.0

  static func first(_ text: String) -> Double? {
    var text = text.utf8[...]
    return number(&text)
  }

  init(ofList text: String) {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      guard let number = Self.number(&rest) else {
        rest = rest.dropFirst()
        continue
      }
      count += 1
      sum += number.magnitude
    }
  }

  /// Numbers behind a small letter are steps, others are places: along both axes in turn.
  init(ofPath text: String) {
    var rest = text.utf8[...]
    var isRelative = false
    var last = (0.0, 0.0)
    var low = Double.infinity
    var high = -Double.infinity
    while let byte = rest.first {
      if let number = Self.number(&rest) {
        if isRelative {
          variation += number.magnitude
        } else {
          if count >= 2 { variation += (number - last.0).magnitude }
          last = (last.1, number)
          (low, high) = (min(low, number), max(high, number))
        }
        count += 1
      } else {
        if (0x61...0x7A).contains(byte), byte != UInt8(ascii: "z") { isRelative = true }
        if (0x41...0x59).contains(byte) { isRelative = false }
        rest = rest.dropFirst()
      }
    }
    variation = min(variation, 1e12)
    extent = min(max(low < high ? high - low : 0, isRelative ? variation / 2 : 0), 1e12)
  }

  /// Takes a number from the start, if one is there.
  private static func number(_ text: inout Substring.UTF8View) -> Double? {
    var rest = text
    while let byte = rest.first, byte <= 0x20 || byte == UInt8(ascii: ",") { rest = rest.dropFirst() }
    var sign = 1.0
    if let byte = rest.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      if byte == UInt8(ascii: "-") { sign = -1 }
      rest = rest.dropFirst()
    }
    var (value, digits, place) = (0.0, 0, 0.0)
    while let byte = rest.first {
      if (0x30...0x39).contains(byte) {
        digits += 1
        if place == 0 {
          value = min(value * 10 + Double(byte - 0x30), 1e12)
        } else {
          value += Double(byte - 0x30) * place
          place /= 10
        }
      } else if byte == UInt8(ascii: "."), place == 0 {
        place = 0.1
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard digits > 0 else { return nil }
    // An exponent.
    if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      var after = rest.dropFirst()
      let isNegative = after.first == UInt8(ascii: "-")
      if isNegative || after.first == UInt8(ascii: "+") { after = after.dropFirst() }
      var exponent = 0
      var isNumber = false
      while let byte = after.first, (0x30...0x39).contains(byte) {
        exponent = min(exponent * 10 + Int(byte - 0x30), 30)
        isNumber = true
        after = after.dropFirst()
      }
      if isNumber {
        for _ in 0..<exponent { value = isNegative ? value / 10 : min(value * 10, 1e12) }
        rest = after
      }
    }
    text = rest
    return sign * value
  }
}
