import OffscreenCSS
import OffscreenDOM

/// Styles with what animations and transitions come to.
extension StyleWalk {
  /// The style with the animations of an element at this moment of the page's clock, some of which may begin or end by
  /// it. `base`: without them.
  mutating func movingStyle(
    of node: NodeID, _ pseudo: PseudoElement?, _ parent: ComputedStyle, _ situation: StyleBuilder.Situation,
    base: StyleID, _ table: AnimationTable
  ) -> StyleID {
    let target = AnimationTable.Target(node: node, pseudo: pseudo)
    let style = styled.styles[Int(base.rawValue)]
    let around = table.afterChange.isEmpty ? nil : table.afterChange[pseudo == nil ? document.flatParent(node) : node]
    guard around != nil || table.concerns(target, style) || table.afterChange[node] != nil else { return base }
    insertTransformHint()
    let afterParent = around.map { $0.with(fontOf: parent) } ?? parent
    let after = around == nil ? style : plainStyle(of: node, pseudo, afterParent, situation, cascadeBlocks()).style
    let starting = {
      self.entries.contains(where: \.isStarting)
        ? self.plainStyle(of: node, pseudo, afterParent, situation, self.cascadeBlocks(starting: true)).style : nil
    }
    if !table.isHeld, table.concerns(target, style) {
      table.update(
        target, base: style, after: after, starting: starting, animations, trees: trees(ofKeyframesFor: node))
    }
    let effects = table.effects(on: target)
    // What is in it compares itself with this style as it is without transitions.
    if pseudo == nil {
      var kept: ComputedStyle?
      if around != nil || effects.contains(where: { $0.kind == .transition }) {
        let moving = effects.filter { $0.kind != .transition }
        kept =
          moving.isEmpty ? after : animatedStyle(of: node, pseudo, afterParent, situation, effects: moving).style
      }
      if let kept, let known = table.afterChange[node] {
        isOtherInside = !kept.isSame(as: known)
      } else {
        isOtherInside = kept != nil || table.afterChange[node] != nil
      }
      table.afterChange[node] = kept
    }
    guard !effects.isEmpty || style.animation.value.isMovedByScrolling else { return base }
    let found = animatedStyle(of: node, pseudo, parent, situation)
    return styled.add(found.style, inheritsExplicitly: found.inheritsExplicitly)
  }

  /// The style that declarations make by themselves.
  func plainStyle(
    of node: NodeID, _ pseudo: PseudoElement?, _ parent: ComputedStyle, _ situation: StyleBuilder.Situation,
    _ blocks: [CascadeBlock]
  ) -> StyleBuilder.Result {
    let surroundings = surroundings(of: node, pseudo)
    func style(_ blocks: [CascadeBlock]) -> StyleBuilder.Result {
      builder.style(parent: parent, blocks: blocks, situation: situation, surroundings: surroundings)
    }
    return style(blocks + drawingBlocks(of: node, blocks) { style($0).style })
  }

  /// Whether an animation of a drawing changes a property of an element.
  func isMovedByDrawing(_ node: NodeID) -> Bool {
    !document.animatedElements.isEmpty && document.animatedElements[node]?.properties.isEmpty == false
  }

  /// What the animations of drawings have made of an element's properties: below the animations of style sheets.
  /// https://drafts.csswg.org/css-cascade-5/#cascade-sort
  private func drawingBlocks(
    of node: NodeID, _ blocks: [CascadeBlock], _ style: ([CascadeBlock]) -> ComputedStyle
  ) -> [CascadeBlock] {
    guard isMovedByDrawing(node), let moved = document.animatedElements[node] else { return [] }
    let effects = animations.effects(of: moved, on: AnimationTable.Target(node: node, pseudo: nil))
    return animations.effects(effects, on: style(blocks), cascade: { style(blocks + $0) })?.blocks ?? []
  }

  /// The style that `entries` make, with its animations at the time of the picture.
  /// `effects`: others than all that the element has.
  func animatedStyle(
    of node: NodeID, _ pseudo: PseudoElement?, _ parent: ComputedStyle, _ situation: StyleBuilder.Situation,
    effects: [AnimationTable.Effect]? = nil
  ) -> StyleBuilder.Result {
    let surroundings = surroundings(of: node, pseudo)
    var blocks = cascadeBlocks()
    var situation = situation
    var (isPersonal, inheritsExplicitly, takesTransformHint) = (false, false, false)
    func style(_ blocks: [CascadeBlock]) -> ComputedStyle {
      let result = builder.style(parent: parent, blocks: blocks, situation: situation, surroundings: surroundings)
      isPersonal = isPersonal || result.isPersonal
      inheritsExplicitly = inheritsExplicitly || result.inheritsExplicitly
      takesTransformHint = result.takesTransformHint && result.style.animation.isInitial
      return result.style
    }
    func result(_ style: ComputedStyle) -> StyleBuilder.Result {
      StyleBuilder.Result(
        style: style, isPersonal: isPersonal, inheritsExplicitly: inheritsExplicitly,
        takesTransformHint: takesTransformHint)
    }
    func take(_ result: AnimationSampler.Result) {
      blocks += result.blocks
      if result.changesStacking { situation.insert(.animatesStacking) }
      if result.changesContainingBlock { situation.insert(.animatesContainingBlock) }
    }
    blocks += drawingBlocks(of: node, blocks, style)
    var current = style(blocks)
    if let table {
      let effects = effects ?? table.effects(on: AnimationTable.Target(node: node, pseudo: pseudo))
      if !effects.isEmpty, let moved = animations.effects(effects, on: current, cascade: { style(blocks + $0) }) {
        take(moved)
        current = style(blocks)
      }
      // What scrolling moves has no time of its own, which scripts could have a part in.
      guard current.animation.value.isMovedByScrolling else { return result(current) }
    } else if current.animation.isInitial {
      return result(current)
    }
    let moved = animations.animations(
      on: current, in: trees(ofKeyframesFor: node), ofScrolling: table != nil,
      timeline: { self.timelines?($0, node) }, cascade: { style(blocks + $0) })
    if let moved {
      take(moved)
      current = style(blocks)
    }
    if table != nil { return result(current) }
    if entries.contains(where: \.isStarting),
      let result = animations.transitions(from: style(cascadeBlocks(starting: true)), to: current)
    {
      take(result)
      current = style(blocks)
    }
    return result(current)
  }

  /// Where the keyframes that an element names are: in the tree whose rule names them, and in those around it.
  private func trees(ofKeyframesFor node: NodeID) -> [Int] {
    guard document.hasShadowTrees else { return AnimationSampler.documentAlone }
    func names(_ declaration: Declaration) -> Bool { declaration.property == PropertyTable.animationName }
    let naming = entries.last {
      let block = $0.block >= 0 ? rules.block($0.block) : attached.block($0.block)
      return block.normal.late.contains(where: names) || block.important.late.contains(where: names)
    }
    var root = TreesAround(node, in: document).root(at: naming?.level.tree ?? 0)
    var trees: [Int] = []
    while !root.isNone {
      if let tree = rules.shadowTrees[root] { trees.append(tree.number) }
      root = document.containingShadowRoot(document.host(root))
    }
    return trees + AnimationSampler.documentAlone
  }
}

extension ComputedStyle {
  /// Lengths of the font follow a transition of it, and begin none of their own, as in Chromium.
  fileprivate func with(fontOf other: ComputedStyle) -> ComputedStyle {
    if font == other.font { return self }
    var values = StyleValues(copying: self)
    values.font = other.font
    return ComputedStyle(values)
  }
}
