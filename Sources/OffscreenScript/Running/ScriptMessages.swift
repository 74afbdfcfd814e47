/// Messages of a page to native code.
extension PageScripts {
  /// Passes one on in a task of its own; the page's clock stands still until there is an answer.
  func post(_ number: Int, to handler: String, _ json: String) {
    queueTask { window in
      let (isAnswer, text) =
        switch window.services.message(json, to: handler) {
        case .success(let answer): (true, answer)
        case .failure(let error): (false, error.message)
        }
      window.entry("replied") { [$0.make(number), $0.make(isAnswer), $0.make(text)] }
    }
  }
}

/// Why a message has no answer.
package struct ScriptMessageError: Error, Sendable {
  package var message: String
  package init(_ message: String) { self.message = message }
}
