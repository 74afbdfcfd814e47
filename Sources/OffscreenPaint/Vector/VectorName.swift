import OffscreenDOM

/// The elements that drawings consist of.
enum VectorName: String, CaseIterable {
  case a, circle, ellipse, foreignObject, g, image, line, path, polygon, polyline, rect, svg, `switch`, symbol, text,
    use
}

/// Optimization: names are compared by their numbers in the document's table.
struct VectorNames {
  private var names: [VectorName?] = []

  init(_ table: NameTable) {
    for name in VectorName.allCases {
      let index = Int(table.intern(name.rawValue).rawValue)
      if index >= names.count { names += Array(repeating: nil, count: index + 1 - names.count) }
      names[index] = name
    }
  }

  subscript(atom: Atom) -> VectorName? {
    let index = Int(atom.rawValue)
    return names.indices.contains(index) ? names[index] : nil
  }
}
