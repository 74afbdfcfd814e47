/// How progress runs over time.
/// https://drafts.csswg.org/css-easing-2/
package enum Easing: Hashable, Sendable {
  /// Points (input, output), inputs never falling; `linear` is (0, 0) to (1, 1).
  case linear([ControlPoint])
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  case steps(Int, StepPosition)

  package struct ControlPoint: Hashable, Sendable {
    var input: Double
    var output: Double
  }
  package enum StepPosition: String, KeywordValue {
    case start, end
    case jumpStart = "jump-start"
    case jumpEnd = "jump-end"
    case jumpNone = "jump-none"
    case jumpBoth = "jump-both"

    fileprivate var jumpsAtStart: Bool { self == .start || self == .jumpStart || self == .jumpBoth }
  }

  package static let linear = Easing.linear([])
  package static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)

  /// `isBefore`: whether the effect has not begun, which matters at a step's edge.
  package func value(at progress: Double, isBefore: Bool = false) -> Double {
    switch self {
    case .linear(let points): Self.linear(points, progress)
    // What is found by halving is rounded, so that halves of whole values are halves.
    case .cubicBezier(let x1, let y1, let x2, let y2): (Self.bezier(x1, y1, x2, y2, progress) * 1e12).rounded() / 1e12
    case .steps(let count, let position): Self.steps(count, position, progress, isBefore)
    }
  }

  /// https://drafts.csswg.org/css-easing-2/#linear-easing-function-output
  private static func linear(_ points: [ControlPoint], _ progress: Double) -> Double {
    guard points.count > 1 else { return points.first?.output ?? progress }
    // The last point that is not behind; beyond the ends the outer pieces go on.
    let found = points.lastIndex { $0.input <= progress } ?? 0
    let first = min(found, points.count - 2)
    let (a, b) = (points[first], points[first + 1])
    guard b.input > a.input else { return progress < a.input ? a.output : b.output }
    return a.output + (b.output - a.output) * (progress - a.input) / (b.input - a.input)
  }

  /// https://drafts.csswg.org/css-easing-2/#cubic-bezier-easing-functions
  private static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ progress: Double) -> Double {
    // Beyond the ends the curve goes on straight.
    if progress <= 0 {
      return progress
        * (x1 > 0 ? y1 / x1 : y1 == 0 && x2 > 0 ? y2 / x2 : x1 == 0 && x2 == 0 && y1 == 0 && y2 == 0 ? 1 : 0)
    }
    if progress >= 1 {
      let slope = x2 < 1 ? (y2 - 1) / (x2 - 1) : y2 == 1 && x1 < 1 ? (y1 - 1) / (x1 - 1) : 0
      return 1 + (progress - 1) * slope
    }
    func point(_ t: Double, _ a: Double, _ b: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
    }
    // The curve never turns back on the x axis.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      let input = point(middle, x1, x2)
      if input == progress { return point(middle, y1, y2) }
      if input < progress { low = middle } else { high = middle }
    }
    return point((low + high) / 2, y1, y2)
  }

  /// https://drafts.csswg.org/css-easing-2/#step-easing-algo
  private static func steps(
    _ count: Int, _ position: StepPosition, _ progress: Double, _ isBefore: Bool
  ) -> Double {
    let scaled = progress * Double(count)
    // 1. and 2.
    var step = scaled.rounded(.down)
    if position.jumpsAtStart { step += 1 }
    // 3. At the very edge of a step, before the beginning, the step was not taken yet.
    if isBefore, scaled == scaled.rounded() { step -= 1 }
    // 4. and 5.
    if progress >= 0, step < 0 { step = 0 }
    let jumps = position == .jumpNone ? count - 1 : position == .jumpBoth ? count + 1 : count
    if progress <= 1, step > Double(jumps) { step = Double(jumps) }
    // 6.
    return step / Double(max(1, jumps))
  }
}

