import Foundation
import OffscreenScript

/// Messages of pages to the program.
extension WebPage {
  /// Lets the scripts of the pages that are loaded from now on send messages, as in web views:
  /// `window.webkit.messageHandlers.NAME.postMessage(value)` gives a promise of what the handler gives, or is rejected
  /// with an `Error` that says what it throws.
  ///
  /// Values are bridged as JSON: `undefined` is null, functions are left out. The page's clock stands still until there
  /// is an answer, at most for the page's time limit: do not wait in the handler for the same page.
  public func setMessageHandler(
    _ name: String, _ handler: @escaping @Sendable (JSONValue) async throws -> JSONValue
  ) {
    setMessageHandler(name, of: JSONValue.self, handler)
  }

  /// The same, with messages and answers of types that JSON holds. A message of another type is rejected.
  public func setMessageHandler<Message: Decodable & Sendable, Answer: Encodable & Sendable>(
    _ name: String, of type: Message.Type, _ handler: @escaping @Sendable (Message) async throws -> Answer
  ) {
    core.setMessageHandler(name) { json in
      guard let message = try? JSONDecoder().decode(type, from: Data(json.utf8)) else {
        return .failure(ScriptMessageError("the message is not of the type \(type): \(json.prefix(200))"))
      }
      do {
        return .success(String(decoding: try JSONEncoder().encode(try await handler(message)), as: UTF8.self))
      } catch {
        return .failure(ScriptMessageError(String("\(error)".prefix(1_000))))
      }
    }
  }

  /// Pages that are loaded from now on do not find the handler, and messages for it are rejected.
  public func removeMessageHandler(_ name: String) { core.setMessageHandler(name, nil) }
}
