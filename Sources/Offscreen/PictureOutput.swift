import OffscreenImages

/// One picture that is wanted of a page: several may come from one layout.
public struct PictureOutput: Hashable, Sendable {
  public enum Format: Hashable, Sendable {
    case png
    /// `quality`: 1 to 100.
    case jpeg(quality: Int)
    /// Without a quality nothing is lost.
    case webp(quality: Int?)
    /// What a terminal draws; no ending of a file stands for it.
    case sixel

    /// By the ending of a file's name; PNG where it has none that is known.
    public init(path: String, quality: Int? = nil) {
      let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
      switch ending {
      case "jpg", "jpeg": self = .jpeg(quality: quality ?? 90)
      case "webp": self = .webp(quality: quality)
      default: self = .png
      }
    }
  }

  /// Where the picture goes; `-` is standard output.
  public var path: String
  /// A box to scale the picture into.
  public var thumbnail: ThumbnailSize?
  public var format: Format
  /// Texts that go into the file, by keyword, where its format can carry them: PNG.
  public var notes: [String: String] = [:]

  public init(path: String, thumbnail: ThumbnailSize? = nil, format: Format? = nil) {
    (self.path, self.thumbnail) = (path, thumbnail)
    self.format = format ?? Format(path: path)
  }

  /// From `PATH` or `PATH:SIZE`, as in `card.webp:320x`. A file whose own name ends like that is
  /// written as `./a:320x:`, whose last colon counts and is left out.
  public init(argument: String, thumbnail: ThumbnailSize? = nil, quality: Int? = nil) {
    var path = argument
    var size = thumbnail
    if let colon = argument.lastIndex(of: ":"), colon > argument.startIndex {
      let rest = argument[argument.index(after: colon)...]
      if rest.isEmpty {
        path = String(argument[..<colon])
      } else if let own = ThumbnailSize(String(rest)) {
        (path, size) = (String(argument[..<colon]), own)
      }
    }
    self.init(path: path, thumbnail: size, format: Format(path: path, quality: quality))
  }
}

/// Takes a picture in bands and makes a file of it.
enum PictureSink {
  /// Straight into the file: the picture is never in memory as a whole.
  case png(PNGEncoder)
  case scaled(AreaScaler, PictureOutput.Format, notes: [PNGText])

  /// `isOpaque`: whether nothing shows through. `notes`: for formats that can carry them.
  init(
    _ output: PictureOutput, width: Int, height: Int, isOpaque: Bool, notes: [PNGText]
  ) throws(ImageError) {
    let size =
      output.thumbnail.map { FitBox(width: $0.width, height: $0.height).size(fitting: width, height) }
      ?? (width, height)
    if output.format == .png, size == (width, height) {
      self = .png(PNGEncoder(width: width, height: height, pixels: isOpaque ? .opaque : .withAlpha, text: notes))
    } else {
      self = .scaled(try AreaScaler(from: (width, height), to: size), output.format, notes: notes)
    }
  }

  func append(_ band: Bitmap, rows: Range<Int>) {
    switch self {
    case .png(let encoder): encoder.append(band, rows: rows)
    case .scaled(let scaler, _, _): scaler.append(band, rows: rows)
    }
  }

  func finish() throws(ImageError) -> (data: [UInt8], width: Int, height: Int) {
    switch self {
    case .png(let encoder):
      encoder.finish()
      return (encoder.takeOutput(), encoder.width, encoder.height)
    case .scaled(let scaler, let format, let notes):
      let bitmap = scaler.bitmap
      let data =
        switch format {
        case .png: bitmap.pngData(text: notes)
        case .jpeg(let quality): try bitmap.jpegData(quality: quality)
        case .webp(let quality): try bitmap.webpData(quality: quality)
        case .sixel: try bitmap.sixelData()
        }
      return (data, bitmap.width, bitmap.height)
    }
  }
}
