import CFonts

/// The fonts of a page, or of pages that have none of their own: chooses and loads them, shapes text, finds breaks and
/// draws glyphs. What it numbers is known as long as it lives. It belongs to one thread.
package final class PageFonts {
  private let base: FontLibrary.Base
  var catalog: FontCatalog { base.catalog }
  var freeType: FreeTypeLibrary { base.freeType }
  /// Optimization: a field, because text is shaped word by word.
  let buffer: ShapingBuffer
  /// Serves `hyphens: auto`; nil where words are not to be parted.
  package let hyphenator: Hyphenator?
  var pageFaces = PageFaces()
  let glyphs = GlyphCache()
  let dictionaryWords = DictionaryWords()
  var coverageTables: [UInt8: [UInt8]] = [:]

  private var requests: [ResolvedRequest] = []
  private var requestIndexes: [FontRequest: Int32] = [:]
  private var fonts: [LoadedFont] = []
  private var fontIndexes: [FontKey: Int32] = [:]
  private var fallbackFonts: [FallbackKey: FontID] = [:]
  var options: [ShapingOptions] = []
  private var optionIndexes: [ShapingOptions.Key: Int32] = [:]
  let lastResort = FontID(rawValue: 0)
  var cachedGlyphCount = 0
  var pairTables: [PairTableKey: PairTable?] = [:]

  private struct FontKey: Hashable {
    var face: ObjectIdentifier
    var size: Double
    var coordinates: [Int32]
    var bold: Bool
    var slant: Bool
    var override: MetricsOverride
    var features: [FontFeature]
    var palette: FontPalette
  }

  private struct FallbackKey: Hashable {
    var face: ObjectIdentifier
    var request: Int32
  }

  init(_ base: FontLibrary.Base, hyphenator: Hyphenator?) {
    (self.base, self.hyphenator, buffer) = (base, hyphenator, base.buffer)
    fonts = [LoadedFont(base.lastResort)]
  }

  /// Fonts of the same library for one page alone, which adds its own to them.
  package func separate() -> PageFonts { PageFonts(base, hyphenator: hyphenator) }

  // MARK: Requests

  /// The same request always gets the same number; its fonts are looked up at the first call.
  package func intern(_ request: FontRequest) -> FontRequestID {
    if let known = requestIndexes[request] { return FontRequestID(rawValue: known) }
    let index = Int32(clamping: requests.count)
    requests.append(resolve(request, index: index))
    requestIndexes[request] = index
    return FontRequestID(rawValue: index)
  }

  /// The first available font: the first of the list that has U+0020.
  /// https://drafts.csswg.org/css-fonts-4/#first-available-font
  package func primaryFont(_ id: FontRequestID) -> FontID { resolved(id).primary }

  package func metrics(_ id: FontID) -> FontMetrics { font(id).metrics }

  /// How many fonts it has that are the page's own: with another one, text may look otherwise.
  package var pageFaceCount: Int { pageFaces.count }

  /// The family, in lower case, for messages and tests.
  package func familyName(_ id: FontID) -> String { font(id).name }

  func resolved(_ id: FontRequestID) -> ResolvedRequest {
    let index = Int(id.rawValue)
    precondition(requests.indices.contains(index), "a font request of another page")
    let known = requests[index]
    if known.pageFaceCount == pageFaces.count { return known }
    // A page font has come since.
    let renewed = resolve(known.request, index: id.rawValue)
    requests[index] = renewed
    return renewed
  }

  func font(_ id: FontID) -> LoadedFont {
    let index = Int(id.rawValue)
    precondition(fonts.indices.contains(index), "a font of another page")
    return fonts[index]
  }

  func clearWordCaches() {
    for font in fonts { for cache in font.wordCaches { cache.removeAll() } }
  }

  /// Gives back what text has left: shaped words, pairs of characters, drawn glyphs. What has a number keeps it.
  package func releaseCaches() {
    for font in fonts { font.wordCaches = [] }
    (pairTables, cachedGlyphCount) = ([:], 0)
    glyphs.removeAll()
  }

  // MARK: Choosing

  private func resolve(_ request: FontRequest, index: Int32) -> ResolvedRequest {
    var candidates: [FontCandidate] = []
    for family in request.families.prefix(64) {
      let name = family.configurationName
      if case .named = family, let found = pageFaces.candidates(family: name, for: request) {
        candidates += found
        continue
      }
      if let face = catalog.face(family: name, for: request) {
        candidates.append(FontCandidate(face: face, descriptors: nil, family: name))
      }
    }
    if let standard = catalog.face(family: "serif", for: request) {
      candidates.append(FontCandidate(face: standard, descriptors: nil))
    }
    let plain = ShapingOptions.Key(
      features: request.features, language: request.language, hasLetterSpacing: false)
    var spaced = plain
    spaced.hasLetterSpacing = true
    let result = ResolvedRequest(
      request: request, index: index, candidates: candidates, options: intern(plain),
      spacedOptions: intern(spaced))
    result.pageFaceCount = pageFaces.count
    result.primary = lastResort
    for position in result.candidates.indices where result.candidates[position].covers(0x20) {
      if let id = font(of: result, candidate: position) {
        result.primary = id
        break
      }
    }
    return result
  }

  private func intern(_ key: ShapingOptions.Key) -> Int32 {
    if let known = optionIndexes[key] { return known }
    let index = Int32(clamping: options.count)
    options.append(ShapingOptions(key))
    optionIndexes[key] = index
    return index
  }

  /// Loads the candidate's font at first use; nil where the file is no font.
  func font(of request: ResolvedRequest, candidate position: Int) -> FontID? {
    let candidate = request.candidates[position]
    switch candidate.state {
    case .loaded(let id): return id
    case .unusable: return nil
    case .waiting:
      let id = load(candidate, for: request.request)
      request.candidates[position].state = id.map { .loaded($0) } ?? .unusable
      return id
    }
  }

  private func load(_ candidate: FontCandidate, for request: FontRequest) -> FontID? {
    let face = candidate.face
    guard let typeface = face.typeface(freeType) else { return nil }
    let (isTooLight, isSlanted): (Bool, Bool)
    if let descriptors = candidate.descriptors {
      // As in Chromium, other than for the machine's fonts.
      isTooLight = request.weight >= 600 && (descriptors.weight?.upperBound ?? 400) < 600
      isSlanted = descriptors.slant.degrees != 0
    } else {
      isTooLight = request.weight > face.cssWeight + 200
      isSlanted = face.slant != 0
    }
    // A variable face reaches the weight and slant through its axes.
    let axes = typeface.axes
    let hasWeight = axes.contains { $0.tag == FontTag("wght").rawValue }
    let hasSlant = axes.contains {
      $0.tag == FontTag("slnt").rawValue || $0.tag == FontTag("ital").rawValue
    }
    return load(
      face, typeface: typeface, request: request, descriptors: candidate.descriptors, family: candidate.family,
      bold: request.synthesis.contains(.weight) && isTooLight && !hasWeight,
      slant: request.synthesis.contains(.style) && request.slant.degrees != 0 && !isSlanted
        && !hasSlant)
  }

  private func load(
    _ face: FontFace, typeface: Typeface, request: FontRequest, descriptors: FontFaceDescriptors?,
    family: String = "", bold: Bool, slant: Bool
  ) -> FontID? {
    let override = descriptors?.override ?? MetricsOverride()
    var asked = request.size.clamped(0, 10_000) * override.sizeAdjust.clamped(0, 100)
    if let adjustment = request.sizeAdjustment {
      var plain = request
      plain.sizeAdjustment = nil
      if let id = load(
        face, typeface: typeface, request: plain, descriptors: descriptors, family: family, bold: bold, slant: slant)
      {
        asked = (asked * adjustment.factor(metrics(id), size: request.size)).clamped(0, 10_000)
      }
    }
    // Chromium keeps font sizes in hundredths of a pixel, rounded down.
    var size = Double((Float(asked) * 100).rounded(.down) / 100)
    // A page that uses thousands of sizes gets coarser ones: each loaded font takes memory.
    if fonts.count > 16_384 { size = 16 } else if fonts.count > 4096 { size = size.rounded() }
    let coordinates = axisCoordinates(typeface, request: request, descriptors: descriptors)
    let key = FontKey(
      face: ObjectIdentifier(face), size: size, coordinates: coordinates, bold: bold, slant: slant,
      override: override, features: descriptors?.features ?? [],
      palette: typeface.hasPalettes ? request.palette.palette(of: family) : .normal)
    if let known = fontIndexes[key] { return FontID(rawValue: known) }
    guard
      let font = LoadedFont(
        typeface: typeface, size: size, coordinates: coordinates, bold: bold, slant: slant,
        override: override)
    else { return nil }
    font.name = face.families.first ?? ""
    font.features = ShapingOptions.features(key.features)
    font.palette = key.palette
    let index = Int32(clamping: fonts.count)
    fonts.append(font)
    fontIndexes[key] = index
    return FontID(rawValue: index)
  }

  /// The request's place on the axes of a variable font.
  /// https://drafts.csswg.org/css-fonts-4/#apply-font-matching-variations
  private func axisCoordinates(
    _ typeface: Typeface, request: FontRequest, descriptors: FontFaceDescriptors?
  ) -> [Int32] {
    typeface.axes.map { axis in
      let tag = FontTag(rawValue: axis.tag)
      var value = Double(axis.default_value)
      switch tag {
      case FontTag("wght"):
        let range = descriptors?.weight ?? 1...1000
        value = request.weight.clamped(range.lowerBound, range.upperBound)
      case FontTag("wdth"):
        let range = descriptors?.stretch ?? 1...1000
        value = request.stretch.clamped(range.lowerBound, range.upperBound)
      case FontTag("slnt"):
        let range = descriptors?.slantRange ?? -90...90
        value = -request.slant.degrees.clamped(range.lowerBound, range.upperBound)
      case FontTag("ital"): value = request.slant == .italic ? 1 : 0
      case FontTag("opsz"): value = request.size
      default: break
      }
      for variation in (descriptors?.variations ?? []) + request.variations
      where variation.tag == tag { value = variation.value }
      let low = Double(axis.min_value)
      let limited = value.clamped(low, Swift.max(low, Double(axis.max_value)))
      return Int32((limited.clamped(-32_000, 32_000) * 65536).rounded())
    }
  }

  /// The font for a character that no font of the list has. Chromium asks for the family's regular
  /// face and makes the bold and slanted ones up.
  func fallbackFont(for codepoint: UInt32, emoji: Bool, request: ResolvedRequest) -> FontID? {
    guard let face = catalog.fallback(for: codepoint, emoji: emoji) else { return nil }
    let key = FallbackKey(face: ObjectIdentifier(face), request: request.index)
    if let known = fallbackFonts[key] { return known }
    guard let typeface = face.typeface(freeType) else { return nil }
    let asked = request.request
    let id = load(
      face, typeface: typeface, request: asked, descriptors: nil,
      bold: asked.weight >= 600 && face.cssWeight < 600 && asked.synthesis.contains(.weight),
      slant: asked.slant.degrees != 0 && face.slant == 0 && asked.synthesis.contains(.style))
    if let id { fallbackFonts[key] = id }
    return id
  }
}
