import OffscreenImages
import Testing
@testable import OffscreenComparison

/// Rows that moved as a whole.
@Suite struct ShiftTests {
  private func difference(_ old: Bitmap, _ new: Bitmap, _ change: (inout ComparisonOptions) -> Void = { _ in }) throws
    -> PictureDifference
  {
    var options = ComparisonOptions()
    change(&options)
    return try PictureDifference(
      PictureFile(name: "a", bytes: old.pngData()), PictureFile(name: "b", bytes: new.pngData()), options: options)
  }

  private let lines = [(y: 10, word: 1), (y: 30, word: 2), (y: 50, word: 3), (y: 70, word: 4)]

  private func moved(from first: Int, by distance: Int) -> [(y: Int, word: Int)] {
    lines.map { ($0.word >= first ? $0.y + distance : $0.y, $0.word) }
  }

  @Test func spaceThatGrewIsNamed() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    let new = try TestPicture.page(height: 112, lines: moved(from: 3, by: 12))
    let strict = try difference(old, new)
    #expect(strict.status == .different)
    #expect(strict.shift?.shifts == [RowShift(top: 50, bottom: nil, distance: 12)])
    #expect(strict.summary == "60x100 became 60x112; everything below y=50 moved down by 12 px; nothing else changed")
    let lenient = try difference(old, new) { $0.ignoresShifts = true }
    #expect(lenient.isMatch && lenient.notes == ["everything below y=50 moved down by 12 px, which is ignored"])
    let back = try difference(new, old) { $0.ignoresShifts = true }
    #expect(back.isMatch && back.shift?.shifts == [RowShift(top: 62, bottom: nil, distance: -12)])
  }

  /// In a picture of the viewport, the end is cut off or comes into sight.
  @Test func theHeightMayStay() throws {
    let old = try TestPicture.page(height: 90, lines: lines)
    let new = try TestPicture.page(height: 90, lines: moved(from: 2, by: 15))
    for (a, b) in [(old, new), (new, old)] {
      #expect(try difference(a, b) { $0.ignoresShifts = true }.isMatch)
      #expect(try !difference(a, b).isMatch)
    }
  }

  @Test func whatElseChangedRemains() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    let new = try TestPicture.page(height: 112, lines: moved(from: 3, by: 12))
    // A dot in a line that stayed, and one in a line that moved.
    new[20, 12] = 0xFF00_FF00
    new[30, 64] = 0xFF00_FF00
    let result = try difference(old, new) { $0.ignoresShifts = true }
    #expect(result.status == .different && result.shift?.differingPixels == 2)
    #expect(
      result.shift?.rest.regions.map(\.box) == [
        PixelBox(x: 20, y: 12, width: 1, height: 1), PixelBox(x: 30, y: 64, width: 1, height: 1),
      ])
    #expect(result.summary.contains("moved down by 12 px; besides, 2 of 6720 pixels differ"))
    #expect(try difference(old, new) { ($0.ignoresShifts, $0.tolerablePixels) = (true, 2) }.isMatch)
  }

  /// A new line is a change, a gap is none.
  @Test func newRowsWithSomethingInThemAreAChange() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    let new = try TestPicture.page(height: 120, lines: moved(from: 3, by: 20) + [(y: 50, word: 9)])
    for (a, b) in [(old, new), (new, old)] {
      let result = try difference(a, b) { $0.ignoresShifts = true }
      #expect(!result.isMatch && result.shift?.shifts.map(\.distance) == [a === old ? 20 : -20])
      #expect(result.shift.map { $0.differingPixels > 100 && $0.differingPixels <= 560 } == true)
    }
  }

  @Test func aBlockBetweenOthersMayMove() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    let new = try TestPicture.page(height: 100, lines: lines.map { ($0.word == 2 ? 34 : $0.y, $0.word) })
    let result = try difference(old, new) { $0.ignoresShifts = true }
    #expect(result.isMatch)
    #expect(result.summary.hasPrefix("what is from y=30 to "))
  }

  @Test func masksMoveAlong() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    let new = try TestPicture.page(height: 112, lines: moved(from: 3, by: 12))
    new[20, 67] = 0xFF00_FF00
    let result = try difference(old, new) {
      ($0.ignoresShifts, $0.masks) = (true, [.box(PixelBox(x: 20, y: 55, width: 1, height: 1))])
    }
    #expect(result.isMatch)
  }

  /// Elements that moved with their rows are no news; others are.
  @Test func elementsThatMovedAlongAreNotNamed() throws {
    func boxes(_ distance: Int, aside: Int, count: Int) -> ElementData? {
      let elements =
        [("html", 0, 0), ("h1", 10, 0), ("b", 12, aside)]
        + (0..<count).map { ("p", 50 + distance + $0, 0) }
      let texts = elements.enumerated().map { index, element in
        let path = index == 0 ? "0" : "0/\(index)"
        return
          #"{"path": "\#(path)", "tag": "\#(element.0)", "x": \#(element.2), "y": \#(element.1), "width": 60, "height": 10}"#
      }
      return ElementData(
        json: Array(
          """
          {"viewport": {"width": 60, "height": 100}, "document": {"width": 60, "height": 100}, "elements": [\(texts.joined(separator: ","))]}
          """.utf8))
    }
    let old = try TestPicture.page(height: 100, lines: lines).pngData()
    let new = try TestPicture.page(height: 112, lines: moved(from: 3, by: 12)).pngData()
    func result(_ count: Int) throws -> PictureDifference {
      try PictureDifference(
        PictureFile(name: "a", bytes: old, elements: boxes(0, aside: 0, count: count)),
        PictureFile(name: "b", bytes: new, elements: boxes(12, aside: 5, count: count)))
    }
    let many = try result(9)
    #expect(many.elements.map(\.description) == ["moved: b (0/2) by 5, 0 px"] && many.carriedAlong == 9)
    // Of one, the name says more.
    #expect(try result(1).elements.map(\.description) == ["moved: b (0/2) by 5, 0 px", "moved: p (0/3) by 0, 12 px"])
  }

  /// Of what grew, the innermost is the cause.
  @Test func whatIsAroundIsNotNamed() throws {
    func boxes(_ growth: Int) -> ElementData? {
      let boxes = [
        ("0", "html", 0, 100 + growth), ("0/1", "body", 0, 100 + growth), ("0/1/0", "ul", 48, 20 + growth),
        ("0/1/1", "p", 70 + growth, 10),
      ]
      let texts = boxes.map {
        #"{"path": "\#($0.0)", "tag": "\#($0.1)", "x": 0, "y": \#($0.2), "width": 60, "height": \#($0.3)}"#
      }
      return ElementData(
        json: Array(
          """
          {"viewport": {"width": 60, "height": 100}, "document": {"width": 60, "height": 100}, "elements": [\(texts.joined(separator: ","))]}
          """.utf8))
    }
    let old = try PictureFile(
      name: "a", bytes: TestPicture.page(height: 100, lines: lines).pngData(), elements: boxes(0))
    let new = try PictureFile(
      name: "b", bytes: TestPicture.page(height: 112, lines: moved(from: 4, by: 12)).pngData(), elements: boxes(12))
    let result = try PictureDifference(old, new)
    #expect(
      result.elements.map(\.description) == [
        "resized: ul (0/1/0) 60x20 became 60x32", "moved: p (0/1/1) by 0, 12 px",
      ])
  }

  /// What is no move is not called one.
  @Test func otherChangesAreNoShift() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    #expect(try difference(old, TestPicture.page(height: 100, lines: lines.map { ($0.y, $0.word + 20) })).shift == nil)
    #expect(try difference(old, TestPicture.page(height: 112, lines: moved(from: 3, by: 12), width: 70)).shift == nil)
    #expect(try difference(old, TestPicture.bitmap(60, 100)).shift == nil)
    #expect(try difference(TestPicture.bitmap(60, 100), TestPicture.bitmap(60, 130)).shift?.differingPixels ?? 0 == 0)
  }

  @Test func theDrawingShowsWhatRemains() throws {
    let old = try TestPicture.page(height: 100, lines: lines)
    let new = try TestPicture.page(height: 112, lines: moved(from: 3, by: 12))
    new[20, 12] = 0xFF00_FF00
    let drawn = try ImageSource(bytes: #require(difference(old, new).picture)).decode()
    #expect(drawn.height == 112)
    #expect(drawn.pixels.count { $0 & 0xFFFF_00FF == 0xFFFF_0000 } == 1)
  }
}
