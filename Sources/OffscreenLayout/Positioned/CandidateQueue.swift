/// Candidates in the order that they are laid out in: as they come, or in that of the document where some are placed
/// by anchors, which boxes before them may be.
struct CandidateQueue {
  private let isPlacedByAnchors: (OutOfFlowCandidate) -> Bool
  /// The next one is the last.
  private var waiting: [OutOfFlowCandidate]
  /// Those that have come since, in the order that they came in.
  private var later: [OutOfFlowCandidate] = []
  /// How many of both are placed by anchors.
  private var anchoredCount: Int
  private var isInTreeOrder = false

  init(_ candidates: [OutOfFlowCandidate], _ isPlacedByAnchors: @escaping (OutOfFlowCandidate) -> Bool) {
    self.isPlacedByAnchors = isPlacedByAnchors
    waiting = candidates.reversed()
    anchoredCount = candidates.count(where: isPlacedByAnchors)
  }

  mutating func next() -> OutOfFlowCandidate? {
    if waiting.isEmpty {
      waiting = later.reversed()
      later = []
    }
    guard let candidate = waiting.popLast() else { return nil }
    if isPlacedByAnchors(candidate) { anchoredCount -= 1 }
    return candidate
  }

  mutating func add(_ candidates: [OutOfFlowCandidate], hasAnchors: Bool) {
    guard !candidates.isEmpty else { return }
    anchoredCount += candidates.count(where: isPlacedByAnchors)
    later += candidates
    guard isInTreeOrder || hasAnchors || anchoredCount > 0 else { return }
    // Optimization: what is in a box comes before the boxes behind it, so that few are sorted again.
    let last = later.map(\.box).max() ?? .root
    var moved: [OutOfFlowCandidate] = []
    while let candidate = waiting.last, !isInTreeOrder || candidate.box <= last {
      moved.append(candidate)
      waiting.removeLast()
    }
    isInTreeOrder = true
    waiting += (moved + later).sorted { $0.box < $1.box }.reversed()
    later = []
  }
}
