import CGLib
import OffscreenPlatform

/// A hash by which unchanged bytes are recognized.
package enum ContentHash {
  /// SHA-256 in hexadecimal.
  package static func sha256(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { buffer in
      guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, buffer.baseAddress, gsize(buffer.count))
      else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }

  /// For names that other programs make with it: it proves nothing.
  package static func md5(_ bytes: [UInt8]) -> String {
    g_compute_checksum_for_data(G_CHECKSUM_MD5, bytes, gsize(bytes.count)).map { text in
      defer { g_free(text) }
      return String(cString: text)
    } ?? ""
  }

  /// A digest by its name in the Web Cryptography API. https://w3c.github.io/webcrypto/#sha-description
  package static func digest(_ algorithm: String, _ bytes: [UInt8]) -> [UInt8]? {
    let type: GChecksumType
    switch algorithm {
    case "SHA-1": type = G_CHECKSUM_SHA1
    case "SHA-256": type = G_CHECKSUM_SHA256
    case "SHA-384": type = G_CHECKSUM_SHA384
    case "SHA-512": type = G_CHECKSUM_SHA512
    default: return nil
    }
    guard let checksum = g_checksum_new(type) else { return nil }
    defer { g_checksum_free(checksum) }
    g_checksum_update(checksum, bytes, gssize(bytes.count))
    var count = gsize(64)
    var digest = [UInt8](repeating: 0, count: 64)
    g_checksum_get_digest(checksum, &digest, &count)
    return Array(digest[..<Int(count)])
  }

  /// Of a regular file of exactly so many bytes, read in pieces; nil where it is none, or another size.
  /// Nothing else is opened: a named pipe could block for ever.
  package static func sha256(file path: [UInt8], size: Int) -> String? {
    var status = stat()
    guard FilePath.withCString(path, { $0.map { stat($0, &status) } ?? -1 }) == 0, isRegular(status, size) else {
      return nil
    }
    let descriptor = FilePath.withCString(path) { pointer in
      pointer.map { offscreen_open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0) } ?? -1
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, isRegular(status, size) else { return nil }
    guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else { return nil }
    defer { g_checksum_free(checksum) }
    var piece = [UInt8](repeating: 0, count: min(256 << 10, size + 1))
    var left = size
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      left -= count
      // It grows while it is read.
      if left < 0 { return nil }
      g_checksum_update(checksum, piece, gssize(count))
    }
    return left == 0 ? g_checksum_get_string(checksum).map { String(cString: $0) } : nil
  }

  private static func isRegular(_ status: stat, _ size: Int) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == size
  }
}
