/// A message of headers and a body, or of parts, as mail has it.
/// https://www.rfc-editor.org/rfc/rfc2045
struct MIMEMessage {
  var headers: HTTPHeaders
  /// Still encoded.
  var body: ArraySlice<UInt8>

  private static let longestHead = 64 << 10

  init(_ bytes: ArraySlice<UInt8>) {
    headers = HTTPHeaders()
    body = bytes
    var pending: [UInt8] = []
    func add(_ headers: inout HTTPHeaders) {
      if let field = HTTPHeaders.field(pending) { headers.append(field.name, field.value) }
      pending = []
    }
    while body.startIndex - bytes.startIndex < Self.longestHead, let line = Self.takeLine(&body) {
      if line.isEmpty { break }
      if line.first == 0x20 || line.first == 9 {
        // A line that goes on with the one before.
        pending.append(0x20)
        pending.append(contentsOf: line.drop { $0 == 0x20 || $0 == 9 })
      } else {
        add(&headers)
        pending = Array(line)
      }
    }
    add(&headers)
  }

  /// The next line without its end; nil at the end.
  private static func takeLine(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if bytes.isEmpty { return nil }
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    var line = bytes[bytes.startIndex..<end]
    bytes = bytes[min(end + 1, bytes.endIndex)...]
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// https://www.rfc-editor.org/rfc/rfc2046#section-5.1
  func parts(boundary: String, limit: Int) -> [MIMEMessage] {
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [MIMEMessage] = []
    var rest = body
    var start: Int?
    while parts.count < limit {
      let lineStart = rest.startIndex
      guard let line = Self.takeLine(&rest) else { break }
      guard line.starts(with: delimiter) else { continue }
      let tail = line.dropFirst(delimiter.count)
      guard tail.allSatisfy({ $0 == 0x20 || $0 == 9 || $0 == UInt8(ascii: "-") }) else { continue }
      if let start {
        // The line end before the delimiter belongs to it.
        var end = lineStart
        if end > start, body[end - 1] == 0x0A { end -= 1 }
        if end > start, body[end - 1] == 0x0D { end -= 1 }
        parts.append(MIMEMessage(body[start..<end]))
      }
      start = rest.startIndex
      if tail.starts(with: "--".utf8) { return parts }
    }
    // What is cut off is still of use.
    if let start, start < body.endIndex, parts.count < limit { parts.append(MIMEMessage(body[start...])) }
    return parts
  }

  /// The body as it was before it was made fit for mail.
  /// https://www.rfc-editor.org/rfc/rfc2045#section-6
  var decodedBody: [UInt8] {
    switch headers["Content-Transfer-Encoding"]?.lowercased() {
    case "base64": Base64.decoded(body.filter { $0 != UInt8(ascii: "=") }) ?? []
    case "quoted-printable": Self.quotedPrintable(body)
    default: Array(body)
    }
  }

  private static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        output.append(byte)
        continue
      }
      // A line end after the sign is none.
      var next = index
      while next < bytes.endIndex, bytes[next] == 0x20 || bytes[next] == 9 || bytes[next] == 0x0D { next += 1 }
      if next < bytes.endIndex, bytes[next] == 0x0A {
        index = next + 1
      } else if index + 1 < bytes.endIndex, let high = PercentEncoding.hexDigit(bytes[index]),
        let low = PercentEncoding.hexDigit(bytes[index + 1])
      {
        output.append(high << 4 | low)
        index += 2
      } else {
        output.append(byte)
      }
    }
    return output
  }
}
