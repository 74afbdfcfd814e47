import Foundation
import Testing

@testable import Offscreen

/// The table of options: what is said of a page means the same wherever it is said.
@Suite struct PageOptionTests {
  /// A value that is not the usual one, for each option.
  private static let unusual: [String: OptionValue] = [
    "viewport": .text("300x200"), "fullPage": .flag(true), "pages": .flag(true), "selector": .list(["#a"]),
    "selectorAll": .text("p"),
    "clip": .text("1.0,2.0,3.0,4.0"),
    "padding": .number(4), "scroll": .text("0.0,9.0"), "mobile": .flag(true), "fit": .flag(true), "scale": .number(2),
    "thumbnail": .text("x90"), "quality": .number(50), "background": .text("none"), "media": .text("print"),
    "colorScheme": .text("dark"), "reducedMotion": .flag(true), "language": .text("de-CH,de"),
    "hideBanners": .flag(true),
    "css": .list(["a.css", "p { color: red }"]), "detect": .text("links"),
    "hide": .list([".a", "b"]), "hyphenate": .flag(true), "page": .text("3"), "scripts": .flag(false),
    "waitFor": .text("a == 1"), "evaluate": .text("b; c"), "run": .text("d()"), "runAt": .text("load"),
    "console": .flag(true),
    "date": .text("2026-01-01T00:00:00Z"), "scriptJIT": .text("on"), "settle": .text("250ms"),
    "settleClock": .text("real"), "timeout": .text("5s"), "onTimeout": .text("fail"),
    "limits": .counts(["elements": 7]), "root": .text("/"), "network": .text("none"), "userAgent": .text("me"),
    "allowHosts": .list(["a.example"]), "denyHosts": .list([".b.example"]),
    "headers": .list(["A: b"]), "cookies": .list(["a=b"]), "user": .text("a:b"), "strict": .flag(true),
    "ignoreTLSErrors": .flag(true),
    "cache": .text("c"), "requestLog": .text("l"),
  ]
  /// Shorthands are written as the options that they set.
  private static let standsForOthers: Set = ["device", "cover"]

  @Test func namesAreUnique() {
    let names = PageOption.all.flatMap { Set([$0.name, $0.flag]) }
    #expect(Set(names).count == names.count)
    #expect(Set(Self.unusual.keys).union(Self.standsForOthers) == Set(PageOption.all.map(\.name)))
  }

