import OffscreenPlatform

/// What the frames of an animation are laid on, one after the other.
struct FrameCanvas {
  let bitmap: Bitmap
  /// What was there before the last frame, where that is to come back.
  private var saved: Bitmap?

  init(width: Int, height: Int) throws(ImageError) { bitmap = try Bitmap(width: width, height: height) }

  /// As much as is drawn for one picture; where more would be needed, it stands still at the frame that was reached.
  static let mostPixels = 100_000_000

  /// The picture at a frame. `decode` gives that of one alone.
  static func picture(
    _ animation: ImageAnimation, frame target: Int, width: Int, height: Int,
    decode: (ImageAnimation.Frame) throws(ImageError) -> Bitmap
  ) throws(ImageError) -> Bitmap {
    var canvas = try FrameCanvas(width: width, height: height)
    let start = animation.start(for: target, width: width, height: height)
    var pixels = 0
    for index in start...target {
      let frame = animation.frames[index]
      let isKept = frame.disposal == .restore && index < target
      pixels += frame.width * frame.height + (isKept ? width * height : 0)
      if pixels > mostPixels, index > start { break }
      let picture: Bitmap
      do throws(ImageError) { picture = try decode(frame) } catch {
        if index == start { throw error }
        break
      }
      if index > start { canvas.dispose(of: animation.frames[index - 1]) }
      if isKept { try canvas.save() }
      canvas.draw(picture, frame)
    }
    canvas.bitmap.isOpaque = canvas.bitmap.pixels.allSatisfy { $0 >> 24 == 255 }
    return canvas.bitmap
  }

  private mutating func save() throws(ImageError) {
    saved = try bitmap.cropped(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
  }

  private mutating func dispose(of frame: ImageAnimation.Frame) {
    switch frame.disposal {
    case .keep: break
    case .clear: for y in rows(frame) { for x in columns(frame) { bitmap.row(y)[x] = 0 } }
    case .restore:
      guard let saved else { break }
      _ = bitmap.pixels.update(fromContentsOf: saved.pixels)
      self.saved = nil
    }
  }

  private func draw(_ picture: Bitmap, _ frame: ImageAnimation.Frame) {
    let width = min(picture.width, columns(frame).count)
    for y in rows(frame) where y - frame.y < picture.height {
      let (source, target) = (picture.row(y - frame.y), bitmap.row(y))
      for x in 0..<width {
        target[frame.x + x] = frame.isBlended ? blended(source[x], target[frame.x + x]) : source[x]
      }
    }
  }

  private func rows(_ frame: ImageAnimation.Frame) -> Range<Int> { Self.part(frame.y, frame.height, of: bitmap.height) }
  private func columns(_ frame: ImageAnimation.Frame) -> Range<Int> {
    Self.part(frame.x, frame.width, of: bitmap.width)
  }

  private static func part(_ start: Int, _ length: Int, of whole: Int) -> Range<Int> {
    let start = min(max(0, start), whole)
    return start..<min(whole, start + max(0, length))
  }

  /// Both premultiplied.
  private func blended(_ above: UInt32, _ below: UInt32) -> UInt32 {
    let rest: UInt32 = 255 - (above &>> 24)
    if rest == 0 || below == 0 { return above }
    if rest == 255 { return below }
    func part(_ shift: UInt32) -> UInt32 {
      let (top, bottom): (UInt32, UInt32) = (above &>> shift & 255, below &>> shift & 255)
      let sum: UInt32 = top + (bottom * rest + 127) / 255
      return min(255, sum) &<< shift
    }
    return part(24) | part(16) | part(8) | part(0)
  }
}
