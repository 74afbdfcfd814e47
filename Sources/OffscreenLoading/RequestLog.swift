import OffscreenPlatform

/// A file that gets a line of JSON for each request. Several pages may write into it at once.
package final class RequestLog: Sendable {
  private let descriptor: Int32

  package init(path: String) throws(OutputError) {
    let bytes = FilePath.absolute(FilePath.bytes(of: path))
    descriptor = FilePath.withCString(bytes) { pointer in
      pointer.map { offscreen_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666) } ?? -1
    }
    if descriptor < 0 { throw OutputError(path: path, code: errno) }
  }

  deinit { close(descriptor) }

  /// A line is written at once, so that it stays whole; where that fails, it is lost.
  func append(_ record: LoadRecord, page: String?) {
    let line = Array((Self.json(record, page: page) + "\n").utf8)
    line.withUnsafeBytes { _ = OffscreenPlatform.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Times are milliseconds; `start` counts from the page's first request.
  private static func json(_ record: LoadRecord, page: String?) -> String {
    var fields: [(String, String)] = [("url", text(record.url)), ("kind", text(record.kind.rawValue))]
    if let page { fields.append(("page", text(page))) }
    switch record.result {
    case .success(let bytes): fields += [("ok", "true"), ("bytes", "\(bytes)")]
    case .failure(let error):
      fields += [("ok", "false"), ("error", text(error.description)), ("cause", text(error.cause.rawValue))]
    }
    if let type = record.mimeType { fields.append(("type", text(type))) }
    if let exchange = record.exchange {
      if let status = exchange.status { fields.append(("status", "\(status)")) }
      fields.append(("from", text(exchange.source)))
      fields += [("start", milliseconds(exchange.start)), ("duration", milliseconds(exchange.duration))]
      fields.append(("transferred", "\(exchange.transferred)"))
      if let version = exchange.protocolVersion { fields.append(("protocol", text(version))) }
      if let address = exchange.address { fields.append(("address", text(address))) }
      if !exchange.redirects.isEmpty {
        let list = exchange.redirects.map { "{\"url\": \(text($0.url)), \"status\": \($0.status)}" }
        fields.append(("redirects", "[" + list.joined(separator: ", ") + "]"))
      }
    }
    return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return "\(Double(seconds &* 10_000 &+ attoseconds / 100_000_000_000_000) / 10)"
  }

  private static func text(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars.prefix(8_192) {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case _ where scalar.steersText:
        out += MessageText.escaped(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
