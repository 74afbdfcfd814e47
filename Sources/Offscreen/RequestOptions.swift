import OffscreenLoading

/// What is sent with a page's requests over the network.
public struct RequestOptions: Hashable, Sendable {
  /// Nil is this program's own.
  public var userAgent: String?
  /// `Name: value`. They go to the page's own origin only, as do the cookies and the credentials.
  public var headers: [String] = []
  /// `name=value`.
  public var cookies: [String] = []
  /// `name:password`, for basic and digest authentication. A page's address may hold them too.
  public var credentials: String?
  /// Whether a page whose answer says that something went wrong, such as 404, fails; else what came
  /// with the answer is rendered, as in browsers.
  public var isStrict = false

  public init() {}

  /// What is wrong with the values, if anything.
  public var problem: String? {
    for header in headers where Self.field(header) == nil { return "the header '\(header.prefix(100))' is not 'Name: value'" }
    for cookie in cookies where Self.cookie(cookie) == nil { return "the cookie '\(cookie.prefix(100))' is not 'name=value'" }
    if let credentials, !credentials.contains(":") { return "the credentials are not 'name:password'" }
    if let userAgent, !HTTPHeaders.isValid(.init(name: "User-Agent", value: userAgent)) {
      return "the user agent has characters that no header may have"
    }
    return nil
  }

  var settings: RequestSettings {
    var settings = RequestSettings()
    settings.userAgent = userAgent ?? "\(settings.userAgent)/\(OffscreenVersion.current)"
    settings.headers = headers.compactMap(Self.field)
    settings.cookies = cookies.compactMap(Self.cookie)
    settings.credentials = credentials.flatMap { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return .init(name: String(parts[0]), password: String(parts[1]))
    }
    settings.isStrict = isStrict
    return settings
  }

  private static func field(_ text: String) -> HTTPHeaders.Field? {
    HTTPHeaders.field(Array(text.utf8)).flatMap { HTTPHeaders.isValid($0) ? $0 : nil }
  }

  /// https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1
  private static func cookie(_ text: String) -> (name: String, value: String)? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") })
    else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
