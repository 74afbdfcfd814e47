import Foundation
import OffscreenGeometry
import OffscreenLayout
import OffscreenLoading
import Testing

@testable import Offscreen

/// What is in the margins of pages.
@Suite struct MarginBoxTests {
  /// Of each sheet, what is said in its margins and where, from the sheet's top left.
  private func margins(_ style: String, pages: Int = 1) throws -> [[String]] {
    var options = PageOptions()
    (options.region, options.media, options.network) = (.pages, .print, .none)
    let html =
      "<!doctype html><style>html { font: 10px/10px sans-serif } \(style)</style>"
      + (1...pages).map { "<p style='break-before: page'>\($0)" }.joined()
    return try LargeStackThread.run { [options] in
      let page = try PageRenderer().load(PageInput(html: html, folder: nil), name: "the page", options: options)
      let layout = try #require(page.session.current)
      var counter = PageCounter()
      return layout.tree.pages.map { sheet in
        let value = counter.next(layout.styling.styles.pages?.style(of: sheet.kind).box)
        guard let tree = layout.sheet(sheet, PageCounters(page: value, pages: layout.tree.pages.count)) else {
          return []
        }
        return Self.boxes(tree.root, at: .zero, tree)
      }
    }
  }

  private static func boxes(_ id: FragmentID, at offset: Point, _ tree: FragmentTree) -> [String] {
    tree.children(id).flatMap { link -> [String] in
      let (fragment, place) = (tree[link.fragment], offset + link.offset)
      let isMargin = fragment.kind == .box && !fragment.box.isNone && tree.boxes[fragment.box].origin == .before
      guard isMargin else { return boxes(link.fragment, at: place, tree) }
      let text = (fragment.box.rawValue..<tree.boxes[fragment.box].end.rawValue).compactMap { raw -> String? in
        let box = tree.boxes[BoxID(rawValue: raw)]
        return box.kind == .text ? String(decoding: tree.boxes.texts[Int(box.data)], as: UTF8.self) : nil
      }.joined()
      return [
        "\(text) \(place.x.rounded),\(place.y.rounded) \(fragment.size.width.rounded)x\(fragment.size.height.rounded)"
      ]
    }
  }

  private static let paper = "@page { size: 300px 200px; margin: 20px 30px 40px 50px;"

  @Test func aloneAlongASide() throws {
    #expect(try margins(Self.paper + "@top-center { content: 'a' } }") == [["a 50,0 220x20"]])
    #expect(try margins(Self.paper + "@left-middle { content: 'a' } }") == [["a 0,20 50x140"]])
    #expect(try margins(Self.paper + "@bottom-right { content: 'a'; width: 60px } }") == [["a 210,160 60x40"]])
  }

  @Test func corners() throws {
    let style = Self.paper + "@top-left-corner { content: 'a' } @bottom-right-corner { content: 'b' } }"
    #expect(try margins(style) == [["a 0,0 50x20", "b 270,160 30x40"]])
  }

  @Test func theMiddleOneIsInTheMiddle() throws {
    let style =
      Self.paper
      + "@top-left { content: 'a'; width: 50px } @top-center { content: 'b' } @top-right { content: 'c'; width: 10px } }"
    #expect(try margins(style) == [["a 50,0 50x20", "b 100,0 120x20", "c 260,0 10x20"]])
  }

  @Test func nothingWithoutContent() throws {
    #expect(try margins(Self.paper + "@top-left { content: none } @top-right { color: red } }") == [[]])
  }

  @Test func counters() throws {
    let style = "@page { @bottom-center { content: counter(page) '/' counter(pages); width: 40px } }"
    #expect(try margins(style, pages: 3).map { $0.first?.split(separator: " ").first } == ["1/3", "2/3", "3/3"])
    let reset =
      "@page :first { counter-reset: page 9 } @page { counter-increment: page 2; @top-left { content: counter(page, upper-roman); width: 40px } }"
    #expect(try margins(reset, pages: 2).map { $0.first?.split(separator: " ").first } == ["XI", "XIII"])
  }

  @Test func cascade() throws {
    let style =
      "@page :first { @top-left { content: 'first'; width: 9px } } @page { @top-left { content: 'any'; width: 9px } }"
      + "@page :left { @top-left { content: 'left' } }"
    #expect(try margins(style, pages: 3).map { $0.first?.split(separator: " ").first } == ["first", "left", "any"])
  }
}
