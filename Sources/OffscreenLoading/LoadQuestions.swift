/// The decisions that a loader leaves to its client. It waits for them, on the page's thread.
package struct LoadQuestions: Sendable {
  /// A document on its way into the page or one of its frames.
  package struct DocumentRequest: Sendable {
    package var url: PageURL
    package var method: String
    package var isFrame: Bool
    package var isRedirect: Bool
    /// The document that asks for it.
    package var referrer: PageURL?
  }
  /// A server's authentication challenge.
  package struct Challenge: Sendable {
    package var url: PageURL
    package var realm: String?
    package var previousFailures: Int
  }

  /// Whether the document may be loaded: asked for each, and for each redirect.
  package var mayLoad: @Sendable (DocumentRequest) -> Bool
  package var credentials: @Sendable (Challenge) -> RequestSettings.Credentials?

  package init(
    mayLoad: @escaping @Sendable (DocumentRequest) -> Bool,
    credentials: @escaping @Sendable (Challenge) -> RequestSettings.Credentials?
  ) {
    (self.mayLoad, self.credentials) = (mayLoad, credentials)
  }

  static let mostChallenges = 3

  /// https://www.rfc-editor.org/rfc/rfc9110#section-11.5
  static func realm(of challenge: String?) -> String? {
    guard let challenge, let start = challenge.end(of: "realm=\"") else { return nil }
    var text = ""
    var isEscaped = false
    for character in challenge[start...].prefix(500) {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
        continue
      } else if character == "\"" {
        return text
      }
      text.append(character)
    }
    return nil
  }
}

extension String {
  /// The index after the first occurrence of a text, in any case.
  fileprivate func end(of text: String) -> String.Index? {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) {
      let part = bytes[start..<(start + wanted.count)]
      if zip(part, wanted).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
        return utf8.index(startIndex, offsetBy: start + wanted.count)
      }
    }
    return nil
  }
}
