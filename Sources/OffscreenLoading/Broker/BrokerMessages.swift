// The messages between a renderer and the broker that loads for it. Each is a length in four bytes, a byte that says
// which message it is, and its fields; the bytes of a resource follow on their own. `README.md` says who sends which.

/// How long messages may be, without the bytes of a resource.
enum MessageLength {
  static let ofHead = 5
  /// An address with a form's data, at most.
  static let mostOfAsk = 1 << 20
  /// A worker's request, or an address and the header fields that a page may see.
  static let mostOfAnswer = 4 << 20
  /// Header fields of a request or an answer.
  static let mostFields = 1_000
}

enum MessageKind: UInt8 {
  case ask = 1
  case page = 2
  case answer = 3
}

extension MessageWriter {
  /// The whole message: its length and kind before the fields.
  func message(_ kind: MessageKind) -> [UInt8] {
    var head = MessageWriter()
    head.add(UInt32(clamping: bytes.count))
    head.add(kind.rawValue)
    return head.bytes + bytes
  }
}

/// A renderer asks for a resource of its page.
struct BrokerAsk {
  /// The page that it is for, as the broker counts pages.
  var page: UInt32
  /// The answer's number: of each page's asks, every one has another.
  var number: UInt32
  var request: NetworkRequest

  var message: [UInt8] {
    var writer = MessageWriter()
    writer.add(page)
    writer.add(number)
    writer.add(request.kind.rawValue)
    writer.add(request.isAhead)
    writer.add(request.url.href)
    writer.add(request.referrer?.withoutCredentials().href)
    writer.add(request.content != nil)
    if let content = request.content {
      writer.add(content.method)
      writer.add(content.headers)
      writer.add(content.body != nil)
      if let body = content.body { writer.add(body) }
    }
    return writer.message(.ask)
  }

  init(page: UInt32, number: UInt32, request: NetworkRequest) {
    (self.page, self.number, self.request) = (page, number, request)
  }

  /// From its fields.
  init(_ bytes: ArraySlice<UInt8>) throws(MalformedMessage) {
    var reader = MessageReader(bytes)
    (page, number) = (try reader.number32(), try reader.number32())
    guard let kind = ResourceKind(rawValue: try reader.text()) else { throw MalformedMessage() }
    let isAhead = try reader.flag()
    let url = try reader.address().withoutCredentials().withoutFragment()
    let referrer = try reader.flag() ? try reader.address().withoutCredentials() : nil
    var content: RequestContent?
    if try reader.flag() {
      var given = RequestContent(method: try reader.text(), headers: try reader.fields())
      if try reader.flag() { given.body = try reader.list() }
      guard given.isAllowedOfPages else { throw MalformedMessage() }
      content = given
    }
    try reader.finish()
    request = NetworkRequest(url: url, kind: kind, referrer: referrer, content: content, isAhead: isAhead)
  }
}

extension MessageWriter {
  mutating func add(_ fields: [HTTPHeaders.Field]) {
    add(UInt32(clamping: fields.count))
    for field in fields {
      add(field.name)
      add(field.value)
    }
  }
}

extension MessageReader {
  mutating func fields() throws(MalformedMessage) -> [HTTPHeaders.Field] {
    let count = try number32()
    guard count <= MessageLength.mostFields else { throw MalformedMessage() }
    var fields: [HTTPHeaders.Field] = []
    for _ in 0..<count { fields.append(HTTPHeaders.Field(name: try text(), value: try text())) }
    return fields
  }
}

/// The broker says that a page begins: its request, without what only the broker need know.
struct BrokerPage {
  var number: UInt32
  /// Whether requests to the page's own server bring what identifies the user.
  var tellsWhoAsks = false
  /// The address that the page has in a web archive.
  var archivedPage: PageURL?
  /// Why nothing can be loaded, and whose fault it is.
  var problem: PageProblem?
  var request: [UInt8]

