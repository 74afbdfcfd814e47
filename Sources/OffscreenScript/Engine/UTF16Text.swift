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

  /// `text` is UTF-8, in which what is malformed is replaced.
  static func withCharacters<Result>(
    of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt16>) -> Result
  ) -> Result {
    // Optimization: most texts are ASCII.
    guard text.reduce(0, |) < 0x80 else {
      return Array(String(decoding: text, as: UTF8.self).utf16).withUnsafeBufferPointer(body)
    }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: text.count) { buffer in
      for index in text.indices { buffer[index] = UInt16(text[index]) }
      return body(UnsafeBufferPointer(rebasing: buffer[..<text.count]))
    }
  }
}
