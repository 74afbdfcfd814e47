import OffscreenCSS
import OffscreenDOM
import OffscreenLoading
import OffscreenStyle
import OffscreenText

/// Loads the faces of a family when a style uses it.
final class PageFontFaces {
  /// By the family's name in lower case.
  private var waiting: [String: [FontFaceRule]] = [:]
  private var announced: Set<String> = []
  /// Families that were asked for, in lower case.
  private(set) var families: Set<String> = []
  private var hasBegun = false
  /// How many faces were asked for.
  private(set) var loadedCount = 0
  /// The page's alone once it has some of its own.
  private(set) var fonts: PageFonts
  private let source: PageSession.Source
  private let failures: StylingFailures
  private let characters: PageCharacters

  init(_ source: PageSession.Source, _ failures: StylingFailures) {
    (self.source, self.failures) = (source, failures)
    fonts = source.fonts
    characters = PageCharacters(of: source.document)
  }

  /// The rules are the same whenever the page is styled.
  func begin(_ faces: [FontFaceRule]) {
    if !hasBegun { waiting = Dictionary(grouping: faces) { $0.family.lowercased() } }
    hasBegun = true
  }

  /// Says what will be loaded.
  func announce(for font: FontStyle) {
    if waiting.isEmpty { return }
    for case .named(let name) in font.families {
      let family = name.lowercased()
      guard let faces = waiting[family], announced.insert(family).inserted else { continue }
      for url in faces.compactMap(Self.firstAddress) {
        source.requests.prefetch(url, as: .font)
      }
    }
  }

  func load(for font: FontStyle) {
    if waiting.isEmpty { return }
    announce(for: font)
    for case .named(let name) in font.families {
      guard let faces = waiting.removeValue(forKey: name.lowercased()) else { continue }
      families.insert(name.lowercased())
      if loadedCount == 0 { fonts = source.fonts.separate() }
      faces.forEach(load)
      loadedCount += faces.count
    }
  }

  static let knownFormats: Set = [
    "", "woff", "woff2", "truetype", "opentype", "collection", "woff-variations", "woff2-variations",
    "truetype-variations", "opentype-variations",
  ]

  private static func firstAddress(of face: FontFaceRule) -> PageURL? {
    for source in face.sources {
      if case .url(let address, let format) = source, knownFormats.contains(format.lowercased()) {
        return PageURL(address)
      }
    }
    return nil
  }

  /// Takes the first source that is a font.
  /// https://drafts.csswg.org/css-fonts-4/#font-face-loading
  private func load(_ face: FontFaceRule) {
    let loader = source.requests
    let descriptors = FontFaceDescriptors(face)
    var isNeeded = true
    for source in face.sources {
      switch source {
      case .local(let name):
        if fonts.addFontFace(local: name, family: face.family, descriptors: descriptors) { return }
      case .url(let address, let format):
        guard Self.knownFormats.contains(format.lowercased()), let url = PageURL(address) else { continue }
        isNeeded = face.unicodeRanges.isEmpty || characters.contain(anyOf: face.unicodeRanges)
        switch loader.load(url, as: .font) {
        case .failure(let error): failures.messages.append(error.description)
        case .success(let resource):
          if fonts.addFontFace(bytes: resource.bytes, family: face.family, descriptors: descriptors) { return }
          failures.messages.append("\(loader.name(of: url).onOneLine()): not a font that can be used")
        }
      }
    }
    fonts.noteMissingFontFace(family: face.family, descriptors: descriptors, isNeeded: isNeeded)
  }
}

extension FontFaceDescriptors {
  init(_ face: FontFaceRule) {
    self.init()
    weight = face.weight.map { Double($0.lowerBound)...Double($0.upperBound) }
    stretch = face.stretch.map { Double($0.lowerBound)...Double($0.upperBound) }
    if face.isItalic { slant = .italic }
    if let oblique = face.oblique {
      slant = .oblique(Double(oblique.upperBound))
      slantRange = Double(oblique.lowerBound)...Double(oblique.upperBound)
    }
    unicodeRanges = face.unicodeRanges
    variations = face.variationSettings.map { FontVariation(FontTag($0.tag), Double($0.value)) }
    features = face.featureSettings.map { FontFeature(FontTag($0.tag), UInt32(clamping: Int($0.value))) }
    override = MetricsOverride(
      ascent: face.ascentOverride.map(Double.init), descent: face.descentOverride.map(Double.init),
      lineGap: face.lineGapOverride.map(Double.init), sizeAdjust: Double(face.sizeAdjust))
  }
}

extension PageFonts {
  /// These with those that a drawing brings itself, in `data:` addresses.
  func with(_ faces: [FontFaceRule]) -> PageFonts {
    let own = faces.prefix(Self.mostOfDrawing).map { ($0, $0.sources.compactMap(Self.data)) }
      .filter { !$0.1.isEmpty }
    if own.isEmpty { return self }
    let fonts = separate()
    for (face, files) in own {
      let descriptors = FontFaceDescriptors(face)
      let isThere = files.contains { fonts.addFontFace(bytes: $0, family: face.family, descriptors: descriptors) }
      if !isThere { fonts.noteMissingFontFace(family: face.family, descriptors: descriptors, isNeeded: false) }
    }
    return fonts
  }

  private static let mostOfDrawing = 64

  private static func data(_ source: FontFaceRule.Source) -> [UInt8]? {
    guard case .url(let address, let format) = source, PageFontFaces.knownFormats.contains(format.lowercased()),
      let url = PageURL(address), url.isData
    else { return nil }
    return DataURL(url)?.bytes
  }
}

/// The set of characters in a document's texts.
private final class PageCharacters {
  private let document: Document
  private lazy var known = collect()

  init(of document: Document) { self.document = document }

  func contain(anyOf ranges: [ClosedRange<UInt32>]) -> Bool {
    ranges.contains { range in
      // The first character that is not below the range.
      var (low, high) = (0, known.count)
      while low < high {
        let middle = (low + high) / 2
        if known[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      return low < known.count && known[low] <= range.upperBound
    }
  }

  /// In order.
  private func collect() -> [UInt32] {
    var result: Set<UInt32> = []
    var node = document.documentElement
    let root = node
    while !node.isNone {
      if document.kind(node) == .text, !isOfSheetOrScript(node) {
        document.withText(node) { result.formUnion(String(decoding: $0, as: UTF8.self).unicodeScalars.map(\.value)) }
      }
      node = document.nextShadowIncluding(node, within: root)
    }
    return result.sorted()
  }

  private func isOfSheetOrScript(_ text: NodeID) -> Bool {
    let parent = document.parent(text)
    return !parent.isNone && (document.isHTML(parent, .style) || document.isHTML(parent, .script))
  }
}
