import Testing

@testable import OffscreenImages

@Suite struct AnimationTests {
  /// A GIF of two pixels: a red frame for 0.2 s, then a green left pixel for 0.3 s, then a blue right one.
  private static func gif(disposal: UInt8, rounds: UInt8?) -> [UInt8] {
    func frame(_ x: UInt8, _ width: UInt8, delay: UInt8, _ data: [UInt8]) -> [UInt8] {
      let control: [UInt8] = [0x21, 0xF9, 4, disposal << 2, delay, 0, 0, 0]
      let place: [UInt8] = [0x2C, x, 0, 0, 0, width, 0, 1, 0, 0, 2, UInt8(data.count)]
      return control + place + data + [0]
    }
    let head: [UInt8] =
      Array("GIF89a".utf8) + [2, 0, 1, 0, 0x81, 0, 0] + [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    var loop: [UInt8] = []
    if let rounds { loop = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, rounds, 0, 0] }
    // Codes of three bits: clear (4), colours, end (5).
    return head + loop + frame(0, 2, delay: 20, [0x04, 0x0A]) + frame(0, 1, delay: 30, [0x4C, 0x01])
      + frame(1, 1, delay: 0, [0x54, 0x01]) + [0x3B]
  }

  private static func pixels(_ bytes: [UInt8], at time: Double) throws -> [UInt32] {
    let image = PageImage(source: try ImageSource(bytes: bytes), clock: PictureClock(seconds: time))
    let bitmap = try #require(image.bitmap(width: 2, height: 1))
    return [bitmap[0, 0], bitmap[1, 0]]
  }

  private static let (red, green, blue) = (0xFFFF_0000 as UInt32, 0xFF00_FF00 as UInt32, 0xFF00_00FF as UInt32)

  @Test("frames follow the clock, and the last one stays")
  func time() throws {
    let bytes = Self.gif(disposal: 1, rounds: nil)
    #expect(try Self.pixels(bytes, at: 0) == [Self.red, Self.red])
    #expect(try Self.pixels(bytes, at: 0.25) == [Self.green, Self.red])
    // The third frame has no delay: it is shown for 0.1 s.
    #expect(try Self.pixels(bytes, at: 0.55) == [Self.green, Self.blue])
    #expect(try Self.pixels(bytes, at: 60) == [Self.green, Self.blue])
  }

  @Test("an animation that is repeated begins anew")
  func rounds() throws {
    #expect(try Self.pixels(Self.gif(disposal: 1, rounds: 0), at: 6.1) == [Self.red, Self.red])
    #expect(try Self.pixels(Self.gif(disposal: 1, rounds: 1), at: 0.7) == [Self.red, Self.red])
    #expect(try Self.pixels(Self.gif(disposal: 1, rounds: 1), at: 1.3) == [Self.green, Self.blue])
  }

  @Test("what becomes of a frame before the next one")
  func disposal() throws {
    #expect(try Self.pixels(Self.gif(disposal: 2, rounds: nil), at: 0.25) == [Self.green, 0])
    #expect(try Self.pixels(Self.gif(disposal: 3, rounds: nil), at: 0.55) == [0, Self.blue])
  }

  @Test("who has no clock sees the first frame")
  func still() throws {
    let image = PageImage(source: try ImageSource(bytes: Self.gif(disposal: 1, rounds: 0)))
    #expect(image.bitmap(width: 2, height: 1)?[0, 0] == Self.red)
    let moved = PageImage(
      source: try ImageSource(bytes: Self.gif(disposal: 1, rounds: 0)), clock: PictureClock(seconds: 0.25))
    #expect(moved.still.bitmap(width: 2, height: 1)?[0, 0] == Self.red)
    #expect(moved.bitmap(width: 2, height: 1)?[0, 0] == Self.green)
  }

  @Test("of the frames before, only those that are seen are drawn")
  func start() {
    var frames = (0..<4).map { _ in
      ImageAnimation.Frame(x: 0, y: 0, width: 2, height: 1, seconds: 1)
    }
    #expect(ImageAnimation(frames: frames).start(for: 3, width: 2, height: 1) == 0)
    frames[2].isBlended = false
    #expect(ImageAnimation(frames: frames).start(for: 3, width: 2, height: 1) == 2)
    frames[2].disposal = .clear
    #expect(ImageAnimation(frames: frames).start(for: 3, width: 2, height: 1) == 3)
  }
}
