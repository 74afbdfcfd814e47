import OffscreenPlatform

/// A font configuration's text, made ready for fontconfig.
enum FontConfigurationText {
  /// The file's own folders are replaced by the cache folder: the font folder is added by path, so that a checkout can be
  /// moved. Ends with a zero.
  static func prepared(_ xml: [UInt8], cache: String?) -> [UInt8] {
    let cacheFolder = cache.map { Array("<cachedir>\(escaped($0))</cachedir>\n".utf8) } ?? []
    var result: [UInt8] = []
    result.reserveCapacity(xml.count + cacheFolder.count + 1)
    xml.withUnsafeBytes { all in
      var start = 0
      while start < all.count {
        let end = lineEnd(all, from: start)
        let line = UnsafeRawBufferPointer(rebasing: all[start..<end])
        start = end
        if begins(line, with: "<dir") || begins(line, with: "<cachedir") { continue }
        result += line
        if begins(line, with: "<fontconfig>") { result += cacheFolder }
      }
    }
    result.append(0)
    return result
  }

  /// Behind what ends the line.
  private static func lineEnd(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = text.baseAddress, let end = memchr(base + start, 0x0A, text.count - start) else {
      return text.count
    }
    return UnsafeRawPointer(end) - base + 1
  }

  /// Whether an element begins the line, behind spaces.
  private static func begins(_ line: UnsafeRawBufferPointer, with element: StaticString) -> Bool {
    var start = 0
    while start < line.count, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    guard line.count - start >= element.utf8CodeUnitCount, let base = line.baseAddress else { return false }
    return memcmp(base + start, element.utf8Start, element.utf8CodeUnitCount) == 0
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
