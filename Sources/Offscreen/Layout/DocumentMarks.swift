import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint

/// What a document on paper has besides what is seen: links, the places that they lead to, and its chapters.
///
/// Not implemented: transforms of links.
struct DocumentMarks {
  struct Place: Hashable {
    /// From 0.
    var page: Int
    /// From the top left of the page area.
    var point: PaintPoint
  }

  struct Link {
    var area: PaintRect
    /// An address, or a place of this document.
    var target: Target
  }
  enum Target {
    case address(String)
    /// By its number.
    case destination(Int)
  }

  struct Chapter {
    var title: String
    /// 1 to 6.
    var level: Int
    var place: Place
  }

  /// By page, from the top left of the page area.
  private(set) var links: [[Link]]
  private(set) var chapters: [Chapter] = []
  /// The places that links lead to, by page.
  private(set) var destinations: [[(number: Int, point: PaintPoint)]]
  private var numbers: [Place: Int] = [:]

  private let tree: FragmentTree
  private let document: Document
  /// Where elements begin.
  private var places: [NodeID: Place] = [:]
  private var areas: [(page: Int, area: PaintRect, link: NodeID)] = []

  /// More of either are left out.
  private static let mostLinks = 50_000
  private static let mostChapters = 5_000
  private static let longestTitle = 300
  /// What is looked at for a title.
  private static let mostText = 8_000
  private static let mostNodes = 2_000
  private static let deepest = 4_000

  /// `base`: what addresses are relative to; `page`: the document's own address.
  init(_ tree: FragmentTree, _ document: Document, base: PageURL, page: PageURL) {
    (self.tree, self.document) = (tree, document)
    links = Array(repeating: [], count: tree.pages.count)
    destinations = Array(repeating: [], count: tree.pages.count)
    for (index, page) in tree.pages.enumerated() {
      collect(page.fragment, at: .zero, page: index, link: .none, depth: 0)
    }
    resolveLinks(base: base, page: page)
    findChapters()
  }

  /// As deep as the fragments. `link`: the one that the fragment is in, whose areas are known.
  private mutating func collect(_ id: FragmentID, at offset: Point, page: Int, link: NodeID, depth: Int) {
    guard depth < Self.deepest else { return }
    for child in tree.children(id) where !child.fragment.isNone {
      let fragment = tree[child.fragment]
      let place = offset + child.offset
      var around = link
      if fragment.kind == .box, !fragment.box.isNone, tree.boxes[fragment.box].origin == .element {
        let node = tree.boxes[fragment.box].node
        if places[node] == nil { places[node] = Place(page: page, point: PaintPoint(place)) }
        if isLink(node), areas.count < Self.mostLinks {
          around = node
          areas.append((page, PaintRect(Rect(origin: place, size: fragment.size)), node))
        } else if !around.isNone, tree.boxes[fragment.box].kind != .inline, areas.count < Self.mostLinks {
          // A picture or a block reaches out of the inline box around it.
          areas.append((page, PaintRect(Rect(origin: place, size: fragment.size)), around))
        }
      }
      collect(child.fragment, at: place, page: page, link: around, depth: depth + 1)
    }
  }

  private func isLink(_ node: NodeID) -> Bool {
    document.isElement(node) && (document.isHTML(node, .a) || document.isHTML(node, .area))
      && document.attribute(node, .href) != nil
  }

  private mutating func resolveLinks(base: PageURL, page: PageURL) {
    guard !areas.isEmpty else { return }
    var names: [String: Place] = [:]
    for (node, place) in places where document.isElement(node) {
      if let id = document.attribute(node, .id), !id.isEmpty { names[id] = place }
      if document.isHTML(node, .a), let name = document.attribute(node, .name), names[name] == nil {
        names[name] = place
      }
    }
    var targets: [NodeID: Target?] = [:]
    for (page_, area, node) in areas {
      let target: Target?
      if let known = targets[node] {
        target = known
      } else {
        target = self.target(of: node, base, page, names)
        targets.updateValue(target, forKey: node)
      }
      if let target, !area.isEmpty { links[page_].append(Link(area: area, target: target)) }
    }
  }

  private mutating func destination(_ place: Place) -> Target {
    if let number = numbers[place] { return .destination(number) }
    let number = numbers.count
    numbers[place] = number
    destinations[place.page].append((number, place.point))
    return .destination(number)
  }

  private mutating func target(of node: NodeID, _ base: PageURL, _ page: PageURL, _ names: [String: Place]) -> Target? {
    guard let address = document.attribute(node, .href), let url = base.joined(address), url.scheme != "javascript"
    else { return nil }
    if url.hrefWithoutFragment == page.hrefWithoutFragment, let fragment = url.fragment {
      if fragment.isEmpty || fragment.lowercased() == "top" && names[fragment] == nil {
        return destination(Place(page: 0, point: .zero))
      }
      return (names[fragment] ?? names[PercentEncoding.decodedText(fragment)]).map { destination($0) }
    }
    // What a file leads to is of no use elsewhere, and would tell where it was.
    return url.isFile || url.isData ? nil : .address(url.withoutCredentials().href)
  }

  private mutating func findChapters() {
    let headings: [(KnownName, Int)] = [(.h1, 1), (.h2, 2), (.h3, 3), (.h4, 4), (.h5, 5), (.h6, 6)]
    var node = document.next(.document, within: .document)
    while !node.isNone, chapters.count < Self.mostChapters {
      if document.isElement(node), let place = places[node],
        let level = headings.first(where: { document.isHTML(node, $0.0) })?.1
      {
        let title = text(of: node)
          .split(whereSeparator: \.isWhitespace).joined(separator: " ").onOneLine(Self.longestTitle)
        if !title.isEmpty { chapters.append(Chapter(title: title, level: level, place: place)) }
      }
      node = document.next(node, within: .document)
    }
  }

  /// As much of an element's text as a title may take: chapters may be in each other.
  private func text(of element: NodeID) -> String {
    var bytes: [UInt8] = []
    var left = Self.mostNodes
    var node = document.next(element, within: element)
    while !node.isNone, left > 0, bytes.count < Self.mostText {
      if document.kind(node) == .text {
        document.withText(node) { bytes.append(contentsOf: $0.prefix(Self.mostText)) }
      }
      left -= 1
      node = document.next(node, within: element)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
