import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

extension BoxTreeBuilder {
  /// The boxes of the top layer, the lowest first, each with its backdrop below it.
  /// https://drafts.csswg.org/css-position-4/#rendering
  mutating func generateTopLayer(into children: inout [Int]) {
    var made: [(place: Int, boxes: [Int])] = []
    // One may hold others.
    while let element = topLayer.popLast() {
      topLayerElement = element
      var boxes: [Int] = []
      if let backdrop = generateBackdrop(of: element) { boxes.append(backdrop) }
      generate(element, into: &boxes)
      for box in boxes { drafts[box].box.flags.insert(.topLayer) }
      made.append((document.controlState(element)?.topLayerPlace ?? 0, boxes))
    }
    topLayerElement = .none
    made.sort { $0.place < $1.place }
    children += made.flatMap(\.boxes)
  }

  private mutating func generateBackdrop(of element: NodeID) -> Int? {
    guard let style = input.styles.style(of: element, pseudo: .backdrop) else { return nil }
    switch style.box.display {
    case .none, .contents: return nil
    case .box, .part: break
    }
    let box = addBox(for: element, style, style.box.display, origin: .userAgentPart)
    finishContainer(box)
    return box
  }
}

extension BoxTree {
  /// Whether a box is the root element's.
  package func isRootElement(_ box: Box) -> Bool {
    box.parent == .root && box.origin == .element && !box.flags.contains(.topLayer)
  }
}
