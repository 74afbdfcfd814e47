import Foundation
import HTTPTypes
import Hummingbird

/// Gotenberg's `POST /forms/chromium/screenshot/{url,html,markdown}`, for its clients:
/// https://gotenberg.dev/docs/convert-with-chromium/screenshot-url
struct GotenbergRoutes: Sendable {
  enum Kind: String, CaseIterable, Sendable { case url, html, markdown }

  let pages: PageRoutes

  private static let trace = HTTPField.Name("Gotenberg-Trace") ?? .requestID
  private static let fileName = HTTPField.Name("Gotenberg-Output-Filename") ?? .requestID

  /// What its clients send that changes nothing here: pages settle on their own clock, and have nothing to be idle.
  static let withoutEffect: Set<String> = [
    "skipNetworkIdleEvent", "skipNetworkAlmostIdleEvent", "optimizeForSpeed",
  ]
  /// What is not offered, where it is asked for.
  static let notOffered: Set<String> = [
    "failOnResourceHttpStatusCodes", "ignoreResourceHttpStatusDomains", "failOnResourceLoadingFailed",
    "failOnConsoleExceptions", "downloadFrom",
  ]

  func answer(_ kind: Kind, _ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.wholeBody(upTo: pages.mostBody, context.body)
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("multipart/form-data") else {
      throw Problem(.unsupportedMediaType, "the body is not multipart/form-data")
    }
    let form = try Multipart(body, contentType: type)
    var fields: [String: String] = [:]
    for part in form.parts where part.fileName == nil { fields[part.name] = part.text }
    var page = try await self.page(kind, form, &fields)
    page.options["fullPage"] = page.options["selector"] == nil && page.options["fullPage"] == true ? true : nil
    let (answer, origin): (CachedAnswer, PageService.Origin)
    do {
      (answer, origin) = try await pages.made(page, request, context)
    } catch var problem as Problem {
      // As its documentation says: the page's own answer was one of `failOnHttpStatusCodes`.
      if problem.cause == "network", problem.detail.contains("answered with status") { problem.status = .conflict }
      throw problem
    }
    var response = pages.response(answer, origin, request)
    let name = Self.safe(request.headers[Self.fileName]) ?? UUID().uuidString.lowercased()
    response.headers[.contentDisposition] = "attachment; filename=\(name).\(page.format.rawValue)"
    if let trace = request.headers[Self.trace] { response.headers[Self.trace] = trace }
    return response
  }

  private static func safe(_ name: String?) -> String? {
    guard let name, !name.isEmpty, name.utf8.count <= 200,
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"/\\;,".utf8.contains($0) })
    else { return nil }
    return name
  }

  // MARK: The page

  private func page(_ kind: Kind, _ form: Multipart, _ fields: inout [String: String]) async throws -> PageRequest {
    var given = try GotenbergFields(fields).options(takesURL: kind == .url)
    guard kind != .url else {
      guard let url = fields["url"] else { throw Problem.badRequest("form field 'url' is required") }
      given["url"] = .string(url)
      return try request(given, page: nil)
    }
    var upload = try PageRequest.Upload(form.parts)
    guard let index = upload.files.firstIndex(where: { $0.path == "index.html" }) else {
      throw Problem.badRequest("form file 'index.html' is required")
    }
    upload.files.swapAt(0, index)
    if kind == .markdown { try await upload.fillInMarkdown(with: pages.pages) }
    return try request(given, page: .upload(upload))
  }

  private func request(_ given: [String: JSONValue], page: PageRequest.Page?) throws(Problem) -> PageRequest {
    try pages.reader.options.request(
      .picture, given.map { (name: $0.key, value: .json($0.value)) }, page: page, accept: nil)
  }
}

/// Gotenberg's form fields as options of pages.
struct GotenbergFields {
  private let fields: [String: String]

  init(_ fields: [String: String]) { self.fields = fields.filter { !$0.value.isEmpty } }

