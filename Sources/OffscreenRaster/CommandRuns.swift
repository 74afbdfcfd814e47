import OffscreenPaint

/// Commands that follow each other in one space, with what is around all of them.
///
/// Optimization: a tall picture is drawn in bands, and each looks through all commands for those that it shows. It
/// passes over as many at once as there are in a run.
struct CommandRuns {
  private struct Run {
    var end: Int
    var bounds: PaintRect
  }

  /// By command: the run that starts with it, or -1.
  private var starts: [Int32] = []
  private var runs: [Run] = []

  private static let mostCommands = 64
  private static let fewestCommands = 8

  /// None.
  init() {}

  init(_ list: DisplayList) {
    guard list.commands.count > Self.mostCommands else { return }
    starts = [Int32](repeating: -1, count: list.commands.count)
    var start = 0
    for index in list.commands.indices {
      let draws = list.commands[index].draws
      if draws, index - start + 1 < Self.mostCommands { continue }
      add(start..<(draws ? index + 1 : index), list)
      start = index + 1
    }
    add(start..<list.commands.count, list)
  }

  private mutating func add(_ range: Range<Int>, _ list: DisplayList) {
    guard range.count >= Self.fewestCommands else { return }
    var bounds = list.bounds[range.lowerBound]
    for index in range { bounds = bounds.union(list.bounds[index]) }
    starts[range.lowerBound] = Int32(truncatingIfNeeded: runs.count)
    // Sums may be rounded.
    runs.append(Run(end: range.upperBound, bounds: bounds.outset(by: 1)))
  }

  /// The end of the run that starts with a command, and what is around it.
  @inline(__always)
  func run(at index: Int) -> (end: Int, bounds: PaintRect)? {
    guard index < starts.count, starts[index] >= 0 else { return nil }
    let run = runs[Int(starts[index])]
    return (run.end, run.bounds)
  }
}

extension DisplayCommand {
  /// Whether it paints by itself, and changes nothing for those that follow.
  fileprivate var draws: Bool {
    switch self {
    case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow: true
    case .pushClip, .pushRoundedClip, .pushPathClip, .pushClipOut, .popClip, .pushTransform, .popTransform, .pushLayer,
      .popLayer:
      false
    }
  }
}
