import Synchronization

/// One navigation of a page, from its beginning to its one end.
public final class Navigation: Sendable, Identifiable {
  /// Of one page, in the order in which they began.
  public let id: Int
  public let type: NavigationType
  /// The address that was asked for; of HTML given as a text its base address, or `about:blank`. Of a link: where it
  /// goes, once that is known.
  public var address: String { state.withLock { $0.address } }
  /// Nil once the page is gone.
  public var page: WebPage? { core?.page }

  typealias Outcome = Result<Void, WebPageError>

  private struct State {
    var address: String
    var outcome: Outcome?
    /// Called once the navigation has ended and the delegate has been notified.
    var waiting: [@Sendable (Outcome) -> Void] = []
    var isOver = false
    /// Stops what is under way.
    var stopLoading: (@Sendable () -> Void)?
    /// Cancels the call of the delegate that is under way.
    var stopAsking: (@Sendable () -> Void)?
    /// The delegate's calls, in their order; made for the first one.
    var calls: AsyncStream<Call>.Continuation?
  }
  private typealias Call = @Sendable () async -> Void
  private let state: Mutex<State>
  private weak let core: WebPageCore?

  init(id: Int, type: NavigationType, address: String, core: WebPageCore) {
    (self.id, self.type, self.core) = (id, type, core)
    state = Mutex(State(address: address))
  }

  /// Whether it has not ended yet.
  public var isUnderway: Bool { state.withLock { $0.outcome == nil } }

  /// Ends it, unless it has ended.
  public func stop() { end(.failure(.stopped)) }

  /// Waits for its end. A task that is cancelled while it waits stops the navigation.
  public func finished() async throws(WebPageError) {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in whenOver { continuation.resume(returning: $0) } }
    } onCancel: {
      stop()
    }
    try outcome.get()
  }

  func setAddress(_ address: String) { state.withLock { $0.address = address } }

  /// Does something before the navigation can end, unless it has ended.
  func whileUnderway(_ body: () -> Void) {
    state.withLock { state in
      if state.outcome == nil { body() }
    }
  }

  /// Calls back once, from any thread, when it is over.
  func whenOver(_ body: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if state.isOver { return state.outcome }
      state.waiting.append(body)
      return nil
    }
    if let outcome { body(outcome) }
  }

  // MARK: The end

  /// The first end counts. `commit` happens with it, before observers are notified.
  /// Whether this was the first.
  @discardableResult func end(_ outcome: Outcome, commit: () -> Void = {}) -> Bool {
    let delegate = core?.delegate
    let stops = state.withLock { state -> [@Sendable () -> Void]? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      commit()
      defer { (state.stopLoading, state.stopAsking) = (nil, nil) }
      return [state.stopLoading, state.stopAsking].compactMap { $0 }
    }
    guard let stops else { return false }
    for stop in stops { stop() }
    core?.ended(self, outcome)
    // The delegate's last call, then the waiting tasks.
    if let delegate {
      send { [weak delegate] in
        switch outcome {
        case .success: await delegate?.didFinish(self)
        case .failure(let error): await delegate?.didFail(self, error)
        }
        self.finish(outcome)
      }
    } else {
      finishAfterCalls(outcome)
    }
    return true
  }

  /// Without a delegate nothing needs to wait, unless one was there before.
  private func finishAfterCalls(_ outcome: Outcome) {
    let hasCalls = state.withLock { $0.calls != nil }
    if hasCalls { send { self.finish(outcome) } } else { finish(outcome) }
  }

  private func finish(_ outcome: Outcome) {
    let (waiting, calls) = state.withLock { state in
      state.isOver = true
      defer { (state.waiting, state.calls) = ([], nil) }
      return (state.waiting, state.calls)
    }
    calls?.finish()
    for body in waiting { body(outcome) }
  }

  /// What ends the loading; called at once where the navigation has ended before.
  func setStopLoading(_ body: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      if state.outcome == nil { state.stopLoading = body }
      return state.outcome != nil
    }
    if isEnded { body() }
  }

  // MARK: The delegate

  /// Notifies the delegate, unless the navigation has ended.
  func tell(_ call: @escaping @Sendable (any NavigationDelegate) async -> Void) {
    guard let delegate = core?.delegate else { return }
    send(onlyUnderway: true) { [weak delegate] in
      if let delegate { await call(delegate) }
    }
  }

  /// Asks the delegate and waits for its answer: `usual` where there is no delegate, nil where the navigation
  /// has ended or ends meanwhile.
  func ask<Answer: Sendable>(
    _ usual: Answer, _ question: @escaping @Sendable (any NavigationDelegate) async -> Answer
  ) -> Answer? {
    guard let delegate = core?.delegate else { return usual }
    return wait { [weak delegate] in if let delegate { await question(delegate) } else { usual } }
  }

  /// Does something in its turn among the delegate's calls, and waits for what it gives: nil where the navigation has
  /// ended or ends meanwhile.
  func wait<Answer: Sendable>(for body: @escaping @Sendable () async -> Answer) -> Answer? {
    let box = AnswerBox<Answer>()
    let isAsked = state.withLock { state in
      guard state.outcome == nil else { return false }
      state.stopAsking = { box.give(nil) }
      return true
    }
    guard isAsked else { return nil }
    send(onlyUnderway: true) { box.give(await body()) }
    return box.wait()
  }

  /// Calls are made one after the other, in the order in which they are sent.
  private func send(onlyUnderway: Bool = false, _ call: @escaping Call) {
    state.withLock { state in
      if onlyUnderway, state.outcome != nil { return }
      if state.calls == nil {
        let (stream, continuation) = AsyncStream.makeStream(of: Call.self)
        state.calls = continuation
        Task.detached { for await call in stream { await call() } }
      }
      state.calls?.yield(call)
    }
  }
}
