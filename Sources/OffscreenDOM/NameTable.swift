/// A name (of an element, an attribute, a class, an identifier) as a number of its document's table.
@usableFromInline package struct Atom: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: Int32

  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }
  @inlinable package init(_ known: KnownName) { rawValue = known.rawValue }

  /// No name; not in any table.
  @inlinable package static var none: Atom { Atom(rawValue: -1) }

  /// The known name that this is, if it is one.
  @inlinable @inline(__always)
  package var known: KnownName? { KnownName(rawValue: rawValue) }

  @inlinable @inline(__always)
  package static func == (one: Atom, other: Atom) -> Bool { one.rawValue == other.rawValue }

  @inlinable @inline(__always)
  package static func == (atom: Atom, name: KnownName) -> Bool {
    atom.rawValue == name.rawValue
  }
  @inlinable @inline(__always)
  package static func != (atom: Atom, name: KnownName) -> Bool {
    atom.rawValue != name.rawValue
  }
}

/// Interns names: equal spellings get equal atoms. The first atoms are `KnownName`'s.
///
/// Spellings lie one after another in one run of bytes; the slots are open addressing.
@usableFromInline package final class NameTable {
  private struct Entry: BitwiseCopyable {
    var start: Int32
    var count: Int32
    var hash: UInt32
  }

  private struct Contents {
    var bytes: Pool<UInt8>
    var entries: Pool<Entry>
    /// An atom's number plus one, or 0 for a free slot. The count is a power of two.
    var slots: Pool<Int32>
  }

  /// The known names' spellings and hashes, computed once.
  private static let known: (bytes: [UInt8], entries: [(count: Int, hash: UInt32)]) = {
    var bytes: [UInt8] = []
    var entries: [(count: Int, hash: UInt32)] = []
    let text = UnsafeBufferPointer(start: KnownName.spelled.utf8Start, count: KnownName.spelled.utf8CodeUnitCount)
    bytes.reserveCapacity(text.count)
    entries.reserveCapacity(512)
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x20, text[end] != 0x0A { end += 1 }
      if end > start {
        let spelling = UnsafeBufferPointer(rebasing: text[start..<end])
        entries.append((spelling.count, hash(spelling)))
        bytes.append(contentsOf: spelling)
      }
      start = end + 1
    }
    return (bytes, entries)
  }()

  /// All names together are no longer than this; later ones are all taken for the last.
  private static let byteLimit = 1 << 30

  private let contents: UnsafeMutablePointer<Contents>
  /// Of the namespaces that have no case of their own.
  private var namespaceNumbers: [String: UInt16] = [:]

  /// Optimization: every table begins as a copy of this one, which nothing changes.
  private nonisolated(unsafe) static let knownNames = NameTable(interning: ())

  package init() {
    let known = Self.knownNames.contents.pointee
    contents = .allocate(capacity: 1)
    contents.initialize(to: Self.room(slots: known.slots.count))
    contents.pointee.bytes.append(known.bytes.span(0, UInt32(truncatingIfNeeded: known.bytes.count)))
    contents.pointee.entries.append(known.entries.span(0, UInt32(truncatingIfNeeded: known.entries.count)))
    contents.pointee.slots.append(known.slots.span(0, UInt32(truncatingIfNeeded: known.slots.count)))
  }

  private static func room(slots: Int) -> Contents {
    Contents(bytes: Pool(capacity: 8192), entries: Pool(capacity: 1024), slots: Pool(capacity: slots))
  }

  private init(interning: Void) {
    contents = .allocate(capacity: 1)
    contents.initialize(to: Self.room(slots: 2048))
    contents.pointee.slots.append(repeating: 0, count: 2048)
    Self.known.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for entry in Self.known.entries {
        _ = intern(UnsafeBufferPointer(rebasing: bytes[start..<(start + entry.count)]), hash: entry.hash)
        start += entry.count
      }
    }
    precondition(count == Self.known.entries.count, "two known names are spelled alike")
  }

  deinit {
    contents.pointee.bytes.deallocate()
    contents.pointee.entries.deallocate()
    contents.pointee.slots.deallocate()
    contents.deallocate()
  }

  /// From 1 on; 0, any of them, where there are too many.
  package func namespaceNumber(of address: String) -> UInt16 {
    if let number = namespaceNumbers[address] { return number }
    guard let number = UInt16(exactly: namespaceNumbers.count + 1) else { return 0 }
    namespaceNumbers[address] = number
    return number
  }

  package var count: Int { contents.pointee.entries.count }

  /// Whether a number is that of a name.
  package func contains(_ number: Int) -> Bool { number >= 0 && number < count }

  package func spelling(of atom: Atom) -> String {
    withSpelling(of: atom) { String(decoding: $0, as: UTF8.self) }
  }

  /// Gives a name's bytes without a copy.
  package func withSpelling<Result>(
    of atom: Atom, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let index = Int(atom.rawValue)
    guard index >= 0, index < contents.pointee.entries.count else {
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
    let entry = contents.pointee.entries[index]
    return try body(
      contents.pointee.bytes.span(
        UInt32(truncatingIfNeeded: entry.start), UInt32(truncatingIfNeeded: entry.count)))
  }

  package func intern(_ name: String) -> Atom {
    var name = name
    return name.withUTF8 { intern($0) }
  }

  package func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Atom {
    intern(bytes, hash: Self.hash(bytes))
  }

  /// `hash` is what `hash(_:)` gives for the bytes: a tokenizer computes it on its way.
  package func intern(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Atom {
    var slot = slot(of: name, hash)
    let found = contents.pointee.slots[slot]
    if found != 0 { return Atom(rawValue: found - 1) }
    guard contents.pointee.bytes.count + name.count < Self.byteLimit else {
      return Atom(rawValue: Int32(truncatingIfNeeded: count - 1))
    }
    if count * 2 >= contents.pointee.slots.count {
      grow()
      slot = self.slot(of: name, hash)
    }
    contents.pointee.entries.append(
      Entry(
        start: Int32(truncatingIfNeeded: contents.pointee.bytes.count),
        count: Int32(truncatingIfNeeded: name.count), hash: hash))
    contents.pointee.bytes.append(name)
    contents.pointee.slots[slot] = Int32(truncatingIfNeeded: count)
    return Atom(rawValue: Int32(truncatingIfNeeded: count - 1))
  }

  /// The atom of a name that is in the table already.
  package func find(_ name: String) -> Atom? {
    var name = name
    return name.withUTF8 { bytes in
      let found = contents.pointee.slots[slot(of: bytes, Self.hash(bytes))]
      return found == 0 ? nil : Atom(rawValue: found - 1)
    }
  }

  /// Where the name is, or the free slot where it would be.
  private func slot(of name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
    let slots = contents.pointee.slots
    let entries = contents.pointee.entries.base
    let bytes = contents.pointee.bytes.base
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while true {
      let found = Int(slots.base[slot])
      if found == 0 { return slot }
      let entry = entries[found - 1]
      if entry.hash == hash, Int(entry.count) == name.count {
        let spelling = bytes + Int(entry.start)
        var index = 0
        while index < name.count, spelling[index] == name[index] { index += 1 }
        if index == name.count { return slot }
      }
      slot = (slot + 1) & mask
    }
  }

  private func grow() {
    let count = contents.pointee.slots.count * 2
    var slots = Pool<Int32>(capacity: count)
    slots.append(repeating: 0, count: count)
    for index in 0..<self.count {
      var slot = Int(contents.pointee.entries[index].hash) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index + 1)
    }
    contents.pointee.slots.deallocate()
    contents.pointee.slots = slots
  }

  // FNV-1a: names are short.
  @inlinable @inline(__always)
  package static var hashBasis: UInt32 { 2_166_136_261 }
  @inlinable @inline(__always)
  package static func hash(_ hash: UInt32, adding byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 16_777_619
  }
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = hashBasis
    for byte in bytes { hash = Self.hash(hash, adding: byte) }
    return hash
  }
}
