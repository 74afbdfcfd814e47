import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import OffscreenService

/// What clients may say, without a renderer.
@Suite struct RequestTests {
  static let keys: RequestKeys = {
    let json = """
      {"version": "1", "fingerprint": "f", "longestRequest": 1000, "endings": ["png"], "limits": [
        {"name": "elements", "meaning": "elements", "minimum": 1, "maximum": 1000, "usual": 100}], "options": [
        \(option("viewport", "text")), \(option("fullPage", "flag", flag: "full-page")), \(option("scale", "number", rest: #", "minimum": 0.01, "maximum": 8"#)),
        \(option("thumbnail", "text")), \(option("hide", "list")), \(option("css", "list", namesFiles: true)),
        \(option("limits", "counts", flag: "limit")), \(option("network", "text", rest: #", "words": ["none", "public", "all"]"#)),
        \(option("timeout", "text")), \(option("evaluate", "text")), \(option("root", "text", namesFiles: true)),
        \(option("cookies", "list", isSecret: true)), \(option("scriptJIT", "text"))]}
      """
    do { return try JSONDecoder().decode(RequestKeys.self, from: Data(json.utf8)) } catch { fatalError("\(error)") }
  }()

  private static func option(
    _ name: String, _ form: String, flag: String? = nil, namesFiles: Bool = false, isSecret: Bool = false,
    rest: String = ""
  ) -> String {
    #"{"name": "\#(name)", "flag": "\#(flag ?? name)", "form": "\#(form)", "placeholder": "X", "help": "", "isWhole": false, "namesFiles": \#(namesFiles), "isSecret": \#(isSecret)\#(rest)}"#
  }

  private let reader = OptionReader(
    keys: keys, settings: PageSettings(network: .public, timeout: 10, limits: ["elements": 50]),
    formats: [.png, .webp, .jpeg])

  private func read(_ query: String, _ purpose: PageRequest.Purpose = .picture, accept: String? = nil) throws(Problem)
    -> PageRequest
  {
    try reader.request(purpose, BodyReader.given(try QueryString(query[...])), accept: accept)
  }

  private func problem(_ query: String, _ purpose: PageRequest.Purpose = .picture, accept: String? = nil) -> Problem? {
    do throws(Problem) {
      _ = try read(query, purpose, accept: accept)
      return nil
    } catch {
      return error
    }
  }

  @Test func parametersAreTheCommandLinesOptions() throws {
    let page = try read(
      "url=https%3A%2F%2Fexample.com%2F&width=320&fullPage&scale=2&hide=.a&hide=.b&limit=elements%3D10")
    #expect(page.options["thumbnail"] == "320x" && page.options["fullPage"] == true && page.options["scale"] == 2)
    #expect(page.options["hide"] == [".a", ".b"] && page.options["limits"] == ["elements": 10])
    #expect(page.options["network"] == "public" && page.options["timeout"] == "10000ms")
    #expect(try read("url=http://a/&full-page=no").options["fullPage"] == false)
  }

  @Test(arguments: [
    ("", "no page is given"), ("url=http://a/&fulPage=1", "did you mean 'fullPage'"),
    ("url=http://a/&scale=9", "from 0.01 to 8"),
    ("url=http://a/&scale=nan", "not a number"), ("url=http://a/&width=0", "from 1 to 32767"),
    ("url=http://a/&url=http://b/", "twice"),
    ("url=http://a/&html=x", "several pages"), ("url=file:///etc/passwd", "http:// or https://"),
    ("url=/etc/passwd", "http://"),
    ("url=http:///a", "names no host"), ("url=http://a%5C@b/", "names no host"), ("url=http://%09/a", "names no host"),
    ("url=http://a/&css=/etc/passwd", "files of the server are not read"),
    ("url=http://a/&root=/", "no parameter 'root'"),
    ("url=http://a/&scriptJIT=on", "no parameter"), ("url=http://a/&timeout=11s", "longer than this server's limit"),
    ("url=http://a/&timeout=x", "no"), ("url=http://a/&limit=elements=51", "above this server's limit of 50"),
    ("url=http://a/&limit=nothing=1", "no limit 'nothing'"), ("url=http://a/&format=bmp", "not one of"),
    ("url=http://a/&width=3&thumbnail=2x", "one of them"), ("url=http://a/&fullPage=perhaps", "true or false"),
    ("url=%FF", "UTF-8"),
  ]) func whatMakesNoSenseIsSaid(_ query: String, _ part: String) {
    let problem = problem(query)
    #expect(problem?.status == .badRequest && problem?.detail.contains(part) == true, "\(problem?.detail ?? "taken")")
  }

