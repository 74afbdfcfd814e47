/// The user's headers, cookies and credentials for a page's requests. They are never printed.
package struct RequestSettings: Equatable, Sendable {
  /// A name and a password.
  package struct Credentials: Equatable, Sendable {
    package var name: String
    package var password: String
    package init(name: String, password: String) { (self.name, self.password) = (name, password) }

    /// Whether they can be sent: a control character, which an address may bring percent-encoded, would end
    /// the header's line.
    /// https://www.rfc-editor.org/rfc/rfc7617#section-2
    package var isValid: Bool { (name + password).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && !name.contains(":") }
  }

  package struct Cookie: Equatable, Sendable {
    package var name: String
    package var value: String
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  package var userAgent = "Mozilla/5.0 (X11; Linux x86_64) Offscreen"
  /// The `Accept-Language` header.
  package var language = "en-US,en;q=0.9"
  /// Sent to the page's own origin only, as are the cookies and the credentials: what is meant for one
  /// server is no other's business.
  package var headers: [HTTPHeaders.Field] = []
  package var cookies: [Cookie] = []
  package var credentials: Credentials?
  /// Whether an answer that says that something went wrong, such as 404, counts as a failure.
  package var isStrict = false
  /// Whether servers need not prove who they are.
  package var ignoresTLSErrors = false

  package init() {}

  /// Whether they identify the user to the page's own server.
  var tellWhoAsks: Bool { credentials != nil || !cookies.isEmpty || !headers.isEmpty }
}

extension RequestSettings: CustomStringConvertible, CustomReflectable {
  package var description: String { "RequestSettings" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestSettings.Credentials: CustomStringConvertible, CustomReflectable {
  package var description: String { "Credentials" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestSettings.Cookie: CustomStringConvertible, CustomReflectable {
  package var description: String { "Cookie" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
