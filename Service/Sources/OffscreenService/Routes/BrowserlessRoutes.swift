import Foundation
import HTTPTypes
import Hummingbird

/// Browserless' `POST /screenshot`, for its clients: https://docs.browserless.io/rest-apis/screenshot
struct BrowserlessRoutes: Sendable {
  let pages: PageRoutes

  func screenshot(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.wholeBody(upTo: pages.mostBody, context.body)
    let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
    let given: [String: JSONValue]
    switch type {
    case "application/json": given = try BodyReader.json(body)
    // As there, the body may be the page.
    case "text/html": given = ["html": .string(String(buffer: body))]
    default: throw Problem(.unsupportedMediaType, "the body is neither application/json nor text/html")
    }
    let query = try QueryString(target: request.uri.string)
    var fields = BrowserlessFields(given)
    for (name, value) in query.parameters {
      switch name {
      case "timeout": try fields.setTimeout(value)
      // The rest is about their browsers: launch, blockAds, proxy and so on.
      case "token", "expires", "key", "signature": break
      default: throw Problem.badRequest("the parameter '\(name.prefix(100))' is not offered by this server")
      }
    }
    let (options, isBase64) = try fields.options()
    let page = try pages.reader.options.request(
      .picture, options.map { (name: $0.key, value: .json($0.value)) }, accept: nil)
    var (answer, origin) = try await pages.made(page, request, context)
    if isBase64 {
      answer.head.mediaType = "text/plain"
      answer.body = ByteBuffer(string: Data(buffer: answer.body).base64EncodedString())
    }
    return pages.response(answer, origin, request)
  }
}

/// Browserless' keys as options of pages.
struct BrowserlessFields {
  private let given: [String: JSONValue]
  private var timeout: String?

  init(_ given: [String: JSONValue]) { self.given = given }

  /// What its clients send that changes nothing here: pages settle on their own clock, and have nothing to be idle.
  static let withoutEffect: Set<String> = ["bestAttempt", "waitForEvent"]
  static let known: Set<String> = [
    "url", "html", "options", "viewport", "gotoOptions", "waitForTimeout", "waitForSelector", "waitForFunction",
    "addStyleTag", "emulateMediaType", "cookies", "setExtraHTTPHeaders", "userAgent", "authenticate",
    "setJavaScriptEnabled", "selector", "scrollPage",
  ]

  /// Milliseconds.
  mutating func setTimeout(_ text: String) throws(Problem) {
    guard let milliseconds = Double(text), milliseconds > 0, milliseconds < 1e9 else {
      throw .badRequest("timeout: '\(text.prefix(100))' is no number of milliseconds")
    }
    timeout = "\(Int(milliseconds))ms"
  }

  func options() throws(Problem) -> (options: [String: JSONValue], isBase64: Bool) {
    if let name = given.keys.sorted().first(where: { !Self.known.contains($0) && !Self.withoutEffect.contains($0) }) {
      throw .badRequest("'\(name.prefix(100))' is not offered by this server")
    }
    var options: [String: JSONValue] = ["viewport": "800x600"]
    for name in ["url", "html", "userAgent", "selector"] { options[name] = given[name] }
    try addViewport(&options)
    try addPicture(&options)
    try addWaiting(&options)
    try addRequests(&options)
    if let media = given["emulateMediaType"] { options["media"] = media }
    if given["setJavaScriptEnabled"] == false { options["scripts"] = false }
    if given["scrollPage"] == true {
      throw .badRequest("'scrollPage' is not offered by this server: pictures load at once")
    }
    if let timeout { options["timeout"] = .string(timeout) }
    let encoding = given["options"]?["encoding"]?.string ?? "binary"
    guard ["binary", "base64"].contains(encoding) else { throw .badRequest("options.encoding is not binary or base64") }
    return (options, encoding == "base64")
  }

