/// The picture formats that pages use.
package enum ImageFormat: Sendable, CaseIterable {
  case png, jpeg, webp, gif, avif, bmp, icon, cursor, svg

  /// The table of formats. `types`: MIME types that pictures are offered under; the first is the registered one.
  /// `fileExtensions`: without the dot, in lower case; the first is the usual one.
  private var row: (name: String, types: [String], fileExtensions: [String]) {
    switch self {
    case .png: ("PNG", ["image/png", "image/x-png", "image/apng"], ["png"])
    case .jpeg: ("JPEG", ["image/jpeg", "image/jpg", "image/pjpeg"], ["jpg", "jpeg"])
    case .webp: ("WebP", ["image/webp"], ["webp"])
    case .gif: ("GIF", ["image/gif"], ["gif"])
    case .avif: ("AVIF", ["image/avif"], ["avif"])
    case .bmp: ("BMP", ["image/bmp"], ["bmp"])
    case .icon: ("ICO", ["image/x-icon", "image/vnd.microsoft.icon"], ["ico"])
    case .cursor: ("CUR", ["image/x-icon"], ["cur"])
    case .svg: ("SVG", ["image/svg+xml"], ["svg"])
    }
  }

  package var name: String { row.name }
  package var mimeType: String { row.types.first ?? "" }
  package var fileExtensions: [String] { row.fileExtensions }

  /// `fileExtension`: in whatever case.
  package init?(fileExtension: String) {
    let wanted = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(wanted) }) else { return nil }
    self = format
  }

  /// Whether pictures that a page offers under a MIME type, in lower case, can be shown.
  package static func shows(type: String) -> Bool {
    type == ImageFormat.avif.mimeType ? AVIFDecoder.isAvailable : knownTypes.contains(type)
  }

  private static let knownTypes = Set(allCases.flatMap(\.row.types))

  /// The format by the first bytes. The server's type and the file's name do not count
  /// for raster pictures, in browsers neither.
  /// https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
  package static func sniff(_ bytes: [UInt8]) -> ImageFormat? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBPVP".utf8) { return .webp }
    if bytes.starts(with: "BM".utf8) { return .bmp }
    if bytes.starts(with: [0, 0, 1, 0]) { return .icon }
    if bytes.starts(with: [0, 0, 2, 0]) { return .cursor }
    return isAVIF(bytes) ? .avif : nil
  }

  /// The standard has no pattern for AVIF yet; it is an ISO base media file with one of these brands.
  /// https://aomediacodec.github.io/av1-avif/#brands
  private static func isAVIF(_ bytes: [UInt8]) -> Bool {
    var reader = ByteReader(bytes, from: 0)
    guard let length = reader.big32(), length >= 16, reader.big32() == 0x6674_7970 else { return false }
    for place in 0..<min(64, length / 4 - 2) {
      let brand = reader.big32()
      // After the first brand comes its version.
      if place != 1, brand == 0x6176_6966 || brand == 0x6176_6973 { return true }
    }
    return false
  }

  /// Whether the bytes look like an SVG document, for sources that state no type: `<svg` follows
  /// after nothing but white space, a byte order mark, comments, processing instructions and a
  /// document type.
  package static func looksLikeSVG(_ bytes: [UInt8]) -> Bool {
    var text = bytes.prefix(4096)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while let first = text.first {
      switch first {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        text = text.dropFirst()
      case UInt8(ascii: "<"):
        if text.starts(with: "<svg".utf8) { return true }
        let end: [UInt8]
        if text.starts(with: "<!--".utf8) {
          end = Array("-->".utf8)
        } else if text.starts(with: "<?".utf8) || text.starts(with: "<!".utf8) {
          end = Array(">".utf8)
        } else {
          return text.dropFirst().startsWithPrefixedName("svg")
        }
        guard let after = text.firstEnd(of: end) else { return false }
        text = text[after...]
      default: return false
      }
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// The index after the first occurrence of a sequence.
  fileprivate func firstEnd(of sequence: [UInt8]) -> Int? {
    var index = startIndex
    while index + sequence.count <= endIndex {
      if self[index...].starts(with: sequence) { return index + sequence.count }
      index += 1
    }
    return nil
  }

  /// Whether the slice begins with a namespace prefix, a colon and the name.
  fileprivate func startsWithPrefixedName(_ name: String) -> Bool {
    let rest = prefix(64).drop { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    return rest.startIndex > startIndex && rest.starts(with: ":\(name)".utf8)
  }
}
