import Foundation
import OffscreenGeometry
import OffscreenLayout
import OffscreenLoading
import Testing

@testable import Offscreen

/// Which sheets of paper a document is laid out on, and what is on each.
@Suite struct PagedLayoutTests {
  /// A line a sheet: its type and side, its area's size where it is not the first's, and the texts on it.
  private func sheets(_ html: String, _ change: (inout PageOptions) -> Void = { _ in }) throws -> [String] {
    var options = PageOptions()
    (options.region, options.media, options.network) = (.pages, .print, .none)
    change(&options)
    return try LargeStackThread.run { [options] in
      let page = try PageRenderer().load(PageInput(html: html, folder: nil), name: "the page", options: options)
      let tree = page.session.layout(at: page.viewport)
      let first = tree.pages.first?.frame.area
      return tree.pages.map { sheet in
        var line = sheet.kind.name.isEmpty ? "" : sheet.kind.name + " "
        line += sheet.kind.side == .right ? "right" : "left"
        if sheet.kind.isBlank { line += " blank" }
        let area = sheet.frame.area
        if area != first { line += " \(area.width.rounded)x\(area.height.rounded)" }
        return line + ":" + Self.texts(on: sheet.fragment, tree).map { " " + $0 }.joined()
      }
    }
  }

  private static func texts(on id: FragmentID, _ tree: FragmentTree) -> [String] {
    let fragment = tree[id]
    if fragment.kind == .text, fragment.text >= 0, let texts = tree.glyphTexts {
      let bytes = tree.texts[Int(fragment.text)].glyphs.flatMap {
        texts.bytes[Int(texts.ranges[Int($0)].lowerBound)..<Int(texts.ranges[Int($0)].upperBound)]
      }
      return [String(decoding: bytes, as: UTF8.self)]
    }
    return tree.children(id).flatMap { texts(on: $0.fragment, tree) }
  }

  /// Pages of 10 lines with 20 pixels each.
  private static let small =
    "<!doctype html><style>@page { size: 300px 240px; margin: 20px } body { margin: 0; font: 16px/20px sans-serif } p, h1 { margin: 0; font: inherit }</style>"

  @Test func linesGoOnFromPageToPage() throws {
    let lines = (1...25).map { "<p>\($0)" }.joined()
    let found = try sheets(Self.small + lines)
    #expect(found.count == 3)
    #expect(found.first == "right: " + (1...10).map(String.init).joined(separator: " "))
    #expect(found.last == "right: " + (21...25).map(String.init).joined(separator: " "))
  }