  var message: [UInt8] {
    var writer = MessageWriter()
    writer.add(number)
    writer.add(tellsWhoAsks)
    writer.add(archivedPage?.href)
    writer.add(problem != nil)
    if let problem {
      writer.add(problem.cause.rawValue)
      writer.add(problem.message)
    }
    writer.add(request)
    return writer.message(.page)
  }

  init(number: UInt32, tellsWhoAsks: Bool = false, problem: PageProblem? = nil, request: [UInt8]) {
    (self.number, self.tellsWhoAsks, self.problem, self.request) = (number, tellsWhoAsks, problem, request)
  }

  init(_ bytes: ArraySlice<UInt8>) throws(MalformedMessage) {
    var reader = MessageReader(bytes)
    (number, tellsWhoAsks) = (try reader.number32(), try reader.flag())
    if try reader.flag() { archivedPage = try reader.address() }
    if try reader.flag() {
      guard let cause = FailureCause(rawValue: try reader.text()) else { throw MalformedMessage() }
      problem = PageProblem(cause: cause, message: try reader.text())
    }
    request = try reader.list()
    try reader.finish()
  }
}

/// Why a page cannot have anything loaded, and whose fault it is.
package struct PageProblem: Error, Equatable, Sendable {
  package var cause: FailureCause
  package var message: String
  package init(cause: FailureCause, message: String) { (self.cause, self.message) = (cause, message) }
}

/// What became of an ask. The bytes of what was loaded follow the message.
struct BrokerAnswer {
  enum Outcome {
    case file(location: [UInt8])
    case noFile(location: [UInt8], LoadError)
    /// Without its bytes.
    case response(HTTPResponse, isUnchecked: Bool)
    case noResponse(LoadError)
    /// Loading ahead was given up.
    case givenUp
  }
  var page: UInt32
  var number: UInt32
  var outcome: Outcome
  /// How many bytes follow.
  var count = 0

  var message: [UInt8] {
    var writer = MessageWriter()
    writer.add(page)
    writer.add(number)
    switch outcome {
    case .file(let location):
      writer.add(UInt8(0))
      writer.add(location)
    case .noFile(let location, let error):
      writer.add(UInt8(1))
      writer.add(location)
      error.write(to: &writer)
    case .response(let response, let isUnchecked):
      writer.add(UInt8(2))
      writer.add(response.url.href)
      writer.add(response.status)
      let visible = response.headers.fields.filter {
        HTTPHeaders.isVisibleToPages($0.name, isForScript: response.isForScript)
      }
      writer.add(Array(visible.prefix(MessageLength.mostFields)))
      writer.add(isUnchecked)
      writer.add(response.isUnfinished)
    case .noResponse(let error):
      writer.add(UInt8(3))
      error.write(to: &writer)
    case .givenUp: writer.add(UInt8(4))
    }
    writer.add(count)
    return writer.message(.answer)
  }

  init(page: UInt32, number: UInt32, outcome: Outcome, count: Int = 0) {
    (self.page, self.number, self.outcome, self.count) = (page, number, outcome, count)
  }

  init(_ bytes: ArraySlice<UInt8>) throws(MalformedMessage) {
    var reader = MessageReader(bytes)
    (page, number) = (try reader.number32(), try reader.number32())
    switch try reader.byte() {
    case 0: outcome = .file(location: try reader.list())
    case 1: outcome = .noFile(location: try reader.list(), try LoadError(&reader))
    case 2:
      var response = HTTPResponse(url: try reader.address())
      response.status = try reader.number()
      for field in try reader.fields() { response.headers.append(field.name, field.value) }
      let isUnchecked = try reader.flag()
      response.isUnfinished = try reader.flag()
      outcome = .response(response, isUnchecked: isUnchecked)
    case 3: outcome = .noResponse(try LoadError(&reader))
    case 4: outcome = .givenUp
    case _: throw MalformedMessage()
    }
    count = try reader.number()
    guard (0...(2 << 30)).contains(count) else { throw MalformedMessage() }
    try reader.finish()
  }
}
