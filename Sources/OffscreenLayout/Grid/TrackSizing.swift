import OffscreenCSS
import OffscreenGeometry

/// A track while its size is found.
struct GridTrack {
  var min: TrackBreadth
  var max: TrackBreadth
  /// The limit of `fit-content()`.
  var fitContentLimit: LayoutUnit?
  var base = LayoutUnit.zero
  /// nil is infinite.
  var limit: LayoutUnit?
  var isCollapsed = false
  /// May grow without end while space is shared out.
  var isInfinitelyGrowable = false
  var planned = LayoutUnit.zero

  var flexFactor: Double? {
    if case .flex(let factor) = max { Double(factor) } else { nil }
  }

  init(_ size: TrackSize, available: LayoutUnit?) {
    switch size {
    case .minmax(let low, let high):
      // A flexible minimum is automatic; percentages of nothing are, too.
      if case .flex = low { min = .auto } else { min = Self.known(low, available) }
      max = Self.known(high, available)
    case .fitContent(let length):
      min = .auto
      max = .maxContent
      if !length.hasPercentage || available != nil { fitContentLimit = length.resolved(available ?? .zero).nonNegative }
    }
  }

  private static func known(_ breadth: TrackBreadth, _ available: LayoutUnit?) -> TrackBreadth {
    if case .length(let length) = breadth, length.hasPercentage, available == nil { return .auto }
    return breadth
  }
}

/// An item's contributions to the tracks that it spans: margin boxes.
struct TrackContribution {
  var span: Range<Int>
  var minimum: LayoutUnit
  var minContent: LayoutUnit
  var maxContent: LayoutUnit
}

/// Sizes the tracks of one axis.
/// https://drafts.csswg.org/css-grid-2/#algo-track-sizing
struct TrackSizing {
  enum Constraint { case definite(LayoutUnit), minContent, maxContent }

  var tracks: [GridTrack]
  let gap: LayoutUnit
  /// The content size of the container, or what it is asked for.
  let constraint: Constraint
  let stretchesAuto: Bool
  /// The least and the most that the container's own limits allow, for flexible tracks of an
  /// indefinite container.
  var minimumSize = LayoutUnit.zero

  private var available: LayoutUnit? {
    if case .definite(let size) = constraint { size } else { nil }
  }

  var gapSum: LayoutUnit { gap * Swift.max(0, tracks.filter { !$0.isCollapsed }.count - 1) }

  mutating func run(_ contributions: [TrackContribution]) {
    initialize()
    resolveIntrinsic(contributions)
    maximize()
    expandFlexible(contributions)
    if stretchesAuto { stretch() }
  }

  /// https://drafts.csswg.org/css-grid-2/#algo-init
  private mutating func initialize() {
    for index in tracks.indices {
      if case .length(let length) = tracks[index].min {
        tracks[index].base = length.resolved(available ?? .zero).nonNegative
      }
      if case .length(let length) = tracks[index].max {
        tracks[index].limit = Swift.max(length.resolved(available ?? .zero).nonNegative, tracks[index].base)
      }
      if tracks[index].isCollapsed {
        tracks[index].base = .zero
        tracks[index].limit = .zero
      }
    }
  }

  // MARK: Intrinsic sizes

  /// https://drafts.csswg.org/css-grid-2/#algo-content
  private mutating func resolveIntrinsic(_ contributions: [TrackContribution]) {
    let isFlexible = { (span: Range<Int>, tracks: [GridTrack]) in tracks[span].contains { $0.flexFactor != nil } }
    let plain = contributions.filter { !isFlexible($0.span, tracks) }.sorted { $0.span.count < $1.span.count }
    var start = 0
    while start < plain.count {
      var end = start
      while end < plain.count, plain[end].span.count == plain[start].span.count { end += 1 }
      accommodate(Array(plain[start..<end]), flexible: false)
      start = end
    }
    let flexible = contributions.filter { isFlexible($0.span, tracks) }
    if !flexible.isEmpty { accommodate(flexible, flexible: true) }
    // A limit that nothing raised is the base size.
    for index in tracks.indices where tracks[index].limit == nil && tracks[index].flexFactor == nil {
      tracks[index].limit = tracks[index].base
    }
  }

  private mutating func accommodate(_ items: [TrackContribution], flexible: Bool) {
    // 1. Intrinsic minimums. Also for the container's own intrinsic size, as in Chromium.
    growBases(items, flexible: flexible, { $0.minimum }) { track in
      switch track.min {
      case .auto, .minContent, .maxContent: true
      case .length, .flex: false
      }
    }
    // 2. Content-based minimums.
    growBases(items, flexible: flexible, { $0.minContent }) { track in
      switch track.min {
      case .minContent, .maxContent: true
      case .auto, .length, .flex: false
      }
    }
    // 3. Max-content minimums.
    growBases(items, flexible: flexible, { $0.maxContent }) { track in
      switch track.min {
      case .maxContent: true
      case .auto, .minContent, .length, .flex: false
      }
    }
    for index in tracks.indices {
      if let limit = tracks[index].limit, limit < tracks[index].base { tracks[index].limit = tracks[index].base }
    }
    guard !flexible else { return }
    // 5. Intrinsic maximums. 6. Max-content maximums.
    growLimits(items, { $0.minContent }) { track in
      switch track.max {
      case .auto, .minContent, .maxContent: true
      case .length, .flex: false
      }
    }
    growLimits(items, { $0.maxContent }) { track in
      switch track.max {
      case .auto, .maxContent: true
      case .minContent, .length, .flex: false
      }
    }
    for index in tracks.indices { tracks[index].isInfinitelyGrowable = false }
  }

