import CGLib

/// SHA-256, by GLib: the renderer takes that from the system as well, and a library of its own for this would be most of
/// what there is to build here. https://www.rfc-editor.org/rfc/rfc6234
struct SHA256: ~Copyable {
  static let byteCount = 32
  private let checksum = g_checksum_new(G_CHECKSUM_SHA256)

  deinit { g_checksum_free(checksum) }

  func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    g_checksum_update(checksum, start.assumingMemoryBound(to: UInt8.self), gssize(bytes.count))
  }

  func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  consuming func finalize() -> [UInt8] {
    var length = gsize(Self.byteCount)
    return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      g_checksum_get_digest(checksum, buffer.baseAddress, &length)
      count = Int(length)
    }
  }

  static func hash(_ text: String) -> [UInt8] {
    let hash = SHA256()
    hash.update(text)
    return hash.finalize()
  }

  /// https://www.rfc-editor.org/rfc/rfc2104
  static func authenticationCode(of message: String, key: [UInt8]) -> [UInt8] {
    guard let code = g_hmac_new(G_CHECKSUM_SHA256, key, gsize(key.count)) else { return [] }
    defer { g_hmac_unref(code) }
    g_hmac_update(code, message, gssize(message.utf8.count))
    var length = gsize(byteCount)
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      g_hmac_get_digest(code, buffer.baseAddress, &length)
      count = Int(length)
    }
  }

  /// Takes as long for bytes that differ as for the same ones.
  static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
