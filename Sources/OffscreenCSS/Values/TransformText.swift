/// Transform functions in registered custom properties: as they were written, with computed arguments.
extension TokenCursor {
  /// One function. https://drafts.css-houdini.org/css-properties-values-api-1/#calculation-of-computed-values
  mutating func consumeTransformText(in context: ParsingContext) -> Specified<String>? {
    guard kind == .function else { return nil }
    let start = position
    var after = self
    guard let (token, contents) = after.consumeFunction() else { return nil }
    var function = TokenCursor(buffer, start..<after.position)
    guard function.consumeTransforms(in: context) != nil, function.isAtEnd else { return nil }
    let name = buffer.lowercased(token)
    var inner = contents
    var arguments: [Specified<String>] = []
    repeat {
      guard arguments.count < 16, let argument = inner.transformArgument(of: name, arguments.count, context)
      else { return nil }
      arguments.append(argument)
    } while inner.consumeComma()
    guard inner.isAtEnd else { return nil }
    self = after
    let spelling = TransformFunction.spellings[name] ?? name
    return arguments.joined().map { "\(spelling)(\($0.joined(separator: ", ")))" }
  }

  private mutating func transformArgument(
    of name: String, _ index: Int, _ context: ParsingContext
  ) -> Specified<String>? {
    let zoom = context.zoom
    if name.hasPrefix("translate") {
      return consumeLengthPercentage(in: context)?.map { PropertySyntax.text(of: $0, zoom: zoom) ?? "0px" }
    }
    if name == "perspective" {
      if consumeIdent("none") { return .computed("none") }
      return consumeLength(in: context)?.map { PropertySyntax.written($0 / zoom) + "px" }
    }
    if name.hasPrefix("skew") || (name.hasPrefix("rotate") && (name != "rotate3d" || index == 3)) {
      return consumeAngle(in: context)?.map { PropertySyntax.written($0) + "deg" }
    }
    if let number = consumeNumber(in: context) { return number.map { PropertySyntax.written($0) } }
    return consumePercentage(in: context)?.map { PropertySyntax.written($0 / 100) }
  }

  /// Whether the next colour is one of legacy sRGB: a name, digits, or a function of old.
  /// https://drafts.csswg.org/css-color-4/#legacy-color-syntax
  var beginsLegacyColor: Bool {
    guard kind == .function else { return true }
    return ["rgb", "rgba", "hsl", "hsla", "hwb"].contains(buffer.lowercased(peek)) && !contents().isIdent("from")
  }
}

extension TransformFunction {
  /// Of functions whose names are not written in lower case.
  static let spellings = Dictionary(
    uniqueKeysWithValues: [
      "translateX", "translateY", "translateZ", "scaleX", "scaleY", "scaleZ", "rotateX", "rotateY", "rotateZ", "skewX",
      "skewY",
    ].map { ($0.lowercased(), $0) })

  /// As a function of a name in lower case, or of the one that says all of it. Nil for a matrix that is not known yet.
  func text(as name: String?) -> String? {
    func number(_ value: Float) -> String { PropertySyntax.written(Double(value)) }
    func pixels(_ value: Float) -> String { number(value) + "px" }
    func degrees(_ value: Float) -> String { number(value) + "deg" }
    func call(_ name: String, _ arguments: [String]) -> String {
      "\(Self.spellings[name] ?? name)(\(arguments.joined(separator: ", ")))"
    }
    switch self {
    case .interpolated: return nil
    case .matrix(let a, let b, let c, let d, let tx, let ty): return call("matrix", [a, b, c, d, tx, ty].map(number))
    case .matrix3D(let numbers): return call("matrix3d", numbers.map(number))
    case .translate(let x, let y, let z):
      guard let first = PropertySyntax.text(of: x), let second = PropertySyntax.text(of: y) else { return nil }
      switch name {
      case "translatex"?: return call("translatex", [first])
      case "translatey"?: return call("translatey", [second])
      case "translatez"?: return call("translatez", [pixels(z)])
      case "translate3d"?: return call("translate3d", [first, second, pixels(z)])
      default: return call(z == 0 ? "translate" : "translate3d", [first, second] + (z == 0 ? [] : [pixels(z)]))
      }
    case .scale(let x, let y, let z):
      switch name {
      case "scalex"?: return call("scalex", [number(x)])
      case "scaley"?: return call("scaley", [number(y)])
      case "scalez"?: return call("scalez", [number(z)])
      case "scale3d"?: return call("scale3d", [x, y, z].map(number))
      default: return call(z == 1 ? "scale" : "scale3d", (z != 1 ? [x, y, z] : x == y ? [x] : [x, y]).map(number))
      }
    case .rotate(let x, let y, let z, let angle):
      switch (x, y, z) {
      case (0, 0, 1): return call(name == "rotatez" ? "rotatez" : "rotate", [degrees(angle)])
      case (1, 0, 0) where name == "rotatex": return call("rotatex", [degrees(angle)])
      case (0, 1, 0) where name == "rotatey": return call("rotatey", [degrees(angle)])
      default: return call("rotate3d", [x, y, z].map(number) + [degrees(angle)])
      }
    case .skew(let x, let y):
      switch name {
      case "skewx"?: return call("skewx", [degrees(x)])
      case "skewy"?: return call("skewy", [degrees(y)])
      default: return call("skew", y == 0 ? [degrees(x)] : [degrees(x), degrees(y)])
      }
    case .perspective(let distance): return call("perspective", [distance.map(pixels) ?? "none"])
    }
  }
}