  private mutating func growBases(
    _ items: [TrackContribution], flexible: Bool, _ size: (TrackContribution) -> LayoutUnit,
    _ affects: (GridTrack) -> Bool
  ) {
    for index in tracks.indices { tracks[index].planned = .zero }
    for item in items {
      let affected = item.span.filter {
        affects(tracks[$0]) && !tracks[$0].isCollapsed && (!flexible || tracks[$0].flexFactor != nil)
      }
      guard !affected.isEmpty else { continue }
      let used = item.span.reduce(LayoutUnit.zero) { $0 + tracks[$1].base } + gaps(in: item.span)
      let extra = size(item) - used
      guard extra > .zero else { continue }
      distribute(extra, to: affected, flexible: flexible)
    }
    for index in tracks.indices { tracks[index].base += tracks[index].planned }
  }

  private func gaps(in span: Range<Int>) -> LayoutUnit {
    gap * Swift.max(0, span.filter { !tracks[$0].isCollapsed }.count - 1)
  }

  /// Shares out space among bases: up to the growth limits, then beyond them.
  /// https://drafts.csswg.org/css-grid-2/#extra-space
  private mutating func distribute(_ extra: LayoutUnit, to affected: [Int], flexible: Bool) {
    var shares = [LayoutUnit](repeating: .zero, count: affected.count)
    var rest = extra
    if flexible {
      let sum = affected.reduce(0.0) { $0 + (tracks[$1].flexFactor ?? 0) }
      for (place, index) in affected.enumerated() {
        let factor = tracks[index].flexFactor ?? 0
        shares[place] = sum > 0 ? extra * (factor / sum) : extra / affected.count
      }
      rest = .zero
    }
    func grow(among places: [Int], room: (Int) -> LayoutUnit?) {
      for (place, share) in zip(places, Self.equalShares(of: rest, rooms: places.map(room))) {
        shares[place] += share
        rest -= share
      }
    }
    if rest > .zero {
      grow(among: Array(affected.indices)) { place in
        let track = tracks[affected[place]]
        let limit = track.fitContentLimit.map { Swift.max($0, track.base) } ?? track.limit
        return limit.map { ($0 - track.base).nonNegative }
      }
    }
    if rest > .zero {
      // Beyond limits: into tracks with an intrinsic maximum first.
      var beyond = affected.indices.filter { place in
        switch tracks[affected[place]].max {
        case .auto, .minContent, .maxContent: true
        case .length, .flex: false
        }
      }
      if beyond.isEmpty { beyond = Array(affected.indices) }
      grow(among: beyond) { _ in nil }
    }
    for (place, index) in affected.enumerated() {
      tracks[index].planned = Swift.max(tracks[index].planned, shares[place])
    }
  }

  private mutating func growLimits(
    _ items: [TrackContribution], _ size: (TrackContribution) -> LayoutUnit, _ affects: (GridTrack) -> Bool
  ) {
    var planned = tracks.map { _ in LayoutUnit?.none }
    for item in items {
      let affected = item.span.filter { affects(tracks[$0]) && !tracks[$0].isCollapsed }
      guard !affected.isEmpty else { continue }
      let used = item.span.reduce(LayoutUnit.zero) { $0 + (tracks[$1].limit ?? tracks[$1].base) } + gaps(in: item.span)
      let extra = (size(item) - used).nonNegative
      let infinite = affected.filter { tracks[$0].limit == nil || tracks[$0].isInfinitelyGrowable }
      for index in affected {
        planned[index] = Swift.max(planned[index] ?? .zero, tracks[index].limit ?? tracks[index].base)
      }
      for (index, limit) in limits(of: infinite.isEmpty ? affected : infinite, grownBy: extra) {
        planned[index] = Swift.max(planned[index] ?? .zero, limit)
      }
    }
    for (index, value) in planned.enumerated() {
      guard let value else { continue }
      if tracks[index].limit == nil { tracks[index].isInfinitelyGrowable = true }
      tracks[index].limit = Swift.max(value, tracks[index].base)
    }
  }

