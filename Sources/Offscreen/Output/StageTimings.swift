/// How long each stage of a page took, on the wall clock.
public struct StageTimings: Sendable, CustomStringConvertible {
  public enum Stage: String, CaseIterable, Sendable {
    case load, parse, style, boxes, layout, paint, raster, encode
  }

  private var durations: [Duration] = Stage.allCases.map { _ in .zero }

  public init() {}

  public subscript(stage: Stage) -> Duration {
    get { durations[Stage.allCases.firstIndex(of: stage) ?? 0] }
    set { durations[Stage.allCases.firstIndex(of: stage) ?? 0] = newValue }
  }

  /// Of each stage, by its name.
  public var milliseconds: [String: Double] {
    Dictionary(uniqueKeysWithValues: Stage.allCases.map { ($0.rawValue, self[$0].milliseconds) })
  }

  public var total: Duration { durations.reduce(.zero, +) }

  /// A line a stage, in milliseconds.
  public var description: String {
    (Stage.allCases.map { ($0.rawValue, self[$0]) } + [("total", total)]).map { name, duration in
      let text = String(duration.milliseconds)
      return name.padded(to: 8) + String(repeating: " ", count: max(1, 10 - text.count)) + text + " ms"
    }.joined(separator: "\n")
  }

  static func + (one: Self, other: Self) -> Self {
    var sum = one
    for stage in Stage.allCases { sum[stage] += other[stage] }
    return sum
  }

  /// Runs a stage and adds the time that it took.
  mutating func measure<Value, Failure: Error>(_ stage: Stage, _ work: () throws(Failure) -> Value) throws(Failure)
    -> Value
  {
    let start = ContinuousClock.now
    defer { self[stage] += ContinuousClock.now - start }
    return try work()
  }
}

extension Duration {
  /// With two digits after the point.
  public var milliseconds: Double {
    let (seconds, attoseconds) = components
    return ((Double(seconds) * 1000 + Double(attoseconds) * 1e-15) * 100).rounded() / 100
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
