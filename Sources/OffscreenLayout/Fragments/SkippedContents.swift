import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// `content-visibility: auto`: what is far from the viewport is not rendered, and as large as
/// `contain-intrinsic-size` says.
/// https://drafts.csswg.org/css-contain-2/#content-visibility
extension FragmentTree {
  /// The boxes whose contents a reader does not see, nor soon will: farther from the viewport than one and a half of its
  /// size, as in Chromium. `position`: where the viewport's top left is. `relevant`: elements that are rendered wherever
  /// they are, those around the focus.
  ///
  /// Of a layout that renders all of them. What is before a box that is near is near too, so that the places of those
  /// stay as they are when the others' contents are skipped.
  package func boxesToSkip(viewport: Size, at position: Point = .zero, relevant: Set<NodeID> = []) -> [BoxID] {
    guard boxes.hasAutomaticContentVisibility, !root.isNone else { return [] }
    let near = Rect(
      x: position.x - viewport.width * 3 / 2, y: position.y - viewport.height * 3 / 2,
      width: viewport.width * 4, height: viewport.height * 4)
    var found: [BoxID] = []
    var waiting: [(id: FragmentID, place: Point)] = [(root, .zero)]
    while let (id, place) = waiting.popLast() {
      let fragment = self[id]
      if fragment.kind == .box, !fragment.box.isNone, isAutomatic(boxes[fragment.box]) {
        let box = Rect(origin: place, size: fragment.size)
        if box.maxY < near.minY || box.minY >= near.maxY || box.maxX < near.minX || box.minX >= near.maxX,
          !relevant.contains(boxes[fragment.box].node)
        {
          found.append(fragment.box)
          continue
        }
      }
      for child in children(id) where !child.fragment.isNone { waiting.append((child.fragment, place + child.offset)) }
    }
    return found
  }

  /// Where a layout skips contents, the boxes are as if they had `content-visibility: hidden`.
  private func isAutomatic(_ box: Box) -> Bool {
    box.origin == .element && box.kind != .inline
      && (box.style.usedContentVisibility == .auto || boxes.skipped.contains(box.node))
  }

  /// The content boxes' sizes to be remembered.
  /// https://drafts.csswg.org/css-sizing-4/#last-remembered
  package func sizesToRemember() -> [NodeID: RememberedSize] {
    guard boxes.remembersSizes else { return [:] }
    var sizes: [NodeID: RememberedSize] = [:]
    let found = contentSizes {
      ($0.style.box.remembersIntrinsicWidth || $0.style.box.remembersIntrinsicHeight)
        && $0.style.usedContentVisibility != .hidden
    }
    for box in boxes.boxes where box.origin == .element {
      guard let size = found[box.node], sizes[box.node] == nil else { continue }
      let style = box.style
      let width = style.box.remembersIntrinsicWidth ? Float(size.width) : nil
      let height = style.box.remembersIntrinsicHeight ? Float(size.height) : nil
      let isHorizontal = style.text.writingMode.isHorizontal
      sizes[box.node] = RememberedSize(inline: isHorizontal ? width : height, block: isHorizontal ? height : width)
    }
    return sizes
  }
}

/// The size of an element's content box when its contents were last rendered, in CSS pixels along its own axes.
package struct RememberedSize: Equatable, Sendable {
  package var inline: Float?
  package var block: Float?

  package init(inline: Float? = nil, block: Float? = nil) { (self.inline, self.block) = (inline, block) }
}

extension BoxTree {
  /// The same boxes as if these had `content-visibility: hidden`.
  package func skippingContents(of skipped: [BoxID], remembered: [NodeID: RememberedSize] = [:]) -> BoxTree {
    var copy = self
    for id in skipped {
      let index = Int(id.rawValue)
      var values = StyleValues(copying: copy.boxes[index].style)
      values.box.contentVisibility = .hidden
      values.box.contain.insert(.size)
      values.useRemembered(remembered[copy.boxes[index].node])
      copy.boxes[index].style = ComputedStyle(values)
      copy.skipped.insert(copy.boxes[index].node)
    }
    return copy
  }

  /// The same boxes with the remembered sizes of those whose contents are skipped.
  package func using(_ remembered: [NodeID: RememberedSize]) -> BoxTree {
    guard remembersSizes, !remembered.isEmpty else { return self }
    var copy = self
    for index in boxes.indices where boxes[index].origin == .element {
      let style = boxes[index].style
      guard style.usedContentVisibility == .hidden, let size = remembered[boxes[index].node] else { continue }
      var values = StyleValues(copying: style)
      values.useRemembered(size)
      copy.boxes[index].style = ComputedStyle(values)
    }
    return copy
  }
}

extension StyleValues {
  /// https://drafts.csswg.org/css-sizing-4/#intrinsic-size-override
  fileprivate mutating func useRemembered(_ size: RememberedSize?) {
    guard let size else { return }
    let isHorizontal = text.writingMode.isHorizontal
    if box.remembersIntrinsicWidth, let width = isHorizontal ? size.inline : size.block {
      box.containIntrinsicWidth = width
    }
    if box.remembersIntrinsicHeight, let height = isHorizontal ? size.block : size.inline {
      box.containIntrinsicHeight = height
    }
  }
}

extension ComputedStyle {
  /// Whether `content-visibility` hides what is in a box of this style: it does not apply to inline boxes.
  package var skipsContents: Bool {
    usedContentVisibility == .hidden && box.display != .inline && box.display != .contents
  }
}
