import OffscreenCSS
import OffscreenGeometry
@testable import OffscreenLayout
@testable import OffscreenPaint
import Testing

@Suite struct ElementBoxTests {
  @Test func pathsCountElementsAndRectsFollowTransforms() {
    let maker = TreeMaker(
      Item(
        (0, 0, 100, 100),
        [
          Item((10, 20, 30, 40)),
          Item(
            (10, 10, 20, 10), style: { $0.effect.transform = [.rotate(x: 0, y: 0, z: 1, angle: 90)] },
            [Item((10, 10, 4, 2))]),
        ]))
    let boxes = elementBoxes(of: maker.tree, document: maker.document)
    #expect(boxes.map(\.path) == ["0", "0/0", "0/1", "0/1/0"])
    #expect(boxes.map(\.tag) == ["html", "div", "div", "div"])
    #expect(boxes[1].rect == PaintRect(x: 10, y: 20, width: 30, height: 40))
    #expect(boxes[2].rect == PaintRect(x: 15, y: 5, width: 10, height: 20))
    #expect(boxes[3].rect == PaintRect(x: 23, y: 5, width: 2, height: 4))
  }
}
