import OffscreenPlatform
import Synchronization

/// Loads for one renderer process, which may neither open files nor connect anywhere. Who starts pages says what each
/// may load (`begin`); what the renderer says is only which of it it wants, and is taken for hostile: messages are
/// bounded, and one that makes no sense ends the connection.
///
/// Nothing piles up: an ask is looked at when the answers to those before it have left, but for those of the network,
/// whose number and bytes the page's limits bound.
package final class BrokerService: Sendable {
  private struct State {
    var page: ServedPage?
    var pages: UInt32 = 0
    var answers: [Answer] = []
    /// Bytes of the first answer that have left.
    var position = 0
    /// What has come of the renderer's messages.
    var input: [UInt8] = []
    var isEnded = false
    var hasLeft = false
  }
  /// Bytes on their way.
  private struct Answer {
    var message: [UInt8]
    var content: [UInt8] = []
    /// Of the network's answers: which.
    var page: ServedPage?
    var number: UInt32 = 0
  }

  private let session: NetworkSession
  private let descriptor: Int32
  /// A byte into the one wakes the thread that serves, which waits for the other.
  private let (waking, woken): (Int32, Int32)
  private let state = Mutex(State())

  /// The end of a request to the network.
  private struct Outcome {
    var page: UInt32
    var number: UInt32
    var outcome: NetworkOutcome
  }
  /// Noted by the network's thread, or by the one that began a request.
  private let outcomes = Mutex<[Outcome]>([])

  /// Answers that wait to be taken, beyond which no ask is looked at.
  private static let mostAnswers = 16

  /// `descriptor`: the connection, which is this object's from now on. `session`: may be shared with other services.
  /// Nil where the system has no descriptor left.
  package init?(descriptor: Int32, session: NetworkSession) {
    (self.descriptor, self.session) = (descriptor, session)
    guard let ends = SocketPair.make() else {
      close(descriptor)
      return nil
    }
    (waking, woken) = ends
    for open in [descriptor, waking, woken] { _ = fcntl(open, F_SETFL, fcntl(open, F_GETFL, 0) | O_NONBLOCK) }
  }

  deinit {
    for open in [descriptor, waking, woken] { close(open) }
  }

  // MARK: Said by who starts pages

  /// A page begins, and the one before it ends. `request`: what the renderer is told.
  package func begin(_ rights: Result<LoadRights, PageProblem>, request: [UInt8]) {
    state.withLock { state in
      state.pages &+= 1
      state.page?.source?.end()
      var message = BrokerPage(number: state.pages, request: request)
      switch rights {
      case .success(let rights):
        state.page = ServedPage(number: state.pages, rights: rights, session: session)
        (message.tellsWhoAsks, message.archivedPage) = (rights.tellsWhoAsks, rights.archived?.url)
      case .failure(let problem):
        state.page = ServedPage(number: state.pages, rights: nil, session: session)
        message.problem = problem
      }
      state.answers.append(Answer(message: message.message))
      flush(&state)
    }
  }

  /// The page has ended: nothing more is loaded for it. Notes for its user that are none of the page's business.
  package func end() -> [String] {
    state.withLock { state in
      let warnings = state.page?.warnings ?? []
      if state.page?.source?.hasLeft == true { state.hasLeft = true }
      state.page?.source?.end()
      state.page = nil
      return warnings
    }
  }

  /// Whether a document of another server has come in place of a page that has ended.
  package var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// There will be no more pages: the renderer sees the end of the connection.
  package func stop() {
    state.withLock { state in
      state.isEnded = true
      state.page?.source?.end()
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
    wakeUp()
  }

  private func wakeUp() {
    // Where it is full, it wakes already.
    var byte: UInt8 = 0
    _ = write(waking, &byte, 1)
  }

  // MARK: Serving

  /// Serves on a thread of its own until the renderer ends or `stop` is called. False where there is no thread.
  package func serveOnThread() -> Bool {
    let body = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<BrokerService>.fromOpaque(pointer).takeRetainedValue().serve()
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Serves until the renderer ends or `stop` is called.
  package func serve() {
    var part = [UInt8](repeating: 0, count: 32 << 10)
    while true {
      // 1. What there is to do.
      let wanted: Int16? = state.withLock { state in
        takeOutcomes(&state)
        flush(&state)
        handle(&state)
        if state.isEnded { return nil }
        return Int16((state.answers.isEmpty ? 0 : POLLOUT) | (hasRoom(state) ? POLLIN : 0))
      }
      guard let wanted else { break }
      // 2. Until there is more.
      var descriptors = [
        pollfd(fd: descriptor, events: wanted, revents: 0), pollfd(fd: woken, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&descriptors, 2, -1) < 0, errno != EINTR { break }
      if descriptors[1].revents != 0 { _ = read(woken, &part, part.count) }
      // 3. What the renderer says. Descriptors that it may have sent along are not taken.
      if descriptors[0].revents & Int16(POLLIN) != 0, wanted & Int16(POLLIN) != 0 {
        let count = read(descriptor, &part, part.count)
        if count > 0 {
          state.withLock { $0.input += part[..<count] }
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
          break
        }
      } else if descriptors[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
        break
      }
    }
    stop()
  }

  /// Whether asks are read: while one that is too long or not yet to be looked at waits, none are.
  private func hasRoom(_ state: State) -> Bool {
    state.answers.count < Self.mostAnswers && state.input.count < MessageLength.mostOfAsk + MessageLength.ofHead
  }

  /// Looks at the asks that are whole.
  private func handle(_ state: inout State) {
    var start = 0
    while !state.isEnded, state.answers.isEmpty {
      do throws(MalformedMessage) {
        guard let fields = try Self.ask(in: state.input[start...]) else { break }
        start = fields.endIndex
        try handle(try BrokerAsk(fields), &state)
      } catch {
        state.isEnded = true
      }
    }
    state.input.removeFirst(start)
  }

  /// The fields of the first ask; nil where it is not whole yet.
  static func ask(in bytes: ArraySlice<UInt8>) throws(MalformedMessage) -> ArraySlice<UInt8>? {
    guard bytes.count >= MessageLength.ofHead else { return nil }
    var reader = MessageReader(bytes.prefix(MessageLength.ofHead))
    let (length, kind) = (Int(try reader.number32()), try reader.byte())
    guard length <= MessageLength.mostOfAsk, kind == MessageKind.ask.rawValue else { throw MalformedMessage() }
    let fields = bytes.dropFirst(MessageLength.ofHead).prefix(length)
    return fields.count == length ? fields : nil
  }

  private func handle(_ ask: BrokerAsk, _ state: inout State) throws(MalformedMessage) {
    // A late one, of a page that has ended.
    guard let page = state.page, page.number == ask.page else { return }
    let (pageNumber, number) = (page.number, ask.number)
    let decision = try page.decide(ask) { [weak self] outcome in
      self?.outcomes.withLock { $0.append(Outcome(page: pageNumber, number: number, outcome: outcome)) }
      self?.wakeUp()
    }
    switch decision {
    case .answer(let outcome, let content): add(outcome, content, to: number, of: page, isRequest: false, &state)
    case .request(let fetch): page.source?.begin(fetch)
    }
    flush(&state)
  }

  // MARK: Answers

  /// What has ended on the network.
  private func takeOutcomes(_ state: inout State) {
    let ended = outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
    for outcome in ended {
      guard let page = state.page, page.number == outcome.page,
        let (answer, content) = page.finish(outcome.number, outcome.outcome)
      else { continue }
      add(answer, content, to: outcome.number, of: page, isRequest: true, &state)
    }
  }

  private func add(
    _ outcome: BrokerAnswer.Outcome, _ content: [UInt8], to number: UInt32, of page: ServedPage, isRequest: Bool,
    _ state: inout State
  ) {
    let answer = BrokerAnswer(page: page.number, number: number, outcome: outcome, count: content.count)
    state.answers.append(
      Answer(message: answer.message, content: content, page: isRequest ? page : nil, number: number))
  }

  /// Writes what the connection takes.
  private func flush(_ state: inout State) {
    while !state.isEnded, let first = state.answers.first {
      let isInContent = state.position >= first.message.count
      let bytes = isInContent ? first.content : first.message
      let from = isInContent ? state.position - first.message.count : state.position
      if from < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
          SocketPair.write(descriptor, buffer.baseAddress.map { $0 + from }, buffer.count - from)
        }
        if count > 0 {
          state.position += count
        } else if errno == EAGAIN {
          return
        } else if errno != EINTR {
          state.isEnded = true
        }
        continue
      }
      first.page?.sent(first.number, first.content.count)
      state.answers.removeFirst()
      state.position = 0
    }
  }
}
