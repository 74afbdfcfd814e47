import OffscreenCSS
import OffscreenGeometry
@testable import OffscreenLayout
@testable import OffscreenPaint
import Testing

@Suite struct BoxPaintingTests {
  private func dump(_ item: Item) throws -> String {
    try TreeMaker(Item((0, 0, 100, 100), [item])).dump()
  }

  @Test func aUniformBorderIsOneRing() throws {
    let item = Item(
      (10, 10, 30, 20), border: 2,
      style: {
        $0.color(0xFFFFFF); $0.border(.solid, 0x112233)
      })
    #expect(
      try dump(item) == """
        rect (10 10 30x20) #ffffff
        ring (10 10 30x20) - (12 12 26x16) #112233

        """)
  }

  @Test func unlikeSidesAreMitred() throws {
    let item = Item(
      (0, 0, 20, 20), border: 4,
      style: {
        $0.border(.solid, 0x0000FF)
        $0.border.color.left = .color(Color(hex: 0xFF0000))
      })
    let text = try dump(item)
    // The blue sides are whole and below; the red one, last, is cut along the diagonals.
    #expect(text.contains("rect (0 0 20x4) #0000ff"))
    #expect(text.contains("path (0 0 4x20) #ff0000"))
    #expect(text.contains("rect (16 0 4x20) #0000ff"))
  }

  @Test func aDoubleBorderIsTwoRings() throws {
    let item = Item((0, 0, 40, 40), border: 6, style: { $0.border(.double, 0x000000) })
    #expect(
      try dump(item) == """
        ring (0 0 40x40) - (2 2 36x36) #000000
        ring (4 4 32x32) - (6 6 28x28) #000000

        """)
  }

  @Test func dashesFillTheSideExactly() {
    var stroke = Stroke(path: PaintPath(), width: 4, color: .black)
    stroke.setDashes(style: .dashed, length: 100, isClosed: false)
    // 8 on, about 4 off: whole dashes from edge to edge.
    #expect(stroke.dashes.count == 2)
    let (on, off) = (stroke.dashes[0], stroke.dashes[1])
    let dashes = ((100 + off) / (on + off))
    #expect((dashes - dashes.rounded()).magnitude < 1e-9)
    #expect(on == 8 && off > 2 && off < 6)
  }

  /// Rows of pixels read off Chromium's picture of `border-top: 2px dotted` and `3px dotted`.
  @Test(arguments: [
    (2, "##.##..##..##..##..##..##..##..##..##.##"), (2, "##..##..##..##..##..##..##..##..##..##..##"),
    (2, "##...##..##..##..##..##..##..##..##..##..##"), (3, "###....###...###...###...###...###...###"),
    (3, "###..###...###...###...###...###...###..###"), (3, "###...###...###...###...###...###...###...###"),
  ])
  func smallDotsAreSquaresInChromiumsPlaces(_ width: Int, _ row: String) {
    var builder = DisplayListBuilder()
    let rect = PaintRect(x: 0, y: 0, width: Double(row.count), height: Double(width))
    BorderPainter.paintDashedLine(rect, isHorizontal: true, style: .dotted, .black, into: &builder)
    let list = builder.seal()
    var pixels = [Character](repeating: ".", count: row.count)
    for command in list.commands {
      switch command {
      case .fillRect(let rect, _):
        for x in Int(rect.minX)..<Int(rect.maxX) { pixels[x] = "#" }
      case .stroke(let index):
        let stroke = list.strokes[Int(index)]
        let bounds = stroke.path.bounds
        for x in Int(bounds.minX)..<Int(bounds.maxX) {
          let isOn = stroke.dashes.isEmpty || (x - Int(bounds.minX)) / width % 2 == 0
          if isOn { pixels[x] = "#" }
        }
      case _: Issue.record("unexpected command")
      }
    }
    #expect(String(pixels) == row)
  }

  /// As Chromium draws them: one dot where there is no room for two, one line where two touch.
  @Test(arguments: [(6, 1, true), (15, 1, true), (20, 1, false), (21, 1, true)])
  func largeDotsOfShortSides(_ length: Int, _ strokes: Int, _ hasDots: Bool) throws {
    var builder = DisplayListBuilder()
    let rect = PaintRect(x: 0, y: 0, width: Double(length), height: 10)
    BorderPainter.paintDashedLine(rect, isHorizontal: true, style: .dotted, .black, into: &builder)
    let list = builder.seal()
    try #require(list.strokes.count == strokes)
    #expect(list.strokes[0].dashes.isEmpty != hasDots)
    #expect(list.strokes[0].path.bounds.minX == 5)
    #expect(list.strokes[0].dashes.allSatisfy { $0.isFinite })
  }

  /// Lines of all sides go along one path, which takes memory once.
  @Test func pathsAreBounded() throws {
    func paint(at x: Double, into list: inout DisplayListBuilder) {
      var shape = RoundedRect(PaintRect(x: x, y: 0, width: 40, height: 40), radius: 9)
      shape.setShapes(Corners(CornerShape(parameter: 2)))
      var border = BorderPainter(
        shape: shape, widths: PaintEdges(top: 4, right: 4, bottom: 4, left: 4), style: .dotted, color: .black)
      border.paint(into: &list)
    }
    var builder = DisplayListBuilder(commandLimit: 200)
    paint(at: 0, into: &builder)
    #expect(builder.list.strokes.count == 4 && !builder.list.isTruncated)
    let path = builder.list.strokes[0].path
    #expect(path.elements.count > 100 && builder.list.strokes.allSatisfy { $0.path.sharesElements(with: path) })
    // Fewer commands than there may be, of too many points.
    for index in 1..<10 { paint(at: Double(index), into: &builder) }
    let list = builder.seal()
    #expect(list.isTruncated && list.commands.count < 200 && list.commands.count == list.ends.count)
    #expect(list.strokes.count < 40)
  }

  @Test func contoursGoAroundWhatTouches() throws {
    let rects = [PaintRect(x: 0, y: 10, width: 40, height: 20), PaintRect(x: 30, y: 0, width: 10, height: 30)]
    let contour = try #require(OutlineContour.around(rects).first)
    #expect(OutlineContour.around(rects).count == 1)
    #expect(
      Set(contour.points.map { "\(Int($0.x)) \(Int($0.y))" }) == ["30 0", "40 0", "40 30", "0 30", "0 10", "30 10"])
    #expect(
      Set(contour.inset(by: 2).points.map { "\(Int($0.x)) \(Int($0.y))" })
        == ["32 2", "38 2", "38 28", "2 28", "2 12", "32 12"])
    let apart = [PaintRect(x: 0, y: 0, width: 5, height: 5), PaintRect(x: 10, y: 0, width: 5, height: 5)]
    #expect(OutlineContour.around(apart).count == 2)
    // A ring has a line inside too.
    let ring = [
      PaintRect(x: 0, y: 0, width: 30, height: 10), PaintRect(x: 0, y: 20, width: 30, height: 10),
      PaintRect(x: 0, y: 0, width: 10, height: 30), PaintRect(x: 20, y: 0, width: 10, height: 30),
    ]
    #expect(OutlineContour.around(ring).map(\.points.count) == [4, 4])
  }

  @Test func linesWithDepthWithoutAColorAreLightGray() {
    func color(_ line: BorderLineStyle, _ display: Display) -> Color {
      var values = StyleValues()
      values.box.display = display
      return BorderPainter.color(.currentColor, line, ComputedStyle(values))
    }
    #expect(color(.inset, .block) == Color(hex: 0xEEEEEE))
    #expect(color(.solid, .block) == .black)
    #expect(color(.outset, .box(.block, .table, listItem: false)) == .black)
  }

  @Test func theRootsBackgroundCoversTheCanvas() throws {
    let maker = TreeMaker(Item((10, 10, 20, 20), style: { $0.color(0x00FF00) }))
    #expect(try maker.dump() == "rect (-1 -1 102x102) #00ff00\n")
  }

  @Test func tilesStartAtThePaddingBox() throws {
    let item = Item(
      (0, 0, 60, 60), border: 5,
      style: {
        var layer = BackgroundLayer()
        layer.image = .gradient(
          Gradient(
            shape: .linear(.angle(90)),
            stops: [.init(color: .color(.black), position: nil), .init(color: .color(.white), position: nil)]))
        layer.size = .size(width: .length(10), height: .length(20))
        layer.repeatY = .noRepeat
        $0.background.layers = [layer]
      })
    #expect(try dump(item) == "image gradient in (0 5 60x20) tile (5 5 10x20)\n")
  }

  /// The inner edge of a border runs beside the outer one, and ends where it leaves the rectangle.
  @Test func innerRadiiAreNotScaledAgain() {
    var shape = RoundedRect(PaintRect(x: 0, y: 0, width: 120, height: 80))
    shape.topLeft = CornerRadius(x: 80, y: 80)
    let inner = shape.inset(by: PaintEdges(top: 10, right: 10, bottom: 10, left: 10))
    #expect(inner.topLeft == CornerRadius(x: 70, y: 70))
    let outline = inner.cutPolygon
    let center = PaintPoint(x: 80, y: 80)
    for point in outline where point.x < 80 && point.y < 70 {
      let (x, y) = (point.x - center.x, point.y - center.y)
      #expect(((x * x + y * y).squareRoot() - 70).magnitude < 0.1)
    }
    #expect(outline.contains { $0.y == 70 && $0.x > 10.5 && $0.x < 11 })
    #expect(PaintPath(inner).bounds.maxY == 70)
  }

  @Test func radiiThatOverlapShrinkTogether() {
    var shape = RoundedRect(PaintRect(x: 0, y: 0, width: 100, height: 20))
    shape.setRadii(Corners(LengthPair(x: .length(40), y: .length(40))), width: 100, height: 20)
    #expect(shape.topLeft == CornerRadius(x: 10, y: 10))
  }

  @Test func gradientStopsArePlacedAndOrdered() throws {
    let gradient = Gradient(
      shape: .linear(.angle(180)),
      stops: [
        .init(color: .color(.black), position: nil), .init(color: .color(.white), position: .percentage(50)),
        .init(color: .color(.black), position: .percentage(20)), .init(color: .color(.white), position: nil),
        .init(color: .color(.black), position: nil),
      ])
    let resolved = try #require(PaintGradient(gradient, width: 10, height: 10, currentColor: .black))
    #expect(resolved.stops.map(\.position) == [0, 0.5, 0.5, 0.75, 1])
    guard case .linear(let start, let end) = resolved.shape else {
      Issue.record("not linear")
      return
    }
    #expect(start == PaintPoint(x: 5, y: 0) && end == PaintPoint(x: 5, y: 10))
  }

  /// Read off Chromium's picture: colour, dark edge, lit edge.
  @Test(arguments: [
    (0x000000, 0x545454, 0xA8A8A8), (0x202020, 0x747474, 0xC8C8C8), (0x212121, 0x000000, 0x757575),
    (0x808080, 0x2C2C2C, 0xD4D4D4), (0xC0C0C0, 0x6C6C6C, 0xFFFFFF), (0xEBEBEB, 0x979797, 0xFFFFFF),
    (0xECECEC, 0x989898, 0xECECEC), (0x336699, 0x172E45, 0x4F9EEE), (0xCC9966, 0x785A3C, 0xFFBF7F),
    (0x000080, 0x00002C, 0x0000D4),
  ])
  func borderColorsAreShadedAsInChromium(_ own: UInt32, _ dark: UInt32, _ lit: UInt32) {
    func isNear(_ color: Color, _ hex: UInt32) -> Bool {
      let other = Color(hex: hex)
      return [(color.red, other.red), (color.green, other.green), (color.blue, other.blue)].allSatisfy {
        ($0.0 - $0.1).magnitude * 255 <= 1.01
      }
    }
    #expect(isNear(Color(hex: own).shaded(.top, isInset: true), dark))
    #expect(isNear(Color(hex: own).shaded(.bottom, isInset: true), lit))
  }

  @Test func extremeNumbersAreHarmless() throws {
    let item = Item(
      (0, 0, 1 << 24, 1 << 24), border: 1 << 20,
      style: {
        $0.color(0x123456)
        $0.border(.dotted, 0)
        $0.border.radius = Corners(LengthPair(x: .length(.infinity), y: .length(.nan)))
        $0.effect.boxShadows = [Shadow(color: .currentColor, x: .nan, y: .infinity, blur: 1e30, spread: -.infinity)]
        $0.effect.transform = [.rotate(x: 0, y: 0, z: 0, angle: .nan), .scale(x: .infinity, y: 0, z: 1)]
        $0.effect.filters = [.blur(.infinity), .hueRotate(.nan)]
        $0.border.outlineStyle = .dashed
        $0.border.outlineOffset = .infinity
      })
    _ = try dump(item)
  }
}
