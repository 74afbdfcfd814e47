import CImageCodecs

/// Data that was made smaller without loss. https://www.rfc-editor.org/rfc/rfc1951
package enum Deflate {
  /// Nil where they are not exactly so many bytes.
  package static func inflate(_ bytes: ArraySlice<UInt8>, to count: Int) -> [UInt8]? {
    guard count >= 0, let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var isGood = false
    let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      isGood = bytes.withUnsafeBytes { source in
        libdeflate_deflate_decompress(
          decompressor, source.baseAddress, source.count, buffer.baseAddress, count, nil) == LIBDEFLATE_SUCCESS
      }
      initialized = isGood ? count : 0
    }
    return isGood ? result : nil
  }
}
