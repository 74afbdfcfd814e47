import OffscreenPlatform
import Synchronization

/// A renderer's access to what it renders: everything is asked of the broker at the other end of a connection, by
/// address. Answers come in any order, and are taken when something waits for one.
package final class BrokerClient: ResourceSource {
  fileprivate struct State {
    var stream: BrokerStream
    var page: UInt32 = 0
    var tellsWhoAsks = false
    var archivedPage: PageURL?
    var problem: PageProblem?
    var deadline: ContinuousClock.Instant?
    var asks: UInt32 = 0
    /// Those without an answer.
    var requests: [UInt32: NetworkFetch] = [:]
    var files: Set<UInt32> = []
    /// Answers that nobody has taken yet.
    var contents: [UInt32: FileAnswer] = [:]
    var isLost = false
  }
  private let state: Mutex<State>

  /// How much later than the broker gives up a page's resources it is given up itself.
  private static let grace = Duration.seconds(3)

  /// `descriptor`: the connection, which is this object's from now on.
  package init(descriptor: Int32) { state = Mutex(State(stream: BrokerStream(descriptor))) }

  deinit { state.withLock { $0.stream.close() } }

  /// Calls `body` with a client whose one page, and the one file that it may ask for, are there already.
  package static func rehearse(request: [UInt8], file: [UInt8], _ body: (BrokerClient) -> Void) {
    guard let ends = SocketPair.make() else { return }
    defer { close(ends.other) }
    let client = BrokerClient(descriptor: ends.own)
    let answer = BrokerAnswer(page: 1, number: 1, outcome: .file(location: [UInt8(ascii: "/")]), count: file.count)
    let messages = BrokerPage(number: 1, request: request).message + answer.message + file
    guard messages.withUnsafeBytes({ DescriptorStream.write($0, to: ends.other) }) else { return }
    body(client)
  }

  // MARK: Pages

  /// Waits for the next page; its request. Nil where there will be none.
  package func nextPage() -> [UInt8]? {
    state.withLock { state in
      state.forget()
      state.deadline = nil
      while !state.isLost {
        guard let (kind, fields) = state.stream.message(until: nil) else { break }
        switch kind {
        case .answer where state.take(fields): continue
        case .page:
          guard let page = try? BrokerPage(fields[...]) else { break }
          (state.page, state.tellsWhoAsks, state.problem) = (page.number, page.tellsWhoAsks, page.problem)
          state.archivedPage = page.archivedPage
          return page.request
        case .answer, .ask: break
        }
        break
      }
      state.lose()
      return nil
    }
  }

  /// Why nothing can be loaded for the page, and whose fault it is.
  package var problem: PageProblem? { state.withLock { $0.problem } }

  /// The address that the page has in a web archive.
  var archivedPage: PageURL? { state.withLock { $0.archivedPage } }

  var tellsWhoAsks: Bool { state.withLock { $0.tellsWhoAsks } }

  /// The broker answers within the page's time for loading.
  func expectAnswers(within limits: Limits) {
    state.withLock { $0.deadline = ContinuousClock.now + limits.loading + Self.grace }
  }

  // MARK: Asking

  func begin(_ request: NetworkRequest, _ credentials: RequestSettings.Credentials?) -> NetworkFetch {
    state.withLock { state in
      let number = state.nextNumber()
      let fetch = NetworkFetch(request, beforeWaiting: { [weak self] in self?.receive(requested: number) })
      state.requests[number] = fetch
      let message = BrokerAsk(page: state.page, number: number, request: request).message
      if message.count > MessageLength.ofHead + MessageLength.mostOfAsk {
        state.requests[number] = nil
        let reason = LoadError.Reason.network("a request of more than \(MessageLength.mostOfAsk) bytes")
        fetch.finish(.finished(.failure(LoadError(request.url.displayed, reason)), NetworkTrace()))
        return fetch
      }
      state.send(message)
      return fetch
    }
  }

  private func receive(requested number: UInt32) {
    state.withLock { state in
      while state.requests[number] != nil { state.receive() }
    }
  }

  /// The broker counts what it holds itself.
  func take(_ bytes: Int) {}

  func file(_ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?) -> FileAnswer {
    state.withLock { state in
      let number = state.nextNumber()
      state.files.insert(number)
      let request = NetworkRequest(url: url, kind: kind, referrer: referrer, isAhead: false)
      state.send(BrokerAsk(page: state.page, number: number, request: request).message)
      while state.files.contains(number) { state.receive() }
      return state.contents.removeValue(forKey: number)
        ?? FileAnswer(location: FilePath.normalized(url.decodedPath), result: .failure(State.lost(url)))
    }
  }

  /// It is told to who says what may be read, not to the page.
  var advisedRoot: String? { nil }

  /// The broker ends a page when it begins another.
  func end() {}
}

extension BrokerClient.State {
  fileprivate static func lost(_ url: PageURL) -> LoadError {
    LoadError(url.displayed, .network("the process that loads for this one does not answer"))
  }

  fileprivate mutating func nextNumber() -> UInt32 {
    asks &+= 1
    return asks
  }

  fileprivate mutating func send(_ message: [UInt8]) {
    if isLost { return lose() }
    // The stream is taken out meanwhile, so that what comes in between can be noted.
    var copy = stream
    let isSent = copy.write(message, until: deadline) { stream in
      self.stream = stream
      receive()
      stream = self.stream
      return !isLost
    }
    stream = copy
    if !isSent { lose() }
  }

  /// Waits for a message, and notes it.
  fileprivate mutating func receive() {
    guard !isLost, let (kind, fields) = stream.message(until: deadline), kind == .answer, take(fields) else {
      return lose()
    }
  }

  /// Notes an answer. False where it makes no sense, or does not come to its end.
  fileprivate mutating func take(_ fields: [UInt8]) -> Bool {
    guard let answer = try? BrokerAnswer(fields[...]), let bytes = stream.read(answer.count, until: deadline) else {
      return false
    }
    guard answer.page == page else { return true }
    switch answer.outcome {
    case .file(let location): note(answer.number, FileAnswer(location: location, result: .success(bytes)))
    case .noFile(let location, let error):
      note(answer.number, FileAnswer(location: location, result: .failure(error)))
    case .response(var response, let isUnchecked):
      response.bytes = bytes
      var trace = NetworkTrace()
      trace.isUnchecked = isUnchecked
      requests.removeValue(forKey: answer.number)?.finish(.finished(.success(response), trace))
    case .noResponse(let error):
      note(answer.number, FileAnswer(location: [], result: .failure(error)))
      requests.removeValue(forKey: answer.number)?.finish(.finished(.failure(error), NetworkTrace()))
    case .givenUp: requests.removeValue(forKey: answer.number)?.finish(.givenUp)
    }
    return true
  }

  private mutating func note(_ number: UInt32, _ answer: FileAnswer) {
    if files.remove(number) != nil { contents[number] = answer }
  }

  /// The connection is of no use any more.
  fileprivate mutating func lose() {
    isLost = true
    forget()
  }

  /// What was not answered is not waited for any more.
  fileprivate mutating func forget() {
    for fetch in requests.values {
      fetch.finish(.finished(.failure(Self.lost(fetch.request.url)), NetworkTrace()))
    }
    requests = [:]
    files = []
    contents = [:]
  }
}
