import OffscreenCSS
import OffscreenGeometry

/// The types of pages that boxes ask for.
/// https://drafts.csswg.org/css-page-3/#using-named-pages
struct PageNames {
  private let boxes: BoxTree
  /// Whether any box asks for one.
  let areUsed: Bool

  init(_ boxes: BoxTree) {
    self.boxes = boxes
    areUsed = boxes.boxes.contains { !$0.style.column.page.isEmpty }
  }

  /// The used value: that of the parent for `auto`.
  func name(of box: BoxID) -> String {
    guard areUsed else { return "" }
    var box = box
    while !box.isNone {
      let own = boxes[box].style.column.page
      if !own.isEmpty { return own }
      box = boxes[box].parent
    }
    return ""
  }

  /// The page value at the start of a box, or at its end: that of its first or last child, where breaks go on to it.
  /// `child`: the one whose breaks are those of a box.
  func name(at box: BoxID, _ child: (BoxID) -> BoxID) -> String {
    guard areUsed else { return "" }
    var box = box
    while true {
      let next = child(box)
      if next.isNone { return name(of: box) }
      box = next
    }
  }

  struct Change {
    /// Along the strip.
    var offset: LayoutUnit
    var name: String
    /// Whether a box of the type begins, and not one of another type ends.
    var isStart: Bool
  }

  /// Where along a strip the type of page changes, in order.
  func changes(in strip: FragmentID, _ tree: FragmentTree, _ direction: WritingDirection) -> [Change] {
    var changes: [Change] = []
    collect(strip, at: .zero, "", tree, direction, &changes)
    return changes
  }

  /// As deep as the box tree.
  private func collect(
    _ id: FragmentID, at start: LayoutUnit, _ name: String, _ tree: FragmentTree, _ direction: WritingDirection,
    _ changes: inout [Change]
  ) {
    for link in tree.children(id) where !link.fragment.isNone {
      let child = tree[link.fragment]
      guard child.kind == .box, !child.box.isNone else { continue }
      let box = boxes[child.box]
      guard box.kind != .inline, box.flags.isDisjoint(with: [.outOfFlow, .floating, .atomicInline]) else { continue }
      let offset = start + direction.logical(link.offset, of: child.size, in: tree[id].size).block
      let own = box.style.column.page.isEmpty ? name : box.style.column.page
      if own != name { changes.append(Change(offset: offset, name: own, isStart: true)) }
      collect(link.fragment, at: offset, own, tree, direction, &changes)
      if own != name {
        changes.append(Change(offset: offset + direction.logical(child.size).block, name: name, isStart: false))
      }
    }
  }
}

/// What layout asks of the pages that it goes onto.
final class PagesInLayout {
  let names: PageNames
  /// The inline size of the area of the first page, beside others without a name.
  let firstWidth: LayoutUnit
  private let widthOfName: (String) -> LayoutUnit
  private var widths: [String: LayoutUnit] = [:]

  /// `width`: the inline size of the area of pages of a name.
  init(_ names: PageNames, firstWidth: LayoutUnit, width: @escaping (String) -> LayoutUnit) {
    (self.names, self.firstWidth, widthOfName) = (names, firstWidth, width)
  }

  func width(_ name: String) -> LayoutUnit {
    if let known = widths[name] { return known }
    let width = widthOfName(name)
    widths[name] = width
    return width
  }
}

extension LayoutContext {
  /// How much wider a child may be than its container says, being on pages of another type.
  func widening(of child: BoxID, in container: BoxID) -> LayoutUnit {
    guard let pages, pages.names.areUsed || pages.firstWidth != pages.width("") else { return .zero }
    let (own, outer) = (pages.names.name(of: child), pages.names.name(of: container))
    var widening = pages.width(own) - pages.width(outer)
    if own == outer {
      widening = pages.firstWidth - pages.width(own)
      guard widening != .zero, isAloneOnFirstPage(child), !isAloneOnFirstPage(container) else { return .zero }
    }
    // Where something around it is not as wide as its page, it is not its page that says how wide it is.
    var around = container
    while !around.isNone {
      let style = boxes[around].style.box
      guard style.width.isAuto, style.maxWidth.isAuto else { return .zero }
      around = boxes[around].parent
    }
    return widening
  }

  /// Whether a box begins the document, and what follows it begins another page: a cover.
  private func isAloneOnFirstPage(_ box: BoxID) -> Bool {
    guard box != .root, pages?.names.name(of: box).isEmpty ?? false else { return false }
    var next = boxes[box].nextSibling
    while !next.isNone, !self[next].isInFlow { next = boxes[next].nextSibling }
    guard !next.isNone,
      breakAfter(box, available: .zero).joined(breakBefore(next, available: .zero)) == .forced
        || changesPage(between: box, and: next)
    else { return false }
    var box = box
    while box != .root {
      var before = boxes[box].previousSibling
      while !before.isNone, !self[before].isInFlow { before = boxes[before].previousSibling }
      guard before.isNone, !boxes[box].parent.isNone else { return false }
      box = boxes[box].parent
    }
    return true
  }

  /// Whether a box is followed by one that is on pages of another type.
  func changesPage(between previous: BoxID, and next: BoxID) -> Bool {
    guard let names = pages?.names, names.areUsed, !previous.isNone else { return false }
    return names.name(at: previous) { lastBreakingChild(of: $0) } != names.name(at: next) { firstBreakingChild(of: $0) }
  }
}
