/// What a server answered, as it was recorded: head and body, as they came over the connection.
/// https://www.rfc-editor.org/rfc/rfc9112
struct RecordedAnswer {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]

  /// A compressed body may have this size before its compression ratio counts.
  private static let freeExpansion = 1 << 20

  /// Of a record's block; nil where it is no answer.
  init?(_ block: [UInt8]) {
    guard let (status, start) = Self.statusLine(block) else { return nil }
    let message = MIMEMessage(block[start...])
    (self.status, headers, body) = (status, message.headers, Array(message.body))
  }

  /// What is an answer without a server.
  init(resource body: [UInt8], contentType: String?) {
    (status, headers, self.body) = (200, HTTPHeaders(), body)
    if let contentType { headers.append("Content-Type", contentType) }
  }

  /// The status, and where the next line begins.
  static func statusLine(_ block: [UInt8]) -> (Int, Int)? {
    guard block.starts(with: "HTTP/".utf8), let end = block.prefix(1_000).firstIndex(of: 0x0A) else { return nil }
    let parts = block[..<end].split(separator: 0x20, maxSplits: 2)
    guard parts.count > 1, let status = Int(String(decoding: parts[1].prefix { $0 != 0x0D }, as: UTF8.self)),
      (100...999).contains(status)
    else { return nil }
    return (status, end + 1)
  }

  // MARK: The body

  /// The body as the server meant it. What is not encoded as the head says is left as it is: some programs record what
  /// they have decoded.
  /// `address`: for errors.
  func decodedBody(_ limits: Limits, of address: String) throws(LoadError) -> [UInt8] {
    var bytes = body
    if headers.list("Transfer-Encoding").last?.lowercased() == "chunked", let whole = Self.dechunked(bytes) {
      bytes = whole
    }
    for coding in headers.list("Content-Encoding").reversed().prefix(4) {
      let before = bytes
      do throws(ArchiveProblem) {
        switch coding.lowercased() {
        case "gzip", "x-gzip":
          guard bytes.starts(with: [0x1F, 0x8B]) else { continue }
          bytes = Self.inflated(bytes, try Inflater(.gzip), most: limits.resourceBytes)
        case "deflate":
          // Servers leave out what the standard wants around it.
          let hasWrapping = bytes.count > 1 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
          bytes = Self.inflated(bytes, try Inflater(hasWrapping ? .zlib : .none), most: limits.resourceBytes)
        case "br": bytes = try Brotli.decoded(bytes, most: limits.resourceBytes) ?? bytes
        case "zstd":
          guard bytes.starts(with: Zstandard.mark) else { continue }
          bytes = Self.inflated(bytes, try Zstandard(nil), most: limits.resourceBytes)
        case "identity": continue
        case let other: throw ArchiveProblem("it is compressed by \(other.prefix(40)), which is not read")
        }
      } catch {
        throw LoadError(address, .network(error.text))
      }
      if bytes.count > limits.resourceBytes { throw LoadError(address, .resourceTooLarge(limits.resourceBytes)) }
      if bytes.count > Self.freeExpansion, bytes.count / max(1, limits.compressionRatio) > before.count {
        throw LoadError(address, .expandsTooMuch(limits.compressionRatio))
      }
    }
    guard bytes.count <= limits.resourceBytes else { throw LoadError(address, .resourceTooLarge(limits.resourceBytes)) }
    return bytes
  }

  /// No more than `most` bytes and some; of what is cut off or broken, what comes before.
  private static func inflated(_ bytes: [UInt8], _ inflater: any Decompressor, most: Int) -> [UInt8] {
    var (input, output) = (bytes[...], [UInt8]())
    while output.count <= most, !inflater.isAtEnd {
      let before = (input.count, output.count)
      do throws(ArchiveProblem) { try inflater.inflate(&input, into: &output, room: most + 1) } catch {
        return output.isEmpty ? bytes : output
      }
      if (input.count, output.count) == before { break }
    }
    return output
  }

  /// Nil where the body is not in chunks. One that is cut off gives what there is.
  /// https://www.rfc-editor.org/rfc/rfc9112#name-chunked-transfer-coding
  private static func dechunked(_ bytes: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard let end = bytes[position...].prefix(1_000).firstIndex(of: 0x0A) else { break }
      let digits = bytes[position..<end].prefix { PercentEncoding.hexDigit($0) != nil }
      guard !digits.isEmpty, digits.count <= 8 else { break }
      let size = digits.reduce(0) { $0 << 4 | Int(PercentEncoding.hexDigit($1) ?? 0) }
      if size == 0 { return output }
      let start = end + 1
      let stop = start + min(size, bytes.count - start)
      output += bytes[start..<stop]
      position = stop
      if position < bytes.count, bytes[position] == 0x0D { position += 1 }
      if position < bytes.count, bytes[position] == 0x0A { position += 1 }
    }
    return output.isEmpty ? nil : output
  }
}
