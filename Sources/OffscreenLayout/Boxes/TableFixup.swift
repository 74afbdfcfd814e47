import OffscreenCSS

/// Anonymous table boxes. What is out of flow is wrapped as the rest is.
/// https://drafts.csswg.org/css-tables-3/#fixup
extension BoxTreeBuilder {
  /// Wraps each run of table parts outside of a table in an anonymous table.
  mutating func wrapTableParts(_ children: [Int], in parent: Int) -> [Int] {
    guard children.contains(where: { drafts[$0].level == .tablePart }) else { return children }
    let isInline = drafts[parent].box.kind == .inline
    var result: [Int] = []
    var run: [Int] = []
    func flush(_ builder: inout BoxTreeBuilder) {
      // White space after the last part belongs to what follows.
      var after: [Int] = []
      while let last = run.last, builder.drafts[last].level != .tablePart {
        after.insert(last, at: 0)
        run.removeLast()
      }
      if !run.isEmpty {
        let display = Display.box(isInline ? .inline : .block, .table, listItem: false)
        let table = builder.addAnonymous(.container, in: parent, display, level: isInline ? .inline : .block)
        builder.drafts[table].box.context = .table
        if isInline { builder.drafts[table].box.flags.insert(.atomicInline) }
        builder.drafts[table].children = run
        builder.finishTable(table)
        result.append(table)
      }
      result.append(contentsOf: after)
      run = []
    }
    for child in children {
      if drafts[child].level == .tablePart || !run.isEmpty && drafts[child].isCollapsibleWhiteSpace(tree.texts) {
        run.append(child)
      } else {
        flush(&self)
        result.append(child)
      }
    }
    flush(&self)
    return result
  }

  /// Puts the children of a table into captions and one grid of columns, row groups, rows and cells.
  mutating func finishTable(_ table: Int) {
    var captions: [Int] = []
    var columns: [Int] = []
    var groups: [Int] = []
    var rows: [Int] = []
    var loose: [Int] = []
    let children = drafts[table].children
    let style = drafts[table].box.style
    var gridBox = Box(kind: .tableGrid, node: drafts[table].box.node, style: style)
    gridBox.context = .table
    gridBox.origin = drafts[table].box.origin
    gridBox.decorations = drafts[table].box.decorations
    let grid = add(gridBox, level: .block)

    func flushLoose(_ builder: inout BoxTreeBuilder) {
      defer { loose = [] }
      guard !loose.isEmpty else { return }
      let row = builder.addAnonymous(.tableRow, in: grid, .part(.tableRow))
      builder.drafts[row].children = loose
      builder.finishRow(row)
      rows.append(row)
    }
    func flushRows(_ builder: inout BoxTreeBuilder) {
      flushLoose(&builder)
      guard !rows.isEmpty else { return }
      let group = builder.addAnonymous(.tableRowGroup, in: grid, .part(.tableRowGroup))
      builder.drafts[group].children = rows
      groups.append(group)
      rows = []
    }
    for child in children {
      switch drafts[child].box.kind {
      case .tableCaption where drafts[child].level != .outOfFlow:
        flushRows(&self)
        captions.append(child)
      case .tableColumn where drafts[child].level != .outOfFlow,
        .tableColumnGroup where drafts[child].level != .outOfFlow:
        flushRows(&self)
        drafts[child].children = drafts[child].children.filter { drafts[$0].box.kind == .tableColumn }
        columns.append(child)
      case .tableRowGroup where drafts[child].level != .outOfFlow:
        flushRows(&self)
        finishRowGroup(child)
        groups.append(child)
      case .tableRow where drafts[child].level != .outOfFlow:
        flushLoose(&self)
        finishRow(child)
        rows.append(child)
      case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .tableCaption, .container, .inline, .text,
        .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableCell:
        if !drafts[child].isWhiteSpace(tree.texts) { loose.append(child) }
      }
    }
    flushRows(&self)
    drafts[grid].children = columns + groups
    drafts[table].children = captions + [grid]
  }

  private mutating func finishRowGroup(_ group: Int) {
    var rows: [Int] = []
    var loose: [Int] = []
    func flush(_ builder: inout BoxTreeBuilder) {
      defer { loose = [] }
      guard !loose.isEmpty else { return }
      let row = builder.addAnonymous(.tableRow, in: group, .part(.tableRow))
      builder.drafts[row].children = loose
      builder.finishRow(row)
      rows.append(row)
    }
    for child in drafts[group].children {
      if drafts[child].box.kind == .tableRow, drafts[child].level == .tablePart {
        flush(&self)
        finishRow(child)
        rows.append(child)
      } else if !drafts[child].isWhiteSpace(tree.texts) {
        loose.append(child)
      }
    }
    flush(&self)
    drafts[group].children = rows
  }

  mutating func finishRow(_ row: Int) {
    var cells: [Int] = []
    var loose: [Int] = []
    func flush(_ builder: inout BoxTreeBuilder) {
      defer { loose = [] }
      guard !loose.isEmpty else { return }
      let cell = builder.addAnonymous(.tableCell, in: row, .part(.tableCell))
      builder.drafts[cell].children = loose
      builder.finishFlow(cell)
      cells.append(cell)
    }
    for child in drafts[row].children {
      if drafts[child].box.kind == .tableCell, drafts[child].level == .tablePart {
        flush(&self)
        cells.append(child)
      } else if !drafts[child].isWhiteSpace(tree.texts) {
        loose.append(child)
      }
    }
    flush(&self)
    drafts[row].children = cells
  }
}