  private func addViewport(_ options: inout [String: JSONValue]) throws(Problem) {
    guard let viewport = given["viewport"] else { return }
    guard let width = viewport["width"]?.number, let height = viewport["height"]?.number,
      let wide = Int(exactly: width),
      let high = Int(exactly: height)
    else { throw .badRequest("viewport has no whole width and height") }
    options["viewport"] = .string("\(wide)x\(high)")
    options["scale"] = viewport["deviceScaleFactor"]
    if viewport["isMobile"] == true { options["mobile"] = true }
  }

  private func addPicture(_ options: inout [String: JSONValue]) throws(Problem) {
    let picture = given["options"]?.object ?? [:]
    for (name, value) in picture {
      switch name {
      case "type":
        guard let type = value.string, ["png", "jpeg", "webp"].contains(type) else {
          throw .badRequest("options.type is not one of png, jpeg, webp")
        }
        options["format"] = value
      case "quality": options["quality"] = value.number == 0 ? 1 : value
      case "fullPage": if value == true { options["fullPage"] = true }
      case "omitBackground": if value == true { options["background"] = "none" }
      case "clip":
        let sides = ["x", "y", "width", "height"].compactMap { value[$0]?.number }
        guard sides.count == 4 else { throw .badRequest("options.clip has no x, y, width and height") }
        options["clip"] = .string(sides.map { Int(exactly: $0).map(String.init) ?? "\($0)" }.joined(separator: ","))
      // How it is encoded and taken there.
      case "encoding", "optimizeForSpeed", "captureBeyondViewport", "fromSurface": break
      default: throw .badRequest("options.\(name.prefix(100)) is not offered by this server")
      }
    }
  }

  private func addWaiting(_ options: inout [String: JSONValue]) throws(Problem) {
    if let milliseconds = given["waitForTimeout"]?.number {
      options["settle"] = .string("\(Int(clamping: milliseconds))ms")
    }
    var conditions: [String] = []
    if let wait = given["waitForSelector"] {
      guard let selector = wait["selector"]?.string else { throw .badRequest("waitForSelector has no selector") }
      conditions.append("document.querySelector(\(GotenbergFields.quoted(selector))) !== null")
    }
    if let wait = given["waitForFunction"] {
      guard let function = wait["fn"]?.string else { throw .badRequest("waitForFunction has no fn") }
      conditions.append("(\(function))()")
    }
    if !conditions.isEmpty { options["waitFor"] = .string(conditions.joined(separator: " && ")) }
    let go = given["gotoOptions"]?.object ?? [:]
    for (name, value) in go {
      switch name {
      case "timeout":
        if let milliseconds = value.number, milliseconds > 0 {
          options["timeout"] = .string("\(Int(clamping: milliseconds))ms")
        }
      // Pages have loaded here before they settle.
      case "waitUntil": break
      case "referer": options["headers"] = .array([.string("Referer: \(value.string ?? "")")])
      default: throw .badRequest("gotoOptions.\(name.prefix(100)) is not offered by this server")
      }
    }
  }

  private func addRequests(_ options: inout [String: JSONValue]) throws(Problem) {
    if let headers = given["setExtraHTTPHeaders"]?.object, !headers.isEmpty {
      options["headers"] = .array(
        headers.sorted { $0.key < $1.key }.map { .string("\($0.key): \($0.value.string ?? "")") })
    }
    if case .array(let cookies)? = given["cookies"], !cookies.isEmpty {
      options["cookies"] = .array(try GotenbergFields.cookies(cookies))
    }
    if let user = given["authenticate"] {
      options["user"] = .string("\(user["username"]?.string ?? ""):\(user["password"]?.string ?? "")")
    }
    guard case .array(let styles)? = given["addStyleTag"] else { return }
    let sheets = styles.compactMap { $0["content"]?.string }
    guard sheets.count == styles.count else {
      throw .badRequest("addStyleTag: this server takes styles as content only")
    }
    options["css"] = .array(sheets.map { .string($0) })
  }
}

extension Int {
  /// The nearest whole number that there is.
  fileprivate init(clamping number: Double) {
    self = Int(Swift.max(-1e15, Swift.min(1e15, number.isFinite ? number : 0)))
  }
}
