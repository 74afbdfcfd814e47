import OffscreenPaint

/// Paths as canvases draw them.
extension PaintPath {
  /// The rectangle with level and upright sides that it is.
  var uprightRect: PaintRect? {
    var corners: [PaintPoint] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let point) where index == 0: corners.append(point)
      case .line(let point) where index < 4: corners.append(point)
      case .close where index == 4: break
      // One that nothing follows.
      case .move where index == 5: break
      case .move, .line, .curve, .close: return nil
      }
    }
    guard corners.count == 4 else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let isUpright = a.x == d.x && b.x == c.x && a.y == b.y && c.y == d.y
    let isTurned = a.y == d.y && b.y == c.y && a.x == b.x && c.x == d.x
    guard isUpright || isTurned else { return nil }
    return PaintRect(minX: min(a.x, c.x), minY: min(a.y, c.y), maxX: max(a.x, c.x), maxY: max(a.y, c.y))
  }

  /// Without lines of no length, and without subpaths that have no other.
  /// https://html.spec.whatwg.org/multipage/canvas.html#trace-a-path
  var pruned: PaintPath {
    if isPruned { return self }
    var result = PaintPath()
    result.reserve(elements.count)
    var (start, current) = (PaintPoint.zero, PaintPoint.zero)
    // Whether the subpath has begun with a line.
    var isOpen = false
    func begin(_ path: inout PaintPath) {
      if !isOpen { path.move(to: current) }
      isOpen = true
    }
    for element in elements {
      switch element {
      case .move(let point):
        (start, current, isOpen) = (point, point, false)
      case .line(let point) where point != current:
        begin(&result)
        result.line(to: point)
        current = point
      case .curve(let a, let b, let end) where a != current || b != current || end != current:
        begin(&result)
        result.curve(a, b, to: end)
        current = end
      case .line, .curve: break
      case .close:
        if isOpen { result.close() }
        (current, isOpen) = (start, false)
      }
    }
    return result
  }

  /// Whether each subpath begins with one move, and all that follows has a length.
  private var isPruned: Bool {
    var current = PaintPoint.zero
    // What came before: at the beginning and behind the end of a subpath only a move may follow.
    var (isBegun, hasLines) = (false, true)
    for element in elements {
      switch element {
      case .move(let point):
        guard hasLines else { return false }
        (current, isBegun, hasLines) = (point, true, false)
      case .line(let point):
        guard isBegun, point != current else { return false }
        (current, hasLines) = (point, true)
      case .curve(let a, let b, let end):
        guard isBegun, a != current || b != current || end != current else { return false }
        (current, hasLines) = (end, true)
      case .close:
        guard hasLines, isBegun else { return false }
        isBegun = false
      }
    }
    return hasLines
  }
}
