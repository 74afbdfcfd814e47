import OffscreenCSS

/// The layout viewport in CSS pixels.
public struct Viewport: Hashable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// From `WxH`; nil where it is not that or not between 1 and 32,767.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0,
      width <= 32_767, height <= 32_767
    else { return nil }
    self.init(width: width, height: height)
  }

  public var description: String { "\(width)x\(height)" }
}

/// A box to fit a picture into: one side may be left open.
public struct ThumbnailSize: Hashable, Sendable, CustomStringConvertible {
  /// Device pixels; nil is as much as the shape asks for.
  public var width: Int?
  public var height: Int?

  public init(width: Int?, height: Int?) { (self.width, self.height) = (width, height) }

  /// From `WxH`, `Wx` or `xH`.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    func side(_ text: Substring) -> Int?? {
      if text.isEmpty { return .some(nil) }
      guard let value = Int(text), value > 0, value <= 32_767 else { return nil }
      return .some(value)
    }
    guard let width = side(parts[0]), let height = side(parts[1]), width != nil || height != nil else { return nil }
    self.init(width: width, height: height)
  }

  public var description: String { "\(width.map(String.init) ?? "")x\(height.map(String.init) ?? "")" }
}

/// Which hosts a page may be loaded from.
public enum NetworkPolicy: String, Sendable, CaseIterable {
  case none
  /// No private and no loopback addresses.
  case `public`
  case all
}

/// How a page is loaded and what picture is taken of it.
public struct PageOptions: Sendable {
  public var viewport = Viewport(width: 1280, height: 800)
  /// Whether the picture is as tall as the document.
  public var fullPage = false
  /// Device pixels per CSS pixel.
  public var scale = 1.0
  public var thumbnail: ThumbnailSize?
  /// What is seen where the page paints nothing.
  public var background = PictureBackground.white
  /// On the page's own clock, after its load event.
  public var settle = Duration.seconds(1)
  /// The folder that a file page may read; nil is the page's own.
  public var root: String?
  public var network = NetworkPolicy.public
  /// Which page of a document that has pages (PDF), from 1.
  public var documentPage = 1
  /// On the wall clock, for everything.
  public var timeout = Duration.seconds(30)
  /// Whether a page of which something did not come in time fails; else it is painted with what has come.
  public var failsOnTimeout = false
  /// What is sent with the page's requests.
  public var requests = RequestOptions()
  /// A folder that keeps what came over the network for other runs, as far as HTTP allows it.
  public var cache: String?
  /// A file that gets a line of JSON for each request, appended.
  public var requestLog: String?
  /// Not implemented: scripts come with the script engine; until then pages are parsed as with
  /// scripting off.
  public var runsScripts = true
  /// Whether `hyphens: auto` parts words, by the dictionaries that are installed. Off by default:
  /// headless Chromium brings no dictionaries, so its pictures show whole words.
  public var hyphenates = false

  public init() {}

  /// What is wrong with the values, if anything.
  public var problem: String? {
    if !(scale > 0 && scale <= 8) { return "the scale must be more than 0 and at most 8" }
    if Double(viewport.width) * scale * Double(viewport.height) * scale > Double(PageRenderer.outputPixels) {
      return "the picture would have more than \(PageRenderer.outputPixels / 1_000_000) megapixels: "
        + "choose a smaller viewport or scale"
    }
    if documentPage < 1 { return "pages count from 1" }
    return requests.problem
  }

  /// From `0`, `250ms`, `1s`, `1.5s`, `2m`.
  public static func duration(_ text: String) -> Duration? {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
    for (suffix, factor) in units where text.hasSuffix(suffix) {
      let number = text.dropLast(suffix.count)
      guard let value = Double(number), value.isFinite, value >= 0, value * factor <= 86_400 else { return nil }
      if suffix.isEmpty, value != 0 { return nil }
      return .milliseconds(Int((value * factor * 1000).rounded()))
    }
    return nil
  }
}

extension PageOptions {
  /// Whether the files that are wanted can show the page like this.
  func check(_ outputs: [PictureOutput]) throws(RenderError) {
    if background.isOpaque { return }
    for output in outputs {
      guard case .jpeg = output.format else { continue }
      throw RenderError(
        .request, "\(output.path): a JPEG file cannot be transparent; write .png or .webp, or choose an opaque background")
    }
  }

  /// What media queries see.
  var media: MediaContext {
    var media = MediaContext(width: Double(viewport.width), height: Double(viewport.height))
    media.devicePixelRatio = scale
    media.canHover = true
    media.hasFinePointer = true
    return media
  }
}
