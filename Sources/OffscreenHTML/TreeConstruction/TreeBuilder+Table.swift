import OffscreenDOM

/// Tables and templates.
/// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable
extension TreeBuilder {
  // MARK: In table

  mutating func inTableStart() -> Bool {
    switch tokenizer.name.known {
    case .caption:
      clearStack(backTo: .table)
      pushFormattingMarker()
      insertElement()
      mode = .inCaption
    case .colgroup:
      clearStack(backTo: .table)
      insertElement()
      mode = .inColumnGroup
    case .col:
      clearStack(backTo: .table)
      insertImplied(.colgroup)
      mode = .inColumnGroup
      return false
    case .tbody, .tfoot, .thead:
      clearStack(backTo: .table)
      insertElement()
      mode = .inTableBody
    case .td, .th, .tr:
      clearStack(backTo: .table)
      insertImplied(.tbody)
      mode = .inTableBody
      return false
    case .table:
      guard isInScope(.table, .tableScope) else { return true }
      popUntil(.table)
      resetInsertionMode()
      return false
    case .style, .script, .template:
      return inHeadStart()
    case .input:
      guard let type = tokenizer.value(of: .type),
        type.elementsEqual("hidden".utf8, by: { $0.asciiLowercased == $1 })
      else { return inTableAnythingElseStart() }
      insertVoid()
    case .form:
      guard formElement.isNone, !isOpen(.template) else { return true }
      formElement = insertElement()
      pop()
    default:
      return inTableAnythingElseStart()
    }
    return true
  }

  private mutating func inTableAnythingElseStart() -> Bool {
    fosterParenting = true
    defer { fosterParenting = false }
    return inBodyStart()
  }

  mutating func inTableEnd() -> Bool {
    switch tokenizer.name.known {
    case .table:
      guard isInScope(.table, .tableScope) else { return true }
      popUntil(.table)
      resetInsertionMode()
    case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
      break
    case .template:
      templateEnd()
    default:
      fosterParenting = true
      defer { fosterParenting = false }
      return inBodyEnd()
    }
    return true
  }

  // MARK: In caption

  mutating func inCaptionStart() -> Bool {
    switch tokenizer.name.known {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: !closeCaption()
    default: inBodyStart()
    }
  }

  mutating func inCaptionEnd() -> Bool {
    switch tokenizer.name.known {
    case .caption:
      _ = closeCaption()
      return true
    case .table: return !closeCaption()
    case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return true
    default: return inBodyEnd()
    }
  }

  /// False where no caption is open.
  private mutating func closeCaption() -> Bool {
    guard isInScope(.caption, .tableScope) else { return false }
    generateImpliedEndTags()
    popUntil(.caption)
    clearFormattingToMarker()
    mode = .inTable
    return true
  }

  // MARK: In column group

  mutating func inColumnGroupStart() -> Bool {
    switch tokenizer.name.known {
    case .html: return inBodyStart()
    case .col:
      insertVoid()
      return true
    case .template: return inHeadStart()
    default: return inColumnGroupAnythingElse()
    }
  }

  mutating func inColumnGroupEnd() -> Bool {
    switch tokenizer.name.known {
    case .colgroup:
      _ = inColumnGroupAnythingElse()
      return true
    case .col: return true
    case .template:
      templateEnd()
      return true
    default: return inColumnGroupAnythingElse()
    }
  }

  /// True, and the token is ignored, where the current node is no column group.
  mutating func inColumnGroupAnythingElse() -> Bool {
    guard isCurrent(.colgroup) else { return true }
    pop()
    mode = .inTable
    return false
  }

  // MARK: In table body

  mutating func inTableBodyStart() -> Bool {
    switch tokenizer.name.known {
    case .tr:
      clearStack(backTo: .tbody, .tfoot, .thead)
      insertElement()
      mode = .inRow
      return true
    case .th, .td:
      clearStack(backTo: .tbody, .tfoot, .thead)
      insertImplied(.tr)
      mode = .inRow
      return false
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
      return !closeTableBody()
    default: return inTableStart()
    }
  }

  mutating func inTableBodyEnd() -> Bool {
    guard let known = tokenizer.name.known else { return inTableEnd() }
    switch known {
    case .tbody, .tfoot, .thead:
      guard isInScope(known, .tableScope) else { return true }
      _ = closeTableBody()
      return true
    case .table: return !closeTableBody()
    case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: return true
    default: return inTableEnd()
    }
  }

  private mutating func closeTableBody() -> Bool {
    guard
      isInScope(.tbody, .tableScope) || isInScope(.thead, .tableScope) || isInScope(.tfoot, .tableScope)
    else { return false }
    clearStack(backTo: .tbody, .tfoot, .thead)
    pop()
    mode = .inTable
    return true
  }

  // MARK: In row

  mutating func inRowStart() -> Bool {
    switch tokenizer.name.known {
    case .th, .td:
      clearStack(backTo: .tr)
      insertElement()
      mode = .inCell
      pushFormattingMarker()
      return true
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
      return !closeRow()
    default: return inTableStart()
    }
  }

  mutating func inRowEnd() -> Bool {
    guard let known = tokenizer.name.known else { return inTableEnd() }
    switch known {
    case .tr:
      _ = closeRow()
      return true
    case .table: return !closeRow()
    case .tbody, .tfoot, .thead:
      guard isInScope(known, .tableScope) else { return true }
      return !closeRow()
    case .body, .caption, .col, .colgroup, .html, .td, .th: return true
    default: return inTableEnd()
    }
  }

  private mutating func closeRow() -> Bool {
    guard isInScope(.tr, .tableScope) else { return false }
    clearStack(backTo: .tr)
    pop()
    mode = .inTableBody
    return true
  }

  // MARK: In cell

  mutating func inCellStart() -> Bool {
    switch tokenizer.name.known {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: !closeCell()
    default: inBodyStart()
    }
  }

  mutating func inCellEnd() -> Bool {
    guard let known = tokenizer.name.known else { return inBodyEnd() }
    switch known {
    case .td, .th:
      guard isInScope(known, .tableScope) else { return true }
      generateImpliedEndTags()
      popUntil(known)
      clearFormattingToMarker()
      mode = .inRow
      return true
    case .body, .caption, .col, .colgroup, .html: return true
    case .table, .tbody, .tfoot, .thead, .tr:
      guard isInScope(known, .tableScope) else { return true }
      return !closeCell()
    default: return inBodyEnd()
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell
  private mutating func closeCell() -> Bool {
    guard isInScope(.td, .tableScope) || isInScope(.th, .tableScope) else { return false }
    generateImpliedEndTags()
    while open.count > 1, let element = open.last {
      pop()
      if element.isHTML(.td) || element.isHTML(.th) { break }
    }
    clearFormattingToMarker()
    mode = .inRow
    return true
  }

  // MARK: In template

  /// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate
  mutating func inTemplateStart() -> Bool {
    let next: InsertionMode
    switch tokenizer.name.known {
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return inHeadStart()
    case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
    case .col: next = .inColumnGroup
    case .tr: next = .inTableBody
    case .td, .th: next = .inRow
    default: next = .inBody
    }
    _ = templateModes.popLast()
    templateModes.append(next)
    mode = next
    return false
  }

  mutating func inTemplateEnd() -> Bool {
    if tokenizer.name == .template { templateEnd() }
    return true
  }

  mutating func inTemplateEndOfFile() {
    guard isOpen(.template) else {
      isStopped = true
      return
    }
    popUntil(.template)
    clearFormattingToMarker()
    _ = templateModes.popLast()
    resetInsertionMode()
  }
}
