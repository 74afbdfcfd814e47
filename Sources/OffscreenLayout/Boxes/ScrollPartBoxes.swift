import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// What a marker of a scroll container marks.
package enum ScrollMarkerTarget: Hashable, Sendable {
  case element(NodeID)
  /// Of the scroll container itself.
  case column(Int)
}

/// What a layout finds of scroll containers, which their buttons and markers show.
package struct ScrollParts: Equatable, Sendable {
  /// The sides to which those with buttons can be scrolled.
  package internal(set) var scrollable: [NodeID: BoxSides] = [:]
  /// Which marker is that of what a container with markers is scrolled to.
  package internal(set) var current: [NodeID: Int] = [:]
  /// How many columns a container with markers has.
  package internal(set) var columns: [NodeID: Int] = [:]

  package func state(ofMarker index: Int, in scroller: NodeID) -> PseudoState {
    guard let current = current[scroller] else { return .plain }
    return index == current ? .current : index < current ? .beforeCurrent : .afterCurrent
  }
}

/// The box of a scroll container's markers, which come from all over what is in it.
struct MarkerGroup {
  let scroller: NodeID
  let draft: Int
  let decorations: Int32
  /// Whether the markers are items of it.
  let hasItems: Bool
  var boxes: [Int] = []
  var targets: [ScrollMarkerTarget] = []
}

/// The group of the nearest scroll container that has one, by the chain of containing blocks that leads to it; -1
/// without.
struct OpenMarkerGroups {
  var inFlow = -1
  var absolute = -1
  var fixed = -1
  /// That of the present element's own marker.
  var ofElement = -1

  func group(of position: Position) -> Int {
    switch position {
    case .static, .relative, .sticky: inFlow
    case .absolute: absolute
    case .fixed: fixed
    }
  }
}

/// Buttons and markers of scroll containers.
/// https://drafts.csswg.org/css-overflow-5/#scroll-navigation
extension BoxTreeBuilder {
  /// Generates an element's boxes (the root element's children) with those of its parts beside them: its group of markers
  /// before it, or behind the buttons that follow it.
  mutating func withScrollParts(
    of node: NodeID, into children: inout [Int], _ generate: (inout BoxTreeBuilder, inout [Int]) -> Void
  ) {
    guard let computed = input.styles.style(of: node), !document.isInTopLayer(node) || node == topLayerElement else {
      return generate(&self, &children)
    }
    let style = boxStyle(of: node, computed)
    switch style.box.display {
    case .none, .contents: return generate(&self, &children)
    case .box, .part: break
    }
    let outer = openGroups
    let isRoot = node == document.documentElement
    let isViewport = isRoot || givesOverflowToViewport(node, computed)
    let place = computed.box.scrollMarkerGroup.place
    var own = outer.group(of: style.box.position)
    openGroups.ofElement = own
    let group = place == .none || isViewport && !isRoot ? nil : openMarkerGroup(of: node, style, isRoot: isRoot)
    if let group {
      own = group
      if place == .before { children.append(markerGroups[group].draft) }
    }
    open(own, in: style, isRoot: isRoot)
    generate(&self, &children)
    openGroups = outer
    for button in PseudoElement.scrollButtons { generateScrollButton(button, of: node, computed, into: &children) }
    guard let group else { return }
    if place == .after { children.append(markerGroups[group].draft) }
    drafts[markerGroups[group].draft].children = markerGroups[group].boxes
    finishContainer(markerGroups[group].draft)
    tree.scrollMarkers[node] = markerGroups[group].targets
  }

  /// Whose markers go to this group from now on.
  private mutating func open(_ group: Int, in style: ComputedStyle, isRoot: Bool) {
    let kind: BoxKind =
      switch style.box.display {
      case .box(.inline, .flow, _), .box(.inline, .ruby, _): .inline
      case .part(.tableRow): .tableRow
      case .part(.tableRowGroup), .part(.tableHeaderGroup), .part(.tableFooterGroup): .tableRowGroup
      case .none, .contents, .box, .part: .container
      }
    openGroups.inFlow = group
    if isRoot || style.containsPositioned(forFixed: false, as: kind, isRootElement: isRoot) {
      openGroups.absolute = group
    }
    if isRoot || style.containsPositioned(forFixed: true, as: kind, isRootElement: isRoot) { openGroups.fixed = group }
  }

