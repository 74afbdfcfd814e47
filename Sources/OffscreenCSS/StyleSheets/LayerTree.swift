/// The cascade layers of an origin in the order of their first mention.
/// https://drafts.csswg.org/css-cascade-5/#layer-ordering
package struct LayerTree: Sendable {
  /// A layer; the root is the implicit layer of unlayered styles.
  package struct ID: Hashable, Sendable {
    package let rawValue: Int32
    package static let root = ID(rawValue: 0)
  }

  private struct Path: Hashable {
    var parent: ID
    var name: String
  }
  /// The layers inside of each.
  private var children: [[ID]] = [[]]
  private var named: [Path: ID] = [:]

  package init() {}

  package mutating func layer(_ name: LayerName?, in parent: ID) -> ID {
    guard let name else { return add(to: parent) }
    var layer = parent
    for part in name.parts {
      let path = Path(parent: layer, name: part)
      layer = named[path] ?? add(to: layer)
      named[path] = layer
    }
    return layer
  }

  private mutating func add(to parent: ID) -> ID {
    let id = ID(rawValue: Int32(truncatingIfNeeded: children.count))
    children.append([])
    children[Int(parent.rawValue)].append(id)
    return id
  }

  /// The rank of every layer, by its raw value: of normal declarations the higher rank wins. What a
  /// layer says itself comes after its own layers, and what is in no layer last.
  package var ranks: [Int32] {
    var ranks = [Int32](repeating: 0, count: children.count)
    var next: Int32 = 0
    // A layer is numbered when all of its children were.
    var stack: [(layer: ID, child: Int)] = [(.root, 0)]
    while let (layer, child) = stack.last {
      let inner = children[Int(layer.rawValue)]
      if child < inner.count {
        stack[stack.count - 1].child += 1
        stack.append((inner[child], 0))
      } else {
        ranks[Int(layer.rawValue)] = next
        next += 1
        stack.removeLast()
      }
    }
    return ranks
  }
}
