/// The blocks of animations in GIF files.
/// https://www.w3.org/Graphics/GIF/spec-gif89a.txt
enum AnimatedGIF {
  /// Nil for a picture of one frame.
  static func read(_ bytes: [UInt8], _ info: ImageInfo) -> ImageAnimation? {
    var reader = ByteReader(bytes, from: 10)
    guard let flags = reader.byte() else { return nil }
    reader.skip(2)
    var animation = ImageAnimation(frames: [], rounds: 1)
    let tableStart = reader.position
    if flags & 0x80 != 0 { reader.skip(3 << (Int(flags & 7) + 1)) }
    // What follows the size in a file of one frame.
    animation.head = [flags] + bytes[(tableStart - 2)..<reader.position]
    var control: Range<Int>?
    blocks: while let kind = reader.byte() {
      let start = reader.position - 1
      switch kind {
      case 0x21:
        guard let label = reader.byte() else { break blocks }
        let content = reader.position
        skipBlocks(&reader)
        if label == 0xF9, reader.position - content >= 6, bytes[content] >= 4 {
          control = start..<reader.position
        } else if label == 0xFF, let rounds = rounds(bytes, content, reader.position) {
          animation.rounds = rounds == 0 ? nil : rounds + 1
        }
      case 0x2C:
        guard let x = reader.little16(), let y = reader.little16(), let width = reader.little16(),
          let height = reader.little16(), let flags = reader.byte()
        else { break blocks }
        let flagsPlace = reader.position - 1
        if flags & 0x80 != 0 { reader.skip(3 << (Int(flags & 7) + 1)) }
        reader.skip(1)
        skipBlocks(&reader)
        guard width > 0, width <= info.storedWidth, height > 0, height <= info.storedHeight,
          animation.frames.count < ImageAnimation.mostFrames
        else { break blocks }
        var frame = ImageAnimation.Frame(
          x: x, y: y, width: width, height: height, seconds: ImageAnimation.shown(0),
          parts: [flagsPlace..<reader.position])
        if let found = control {
          // Its size, flags, the delay in hundredths of a second, the transparent colour.
          let place = found.lowerBound + 3
          let disposal = bytes[place] >> 2 & 7
          frame.disposal = disposal == 2 ? .clear : disposal == 3 ? .restore : .keep
          let delay = Int(bytes[place + 1]) | Int(bytes[place + 2]) << 8
          frame.seconds = ImageAnimation.shown(Double(delay) / 100)
          frame.parts.insert(found, at: 0)
        }
        animation.frames.append(frame)
        control = nil
      default: break blocks
      }
    }
    return animation.frames.count > 1 ? animation : nil
  }

  private static func skipBlocks(_ reader: inout ByteReader) {
    while let length = reader.byte(), length != 0 { reader.skip(Int(length)) }
  }

  /// How often it is repeated, in an extension of Netscape's: a block of 11 bytes with its name, one of 3.
  private static func rounds(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard end - start >= 16, bytes[start] == 11, bytes[start + 12] == 3, bytes[start + 13] == 1 else { return nil }
    let name = bytes[(start + 1)..<(start + 12)]
    guard name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8) else { return nil }
    return Int(bytes[start + 14]) | Int(bytes[start + 15]) << 8
  }

  /// A file of one frame alone.
  static func still(_ frame: ImageAnimation.Frame, _ animation: ImageAnimation, _ bytes: [UInt8]) -> [UInt8] {
    let size = [frame.width, frame.height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] }
    var file = Array("GIF89a".utf8) + size + animation.head
    for part in frame.parts.dropLast() { file += bytes[part] }
    file += [0x2C, 0, 0, 0, 0] + size
    if let data = frame.parts.last { file += bytes[data] }
    return file + [0x3B]
  }
}
