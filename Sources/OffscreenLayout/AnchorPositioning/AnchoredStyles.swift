import OffscreenCSS
import OffscreenDOM

/// What of a document positioning by anchors asks for, found once a layout.
struct AnchorFacts {
  /// Elements that keep names of anchors to themselves.
  var scopes: [NodeID: AnchorScope] = [:]
  /// Elements that are anchors without a name.
  var implicit: Set<NodeID> = []
}

extension LayoutContext {
  var anchorScopes: [NodeID: AnchorScope] { anchorFacts.scopes }

  func findAnchorFacts() -> AnchorFacts {
    var facts = AnchorFacts()
    for (index, box) in boxes.boxes.enumerated() where box.origin != .anonymous && box.kind != .text {
      let anchor = box.style.box.anchor
      if box.flags.contains(.outOfFlow), box.style.isPlacedByAnchors {
        let element = implicitAnchor(of: BoxID(rawValue: Int32(truncatingIfNeeded: index)))
        if !element.isNone { facts.implicit.insert(element) }
      }
      if !anchor.isInitial, anchor.scope != .none, box.origin == .element { facts.scopes[box.node] = anchor.scope }
    }
    return facts
  }

  // MARK: Styles that layout settles

  /// Optimization: asked of each absolutely positioned box several times; most pages have no anchors.
  func isPlacedByAnchors(_ box: BoxID) -> Bool {
    boxes.mayHaveAnchors && declaredStyle(of: box).isPlacedByAnchors
  }

  /// The style of a box before layout settled it.
  func declaredStyle(of box: BoxID) -> ComputedStyle { declaredStyles[box] ?? boxes[box].style }

  /// Lays a box out by another style from here on.
  func settle(_ style: ComputedStyle, of box: BoxID) {
    let index = Int(box.rawValue)
    let before = boxes.boxes[index].style
    guard before !== style else { return }
    if declaredStyles[box] == nil { declaredStyles[box] = before }
    boxes.boxes[index].style = style
    if style.box == before.box, style.alignment == before.alignment { return }
    forget(box)
    // The boxes right inside may ask how this one stands.
    var child = boxes.boxes[index].firstChild
    while !child.isNone {
      if boxes.boxes[Int(child.rawValue)].kind == .tableGrid { boxes.boxes[Int(child.rawValue)].style = style }
      forget(child)
      child = boxes.boxes[Int(child.rawValue)].nextSibling
    }
  }

  var settledStyles: [NodeID: ComputedStyle] {
    var styles: [NodeID: ComputedStyle] = [:]
    for box in declaredStyles.keys where boxes[box].origin == .element { styles[boxes[box].node] = boxes[box].style }
    return styles
  }

  /// The boxes with the styles that they had before layout settled some.
  package var boxesBeforeLayout: BoxTree {
    guard !declaredStyles.isEmpty else { return boxes }
    var result = boxes
    for (box, style) in declaredStyles { result.setStyle(style, of: box) }
    return result
  }
}

extension BoxTree {
  /// Of a box, and of the grid of a table.
  fileprivate mutating func setStyle(_ style: ComputedStyle, of box: BoxID) {
    let old = boxes[Int(box.rawValue)].style
    boxes[Int(box.rawValue)].style = style
    var child = boxes[Int(box.rawValue)].firstChild
    while !child.isNone {
      let index = Int(child.rawValue)
      if boxes[index].kind == .tableGrid, boxes[index].style === old { boxes[index].style = style }
      child = boxes[index].nextSibling
    }
  }
}

extension LayoutContext {
  /// Takes over the styles that an earlier layout settled, for boxes that may be as they were. `numbers`: of boxes now,
  /// by those before.
  func takeSettledStyles(from before: LayoutContext, _ numbers: [BoxID]?) {
    for (old, declared) in before.declaredStyles {
      let box = numbers.map { $0[Int(old.rawValue)] } ?? old
      guard !box.isNone else { continue }
      let settled = before.boxes[old].style
      let now = boxes[box].style
      // What is to be laid out anew may be one that no anchors place any more, whose style is settled by nothing.
      guard now === declared || declared.effect(ofChangeTo: now) < .layout else { continue }
      declaredStyles[box] = now
      // What does not change layout may have changed.
      boxes.boxes[Int(box.rawValue)].style = now === declared ? settled : settled.placing(now)
    }
  }
}

extension ComputedStyle {
  /// Another style with the places and sizes of this one.
  fileprivate func placing(_ other: ComputedStyle) -> ComputedStyle {
    var values = StyleValues(copying: other)
    (values.box.inset, values.box.margin) = (box.inset, box.margin)
    (values.box.width, values.box.minWidth, values.box.maxWidth) = (box.width, box.minWidth, box.maxWidth)
    (values.box.height, values.box.minHeight, values.box.maxHeight) = (box.height, box.minHeight, box.maxHeight)
    (values.alignment.alignSelf, values.alignment.justifySelf) = (alignment.alignSelf, alignment.justifySelf)
    values.box.anchor = box.anchor
    return ComputedStyle(values)
  }
}
