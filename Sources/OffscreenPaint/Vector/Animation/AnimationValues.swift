import OffscreenCSS
import OffscreenDOM

/// The attributes of an animation that say which values it goes through, and how.
/// https://svgwg.org/specs/animations/#ValueAttributes
struct AnimationValues {
  enum Mode: String { case discrete, linear, paced, spline }

  /// A place between two values.
  struct Place {
    var from: Int
    var to: Int
    var part: Double
  }

  /// At least two, but for `set`; of `to` alone the first is nil, which stands for what is below.
  private(set) var values: [String?] = []
  private(set) var mode: Mode
  /// Where there are, the first is 0.
  private(set) var keyTimes: [Double] = []
  private(set) var keyPoints: [Double] = []
  private var splines: [Easing] = []
  /// Whether `to` is a distance from the first value, or from what is below.
  private(set) var isBy = false
  private(set) var isAdditive = false
  private(set) var isCumulative = false
  private(set) var hasValueList = false

  private static let mostValues = 10_000

  /// Nil where the attributes are in error, or there are none: then nothing is animated.
  /// `isDiscrete`: whether there is nothing between two values.
  init?(_ node: NodeID, in document: Document, isDiscrete: Bool, usual: Mode = .linear, hasPath: Bool = false) {
    func attribute(_ name: String) -> String? { document.names.find(name).flatMap { document.attribute(node, $0) } }
    let isSet = document.names.spelling(of: document.name(node)) == "set"
    mode = attribute("calcMode").flatMap { Mode(rawValue: $0.trimmed) } ?? usual
    if isDiscrete || isSet { mode = .discrete }
    let (from, to, by) = (attribute("from"), attribute("to"), attribute("by"))
    if isSet {
      guard let to else { return nil }
      values = [to]
      return
    }
    // 1. The values.
    if hasPath {
      values = []
    } else if let list = attribute("values"), !list.trimmed.isEmpty {
      hasValueList = true
      values = list.split(separator: ";", omittingEmptySubsequences: false).prefix(Self.mostValues).map { $0.trimmed }
      if values.last == "" { values.removeLast() }
      if values.isEmpty { return nil }
    } else if let to {
      values = [from?.trimmed, to.trimmed]
    } else if let by {
      (values, isBy) = ([from?.trimmed, by.trimmed], true)
    } else {
      return nil
    }
    let isToAlone = !hasPath && !hasValueList && from == nil && !isBy
    isAdditive = !isToAlone && (attribute("additive")?.trimmed == "sum" || isBy && from == nil)
    isCumulative = !isToAlone && attribute("accumulate")?.trimmed == "sum"
    // 2. Their times. In error, there is no animation.
    if let text = attribute("keyPoints"), hasPath || usual == .paced {
      guard let points = Self.numbers(text), points.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
      keyPoints = points
    }
    let count = keyPoints.isEmpty ? values.count : keyPoints.count
    if mode != .paced, let text = attribute("keyTimes") {
      guard let times = Self.numbers(text), count == 0 || times.count == count, times.first == 0,
        mode == .discrete || times.count == 1 || times.last == 1,
        zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }),
        times.allSatisfy({ $0 <= 1 })
      else { return nil }
      keyTimes = times
    } else if !keyPoints.isEmpty, mode != .paced {
      return nil
    }
    // 3. https://svgwg.org/specs/animations/#KeySplinesAttribute
    if mode == .spline {
      guard let text = attribute("keySplines") else { return nil }
      var parts = text.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
      if parts.last == "" { parts.removeLast() }
      let intervals = max(1, (keyTimes.isEmpty ? count : keyTimes.count) - 1)
      guard parts.count == intervals else { return nil }
      for part in parts {
        let (numbers, isWhole) = NumberScanner.list(part, most: 4)
        guard isWhole, numbers.count == 4, numbers.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
        splines.append(.cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]))
      }
    }
  }

  private static func numbers(_ text: String) -> [Double]? {
    var parts = text.split(separator: ";", omittingEmptySubsequences: false).prefix(mostValues).map { $0.trimmed }
    if parts.last == "" { parts.removeLast() }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count && !numbers.isEmpty && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// Between which of so many values a repetition is, part of which is over.
  /// `distance`: from each value to the next, for `paced`; nil where there is no such thing.
  func place(at part: Double, count: Int, distance: (Int) -> Double?) -> Place {
    guard count > 1 else { return Place(from: 0, to: 0, part: 0) }
    switch mode {
    case .discrete:
      var index = Int(part * Double(count))
      // Of two ends, the first holds up to the middle, as in Chromium.
      if !hasValueList, count == 2 { index = part > 0.5 ? 1 : 0 }
      if !keyTimes.isEmpty { index = (keyTimes.lastIndex { $0 <= part }) ?? 0 }
      index = max(0, min(count - 1, index))
      return Place(from: index, to: index, part: 0)
    case .paced:
      let distances = (0..<count - 1).compactMap(distance)
      let total = distances.reduce(0, +)
      guard distances.count == count - 1, total > 0, total.isFinite else { return evenly(part, count) }
      var rest = part * total
      for (index, distance) in distances.enumerated() {
        if rest <= distance, distance > 0 { return Place(from: index, to: index + 1, part: rest / distance) }
        rest -= distance
      }
      return Place(from: count - 2, to: count - 1, part: 1)
    case .linear, .spline:
      var place = evenly(part, count)
      if keyTimes.count == count {
        let index = min(count - 2, keyTimes.lastIndex { $0 <= part } ?? 0)
        let length = keyTimes[index + 1] - keyTimes[index]
        place = Place(from: index, to: index + 1, part: length > 0 ? min(1, (part - keyTimes[index]) / length) : 1)
      }
      if mode == .spline, place.from < splines.count {
        place.part = splines[place.from].value(at: place.part, isBefore: false)
      }
      return place
    }
  }

  private func evenly(_ part: Double, _ count: Int) -> Place {
    let scaled = part * Double(count - 1)
    let index = max(0, min(count - 2, Int(scaled)))
    return Place(from: index, to: index + 1, part: scaled - Double(index))
  }
}
