/// What an Exif block says of how a picture is shown: a TIFF header and directories of 12-byte entries.
struct ExifBlock {
  private(set) var orientation: ImageInfo.Orientation?
  /// Stored pixels an inch; nil where they are said in another unit, or not.
  private var resolution: (x: Double, y: Double)?
  private var size: (width: Int, height: Int)?

  /// A segment that begins with the block's signature.
  init?(_ bytes: [UInt8], from start: Int, to end: Int) {
    let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]  // "Exif", 0, 0
    guard start <= bytes.count, bytes[start...].starts(with: signature) else { return nil }
    guard var reader = Reader(bytes, from: start + signature.count, to: end) else { return nil }
    var (x, y): (Double?, Double?)
    var (isInInches, details) = (false, 0)
    reader.readDirectory(at: reader.first) { tag, value in
      switch tag {
      case 0x0112: orientation = value.short.flatMap { UInt8(exactly: $0) }.flatMap(ImageInfo.Orientation.init)
      case 0x011A: x = value.ratio
      case 0x011B: y = value.ratio
      case 0x0128: isInInches = value.short == 2
      case 0x8769: details = value.integer ?? 0
      default: break
      }
    }
    if isInInches, let x, let y, x > 0, y > 0 { resolution = (x, y) }
    guard details > 0 else { return }
    var (width, height) = (0, 0)
    reader.readDirectory(at: details) { tag, value in
      switch tag {
      case 0xA002: width = value.integer ?? 0
      case 0xA003: height = value.integer ?? 0
      default: break
      }
    }
    if width > 0, height > 0 { size = (width, height) }
  }

  /// The size in CSS pixels of a picture of so many stored pixels: what the block says, if the resolution comes to the
  /// same.
  /// https://html.spec.whatwg.org/multipage/images.html#preparing-an-image-for-presentation
  func correctedSize(width: Int, height: Int) -> ImageInfo.CorrectedSize? {
    guard let resolution, let size else { return nil }
    let (x, y) = ((Double(width) * 72 / resolution.x).rounded(), (Double(height) * 72 / resolution.y).rounded())
    guard x == Double(size.width), y == Double(size.height) else { return nil }
    return ImageInfo.CorrectedSize(width: size.width, height: size.height)
  }

  /// A value of an entry, by the type that it is said to have.
  private struct Value {
    var short: Int?
    var integer: Int?
    var ratio: Double?
  }

  private struct Reader {
    private let bytes: [UInt8]
    private let (start, end): (Int, Int)
    private let isBig: Bool
    /// Where the first directory is.
    let first: Int

    init?(_ bytes: [UInt8], from start: Int, to end: Int) {
      (self.bytes, self.start, self.end) = (bytes, start, end)
      var reader = ByteReader(bytes, from: start, to: end)
      switch reader.little16() {
      case 0x4949: isBig = false
      case 0x4D4D: isBig = true
      default: return nil
      }
      guard (isBig ? reader.big16() : reader.little16()) == 42,
        let offset = isBig ? reader.big32() : reader.little32()
      else { return nil }
      first = Int(offset)
    }

    private func reader(at offset: Int) -> ByteReader {
      var reader = ByteReader(bytes, from: start, to: end)
      reader.skip(offset)
      return reader
    }

    mutating func readDirectory(at offset: Int, _ body: (_ tag: Int, Value) -> Void) {
      var reader = reader(at: offset)
      guard let count = isBig ? reader.big16() : reader.little16() else { return }
      for _ in 0..<count {
        guard let tag = isBig ? reader.big16() : reader.little16(),
          let type = isBig ? reader.big16() : reader.little16()
        else { return }
        reader.skip(4)
        let place = reader.position
        guard let long = isBig ? reader.big32() : reader.little32() else { return }
        var value = Value()
        switch type {
        case 3:
          reader.position = place
          value.short = isBig ? reader.big16() : reader.little16()
          value.integer = value.short
          reader.skip(2)
        case 4: value.integer = Int(long)
        case 5: value.ratio = ratio(at: Int(long))
        default: break
        }
        body(tag, value)
      }
    }

    private func ratio(at offset: Int) -> Double? {
      var reader = reader(at: offset)
      guard let above = isBig ? reader.big32() : reader.little32(),
        let below = isBig ? reader.big32() : reader.little32(), below > 0
      else { return nil }
      return Double(above) / Double(below)
    }
  }
}
