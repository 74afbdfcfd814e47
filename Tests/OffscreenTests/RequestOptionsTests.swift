import Foundation
import Testing

@testable import Offscreen

struct RequestOptionsTests {
  private func problem(header: Secret) -> String? {
    var options = RequestOptions()
    options.headers = ["X-Good: 1", header]
    return options.problem
  }

  @Test(arguments: [
    "Content-Length: 5", "content-length:5", "Transfer-Encoding: chunked", "Connection: close", "Host: other",
    "Upgrade: h2c",
    "TE: trailers", "Trailer: X", "Keep-Alive: 1", "Proxy-Authorization: Basic x", "proxy-x: y", "Expect: 100-continue",
  ])
  func whatBelongsToTheConnectionIsRefused(_ header: String) {
    let problem = problem(header: Secret(header))
    #expect(problem?.hasPrefix("the header '\(header.prefix { $0 != ":" })' cannot be given") == true)
  }

  @Test func othersAreNot() {
    for header: Secret in [
      "Authorization: Bearer x", "X: ", "Accept-Language: de", "Cookie: a=b", "Contents: 1", "X-Proxy-: 2",
    ] {
      #expect(problem(header: header) == nil)
    }
  }

  @Test(arguments: [
    "X: a\r\nY: s3cret", "X: s3cret\r\n", "X: s3cret\n", "X: a\rs3cret", "X\r\n: s3cret", "X: \0s3cret", "s3cret",
    ": s3cret", "X Y: s3cret",
  ])
  func headersAreOneLine(_ header: String) {
    let problem = problem(header: Secret(header))
    #expect(
      problem?.contains("is not 'Name: value'") == true && problem?.contains("s3cret") == false
        && problem?.contains("\n") == false)
  }

  @Test(arguments: ["a=s3cret\r\nX: y", "a=s3cret;b", "a=s3cret b", "=s3cret", "s3cret"])
  func cookies(_ cookie: String) {
    var options = RequestOptions()
    options.cookies = [Secret(cookie)]
    #expect(options.problem?.hasPrefix("the cookie ") == true && options.problem?.contains("s3cret") == false)
  }

  @Test func theOptionIsNamed() {
    var options = PageOptions()
    options.requests.cookies = ["s3cret"]
    #expect(options.optionProblem?.forCommandLine.hasPrefix("--cookie: the cookie number 1 is not") == true)
    #expect(options.problem?.hasPrefix("cookies: the cookie number 1 is not") == true)
    options = PageOptions()
    options.timeout = .zero
    #expect(options.optionProblem?.forCommandLine.hasPrefix("--timeout: '0s' is not a duration above 0") == true)
  }

  @Test(arguments: ["s3cret", "a\r\nb:s3cret", "a:s3cret\n"])
  func credentials(_ text: String) {
    var options = RequestOptions()
    options.credentials = Secret(text)
    #expect(options.problem?.hasPrefix("the credentials ") == true && options.problem?.contains("s3cret") == false)
    options.credentials = "me:with:colons and ünicode"
    #expect(options.problem == nil)
  }

  @Test func secretsDoNotPrint() throws {
    let token = "s3cret"
    var options = PageOptions()
    options.requests.headers = ["Authorization: Bearer \(token)"]
    options.requests.cookies = ["a=s3cret"]
    options.requests.credentials = "me:s3cret"
    let request = HTTPRequest(
      "https://me:s3cret@h/", method: "POST", headers: ["X: s3cret"], body: Data("s3cret".utf8))
    let values: [Any] = [
      options, options.requests.headers[0], Credentials(name: "me", password: "s3cret"), PageRequest.request(request),
      request,
      FormField("a", "s3cret"), options.requests.settings,
    ]
    for value in values {
      var text = "\(value)" + String(reflecting: value) + "\(Mirror(reflecting: value).children.map { "\($0)" })"
      dump(value, to: &text)
      #expect(!text.contains("s3cret"), "\(type(of: value))")
    }
    #expect(options.requests.headers[0].revealed == "Authorization: Bearer s3cret")
    let data = try JSONEncoder().encode(options.requests.headers)
    #expect(try JSONDecoder().decode([Secret].self, from: data) == options.requests.headers)
    #expect(options.requests.headers == ["Authorization: Bearer s3cret"] && options.requests.headers != ["x"])
  }

  @Test func requestsOfWorkersDoNotPrintThemEither() throws {
    let line = #"{"id": "1", "input": "a", "user": ["me:s3cret"], "headers": ["X: s3cret"], "cookies": {"a": 3}}"#
    let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(line.utf8))
    var text = "\(request)"
    dump(request, to: &text)
    let error = #expect(throws: RenderError.self) { try request.pageOptions() }
    #expect(!text.contains("s3cret") && error?.message.contains("s3cret") == false)
  }

  @Test func forms() {
    let form = HTTPRequest.form("http://h/", ["a b": "c&d=é\n", "": "*-._~", "a b": "2"])
    #expect(form.method == "POST" && form.body == Data("a+b=c%26d%3D%C3%A9%0A&=*-._%7E&a+b=2".utf8))
    #expect(form.headers.map(\.revealed) == ["Content-Type: application/x-www-form-urlencoded"])
    let files = HTTPRequest.multipart(
      "http://h/",
      [
        FormField("a\"\r\nb", "text"),
        FormField("f", file: Data([0, 13, 10]), fileName: "x\".png", type: "image/png\r\nX: y"),
      ])
    let boundary = files.headers[0].revealed.split(separator: "=").last.map(String.init) ?? ""
    let expected =
      Data(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"a%22%0D%0Ab\"\r\n\r\ntext\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x%22.png\"\r\nContent-Type: image/pngX: y\r\n\r\n"
          .utf8)
      + Data([0, 13, 10]) + Data("\r\n--\(boundary)--\r\n".utf8)
    #expect(files.body == expected && boundary.count > 40)
  }

  @Test func requestsThatMakeNoSense() {
    for request in [
      HTTPRequest("file:///etc/passwd"), HTTPRequest("h"), HTTPRequest("http://h/", method: "A B"),
      HTTPRequest("http://h/", method: "connect"),
      HTTPRequest("http://h/", method: "GET / HTTP/1.1\r\nX: y\r\n"),
      HTTPRequest("http://h/", headers: ["Content-Length: 1"]),
      HTTPRequest("http://h/", headers: ["X: y\r\nZ: w"]),
    ] { #expect(request.problem?.contains("\n") == false) }
    #expect(HTTPRequest("http://h/").problem == nil && HTTPRequest("http://h/").content == nil)
    #expect(HTTPRequest("http://h/", method: "post").content?.method == "POST")
  }
}
