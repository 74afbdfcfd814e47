/// A name (of an element, an attribute, a class, an identifier) as a number of its document's table.
package struct Atom: Hashable, Sendable {
  package let rawValue: Int32

  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }
  @inlinable package init(_ known: KnownName) { rawValue = known.rawValue }

  /// No name; not in any table.
  package static let none = Atom(rawValue: -1)

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
package final class NameTable {
  private var spellings: [String] = []
  /// Open addressing: an atom's number plus one, or 0 for a free slot. The count is a power of two.
  private var slots: [Int32] = []
  private var hashes: [UInt32] = []

  package init() {
    slots = [Int32](repeating: 0, count: 2048)
    spellings.reserveCapacity(1024)
    hashes.reserveCapacity(1024)
    for name in KnownName.allCases {
      let atom = intern(name.spelling)
      precondition(atom.rawValue == name.rawValue, "two known names are spelled alike")
    }
  }

  package var count: Int { spellings.count }

  package func spelling(of atom: Atom) -> String {
    let index = Int(atom.rawValue)
    return spellings.indices.contains(index) ? spellings[index] : ""
  }

  package func intern(_ name: String) -> Atom {
    var name = name
    return name.withUTF8 { intern($0) }
  }

  package func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Atom {
    let hash = Self.hash(bytes)
    var slot = find(bytes, hash)
    if slots[slot] != 0 { return Atom(rawValue: slots[slot] - 1) }
    if spellings.count * 2 >= slots.count {
      grow()
      slot = find(bytes, hash)
    }
    spellings.append(String(decoding: bytes, as: UTF8.self))
    hashes.append(hash)
    slots[slot] = Int32(clamping: spellings.count)
    return Atom(rawValue: Int32(clamping: spellings.count - 1))
  }

  /// The atom of a name that is in the table already.
  package func find(_ name: String) -> Atom? {
    var name = name
    return name.withUTF8 { bytes in
      let slot = slots[find(bytes, Self.hash(bytes))]
      return slot == 0 ? nil : Atom(rawValue: slot - 1)
    }
  }

  private func find(_ bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if hashes[index] == hash, spellings[index].utf8.elementsEqual(bytes) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func grow() {
    let mask = slots.count * 2 - 1
    slots = [Int32](repeating: 0, count: mask + 1)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(clamping: index + 1)
    }
  }

  /// FNV-1a: names are short.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
  }
}
