/// The memory that a tokenizer reads: the input, followed by zeros, and decoded attribute values.
///
/// Optimization: the zeros end every scan, so that loops need not test for the end at each byte.
final class TokenizerMemory {
  private(set) var input: UnsafeMutablePointer<UInt8>
  private(set) var count: Int
  private(set) var scratch: UnsafeMutablePointer<UInt8>
  private(set) var scratchCount = 0
  private var scratchCapacity = 1024

  /// How many zeros follow the input.
  static let padding = 32

  init(_ bytes: [UInt8]) {
    count = bytes.count
    scratch = .allocate(capacity: scratchCapacity)
    let input = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Self.padding)
    self.input = input
    bytes.withUnsafeBufferPointer {
      if let source = $0.baseAddress { input.initialize(from: source, count: $0.count) }
    }
    (input + count).initialize(repeating: 0, count: Self.padding)
  }

  deinit {
    input.deallocate()
    scratch.deallocate()
  }

  /// Puts `bytes` between what is read already and the rest, which then starts the input.
  func splice(_ bytes: [UInt8], at position: Int) {
    let rest = count - position
    let spliced = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + rest + Self.padding)
    bytes.withUnsafeBufferPointer {
      if let source = $0.baseAddress { spliced.initialize(from: source, count: $0.count) }
    }
    (spliced + bytes.count).initialize(from: input + position, count: rest)
    (spliced + bytes.count + rest).initialize(repeating: 0, count: Self.padding)
    input.deallocate()
    input = spliced
    count = bytes.count + rest
  }

  func clearScratch() { scratchCount = 0 }

  func append(_ byte: UInt8) {
    if scratchCount == scratchCapacity { grow(1) }
    scratch[scratchCount] = byte
    scratchCount += 1
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if scratchCapacity - scratchCount < bytes.count { grow(bytes.count) }
    (scratch + scratchCount).initialize(from: source, count: bytes.count)
    scratchCount += bytes.count
  }

  private func grow(_ more: Int) {
    scratchCapacity = max(scratchCapacity * 2, scratchCount + more)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: scratchCapacity)
    grown.moveInitialize(from: scratch, count: scratchCount)
    scratch.deallocate()
    scratch = grown
  }
}
