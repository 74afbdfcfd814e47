/// A name (of an element, an attribute, a class, an identifier) as a number of its document's table.
package struct Atom: Hashable, Sendable, BitwiseCopyable {
  package let rawValue: Int32

  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }
  @inlinable package init(_ known: KnownName) { rawValue = known.rawValue }

  /// No name; not in any table.
  @inlinable package static var none: Atom { Atom(rawValue: -1) }

  /// The known name that this is, if it is one.
  @inlinable package var known: KnownName? { KnownName(rawValue: rawValue) }

  @inlinable package static func == (atom: Atom, name: KnownName) -> Bool {
    atom.rawValue == name.rawValue
  }
  @inlinable package static func != (atom: Atom, name: KnownName) -> Bool {
    atom.rawValue != name.rawValue
  }
}

/// Interns names: equal spellings get equal atoms. The first atoms are `KnownName`'s.
///
/// Spellings lie one after another in one run of bytes; the slots are open addressing.
package final class NameTable {
  private struct Entry: BitwiseCopyable {
    var start: Int32
    var count: Int32
    var hash: UInt32
  }

  /// What a table is made of; the known names' is made once and copied.
  private struct Contents: Sendable {
    var bytes: [UInt8] = []
    var entries: [Entry] = []
    /// An atom's number plus one, or 0 for a free slot. The count is a power of two.
    var slots = [Int32](repeating: 0, count: 2048)

    static let known: Contents = {
      var contents = Contents()
      for name in KnownName.allCases {
        var spelling = name.spelling
        let atom = spelling.withUTF8 { contents.intern($0, NameTable.hash($0)) }
        precondition(atom.rawValue == name.rawValue, "two known names are spelled alike")
      }
      return contents
    }()

    func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
      let mask = slots.count - 1
      var slot = Int(hash) & mask
      while slots[slot] != 0 {
        let entry = entries[Int(slots[slot] - 1)]
        if entry.hash == hash, Int(entry.count) == name.count,
          bytes.withUnsafeBufferPointer({ bytes in
            for index in 0..<name.count where bytes[Int(entry.start) + index] != name[index] {
              return false
            }
            return true
          })
        {
          return slot
        }
        slot = (slot + 1) & mask
      }
      return slot
    }

    mutating func intern(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Atom {
      var slot = find(name, hash)
      if slots[slot] != 0 { return Atom(rawValue: slots[slot] - 1) }
      if entries.count * 2 >= slots.count {
        grow()
        slot = find(name, hash)
      }
      entries.append(
        Entry(start: Int32(clamping: bytes.count), count: Int32(clamping: name.count), hash: hash))
      bytes.append(contentsOf: name)
      slots[slot] = Int32(clamping: entries.count)
      return Atom(rawValue: Int32(clamping: entries.count - 1))
    }

    private mutating func grow() {
      let mask = slots.count * 2 - 1
      slots = [Int32](repeating: 0, count: mask + 1)
      for (index, entry) in entries.enumerated() {
        var slot = Int(entry.hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(clamping: index + 1)
      }
    }
  }

  private var contents = Contents.known
  /// All names together are no longer than this; later ones are all the one unnamed name.
  private static let byteLimit = 1 << 30

  package init() {}

  package var count: Int { contents.entries.count }

  package func spelling(of atom: Atom) -> String {
    withSpelling(of: atom) { String(decoding: $0, as: UTF8.self) }
  }

  /// Gives a name's bytes without a copy.
  package func withSpelling<Result>(
    of atom: Atom, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let index = Int(atom.rawValue)
    guard contents.entries.indices.contains(index) else {
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
    let entry = contents.entries[index]
    return try contents.bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[Int(entry.start)..<Int(entry.start + entry.count)]))
    }
  }

  package func intern(_ name: String) -> Atom {
    var name = name
    return name.withUTF8 { intern($0) }
  }

  package func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Atom {
    intern(bytes, hash: Self.hash(bytes))
  }

  /// `hash` is what `hash(_:)` gives for the bytes: a tokenizer computes it on its way.
  package func intern(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Atom {
    guard contents.bytes.count + bytes.count < Self.byteLimit else {
      return contents.slots[contents.find(bytes, hash)] == 0
        ? Atom(rawValue: Int32(clamping: count - 1))
        : Atom(rawValue: contents.slots[contents.find(bytes, hash)] - 1)
    }
    return contents.intern(bytes, hash)
  }

  /// The atom of a name that is in the table already.
  package func find(_ name: String) -> Atom? {
    var name = name
    return name.withUTF8 { bytes in
      let slot = contents.slots[contents.find(bytes, Self.hash(bytes))]
      return slot == 0 ? nil : Atom(rawValue: slot - 1)
    }
  }

  // FNV-1a: names are short.
  @inlinable package static var hashBasis: UInt32 { 2_166_136_261 }
  @inlinable package static func hash(_ hash: UInt32, adding byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 16_777_619
  }
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = hashBasis
    for byte in bytes { hash = Self.hash(hash, adding: byte) }
    return hash
  }
}