  @Test func everyValueSurvivesItsWay() throws {
    for (name, value) in Self.unusual {
      let option = try #require(PageOption.named(name))
      var requested = RequestedOptions()
      requested[option] = value
      // 1. Into options and back.
      let options = try requested.options()
      #expect(options != PageOptions(), "\(name)")
      #expect(RequestedOptions(options) == requested, "\(name)")
      // 2. Through JSON.
      var request = WorkerRequest(id: "1", input: "a")
      request.options = requested
      let copy = try JSONDecoder().decode(WorkerRequest.self, from: JSONEncoder().encode(request))
      #expect(copy == request, "\(name)")
      // 3. Into a picture's fingerprint and back, where it is more than a hash.
      let base = try Fingerprint.current()
      let differs = !base.with(PageOptions()).differences(to: base.with(options)).isEmpty
      switch option.effect {
      case .work, .resources: #expect(!differs, "\(name)")
      case .layout, .picture:
        #expect(differs, "\(name)")
        if option.form != .list, option.form != .counts, !option.isProgram {
          #expect(RequestedOptions(PageOptions(base.with(options))) == requested, "\(name)")
        }
      }
      // 4. What layout depends on is not shared.
      #expect(
        options.hasSameLayout(as: PageOptions()) == (option.effect == .work || option.effect == .picture), "\(name)")
    }
  }

  @Test func aWordIsNoTruthValueInRequests() throws {
    for json in [#"{"id": "1", "input": "a", "fullPage": "yes"}"#, #"{"id": "1", "input": "a", "mobile": 1}"#] {
      let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(json.utf8))
      #expect(throws: OptionProblem.self) { try request.options.options() }
    }
    // By name there are only texts.
    var requested = RequestedOptions()
    requested[name: "fullPage"] = "yes"
    #expect(try requested.options().fullPage)
    requested[name: "fullPage"] = "no"
    #expect(try !requested.options().fullPage)
  }

  @Test func pagesOfOneDocumentHaveDifferentFingerprints() throws {
    let base = try Fingerprint.current()
    var second = PageOptions()
    second.documentPage = 2
    #expect(
      base.with(PageOptions()).differences(to: base.with(second)).map(\.description) == ["page: unknown became 2"])
  }

  /// A picture is untrusted: its fingerprint leads to no file, no server and no larger limits.
  @Test func picturesChooseNoFiles() throws {
    let text =
      "viewport=9x9; css=/etc/passwd; limit-elements=2000000; root=/; network=all; cookie=a=b; cache=c; request-log=l"
    let options = PageOptions(try #require(Fingerprint(text)))
    var expected = PageOptions()
    expected.viewport = Viewport(width: 9, height: 9)
    #expect(options == expected)
  }

  @Test func devicesStandForOptionsThatOthersBeat() throws {
    let json = #"{"id": 1, "input": "a", "viewport": "400x300", "device": "iPhone 15"}"#
    let options = try JSONDecoder().decode(WorkerRequest.self, from: Data(json.utf8)).pageOptions()
    #expect(options.viewport == Viewport(width: 400, height: 300) && options.scale == 3 && options.isMobile)
    #expect(Device(named: "ipad-landscape")?.viewport == Viewport(width: 1080, height: 810))
    #expect(Device(named: "toaster") == nil)
  }

  @Test(arguments: [
    (#""viewprot": "1x1""#, #"the request's key "viewprot" is no option; did you mean "viewport"?"#),
    (#""color-shceme": "dark""#, #"did you mean "colorScheme"?"#), (#""zzz": 1"#, "there are allowHosts, background, "),
    (#""viewport": "0x0""#, "viewport: 0x0 is not WxH, each from 1 to 32767"),
    (#""scale": 99"#, "scale: 99 is not a number from 0.01 to 8"),
    (#""scale": {"a": "b"}"#, #""scale" is of the wrong type"#), (#""scale": [1]"#, #""scale" is of the wrong type"#),
    (#""quality": 1.5"#, "quality: 1.5 is not a whole number from 1 to 100"),
    (#""network": "some""#, "network: some is not none, public or all"),
    (#""fullPage": true, "clip": "0,0,1,1""#, "fullPage, clip: the picture shows one of them"),
    (#""fullPage": "maybe""#, "fullPage: maybe is not true or false"),
    (#""limits": {"elements": 0}"#, "elements: 0 is not from 1"), (#""limits": {"x": 0}"#, "there is no limit 'x'"),
    (#""language": "de,-""#, "language: de,- is not language tags with commas between"),
    (#""detect": "links,x""#, "detect: links,x is not a list with commas of links, "),
    (#""hide": ["a", "b["]"#, "'b[', which is not a valid selector"),
  ])
  func requestsThatMakeNoSenseSayWhy(_ text: String, _ reason: String) {
    var message = ""
    switch Worker.request(in: Array(#"{"id": "1", "input": "a", \#(text)}"#.utf8)) {
    case .failure(let refused): message = refused.answer.error ?? ""
    case .success(let request):
      do { _ = try request.pageOptions() } catch { message = error.message }
    }
    #expect(message.contains(reason), "\(message)")
  }

  /// The command line's spelling is understood, and values need not be wrapped.
  @Test func spellings() throws {
    let json =
      #"{"id": 1, "input": "a", "color-scheme": "dark", "header": "A: b", "settle": 0, "hide": "p", "limit": {"elements": 5}}"#
    let options = try JSONDecoder().decode(WorkerRequest.self, from: Data(json.utf8)).pageOptions()
    #expect(options.colorScheme == .dark && options.requests.headers == ["A: b"] && options.settle == .zero)
    #expect(options.hidden == ["p"] && options.limits.elements == 5)
  }

  @Test(arguments: [
    ("viewprot", "viewport"), ("colourScheme", "colorScheme"), ("full-page", "fullPage"), ("heigth", nil), ("x", nil),
  ])
  func nearestNames(_ name: String, _ expected: String?) {
    #expect(nearestName(to: name, in: PageOption.all.map(\.name)) == expected)
  }
}