  @Test func forcedBreaks() throws {
    #expect(
      try sheets(Self.small + "<p>1<p style='break-before: page'>2<p style='page-break-after: always'>3<p>4")
        == ["right: 1", "left: 2 3", "right: 4"])
    // Breaks of columns are none of pages.
    #expect(try sheets(Self.small + "<p>1<p style='break-before: column'>2").count == 1)
    #expect(
      try sheets(
        Self.small
          + "<p>1<p style='break-before: right'>2<p style='break-before: left'>3<p style='break-before: left'>4")
        == ["right: 1", "left blank:", "right: 2", "left: 3", "right blank:", "left: 4"])
    #expect(
      try sheets(Self.small + "<p>1<p style='break-before: recto'>2<p style='break-before: verso'>3")
        == ["right: 1", "left blank:", "right: 2", "left: 3"])
    // Said by what is first inside.
    #expect(
      try sheets(Self.small + "<p>1<section><div><p style='break-before: page'>2</div></section>")
        == ["right: 1", "left: 2"])
  }

  @Test func whatIsKeptTogether() throws {
    let lines = (1...9).map { "<p>\($0)" }.joined()
    #expect(
      try sheets(Self.small + lines + "<h1 style='break-after: avoid'>A</h1><p>10")
        == ["right: 1 2 3 4 5 6 7 8 9", "left: A 10"])
    #expect(
      try sheets(Self.small + lines + "<div style='break-inside: avoid'><p>10<p>11</div>")
        == ["right: 1 2 3 4 5 6 7 8 9", "left: 10 11"])
    #expect(
      try sheets(Self.small + lines + "<div style='break-inside: avoid-column'><p>10<p>11</div>").last == "left: 11")
  }

  @Test func headersOfTables() throws {
    let rows = (1...14).map { "<tr><td>\($0)" }.joined()
    let found = try sheets(
      Self.small + "<style>table { border-spacing: 0 } td, th { padding: 0; font: inherit }</style>"
        + "<table><thead><tr><th>head</thead><tbody>\(rows)</table>")
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.contains("head") })
    #expect(found.first?.hasSuffix("8 9") == true && found.last?.contains(" 13 14") == true)
  }

  @Test func typesOfPages() throws {
    let style = "<style>@page wide { size: 500px 140px } .wide { page: wide }</style>"
    #expect(
      try sheets(Self.small + style + "<p>1<div class=wide><p>2<p>3</div><p>4")
        == ["right: 1", "wide left 460x100: 2 3", "right: 4"])
    // A margin at the start of one is on its page.
    #expect(
      try sheets(Self.small + style + "<p>1<div class=wide><p style='margin-top: 50px'>2<p>3</div><p>4")
        == ["right: 1", "wide left 460x100: 2 3", "right: 4"])
    // As tall as they are.
    let lines = (1...7).map { "<p>\($0)" }.joined()
    #expect(
      try sheets(Self.small + style + "<div class=wide>\(lines)</div>")
        == ["wide right: 1 2 3 4 5", "wide left: 6 7"])
  }

  /// What is as tall as the paper is said to be fits on it: areas are rounded up to whole pixels, as in Chromium.
  @Test func partsOfPixels() throws {
    let page = "<!doctype html><style>@page { size: 300px 240.3px; margin: 20.1px } body, p { margin: 0 }"
    let found = try sheets(page + " p { height: 200.4px }</style><p>1<p>2")
    #expect(found == ["right: 1", "left: 2"])
    #expect(try sheets(page + " p { height: 200.6px }</style><p>1") == ["right: 1"])
    #expect(try sheets(page + " p { height: 100.4px }</style><p>1<p>2") == ["right: 1 2"])
  }

  @Test func firstLeftAndRight() throws {
    let style = "<style>@page :first { margin-top: 120px } @page :left { margin-bottom: 100px }</style>"
    let lines = (1...20).map { "<p>\($0)" }.joined()
    let found = try sheets(Self.small + style + lines)
    #expect(found[0] == "right: 1 2 3 4 5")
    #expect(found[1] == "left 260x120: 6 7 8 9 10 11")
    #expect(found[2].hasSuffix(": 12 13 14 15 16 17 18 19 20"))
  }

  /// A cover that has the first page for itself is as wide as that.
  @Test func coversAreAsWideAsTheirPage() throws {
    let style = "<style>@page :first { margin: 0 } @media print { p { display: inline-block; width: 100px } }</style>"
    let cover = "<section style='break-after: page'><p>1</p><p>2</p><p>3</p></section>"
    let lines = "<section><p>1</p><p>2</p><p>3</p></section>"
    func rows(_ html: String) throws -> Int {
      var options = PageOptions()
      (options.region, options.media, options.network) = (.pages, .print, .none)
      return try LargeStackThread.run { [options] in
        let page = try PageRenderer().load(PageInput(html: html, folder: nil), name: "p", options: options)
        let boxes = page.boxes().elements.filter { $0.tag == "p" }
        return Set(boxes.prefix(3).map(\.rect.y)).count
      }
    }
    #expect(try rows(Self.small + style + cover + "<p>4") == 1)
    #expect(try rows(Self.small + style + lines + "<p>4") == 2)
  }

  @Test func whatIsFixedIsOnEachPage() throws {
    let found = try sheets(
      Self.small + "<p>1<p style='break-before: page'>2<div style='position: fixed; bottom: 0'>f</div>"
        + "<div style='position: absolute; top: 5px'>a</div>")
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.contains("f") })
    #expect(found[0].contains("a") && !found[1].contains("a"))
  }

  @Test func columnsOnPages() throws {
    let lines = (1...24).map { "<p>\($0)" }.joined()
    let found = try sheets(Self.small + "<div style='columns: 2; gap: 0'>\(lines)</div>")
    #expect(found.count == 2)
    #expect(found.last?.hasSuffix("24") == true)
  }

  @Test func mediaAreThoseOfThePageArea() throws {
    let style =
      "<style>p { display: none } @media print and (width: 260px) and (height: 200px) { p { display: block; height: 100vh } }</style>"
    #expect(try sheets(Self.small + style + "<p>1<p>2") == ["right: 1", "left: 2"])
  }

  @Test func sheetsBeyondTheLimit() throws {
    var options = PageOptions()
    (options.region, options.media, options.network, options.limits.sheets) = (.pages, .print, .none, 3)
    let lines = (1...100).map { "<p>\($0)" }.joined()
    let (count, warnings) = try LargeStackThread.run { [options] in
      let page = try PageRenderer().load(PageInput(html: Self.small + lines, folder: nil), name: "p", options: options)
      return (page.session.layout(at: page.viewport).pages.count, page.warnings)
    }
    #expect(count == 3)
    #expect(warnings.contains { $0.contains("sheets") })
  }

  /// Blank pages that are not made have no heights.
  @Test(.timeLimit(.minutes(5))) func blankPagesBeyondTheLimit() throws {
    let style = "<style>@page { size: 16px 16px; margin: 0 } @page :blank { margin-top: 4px }</style>"
    let far = "<div style='height: 30000000px'>x</div>"
    let breaks = String(repeating: "<p style='break-before: left'>b", count: 200)
    #expect(try sheets(style + "<p>a" + far + breaks).count == 2_000)
  }

  /// Paper without room for anything, or without end.
  @Test func oddPaper() throws {
    for size in [
      "0 0", "1px 1px", "99999999px 99999999px", "1e30px", "100px 100px; margin: 60px", "100px; margin: -50px",
    ] {
      let html = "<style>@page { size: \(size) }</style><p>text"
      #expect(try !sheets(html).isEmpty, "\(size)")
    }
  }
}
