/// Compares the elements of two pages: by place in the tree, as far as siblings can be distinguished.
package struct ElementComparison: Sendable {
  /// Parents before their children. An element that only went along with its parent is not in it.
  package private(set) var changes: [ElementChange] = []
  /// How many only went along.
  package private(set) var carriedAlong = 0

  private let threshold: Double

  /// `threshold`: how far a side may be from where it was, in CSS pixels.
  package init(_ old: ElementData, _ new: ElementData, threshold: Double = 1) {
    self.threshold = threshold
    let (before, after) = (Tree(old), Tree(new))
    // Pairs whose children are still to be compared, with how far the parent went.
    var open: [(old: Int?, new: Int?, shift: Shift)] = [(nil, nil, Shift())]
    while let pair = open.popLast() {
      let (olds, news) = (before.children(of: pair.old), after.children(of: pair.new))
      let matches = Self.match(olds.map { before.elements[$0] }, news.map { after.elements[$0] })
      var next: [(old: Int?, new: Int?, shift: Shift)] = []
      let (pairedOld, pairedNew) = (Set(matches.map(\.old)), Set(matches.map(\.new)))
      for (index, place) in olds.enumerated() where !pairedOld.contains(index) {
        note(.removed, before.elements[place], box(before.elements[place]))
      }
      for (index, place) in news.enumerated() where !pairedNew.contains(index) {
        note(.added, after.elements[place], box(after.elements[place]))
      }
      for match in matches {
        let (a, b) = (olds[match.old], news[match.new])
        let shift = compare(before.elements[a], after.elements[b], parent: pair.shift)
        let parents = pair.old.flatMap { old in pair.new.map { (before.elements[old], after.elements[$0]) } }
        if let detail = StyleChange.detail(before.elements[a], after.elements[b], parents: parents) {
          note(.style, after.elements[b], detail)
        }
        next.append((a, b, shift))
      }
      open += next.reversed()
    }
  }

  /// Takes out what rows of the picture that moved explain: elements around what grew, and those that moved along,
  /// where there are many. `distances`: in CSS pixels.
  package mutating func leaveOut(movedBy distances: [Double]) {
    let causes = changes.filter { [.added, .removed, .resized].contains($0.kind) }.map(\.path)
    let count = changes.count
    changes.removeAll { change in
      guard let growth = change.growth, distances.contains(where: { abs($0 - growth) <= 1 }) else { return false }
      return causes.contains { $0.hasPrefix(change.path + "/") }
    }
    carriedAlong += count - changes.count
    let rest = changes.filter { change in
      change.kind != .moved
        || !(change.descent.map { descent in distances.contains { abs($0 - descent) <= 1 } } ?? false)
    }
    guard changes.count - rest.count > Self.mostNamedWithRows else { return }
    carriedAlong += changes.count - rest.count
    changes = rest
  }

  private static let mostNamedWithRows = 3

  private struct Shift {
    var x = 0.0
    var y = 0.0
  }

  private mutating func compare(_ old: ElementData.Element, _ new: ElementData.Element, parent: Shift) -> Shift {
    let shift = Shift(x: new.x - old.x, y: new.y - old.y)
    let growth = (new.width - old.width, new.height - old.height)
    let isResized = abs(growth.0) > threshold || abs(growth.1) > threshold
    let isMoved = abs(shift.x) > threshold || abs(shift.y) > threshold
    if isResized {
      note(
        .resized, new, "\(number(old.width))x\(number(old.height)) became \(number(new.width))x\(number(new.height))")
      if abs(growth.0) <= threshold { changes[changes.count - 1].growth = growth.1 }
    }
    if isMoved {
      if abs(shift.x - parent.x) > threshold || abs(shift.y - parent.y) > threshold {
        note(.moved, new, "by \(number(shift.x)), \(number(shift.y)) px")
        if abs(shift.x) <= threshold { changes[changes.count - 1].descent = shift.y }
      } else if !isResized {
        carriedAlong += 1
      }
    }
    if old.text ?? "" != new.text ?? "" {
      note(.text, new, "“\(short(old.text))” became “\(short(new.text))”")
    }
    return shift
  }

  private mutating func note(_ kind: ElementChange.Kind, _ element: ElementData.Element, _ detail: String) {
    changes.append(ElementChange(kind: kind, element: element.name, path: element.path, detail: detail))
  }

  /// Siblings by tag, id and class; those that are left, by tag alone.
  private static func match(
    _ olds: [ElementData.Element], _ news: [ElementData.Element]
  ) -> [(old: Int, new: Int)] {
    var pairs = SequenceAlignment.pairs(olds.map(\.name), news.map(\.name))
    // Between two pairs, the rest.
    var rest: [(old: Int, new: Int)] = []
    var (oldStart, newStart) = (0, 0)
    for pair in pairs + [(old: olds.count, new: news.count)] {
      let (a, b) = (Array(oldStart..<pair.old), Array(newStart..<pair.new))
      rest += SequenceAlignment.pairs(a.map { olds[$0].tag }, b.map { news[$0].tag }).map { (a[$0.old], b[$0.new]) }
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    pairs += rest
    return pairs.sorted { $0.new < $1.new }
  }

  private func box(_ element: ElementData.Element) -> String {
    "at \(number(element.x)), \(number(element.y)), \(number(element.width))x\(number(element.height))"
  }
}

/// With two digits after the point at most.
func number(_ value: Double) -> String {
  let rounded = (value * 100).rounded() / 100
  guard rounded.isFinite, abs(rounded) < 1e15 else { return "?" }
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}

private func short(_ text: String?) -> String {
  let text = text ?? ""
  return text.count > 60 ? text.prefix(57) + "…" : text
}

/// The elements by their parents.
struct Tree {
  let elements: [ElementData.Element]
  private var childrenByParent: [Int: [Int]] = [:]
  /// Of each element; nil of one that has none.
  private(set) var parents: [Int?] = []

  init(_ data: ElementData) {
    elements = data.elements
    // Open ancestors: a parent without a box is passed over.
    var open: [(path: String, index: Int)] = []
    for (index, element) in elements.enumerated() {
      while let last = open.last, !element.path.hasPrefix(last.path + "/") { open.removeLast() }
      childrenByParent[open.last?.index ?? -1, default: []].append(index)
      parents.append(open.last?.index)
      open.append((element.path, index))
    }
  }

  func children(of index: Int?) -> [Int] { childrenByParent[index ?? -1] ?? [] }
}