  func options(takesURL: Bool) throws(Problem) -> [String: JSONValue] {
    var options: [String: JSONValue] = [:]
    let (width, height) = (try whole("width") ?? 800, try whole("height") ?? 600)
    options["viewport"] = .string("\(width)x\(height)")
    options["fullPage"] = .bool(!(try flag("clip") ?? false))
    let format = fields["format"] ?? "png"
    guard ["png", "jpeg", "webp"].contains(format) else {
      throw .badRequest("form field 'format': '\(format.prefix(100))' is not one of png, jpeg, webp")
    }
    options["format"] = .string(format)
    if let quality = try whole("quality") ?? (format == "jpeg" ? 100 : nil), format == "jpeg" {
      guard (0...100).contains(quality) else { throw .badRequest("form field 'quality' is not from 0 to 100") }
      options["quality"] = .number(Double(max(1, quality)))
    }
    if try flag("omitBackground") == true { options["background"] = "none" }
    try addWaiting(&options)
    try addRequests(&options)
    if let media = fields["emulatedMediaType"] { options["media"] = .string(media) }
    try addFeatures(&options)
    options["selector"] = fields["selector"].map { .string($0) }
    for (name, value) in fields {
      if GotenbergRoutes.notOffered.contains(name), !["false", "[]"].contains(value) {
        throw .badRequest("form field '\(name)' is not offered by this server")
      }
      let isKnown =
        Self.known.contains(name) || GotenbergRoutes.withoutEffect.contains(name)
        || GotenbergRoutes.notOffered.contains(name) || (takesURL && name == "url")
      if !isKnown { throw .badRequest("form field '\(name.prefix(100))' is not known by this server") }
    }
    return options
  }

  static let known: Set<String> = [
    "width", "height", "clip", "format", "quality", "omitBackground", "waitDelay", "waitForExpression",
    "waitForSelector",
    "waitWindowStatus", "emulatedMediaType", "emulatedMediaFeatures", "cookies", "userAgent", "extraHttpHeaders",
    "failOnHttpStatusCodes", "selector",
  ]

  private func addWaiting(_ options: inout [String: JSONValue]) throws(Problem) {
    if let delay = fields["waitDelay"] {
      guard TimeText.seconds(delay) != nil else {
        throw .badRequest("form field 'waitDelay': '\(delay.prefix(100))' is no duration, such as 500ms or 2s")
      }
      options["settle"] = .string(delay)
    }
    var conditions: [String] = []
    if let expression = fields["waitForExpression"] { conditions.append("(\(expression))") }
    if let selector = fields["waitForSelector"] {
      conditions.append("document.querySelector(\(Self.quoted(selector))) !== null")
    }
    if let status = fields["waitWindowStatus"] { conditions.append("window.status === \(Self.quoted(status))") }
    if !conditions.isEmpty { options["waitFor"] = .string(conditions.joined(separator: " && ")) }
  }

  private func addRequests(_ options: inout [String: JSONValue]) throws(Problem) {
    options["userAgent"] = fields["userAgent"].map { .string($0) }
    if let text = fields["extraHttpHeaders"] {
      guard let headers = Self.json(text)?.object else {
        throw .badRequest("form field 'extraHttpHeaders' is no JSON object")
      }
      options["headers"] = .array(
        headers.sorted { $0.key < $1.key }.map { .string("\($0.key): \($0.value.string ?? "")") })
    }
    if let text = fields["cookies"] {
      guard case .array(let cookies)? = Self.json(text) else {
        throw .badRequest("form field 'cookies' is no JSON array")
      }
      options["cookies"] = .array(try Self.cookies(cookies))
    }
    // 499 stands for 400 to 499, and so on; other lists cannot be told from these here.
    let codes = fields["failOnHttpStatusCodes"] ?? "[499,599]"
    guard case .array(let list)? = Self.json(codes) else {
      throw .badRequest("form field 'failOnHttpStatusCodes' is no JSON array")
    }
    let numbers = list.compactMap(\.number)
    guard numbers.isEmpty || Set(numbers) == [499, 599] else {
      throw .badRequest("form field 'failOnHttpStatusCodes': this server knows [499,599] and []")
    }
    options["strict"] = .bool(!numbers.isEmpty)
  }

