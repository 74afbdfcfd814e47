import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Pages that are empty because their scripts would have filled them.
struct ScriptBuiltPageTests {
  private static func warns(
    _ html: String, region: PictureRegion = .viewport, scroll: PagePoint = .zero, scripts: Bool = true
  ) async throws -> Bool {
    let page = WebPage.forTests()
    page.options.viewport = Viewport(width: 800, height: 600)
    page.options.runsScripts = scripts
    try await page.load(html: "<!doctype html>" + html)
    page.scrollPosition = scroll
    let picture = try await page.snapshot(SnapshotOptions(region: region))
    return picture.warnings.contains { $0.hasPrefix("the page builds itself with scripts") }
  }

  private static let script = "<script src=app.js></script>"
  /// Red, 20x20.
  private static let picture = "<svg width=20 height=20><rect width=20 height=20 fill=red /></svg>"

  private static let empty = [
    "<div id=root></div>\(script)",
    "<div id=root></div><script type=module>import './app.js'</script>",
    "<div id=app>\(script)",
    "<body style='background:#123'><div id=app style='height:100vh;background:linear-gradient(red,blue)'></div>\(script)",
    "<body><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>\(script)",
    "<body><noscript>You need to <b>enable JavaScript</b>: \(picture)</noscript><div id=root></div>",
    "<body style='visibility:hidden'>Words that wait\(script)",
    "<body style='opacity:0'>Words that wait\(script)",
    "<style>[v-cloak] { display: none }</style><div v-cloak>{{ words }}</div>\(script)",
    "<canvas width=300 height=300></canvas>\(script)",
    "<img src='data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='>\(script)",
    "<header style='height:60px;background:teal'></header><div id=root></div>\(script)",
    "<div style='height:100vh'></div>Words below the picture\(script)",
    "<div style='position:absolute;left:-9999px'>For readers of screens</div>\(script)",
    "<div style='overflow:hidden;height:0'>Words</div>\(script)",
  ]

  @Test(arguments: empty) func emptyPagesWithScriptsWarn(_ html: String) async throws {
    #expect(try await Self.warns(html))
    #expect(try await !Self.warns(html, scripts: false), "it was asked for")
  }

  private static let filled = [
    "<h1>Hello</h1>\(script)",
    "<p>x\(script)",
    "<body><noscript>Please enable JavaScript</noscript><p>But there is this\(script)",
    "\(picture)\(script)",
    "<img alt='' width=50 height=50 src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>'>\(script)",
    "<input>\(script)",
    "<iframe srcdoc='<p>framed'></iframe>\(script)",
    "<style>i{float:left;width:9px;height:9px;margin:2px;background:red}</style>\(String(repeating: "<i></i>", count: 30))\(script)",
    "<div style='transform:translate(300px,300px)'><b style='position:absolute;left:-200px'>Words</b></div>\(script)",
    // Nothing that scripts would have added.
    "<div id=root></div>",
    "<body style='background:red'>",
    "<script type='application/ld+json'>{}</script>",
    "<script nomodule src=old.js></script><script>  </script><script src=''></script>",
    "<template>\(script)</template>",
  ]

  @Test(arguments: filled) func otherPagesDoNot(_ html: String) async throws { #expect(try await !Self.warns(html)) }

  /// The picture decides, not the page.
  @Test func whatIsShownCounts() async throws {
    let html = "<div style='height:700px'></div><p id=p>Words below\(Self.script)"
    #expect(try await Self.warns(html))
    #expect(try await !Self.warns(html, region: .fullPage))
    #expect(try await !Self.warns(html, scroll: PagePoint(x: 0, y: 200)))
    let box = "<div id=d style='width:9px;height:9px'></div>" + Self.script
    #expect(try await !Self.warns(box, region: .element("#d")))
  }
}
