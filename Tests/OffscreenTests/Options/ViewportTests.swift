import Foundation
import OffscreenGeometry
import Testing

@testable import Offscreen

/// What a page is laid out in: `viewport` metas, fitting, scrolling, the part that is shown.
struct ViewportTests {
  private let screen = Viewport(width: 360, height: 640)

  private func viewport(_ content: String) -> LayoutViewport { LayoutViewport(mobile: screen, ViewportMeta(content)) }

  @Test func metasAreReadAsBrowsersReadThem() {
    #expect(ViewportMeta("width=device-width, initial-scale=1").width == .deviceWidth)
    #expect(ViewportMeta("width = 500;initial-scale=1.5 maximum-scale=2").width == .pixels(500))
    #expect(ViewportMeta("width = 500;initial-scale=1.5 maximum-scale=2").initialScale == 1.5)
    #expect(ViewportMeta("WIDTH=DEVICE-WIDTH").width == .deviceWidth)
    #expect(ViewportMeta("width=320px").width == .pixels(320))
    #expect(ViewportMeta("width=-5, initial-scale=-1") == ViewportMeta())
    #expect(ViewportMeta("initial-scale=100").initialScale == 10)
    #expect(ViewportMeta("=,;==width").width == nil)
    #expect(ViewportMeta("width=1e400").width == .pixels(1))
  }

  private static let cases: [(String, Int, Int, Double)] = [
    ("", 980, 1742, 360.0 / 980), ("width=device-width", 360, 640, 1),
    ("width=device-width, initial-scale=1", 360, 640, 1),
    ("width=500", 500, 888, 0.72), ("initial-scale=1", 360, 640, 1), ("initial-scale=0.5", 720, 1280, 0.5),
    ("width=1000, initial-scale=1", 1000, 1777, 1), ("width=200, initial-scale=0.5", 720, 1280, 0.5),
    ("width=device-width, initial-scale=1, minimum-scale=2", 360, 640, 2),
  ]

  @Test(arguments: cases)
  func layoutViewports(_ content: String, _ width: Int, _ height: Int, _ zoom: Double) {
    let result = viewport(content)
    #expect(result.size == Size(width: LayoutUnit(width), height: LayoutUnit(height)))
    #expect(abs(result.zoom(documentWidth: result.size.width) - zoom) < 1e-9)
  }

  // MARK: Pages

