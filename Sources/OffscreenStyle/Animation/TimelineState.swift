import OffscreenCSS

/// Where a timeline of scrolling stands, as an earlier layout found it: in CSS pixels that are scrolled.
/// https://drafts.csswg.org/scroll-animations-1/
package struct TimelineState: Equatable, Sendable {
  package var position: Double
  /// The whole of it.
  package var start: Double
  package var end: Double
  /// Those of a view timeline.
  package var ranges: [AnimationStyle.RangeName: Span] = [:]

  package struct Span: Equatable, Sendable {
    package var start: Double
    package var end: Double
    package init(_ start: Double, _ end: Double) { (self.start, self.end) = (start, end) }
  }

  package init(position: Double, start: Double, end: Double) {
    (self.position, self.start, self.end) = (position, start, end)
  }

  /// Of something that goes through a scrollport. `subject`: its edges, from where scrolling begins; `port`: how large
  /// the scrollport is; `before` and `after`: how far its edges are moved in.
  /// https://drafts.csswg.org/scroll-animations-1/#view-timelines-ranges
  package init(position: Double, subject: Span, port: Double, before: Double, after: Double) {
    // Where its edges meet those of the port.
    let (entersAt, leavesAt) = (subject.start - (port - after), subject.end - before)
    let (startAtStart, endAtEnd) = (subject.start - before, subject.end - (port - after))
    let contained = Span(min(startAtStart, endAtEnd), max(startAtStart, endAtEnd))
    self.init(position: position, start: entersAt, end: leavesAt)
    ranges = [
      .cover: Span(entersAt, leavesAt), .contain: contained, .entry: Span(entersAt, contained.start),
      .exit: Span(contained.end, leavesAt), .entryCrossing: Span(entersAt, endAtEnd),
      .exitCrossing: Span(startAtStart, leavesAt),
    ]
  }

  /// How far the part between two boundaries has come: 0 at its start, 1 at its end. Nil where it has no length.
  package func progress(from start: AnimationStyle.RangeBoundary, to end: AnimationStyle.RangeBoundary) -> Double? {
    let (first, last) = (offset(of: start, normal: self.start), offset(of: end, normal: self.end))
    guard last > first else { return nil }
    return (position - first) / (last - first)
  }

  /// Where a boundary is; `normal`: where one is of which nothing was said.
  package func offset(of boundary: AnimationStyle.RangeBoundary, normal: Double) -> Double {
    switch boundary {
    case .normal: return normal
    case .at(let name, let offset):
      let span = name.flatMap { ranges[$0] } ?? Span(start, end)
      return span.start + offset.pixels(basis: span.end - span.start)
    }
  }

  /// Whether it stands at its very beginning or end, which its animations are still in.
  var isAtBoundary: Bool { position <= start || position >= end }
}

extension AnimationTiming {
  /// At a progress of a timeline of scrolling. Times are shares of the whole then: together they fill it.
  /// https://drafts.csswg.org/web-animations-2/#normalize-specified-timing
  func state(at progress: Double, isAtBoundary: Bool) -> State {
    var timing = self
    let total = delay + duration * iterations
    if duration <= 0 || total <= 0 || !total.isFinite {
      timing.delay = 0
      timing.duration = iterations > 0 && iterations.isFinite ? 1 / iterations : 0
    } else {
      timing.delay /= total
      timing.duration /= total
    }
    // https://drafts.csswg.org/web-animations-2/#at-progress-timeline-boundary : its end is still part of it.
    let end = timing.delay + timing.duration * timing.iterations
    if isAtBoundary, abs(progress - end) < 1e-9 {
      timing.fillMode = .both
      var state = timing.state(at: end)
      state.phase = .active
      return state
    }
    return timing.state(at: progress)
  }
}
