import OffscreenCSS
import OffscreenDOM
import OffscreenImages
import OffscreenStyle

/// Finds elements of inspect data by a selector: those of its tree, rebuilt from the paths.
struct ElementSelector {
  private let text: String

  /// Nil where it is not a valid selector list.
  init?(_ text: String) {
    self.text = text
    guard Self.parse(text, NameTable()) != nil else { return nil }
  }

  private static func parse(_ text: String, _ names: NameTable) -> SelectorList? {
    SelectorParser(SelectorContext(names: names)).selectorList(TokenCursor(text))
  }

  func elements(in data: ElementData) -> [ElementData.Element] {
    let document = Document()
    guard let list = Self.parse(text, document.names) else { return [] }
    let nodes = Self.build(data, into: document)
    let matcher = SelectorMatcher(document)
    return zip(data.elements, nodes).filter { matcher.matches(list, $0.1) }.map(\.0)
  }

  /// Their boxes in a picture, each a pixel larger where it does not fall on whole pixels.
  func boxes(in data: ElementData, pictureWidth: Int) -> [PixelBox] {
    let scale = data.scale(pictureWidth: pictureWidth)
    return elements(in: data).map { $0.pixels(scale: scale) }.filter { $0.width > 0 && $0.height > 0 }
  }

  /// Of a path, where it goes into a shadow root.
  private static let shadow = -1

  /// Elements without a box are not in the data: where a path says that siblings are missing, unnamed
  /// ones take their places, so that positions are right.
  private static func build(_ data: ElementData, into document: Document) -> [NodeID] {
    // The open elements: each with the number of its children so far.
    var open: [(node: NodeID, index: Int, children: Int)] = [(.document, 0, 0)]
    let placeholder = document.names.intern("x-without-box")
    var made = 0
    return data.elements.map { element in
      let path = element.path.split(separator: "/").prefix(2_000).compactMap { $0 == "shadow" ? Self.shadow : Int($0) }
      var depth = 0
      while depth < path.count, depth + 1 < open.count, open[depth + 1].index == path[depth] { depth += 1 }
      open.removeLast(open.count - 1 - depth)
      for level in depth..<max(depth, path.count) {
        if path[level] == Self.shadow {
          let host = open[level].node
          if document.shadowRoot(host).isNone { _ = document.attachShadow(to: host, ShadowRootOptions()) }
          let root = document.shadowRoot(host)
          open.append((root.isNone ? host : root, Self.shadow, 0))
          continue
        }
        let isLast = level == path.count - 1
        while open[level].children < path[level], made < 1_000_000 {
          document.link(document.makeElement(placeholder), into: open[level].node)
          open[level].children += 1
          made += 1
        }
        let node = document.makeElement(
          isLast ? document.names.intern(element.tag) : placeholder,
          attributes: isLast
            ? (element.attributes ?? [:]).map { Attribute(name: document.names.intern($0.key), value: $0.value) } : [])
        document.link(node, into: open[level].node)
        open[level].children += 1
        open.append((node, path[level], 0))
      }
      return open[open.count - 1].node
    }
  }
}

extension ElementData.Element {
  /// Every pixel of a picture that the box touches.
  func pixels(scale: Double) -> PixelBox {
    func whole(_ value: Double) -> Int { Int(max(-1e6, min(1e9, value.isFinite ? value : 0))) }
    let (left, top) = (whole((x * scale).rounded(.down)), whole((y * scale).rounded(.down)))
    let right = whole(((x + width) * scale).rounded(.up))
    let bottom = whole(((y + height) * scale).rounded(.up))
    return PixelBox(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }
}
