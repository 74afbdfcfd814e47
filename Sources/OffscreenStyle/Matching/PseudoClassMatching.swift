import OffscreenCSS
import OffscreenDOM

extension SelectorMatcher {
  func matches(_ pseudoClass: PseudoClass, _ element: NodeID) -> Bool {
    switch pseudoClass {
    case .root: return document.parent(element) == .document
    case .scope: return scope.isNone ? document.parent(element) == .document : element == scope
    case .empty: return isEmpty(element)
    case .firstChild: return previous(element).isNone
    case .lastChild: return next(element).isNone
    case .onlyChild: return previous(element).isNone && next(element).isNone
    case .firstOfType: return siblings.position(of: element, fromEnd: false, ofType: true, in: document) == 1
    case .lastOfType: return siblings.position(of: element, fromEnd: true, ofType: true, in: document) == 1
    case .onlyOfType:
      return siblings.position(of: element, fromEnd: false, ofType: true, in: document) == 1
        && siblings.position(of: element, fromEnd: true, ofType: true, in: document) == 1
    case .anyLink: return isLink(element)
    case .link: return isLink(element) && element != visitedLink
    case .visited: return element == visitedLink
    case .defined: return isDefined(element)
    case .open:
      return (document.isHTML(element, .details) || document.isHTML(element, .dialog))
        && has(element, .open)
    case .focus: return hasFocus(element)
    case .focusVisible: return document.focus.isVisible && document.focus.element == element
    case .focusWithin:
      var node = document.focus.element
      while !node.isNone, node != element { node = document.flatParent(node) }
      return !node.isNone
    case .hasSlotted: return hasSlotted(element)
    case .modal: return document.controlState(element)?.isModal ?? false
    case .target: return element == target
    case .popoverOpen: return document.controlState(element)?.isPopoverOpen ?? false
    case .enabled: return formState.canBeDisabled(element) && !formState.isDisabled(element)
    case .disabled: return formState.isDisabled(element)
    case .checked: return formState.isChecked(element)
    case .indeterminate: return formState.isIndeterminate(element)
    case .default: return formState.isDefault(element)
    case .required: return formState.canBeRequired(element) && has(element, .required)
    case .optional: return formState.isOptional(element)
    case .readWrite: return formState.isReadWrite(element)
    case .readOnly: return !formState.isReadWrite(element)
    case .placeholderShown: return formState.showsPlaceholder(element)
    case .valid: return formState.isValid(element) == true
    case .invalid: return formState.isValid(element) == false
    case .inRange: return formState.isInRange(element) == true
    case .outOfRange: return formState.isInRange(element) == false
    }
  }

  /// A host has the focus while anything in its shadow tree has.
  /// https://html.spec.whatwg.org/multipage/semantics-other.html#selector-focus
  private func hasFocus(_ element: NodeID) -> Bool {
    var node = document.focus.element
    while !node.isNone {
      if node == element { return true }
      node = document.host(document.containingShadowRoot(node))
    }
    return false
  }

  private func has(_ element: NodeID, _ attribute: KnownName) -> Bool {
    document.hasAttribute(element, attribute)
  }

  /// https://drafts.csswg.org/selectors-3/#empty-pseudo: whitespace is content, as in browsers.
  private func isEmpty(_ element: NodeID) -> Bool {
    var node = document.firstChild(element)
    while !node.isNone {
      switch document.kind(node) {
      case .element: return false
      case .text: if !document.text(node).isEmpty { return false }
      case .comment, .processingInstruction, .document, .documentType, .documentFragment: break
      }
      node = document.nextSibling(node)
    }
    return true
  }

  /// Of all links those to the page itself were visited, and of them Chromium knows the empty ones.
  func isVisited(_ element: NodeID) -> Bool {
    isHTMLElement(element) && isLink(element) && document.attribute(element, .href)?.isEmpty == true
  }

  private func isLink(_ element: NodeID) -> Bool {
    switch document.namespace(element) {
    case .html:
      let name = document.name(element)
      return (name == .a || name == .area) && has(element, .href)
    case .svg:
      return document.name(element) == .a
        && (has(element, .href) || document.hasAttribute(element, Atom(.href), namespace: .xlink))
    case .mathML, .xlink, .xml, .xmlns, .other, .none: return false
    }
  }

  /// Scripts say which custom elements have a definition. No other element that could be one has.
  /// https://html.spec.whatwg.org/multipage/semantics-other.html#selector-defined
  private func isDefined(_ element: NodeID) -> Bool {
    if let isDefined = document.controlState(element)?.isDefined { return isDefined }
    guard document.namespace(element) == .html else { return true }
    let name = document.name(element)
    if name.known == nil, document.names.spelling(of: name).utf8.contains(0x2D) { return false }
    return document.names.find("is").map { !document.hasAttribute(element, $0) } ?? true
  }
}
