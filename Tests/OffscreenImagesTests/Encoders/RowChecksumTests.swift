import CImageCodecs
import Testing

@testable import OffscreenImages

@Suite struct RowChecksumTests {
  @Test("rows, many of them like the one before, have the checksum of all their bytes") func rows() {
    var generator = SeededGenerator(seed: 7)
    for length in [1, 3, 258, 3841, 65_521, 100_000] {
      var (checksum, all): (RowChecksum, [UInt8]) = (RowChecksum(), [])
      var row: [UInt8] = []
      for number in 0..<40 {
        let isAgain = number > 0 && generator.next() % 3 != 0
        if !isAgain {
          let isFull = generator.next() % 2 == 0
          row = (0..<length).map { _ in isFull ? 255 : UInt8(truncatingIfNeeded: generator.next()) }
        }
        all += row
        if isAgain { checksum.addAgain(length) } else { checksum.add(row, length) }
        #expect(checksum.value == libdeflate_adler32(1, all, all.count))
      }
    }
  }
}
