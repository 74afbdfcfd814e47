import OffscreenImages

/// Names the elements that look different though nothing else of theirs is known to have changed: as few as say
/// it all.
///
/// A region of pixels belongs to the innermost element that holds it. Where most of an element's children look
/// different, or most of its area does, it is the element that is named, not each of them.
struct PaintAttribution {
  private static let mostRegions = 1_000
  /// So many children, and two thirds of all.
  private static let fewestChildren = 4

  private let tree: Tree
  private let boxes: [PixelBox]
  private let regions: [PictureComparison.Region]
  /// What is named: by its index, the regions and how many of its children look different.
  private var found: [Int: (regions: [Int], children: Int)] = [:]

  /// `scale`: pixels of the picture for a CSS pixel.
  init(_ regions: [PictureComparison.Region], _ data: ElementData, scale: Double) {
    tree = Tree(data)
    boxes = data.elements.map { $0.pixels(scale: scale) }
    self.regions = Array(regions.prefix(Self.mostRegions))
    for (number, region) in self.regions.enumerated() {
      // The last one in document order that holds all of the region: the innermost, or one on top.
      guard let index = boxes.indices.last(where: { boxes[$0].contains(region.box) }) else { continue }
      found[index, default: ([], 0)].regions.append(number)
    }
    fold()
  }

  /// From the leaves up.
  private mutating func fold() {
    // The elements that are named within each one that is being looked at.
    var within: [Int: [Int]] = [:]
    for index in tree.elements.indices.reversed() {
      let children = tree.children(of: index).filter { within[$0] != nil }
      var named = children.flatMap { within[$0] ?? [] }
      if !children.isEmpty, stands(for: children, named, index) {
        let regions = named.flatMap { found.removeValue(forKey: $0)?.regions ?? [] }
        found[index, default: ([], 0)].regions += regions
        found[index]?.children = children.count
        named = []
      }
      if found[index] != nil { named.append(index) }
      if !named.isEmpty { within[index] = named }
    }
  }

  private func stands(for children: [Int], _ named: [Int], _ index: Int) -> Bool {
    if children.count >= Self.fewestChildren, children.count * 3 >= tree.children(of: index).count * 2 { return true }
    // Of the element's own area, beside that of its children: a background behind them.
    let own = found[index]?.regions.reduce(0) { $0 + regions[$1].differingPixels } ?? 0
    let all = named.reduce(own) { $0 + (found[$1]?.regions.reduce(0) { $0 + regions[$1].differingPixels } ?? 0) }
    return own > 0 && all * 2 > area(index)
  }

  private func area(_ index: Int) -> Int {
    let (area, overflow) = boxes[index].width.multipliedReportingOverflow(by: boxes[index].height)
    return overflow ? .max : area
  }

  /// The area that is not its children's, as far as they do not lie on each other.
  private func ownArea(_ index: Int) -> Int {
    tree.children(of: index).reduce(area(index)) { max(0, $0 - min($0, area($1))) }
  }

  /// `known`: what is told of elements already; those are not named again, nor what lies in one whose style tells it.
  /// `color`: the colour that became another one in some boxes.
  func changes(besides known: [ElementChange], color: ([PixelBox]) -> ColorChange?) -> [ElementChange] {
    let knownPaths = Set(known.map(\.path))
    let styled = known.filter { $0.kind == .style }.map(\.path)
    return found.keys.sorted().compactMap { index in
      let element = tree.elements[index]
      if knownPaths.contains(element.path) || styled.contains(where: { element.path.hasPrefix($0 + "/") }) {
        return nil
      }
      guard let (numbers, children) = found[index] else { return nil }
      let pixels = numbers.reduce(0) { $0 + regions[$1].differingPixels }
      var details: [String] = []
      if let change = color(numbers.map { regions[$0].box }) {
        details.append((pixels * 2 > ownArea(index) ? "background " : "") + change.description)
      }
      details.append(pixels == 1 ? "1 pixel" : "\(pixels) pixels")
      if children > 0 { details.append("\(children) of its \(tree.children(of: index).count) children") }
      return ElementChange(
        kind: .painted, element: element.name, path: element.path, detail: details.joined(separator: ", "))
    }
  }
}