  /// They go to the page's own server: of whatever domain they say they are.
  static func cookies(_ list: [JSONValue]) throws(Problem) -> [JSONValue] {
    var cookies: [JSONValue] = []
    for cookie in list {
      guard let name = cookie["name"]?.string, let value = cookie["value"]?.string else {
        throw .badRequest("a cookie has no name or no value")
      }
      cookies.append(.string("\(name)=\(value)"))
    }
    return cookies
  }

  private func addFeatures(_ options: inout [String: JSONValue]) throws(Problem) {
    guard let text = fields["emulatedMediaFeatures"] else { return }
    guard case .array(let features)? = Self.json(text) else {
      throw .badRequest("form field 'emulatedMediaFeatures' is no JSON array")
    }
    for feature in features {
      switch (feature["name"]?.string, feature["value"]?.string) {
      case ("prefers-color-scheme", let scheme?): options["colorScheme"] = .string(scheme)
      case ("prefers-reduced-motion", let motion?): options["reducedMotion"] = .bool(motion == "reduce")
      case (let name, _):
        throw .badRequest(
          "form field 'emulatedMediaFeatures': '\((name ?? "").prefix(100))' is not offered by this server")
      }
    }
  }

  private func whole(_ name: String) throws(Problem) -> Int? {
    guard let text = fields[name] else { return nil }
    guard let number = Double(text), let whole = Int(exactly: number) else {
      throw .badRequest("form field '\(name)': '\(text.prefix(100))' is no whole number")
    }
    return whole
  }

  private func flag(_ name: String) throws(Problem) -> Bool? {
    switch fields[name]?.lowercased() {
    case nil: return nil
    case "true", "1": return true
    case "false", "0": return false
    default: throw .badRequest("form field '\(name)' is not true or false")
    }
  }

  static func json(_ text: String) -> JSONValue? {
    guard !isTooMuch(json: text.utf8) else { return nil }
    return try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// As a literal of JavaScript.
  static func quoted(_ text: String) -> String {
    (try? JSONText.encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension PageRequest.Upload {
  static let mostMarkdownFiles = 64

  /// Puts what Markdown files say where the page has `{{ toHTML "file.md" }}`: the renderer reads Markdown, and tells
  /// the HTML of it.
  mutating func fillInMarkdown(with service: PageService) async throws {
    let page = String(buffer: files[0].contents)
    let places = page.matches(of: /\{\{\s*toHTML\s+(?:\.DirPath\s+)?["']([^"']{1,255})["']\s*\}\}/)
    guard places.count <= Self.mostMarkdownFiles else {
      throw Problem.badRequest("index.html has more than \(Self.mostMarkdownFiles) Markdown files")
    }
    var filled = ""
    var rest = page.startIndex
    for place in places {
      filled += page[rest..<place.range.lowerBound]
      filled += try await html(ofMarkdown: String(place.output.1), service)
      rest = place.range.upperBound
    }
    files[0].contents = ByteBuffer(string: filled + page[rest...])
  }

  private func html(ofMarkdown name: String, _ service: PageService) async throws -> String {
    guard let file = files.first(where: { $0.path == name }) else {
      throw Problem.badRequest("index.html names the Markdown file '\(name.prefix(100))', which is not in the form")
    }
    let upload = PageRequest.Upload(files: [.init(path: "page.md", contents: file.contents)])
    let options: [String: JSONValue] = ["evaluate": "document.body.innerHTML", "network": "none", "settle": "0"]
    let request = PageRequest(purpose: .evaluate, page: .upload(upload), options: options)
    let (answer, _) = try await service.answer(to: request, for: "markdown", isNew: false)
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(buffer: answer.body))
    guard let html = value["value"]?.string else {
      throw Problem(.unprocessableContent, "\(name): no HTML can be made of it")
    }
    return html
  }
}
