import TestSupport
import Testing

@testable import OffscreenImages

/// Every decoder must come back from any bytes, with a picture or with an error.
@Suite struct SurvivalTests {
  static func decode(_ bytes: [UInt8]) {
    guard let source = try? ImageSource(bytes: bytes) else { return }
    let image = PageImage(source: source)
    _ = image.bitmap(width: 64, height: 64)
  }

  static func mutate(_ original: [UInt8], rounds: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(max(1, limit))) }
    for _ in 0..<rounds {
      var bytes = original
      for _ in 0...below(6) {
        guard !bytes.isEmpty else { break }
        switch below(6) {
        case 0: bytes[below(bytes.count)] = UInt8(below(256))
        case 1: bytes[below(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
        case 2: bytes.removeLast(below(bytes.count))
        case 3:
          let start = below(bytes.count)
          bytes.removeSubrange(start..<min(bytes.count, start + below(9)))
        case 4: bytes.insert(contentsOf: (0..<below(9)).map { _ in UInt8(below(256)) }, at: below(bytes.count))
        default:
          // Headers are where the sizes are.
          bytes[below(min(64, bytes.count))] = UInt8(below(256))
        }
      }
      decode(bytes)
    }
  }

  @Test(arguments: Samples.all) func survivesMutations(_ sample: Samples.Sample) {
    Self.mutate(sample.bytes, rounds: 300, seed: UInt64(sample.bytes.count))
  }

  @Test(arguments: Samples.all) func survivesEveryLength(_ sample: Samples.Sample) {
    for length in 0..<sample.bytes.count { Self.decode(Array(sample.bytes.prefix(length))) }
  }

  /// Found by the fuzzer: libpng took two gigabytes for a chunk of a file of 83 bytes.
  @Test func chunksLongerThanTheFile() throws {
    let whole = try #require(Samples.all.first { $0.name == "png rgb" }).bytes
    var claiming = whole
    claiming.insert(contentsOf: [0x73, 0x42, 0x49, 0x54] + Array("EXts".utf8), at: 33)
    let time = processorTime { Self.decode(claiming) }
    #expect(time < 0.2)
    #expect(claiming.withUnsafeBufferPointer { PNGDecoder.readableCount($0) } == 33)
    // Data that is cut off is shown as far as it goes.
    let cut = Array(whole.prefix(60))
    #expect(cut.withUnsafeBufferPointer { PNGDecoder.readableCount($0) } == 60)
    #expect(whole.withUnsafeBufferPointer { PNGDecoder.readableCount($0) } == whole.count)
  }

  @Test func survivesNoiseAfterEverySignature() {
    let signatures = Samples.all.map { Array($0.bytes.prefix(12)) }
    var generator = SeededGenerator(seed: 99)
    for round in 0..<2000 {
      let length = Int(generator.next() % 200)
      let noise = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      Self.decode(signatures[round % signatures.count] + noise)
    }
  }
}
