import Foundation
import OffscreenDOM
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenText
import Testing

@testable import Offscreen

/// What changes of a real page cost: `OFFSCREEN_TIMING_PAGE` names its file. Built for release; CPU milliseconds.
struct PageSessionTimingTests {
  static let page = ProcessInfo.processInfo.environment["OFFSCREEN_TIMING_PAGE"]

  private struct Times {
    var count = 0
    var milliseconds = 0.0
    var mean: Double { milliseconds / Double(max(1, count)) }
  }

  private static func measure(_ count: Int, _ body: (Int) -> Void) -> Times {
    let start = clock()
    for index in 0..<count { body(index) }
    return Times(count: count, milliseconds: Double(clock() - start) * 1_000 / Double(CLOCKS_PER_SEC))
  }

  @Test(.enabled(if: page != nil)) func changesOfAPage() throws {
    try LargeStackThread.run {
      let renderer = try PageRenderer()
      var options = PageOptions()
      options.root = Self.page.map {
        URL(fileURLWithPath: $0).deletingLastPathComponent().deletingLastPathComponent().path
      }
      let loaded = try renderer.load(Self.page ?? "", options: options)
      let session = loaded.session
      let viewport = loaded.viewport
      let document = session.source.document
      var elements: [NodeID] = []
      var node = document.documentElement
      while !node.isNone {
        if document.isElement(node), session.styles(at: viewport).style(of: node) != nil { elements.append(node) }
        node = document.next(node, within: document.documentElement)
      }
      func answer() { _ = session.layout(at: viewport).documentSize }
      answer()
      func set(_ name: String, _ index: Int, _ value: String) {
        let element = elements[(index * 37) % elements.count]
        document.setAttribute(element, Attribute(name: document.names.intern(name), value: value))
      }
      let first = Self.measure(1) {
        set("class", $0, "active")
        answer()
      }
      let whole = Self.measure(10) { _ in
        try? document.insert(document.makeElement(Atom(.style)), into: elements[1])
        answer()
      }
      let unrelated = Self.measure(400) {
        set("data-x", $0, "\($0)"); answer()
      }
      let unknown = Self.measure(400) {
        set("title", $0, "\($0)"); answer()
      }
      let color = Self.measure(200) {
        set("style", $0, "color: rgb(\($0), 0, 0)"); answer()
      }
      let size = Self.measure(200) {
        set("style", $0, "min-height: \($0 % 7)px"); answer()
      }
      let known = Self.measure(200) {
        set("class", $0, ["active", "btn btn-primary", "d-none", "row"][$0 % 4]); answer()
      }
      print("elements \(elements.count), boxes \(session.layout(at: viewport).boxes.boxes.count), \(session.work)")
      print(
        "first change \(first.mean) ms; anew \(whole.mean); unrelated attribute \(unrelated.mean); title \(unknown.mean); color \(color.mean);",
        "height \(size.mean); class \(known.mean)")
    }
  }
}
