import OffscreenDOM

/// The attributes of an `animate`, `set`, `animateTransform` or `animateMotion` element that say when it runs.
/// https://svgwg.org/specs/animations/#TimingAttributes
struct TimedElement {
  /// One value of a `begin` or `end` list.
  enum Condition: Equatable {
    case offset(Double)
    /// When an interval of another element begins or ends.
    case syncbase(String, isBegin: Bool, offset: Double)
    /// When another element begins its repetition of this number; nil is any.
    case repetition(String?, number: Int?, offset: Double)
    /// An event at an element, by its identifier; nil is the target.
    case event(String?, type: String, offset: Double)
    case indefinite
  }
  enum Restart { case always, whenNotActive, never }

  let node: NodeID
  /// What it animates; none where there is no such element.
  let target: NodeID
  /// The outermost `svg` around, which has the time.
  let container: NodeID
  var begins: [Condition] = []
  var ends: [Condition] = []
  /// Nil is indefinite.
  var duration: Double?
  var activeDuration: Double?
  var least = 0.0
  var most = Double.infinity
  var restart = Restart.always
  var isFrozen = false

  private static let mostConditions = 100

  init(_ node: NodeID, target: NodeID, container: NodeID, in document: Document) {
    (self.node, self.target, self.container) = (node, target, container)
    func attribute(_ name: String) -> String? {
      document.names.find(name).flatMap { document.attribute(node, $0) }?.trimmed
    }
    duration = attribute("dur").flatMap(ClockValue.read).flatMap { $0 > 0 ? $0 : nil }
    begins = attribute("begin").map(Self.conditions) ?? [.offset(0)]
    ends = attribute("end").map(Self.conditions) ?? []
    isFrozen = attribute("fill") == "freeze"
    switch attribute("restart") {
    case "never": restart = .never
    case "whenNotActive": restart = .whenNotActive
    case _: break
    }
    // https://www.w3.org/TR/2001/REC-smil-animation-20010904/#ComputingActiveDur
    let count = attribute("repeatCount")
    let repeats = count == "indefinite" ? Double.infinity : count.flatMap(Double.init).flatMap { $0 > 0 ? $0 : nil }
    let text = attribute("repeatDur")
    let repeatTime =
      text == "indefinite" ? Double.infinity : text.flatMap(ClockValue.read).flatMap { $0 > 0 ? $0 : nil }
    if repeats == nil, repeatTime == nil {
      activeDuration = duration
    } else {
      let repeated = duration.map { $0 * (repeats ?? .infinity) } ?? .infinity
      let shortest = min(repeated, repeatTime ?? .infinity)
      activeDuration = shortest.isFinite ? shortest : nil
    }
    let (shortest, longest) = (attribute("min").flatMap(ClockValue.read), attribute("max").flatMap(ClockValue.read))
    if shortest ?? 0 <= longest ?? .infinity {
      least = shortest ?? 0
      if let longest, longest > 0 { most = longest }
    }
  }

  /// https://svgwg.org/specs/animations/#BeginValueListSyntax
  static func conditions(_ text: String) -> [Condition] {
    text.split(separator: ";").prefix(mostConditions).compactMap { condition($0.trimmed) }
  }

  private static func condition(_ text: String) -> Condition? {
    if text.isEmpty { return nil }
    if text == "indefinite" { return .indefinite }
    if let offset = ClockValue.readOffset(text) { return .offset(offset) }
    // 1. The offset: a sign may be part of a name, where a backslash is before it.
    var (name, offset) = (text, 0.0)
    var end = text.endIndex
    while let sign = text[..<end].lastIndex(where: { $0 == "+" || $0 == "-" }), sign > text.startIndex {
      if text[text.index(before: sign)] != "\\", let found = ClockValue.readOffset(text[sign...]) {
        (name, offset) = (text[..<sign].trimmed, found)
        break
      }
      end = sign
    }
    // 2. The element, before the last point that no backslash is before.
    var identifier: String?
    var type = name
    var limit = name.endIndex
    while let point = name[..<limit].lastIndex(of: "."), point > name.startIndex {
      if name[name.index(before: point)] != "\\" {
        identifier = name[..<point].filter { $0 != "\\" }
        type = String(name[name.index(after: point)...])
        break
      }
      limit = point
    }
    type = type.filter { $0 != "\\" }
    if let identifier, type == "begin" || type == "end" {
      return .syncbase(identifier, isBegin: type == "begin", offset: offset)
    }
    if let identifier, type == "beginEvent" || type == "endEvent" {
      return .syncbase(identifier, isBegin: type == "beginEvent", offset: offset)
    }
    if type == "repeatEvent" || type == "repeat" { return .repetition(identifier, number: nil, offset: offset) }
    if type.hasPrefix("repeat("), type.hasSuffix(")") {
      guard let number = Int(String(type.dropFirst(7).dropLast())), number >= 0 else { return nil }
      return .repetition(identifier, number: number, offset: offset)
    }
    // Not implemented: times of the wall clock, and keys, which nobody presses.
    guard !type.isEmpty, !type.contains("("), type.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
    return .event(identifier, type: type, offset: offset)
  }

  /// When an interval ends that begins at a time and whose end condition, if there is one, comes at another.
  /// https://www.w3.org/TR/2001/REC-smil-animation-20010904/#MinMax
  func activeEnd(begin: Double, end: Double) -> Double {
    let preliminary = min(end - begin, activeDuration ?? .infinity)
    return begin + min(max(preliminary, least), most)
  }
}