  private struct Box: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var attributes: [String: String]?
  }

  private struct Boxes: Decodable { var elements: [Box] }

  private func capture(_ html: String, _ change: @Sendable (inout PageOptions) -> Void) throws -> PageCapture {
    var options = PageOptions()
    options.viewport = Viewport(width: 200, height: 100)
    options.network = .none
    change(&options)
    let final = options
    return try LargeStackThread.run { try PageRenderer().capture(.html(html), options: final) }
  }

  /// The boxes of elements with ids.
  private func boxes(_ html: String, _ change: @Sendable (inout PageOptions) -> Void) throws -> [String: [Double]] {
    let data = try capture(html, change).inspection
    var result: [String: [Double]] = [:]
    for box in try JSONDecoder().decode(Boxes.self, from: Data(data.utf8)).elements {
      if let id = box.attributes?["id"] { result[id] = [box.x, box.y, box.width, box.height] }
    }
    return result
  }

  @Test func aPageThatIsWiderFits() throws {
    let html = "<!doctype html><body style='margin:0'><div id=a style='width:400px;height:50px'></div><div id=b>x"
    #expect(try boxes(html) { _ in }["b"]?[2] == 200)
    #expect(try boxes(html) { $0.fitsWidth = true }["b"]?[2] == 400)
    let picture = try capture(html) { $0.fitsWidth = true }.picture
    #expect(picture.width == 200 && picture.height == 100)
  }

  /// The viewport takes the root element's overflow over and scrolls to all of the page, but to no fixed box.
  @Test func theWholePageIsTaken() throws {
    for overflow in ["html { overflow: hidden }", "html { overflow-y: scroll }", "body { overflow: hidden }"] {
      let html = """
        <!doctype html><style>html, body { height: 100%; margin: 0 } \(overflow)</style><div style='height:300px'></div>
        <div style='position:fixed;top:900px;left:900px;width:9px;height:9px'></div>
        """
      let picture = try capture(html) { $0.fullPage = true }.picture
      #expect(picture.width == 200 && picture.height == 300)
    }
  }

  @Test(arguments: [("300.45px", 300), ("300.55px", 301)])
  func theWholePageIsRoundedToAPixel(height: String, expected: Int) throws {
    let html = "<!doctype html><body style='margin:0;height:\(height)'>"
    #expect(try capture(html) { $0.fullPage = true }.picture.height == expected)
  }

  @Test func fixedAndStickyBoxesFollow() throws {
    let html = """
      <!doctype html><body style='margin:0;height:1000px'>
      <div id=f style='position:fixed;top:5px;left:0;width:9px;height:9px'></div>
      <div style='height:300px;padding-top:20px'>
      <div id=s style='position:sticky;top:10px;height:30px'></div></div>
      <div id=e style='position:sticky;bottom:0;height:10px'></div>
      """
    let unscrolled = try boxes(html) { _ in }
    #expect(unscrolled["f"]?[1] == 5 && unscrolled["s"]?[1] == 20)
    #expect(unscrolled["e"]?[1] == 90, "kept in sight from below")
    let scrolled = try boxes(html) { $0.scroll = PagePoint(x: 0, y: 100) }
    #expect(scrolled["f"]?[1] == 105 && scrolled["s"]?[1] == 110 && scrolled["e"]?[1] == 190)
    let further = try boxes(html) { $0.scroll = PagePoint(x: 0, y: 400) }
    #expect(further["s"]?[1] == 290, "it does not leave its containing block")
    let furthest = try boxes(html) { $0.scroll = PagePoint(x: -5, y: 1e9) }
    #expect(furthest["f"]?[1] == 905, "as far as it can be scrolled")
  }

  @Test func stickyBoxesInScrollContainers() throws {
    let html = """
      <!doctype html><body style='margin:0'><div style='height:60px;overflow:hidden;border:2px solid;padding:3px'>
      <div style='height:200px'></div><div id=s style='position:sticky;bottom:0;height:10px'></div></div>
      """
    #expect(try boxes(html) { _ in }["s"]?[1] == 55)
  }

  @Test func partsOfThePage() throws {
    let html =
      "<!doctype html><body style='margin:0'><p id=p style='margin:20px;width:50px;height:30px;background:teal'>"
    func size(_ region: PictureRegion, padding: Double = 0, scale: Double = 1) throws -> [Int] {
      let picture = try capture(html) {
        $0.region = region
        $0.padding = padding
        $0.scale = scale
      }.picture
      return [picture.width, picture.height]
    }
    #expect(try size(.element("p")) == [50, 30])
    #expect(try size(.element("body > #p"), padding: 4, scale: 2) == [116, 76])
    #expect(try size(.rect(PageRect(x: -5, y: 0, width: 12.5, height: 300))) == [13, 300])
    for (selector, message) in [("b", "no element matches"), ("head", "takes no room")] {
      let error = #expect(throws: RenderError.self) { try size(.element(selector)) }
      #expect(error?.message.contains(message) == true && error?.message.contains("\n") == false)
    }
  }

  @Test func theUsersSheets() throws {
    let html = """
      <!doctype html><style>p { height: 10px; margin: 0 } #b { height: 20px !important }</style>
      <body style='margin:0'><p id=a></p><p id=b></p><p id=c style='height:5px'></p><p id=d>x
      """
    let sheet = """
      p { height: 50px; width: 70px } #b { height: 60px !important } #c { height: 40px !important }
      @media print { p { width: 30px !important } } @media (prefers-color-scheme: dark) { p { width: 20px !important } }
      """
    let boxes = try boxes(html) { $0.userStyles = [.text(sheet)] }
    #expect(boxes["a"]?[3] == 10, "the author's normal rules win")
    #expect(boxes["b"]?[3] == 60 && boxes["c"]?[3] == 40, "the user's important ones win, over attributes too")
    #expect(boxes["a"]?[2] == 70)
    #expect(try self.boxes(html) { ($0.userStyles, $0.media) = ([.text(sheet)], PageMedia.print) }["a"]?[2] == 30)
    #expect(try self.boxes(html) { ($0.userStyles, $0.colorScheme) = ([.text(sheet)], .dark) }["a"]?[2] == 20)
    let hidden = try self.boxes(html) { $0.hidden = ["#b, #c"] }
    #expect(hidden["b"] == nil && hidden["c"] == nil && hidden["d"]?[1] == 10)
  }

  @Test func whatMakesNoSenseIsSaid() {
    var options = PageOptions()
    options.region = .element("p[")
    #expect(options.problem == "selector: p[ makes no sense: 'p[' is not a valid selector")
    options.region = .rect(PageRect(x: 0, y: 0, width: 0, height: 5))
    #expect(options.problem != nil)
    options.region = .viewport
    options.hidden = ["}"]
    #expect(options.problem?.contains("selector") == true)
    #expect(PageRect("1,2,3") == nil && PageRect("1,2,3,4")?.height == 4 && PageRect("0,0,nan,1") == nil)
  }

  @Test func theFingerprintTellsWhatIsUnusual() throws {
    var options = PageOptions()
    options.region = .element("a;b")
    options.isMobile = true
    options.colorScheme = .dark
    let text = try LargeStackThread.run { [options] in try PageRenderer().fingerprint(options).description }
    #expect(text.contains("mobile=yes") && text.contains("color-scheme=dark") && text.contains("selector=a b"))
  }
}
