/// What of an SVG document decides how long it takes to draw: its elements, how they lie in each other, and what they
/// refer to. A rough look: what is overlooked only makes the estimate smaller.
struct VectorScan {
  struct Element {
    var name = ""
    var parent = -1
    var attributes: [String: String] = [:]
    /// Bytes of text directly in it, and of its longest part without a space or ASCII letter.
    var textLength = 0
    var longestRun = 0
  }

  private(set) var elements: [Element] = []
  private(set) var ids: [String: Int] = [:]
  /// Declarations of style sheets by the last simple selector of their rules.
  private var rules: [String: [String: String]] = [:]
  /// Elements beyond are not looked at, and not drawn.
  static let mostElements = 200_000
  private static let deepest = 1_024

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    run()
    addRules()
  }

  /// The document without those kernels of convolutions that make librsvg end the process: it reads 400 numbers, and
  /// counts more.
  func withoutLargeKernels(_ bytes: [UInt8]) -> [UInt8] {
    let isLarge = elements.contains { element in
      guard element.name == "feConvolveMatrix" else { return false }
      let order = VectorNumbers(ofList: element.attributes["order"] ?? "3")
      return order.sum * order.sum / (order.count == 2 ? 4 : 1) > Self.mostWeights
        || VectorNumbers(ofList: element.attributes["kernelMatrix"] ?? "").count > Int(Self.mostWeights)
    }
    guard isLarge else { return bytes }
    // No convolution is left then: its name is none that librsvg knows.
    var result = bytes
    let name = Array("feConvolveMatrix".utf8)
    var index = 0
    while index + name.count <= result.count {
      if result[index] == name[0], result[index..<(index + name.count)].elementsEqual(name) {
        result[index + name.count - 1] = UInt8(ascii: "-")
        index += name.count
      } else {
        index += 1
      }
    }
    return result
  }

  private static let mostWeights = 400.0

  // MARK: Markup

  private mutating func run() {
    var open: [Int] = []
    while position < bytes.count, elements.count < Self.mostElements {
      guard bytes[position] == UInt8(ascii: "<") else {
        takeText(into: open.last)
        continue
      }
      position += 1
      guard position < bytes.count else { return }
      switch bytes[position] {
      case UInt8(ascii: "/"):
        skip(past: UInt8(ascii: ">"))
        _ = open.popLast()
      case UInt8(ascii: "!"), UInt8(ascii: "?"): skipDeclaration(into: open.last)
      case _:
        let isEmpty = takeElement(parent: open.last ?? -1)
        if !isEmpty, open.count < Self.deepest { open.append(elements.count - 1) }
      }
    }
  }

  private mutating func skip(past end: UInt8) {
    while position < bytes.count, bytes[position] != end { position += 1 }
    position += 1
  }

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      position + text.count <= bytes.count && bytes[position..<(position + text.count)].elementsEqual(text)
    }
  }

  private mutating func skipDeclaration(into element: Int?) {
    if isAt("!--") {
      while position < bytes.count, !isAt("-->") { position += 1 }
      position += 3
    } else if isAt("![CDATA[") {
      let start = position + 8
      while position < bytes.count, !isAt("]]>") { position += 1 }
      if let element, start < position { add(text: bytes[start..<position], to: element) }
      position += 3
    } else {
      skip(past: UInt8(ascii: ">"))
    }
  }

  private mutating func takeText(into element: Int?) {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    if let element { add(text: bytes[start..<position], to: element) }
  }

  private mutating func add(text: ArraySlice<UInt8>, to element: Int) {
    if elements[element].name == "style" {
      elements[element].attributes["", default: ""] += String(decoding: text, as: UTF8.self)
      return
    }
    elements[element].textLength += text.count
    var run = 0
    for byte in text {
      run = byte >= 0x80 ? run + 1 : 0
      if run > elements[element].longestRun { elements[element].longestRun = run }
    }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
  }

  private mutating func takeName() -> String {
    let start = position
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    let name = bytes[start..<position].prefix(64)
    // The prefix of a name says nothing that matters here.
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return String(decoding: local, as: UTF8.self)
  }

  /// Whether the element has no content.
  private mutating func takeElement(parent: Int) -> Bool {
    var element = Element(name: takeName(), parent: parent)
    var isEmpty = false
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      guard !Self.endsName(bytes[position]) else {
        isEmpty = bytes[position] == UInt8(ascii: "/")
        position += 1
        continue
      }
      let name = takeName()
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
      position += 1
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else { continue }
      let quote = bytes[position]
      let start = position + 1
      position += 1
      while position < bytes.count, bytes[position] != quote { position += 1 }
      element.attributes[name] = String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
      position += 1
    }
    position += 1
    if let style = element.attributes["style"] {
      for (name, value) in Self.declarations(style[...]) { element.attributes[name] = value }
    }
    if let id = element.attributes["id"], ids[id] == nil { ids[id] = elements.count }
    elements.append(element)
    return isEmpty
  }

  // MARK: Style sheets

  private static func declarations(_ text: Substring) -> [String: String] {
    guard text.utf8.count < 100_000 else { return [:] }
    var result: [String: String] = [:]
    for declaration in text.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = trimmed(parts[0])
      if properties.contains(name) { result[name] = trimmed(parts[1]) }
    }
    return result
  }

  /// Those that matter here.
  private static let properties: Set<String> = [
    "fill", "stroke", "stroke-width", "stroke-dasharray", "filter", "mask", "clip-path", "marker", "marker-start",
    "marker-mid", "marker-end", "opacity", "mix-blend-mode",
  ]

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private mutating func addRules() {
    for element in elements where element.name == "style" {
      for rule in (element.attributes[""] ?? "").split(separator: "}") {
        let parts = rule.split(separator: "{")
        guard parts.count >= 2, let last = parts.last, rules.count < 10_000 else { continue }
        let declarations = Self.declarations(last)
        for selector in parts[parts.count - 2].split(separator: ",") {
          let name = selector.split { " >+~\n\t\r".contains($0) }.last.map(String.init) ?? "*"
          rules[name, default: [:]].merge(declarations) { $1 }
        }
      }
    }
    guard !rules.isEmpty else { return }
    for index in elements.indices {
      var names = ["*", elements[index].name]
      if let id = elements[index].attributes["id"] { names.append("#" + id) }
      for name in (elements[index].attributes["class"] ?? "").split(separator: " ").prefix(32) {
        names += ["." + name, elements[index].name + "." + name]
      }
      for name in names {
        for (property, value) in rules[name] ?? [:] where elements[index].attributes[property] == nil {
          elements[index].attributes[property] = value
        }
      }
    }
  }
}
