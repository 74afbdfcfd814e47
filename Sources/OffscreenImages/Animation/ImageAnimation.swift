/// The frames of a picture that moves. Each is a still picture of the same format, in a part of the whole.
struct ImageAnimation: Sendable {
  struct Frame: Sendable {
    /// What becomes of a frame before the next one is laid over it.
    enum Disposal { case keep, clear, restore }

    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var seconds: Double
    var disposal = Disposal.keep
    /// Whether it is laid over what is there instead of taking its place.
    var isBlended = true
    /// Where what belongs to it is in the file.
    var parts: [Range<Int>] = []
  }

  var frames: [Frame]
  /// How often it is shown from its beginning to its end; nil for ever.
  var rounds: Int?
  /// What the still pictures of all frames begin with.
  var head: [UInt8] = []

  /// Further frames are left out.
  static let mostFrames = 10_000

  /// Frames that want to be shown for next to no time are shown for a tenth of a second, as all browsers do.
  /// https://webkit.org/b/36082
  static func shown(_ seconds: Double) -> Double { seconds <= 0.010_5 ? 0.1 : seconds }

  /// Which frame is shown so many seconds after the first one appeared.
  func index(at time: Double) -> Int {
    let round = frames.reduce(0) { $0 + $1.seconds }
    guard time > 0, round > 0, time.isFinite else { return 0 }
    // The last frame stays.
    if let rounds, time >= round * Double(rounds) { return frames.count - 1 }
    var rest = time.truncatingRemainder(dividingBy: round)
    for (index, frame) in frames.enumerated() {
      if rest < frame.seconds { return index }
      rest -= frame.seconds
    }
    return frames.count - 1
  }

  /// The last frame, of those up to one, that is shown without anything of those before it.
  func start(for target: Int, width: Int, height: Int) -> Int {
    func isWhole(_ frame: Frame) -> Bool {
      frame.x == 0 && frame.y == 0 && frame.width >= width && frame.height >= height
    }
    var start = target
    while start > 0 {
      if isWhole(frames[start]), !frames[start].isBlended { break }
      if isWhole(frames[start - 1]), frames[start - 1].disposal == .clear { break }
      start -= 1
    }
    return start
  }
}
