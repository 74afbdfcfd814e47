import Foundation
import OffscreenImages
import OffscreenLoading
import OffscreenRaster
import OffscreenText

/// What decides over the pixels of a picture besides the page: the engine's version, the font set,
/// the libraries and the options. Two pictures of one page with equal fingerprints have equal pixels.
///
/// librsvg and Pango, which only pages with SVG or with Thai text need, are opened with such a page, and
/// are not part of it: to ask them for their versions would take longer than to render a small page.
/// `offscreen doctor` tells them.
///
/// Pictures carry it as a text chunk of their PNG file. It names nothing of the machine (no path, no
/// date, no host), so that the same page gives the same bytes everywhere.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  /// A field whose values are not the same; nil where one side does not have it.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    public var name: String
    public var expected: String?
    public var actual: String?

    public var description: String { "\(name): \(expected ?? "unknown") became \(actual ?? "unknown")" }
  }

  /// The keyword of the text chunk.
  static let keyword = "Offscreen-Fingerprint"

  /// In the order in which they are written.
  public private(set) var fields: [Field]

  /// Of this program with a font folder.
  init(fonts folder: String) {
    fields = [Field(name: "engine", value: OffscreenVersion.current), Field(name: "fonts", value: FontSet.hash(of: folder))]
    let libraries = [("cairo", Rasterizer.libraryVersion)] + TextLibraries.versions() + ImageLibraries.versions()
    fields += libraries.map { Field(name: $0.0, value: $0.1) }
  }

  /// Of this program, without options. `fonts`: a font folder in place of the bundled one.
  public static func current(fonts folder: String? = nil) throws(RenderError) -> Fingerprint {
    do {
      return Fingerprint(fonts: try FontLocation.folder(folder))
    } catch {
      throw RenderError(.input, error.description)
    }
  }

  func with(_ options: PageOptions) -> Fingerprint {
    var copy = self
    copy.fields += options.pixelFields
    return copy
  }

  /// For one output of several.
  func with(_ thumbnail: ThumbnailSize?) -> Fingerprint {
    var copy = self
    for index in copy.fields.indices where copy.fields[index].name == "thumbnail" {
      copy.fields[index].value = thumbnail?.description ?? "no"
    }
    return copy
  }

  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  // MARK: Text

  /// `engine=0.1.0; fonts=...; ...`
  public var description: String { fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }

  /// From its text; nil where there is nothing of that form in it. Fields that this version does not
  /// know are kept.
  public init?(_ text: String) {
    fields = text.prefix(10_000).split(separator: ";").prefix(100).compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      return Field(name: sides[0].filter { $0 != " " }, value: String(sides[1]))
    }
    if fields.isEmpty { return nil }
  }

  // MARK: In pictures

  var notes: [PNGText] { [PNGText("Software", "Offscreen \(OffscreenVersion.current)"), PNGText(Self.keyword, description)] }

  /// The fingerprint that a PNG file carries.
  public static func read(png bytes: [UInt8]) -> Fingerprint? {
    PNGText.read(bytes).first { $0.keyword == keyword }.flatMap { Fingerprint($0.text) }
  }

  // MARK: Comparing

  /// What differs, in the order of the fields, with this one as what is expected.
  public func differences(to actual: Fingerprint) -> [Difference] {
    let names = fields.map(\.name) + actual.fields.map(\.name).filter { self[$0] == nil }
    return names.compactMap { name in
      self[name] == actual[name] ? nil : Difference(name: name, expected: self[name], actual: actual[name])
    }
  }
}

extension PageOptions {
  /// The options that can change the picture: limits of time and reach do not count.
  fileprivate var pixelFields: [Fingerprint.Field] {
    let fields: [(String, String)] = [
      ("viewport", viewport.description), ("full-page", fullPage ? "yes" : "no"), ("scale", "\(scale)"),
      ("thumbnail", thumbnail?.description ?? "no"), ("scripts", runsScripts ? "yes" : "no"),
      ("settle", "\(settle.milliseconds)ms"),
    ] + unusualPixelFields
    return fields.map { Fingerprint.Field(name: $0.0, value: $0.1) }
  }

  /// Named only where they are not as usual.
  private var unusualPixelFields: [(String, String)] {
    var fields: [(String, String)] = []
    if hyphenates { fields.append(("hyphenate", "yes")) }
    switch region {
    case .element(let selector): fields.append(("selector", Self.oneField(selector)))
    case .rect(let rect): fields.append(("clip", rect.description))
    case .viewport, .fullPage: break
    }
    if background != .white { fields.append(("background", background.description)) }
    if padding != 0 { fields.append(("padding", "\(padding)")) }
    if scroll != .zero { fields.append(("scroll", scroll.description)) }
    if isMobile { fields.append(("mobile", "yes")) }
    if fitsWidth { fields.append(("fit", "yes")) }
    if media != .screen { fields.append(("media", media.rawValue)) }
    if colorScheme != .light { fields.append(("color-scheme", colorScheme.rawValue)) }
    if !dataDetectors.isEmpty { fields.append(("detectors", dataDetectors.map(\.rawValue).sorted().joined(separator: ","))) }
    if !userStyles.isEmpty || !hidden.isEmpty { fields.append(("user-styles", userStylesHash)) }
    return fields
  }

  /// Files by their names: their contents are known when the page is loaded.
  private var userStylesHash: String {
    let sheets = userStyles.map { style in
      switch style {
      case .text(let text): text
      case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
      }
    }
    return String(ContentHash.sha256(Array((sheets + ["hidden"] + hidden).joined(separator: "\n").utf8)).prefix(16))
  }

  /// Semicolons part the fields.
  private static func oneField(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200).map { $0.isASCII && $0.value >= 0x20 && $0 != ";" ? Character($0) : " " })
      .trimmingCharacters(in: .whitespaces)
  }
}

extension PageOptions {
  /// The options that a picture's fingerprint tells; what it does not tell is as usual.
  public init(_ fingerprint: Fingerprint) {
    self.init()
    if let viewport = fingerprint["viewport"].flatMap({ Viewport($0) }) { self.viewport = viewport }
    fullPage = fingerprint["full-page"] == "yes"
    if let scale = fingerprint["scale"].flatMap({ Double($0) }) { self.scale = scale }
    thumbnail = fingerprint["thumbnail"].flatMap { ThumbnailSize($0) }
    runsScripts = fingerprint["scripts"] != "no"
    hyphenates = fingerprint["hyphenate"] == "yes"
    if let clip = fingerprint["clip"].flatMap({ PageRect($0) }) { region = .rect(clip) }
    if let selector = fingerprint["selector"] { region = .element(selector) }
    if let padding = fingerprint["padding"].flatMap({ Double($0) }) { self.padding = padding }
    if let scroll = fingerprint["scroll"].flatMap({ PagePoint($0) }) { self.scroll = scroll }
    isMobile = fingerprint["mobile"] == "yes"
    fitsWidth = fingerprint["fit"] == "yes"
    if let media = fingerprint["media"].flatMap({ PageMedia(rawValue: $0) }) { self.media = media }
    if let scheme = fingerprint["color-scheme"].flatMap({ PageColorScheme(rawValue: $0) }) { colorScheme = scheme }
    if let background = fingerprint["background"].flatMap({ PictureBackground($0) }) { self.background = background }
    if let settle = fingerprint["settle"].flatMap({ PageOptions.duration($0) }) { self.settle = settle }
  }
}
