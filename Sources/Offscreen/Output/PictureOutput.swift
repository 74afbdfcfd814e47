import OffscreenImages

/// One picture that is wanted of a page: several may come from one layout.
public struct PictureOutput: Hashable, Sendable {
  public enum Format: Hashable, Sendable {
    case png
    /// `quality`: 1 to 100.
    case jpeg(quality: Int)
    /// Lossless without a quality.
    case webp(quality: Int?)
    /// 256 colours; a pixel is transparent or not.
    case gif
    /// `quality`: 1 to 100; lossless at 100.
    case avif(quality: Int)
    /// For terminals; it has no file extension.
    case sixel
    /// A document with all pages: text as text.
    case pdf

    /// The file extensions of written formats, without the dot.
    public static let endings = pictureEndings + ["pdf"]
    /// Of those that are pictures.
    package static let pictureEndings = ImageFormat.allCases.filter { Self($0, quality: nil) != nil }
      .flatMap(\.fileExtensions)

    /// By the ending of a file's name, in whatever case; nil for one that no format has. A name without an
    /// ending, and `-`, stand for PNG; `out/v1.2` has none, as it has no letters behind its last dot.
    /// `quality`: of JPEG (default 90), WebP (default: nothing is lost) and AVIF (default 80).
    public init?(path: String, quality: Int? = nil) {
      guard let ending = Self.ending(of: path) else {
        self = .png
        return
      }
      if ending == "pdf" {
        self = .pdf
        return
      }
      guard let format = ImageFormat(fileExtension: ending) else { return nil }
      self.init(format, quality: quality)
    }

    /// Nil for a format that is not written.
    private init?(_ format: ImageFormat, quality: Int?) {
      switch format {
      case .png: self = .png
      case .jpeg: self = .jpeg(quality: quality ?? 90)
      case .webp: self = .webp(quality: quality)
      case .gif: self = .gif
      case .avif: self = .avif(quality: quality ?? 80)
      case .bmp, .icon, .cursor, .svg: return nil
      }
    }

    static func ending(of path: String) -> String? {
      guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
      else { return nil }
      let ending = name[name.index(after: dot)...].lowercased()
      return ending.contains(where: \.isLetter) ? ending : nil
    }
  }

  /// Where the picture goes; `-` is standard output.
  public var path: String
  /// A box to scale the picture into.
  public var thumbnail: ThumbnailSize?
  public var format: Format { didSet { problem = nil } }
  /// Texts that go into the file, by keyword, where its format can carry them: PNG.
  public var notes: [String: String] = [:]
  /// Why it cannot be written: its path has the ending of no format that can be. Rendering says so before the
  /// page is loaded.
  public private(set) var problem: String?

  /// Whether its name has a place for numbers of pictures.
  package var isNumbered: Bool { (path.split(separator: "/").last ?? "").contains("%d") }

  /// `format`: where it is not what the path's ending says. `quality`: for a format that the ending says.
  public init(path: String, thumbnail: ThumbnailSize? = nil, format: Format? = nil, quality: Int? = nil) {
    (self.path, self.thumbnail) = (path, thumbnail)
    let known = format ?? Format(path: path, quality: quality)
    self.format = known ?? .png
    if known == nil {
      let endings = Format.endings.map { "." + $0 }.joined(separator: ", ")
      problem = "\(path): no picture is written as .\(Format.ending(of: path) ?? ""); end it with \(endings)"
    }
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
    self.init(path: path, thumbnail: size, quality: quality)
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
    if let box = output.thumbnail, box.covers, let newWidth = box.width, let newHeight = box.height {
      let part = CoverBox(width: newWidth, height: newHeight).part(of: width, height)
      let scaler = try AreaScaler(from: (part.width, part.height), to: (newWidth, newHeight), column: part.x)
      self = .scaled(scaler, output.format, notes: notes)
      return
    }
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
        case .gif: try bitmap.gifData()
        case .avif(let quality): try bitmap.avifData(quality: quality)
        case .sixel: try bitmap.sixelData()
        // It is made of display lists.
        case .pdf: throw ImageError.empty
        }
      return (data, bitmap.width, bitmap.height)
    }
  }
}
