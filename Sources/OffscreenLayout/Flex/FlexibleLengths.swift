import OffscreenGeometry

extension FlexLayout {
  /// Finds the main sizes of the items of a line.
  /// https://drafts.csswg.org/css-flexbox-1/#resolve-flexible-lengths
  static func resolveFlexibleLengths(_ items: inout [FlexItem], in line: Range<Int>, available: LayoutUnit) {
    // 1. Which factor is used.
    let hypotheticalSum = items[line].reduce(LayoutUnit.zero) { $0 + $1.hypothetical + $1.mainMarginSum }
    let isGrowing = hypotheticalSum < available

    // 2. Size inflexible items.
    for index in line {
      let item = items[index]
      items[index].mainSize = item.baseSize
      let factor = isGrowing ? item.grow : item.shrink
      if factor == 0 || (isGrowing ? item.baseSize > item.hypothetical : item.baseSize < item.hypothetical) {
        items[index].isFrozen = true
        items[index].mainSize = item.hypothetical
      }
    }
    // 3. The initial free space.
    func freeSpace() -> LayoutUnit {
      items[line].reduce(available) { $0 - $1.mainMarginSum - ($1.isFrozen ? $1.mainSize : $1.baseSize) }
    }
    let initialFree = freeSpace().pixels

    // 4. Each round freezes at least one item.
    for _ in 0...line.count {
      // a. Until all are frozen.
      guard items[line].contains(where: { !$0.isFrozen }) else { break }
      // b. The remaining free space; factors that add up to less than one take that part of it.
      var free = freeSpace().pixels
      let factorSum = items[line].reduce(0.0) { $0 + ($1.isFrozen ? 0 : isGrowing ? $1.grow : $1.shrink) }
      if factorSum < 1, (initialFree * factorSum).magnitude < free.magnitude { free = initialFree * factorSum }
      // c. Share it out in proportion. What an earlier round gave is void.
      for index in line where !items[index].isFrozen { items[index].mainSize = items[index].baseSize }
      if free != 0 {
        let scaledSum = items[line].reduce(0.0) { sum, item in
          item.isFrozen ? sum : sum + item.shrink * (item.baseSize - item.mainEdges).nonNegative.pixels
        }
        for index in line where !items[index].isFrozen {
          let item = items[index]
          let share: Double
          if isGrowing {
            share = factorSum > 0 ? free * (item.grow / factorSum) : 0
          } else {
            let scaled = item.shrink * (item.baseSize - item.mainEdges).nonNegative.pixels
            share = scaledSum > 0 ? free * (scaled / scaledSum) : 0
          }
          items[index].mainSize = item.baseSize + LayoutUnit(share.isFinite ? share : 0)
        }
      }
      // d. Violations of minimum and maximum.
      var total = LayoutUnit.zero
      var violations: [LayoutUnit] = []
      violations.reserveCapacity(line.count)
      for index in line {
        guard !items[index].isFrozen else {
          violations.append(.zero)
          continue
        }
        let clamped = max(min(items[index].mainSize, items[index].maxMain), items[index].minMain)
        violations.append(clamped - items[index].mainSize)
        total += clamped - items[index].mainSize
        items[index].mainSize = clamped
      }
      // e. Freeze the over-flexed ones.
      for (violation, index) in zip(violations, line) where !items[index].isFrozen {
        if total == .zero || total > .zero && violation > .zero || total < .zero && violation < .zero {
          items[index].isFrozen = true
        }
      }
    }
  }
}
