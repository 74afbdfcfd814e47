extension PropertySyntax {
  /// The value between two computed ones; nil where they can only be exchanged.
  /// https://drafts.css-houdini.org/css-properties-values-api-1/#animation-behavior-of-custom-properties
  package func mixed(_ a: TokenCursor, _ b: TokenCursor, at progress: Double) -> String? {
    for component in components {
      guard let kind = component.kind else { continue }
      var (from, to) = (a, b)
      var items: [String] = []
      repeat {
        guard items.count < 1_000, let item = Self.mixed(kind, &from, &to, progress) else { break }
        items.append(item)
        if component.multiplier == .one { break }
        if component.multiplier == .commaSeparated, !(from.consumeComma() && to.consumeComma()) { break }
      } while !from.isAtEnd && !to.isAtEnd
      guard !items.isEmpty, from.isAtEnd, to.isAtEnd else { continue }
      return items.joined(separator: component.multiplier == .commaSeparated ? ", " : " ")
    }
    return nil
  }

  private static func mixed(
    _ kind: Kind, _ a: inout TokenCursor, _ b: inout TokenCursor, _ progress: Double
  ) -> String? {
    let context = ParsingContext()
    func numbers(_ unit: String, _ read: (inout TokenCursor) -> Specified<Double>?) -> String? {
      guard let x = read(&a)?.computed(in: .initial), let y = read(&b)?.computed(in: .initial) else { return nil }
      return written(x * (1 - progress) + y * progress) + unit
    }
    switch kind {
    case .length: return numbers("px") { $0.consumeLength(in: context) }
    case .number: return numbers("") { $0.consumeNumber(in: context) }
    case .percentage: return numbers("%") { $0.consumePercentage(in: context) }
    case .angle: return numbers("deg") { $0.consumeAngle(in: context) }
    case .time: return numbers("s") { $0.consumeTime(in: context) }
    case .resolution: return numbers("dppx") { $0.consumeResolution(in: context) }
    case .integer:
      guard let x = a.consumeInteger(in: context)?.computed(in: .initial),
        let y = b.consumeInteger(in: context)?.computed(in: .initial)
      else { return nil }
      return x.mixed(with: y, at: progress).map { "\($0)" }
    case .lengthPercentage:
      guard let x = a.consumeLengthPercentage(in: context)?.computed(in: .initial),
        let y = b.consumeLengthPercentage(in: context)?.computed(in: .initial),
        let mixed = x.mixed(with: y, at: progress)
      else { return nil }
      switch mixed {
      case .length(let pixels): return written(Double(pixels)) + "px"
      case .percentage(let percentage): return written(Double(percentage)) + "%"
      case .calculation(.linear(let length, let percentage)):
        return "calc(\(written(length))px + \(written(percentage))%)"
      case .calculation: return nil
      }
    case .color:
      guard case .color(let x)? = a.consumeColor(in: context)?.computed(in: .initial),
        case .color(let y)? = b.consumeColor(in: context)?.computed(in: .initial),
        let color = x.mixed(with: y, at: progress)
      else { return nil }
      return "color(srgb \(color.red) \(color.green) \(color.blue) / \(color.alpha))"
    case .image, .url, .string, .customIdent, .transformFunction, .transformList: return nil
    }
  }
}