  /// https://drafts.csswg.org/css-overflow-5/#scroll-marker-group-pseudo
  private mutating func openMarkerGroup(of node: NodeID, _ style: ComputedStyle, isRoot: Bool) -> Int? {
    guard isRoot || style.box.overflowX.scrolls || style.box.overflowY.scrolls,
      let own = input.styles.style(of: node, pseudo: .scrollMarkerGroup), own.box.display != .none
    else { return nil }
    let outer = enterDecorations(own, display: own.box.display)
    let draft = addBox(for: node, own, own.box.display, origin: .scrollMarkerGroup)
    markerGroups.append(
      MarkerGroup(
        scroller: node, draft: draft, decorations: currentDecorations,
        hasItems: drafts[draft].box.context == .flex || drafts[draft].box.context == .grid))
    currentDecorations = outer
    return markerGroups.count - 1
  }

  /// The marker of an element in a scroll container, which goes to the container's group; and of a scroll container
  /// those of its columns.
  /// https://drafts.csswg.org/css-overflow-5/#scroll-markers
  mutating func generateScrollMarkers(of node: NodeID, _ style: ComputedStyle) {
    if case .contents = style.box.display { return }
    if openGroups.ofElement >= 0 { generateMarker(.scrollMarker, of: node, .element(node), into: openGroups.ofElement) }
    let group = openGroups.inFlow
    guard group >= 0, markerGroups[group].scroller == node, style.column.makesColumns,
      input.styles.style(of: node, pseudo: .columnScrollMarker) != nil
    else { return }
    for column in 0..<(input.scrollParts?.columns[node] ?? 1) where drafts.count < input.boxLimit {
      generateMarker(.columnScrollMarker, of: node, .column(column), into: group)
    }
  }

  private mutating func generateMarker(
    _ pseudo: PseudoElement, of node: NodeID, _ target: ScrollMarkerTarget, into group: Int
  ) {
    let index = markerGroups[group].targets.count
    let state = input.scrollParts?.state(ofMarker: index, in: markerGroups[group].scroller) ?? .plain
    guard input.styles.style(of: node, pseudo: pseudo) != nil,
      let style = input.styles.style(of: node, pseudo: pseudo, state: state)
    else { return }
    markerGroups[group].targets.append(target)
    guard case .items(let items, _) = style.content.content, style.box.display != .none else { return }
    let used = markerGroups[group].hasItems ? style.blockified : style
    let outer = currentDecorations
    currentDecorations = markerGroups[group].decorations
    defer { currentDecorations = outer }
    isInWord = false
    var boxes: [Int] = []
    generatePseudo(used, items, of: node, .scrollMarker, into: &boxes)
    markerGroups[group].boxes += boxes
    isInWord = false
  }

  /// https://drafts.csswg.org/css-overflow-5/#scroll-buttons
  private mutating func generateScrollButton(
    _ pseudo: PseudoElement, of node: NodeID, _ style: ComputedStyle, into children: inout [Int]
  ) {
    guard input.styles.style(of: node, pseudo: pseudo) != nil else { return }
    tree.scrollButtonOwners.insert(node)
    var isDisabled = false
    if let found = input.scrollParts, let side = pseudo.scrolledSide(in: style) {
      isDisabled = found.scrollable[node]?.isDisjoint(with: side) ?? true
    }
    guard let own = input.styles.style(of: node, pseudo: pseudo, state: isDisabled ? .disabled : .plain),
      case .items(let items, _) = own.content.content, own.box.display != .none
    else { return }
    isInWord = false
    if let draft = generatePseudo(own, items, of: node, .scrollButton, into: &children), isDisabled {
      drafts[draft].box.flags.insert(.disabled)
    }
  }
}
