/// What a message says makes no sense: whoever sent it is not to be listened to any more.
package struct MalformedMessage: Error, Equatable {
  package init() {}
}

/// Writes a message: numbers with their lowest byte first, texts and lists with their length before them.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ value: Bool) { bytes.append(value ? 1 : 0) }
  mutating func add(_ value: UInt8) { bytes.append(value) }
  mutating func add(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
  mutating func add(_ value: Int) { withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) } }

  mutating func add(_ value: [UInt8]) {
    add(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  mutating func add(_ text: String) {
    add(UInt32(clamping: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }
}

/// Reads a message of another process, of which nothing is believed: each length is compared with what is there.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Throws where something is left over.
  func finish() throws(MalformedMessage) { if !rest.isEmpty { throw MalformedMessage() } }

  private mutating func next(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func byte() throws(MalformedMessage) -> UInt8 { try next(1).first ?? 0 }

  mutating func flag() throws(MalformedMessage) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    case _: throw MalformedMessage()
    }
  }

  mutating func number32() throws(MalformedMessage) -> UInt32 {
    try next(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func number() throws(MalformedMessage) -> Int {
    Int(truncatingIfNeeded: try next(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  mutating func list() throws(MalformedMessage) -> [UInt8] { Array(try next(Int(try number32()))) }

  mutating func text() throws(MalformedMessage) -> String {
    let bytes = try next(Int(try number32()))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw MalformedMessage() }
    return text
  }

  mutating func optionalText() throws(MalformedMessage) -> String? { try flag() ? try text() : nil }

  mutating func address() throws(MalformedMessage) -> PageURL {
    guard let url = PageURL(try text()) else { throw MalformedMessage() }
    return url
  }
}
