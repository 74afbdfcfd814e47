import Foundation

/// Running JavaScript in the page that is shown.
extension WebPage {
  /// Evaluates JavaScript as a script of the page, and gives its last value as text, as web views do: a string as it
  /// is, anything else as JSON, `undefined` as `null`. A promise is awaited on the page's own clock, for at most 30 s
  /// of it. What it changes is seen in the next snapshot.
  ///
  /// Where it leads elsewhere, by a link that is clicked, a form that is submitted or an address, the delegate is
  /// asked, and a navigation begins: the next snapshot is one of the page that it leads to.
  ///
  /// Throws `WebPageError.nothingThere` before the first page, `.exception` with what the script has thrown, or where
  /// the page's scripts do not run.
  @discardableResult
  public func evaluateJavaScript(_ source: String) async throws(WebPageError) -> String {
    try await evaluation(source).text()
  }

  /// The same, as a value of a type that can be read from JSON.
  ///
  /// Throws `WebPageError.exception` too where the value is not of the type.
  public func evaluateJavaScript<Value: Decodable & Sendable>(
    _ source: String, as type: Value.Type
  ) async throws(WebPageError) -> Value {
    try await evaluation(source).decoded(as: type)
  }

  /// Calls the body of an asynchronous function with arguments by name, as in
  /// `callFunction("return document.querySelector(selector).textContent", arguments: ["selector": .string("h1")])`.
  ///
  /// Gives and throws what `evaluateJavaScript` does; an argument whose name is no identifier is an exception.
  @discardableResult
  public func callFunction(
    _ body: String, arguments: [String: JSONValue] = [:]
  ) async throws(WebPageError) -> String {
    try await evaluateJavaScript(Self.call(body, arguments))
  }

  /// The same, with a value of a type that can be read from JSON.
  public func callFunction<Value: Decodable & Sendable>(
    _ body: String, arguments: [String: JSONValue] = [:], as type: Value.Type
  ) async throws(WebPageError) -> Value {
    try await evaluateJavaScript(Self.call(body, arguments), as: type)
  }

  private static func call(_ body: String, _ arguments: [String: JSONValue]) throws(WebPageError) -> String {
    let names = arguments.keys.sorted()
    guard names.allSatisfy(Self.isIdentifier) else {
      throw .exception("an argument's name is no identifier: \(names.joined(separator: ", ").prefix(200))")
    }
    let encoder = JSONEncoder()
    let values = names.compactMap { name in
      arguments[name].flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
    return
      "(async function (\(names.joined(separator: ", "))) {\n\(body)\n})(\(values.joined(separator: ", ")))"
  }

  private static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && !(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x24
      }
  }

  private func evaluation(_ source: String) async throws(WebPageError) -> PageEvaluation {
    let result = await withCheckedContinuation { continuation in
      evaluate(source) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Calls back once, from another thread.
  func evaluate(
    _ source: String, _ body: @escaping @Sendable (Result<PageEvaluation, WebPageError>) -> Void
  ) {
    run { [core] contents, wanted throws(WebPageError) in
      let host = WebPageHost(core, contents.memory, within: wanted.timeout)
      let evaluation = try contents.evaluate(source, wanted, host)
      if let facts = contents.facts { core.note(facts.address, facts.title) }
      if let goal = host.goal { core.carryOut(goal.wanted, goal.navigation) }
      return evaluation
    } with: {
      SnapshotOptions().options($0, scroll: $1)
    } then: {
      body($0)
    }
  }
}

extension PageEvaluation {
  /// A string as it is, anything else as JSON.
  func text() throws(WebPageError) -> String {
    switch self {
    case .value(let json, let text): return text ?? json
    case .exception(let message): throw .exception(message)
    }
  }

  func decoded<Value: Decodable>(as type: Value.Type) throws(WebPageError) -> Value {
    switch self {
    case .value(let json, _):
      do {
        return try JSONDecoder().decode(type, from: Data(json.utf8))
      } catch {
        throw .exception("the value is not of the type \(type): \(json.prefix(200))")
      }
    case .exception(let message): throw .exception(message)
    }
  }
}
