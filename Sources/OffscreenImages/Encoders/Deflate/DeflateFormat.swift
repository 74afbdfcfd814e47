import CImageCodecs

/// Bytes that are compressed, or not, as a whole. https://compression.spec.whatwg.org/#supported-formats
package enum DeflateFormat: String {
  case zlib = "deflate"
  case raw = "deflate-raw"
  case gzip

  /// What compressed bytes may become.
  private static let mostBytes = 256 << 20

  package func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let (bound, compress) =
      switch self {
      case .zlib: (libdeflate_zlib_compress_bound(compressor, bytes.count), libdeflate_zlib_compress)
      case .raw: (libdeflate_deflate_compress_bound(compressor, bytes.count), libdeflate_deflate_compress)
      case .gzip: (libdeflate_gzip_compress_bound(compressor, bytes.count), libdeflate_gzip_compress)
      }
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = compress(compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
    }
    return output.isEmpty ? nil : output
  }

  /// Nil for what is not whole, not valid, followed by something else, or too large.
  package func decompressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    let decompress =
      switch self {
      case .zlib: libdeflate_zlib_decompress_ex
      case .raw: libdeflate_deflate_decompress_ex
      case .gzip: libdeflate_gzip_decompress_ex
      }
    var capacity = max(1 << 14, min(bytes.count * 4, Self.mostBytes))
    while capacity <= Self.mostBytes {
      var result = LIBDEFLATE_BAD_DATA
      var read = 0
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        var written = 0
        result = decompress(decompressor, bytes, bytes.count, buffer.baseAddress, buffer.count, &read, &written)
        count = result == LIBDEFLATE_SUCCESS ? written : 0
      }
      if result == LIBDEFLATE_SUCCESS { return read == bytes.count ? output : nil }
      if result != LIBDEFLATE_INSUFFICIENT_SPACE { return nil }
      capacity *= 4
    }
    return nil
  }
}
