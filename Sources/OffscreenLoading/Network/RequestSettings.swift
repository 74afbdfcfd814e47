/// What is sent with a page's requests, as its user wishes.
package struct RequestSettings: Equatable, Sendable {
  /// A name and a password.
  package struct Credentials: Equatable, Sendable {
    package var name: String
    package var password: String
    package init(name: String, password: String) { (self.name, self.password) = (name, password) }
  }

  package var userAgent = "Mozilla/5.0 (X11; Linux x86_64) Offscreen"
  package var language = "en-US,en;q=0.9"
  /// Sent to the page's own origin only, as are the cookies and the credentials: what is meant for one
  /// server is no other's business.
  package var headers: [HTTPHeaders.Field] = []
  package var cookies: [(name: String, value: String)] = []
  package var credentials: Credentials?
  /// Whether an answer that says that something went wrong, such as 404, counts as a failure.
  package var isStrict = false

  package init() {}

  package static func == (a: RequestSettings, b: RequestSettings) -> Bool {
    a.userAgent == b.userAgent && a.language == b.language && a.headers == b.headers
      && a.credentials == b.credentials && a.isStrict == b.isStrict
      && a.cookies.elementsEqual(b.cookies) { $0.name == $1.name && $0.value == $1.value }
  }
}
