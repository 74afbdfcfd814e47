import CFonts

/// One face of a font file, bundled or sent by the page; its tables are opened at first use.
final class FontFace {
  enum Source {
    case file(String)
    case memory([UInt8])
  }

  let source: Source
  /// Within a collection.
  let index: Int32
  /// Lower case.
  let families: [String]
  /// The full and PostScript names, in lower case. Optimization: found out where a page names one.
  private(set) lazy var fullNames: [String] =
    pattern.map { Self.names($0, FC_FULLNAME) + Self.names($0, FC_POSTSCRIPT_NAME) } ?? []
  /// fontconfig's scale for catalog faces, CSS's for those of the page.
  let weights: ClosedRange<Double>
  /// Percent.
  let width: Double
  /// fontconfig's: 0 roman, 100 italic, 110 oblique.
  let slant: Int32
  let isVariable: Bool
  let isColor: Bool
  /// Of a face of the catalog.
  private let pattern: OpaquePointer?
  private let characters: OpaquePointer?
  private var opened: Typeface??

  /// A face of the catalog.
  init?(pattern: OpaquePointer) {
    guard let path = FontCatalog.string(pattern, FC_FILE, 0) else { return nil }
    source = .file(path)
    index = Self.integer(pattern, FC_INDEX) ?? 0
    // Named instances of a variable font are reached through its axes.
    if index >> 16 != 0 && index >> 16 != 0x8000 { return nil }
    families = Self.names(pattern, FC_FAMILY)
    weights = Self.range(pattern, FC_WEIGHT) ?? 80...80
    let widths = Self.range(pattern, FC_WIDTH) ?? 100...100
    width = widths.contains(100) ? 100 : widths.lowerBound
    slant = Self.integer(pattern, FC_SLANT) ?? 0
    isVariable = Self.flag(pattern, FC_VARIABLE)
    isColor = Self.flag(pattern, FC_COLOR)
    var set: OpaquePointer?
    characters =
      FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch
      ? set.flatMap { FcCharSetCopy($0) } : nil
    FcPatternReference(pattern)
    self.pattern = pattern
  }

  /// A face of the page.
  init(bytes: [UInt8]) {
    source = .memory(bytes)
    index = 0
    families = []
    pattern = nil
    weights = 400...400
    width = 100
    slant = 0
    isVariable = true
    isColor = false
    characters = nil
  }

  deinit {
    if let characters { FcCharSetDestroy(characters) }
    if let pattern { FcPatternDestroy(pattern) }
  }

  /// The weight as CSS counts it.
  var cssWeight: Double { FcWeightToOpenTypeDouble(weights.lowerBound) }

  var key: String {
    switch source {
    case .file(let path): "\(index):\(path)"
    case .memory: ""
    }
  }

  static func key(of pattern: OpaquePointer) -> String? {
    FontCatalog.string(pattern, FC_FILE, 0).map { "\(integer(pattern, FC_INDEX) ?? 0):\($0)" }
  }

  /// The catalog's data, without opening the file.
  func mayHave(_ codepoint: UInt32) -> Bool {
    guard let characters else { return false }
    return FcCharSetHasChar(characters, codepoint) != 0
  }

  /// The opened file; nil where it is no usable font.
  func typeface(_ freeType: FreeTypeLibrary) -> Typeface? {
    if let opened { return opened }
    let result = Typeface(source: source, index: index, freeType: freeType)
    opened = .some(result)
    return result
  }

  private static func integer(_ pattern: OpaquePointer, _ object: String) -> Int32? {
    var value: Int32 = 0
    return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : nil
  }

  private static func flag(_ pattern: OpaquePointer, _ object: String) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value != 0
  }

  private static func range(_ pattern: OpaquePointer, _ object: String) -> ClosedRange<Double>? {
    var value = 0.0
    if FcPatternGetDouble(pattern, object, 0, &value) == FcResultMatch { return value...value }
    var range: OpaquePointer?
    guard FcPatternGetRange(pattern, object, 0, &range) == FcResultMatch, let range else {
      return nil
    }
    var (low, high) = (0.0, 0.0)
    guard FcRangeGetDouble(range, &low, &high) != 0, low <= high else { return nil }
    return low...high
  }

  private static func names(_ pattern: OpaquePointer, _ object: String) -> [String] {
    var result: [String] = []
    while let name = FontCatalog.string(pattern, object, Int32(result.count)), result.count < 32 {
      result.append(name.lowercased())
    }
    return result
  }
}
