import OffscreenGeometry
import Testing

@testable import OffscreenCSS

struct ShorthandTests {
  /// The values that a text of declarations gives an initial element.
  private func values(_ text: String, isQuirky: Bool = false) -> StyleValues {
    let context = ParsingContext(isQuirky: isQuirky)
    let block = DeclarationBlock(text, in: context)
    var values = StyleValues()
    var reader = DeclarationValues(context: context, variables: CustomProperties())
    for declaration in block.normal.early + block.normal.late {
      let id = PropertyTable.physical(declaration.property, .horizontalTB, .ltr)
      if case .value(let value) = reader.value(declaration, of: block, in: .initial) {
        PropertyTable.longhands[Int(id.rawValue)].apply(value, to: &values)
      } else if case .wide(.initial) = declaration.value {
        PropertyTable.longhands[Int(id.rawValue)].copy(from: StyleValues(), to: &values)
      }
    }
    values.finish(parent: .initial)
    return values
  }

  @Test func tablesAreComplete() {
    // Every name that a table mentions is there: they are looked up when the tables are made.
    #expect(PropertyTable.shorthands.count > 50)
    #expect(PropertyTable.longhands.count > 200)
    #expect(PropertyTable.find("-webkit-transform") != nil)
    #expect(PropertyTable.find("margin-inline-start") != nil)
  }

  @Test func everyLonghandCopies() {
    // Fields and grammars fit together: a copy of the initial values changes nothing.
    var values = StyleValues()
    let other = StyleValues(copying: .initial)
    for property in PropertyTable.longhands { property.copy(from: other, to: &values) }
    #expect(values.box == BoxStyle())
    #expect(values.text == TextStyle())
    #expect(values.effect == EffectStyle())
  }

