/// What is in a ZIP archive. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
package struct ZipDirectory {
  package struct Entry {
    package var name: String
    /// 0: the bytes as they are; 8: deflated.
    package var method: Int
    package var compressedSize: Int
    /// What the archive says.
    package var size: Int
    fileprivate var header: Int
  }

  package private(set) var entries: [Entry] = []
  private let bytes: [UInt8]

  /// Nil of what has no directory that can be read: broken, or of another kind.
  package init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // 1. The end of the directory, before a comment.
    let shortest = 22
    guard bytes.count >= shortest else { return nil }
    let last = bytes.count - shortest
    guard
      let end = (max(0, last - 65_535)...last).reversed().first(where: {
        bytes[$0] == 0x50 && Self.number(bytes, $0, 4) == 0x0605_4B50
      })
    else { return nil }
    // 2. Its entries. Those of larger archives stand elsewhere: no document is one.
    let count = Self.number(bytes, end + 10, 2)
    var position = Self.number(bytes, end + 16, 4)
    for _ in 0..<count {
      guard position <= bytes.count - 46, Self.number(bytes, position, 4) == 0x0201_4B50 else { return nil }
      let nameCount = Self.number(bytes, position + 28, 2)
      let next = position + 46 + nameCount + Self.number(bytes, position + 30, 2) + Self.number(bytes, position + 32, 2)
      guard next <= bytes.count else { return nil }
      entries.append(
        Entry(
          name: String(decoding: bytes[(position + 46)..<(position + 46 + nameCount)], as: UTF8.self),
          method: Self.number(bytes, position + 10, 2), compressedSize: Self.number(bytes, position + 20, 4),
          size: Self.number(bytes, position + 24, 4), header: Self.number(bytes, position + 42, 4)))
      position = next
    }
  }

  /// Bytes of all entries together, as the archive says.
  package var size: Int { entries.reduce(0) { $0 + $1.size } }

  package func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// An entry's bytes, as they are in the archive; nil where they are not.
  package func data(of entry: Entry) -> ArraySlice<UInt8>? {
    let header = entry.header
    guard header <= bytes.count - 30, Self.number(bytes, header, 4) == 0x0403_4B50 else { return nil }
    let start = header + 30 + Self.number(bytes, header + 26, 2) + Self.number(bytes, header + 28, 2)
    guard start <= bytes.count, entry.compressedSize <= bytes.count - start else { return nil }
    return bytes[start..<(start + entry.compressedSize)]
  }

  /// Little-endian; the place has been checked.
  private static func number(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int {
    guard position >= 0, position <= bytes.count - count else { return 0 }
    return bytes[position..<(position + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
