import Foundation
import HTTPTypes
import Hummingbird

extension HTTPField.Name {
  static let cacheStatus = named("Cache-Status")
  static let serverTiming = named("Server-Timing")
  static let pictureSize = named("Offscreen-Size")
  static let warnings = named("Offscreen-Warning")
  static let requestID = named("X-Request-Id")
  static let forwardedFor = named("X-Forwarded-For")

  private static func named(_ name: String) -> HTTPField.Name {
    guard let known = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a field") }
    return known
  }
}

/// `/v1/picture`, `/v1/inspect` and `/v1/evaluate`.
struct PageRoutes: Sendable {
  let pages: PageService
  let reader: BodyReader
  let mostBody: Int

  func get(_ purpose: PageRequest.Purpose, _ request: Request, _ context: ServiceContext) async throws -> Response {
    let target = KnownTargets.Target(
      purpose: purpose, address: request.uri.string, accept: request.headers[.accept] ?? "")
    // Optimization: an address that came before is not read again.
    if !Self.wantsNew(request.headers), let (answer, origin) = await pages.known(target) {
      return response(answer, origin, request)
    }
    let query = BodyReader.given(try QueryString(target: target.address))
    let page = try reader.options.request(purpose, query, accept: request.headers[.accept])
    let (answer, origin) = try await made(page, request, context)
    // What comes once only is not worth it.
    if case .fresh = origin { pages.remember(target, page) }
    return response(answer, origin, request)
  }

  func post(_ purpose: PageRequest.Purpose, _ request: Request, _ context: ServiceContext) async throws -> Response {
    let query = BodyReader.given(try QueryString(target: request.uri.string))
    let body = try await request.wholeBody(upTo: mostBody, context.body)
    let page = try reader.request(
      purpose, body: body, contentType: request.headers[.contentType], query: query, accept: request.headers[.accept])
    let (answer, origin) = try await made(page, request, context)
    return response(answer, origin, request)
  }

  /// Until the client goes away.
  func made(
    _ page: PageRequest, _ request: Request, _ context: ServiceContext
  ) async throws -> (CachedAnswer, PageService.Origin) {
    let isNew = Self.wantsNew(request.headers)
    let (client, pages) = (context.client, pages)
    return try await untilGone(context.channel) { try await pages.answer(to: page, for: client, isNew: isNew) }
  }

  /// https://www.rfc-editor.org/rfc/rfc9111#section-5.2.1.4
  private static func wantsNew(_ headers: HTTPFields) -> Bool {
    headers[.cacheControl]?.lowercased().contains("no-cache") == true
  }

  func response(_ answer: CachedAnswer, _ origin: PageService.Origin, _ request: Request) -> Response {
    let head = answer.head
    var headers: HTTPFields = [
      .contentType: head.mediaType, .eTag: head.entityTag, .cacheStatus: origin.cacheStatus,
      .vary: "Accept, Authorization",
    ]
    if case .private_ = origin {
      headers[.cacheControl] = "private, no-store"
    } else {
      let age = Int(answer.age())
      headers[.age] = String(age)
      let lifetime = pages.lifetime(of: answer)
      headers[.cacheControl] = "max-age=\(Int(lifetime.fresh)), stale-while-revalidate=\(Int(lifetime.stale))"
      headers[.lastModified] = HTTPDate.text(head.made)
    }
    if let width = head.width, let height = head.height { headers[.pictureSize] = "\(width)x\(height)" }
    if let milliseconds = head.milliseconds { headers[.serverTiming] = "render;dur=\(milliseconds)" }
    for warning in head.warnings {
      let text = warning.unicodeScalars.prefix(300).map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" }
      headers.append(HTTPField(name: .warnings, value: String(text)))
    }
    let isSame = [.get, .head].contains(request.method) && Self.matches(request.headers[.ifNoneMatch], head.entityTag)
    if isSame {
      headers[.contentType] = nil
      return Response(status: .notModified, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: answer.body))
  }

  /// https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
  static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      var part = part.drop { $0 == " " }
      if part.hasPrefix("W/") { part = part.dropFirst(2) }
      while part.last == " " { part.removeLast() }
      return part == "*" || part == tag
    }
  }
}