extension Easing: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<Easing>? {
    if let word = cursor.consumeOne(of: [
      "linear": Easing.linear, "ease": .ease, "ease-in": .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1),
      "ease-out": .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1),
      "ease-in-out": .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), "step-start": .steps(1, .start),
      "step-end": .steps(1, .end),
    ]) {
      return .computed(word)
    }
    var attempt = cursor
    guard let (token, contents) = attempt.consumeFunction() else { return nil }
    var inner = contents
    let easing: Specified<Easing>?
    switch cursor.buffer.lowercased(token) {
    case "cubic-bezier": easing = bezier(&inner, context)
    case "steps": easing = steps(&inner, context)
    case "linear": easing = linear(&inner, context)
    default: easing = nil
    }
    guard let easing, inner.isAtEnd else { return nil }
    cursor = attempt
    return easing
  }

  private static func bezier(_ inner: inout TokenCursor, _ context: ParsingContext) -> Specified<Easing>? {
    var numbers: [Specified<Double>] = []
    repeat {
      guard numbers.count < 4, let number = inner.consumeNumber(in: context), number.computed(in: .initial).isFinite
      else { return nil }
      // The curve never turns back on the x axis.
      if numbers.count % 2 == 0, !(0...1).contains(number.computed(in: .initial)) { return nil }
      let range = numbers.count % 2 == 0 ? 0...1 : -1e6...1e6
      numbers.append(number.map { min(max($0, range.lowerBound), range.upperBound) })
    } while inner.consumeComma()
    guard numbers.count == 4 else { return nil }
    return numbers.joined().map { .cubicBezier(x1: $0[0], y1: $0[1], x2: $0[2], y2: $0[3]) }
  }

  private static func steps(_ inner: inout TokenCursor, _ context: ParsingContext) -> Specified<Easing>? {
    guard let count = inner.consumeInteger(in: context) else { return nil }
    var named = StepPosition.end
    if inner.consumeComma() {
      guard let word = inner.consumeKeyword(StepPosition.self) else { return nil }
      named = word
    }
    let position = named
    let least: Int32 = position == .jumpNone ? 2 : 1
    guard count.computed(in: .initial) >= least else { return nil }
    return count.map { .steps(Int(max(least, $0)), position) }
  }

  private struct Point: Sendable {
    var input: Double?
    var output: Double
  }

  private static func linear(_ inner: inout TokenCursor, _ context: ParsingContext) -> Specified<Easing>? {
    var points: [Specified<Point>] = []
    repeat {
      var inputs: [Specified<Double>] = []
      func percentages(_ cursor: inout TokenCursor) {
        while inputs.count < 2, let part = cursor.consumePercentage(in: context) {
          inputs.append(part.map { $0 / 100 })
        }
      }
      percentages(&inner)
      guard let output = inner.consumeNumber(in: context), output.computed(in: .initial).isFinite, points.count < 10_000
      else { return nil }
      if inputs.isEmpty { percentages(&inner) }
      if inputs.isEmpty { points.append(output.map { Point(input: nil, output: $0) }) }
      for input in inputs { points.append(input.with(output) { Point(input: $0, output: $1) }) }
    } while inner.consumeComma()
    return points.count > 1 ? points.joined().map { interpolated($0) } : nil
  }

  /// https://drafts.csswg.org/css-easing-2/#create-a-linear-easing-function
  private static func interpolated(_ list: [Point]) -> Easing {
    var points = list
    if points[0].input == nil { points[0].input = 0 }
    if points[points.count - 1].input == nil { points[points.count - 1].input = 1 }
    // Inputs never fall, and those that were left out are spread between their neighbours.
    var result: [ControlPoint] = []
    var largest = -Double.infinity
    var open = 0
    for point in points {
      guard let given = point.input else {
        open += 1
        result.append(ControlPoint(input: 0, output: point.output))
        continue
      }
      let input = max(given, largest)
      for place in 0..<open {
        let share = Double(place + 1) / Double(open + 1)
        result[result.count - open + place].input = largest + (input - largest) * share
      }
      (open, largest) = (0, input)
      result.append(ControlPoint(input: input, output: point.output))
    }
    return .linear(result)
  }

  package func text(in computed: ComputedText) -> String {
    switch self {
    case .linear(let points):
      guard !points.isEmpty else { return "linear" }
      let list = points.map { "\(computed.number($0.output)) \(computed.number($0.input * 100))%" }
      return "linear(\(list.joined(separator: ", ")))"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      let names: [(Easing, String)] = [
        (.ease, "ease"), (.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1), "ease-in"),
        (.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1), "ease-out"),
        (.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), "ease-in-out"),
      ]
      if let name = names.first(where: { $0.0 == self })?.1 { return name }
      return "cubic-bezier(\([x1, y1, x2, y2].map { computed.number($0) }.joined(separator: ", ")))"
    case .steps(let count, let position):
      switch position {
      case .end, .jumpEnd: return "steps(\(count))"
      case .start, .jumpStart, .jumpNone, .jumpBoth: return "steps(\(count), \(position.rawValue))"
      }
    }
  }
}
