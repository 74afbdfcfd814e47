import Foundation
import OffscreenImages

/// The layout viewport in CSS pixels.
public struct Viewport: Hashable, Sendable, LosslessStringConvertible {
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

/// A box to fit a picture into, of which one side may be left open; or one that it is to cover.
public struct ThumbnailSize: Hashable, Sendable, LosslessStringConvertible {
  /// Device pixels; nil is as much as the shape asks for.
  public var width: Int?
  public var height: Int?
  /// Whether the picture gets exactly this size: it is scaled until it covers the box, and what stands out is cut off,
  /// at both sides evenly and at the bottom. A smaller picture is enlarged.
  public private(set) var covers = false

  public init(width: Int?, height: Int?) { (self.width, self.height) = (width, height) }

  /// A box that the picture is to cover.
  public init(covering width: Int, _ height: Int) { (self.width, self.height, covers) = (width, height, true) }

  /// From `WxH`, `Wx` or `xH`; `WxH^` is to be covered.
  public init?(_ text: String) {
    if text.hasSuffix("^") {
      guard let box = ThumbnailSize(String(text.dropLast())), !box.covers, let width = box.width,
        let height = box.height
      else { return nil }
      self.init(covering: width, height)
      return
    }
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

  public var description: String {
    "\(width.map(String.init) ?? "")x\(height.map(String.init) ?? "")\(covers ? "^" : "")"
  }
}

/// Which hosts a page may be loaded from.
public enum NetworkPolicy: String, Sendable, CaseIterable {
  case none
  /// No private and no loopback addresses.
  case `public`
  case all
}

/// The media type, for media queries.
public enum PageMedia: String, Sendable, CaseIterable, Codable { case screen, print }

public enum PageColorScheme: String, Sendable, CaseIterable, Codable { case light, dark }

public enum SettleClock: String, Sendable, CaseIterable, Codable {
  /// The page's own: time passes as fast as the page can be computed.
  case virtual
  /// The wall clock: the picture is taken that much later.
  case real
}

/// A style sheet of the user's.
public enum UserStyle: Hashable, Sendable {
  /// CSS.
  case text(String)
  /// A file's path.
  case file(String)
}

/// How a page is loaded and what picture is taken of it.
public struct PageOptions: Hashable, Sendable {
  public var viewport = Viewport(width: 1280, height: 800)
  /// The part of the page that the picture shows.
  public var region = PictureRegion.viewport
  /// Whether the picture is as tall as the document.
  public var fullPage: Bool {
    get { region == .fullPage }
    set { region = newValue ? .fullPage : .viewport }
  }
  /// Whether the page is laid out on sheets of paper.
  public var isOnPages: Bool {
    get { region == .pages }
    set { region = newValue ? .pages : .viewport }
  }
  /// CSS pixels around an element or a part that is shown, up to 10,000.
  public var padding = 0.0
  /// Where the viewport's top left is in the document, as far as it can be scrolled: fixed and sticky boxes
  /// follow.
  public var scroll = PagePoint.zero
  /// Whether the page is laid out as on a small screen with touch: by its `viewport` meta, or else 980 pixels
  /// wide, and scaled to the viewport's width.
  public var isMobile = false
  /// Whether a page that is wider than the viewport is laid out at its own width and scaled to the
  /// viewport's.
  public var fitsWidth = false
  public var media = PageMedia.screen
  /// The media feature `prefers-color-scheme`; pages whose `color-scheme` has both are dark or light by it.
  public var colorScheme = PageColorScheme.light
  /// Whether the reader would rather see less movement: the value of the media feature `prefers-reduced-motion`.
  public var prefersReducedMotion = false
  public var languages = ReaderLanguages.usual
  /// Style sheets of the user's: weaker than the page's own, but for what they call important.
  public var userStyles: [UserStyle] = []
  /// Selectors of elements that are left out.
  ///
  /// They get `display: none`, so that the page closes over their places, as it would without them; with
  /// `visibility: hidden` a banner would leave its hole, and what is in it could show itself again.
  public var hidden: [String] = []
  /// Whether the notices are left out, as with `hidden`, by which well-known tools ask for consent. A page that such
  /// a notice keeps from scrolling can scroll.
  public var hidesBanners = false
  /// The data in plain text that becomes links.
  public var dataDetectors: Set<DataDetector> = []
  /// Device pixels per CSS pixel.
  public var scale = 1.0
  public var thumbnail: ThumbnailSize?
  /// 1 to 100, for formats that lose something; nil is the format's usual.
  public var quality: Int?
  /// The backdrop of the page, visible where it paints nothing.
  public var background = PictureBackground.white
  /// On the page's own clock, after its load event.
  public var settle = Duration.seconds(1)
  /// Which clock runs while the page settles.
  public var settleClock = SettleClock.virtual
  /// The folder that a file page may read; nil is the page's own, `auto` all that is below the working folder, if
  /// the page lies there and it does not hold the user's home.
  public var root: String?
  public var network = NetworkPolicy.public
  /// The hosts that may be asked over the network, no others: names, or `.example.com` for all below. Empty: all.
  public var allowedHosts: [String] = []
  /// Hosts that may not be asked; they win over `allowedHosts`.
  public var deniedHosts: [String] = []
  /// Which page of a document that has pages (PDF, or an office's), from 1. Without it, the first is in the viewport, and
  /// all are below each other in what is larger.
  public var documentPage: Int?
  /// Whether pages of a document that are not in the picture may be asked for later.
  var showsAllOfDocument = false
  /// Which page of a web archive (WARC, WACZ, MHTML): its address, which may have a moment before it,
  /// `20261126150000/https://example.com/`; nil is the first.
  public var archivedPage: String?
  /// How much it may ask for.
  public var limits = PageLimits()
  /// On the wall clock, for everything.
  public var timeout = Duration.seconds(30)
  /// Whether a page of which something did not come in time fails; else it is painted with what has come.
  public var failsOnTimeout = false
  /// Headers, cookies and credentials of the page's requests.
  public var requests = RequestOptions()
  /// A folder that keeps what came over the network for other runs, as far as HTTP allows it.
  public var cache: String?
  /// A file that gets a line of JSON for each request, appended.
  public var requestLog: String?
  /// Whether the page's scripts run.
  public var runsScripts = true
  /// The settled page waits until this JavaScript expression is true; a promise is awaited.
  public var waitFor: String?
  /// Evaluated in the settled page.
  public var evaluate: String?
  /// The source of a script that runs in the page besides its own.
  public var userScript: String?
  /// When it runs.
  public var userScriptTime = UserScript.InjectionTime.documentStart
  /// Whether the page's console messages are kept.
  public var keepsConsole = false
  /// What the page's clock shows when it starts, in ISO 8601; nil is the moment of loading.
  public var date: String?
  /// Whether the engine compiles scripts to machine code; nil: for pages that are files.
  public var compilesScripts: Bool?
  /// Whether `hyphens: auto` parts words, by the dictionaries that are installed. Off by default:
  /// headless Chromium brings no dictionaries, so its pictures show whole words.
  public var hyphenates = false

