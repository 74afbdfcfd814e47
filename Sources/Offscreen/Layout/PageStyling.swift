import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenStyle
import OffscreenText

/// A document's styles, with the sheets and the fonts that it asks for loaded.
struct PageStyling {
  private(set) var styles: StyledDocument
  var counterStyles: CounterStyles { styles.counterStyles }
  /// Of the initial containing block: the root element's writing mode and direction.
  private(set) var viewportStyle: ComputedStyle
  private let engine: StyleEngine
  private let faces: PageFaceLoader
  private let failures: FailureList
  private let collector: StyleSheetCollector
  private let limits: PageLimits
  var warnings: [String] {
    failures.messages
      + (collector.isCutShort
        ? [limits.warning("styleSheets", "the page has too many style sheets: the rest is left out")] : [])
      + StyleCut.allCases.filter { styles.cuts.contains($0) }.map(\.message)
  }

  init(_ source: PageSession.Source, base: PageURL, selection: ImageSelection) {
    let (document, page) = (source.document, source.page)
    let (loader, fonts, encoding) = (source.loader, source.fonts, source.encoding)
    let media = selection.media
    let failures = FailureList()

    // 1. Style sheets.
    let collector = StyleSheetCollector(
      document: document, baseURL: base.href, media: media,
      load: { address in
        guard let url = PageURL(address) else { return nil }
        switch loader.load(url, as: .styleSheet, referrer: page) {
        case .success(let resource):
          return .init(
            bytes: resource.bytes, url: resource.finalURL.href, charset: resource.charset,
            mimeType: resource.mimeType == .unknown ? nil : resource.mimeType.essence)
        case .failure(let error):
          failures.messages.append(error.description)
          return nil
        }
      },
      joinURL: Self.join)
    collector.maximumSheets = source.options.limits.styleSheets
    collector.findEncoding = { Encoding(label: $0)?.rawValue }
    collector.decode = { bytes, name in Encoding(label: name).map { Decoder.decode(bytes, as: $0) } ?? bytes }
    collector.documentEncoding = encoding.rawValue
    collector.announce = { address in
      if let url = PageURL(address) { loader.prefetch(url, as: .styleSheet, referrer: page) }
    }

    // 2. The cascade.
    let sheets = collector.collect()
    sheets.userSheets = source.userSheets.styleSheets(for: document)
    let engine = StyleEngine(document: document, sheets: sheets, media: media)
    engine.joinURL = Self.join
    engine.time = Double(source.options.settle.milliseconds) / 1_000
    engine.showsImageType = { ImageFormat.shows(type: $0) }
    engine.frameMargins = source.nesting.margins
    engine.dimensionSource = { selection.dimensionSource(of: $0) }
    let characters = PageCharacters(of: document)
    let faces = PageFaceLoader(
      announce: { face in
        if let url = Self.firstAddress(of: face) { loader.prefetch(url, as: .font, referrer: page) }
      },
      load: { Self.load($0, for: characters, loader: loader, page: page, fonts: fonts, failures) })
    engine.foundFontFaces = { faces.begin($0) }
    engine.measureFont = { font in
      // Units like `ch` measure the page's own fonts.
      faces.load(for: font)
      let metrics = fonts.metrics(fonts.primaryFont(fonts.intern(FontRequest(font, language: ""))))
      return FontRelativeMetrics(
        xHeight: metrics.xHeight, capHeight: metrics.capHeight, zeroAdvance: metrics.zeroAdvance,
        uprightZeroAdvance: metrics.uprightZeroAdvance,
        ideographAdvance: metrics.ideographAdvance, lineHeight: metrics.lineSpacing)
    }
    styles = engine.run()
    viewportStyle = .initial
    (self.engine, self.faces, self.failures) = (engine, faces, failures)
    (self.collector, limits) = (collector, source.options.limits)
    finish()
  }

  /// The features for media queries.
  static func media(_ options: PageOptions, _ viewport: LayoutViewport) -> MediaContext {
    var media = MediaContext(width: viewport.size.width.pixels, height: viewport.size.height.pixels)
    media.deviceWidth = Double(viewport.screen.width)
    media.deviceHeight = Double(viewport.screen.height)
    media.type = options.media == .print ? .print : .screen
    media.prefersDark = options.colorScheme == .dark
    media.prefersReducedMotion = options.prefersReducedMotion
    media.devicePixelRatio = options.scale
    // Small screens are touched.
    media.canHover = !options.isMobile
    media.hasFinePointer = !options.isMobile
    return media
  }

  /// Finds the styles once more, now that layout has found out how large the query containers are.
  /// Nil: as if there had been no layout yet.
  mutating func restyle(containerSizes: [NodeID: ContainerSize]?) {
    engine.containerSize = containerSizes.map { sizes in { sizes[$0].map { ($0.width, $0.height) } } }
    styles = engine.run()
    finish()
  }

  /// Finds the styles again that some changes can have touched: all that there were since the last time.
  mutating func update(after changes: [DocumentChange]) -> StyleChange {
    let result = engine.update(after: changes)
    styles = result.styles
    finish()
    return result.change
  }

