/// The list of what is in a ZIP file.
/// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
package struct ZIPFile {
  struct Entry {
    var method: Int
    var isEncrypted: Bool
    var compressed: Int
    var size: Int
    var offset: Int
  }

  private let source: any ArchiveBytes
  private(set) var entries: [String: Entry] = [:]
  /// Names that lead out of the archive: nothing is written by them, and nothing read.
  private(set) var strangeNames: [String] = []

  private static let longestList = 64 << 20
  private static let mostEntries = 100_000

  /// Of bytes in memory; nil where they are none, broken or cut off.
  package init?(_ bytes: [UInt8]) {
    guard let file = try? ZIPFile(ArchiveMemory(bytes: bytes)) else { return nil }
    self = file
  }

  package func has(where isWanted: (String) -> Bool) -> Bool { entries.keys.contains(where: isWanted) }

  /// Bytes of all that is in it together, as the list says: no more than a tebibyte of each.
  package var size: Int { entries.values.reduce(0) { $0 + min($1.size, 1 << 40) } }

  /// A file whole; nil where it is not there, has more than `most` bytes, or cannot be read.
  package func bytes(_ name: String, most: Int) -> [UInt8]? {
    guard let entry = entries[name], entry.size <= most, let file = try? contents(name) else { return nil }
    let bytes = try? file.read(at: 0, most: entry.size)
    return bytes?.count == entry.size ? bytes : nil
  }

  init(_ source: any ArchiveBytes) throws(ArchiveProblem) {
    self.source = source
    let (offset, size) = try Self.list(source)
    guard size <= Self.longestList else { throw ArchiveProblem("the list of its files is longer than 64 MB") }
    guard offset >= 0, offset <= source.count, size <= source.count - offset else {
      throw ArchiveProblem("it is cut off, or the list of its files is not where it says")
    }
    let list = try source.read(at: offset, most: size)
    guard list.count == size else { throw ArchiveProblem("it is cut off") }
    try read(list)
  }

  /// Where the list of files is.
  private static func list(_ source: any ArchiveBytes) throws(ArchiveProblem) -> (offset: Int, size: Int) {
    guard source.count > 0 else { throw ArchiveProblem("it is empty") }
    // 1. The end record, before which there may be a comment's length of bytes.
    let start = max(0, source.count - 22 - 0xFFFF - 20)
    let tail = try source.read(at: start, most: source.count - start)
    guard let end = (0...max(0, tail.count - 22)).reversed().first(where: { number(tail, $0, 4) == 0x0605_4B50 }),
      let size = number(tail, end + 12, 4), let offset = number(tail, end + 16, 4)
    else { throw ArchiveProblem("it is no ZIP file, or cut off") }
    // 2. Of a large file, the record that has the numbers in 64 bits.
    guard let locator = number(tail, end - 20, 4), locator == 0x0706_4B50, let place = number(tail, end - 12, 8) else {
      return (offset, size)
    }
    let record = try source.read(at: place, most: 56)
    guard number(record, 0, 4) == 0x0606_4B50, let size = number(record, 40, 8), let offset = number(record, 48, 8)
    else { throw ArchiveProblem("the list of its files is not where it says") }
    return (offset, size)
  }

  private mutating func read(_ list: [UInt8]) throws(ArchiveProblem) {
    var at = 0
    // Bytes that are no entry's yet: none are two entries', or little would have to be read very often.
    var left = source.count
    while at + 46 <= list.count, Self.number(list, at, 4) == 0x0201_4B50 {
      func field(_ offset: Int, _ size: Int) -> Int { Self.number(list, at + offset, size) ?? 0 }
      let (nameLength, extraLength, commentLength) = (field(28, 2), field(30, 2), field(32, 2))
      let end = at + 46 + nameLength + extraLength
      guard end <= list.count, entries.count < Self.mostEntries else {
        throw ArchiveProblem("the list of its files is broken")
      }
      let name = String(decoding: list[(at + 46)..<(at + 46 + nameLength)], as: UTF8.self)
      var entry = Entry(
        method: field(10, 2), isEncrypted: field(8, 2) & 1 == 1, compressed: field(20, 4), size: field(24, 4),
        offset: field(42, 4))
      Self.widen(&entry, list[(at + 46 + nameLength)..<end])
      if Self.isStrange(name) {
        if strangeNames.count < 10 { strangeNames.append(name) }
      } else if entries[name] == nil {
        guard entry.compressed <= left else { throw ArchiveProblem("the files in it lie over each other") }
        left -= entry.compressed
        entries[name] = entry
      }
      at = end + commentLength
    }
  }

  private static func isStrange(_ name: String) -> Bool {
    name.hasPrefix("/") || name.utf8.contains(UInt8(ascii: "\\")) || name.utf8.contains(0)
      || name.split(separator: "/").contains("..")
  }

  /// Numbers that have no room stand in a field of their own.
  private static func widen(_ entry: inout Entry, _ extra: ArraySlice<UInt8>) {
    let bytes = Array(extra)
    var at = 0
    while let kind = number(bytes, at, 2), let size = number(bytes, at + 2, 2) {
      if kind == 1 {
        var next = at + 4
        func take(_ value: inout Int) {
          guard value == 0xFFFF_FFFF, next + 8 <= at + 4 + size, let wide = number(bytes, next, 8) else { return }
          value = wide
          next += 8
        }
        take(&entry.size)
        take(&entry.compressed)
        take(&entry.offset)
      }
      at += 4 + size
    }
  }

  /// What a file holds.
  func contents(_ name: String) throws(ArchiveProblem) -> (any ArchiveBytes)? {
    guard let entry = entries[name] else { return nil }
    if entry.isEncrypted { throw ArchiveProblem("\(name) in it is encrypted") }
    let head = try source.read(at: entry.offset, most: 30)
    guard Self.number(head, 0, 4) == 0x0403_4B50, let nameLength = Self.number(head, 26, 2),
      let extraLength = Self.number(head, 28, 2),
      let part = ArchivePart(of: source, from: entry.offset + 30 + nameLength + extraLength, count: entry.compressed)
    else { throw ArchiveProblem("\(name) in it is not where the list of files says, or is cut off") }
    switch entry.method {
    case 0: return part
    case 8:
      guard !ArchiveGrowth.isTooMuch(entry.size, of: entry.compressed) else { throw ArchiveGrowth.problem }
      return try DeflatedPart(part, count: entry.size)
    case let other: throw ArchiveProblem("\(name) in it is compressed by the method \(other), which is not read")
    }
  }

  /// Lowest byte first; nil where it is not there, or too large.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    let value = bytes[offset..<(offset + size)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Sums of such numbers do not overflow.
    return value < 1 << 60 ? Int(value) : nil
  }
}
