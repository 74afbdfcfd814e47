import Foundation
import HTTPTypes
import Hummingbird

/// What is wrong with a request, as it is answered: https://www.rfc-editor.org/rfc/rfc9457
struct Problem: Error, Equatable, Sendable {
  var status: HTTPResponse.Status
  /// One sentence: what is wrong, and what to do.
  var detail: String
  /// Why a page failed, as a worker's answer says it; nil where no page was rendered.
  var cause: String?
  /// Seconds.
  var retryAfter: Int?
  /// The methods that there are, where the request's is not among them.
  var allow: String?
  /// Bytes that the client still sends are not read: the connection ends.
  var endsConnection = false

  init(_ status: HTTPResponse.Status, _ detail: String, cause: String? = nil, retryAfter: Int? = nil) {
    (self.status, self.cause, self.retryAfter) = (status, cause, retryAfter)
    // One line, and nothing that steers a terminal which shows a log.
    self.detail = String(
      detail.unicodeScalars.prefix(2000).map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }

  var endingConnection: Problem {
    var copy = self
    copy.endsConnection = true
    return copy
  }

  static let mediaType = "application/problem+json"

  private struct Body: Encodable {
    /// The status says it all: https://www.rfc-editor.org/rfc/rfc9457#section-4.2.1
    var type = "about:blank"
    var title: String
    var status: Int
    var detail: String
    var cause: String?
  }

  var headers: HTTPFields {
    var headers: HTTPFields = [.contentType: Self.mediaType, .cacheControl: "no-store"]
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    if let allow { headers[.allow] = allow }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    if endsConnection { headers[.connection] = "close" }
    return headers
  }

  var body: ByteBuffer {
    let body = Body(title: status.reasonPhrase, status: status.code, detail: detail, cause: cause)
    return ByteBuffer(bytes: (try? JSONText.encoder.encode(body)) ?? Data("{}".utf8))
  }

  var response: Response { Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body)) }
}

extension Problem {
  static func badRequest(_ detail: String) -> Problem { Problem(.badRequest, detail) }

  /// A page that failed, by a worker's answer.
  static func page(cause: String?, _ error: String) -> Problem {
    let (status, retryAfter): (HTTPResponse.Status, Int?) =
      switch cause {
      case "request": (.badRequest, nil)
      case "policy": (.forbidden, nil)
      case "network": (.badGateway, nil)
      case "timeout": (.gatewayTimeout, nil)
      case "output", "cancelled": (.serviceUnavailable, 1)
      // `input`, `limit`, `memory`, `crash`, `wait`: nothing is wrong with the request but its page.
      default: (.unprocessableContent, nil)
      }
    return Problem(status, error, cause: cause, retryAfter: retryAfter)
  }
}
