import OffscreenCSS
import OffscreenDOM

/// The styles of an element's pseudo-elements.
extension StyleWalk {
  private static let markerAlone: [PseudoElement] = [.marker]

  mutating func computePseudoElements(of node: NodeID, _ style: ComputedStyle, _ id: StyleID) {
    pseudosWithContent = []
    guard style.box.display != .none else { return }
    let isListItem = if case .box(_, _, listItem: true) = style.box.display { true } else { false }
    // Optimization: rules name markers of all elements, and few of the others.
    var named: UInt64 = isListItem ? PseudoElement.marker.bit : 0
    for match in pseudos where match.pseudo != .marker { named |= match.pseudo.isScrollPart ? .max : match.pseudo.bit }
    guard named != 0 else { return }
    let isContainer = style.isQueryContainer
    if isContainer { containers.append(node) }
    defer { if isContainer { containers.removeLast() } }
    for pseudo in named == PseudoElement.marker.bit ? Self.markerAlone : PseudoElement.styled
    where named & pseudo.bit != 0 {
      entries.removeAll(keepingCapacity: true)
      appendEntries(of: pseudo, .none, node, style)
      if pseudo == .marker ? !isListItem : entries.isEmpty { continue }
      if pseudo == .pickerIcon, style.box.appearance != .baseSelect || !document.isMenu(node) { continue }
      // Whether a scroll container has a group is its own to say; its other parts have content from somewhere.
      if pseudo.isScrollPart,
        pseudo == .scrollMarkerGroup
          ? style.box.scrollMarkerGroup.place == .none
          : !entries.contains(where: { $0.level > CascadeLevel(.userAgent) })
      {
        continue
      }
      if pseudo.needsContent, !pseudo.isScrollPart, cannotHaveContent(pseudo, node) { continue }
      entries.sortByStrength()
      let situation = situation(of: pseudo, node)
      let parent = pseudo.isOfDetailsContent ? styled.styleID(of: node, pseudo: .detailsContent) : id
      if parent.isNone { continue }
      let pseudoID = self.style(of: node, pseudo, styled.styles[Int(parent.rawValue)], parent, situation)
      if pseudo.needsContent {
        let box = styled.styles[Int(pseudoID.rawValue)]
        if case .items = box.content.content {
          // An animation may be what hides it.
          pseudosWithContent.insert(pseudo)
          if box.box.display != .none { styled.set(pseudoID, of: node, pseudo: pseudo) }
        }
      } else {
        styled.set(pseudoID, of: node, pseudo: pseudo)
      }
      if pseudo.isScrollPart { computeOtherStates(of: pseudo, node, style, id, situation) }
    }
  }

  /// Whether none of the declarations that apply to a pseudo-element gives it content, nor a script's animation.
  ///
  /// Optimization: sheets that begin with `*, ::before, ::after` would have two more styles found for each element.
  private func cannotHaveContent(_ pseudo: PseudoElement, _ node: NodeID) -> Bool {
    let gives = entries.contains { ($0.block >= 0 ? rules.block($0.block) : attached.block($0.block)).mayGiveContent }
    return !gives && !isMovedByDrawing(node)
      && table?.effects(on: AnimationTable.Target(node: node, pseudo: pseudo)).isEmpty ?? true
  }

  /// The styles that a part of a scroll container has in states that a layout finds.
  private mutating func computeOtherStates(
    of pseudo: PseudoElement, _ node: NodeID, _ style: ComputedStyle, _ id: StyleID, _ situation: StyleBuilder.Situation
  ) {
    guard pseudos.contains(where: { pseudo.isMeant(by: $0.pseudo, in: style) && $0.test.states != .all }) else {
      return
    }
    for state in PseudoState.allCases where state != .plain {
      entries.removeAll(keepingCapacity: true)
      appendEntries(of: pseudo, .none, node, style, state)
      entries.sortByStrength()
      let other = styleOfEntries(of: node, pseudo, style, id, situation)
      styled.set(other, of: node, pseudo: pseudo, state: state)
    }
  }

  mutating func appendEntries(
    of pseudo: PseudoElement, _ highlight: Atom, _ node: NodeID, _ style: ComputedStyle, _ state: PseudoState = .plain
  ) {
    for match in pseudos
    where pseudo.isMeant(by: match.pseudo, in: style) && match.test.highlight == highlight
      && match.test.states.contains(state)
    {
      let rule = match.entry.block
      if rule >= 0, rules.hasContainers(rule), !containersMatch(rule, node, isPseudo: true) { continue }
      entries.append(match.entry)
    }
  }

  func situation(of pseudo: PseudoElement, _ node: NodeID) -> StyleBuilder.Situation {
    switch pseudo {
    case .marker: [.pseudo, .marker]
    case .before, .after, .detailsContent: blockifiesChildren(node) ? [.pseudo, .item] : .pseudo
    case .backdrop: [.pseudo, .topLayer]
    case .firstLetter, .detailsContentFirstLetter: [.pseudo, .firstLetter]
    case .firstLine, .detailsContentFirstLine: [.pseudo, .firstLine]
    case .detailsContentBefore, .detailsContentAfter:
      styled.style(of: node, pseudo: .detailsContent)?.box.blockifiesChildren ?? false ? [.pseudo, .item] : .pseudo
    case .scrollMarkerGroup, .scrollButtonBlockStart, .scrollButtonInlineStart, .scrollButtonInlineEnd,
      .scrollButtonBlockEnd:
      scrollPartSituation(of: pseudo, node)
    case .pickerIcon: styled.style(of: node)?.box.blockifiesChildren ?? false ? [.pseudo, .item] : .pseudo
    case .placeholder, .selection, .fileSelectorButton, .innerSpinButton, .progressBar, .progressValue,
      .sliderTrack, .sliderThumb, .meterBar, .meterOptimum, .meterSuboptimum, .meterEvenLessGood, .highlight,
      .targetText, .scrollMarker, .columnScrollMarker, .scrollButton,
      .scrollButtonUp, .scrollButtonLeft, .scrollButtonRight, .scrollButtonDown, .column:
      .pseudo
    }
  }

  /// Their boxes are beside the element's; those of the root element inside.
  private func scrollPartSituation(of pseudo: PseudoElement, _ node: NodeID) -> StyleBuilder.Situation {
    var situation: StyleBuilder.Situation = pseudo == .scrollMarkerGroup ? [.pseudo, .scrollMarkerGroup] : .pseudo
    let outer = node == document.documentElement ? node : document.flatParent(node)
    if blockifiesChildren(outer) { situation.insert(.item) }
    return situation
  }
}

extension PseudoElement {
  /// In sets of them, of which there are fewer than 64.
  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// Whether it has no box without `content`.
  fileprivate var needsContent: Bool {
    self == .before || self == .after || self == .pickerIcon || self == .detailsContentBefore
      || self == .detailsContentAfter
      || isScrollPart && self != .scrollMarkerGroup
  }
}
