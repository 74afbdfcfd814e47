/// The names of a source, each with a number: what is compared and looked up is the number.
struct SourceNames {
  typealias ID = Int32

  /// Words of the language, which have fixed numbers.
  enum Word: ID, CaseIterable {
    // Reserved everywhere.
    case `break`, `case`, `catch`, `class`, const, `continue`, debugger, `default`, delete, `do`, `else`, `enum`, export
    case extends, `false`, finally, `for`, function, `if`, `import`, `in`, instanceof, new, null, `return`, `super`
    case `switch`, this, `throw`, `true`, `try`, typeof, `var`, void, `while`, with
    // Reserved, or with a meaning, in some places.
    case `let`, `static`, yield, await, async, of, get, set, `as`, from, target, meta, arguments
  }

  private static let lastReserved = Word.with.rawValue
  static func isReserved(_ id: ID) -> Bool { id <= lastReserved }

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Numbers by hash, -1 where there is none: its size is a power of two.
  private var table: [ID] = Array(repeating: -1, count: 1024)
  /// Sources cannot know which of their names fall together.
  private let seed = UInt64.random(in: .min ... .max)

  init() {
    for word in Word.allCases { _ = intern(Array("\(word)".utf8)[...]) }
  }

  var count: Int { ends.count }

  func spelling(_ id: ID) -> ArraySlice<UInt8> {
    let index = Int(id)
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  func string(_ id: ID) -> String { String(decoding: spelling(id), as: UTF8.self) }

  mutating func intern(_ name: ArraySlice<UInt8>) -> ID {
    var slot = Int(truncatingIfNeeded: hash(name)) & (table.count - 1)
    while true {
      let id = table[slot]
      if id < 0 { break }
      if spelling(id) == name { return id }
      slot = (slot + 1) & (table.count - 1)
    }
    let id = ID(truncatingIfNeeded: ends.count)
    bytes += name
    ends.append(bytes.count)
    table[slot] = id
    if ends.count * 2 > table.count { grow() }
    return id
  }

  private func hash(_ name: ArraySlice<UInt8>) -> UInt64 {
    var hash = seed
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15 }
    return hash ^ (hash >> 32)
  }

  private mutating func grow() {
    table = Array(repeating: -1, count: table.count * 4)
    for id in 0..<ends.count {
      var slot = Int(truncatingIfNeeded: hash(spelling(ID(id)))) & (table.count - 1)
      while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = ID(id)
    }
  }
}
