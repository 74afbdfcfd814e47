extension Display: AbsoluteValue {
  /// https://drafts.csswg.org/css-display-3/#propdef-display
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> Display? {
    guard let name = cursor.peekedName else { return nil }
    if let single = single(name) {
      // One keyword that says it all; but `block`, `flow` ... may be followed by more.
      var rest = cursor
      rest.advance()
      if rest.isAtEnd {
        cursor = rest
        return single
      }
    }
    return multiple(&cursor)
  }

  private static func single(_ name: String) -> Display? {
    switch name {
    case "none": Display.none
    case "contents": .contents
    case "block", "flow": .block
    case "inline": .inline
    case "inline-block": .inlineBlock
    case "list-item": .listItem
    case "flow-root": .flowRoot
    case "table": .table
    case "inline-table": .box(.inline, .table, listItem: false)
    case "flex", "-webkit-flex", "-webkit-box": .flex
    case "inline-flex", "-webkit-inline-flex", "-webkit-inline-box": .box(.inline, .flex, listItem: false)
    case "grid": .grid
    case "inline-grid": .box(.inline, .grid, listItem: false)
    case "ruby": .box(.inline, .ruby, listItem: false)
    case "math": .box(.inline, .math, listItem: false)
    case "run-in": nil
    case "table-row-group": .part(.tableRowGroup)
    case "table-header-group": .part(.tableHeaderGroup)
    case "table-footer-group": .part(.tableFooterGroup)
    case "table-row": .part(.tableRow)
    case "table-cell": .part(.tableCell)
    case "table-column-group": .part(.tableColumnGroup)
    case "table-column": .part(.tableColumn)
    case "table-caption": .part(.tableCaption)
    case "ruby-text": .part(.rubyText)
    case "ruby-base": .part(.rubyBase)
    case "ruby-text-container": .part(.rubyTextContainer)
    case "ruby-base-container": .part(.rubyBaseContainer)
    default: nil
    }
  }

  private static func multiple(_ cursor: inout TokenCursor) -> Display? {
    var outside: DisplayOutside?
    var inside: DisplayInside?
    var isListItem = false
    while let name = cursor.peekedName {
      switch name {
      case "block" where outside == nil: outside = .block
      case "inline" where outside == nil: outside = .inline
      case "flow" where inside == nil: inside = .flow
      case "flow-root" where inside == nil: inside = .flowRoot
      case "table" where inside == nil: inside = .table
      case "flex" where inside == nil: inside = .flex
      case "grid" where inside == nil: inside = .grid
      case "ruby" where inside == nil: inside = .ruby
      case "math" where inside == nil: inside = .math
      case "list-item" where !isListItem: isListItem = true
      default: return nil
      }
      cursor.advance()
    }
    guard outside != nil || inside != nil || isListItem else { return nil }
    if isListItem, inside != nil, inside != .flow, inside != .flowRoot { return nil }
    let isInlineByDefault = inside == .ruby || inside == .math
    return .box(outside ?? (isInlineByDefault ? .inline : .block), inside ?? .flow, listItem: isListItem)
  }
}
