import OffscreenDOM

/// End tags in body, and what comes after the body.
/// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
extension TreeBuilder {
  mutating func inBodyEnd() -> Bool {
    let name = tokenizer.name
    guard let known = name.known else {
      anyOtherEndTag(name)
      return true
    }
    switch known {
    case .template:
      templateEnd()
    case .body:
      if isInScope(.body) { mode = .afterBody }
    case .html:
      guard isInScope(.body) else { return true }
      mode = .afterBody
      return false
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div,
      .dl, .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav,
      .ol, .pre, .search, .section, .select, .summary, .ul:
      guard isInScope(known) else { return true }
      generateImpliedEndTags()
      popUntil(known)
    case .form:
      formEnd()
    case .p:
      if !isInScope(.p, .buttonScope) { insertImplied(.p) }
      closeParagraph()
    case .li:
      guard isInScope(.li, .listItemScope) else { return true }
      generateImpliedEndTags(except: name)
      popUntil(.li)
    case .dd, .dt:
      guard isInScope(known) else { return true }
      generateImpliedEndTags(except: name)
      popUntil(known)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      guard hasHeadingInScope else { return true }
      generateImpliedEndTags()
      while open.count > 1, let element = open.last {
        pop()
        if element.traits.contains(.heading) { break }
      }
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      adoptionAgency(name)
    case .applet, .marquee, .object:
      guard isInScope(known) else { return true }
      generateImpliedEndTags()
      popUntil(known)
      clearFormattingToMarker()
    case .br:
      reconstructFormatting()
      insertImplied(.br)
      pop()
      framesetOK = false
    default:
      anyOtherEndTag(name)
    }
    return true
  }

  private mutating func formEnd() {
    guard !isOpen(.template) else {
      guard isInScope(.form) else { return }
      generateImpliedEndTags()
      popUntil(.form)
      return
    }
    let node = formElement
    formElement = .none
    guard !node.isNone, isInScope(node) else { return }
    generateImpliedEndTags()
    if let index = stackIndex(of: node), index > 0 { removeFromStack(at: index) }
  }

  mutating func anyOtherEndTag(_ name: Atom) {
    let count = Int(name.rawValue)
    guard count < openCounts.count, count >= 0, openCounts[count] > 0 else { return }
    var index = open.count - 1
    while index > 0 {
      let element = open[index]
      if element.namespace == .html, element.name == name {
        generateImpliedEndTags(except: name)
        popThrough(index: index)
        return
      }
      if element.traits.contains(.special) { return }
      index -= 1
    }
  }

  // MARK: After body

  mutating func afterBodyStart() -> Bool {
    tokenizer.name == .html ? inBodyStart() : returnToBody()
  }

  mutating func afterBodyEnd() -> Bool {
    guard tokenizer.name == .html else { return returnToBody() }
    if context == nil { mode = .afterAfterBody }
    return true
  }

  mutating func returnToBody() -> Bool {
    mode = .inBody
    return false
  }

  // MARK: Framesets

  /// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset
  mutating func inFramesetStart() -> Bool {
    switch tokenizer.name.known {
    case .html: return inBodyStart()
    case .frameset: insertElement()
    case .frame: insertVoid()
    case .noframes: return inHeadStart()
    default: break
    }
    return true
  }

  mutating func inFramesetEnd() -> Bool {
    guard tokenizer.name == .frameset, open.count > 1 else { return true }
    pop()
    if context == nil, !isCurrent(.frameset) { mode = .afterFrameset }
    return true
  }

  mutating func afterFramesetStart() -> Bool {
    switch tokenizer.name.known {
    case .html: inBodyStart()
    case .noframes: inHeadStart()
    default: true
    }
  }

  mutating func afterFramesetEnd() -> Bool {
    if tokenizer.name == .html { mode = .afterAfterFrameset }
    return true
  }
}
