import Foundation
import OffscreenImages
import Testing
@testable import OffscreenComparison

/// Which elements are said to look different.
@Suite struct PaintAttributionTests {
  private struct Box {
    var path: String
    var tag: String
    var box: PixelBox
    var style: [String: String]?
  }

  private func data(_ boxes: [Box], width: Int = 100, height: Int = 100) throws -> ElementData {
    let elements = try boxes.map { box in
      let style =
        try box.style.map { ", \"style\": " + String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } ?? ""
      return """
        {"path": "\(box.path)", "tag": "\(box.tag)", "x": \(box.box.x), "y": \(box.box.y), "width": \(box.box.width), \
        "height": \(box.box.height)\(style)}
        """
    }
    let text = """
      {"viewport": {"width": \(width), "height": \(height)}, "document": {"width": \(width), "height": \(height)},
       "elements": [\(elements.joined(separator: ","))]}
      """
    return try #require(ElementData(json: Array(text.utf8)))
  }

  private func changes(_ old: Bitmap, _ new: Bitmap, _ before: ElementData, _ after: ElementData? = nil) throws
    -> [String]
  {
    try PictureDifference(
      PictureFile(name: "a", bytes: old.pngData(), elements: before),
      PictureFile(name: "b", bytes: new.pngData(), elements: after ?? before)
    ).elements.map(\.description)
  }

  private func bitmap(_ background: UInt32, _ boxes: [(PixelBox, UInt32)]) throws -> Bitmap {
    let bitmap = try Bitmap(width: 100, height: 100)
    bitmap.fill(background)
    for (box, color) in boxes {
      for y in box.y..<box.bottom { for x in box.x..<box.right { bitmap[x, y] = color } }
    }
    return bitmap
  }

  private func page(_ items: [PixelBox], body: [String: String]? = nil, item: [String: String]? = nil) -> [Box] {
    let whole = PixelBox(x: 0, y: 0, width: 100, height: 100)
    return [
      Box(path: "0", tag: "html", box: whole, style: body.map { _ in ["color": "black"] }),
      Box(path: "0/1", tag: "body", box: whole, style: body),
    ]
      + items.enumerated().map { Box(path: "0/1/\($0.offset)", tag: "p", box: $0.element, style: item) }
  }

  /// Nine boxes with room between them.
  private let items = (0..<9).map { PixelBox(x: 2 + $0 % 3 * 34, y: 2 + $0 / 3 * 34, width: 26, height: 18) }

  /// A background behind elements that cover much of it: one change, not one for each island.
  @Test func aBackgroundIsItsElements() throws {
    let old = try bitmap(0xFFFF_FFFF, items.map { ($0, 0xFF80_A0C0) })
    let new = try bitmap(0xFFEE_EEEE, items.map { ($0, 0xFF80_A0C0) })
    let found = try changes(old, new, data(page(items)))
    #expect(found == ["painted: body (0/1) background #ffffff became #eeeeee, 5788 pixels"])
    let bare = try changes(bitmap(0xFFFF_FFFF, []), bitmap(0xFFEE_EEEE, []), data(page(items)))
    #expect(bare == ["painted: body (0/1) background #ffffff became #eeeeee, 10000 pixels"])
  }

  /// Where the inspect data has styles, the property is named.
  @Test func aStyleSaysWhy() throws {
    let (white, grey) = (["background-color": "rgb(255, 255, 255)"], ["background-color": "rgb(238, 238, 238)"])
    let found = try changes(
      bitmap(0xFFFF_FFFF, []), bitmap(0xFFEE_EEEE, []), data(page(items, body: white)), data(page(items, body: grey)))
    #expect(found == ["style: body (0/1) background-color: rgb(255, 255, 255) became rgb(238, 238, 238)"])
  }

  /// An inherited value is reported of the element that it comes from.
  @Test func inheritedStylesAreToldOnce() throws {
    let (black, red) = (["color": "rgb(0, 0, 0)"], ["color": "rgb(255, 0, 0)", "border-top-color": "rgb(255, 0, 0)"])
    let dots = items.map { PixelBox(x: $0.x + 4, y: $0.y + 4, width: 6, height: 6) }
    let found = try changes(
      bitmap(0xFFFF_FFFF, dots.map { ($0, 0xFF00_0000) }), bitmap(0xFFFF_FFFF, dots.map { ($0, 0xFFFF_0000) }),
      data(page(items, body: black, item: black)), data(page(items, body: red, item: red)))
    #expect(found == ["style: body (0/1) color: rgb(0, 0, 0) became rgb(255, 0, 0)"])
  }

  /// Without styles, an element represents most of its children.
  @Test func manyChildrenAreOneChange() throws {
    let dots = items.map { PixelBox(x: $0.x + 4, y: $0.y + 4, width: 6, height: 6) }
    func found(_ count: Int) throws -> [String] {
      let changed = dots.enumerated().map { ($0.element, $0.offset < count ? 0xFFFF_0000 : 0xFF00_0000 as UInt32) }
      return try changes(
        bitmap(0xFFFF_FFFF, dots.map { ($0, 0xFF00_0000) }), bitmap(0xFFFF_FFFF, changed), data(page(items)))
    }
    #expect(try found(9) == ["painted: body (0/1) #000000 became #ff0000, 324 pixels, 9 of its 9 children"])
    #expect(try found(6).count == 1)
    #expect(
      try found(2) == [
        "painted: p (0/1/0) #000000 became #ff0000, 36 pixels", "painted: p (0/1/1) #000000 became #ff0000, 36 pixels",
      ])
  }

  /// Styles explain the look; they are no boxes and no texts.
  @Test func layoutIsNotAboutStyles() throws {
    var options = ComparisonOptions()
    options.preset = .layout
    let (old, new) = (try data(page(items, body: ["color": "black"])), try data(page(items, body: ["color": "red"])))
    #expect(PictureDifference(old, new, options: options).isMatch)
    let (a, b) = (try bitmap(0xFFFF_FFFF, []).pngData(), try bitmap(0xFFEE_EEEE, []).pngData())
    #expect(
      try PictureDifference(
        PictureFile(name: "a", bytes: a, elements: old), PictureFile(name: "b", bytes: b, elements: new),
        options: options
      ).isMatch)
  }
}
