import OffscreenLoading

/// What is sent with a page's requests over the network.
public struct RequestOptions: Hashable, Sendable {
  /// Nil is this program's own.
  public var userAgent: String?
  /// `Name: value`. They go to the page's own origin (scheme, host and port) only, as do the cookies and the
  /// credentials.
  public var headers: [Secret] = []
  /// `name=value`. One that the server sets anew takes the place of the one given here.
  public var cookies: [Secret] = []
  /// `name:password`, for basic and digest authentication. A page's address may hold them too.
  public var credentials: Secret?
  /// Whether a page whose answer says that something went wrong, such as 404, fails; else what came
  /// with the answer is rendered, as in browsers.
  public var isStrict = false
  /// Whether servers need not prove who they are: for those with certificates of their own making. Each page
  /// that uses it warns.
  public var ignoresTLSErrors = false

  public init() {}

  /// The first error of the values. Secrets are not in it.
  public var problem: String? { namedProblem?.reason }

  /// The same, with the name of the option that it is of.
  var namedProblem: (option: String, reason: String)? {
    for (index, header) in headers.enumerated() {
      if let problem = Self.problem(header: header, number: index + 1) { return ("headers", problem) }
    }
    for (index, cookie) in cookies.enumerated() where Self.cookie(cookie) == nil {
      let name =
        cookie.revealed.contains("=") ? "'\(cookie.revealed.prefix { $0 != "=" }.prefix(100))'" : "number \(index + 1)"
      return ("cookies", "the cookie \(name.onOneLine()) is not 'name=value' without spaces, commas and semicolons")
    }
    if let credentials {
      guard let parts = Self.credentials(credentials) else {
        return ("user", "the credentials are not 'name:password'")
      }
      if !parts.isValid { return ("user", "the credentials have characters that cannot be sent") }
    }
    if let userAgent, !HTTPHeaders.isValid(.init(name: "User-Agent", value: userAgent)) {
      return ("userAgent", "the user agent has characters that no header may have")
    }
    return nil
  }

  var settings: RequestSettings {
    var settings = RequestSettings()
    settings.userAgent = userAgent ?? "\(settings.userAgent)/\(OffscreenVersion.current)"
    settings.headers = headers.compactMap(Self.field)
    settings.cookies = cookies.compactMap(Self.cookie)
    settings.credentials = credentials.flatMap(Self.credentials)
    settings.isStrict = isStrict
    settings.ignoresTLSErrors = ignoresTLSErrors
    return settings
  }

  /// What is wrong with a header, if anything; `number`: what it is called where its name is none.
  static func problem(header: Secret, number: Int) -> String? {
    let name = header.revealed.prefix { $0 != ":" }
    guard let field = field(header) else {
      let shown = HTTPHeaders.isValid(.init(name: String(name), value: "")) && name.count < header.revealed.count
      return "the header \(shown ? "'\(name.prefix(100))'" : "number \(number)") is not 'Name: value' in one line"
    }
    if HTTPHeaders.belongsToConnection(field.name) {
      return
        "the header '\(field.name.prefix(100))' cannot be given: it belongs to the connection or to the body's framing"
    }
    return nil
  }

  static func field(_ text: Secret) -> HTTPHeaders.Field? {
    // What ends the line would begin another header, and is not cut off in silence either.
    guard text.revealed.utf8.allSatisfy({ $0 != 10 && $0 != 13 }) else { return nil }
    return HTTPHeaders.field(Array(text.revealed.utf8)).flatMap { HTTPHeaders.isValid($0) ? $0 : nil }
  }

  private static func credentials(_ text: Secret) -> RequestSettings.Credentials? {
    let parts = text.revealed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return .init(name: String(parts[0]), password: String(parts[1]))
  }

  /// https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1
  private static func cookie(_ text: Secret) -> RequestSettings.Cookie? {
    let parts = text.revealed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      text.revealed.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") })
    else { return nil }
    return .init(name: String(parts[0]), value: String(parts[1]))
  }
}
