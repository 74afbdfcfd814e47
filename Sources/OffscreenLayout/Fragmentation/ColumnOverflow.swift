import OffscreenGeometry

/// How far monolithic content sticks out of the columns that a box is in. The boxes around it in the same flow stick out
/// with it; what follows goes on in the next column.
struct ColumnOverflow: Sendable {
  /// By where the columns end along the flow, in order.
  private var extents: [(columnEnd: LayoutUnit, extent: LayoutUnit)] = []
  /// How much of the box's own end is behind the end of its last column.
  var atEnd = LayoutUnit.zero

  var isEmpty: Bool { extents.isEmpty }

  mutating func note(_ extent: LayoutUnit, behind columnEnd: LayoutUnit) {
    guard extent > .zero else { return }
    let index = extents.firstIndex { $0.columnEnd >= columnEnd } ?? extents.count
    if index < extents.count, extents[index].columnEnd == columnEnd {
      extents[index].extent = max(extents[index].extent, extent)
    } else if extents.count < Self.maximumCount {
      extents.insert((columnEnd, extent), at: index)
    }
  }

  /// Takes over what sticks out of the columns in a box.
  mutating func unite(_ other: ColumnOverflow) {
    for (columnEnd, extent) in other.extents { note(extent, behind: columnEnd) }
  }

  func extent(behind columnEnd: LayoutUnit) -> LayoutUnit {
    extents.first { $0.columnEnd == columnEnd }?.extent ?? .zero
  }

  private static let maximumCount = 100
}

extension LayoutContext {
  /// What sticks out of its column of a child that starts at a place of the flow.
  func overflow(
    of child: BoxID, _ result: LayoutResult, size: LayoutUnit, from start: LayoutUnit,
    in flow: FragmentainerFlow?
  ) -> ColumnOverflow {
    guard isMonolithic(child) else { return result.columns?.overflow ?? ColumnOverflow() }
    var overflow = ColumnOverflow()
    // On paper it goes on in the next page, and what follows it behind that.
    if let flow, !flow.isPaged, let column = flow.fragmentainer(at: start), start + size > column.end {
      overflow.atEnd = min(start + size - column.end, size)
      overflow.note(overflow.atEnd, behind: column.end)
    }
    return overflow
  }
}
