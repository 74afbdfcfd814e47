import Foundation
import OffscreenLoading
import OffscreenScript

/// A `WebPage`, as its scripts see it.
final class WebPageHost: ScriptHost {
  private let core: WebPageCore
  let memory: ScriptMemory
  private let limit: Duration
  /// By which the page is loaded; nil of one that is there.
  private let navigation: Navigation?
  /// The documents that the navigation's delegate has been asked about already.
  private let decided: DecidedRequests?
  /// Where a page that is there wants to go.
  private(set) var goal: (navigation: Navigation, wanted: ScriptNavigation)?

  /// Of a page that is there. `limit`: how long it waits for answers.
  init(_ core: WebPageCore, _ memory: ScriptMemory, within limit: Duration) {
    (self.core, self.memory, self.limit, navigation, decided) = (core, memory, limit, nil, nil)
  }

  /// Of a page that is loaded.
  init(
    _ core: WebPageCore, _ memory: ScriptMemory, within limit: Duration, _ navigation: Navigation,
    _ decided: DecidedRequests
  ) {
    (self.core, self.memory, self.limit, self.navigation, self.decided) = (core, memory, limit, navigation, decided)
  }

  var userScripts: [UserScript] { core.userScripts }
  var messageHandlers: [String] { core.messageHandlers.keys.sorted() }

  func log(_ line: ConsoleLine) { core.log(line) }

  // MARK: Going elsewhere

  func decide(_ action: NavigationAction, _ wanted: ScriptNavigation) -> NavigationDecision {
    guard let navigation else { return decideLater(action, wanted) }
    let policy = navigation.ask(.allow) { [navigation] in await $0.decidePolicy(for: action, of: navigation) }
    guard policy ?? .cancel == .allow else { return .stay }
    if wanted.url.isLoadable {
      decided?.add(wanted.url)
      navigation.whileUnderway { core.emit(.continued(navigation, address: action.address)) }
    }
    return .load
  }

  /// A navigation of its own, which begins after what runs now.
  private func decideLater(_ action: NavigationAction, _ wanted: ScriptNavigation) -> NavigationDecision {
    // What the program has asked for since comes before what the page wants.
    if let current = core.current, current.isUnderway { return .stay }
    let next = core.makeNavigation(action.type, action.address, isCurrent: false)
    let watchdog = Watchdog(after: limit) { next.end(.failure(.stopped)) }
    defer { watchdog.stop() }
    let policy = next.ask(.allow) { await $0.decidePolicy(for: action, of: next) }
    guard policy ?? .cancel == .allow else {
      next.end(.failure(.refused(address: action.address)))
      return .stay
    }
    guard wanted.url.isLoadable else {
      let error = RenderError(.policy, "\(wanted.url.displayed.onOneLine()): not an address of a page")
      next.end(.failure(.failed(error)))
      return .stay
    }
    goal?.navigation.stop()
    goal = (next, wanted)
    return .later
  }

  func placement(of action: NavigationAction, _ wanted: ScriptNavigation) -> WindowPlacement {
    let policy = ask(WindowPolicy.ignore) { await $0.openWindow(action, on: $1) }
    switch policy {
    case .ignore: return .beside
    case .here: return .here
    case .page(let other):
      if let content = HTTPRequest(wanted.content, address: wanted.url.href) {
        other.begin(.request(content))
      } else {
        other.begin(.address(wanted.url.href))
      }
      return .elsewhere
    }
  }

  // MARK: Questions

  func dialog(_ kind: String, _ message: String, _ initial: String) -> String? {
    switch kind {
    case "alert":
      ask(()) { await $0.alert(message, on: $1) }
      return nil
    case "confirm": return ask(true) { await $0.confirm(message, on: $1) } ? "true" : nil
    default: return ask(nil) { await $0.prompt(message, initial: initial, on: $1) }
    }
  }

  func message(_ json: String, to handler: String) -> Result<String, ScriptMessageError> {
    guard let answer = core.messageHandlers[handler] else {
      return .failure(ScriptMessageError("nobody takes messages for \(handler) any more"))
    }
    return wait { await answer(json) } ?? .failure(ScriptMessageError("there was no answer in time"))
  }

  private func ask<Answer: Sendable>(
    _ usual: Answer, _ question: @escaping @Sendable (any ScriptDelegate, WebPage) async -> Answer
  ) -> Answer {
    guard let delegate = core.scriptDelegate else { return usual }
    return wait { [weak delegate, weak core] in
      guard let delegate, let page = core?.page else { return usual }
      return await question(delegate, page)
    } ?? usual
  }

  private func wait<Answer: Sendable>(for body: @escaping @Sendable () async -> Answer) -> Answer? {
    if let navigation { return navigation.wait(for: body) }
    let box = AnswerBox<Answer>()
    let task = Task.detached { box.give(await body()) }
    defer { task.cancel() }
    return box.wait(within: limit)
  }
}