  /// Limits raised by equal shares; one of `fit-content()` no further than to its own.
  private func limits(of affected: [Int], grownBy extra: LayoutUnit) -> [(index: Int, limit: LayoutUnit)] {
    let rooms = affected.map { index in
      let track = tracks[index]
      return track.fitContentLimit.map { (Swift.max($0, track.base) - (track.limit ?? track.base)).nonNegative }
    }
    return zip(affected, Self.equalShares(of: extra, rooms: rooms)).map { index, share in
      (index, (tracks[index].limit ?? tracks[index].base) + share)
    }
  }

  /// Shares out space in equal parts; who has less room, nil being endless, leaves the rest to the others.
  private static func equalShares(of space: LayoutUnit, rooms: [LayoutUnit?]) -> [LayoutUnit] {
    let order = rooms.indices.sorted { (rooms[$0] ?? .max, $0) < (rooms[$1] ?? .max, $1) }
    var shares = [LayoutUnit](repeating: .zero, count: rooms.count)
    var rest = space
    for (place, index) in order.enumerated() {
      let share = rest / (order.count - place)
      shares[index] = Swift.min(rooms[index] ?? share, share)
      rest -= shares[index]
    }
    return shares
  }

  // MARK: Free space

  private var freeSpace: LayoutUnit? {
    available.map { tracks.reduce($0 - gapSum) { $0 - $1.base } }
  }

  /// https://drafts.csswg.org/css-grid-2/#algo-grow-tracks
  private mutating func maximize() {
    switch constraint {
    case .minContent: return
    case .maxContent:
      for index in tracks.indices {
        if let limit = tracks[index].limit { tracks[index].base = Swift.max(tracks[index].base, limit) }
      }
    case .definite:
      guard let space = freeSpace, space > .zero else { return }
      let rooms = tracks.map { (($0.limit ?? .zero) - $0.base).nonNegative }
      for (index, share) in Self.equalShares(of: space, rooms: rooms).enumerated() { tracks[index].base += share }
    }
  }

  /// https://drafts.csswg.org/css-grid-2/#algo-flex-tracks
  private mutating func expandFlexible(_ contributions: [TrackContribution]) {
    guard tracks.contains(where: { $0.flexFactor != nil && !$0.isCollapsed }) else { return }
    var fraction = 0.0
    switch constraint {
    case .minContent: return
    case .definite(let size): fraction = flexFraction(in: tracks.indices, space: size - gapSum)
    case .maxContent:
      for track in tracks {
        if let factor = track.flexFactor { fraction = Swift.max(fraction, track.base.pixels / Swift.max(1, factor)) }
      }
      for item in contributions where tracks[item.span].contains(where: { $0.flexFactor != nil }) {
        fraction = Swift.max(fraction, flexFraction(in: item.span, space: item.maxContent - gaps(in: item.span)))
      }
      // The container's own minimum is to be filled.
      if minimumSize > .zero {
        let total = tracks.reduce(gapSum) { $0 + Swift.max($1.base, LayoutUnit(($1.flexFactor ?? 0) * fraction)) }
        if total < minimumSize {
          fraction = Swift.max(fraction, flexFraction(in: tracks.indices, space: minimumSize - gapSum))
        }
      }
    }
    for index in tracks.indices {
      guard let factor = tracks[index].flexFactor, !tracks[index].isCollapsed else { continue }
      tracks[index].base = Swift.max(tracks[index].base, LayoutUnit(fraction * factor))
    }
  }

  /// https://drafts.csswg.org/css-grid-2/#algo-find-fr-size
  private func flexFraction(in span: Range<Int>, space: LayoutUnit) -> Double {
    var inflexible = Set(span.filter { tracks[$0].flexFactor == nil || tracks[$0].isCollapsed })
    for _ in 0...min(span.count, 100) {
      var leftover = space.pixels
      var sum = 0.0
      for index in span {
        if inflexible.contains(index) {
          leftover -= tracks[index].base.pixels
        } else {
          sum += tracks[index].flexFactor ?? 0
        }
      }
      guard sum > 0 || inflexible.count < span.count else { return 0 }
      let fraction = leftover / Swift.max(sum, 1)
      let tooLarge = span.filter {
        !inflexible.contains($0) && fraction * (tracks[$0].flexFactor ?? 0) < tracks[$0].base.pixels
      }
      if tooLarge.isEmpty { return Swift.max(0, fraction) }
      inflexible.formUnion(tooLarge)
    }
    return 0
  }

  /// https://drafts.csswg.org/css-grid-2/#algo-stretch
  private mutating func stretch() {
    let room = freeSpace ?? (minimumSize > .zero ? tracks.reduce(minimumSize - gapSum) { $0 - $1.base } : .zero)
    let auto = tracks.indices.filter { index in
      guard case .auto = tracks[index].max, tracks[index].fitContentLimit == nil else { return false }
      return !tracks[index].isCollapsed
    }
    guard room > .zero, !auto.isEmpty else { return }
    for (index, share) in zip(auto, Self.equalShares(of: room, rooms: auto.map { _ in nil })) {
      tracks[index].base += share
    }
  }
}
