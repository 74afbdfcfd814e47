/// Text of scripts, which is UTF-16 and may hold surrogates that stand alone.
enum UTF16Text {
  /// Surrogates that stand alone become U+FFFD.
  static func utf8(_ characters: UnsafeBufferPointer<UInt16>) -> [UInt8] {
    // Optimization: most texts are ASCII.
    if characters.allSatisfy({ $0 < 0x80 }) {
      return [UInt8](unsafeUninitializedCapacity: characters.count) { buffer, count in
        for index in characters.indices { buffer[index] = UInt8(truncatingIfNeeded: characters[index]) }
        count = characters.count
      }
    }
    return Array(String(decoding: characters, as: UTF16.self).utf8)
  }
}
