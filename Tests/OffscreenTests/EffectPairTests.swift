import Foundation
import Offscreen
import TestSupport
import Testing

/// Two ways to say the same: both must give the same picture, and another one than without.
@Suite struct EffectPairTests {
  private func picture(_ body: String) throws -> [UInt8] {
    let html =
      "<!doctype html><style>body { margin: 0 } .box { width: 60px; height: 40px; background: #e80 }</style>" + body
    return try LargeStackThread.run {
      var options = PageOptions()
      options.viewport = Viewport(width: 100, height: 80)
      let capture = try PageRenderer(fonts: Suites.projectRoot.appending(path: "Fonts").path)
        .capture(.html(html, folder: "/"), options: options)
      return Array(capture.picture.data)
    }
  }

  private func expectEqual(_ one: String, _ other: String, without: String) throws {
    let (first, second, plain) = try (picture(one), picture(other), picture(without))
    #expect(first == second)
    #expect(first != plain)
  }

  private let box = "<div class=box></div>"

  private func withFilter(_ primitives: String, hidden: Bool = false) -> String {
    """
    <div class=box style="filter: url(#f)"></div>
    <svg width="0" height="0"\(hidden ? " style='display: none'" : "")>
    <filter id="f" x="-1" y="-1" width="3" height="3" color-interpolation-filters="sRGB">\(primitives)</filter></svg>
    """
  }

  @Test(arguments: [
    ("<feColorMatrix values='-1 0 0 0 1 0 -1 0 0 1 0 0 -1 0 1 0 0 0 1 0'/>", "invert(1)"),
    ("<feColorMatrix type='hueRotate' values='90'/>", "hue-rotate(90deg)"),
    ("<feGaussianBlur stdDeviation='2'/>", "blur(2px)"),
    ("<feComponentTransfer><feFuncA type='linear' slope='.4'/></feComponentTransfer>", "opacity(40%)"),
  ])
  func filtersByReferenceAreFilterFunctions(_ primitive: String, _ function: String) throws {
    try expectEqual(withFilter(primitive), "<div class=box style='filter: \(function)'></div>", without: box)
  }

  @Test func aFilterInWhatIsNotDisplayedFilters() throws {
    let invert = "<feColorMatrix values='-1 0 0 0 1 0 -1 0 0 1 0 0 -1 0 1 0 0 0 1 0'/>"
    try expectEqual(
      withFilter(invert, hidden: true), "<div class=box style='filter: invert(1)'></div>", without: box)
  }

  @Test func floodsTakeTheirColourFromTheCascade() throws {
    let flood = withFilter("<feFlood class='a'/><feComposite operator='in' in2='SourceAlpha'/>")
    try expectEqual(
      "<style>.a { flood-color: teal }</style>" + flood, "<div class=box style='background: teal'></div>", without: box)
  }

  @Test(arguments: [
    ("<rect x='10' y='5' width='30' height='20'/>", "inset(5px 20px 15px 10px)"),
    ("<circle cx='30' cy='20' r='15'/>", "circle(15px at 30px 20px)"),
    ("<use href='#r' x='10'/>", "inset(5px 20px 15px 10px)"),
    (
      "<rect width='10' height='40'/><rect x='50' width='10' height='40'/>",
      "polygon(0 0, 10px 0, 10px 40px, 50px 40px, 50px 0, 60px 0, 60px 40px, 0 40px)"
    ),
  ])
  func clipPathsByReferenceAreShapes(_ content: String, _ shape: String) throws {
    try expectEqual(
      """
      <div class=box style="clip-path: url(#c)"></div>
      <svg width="0" height="0"><rect id="r" y="5" width="30" height="20"/><clipPath id="c">\(content)</clipPath></svg>
      """, "<div class=box style='clip-path: \(shape)'></div>", without: box)
  }

  @Test func masksByReferenceUseLuminance() throws {
    try expectEqual(
      """
      <div class=box style="mask: url(#m)"></div>
      <svg width="0" height="0"><mask id="m" maskContentUnits="objectBoundingBox">
      <rect width=".5" height="1" fill="white"/><rect x=".5" width=".5" height="1" fill="black"/></mask></svg>
      """, "<div class=box style='width: 30px'></div>", without: box)
  }

  @Test func inlineDrawingsHaveThePagesStyles() throws {
    let shape = "<rect width='20' height='20'/>"
    try expectEqual(
      "<style>svg rect { fill: currentColor } svg { color: #c24; display: block }</style><svg>\(shape)</svg>",
      "<svg style='display: block'><rect width='20' height='20' fill='#c24'/></svg>",
      without: "<svg style='display: block'>\(shape)</svg>")
  }

  @Test func symbolsOfOtherDrawingsAreUsed() throws {
    let rect = "<rect width='20' height='20' fill='teal'/>"
    try expectEqual(
      "<svg style='display: none'><symbol id='s'>\(rect)</symbol></svg><svg style='display: block'><use href='#s'/></svg>",
      "<svg style='display: block'>\(rect)</svg>", without: "<svg style='display: block'></svg>")
  }
}