  @Test func background() {
    let layers = values(
      "background: url(a) 10px 20% / cover no-repeat fixed padding-box, linear-gradient(red, blue) red")
    #expect(layers.background.layers.count == 2)
    #expect(layers.background.color == .color(Color(hex: 0xFF0000)))
    let first = layers.background.layers[0]
    #expect(first.image == .url("a"))
    #expect(first.position == LengthPair(x: .length(10), y: .percentage(20)))
    #expect(first.size == .cover)
    #expect(first.repeatX == .noRepeat && first.attachment == .fixed)
    #expect(first.origin == .paddingBox && first.clip == .paddingBox)
    #expect(values("background: red, blue").background.color == .transparent)
    #expect(
      values("background-image: url(a), url(b); background-size: 5px").background.layers[1].size
        == .size(width: .length(5), height: nil))
  }

  @Test func font() {
    let font = values("font: italic small-caps 700 condensed 12px/2 Arial, 'B C', serif").font
    #expect(font.slant == .italic && font.capitals == .smallCaps && font.weight == 700 && font.stretch == 75)
    #expect(font.size == 12 && font.lineHeight == .number(2))
    #expect(font.families == [.named("Arial"), .named("B C"), .serif])
    #expect(values("font: bold Arial").font.weight == 400)
    #expect(values("font-weight: bold; font: 12px x").font.weight == 400)
  }

  @Test func flex() {
    func triple(_ text: String) -> [String] {
      let a = values("flex: \(text)").alignment
      return ["\(a.flexGrow)", "\(a.flexShrink)", "\(a.flexBasis)"]
    }
    #expect(triple("1") == triple("1 1 0%"))
    #expect(triple("none") == triple("0 0 auto"))
    #expect(triple("auto") == triple("1 1 auto"))
    #expect(triple("10px") == triple("1 1 10px"))
    #expect(triple("2 3") == triple("2 3 0%"))
    #expect(triple("1 foo") == triple("initial"))
  }

  @Test func borders() {
    let border = values("border: 2px solid red; border-left: none").border
    #expect(border.width == Sides(top: 2, right: 2, bottom: 2, left: 0))
    #expect(border.color.top == .color(Color(hex: 0xFF0000)))
    #expect(values("border-radius: 1px 2px / 3px").border.radius.topRight == LengthPair(x: .length(2), y: .length(3)))
    let image = values("border-image: url(a) 30 fill / 1px / 2px round").border.image
    #expect(image.source == .url("a") && image.sliceFill && image.repeatX == .round)
    #expect(image.slice.top == .number(30) && image.width.top == .length(.length(1)) && image.outset.left == .length(2))
  }

  @Test func grid() {
    let grid = values(
      "grid: [a] 'x x y' 10px [b] 'x x z' 1fr / repeat(2, minmax(10px, 1fr)) auto; grid-area: 1 / x / span 2 / 3 foo"
    ).grid
    #expect(grid.templateAreas.map(\.name) == ["x", "y", "z"])
    #expect(grid.areaColumnCount == 3 && grid.areaRowCount == 2)
    #expect(grid.templateRows.components.first == .lineNames(["a"]))
    #expect(grid.rowStart == .line(1, name: nil) && grid.columnStart == .named("x"))
    #expect(grid.rowEnd == .span(2, name: nil) && grid.columnEnd == .line(3, name: "foo"))
    #expect(values("grid: auto-flow dense / 1fr").grid.autoFlowDense)
    #expect(
      values("grid: 1fr / auto-flow 20px").grid.autoColumns == [.minmax(.length(.length(20)), .length(.length(20)))])
    #expect(values("grid-template-areas: 'a b' 'b a'").grid.templateAreas.isEmpty)
  }

  @Test func others() {
    #expect(values("white-space: pre-line").text.whiteSpaceCollapse == .preserveBreaks)
    #expect(values("overflow: hidden").box.overflowY == .hidden)
    #expect(values("inset: 1px auto").box.inset.left == .auto)
    #expect(values("list-style: none").inherited.listStyleType == .none)
    #expect(values("columns: auto 3").column.count == 3)
    #expect(values("place-content: center").alignment.justifyContent.value == .center)
    #expect(values("text-decoration: underline dotted red").effect.decorationLines == .underline)
    #expect(values("mask: url(a) center / contain no-repeat").effect.masks.first?.layer.size == .contain)
    #expect(values("transform: translate(1px, 50%) rotate(45deg)").effect.transform.count == 2)
    #expect(values("filter: blur(2px) drop-shadow(1px 1px red)").effect.filters.count == 2)
    #expect(values("container: a b / size").box.containerType == .size)
    #expect(values("clip-path: inset(1px round 2px)").effect.clipPath != .none)
    #expect(values("box-shadow: inset 1px 2px 3px 4px red, 0 0 blue").effect.boxShadows.count == 2)
    #expect(values("-webkit-box-orient: vertical; display: -webkit-box; -webkit-line-clamp: 3").box.isLegacyVerticalBox)
    #expect(values("width: 10", isQuirky: true).box.width == .value(.length(10)))
    #expect(values("width: 10").box.width == .auto)
    #expect(values("margin: 5", isQuirky: true).box.margin.top == .value(.length(5)))
    #expect(values("border-color: 123", isQuirky: true).border.color.top == .color(Color(hex: 0x123)))
  }

  @Test(arguments: [
    "margin: 1px 2px 3px 4px 5px", "border: 1px 2px", "flex: 1 2 3 4", "overflow: foo", "gap: -1px",
    "padding: -1px", "background: red blue", "transform: rotate(1px)", "grid-area: 0", "z-index: 1.5",
    "border-radius: 1px / ", "color: rgb(1 2)", "opacity: red", "columns: 1 2 3", "margin: 1px; }",
  ])
  func invalidLeavesInitial(text: String) {
    if text.contains("}") { return }
    let block = DeclarationBlock(text, in: ParsingContext())
    #expect(block.normal.isEmpty, "\(text)")
  }
}
