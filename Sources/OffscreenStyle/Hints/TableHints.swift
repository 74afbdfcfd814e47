import OffscreenDOM

/// Presentational hints of a table's `border`, `rules`, `frame` and `cellpadding`.
/// https://html.spec.whatwg.org/multipage/rendering.html#tables-2
struct TableHints {
  var table = ""
  var rowGroup = ""
  var columnGroup = ""
  var row = ""
  var cell = ""

  init(_ node: NodeID, in document: Document) {
    let border = document.attribute(node, .border)
    let rules = document.attribute(node, .rules)?.lowercased()
    let frame = document.attribute(node, .frame)?.lowercased()
    if let padding = document.attribute(node, .cellpadding).flatMap({ LegacyValues.nonNegative($0) }) {
      cell += "padding:\(padding)px;"
    }
    // An empty or unreadable border is one of a pixel.
    let width = border.map { LegacyValues.nonNegative($0) ?? 1 } ?? 0
    let hasBorder = width > 0
    if border != nil { table += "border-width:\(width)px;" }
    let knownRules = ["none", "groups", "rows", "cols", "all"]
    let hasRules = rules.map(knownRules.contains) ?? false
    if hasRules { table += "border-collapse:collapse;" }
    if let frame, let sides = Self.sides(frame) {
      table += "border-style:\(sides.map { $0 ? "solid" : "hidden" }.joined(separator: " "));"
      if !hasBorder { table += "border-width:1px;" }
    } else if hasBorder {
      table += "border-style:\(document.attribute(node, .bordercolor) == nil ? "outset" : "solid");"
    } else if hasRules {
      table += "border-style:hidden;"
    }
    switch rules {
    case "rows": cell += "border-width:1px 0;border-style:solid none;"
    case "cols": cell += "border-width:0 1px;border-style:none solid;"
    case "all": cell += "border:1px solid;"
    case "groups":
      rowGroup += "border-top:1px solid;border-bottom:1px solid;"
      columnGroup += "border-left:1px solid;border-right:1px solid;"
    case "none": break
    default: if hasBorder { cell += "border:1px inset;" }
    }
    if let color = document.attribute(node, .bordercolor).flatMap(PresentationalHints.color), hasBorder {
      cell += "border-color:\(color);"
    }
  }

  /// Which of top, right, bottom and left are drawn.
  private static func sides(_ frame: String) -> [Bool]? {
    switch frame {
    case "void": [false, false, false, false]
    case "above": [true, false, false, false]
    case "below": [false, false, true, false]
    case "hsides": [true, false, true, false]
    case "lhs": [false, false, false, true]
    case "rhs": [false, true, false, false]
    case "vsides": [false, true, false, true]
    case "box", "border": [true, true, true, true]
    default: nil
    }
  }
}