  /// How many fonts of the page's own were asked for: with more, text may look otherwise.
  var fontCount: Int { faces.loadedCount }

  private mutating func finish() {
    // 3. The fonts that styles use.
    for style in styles.styles { faces.announce(for: style.font) }
    for style in styles.styles { faces.load(for: style.font) }

    // 4. https://drafts.csswg.org/css-writing-modes-4/#principal-flow
    let document = styles.document
    var values = StyleValues()
    values.box.display = .block
    let root = document.documentElement
    if !root.isNone, let style = styles.style(of: root) {
      var principal = style
      // What is contained keeps it to itself. https://drafts.csswg.org/css-contain-2/#contain-property
      if document.isHTML(root, .html), let body = Self.body(of: root, document), let own = styles.style(of: body),
        style.usedContainment.isEmpty, own.usedContainment.isEmpty
      {
        principal = own
      }
      values.text.writingMode = principal.text.writingMode
      values.text.direction = principal.text.direction
      (values.box.scrollbarGutter, values.box.scrollbarWidth) = (style.box.scrollbarGutter, style.box.scrollbarWidth)
    }
    viewportStyle = ComputedStyle(values)
  }

  /// Loads the faces of a family when a style uses it.
  private final class PageFaceLoader {
    /// By the family's name in lower case.
    private var waiting: [String: [FontFaceRule]] = [:]
    private var announced: Set<String> = []
    private var hasBegun = false
    private(set) var loadedCount = 0
    private let announce: (FontFaceRule) -> Void
    private let load: (FontFaceRule) -> Void
    init(announce: @escaping (FontFaceRule) -> Void, load: @escaping (FontFaceRule) -> Void) {
      (self.announce, self.load) = (announce, load)
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
        faces.forEach(announce)
      }
    }

    func load(for font: FontStyle) {
      if waiting.isEmpty { return }
      announce(for: font)
      for case .named(let name) in font.families {
        guard let faces = waiting.removeValue(forKey: name.lowercased()) else { continue }
        faces.forEach(load)
        loadedCount += faces.count
      }
    }
  }

  private final class FailureList {
    var messages: [String] = []
  }

  private static func join(_ address: String, _ base: String) -> String {
    PageURL(base)?.joined(address)?.href ?? PageURL(address)?.href ?? address
  }

  private static func body(of root: NodeID, _ document: Document) -> NodeID? {
    var child = document.firstChild(root)
    while !child.isNone {
      if document.isHTML(child, .body) { return child }
      child = document.nextSibling(child)
    }
    return nil
  }

  /// The document's base URL.
  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
  static func baseURL(of document: Document, page: PageURL) -> PageURL {
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isHTML(node, .base), let address = document.attribute(node, .href) {
        return page.joined(address) ?? page
      }
      node = document.next(node, within: root)
    }
    return page
  }

  private static let knownFormats: Set = [
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
  private static func load(
    _ face: FontFaceRule, for characters: PageCharacters, loader: ResourceLoader, page: PageURL, fonts: FontContext,
    _ failures: FailureList
  ) {
    var descriptors = FontFaceDescriptors()
    descriptors.weight = face.weight.map { Double($0.lowerBound)...Double($0.upperBound) }
    descriptors.stretch = face.stretch.map { Double($0.lowerBound)...Double($0.upperBound) }
    if face.isItalic { descriptors.slant = .italic }
    if let oblique = face.oblique { descriptors.slant = .oblique(Double(oblique.upperBound)) }
    descriptors.unicodeRanges = face.unicodeRanges
    descriptors.variations = face.variationSettings.map { FontVariation(FontTag($0.tag), Double($0.value)) }
    descriptors.features = face.featureSettings.map { FontFeature(FontTag($0.tag), UInt32(clamping: Int($0.value))) }
    descriptors.override = MetricsOverride(
      ascent: face.ascentOverride.map(Double.init), descent: face.descentOverride.map(Double.init),
      lineGap: face.lineGapOverride.map(Double.init), sizeAdjust: Double(face.sizeAdjust))
    var isNeeded = true
    for source in face.sources {
      switch source {
      case .local(let name):
        if fonts.addFontFace(local: name, family: face.family, descriptors: descriptors) { return }
      case .url(let address, let format):
        guard knownFormats.contains(format.lowercased()), let url = PageURL(address) else { continue }
        isNeeded = face.unicodeRanges.isEmpty || characters.contain(anyOf: face.unicodeRanges)
        switch loader.load(url, as: .font, referrer: page) {
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
      if document.isHTML(node, .style) || document.isHTML(node, .script) {
        node = document.nextSkippingChildren(node, within: root)
        continue
      }
      if document.kind(node) == .text {
        document.withText(node) { result.formUnion(String(decoding: $0, as: UTF8.self).unicodeScalars.map(\.value)) }
      }
      node = document.next(node, within: root)
    }
    return result.sorted()
  }
}