  public init() {}

  static let usual = PageOptions()

  /// What is wrong with the values, if anything.
  public var problem: String? { optionProblem?.forKey }

  package var optionProblem: OptionProblem? {
    // 1. What the command line could not say either.
    for option in PageOption.all {
      guard let value = option.write(self) else { continue }
      var copy = self
      do throws(PageOption.Malformed) {
        try option.read(value, &copy)
      } catch {
        return OptionProblem(option, value.text, error)
      }
    }
    // 2. What makes sense by itself only.
    if Double(viewport.width) * scale * Double(viewport.height) * scale > Double(limits.picturePixels) {
      let what = "the picture would have more than \(limits.picturePixels) pixels (picturePixels)"
      return OptionProblem(nil, "\(what): choose a smaller viewport or scale")
    }
    if let problem = region.problem { return OptionProblem(nil, problem) }
    return requests.namedProblem.map { OptionProblem(PageOption.named($0.option), $0.reason) }
  }

  /// Whether a page is laid out the same with either: they may differ in what is shown of it.
  func hasSameLayout(as other: PageOptions) -> Bool {
    PageOption.all.allSatisfy { option in
      switch option.effect {
      case .work, .picture: true
      case .resources, .layout: option.write(self) == option.write(other)
      }
    }
  }

  /// Whether the picture is of the page as a reader finds it, before scrolling to anything.
  var showsStart: Bool { region.showsStart && scroll == .zero }
  /// Whether a picture shows what is in the viewport of the unscrolled page, whatever there is below.
  var paintsStart: Bool { region == .viewport && scroll == .zero && !isMobile && !fitsWidth && !isOnPages }

  /// Lets the wall clock run, where it is the page's, within half of the page's time.
  func waitForRealClock(_ duration: Duration) {
    guard settleClock == .real, duration > .zero else { return }
    Thread.sleep(forTimeInterval: min(duration, timeout / 2).milliseconds / 1000)
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

  /// Milliseconds since 1970 of an instant in ISO 8601.
  static func instant(_ text: String) -> Double? {
    let plain = Date.ISO8601FormatStyle()
    let precise = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let date = (try? plain.parse(text)) ?? (try? precise.parse(text)) ?? (try? plain.parse(text + "T00:00:00Z"))
    return date.map { ($0.timeIntervalSince1970 * 1000).rounded(.down) }
  }

  /// As `duration(_:)` reads it: whole seconds, or milliseconds.
  public static func text(_ duration: Duration) -> String {
    let milliseconds = Int(duration.milliseconds.rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}

extension PageOptions {
  /// Whether the files that are wanted can show the page like this.
  func check(_ outputs: [PictureOutput]) throws(RenderError) {
    for output in outputs {
      if case .avif = output.format, !Bitmap.canWriteAVIF {
        throw RenderError(
          .request,
          "\(output.path): AVIF needs libheif with an encoder for AV1, which is not there: apt-get install libheif1")
      }
    }
    if let problem = contradiction(with: outputs) { throw RenderError(.request, problem) }
  }

  /// Goes onto paper where what is wanted has pages: a PDF document, or pictures with a number each of what is printed,
  /// or is a document that has pages by its name.
  /// `requested`: what was said besides.
  package mutating func goOntoPaper(
    for outputs: [PictureOutput], of input: String, requested: RequestedOptions
  ) {
    if region == .viewport {
      let isNumbered = !outputs.isEmpty && outputs.allSatisfy { $0.format == .pdf || $0.isNumbered }
      let hasPages = DocumentHelper.hasPages(file: input)
      if outputs.contains(where: { $0.format == .pdf }) || isNumbered && (media == .print || hasPages) {
        region = .pages
      }
    }
    if isOnPages, requested[name: "media"] == nil { media = .print }
  }

  /// What no file of these formats can show, if anything.
  package func contradiction(with outputs: [PictureOutput]) -> String? {
    for output in outputs {
      if let problem = output.problem { return problem }
      if output.format == .pdf {
        if !isOnPages { return "\(output.path): a PDF document shows the page on paper, and no part of it" }
        if output.thumbnail != nil { return "\(output.path): a PDF document has no thumbnail" }
      }
      if !background.isOpaque, case .jpeg = output.format {
        return "\(output.path): a JPEG file cannot be transparent; write .png, .webp, .avif or .gif, "
          + "or choose an opaque background"
      }
    }
    return nil
  }
}