  @Test func theServersLimitsStand() {
    #expect(problem("url=http://a/&network=all")?.status == .forbidden)
    #expect(problem("url=http://a/&network=none") == nil)
    #expect(problem("url=http://a/", .evaluate)?.detail.contains("evaluate is missing") == true)
    #expect(problem(String(repeating: "a=1&", count: 300))?.detail.contains("more than") == true)
  }

  @Test(
    arguments: [
      (nil, "png"), ("*/*", "png"), ("image/webp,image/png;q=0.5", "webp"), ("image/png", "png"),
      ("image/jpeg", "jpeg"),
      ("image/avif,image/webp,image/apng,image/*,*/*;q=0.8", "webp"), ("text/html,*/*;q=0.1", "png"),
      ("image/*", "png"),
      ("image/webp;q=0,image/*", "png"),
    ] as [(String?, String)]) func theFormatIsNegotiated(_ accept: String?, _ format: String) throws
  {
    #expect(try read("url=http://a/", accept: accept).format.rawValue == format)
  }

  @Test func aFormatThatNobodyAcceptsIsNotGiven() {
    #expect(problem("url=http://a/", accept: "text/html")?.status == .notAcceptable)
    #expect(problem("url=http://a/&format=png", accept: "text/html") == nil)
  }

  @Test func keysTellRequestsApart() throws {
    func key(_ query: String, _ fingerprint: String = "f") throws -> String {
      try read(query).key(fingerprint: fingerprint)
    }
    let base = try key("url=http://a/&width=3")
    #expect(try key("width=3&url=http://a/") == base)
    let others = try [
      key("url=http://a/&width=4"), key("url=http://b/&width=3"), key("url=http://a/&width=3&format=webp"),
      key("url=http://a/&width=3", "g"), key("html=http://a/&width=3"),
    ]
    #expect(Set(others + [base]).count == 6)
    #expect(try read("url=http://a/&cookies=a=b").isPrivate && read("url=http://me:pw@a/").isPrivate)
    #expect(try !read("url=http://a/?x=@").isPrivate)
  }

  @Test func formsAreTakenApart() throws {
    let body =
      "ignored\r\n--B\r\nContent-Disposition: form-data; name=\"scale\"\r\n\r\n2\r\n--B\r\n"
      + "Content-Disposition: form-data; name=\"files\"; filename=\"img/a.png\"\r\nContent-Type: image/png\r\n\r\n\r\n--\r\n--B\r\n"
      + "Content-Disposition: form-data; name=files; filename=index.html\r\n\r\n<p>x\r\n--B--\r\n"
    let page = try BodyReader(options: reader).request(
      .picture, body: ByteBuffer(string: body), contentType: "multipart/form-data; boundary=B", query: [], accept: nil)
    guard case .upload(let upload) = page.page else { throw Problem.badRequest("no upload") }
    #expect(upload.files.map(\.path) == ["index.html", "img/a.png"])
    #expect(upload.files.map { String(buffer: $0.contents) } == ["<p>x", "\r\n--"])
    #expect(page.options["scale"] == 2)
  }

  @Test(arguments: [
    "../a.html", "/etc/passwd", "a/../../b", "a//b", "", "a\\b", "a\u{0}b", String(repeating: "a/", count: 20) + "b",
    "./a",
  ]) func namesThatLeadOutAreRefused(_ name: String) {
    #expect(throws: Problem.self) { try PageRequest.Upload.checked(path: name) }
  }

  @Test(arguments: [
    "", "--B", "--B\r\n", "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "--B\r\n\r\nx\r\n--B--",
    "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n--B--", "--Bx\r\n\r\n--B--",
  ]) func brokenFormsAreRefused(_ body: String) {
    #expect(throws: Problem.self) {
      try Multipart(ByteBuffer(string: body), contentType: "multipart/form-data; boundary=B")
    }
  }

  @Test func jsonIsReadOnlyAsDeepAsItMakesSense() {
    let deep = ByteBuffer(string: #"{"a":"# + String(repeating: "[", count: 100_000))
    #expect(throws: Problem.self) { try BodyReader.json(deep) }
    #expect(throws: Problem.self) { try BodyReader.json(ByteBuffer(string: "[]")) }
    #expect(throws: Problem.self) { try BodyReader.json(ByteBuffer(string: "{")) }
    let many = ByteBuffer(string: #"{"a": ["# + String(repeating: "1,", count: 1 << 20) + "1]}")
    #expect(throws: Problem.self) { try BodyReader.json(many) }
  }
}
