import OffscreenImages
import Testing
@testable import OffscreenComparison

/// Comparing equal pictures costs little more than decoding them.
@Suite(.serialized) struct SpeedTests {
  /// 1280x10000, about as varied as a page of text. `note` makes the bytes of the files differ.
  private func picture(note: String) throws -> PictureFile {
    let bitmap = try Bitmap(width: 1280, height: 10_000)
    bitmap.fill(0xFFFF_FFFF)
    var state: UInt32 = 1
    for line in stride(from: 20, to: 9_980, by: 24) {
      var x = 100
      while x < 1_180 {
        state = state &* 1_664_525 &+ 1_013_904_223
        let (width, height) = (2 + Int(state >> 28), 4 + Int(state >> 24 & 7))
        for y in line..<(line + height) {
          for place in x..<(x + width) { bitmap[place, y] = 0xFF00_0000 | (state >> 8 & 0x3F) * 0x01_0101 }
        }
        x += width + 3 + Int(state >> 20 & 7)
      }
    }
    return try PictureFile(name: note, bytes: bitmap.pngData(text: [PNGText("Comment", note)]))
  }

  private func best(_ work: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let start = ContinuousClock.now
      try work()
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      best = min(best, Double(seconds) * 1000 + Double(attoseconds) * 1e-15)
    }
    return best
  }

  @Test func equalPictures() throws {
    let (one, two) = (try picture(note: "one"), try picture(note: "two"))
    let decoding = try best { _ = (try one.decode(), try two.decode()) }
    let comparing = try best {
      let isMatch = try PictureDifference(one, two).isMatch
      #expect(isMatch)
    }
    let sameBytes = try best {
      let isMatch = try PictureDifference(one, one).isMatch
      #expect(isMatch)
    }
    print(
      "1280x10000: decoding both \(number(decoding)) ms, comparing \(number(comparing)) ms, the same bytes \(number(sameBytes)) ms"
    )
    // Without optimisation and beside other tests the figures scatter; what this guards against is a
    // comparison that looks at every pixel of equal pictures, which costs several times the decoding.
    #expect(comparing < decoding * 3 + 50)
    #expect(sameBytes < decoding / 2)
  }
}
