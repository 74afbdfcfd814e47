import CFonts
import OffscreenPlatform

/// The fonts that a fontconfig configuration of our own offers, and what it says of family names
/// and of the order of fallback. No file is opened before it is used.
final class FontCatalog {
  let configuration: OpaquePointer
  private(set) var faces: [FontFace] = []
  private var facesByFamily: [String: [Int]] = [:]
  private var familyCache: [String: [Int]?] = [:]
  /// All faces in the order in which a missing character is looked for.
  private lazy var fallbackOrder: [Int] = sorted(language: nil)
  private lazy var emojiOrder: [Int] = sorted(language: "und-zsye")
  private var fallbackCache: [UInt32: Int] = [:]

  /// Only the fonts in `folder` are used, unless the system's are asked for. `cache`: where fontconfig keeps what it
  /// finds out about them; nil: nowhere.
  init(folder: String, cache: String?, withSystemFonts: Bool) throws(FontError) {
    let path = folder + "/fonts.conf"
    guard let text = Self.contents(of: path) else { throw .unreadableConfiguration(path) }
    let configuration = withSystemFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate()
    guard let configuration else { throw .libraryFailed("fontconfig") }
    self.configuration = configuration
    let xml = FontConfigurationText.prepared(text, cache: cache)
    let loaded = FcConfigParseAndLoadFromMemory(configuration, xml, 1)
    guard loaded != 0 else { throw .unreadableConfiguration(path) }
    if cache != nil {
      guard FcConfigAppFontAddDir(configuration, folder) != 0 else { throw .noFonts(folder) }
    } else {
      // What it finds out about a folder, it writes down, and complains on standard error where it cannot.
      for file in FontSet.files(in: folder) where !file.hasSuffix(".conf") {
        _ = FcConfigAppFontAddFile(configuration, folder + "/" + file)
      }
    }
    list(FcConfigGetFonts(configuration, FcSetApplication))
    if withSystemFonts { list(FcConfigGetFonts(configuration, FcSetSystem)) }
    guard !faces.isEmpty else { throw .noFonts(folder) }
    // The SVG renderer's Pango sees the fonts of the process: the same ones, not those of the machine.
    FcConfigSetCurrent(configuration)
  }

  deinit { FcConfigDestroy(configuration) }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 15)
    while bytes.count < 4 << 20 {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  private func list(_ set: UnsafeMutablePointer<FcFontSet>?) {
    guard let set else { return }
    for index in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[index], let face = FontFace(pattern: pattern) else {
        continue
      }
      let position = faces.count
      faces.append(face)
      for family in face.families { facesByFamily[family, default: []].append(position) }
    }
  }

  // MARK: Families

  /// The faces of the family that the configuration puts in the name's place; nil where it is
  /// absent.
  private func family(_ name: String) -> [Int]? {
    if let known = familyCache[name] { return known }
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, name)
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    let substitute = Self.string(pattern, FC_FAMILY, 0) ?? name
    let result = facesByFamily[substitute.lowercased()]
    if familyCache.count > 4096 { familyCache.removeAll() }
    familyCache[name] = .some(result)
    return result
  }

  /// The face of the family that fontconfig prefers: first by slant, then weight, then width.
  func face(family name: String, for request: FontRequest) -> FontFace? {
    guard let candidates = family(name) else { return nil }
    let weight = FcWeightFromOpenTypeDouble(request.weight.clamped(1, 1000))
    let slant = request.slant.degrees == 0 ? 0.0 : 100.0
    var best: (Double, Double, Double)?
    var result: FontFace?
    for index in candidates {
      let face = faces[index]
      let score = (
        abs(Double(face.slant) - slant),
        face.weights.contains(weight)
          ? 0 : Swift.min(abs(face.weights.lowerBound - weight), abs(face.weights.upperBound - weight)),
        abs(face.width - request.stretch)
      )
      if best == nil || score < best.unsafelyUnwrapped { (best, result) = (score, face) }
    }
    return result
  }

  /// `src: local(...)`: a full or PostScript name.
  func face(localName name: String) -> FontFace? {
    let wanted = name.lowercased()
    return faces.first { $0.fullNames.contains(wanted) }
  }

  // MARK: Fallback

  private func sorted(language: String?) -> [Int] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let set = FcFontSort(configuration, pattern, 0, nil, &result) else { return [] }
    defer { FcFontSetDestroy(set) }
    var positions: [String: Int] = [:]
    for (index, face) in faces.enumerated() { positions[face.key] = index }
    var order: [Int] = []
    for index in 0..<Int(set.pointee.nfont) {
      guard let found = set.pointee.fonts[index], let key = FontFace.key(of: found),
        let position = positions[key]
      else { continue }
      order.append(position)
    }
    return order
  }

  /// The fallback font for a character which no font of the list has.
  func fallback(for codepoint: UInt32, emoji: Bool) -> FontFace? {
    let key = emoji ? codepoint | 1 << 31 : codepoint
    if let known = fallbackCache[key] { return known < 0 ? nil : faces[known] }
    let order = emoji ? emojiOrder : fallbackOrder
    let found = order.first { faces[$0].mayHave(codepoint) } ?? -1
    if fallbackCache.count > 1 << 16 { fallbackCache.removeAll() }
    fallbackCache[key] = found
    return found < 0 ? nil : faces[found]
  }

  // MARK: Patterns

  static func string(_ pattern: OpaquePointer, _ object: String, _ index: Int32) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &value) == FcResultMatch, let value else {
      return nil
    }
    return String(cString: value)
  }
}

extension Double {
  func clamped(_ low: Double, _ high: Double) -> Double {
    isNaN ? low : Swift.max(low, Swift.min(self, high))
  }
}
