import CGLib

/// What a page demands of the bytes of a resource. https://w3c.github.io/webappsec-subresource-integrity/
package struct SubresourceIntegrity {
  /// Digests of the strongest algorithm that is named: one of them must be that of the bytes.
  private var algorithm: Algorithm?
  private var digests: [[UInt8]] = []

  private enum Algorithm: Int, CaseIterable {
    case sha256, sha384, sha512

    var checksum: GChecksumType {
      switch self {
      case .sha256: G_CHECKSUM_SHA256
      case .sha384: G_CHECKSUM_SHA384
      case .sha512: G_CHECKSUM_SHA512
      }
    }
  }

  /// The value of an `integrity` attribute. What names no algorithm that is known demands nothing.
  package init(_ metadata: String) {
    for item in metadata.split(whereSeparator: \.isWhitespace) {
      let expression = item.prefix { $0 != "?" }
      guard let dash = expression.firstIndex(of: "-"),
        let named = Algorithm.allCases.first(where: { "\($0)" == expression[..<dash].lowercased() })
      else { continue }
      // `-` and `_` are allowed as well as `+` and `/`.
      let text = expression[expression.index(after: dash)...].utf8.map { byte in
        byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
      }
      guard let digest = Base64.decoded(text) else { continue }
      if let algorithm, named.rawValue < algorithm.rawValue { continue }
      if algorithm != named { (algorithm, digests) = (named, []) }
      digests.append(digest)
    }
  }

  /// https://w3c.github.io/webappsec-subresource-integrity/#does-response-match-metadatalist
  package func allows(_ bytes: [UInt8]) -> Bool {
    guard let algorithm else { return true }
    let actual = Self.digest(bytes, algorithm)
    return digests.contains(actual)
  }

  private static func digest(_ bytes: [UInt8], _ algorithm: Algorithm) -> [UInt8] {
    guard let checksum = g_checksum_new(algorithm.checksum) else { return [] }
    defer { g_checksum_free(checksum) }
    var rest = bytes[...]
    // A length is a signed number there.
    while !rest.isEmpty {
      let piece = rest.prefix(1 << 30)
      piece.withUnsafeBufferPointer { g_checksum_update(checksum, $0.baseAddress, gssize($0.count)) }
      rest = rest.dropFirst(piece.count)
    }
    var digest = [UInt8](repeating: 0, count: 64)
    var length = gsize(digest.count)
    g_checksum_get_digest(checksum, &digest, &length)
    return Array(digest.prefix(Int(length)))
  }
}
