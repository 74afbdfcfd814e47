import Foundation
import Testing
import TestSupport

@testable import Offscreen

private enum Build {
  /// Without optimization, code of ours takes some twenty times as long.
  #if DEBUG
    static let isOptimized = false
  #else
    static let isOptimized = true
  #endif
}

/// Pages that are small and would take minutes: each comes to an end, with a picture, and says what it was cut of where
/// it was cut.
@Suite(.needs("an optimized build (swift test -c release -Xswiftc -enable-testing)", Build.isOptimized))
struct TimeEaterTests {
  struct Page: Sendable, CustomTestStringConvertible {
    var name: String
    /// Part of the warning; nil where the page is shown whole.
    var warning: String?
    var html: @Sendable () -> String

    init(_ name: String, _ warning: String? = nil, _ html: @escaping @Sendable () -> String) {
      (self.name, self.warning, self.html) = (name, warning, html)
    }

    var testDescription: String { name }
  }

  /// Seconds of processor time.
  private static let bound = 3.0

  @Test(arguments: matching + text + layout + drawing + vectors) func ends(page: Page) throws {
    var options = PageOptions()
    options.viewport = Viewport(width: 800, height: 600)
    options.timeout = .seconds(120)
    let wanted = options
    let (seconds, warnings, width) = try LargeStackThread.run {
      let renderer = try PageRenderer()
      var capture: PageCapture?
      let seconds = try processorTime {
        capture = try renderer.capture(.html("<!doctype html>" + page.html()), options: wanted)
      }
      return (seconds, capture?.warnings ?? [], capture?.picture.width)
    }
    #expect(width == 800)
    #expect(seconds < Self.bound, "\(warnings)")
    if let warning = page.warning { #expect(warnings.contains { $0.contains(warning) }, "\(warnings)") }
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
  private static func rules(_ count: Int, _ rule: (Int) -> String) -> String {
    "<style>" + (0..<count).map(rule).joined() + "</style>"
  }
  private static func layers(_ count: Int, _ layer: String) -> String {
    Array(repeating: layer, count: count).joined(separator: ",")
  }

  static let matching = [
    Page("attribute substrings") {
      let a = times(50, "a")
      return rules(1_000) { "[title*='\(a)\($0)']{color:red}" } + "<p title='\(times(300_000, "a"))'>x"
    },
    Page("words of an attribute", "selectors take too long") {
      rules(2_000) { "[title~='w\($0)x']{color:red}" } + times(9, "<p title='\(times(60_000, "w1 "))'>x")
    },
    Page("languages deep down") {
      rules(500) { ":lang(x\($0)) b{color:red}" } + times(400, "<div>") + times(500, "<b>x</b>")
    },
    Page("directions of much text") {
      "<style>b:dir(rtl){color:red}</style><div dir=auto>" + times(8_000, "<b>1 </b>")
    },
    Page("sums of variables", "variables make too much text") {
      "<style>p{--a:calc(1px + 2em);width:calc(\(Array(repeating: "var(--a)", count: 2_000).joined(separator: " + ")))}"
        + "</style>" + (0..<700).map { "<p style='font-size:\(Double($0) / 10)px'>x" }.joined()
    },
  ]

  static let text = [
    Page("marks on one letter") { "<p>e" + times(300_000, "\u{301}") },
    Page("marks in right-to-left text") { "<p>\u{5D0}" + times(60_000, "\u{5B0}\u{5B1}\u{5B7}\u{5BC}") },
    Page("subscripts of one syllable") { "<p>" + times(100_000, "\u{1780}\u{17D2}") },
    Page("characters without a look") { "<p>" + times(300_000, "\u{200B}") },
    Page("directions in turn") { "<p>" + times(40_000, "a\u{5D0}") },
    Page("overrides in each other") { "<p>" + times(120, "<bdo dir=rtl><bdo dir=ltr>") + times(500, "a\u{5D0} ") },
    Page("separators of counters", "make too much text") {
      "<style>div{counter-reset:c}div::before{counter-increment:c;content:counters(c,'\(times(20_000, "s"))')}</style>"
        + times(400, "<div>")
    },
  ]

  static let layout = [
    Page("columns in columns") {
      "<style>div{columns:2;column-gap:1px}</style>" + times(40, "<div><p>a b c d</p>") + times(20, "<p>a b c</p>")
    },
    Page("items that span the grid", "span too many tracks") {
      "<style>div{display:grid}b{grid-area:1/1/9000/9000}</style><div>" + times(500, "<b>x</b>")
    },
    Page("a grid filled densely") {
      "<style>div{display:grid;grid-template-columns:repeat(300,1px);grid-auto-flow:dense}"
        + "b:nth-child(3n){grid-column:span 7;grid-row:span 5}</style><div>" + times(5_000, "<b></b>")
    },
    Page("areas of a grid") {
      let rows = (0..<200).map { row in
        "'" + (0..<100).map { "a\(row * 100 + $0)" }.joined(separator: " ") + "'"
      }
      return "<style>div{display:grid;grid-template-areas:\(rows.joined(separator: " "))}</style><div>"
        + (0..<1_000).map { "<b style='grid-area:a\($0 * 7)'></b>" }.joined()
    },
    Page("grids of percentages in each other") {
      "<style>div{display:grid;height:100%;padding:1%;grid-template:100%/1fr auto}</style>" + times(300, "<div>") + "x"
    },
    Page("grids in each other, with a break at the bottom, in columns") {
      "<style>body{columns:2}div{display:grid}p{break-before:avoid}</style>" + times(3, "x<hr>") + times(400, "<div>")
        + "<p>x"
    },
    Page("rows of a formula in each other, with space") {
      "<math>" + times(400, "<mrow>" + times(30, "<mspace width=1px></mspace>")) + "<mo>(</mo>"
    },
    Page("floats that clear each other") {
      "<style>i{float:left;clear:left;width:30px;height:300px}b{float:right;clear:right;width:30px;height:299px}</style>"
        + times(5_000, "<i></i><b></b>") + times(2_000, "word ")
    },
  ]

  private static let work = "too much work to draw"
  private static let covering = "position:absolute;width:800px;height:600px;left:0;top:0;"

  static let drawing = [
    Page("layers of backgrounds", work) {
      "<style>p{\(covering)background:\(layers(3_000, "conic-gradient(red,#00f1)"))}</style><p>"
    },
    Page("layers of masks", work) {
      "<style>p{\(covering)background:red;mask:linear-gradient(45deg,#000,#0008)}</style>" + times(3_000, "<p></p>")
    },
    Page("shadows", work) {
      "<style>p{\(covering)border-radius:30px;box-shadow:\(layers(3_000, "0 0 30px #f001"))}</style><p>"
    },
    Page("shadows of text", work) {
      "<style>p{font-size:90px;text-shadow:\(layers(3_000, "0 0 30px #f001"))}</style><p>some text"
    },
    Page("filtered backdrops", work) {
      "<style>div{backdrop-filter:blur(20px);height:600px;background:#f001}</style>" + times(400, "<div>")
    },
    Page("blurs", work) { "<style>p{\(covering)filter:blur(200px);background:#f001}</style>" + times(300, "<p></p>") },
    Page("perspectives", work) {
      "<style>p{\(covering)transform:perspective(300px) rotateY(30deg);background:linear-gradient(red,#00f1)}</style>"
        + times(2_000, "<p></p>")
    },
    Page("blending", work) {
      "<style>p{\(covering)mix-blend-mode:hue;background:#f008}</style>" + times(1_000, "<p></p>")
    },
    Page("dotted borders", work) {
      "<style>p{\(covering)border:1px dotted red;border-radius:200px}</style>" + times(3_000, "<p></p>")
    },
    Page("clips of many points", work) {
      let points = (0..<5_000).map { "\($0 * 7_919 % 800)px \($0 * 104_729 % 600)px" }.joined(separator: ",")
      return "<style>p{\(covering)background:red;clip-path:polygon(\(points))}</style>" + times(100, "<p></p>")
    },
    Page("noise", work) {
      "<svg width=0 height=0><filter id=f><feTurbulence baseFrequency=.05 numOctaves=9 /></filter></svg>"
        + "<style>p{\(covering)filter:url(#f)}</style>" + times(100, "<p></p>")
    },
  ]

  static let vectors = [
    Page("uses of uses", "drawings show more than") {
      "<svg><rect id=u0 width=9 height=9 />"
        + (1..<12).map { "<g id=u\($0)>" + times(10, "<use href='#u\($0 - 1)' x=1 />") + "</g>" }.joined()
    },
    Page("dashes without end", work) {
      "<svg>" + times(50, "<path stroke=red fill=none stroke-dasharray='1 1' d='M0 0 L1e8 1e8 L0 1e8 Z'/>")
    },
    Page("filters of many groups", work) {
      "<svg width=800 height=600><filter id=f><feTurbulence baseFrequency=.05 numOctaves=9 /></filter>"
        + times(300, "<rect width=800 height=600 filter='url(#f)'/>")
    },
    Page("a picture full of noise", "SVG drawings take too much work") {
      "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='800' height='600'><filter id='f'>"
        + "<feTurbulence baseFrequency='.05' numOctaves='9999'/></filter>"
        + times(9, "<rect width='800' height='600' filter='url(%23f)'/>") + "</svg>\">"
    },
    Page("kernels that are too large") {
      "<svg><filter id=f><feConvolveMatrix order=25 kernelMatrix='\(times(625, "1 "))'/></filter>"
        + "<rect width=9 height=9 filter='url(#f)'/>"
    },
  ]
}
