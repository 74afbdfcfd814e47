import OffscreenScript

/// What a JavaScript expression gave in a page.
public enum PageEvaluation: Sendable, Equatable {
  /// Its value as JSON: `null` for undefined. `text`: of a string.
  case value(json: String, text: String?)
  /// What it threw, or how the promise was rejected, as text.
  case exception(String)
}

extension PageEvaluation {
  init(_ result: ScriptResult) {
    switch result {
    case .value(let json, let text): self = .value(json: json, text: text)
    case .exception(let message): self = .exception(message)
    }
  }
}
