import OffscreenCSS

/// When an animation runs, and how far each of its iterations has come.
/// https://drafts.csswg.org/web-animations-1/#core-animation-effect-calculations
package struct AnimationTiming: Equatable {
  /// Seconds.
  package var delay = 0.0
  package var duration = 0.0
  package var iterations = 1.0
  package var direction = AnimationStyle.Direction.normal
  package var fillMode = AnimationStyle.FillMode.none

  init() {}

  init(_ lists: AnimationStyle, _ index: Int) {
    delay = Double(AnimationStyle.item(lists.delays, index, 0))
    duration = Double(AnimationStyle.item(lists.durations, index, nil) ?? 0)
    iterations = Double(AnimationStyle.item(lists.iterations, index, 1))
    direction = AnimationStyle.item(lists.directions, index, .normal)
    fillMode = AnimationStyle.item(lists.fillModes, index, .none)
  }

  enum Phase { case before, active, after }

  struct State {
    var phase: Phase
    /// The animation's transformed progress; nil where it is not in effect.
    var progress: Double?
    /// Whether it changes something now or will.
    var isCurrent: Bool { phase != .after || progress != nil }
  }

  /// `time` in seconds since the animation began.
  func state(at time: Double) -> State {
    // 1. The active duration and the phase.
    let activeDuration = duration == 0 || iterations == 0 ? 0 : duration * iterations
    let end = max(delay + activeDuration, 0)
    let phase: Phase = time < max(min(delay, end), 0) ? .before : time >= end ? .after : .active
    // 2. The active time.
    let activeTime: Double
    switch (phase, fillMode) {
    case (.before, .backwards), (.before, .both): activeTime = max(time - delay, 0)
    case (.active, _): activeTime = time - delay
    case (.after, .forwards), (.after, .both): activeTime = max(min(time - delay, activeDuration), 0)
    case (.before, .none), (.before, .forwards), (.after, .none), (.after, .backwards):
      return State(phase: phase, progress: nil)
    }
    // 3. How many iterations have passed.
    let overall: Double
    if duration == 0 {
      overall = phase == .before ? 0 : iterations
    } else {
      overall = activeTime / duration
    }
    // 4. The progress of the present one; at its end it is whole, and the next has not begun.
    guard overall.isFinite else { return State(phase: phase, progress: directed(0, 0)) }
    var part = overall - overall.rounded(.down)
    if part == 0, phase != .before, activeTime == activeDuration, iterations != 0 { part = 1 }
    let iteration = part == 1 ? overall.rounded(.down) - 1 : overall.rounded(.down)
    return State(phase: phase, progress: directed(part, iteration))
  }

  private func directed(_ part: Double, _ iteration: Double) -> Double {
    let isOdd = iteration.truncatingRemainder(dividingBy: 2) == 1
    switch direction {
    case .normal: return part
    case .reverse: return 1 - part
    case .alternate: return isOdd ? 1 - part : part
    case .alternateReverse: return isOdd ? part : 1 - part
    }
  }
}
