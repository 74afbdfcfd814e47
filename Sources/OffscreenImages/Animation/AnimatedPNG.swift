import CImageCodecs

/// The chunks of animations in PNG files.
/// https://www.w3.org/TR/png-3/#apng-frame-based-animation
enum AnimatedPNG {
  private enum Chunk {
    static let (header, palette, transparency) = (0x4948_4452 as UInt32, 0x504C_5445 as UInt32, 0x7452_4E53 as UInt32)
    static let (gamma, animation, control) = (0x6741_4D41 as UInt32, 0x6163_544C as UInt32, 0x6663_544C as UInt32)
    static let (data, frameData, end) = (0x4944_4154 as UInt32, 0x6664_4154 as UInt32, 0x4945_4E44 as UInt32)
  }

  /// Bytes that come before the pixels of each frame: a palette with its transparency, and little else.
  private static let mostHead = 2_048

  /// Nil for a picture that does not move, and where the chunks are not as they should be.
  static func read(_ bytes: [UInt8], _ info: ImageInfo) -> ImageAnimation? {
    var animation = ImageAnimation(frames: [])
    var reader = ByteReader(bytes, from: 8)
    var (moves, hasData, number) = (false, false, 0 as UInt32)
    while let length = reader.big32().map(Int.init), let type = reader.big32(), length + 4 <= reader.remaining {
      let content = reader.position..<(reader.position + length)
      reader.skip(length + 4)
      switch type {
      case Chunk.animation:
        var fields = ByteReader(bytes, from: content.lowerBound, to: content.upperBound)
        guard !hasData, !moves, let count = fields.big32(), count > 0, let plays = fields.big32() else { return nil }
        moves = true
        animation.rounds = plays == 0 ? nil : Int(plays)
      case Chunk.control:
        guard moves, animation.frames.last?.parts.isEmpty != true,
          let frame = frame(bytes, content, number, info), hasData || fills(frame, info)
        else { return nil }
        if animation.frames.count == ImageAnimation.mostFrames { return animation }
        animation.frames.append(frame)
        number += 1
      case Chunk.data:
        // What has no frame's control before it is for those who show no animations.
        if !moves { return nil }
        hasData = true
        if let last = animation.frames.indices.last { animation.frames[last].parts.append(content) }
      case Chunk.frameData:
        var fields = ByteReader(bytes, from: content.lowerBound, to: content.upperBound)
        guard hasData, length > 4, fields.big32() == number, let last = animation.frames.indices.last else {
          return nil
        }
        animation.frames[last].parts.append((content.lowerBound + 4)..<content.upperBound)
        number += 1
      case Chunk.end: return finished(animation)
      case Chunk.header, Chunk.palette, Chunk.transparency, Chunk.gamma:
        if !hasData, animation.head.count + length <= mostHead, type != Chunk.header {
          animation.head += bytes[(content.lowerBound - 8)..<(content.upperBound + 4)]
        }
      default: break
      }
    }
    return finished(animation)
  }

  private static func finished(_ animation: ImageAnimation) -> ImageAnimation? {
    var animation = animation
    animation.frames.removeAll { $0.parts.isEmpty }
    return animation.frames.isEmpty ? nil : animation
  }

  private static func fills(_ frame: ImageAnimation.Frame, _ info: ImageInfo) -> Bool {
    frame.x == 0 && frame.y == 0 && frame.width == info.storedWidth && frame.height == info.storedHeight
  }

  private static func frame(
    _ bytes: [UInt8], _ content: Range<Int>, _ number: UInt32, _ info: ImageInfo
  ) -> ImageAnimation.Frame? {
    var fields = ByteReader(bytes, from: content.lowerBound, to: content.upperBound)
    guard fields.big32() == number, let width = fields.big32().map(Int.init),
      let height = fields.big32().map(Int.init),
      let x = fields.big32().map(Int.init), let y = fields.big32().map(Int.init),
      let delay = fields.big16(), let unit = fields.big16(), let disposal = fields.byte(), let blend = fields.byte(),
      width > 0, height > 0, x + width <= info.storedWidth, y + height <= info.storedHeight, disposal < 3, blend < 2
    else { return nil }
    let seconds = ImageAnimation.shown(Double(delay) / Double(unit == 0 ? 100 : unit))
    return ImageAnimation.Frame(
      x: x, y: y, width: width, height: height, seconds: seconds,
      disposal: disposal == 0 ? .keep : disposal == 1 ? .clear : .restore, isBlended: blend == 1)
  }

  /// A file of one frame alone. Colour profiles are for the whole.
  static func still(_ frame: ImageAnimation.Frame, _ animation: ImageAnimation, _ bytes: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Depth, colour type and the three methods are those of the file.
    append(Chunk.header, big(UInt32(frame.width)) + big(UInt32(frame.height)) + bytes[24..<29], to: &file)
    file += animation.head
    for part in frame.parts { append(Chunk.data, bytes[part], to: &file) }
    append(Chunk.end, [UInt8](), to: &file)
    return file
  }

  private static func append(_ type: UInt32, _ content: some Collection<UInt8>, to file: inout [UInt8]) {
    let body = big(type) + content
    file += big(UInt32(content.count)) + body + big(libdeflate_crc32(0, body, body.count))
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
