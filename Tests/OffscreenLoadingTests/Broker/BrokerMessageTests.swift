import Testing

@testable import OffscreenLoading

@Suite struct BrokerMessageTests {
  private func fields(_ message: [UInt8]) -> ArraySlice<UInt8> { message.dropFirst(MessageLength.ofHead) }

  private func isMalformed(_ body: () throws(MalformedMessage) -> Void) -> Bool {
    do { try body() } catch { return true }
    return false
  }

  private let errors: [LoadError.Reason] = [
    .noSuchFile, .isFolder, .permissionDenied, .notRegularFile, .unreadable("why"), .outsideRoot("/a"),
    .linkOutsideRoot("/b"), .schemeNotAllowed("x"), .fileFromNetwork, .malformedURL, .resourceTooLarge(1),
    .pageTooLarge(2), .tooManyRequests(3), .networkForbidden, .refused, .stopped, .notInArchive,
    .privateAddress("127.0.0.1"), .portNotAllowed(25), .redirectForbidden("ftp"), .tooManyRedirects(4),
    .httpStatus(404), .expandsTooMuch(100), .timedOut("late"), .network("broken"),
  ]

  @Test func asks() throws {
    let url = try #require(PageURL("http://me:pw@example.org/a?b#c"))
    let referrer = try #require(PageURL("http://me:pw@example.org/"))
    let content = RequestContent(
      method: "POST", headers: [.init(name: "Content-Type", value: "text/plain")], body: [1, 2, 3])
    let ask = BrokerAsk(
      page: 7, number: .max,
      request: NetworkRequest(url: url, kind: .image, referrer: referrer, content: content, isAhead: true))
    let read = try BrokerAsk(fields(ask.message))
    #expect(read.page == 7 && read.number == .max && read.request.kind == .image && read.request.isAhead)
    #expect(read.request.content == content)
    // What a renderer says of credentials is not heard.
    #expect(read.request.url.href == "http://example.org/a?b" && read.request.referrer?.href == "http://example.org/")
    for count in 0..<fields(ask.message).count {
      #expect(isMalformed { () throws(MalformedMessage) in _ = try BrokerAsk(fields(ask.message).prefix(count)) })
    }
    #expect(isMalformed { () throws(MalformedMessage) in _ = try BrokerAsk((ask.message + [0]).dropFirst(5)) })
  }

  @Test(arguments: ["CONNECT", "trace", "", "GET /x HTTP/1.1\r\nHost: a\r\n", "A B", String(repeating: "A", count: 41)])
  func methodsThatPagesMayNotUse(_ method: String) throws {
    let url = try #require(PageURL("http://example.org/"))
    let request = NetworkRequest(url: url, kind: .data, content: RequestContent(method: method), isAhead: false)
    let ask = BrokerAsk(page: 1, number: 1, request: request)
    #expect(isMalformed { () throws(MalformedMessage) in _ = try BrokerAsk(fields(ask.message)) })
  }

  @Test(arguments: [
    "Cookie", "Host", "Content-Length", "Referer", "Origin", "Sec-Fetch-Site", "Proxy-X", "Transfer-Encoding", "TE",
    "Accept-Charset", "Access-Control-Request-Method", "a\r\nb", "a\0", "a:b", "",
  ])
  func headersThatPagesMayNotSet(_ name: String) {
    let content = RequestContent(method: "GET", headers: [.init(name: name, value: "x")])
    #expect(!content.isAllowedOfPages)
    #expect(RequestContent(method: "GET", headers: [.init(name: "X-Own", value: "x")]).isAllowedOfPages)
    for value in ["x\r\nCookie: a", "x\0", "\n"] {
      #expect(!RequestContent(method: "GET", headers: [.init(name: "X-Own", value: value)]).isAllowedOfPages)
    }
    let method = [HTTPHeaders.Field(name: "X-HTTP-Method-Override", value: "PUT, track")]
    #expect(!RequestContent(method: "POST", headers: method).isAllowedOfPages)
    let many = [HTTPHeaders.Field](repeating: .init(name: "X-Own", value: "x"), count: 1_001)
    #expect(!RequestContent(method: "GET", headers: many).isAllowedOfPages)
  }

  @Test func pages() throws {
    let problem = PageProblem(cause: .policy, message: "not this one")
    let page = try BrokerPage(
      fields(BrokerPage(number: 3, tellsWhoAsks: true, problem: problem, request: [1, 2]).message))
    #expect(page.number == 3 && page.tellsWhoAsks && page.problem == problem && page.request == [1, 2])
    let other = try BrokerPage(fields(BrokerPage(number: 4, request: []).message))
    #expect(other.problem == nil && !other.tellsWhoAsks)
  }

  @Test func answersTellNoCookies() throws {
    var response = HTTPResponse(url: try #require(PageURL("http://example.org/")))
    response.status = 200
    for (name, value) in [("Content-Type", "text/html"), ("Set-Cookie", "a=secret"), ("X-Other", "secret")] {
      response.headers.append(name, value)
    }
    let message = BrokerAnswer(page: 1, number: 2, outcome: .response(response, isUnchecked: true), count: 9).message
    #expect(!String(decoding: message, as: UTF8.self).contains("secret"))
    let answer = try BrokerAnswer(fields(message))
    guard case .response(let read, true) = answer.outcome else { throw CancellationError() }
    #expect(read.status == 200 && read.headers["content-type"] == "text/html" && answer.count == 9)
    // Scripts see the rest of what they ask for.
    response.isForScript = true
    let told = BrokerAnswer(page: 1, number: 2, outcome: .response(response, isUnchecked: true)).message
    #expect(!String(decoding: told, as: UTF8.self).contains("a=secret"))
    #expect(String(decoding: told, as: UTF8.self).contains("X-Other"))
  }

  @Test func answersOfErrors() throws {
    for reason in errors {
      let error = LoadError("subject", reason, hint: reason == .isFolder ? "hint" : nil)
      let answer = try BrokerAnswer(
        fields(BrokerAnswer(page: 1, number: 2, outcome: .noFile(location: [0xFF], error)).message))
      guard case .noFile([0xFF], let read) = answer.outcome else { throw CancellationError() }
      #expect(read == error)
    }
    let given = try BrokerAnswer(fields(BrokerAnswer(page: 1, number: 2, outcome: .givenUp).message))
    guard case .givenUp = given.outcome else { throw CancellationError() }
  }
}
