import ArgumentParser
import Offscreen

/// How a page is loaded and shown: what every command that renders is told.
struct PageSettings: ParsableArguments {
  @Option(help: ArgumentHelp("The layout viewport in CSS pixels.", valueName: "WxH"))
  var viewport = Viewport(width: 1280, height: 800)

  @Flag(help: "Make the picture as tall as the document, not the viewport.")
  var fullPage = false

  @Option(help: ArgumentHelp(
    "Show the first element that the selector matches, as far as it takes room.", valueName: "SELECTOR"))
  var selector: String?

  @Option(help: ArgumentHelp("Show a part of the document, in CSS pixels from its top left.", valueName: "X,Y,W,H"))
  var clip: PageRect?

  @Option(help: ArgumentHelp("CSS pixels around the element or the part that is shown.", valueName: "F"))
  var padding = 0.0

  @Option(help: ArgumentHelp(
    "Scroll the viewport to a place of the document, as far as it goes; fixed and sticky boxes follow.",
    valueName: "X,Y"))
  var scroll: PagePoint?

  @Flag(help: ArgumentHelp(
    "Lay the page out as on a small touch screen: by its viewport meta, else 980 pixels wide, and scale it to the viewport's width."))
  var mobile = false

  @Flag(help: "Lay a page that is wider than the viewport out at its own width, and scale it to the viewport's.")
  var fit = false

  @Option(help: ArgumentHelp("Device pixels per CSS pixel, up to 8.", valueName: "F"))
  var scale = 1.0

  @Option(help: ArgumentHelp("Scale the picture down to fit WxH, Wx or xH, keeping its shape.", valueName: "WxH"))
  var thumbnail: ThumbnailSize?

  @Option(help: ArgumentHelp(
    "What is seen where the page paints nothing: none (transparent, for PNG and WebP) or a CSS colour.",
    valueName: "COLOR"))
  var background = PictureBackground.white

  @Option(help: ArgumentHelp("Which media the page's queries see: screen or print.", valueName: "MEDIA"))
  var media = PageMedia.screen

  @Option(help: ArgumentHelp("Which colours the reader prefers: light or dark.", valueName: "SCHEME"))
  var colorScheme = PageColorScheme.light

  @Option(
    help: ArgumentHelp(
      "A style sheet of the user's: weaker than the page's own, but for what it calls !important. May be repeated.",
      valueName: "FILE"), completion: .file(extensions: ["css"]))
  var css: [String] = []

  @Option(help: ArgumentHelp(
    "Leave out the elements that the selector matches, as if they were not there. May be repeated.",
    valueName: "SELECTOR"))
  var hide: [String] = []

  @Option(help: ArgumentHelp("How long the page may settle after loading: 0, 250ms, 1s.", valueName: "DURATION"))
  var settle = TimeSpan(.seconds(1))

  @Option(help: ArgumentHelp(
    "Which clock runs meanwhile: the page's own, which costs no time, or the wall clock: virtual or real.",
    valueName: "CLOCK"))
  var settleClock = SettleClock.virtual

  @Option(help: ArgumentHelp(
    "The folder that a file page may read, and that its /absolute URLs start from. Default: the page's folder.",
    valueName: "DIR"))
  var root: String?

  @Option(help: ArgumentHelp("none, public (no private or loopback address) or all.", valueName: "POLICY"))
  var network = NetworkPolicy.public

  @Option(help: ArgumentHelp("The whole page's limit on the wall clock, loading and settling included.", valueName: "DURATION"))
  var timeout = TimeSpan(.seconds(30))

  @Option(help: ArgumentHelp("A font folder in place of the bundled one.", valueName: "DIR"))
  var fonts: String?

  @Flag(help: "Do not run the page's scripts.")
  var noScripts = false

  @Flag(help: "Let hyphens: auto part words, by the installed dictionaries of libhyphen.")
  var hyphenate = false

  @Option(name: .customLong("page"), help: ArgumentHelp("Which page of a PDF document.", valueName: "N"))
  var documentPage = 1

  @OptionGroup(title: "Network") var requests: NetworkArguments

  func validate() throws {
    if [fullPage, selector != nil, clip != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--full-page, --selector and --clip: the picture shows one of them")
    }
    if let reason = options.problem { throw ValidationError(reason) }
  }

  var options: PageOptions {
    var options = PageOptions()
    options.viewport = viewport
    options.fullPage = fullPage
    if let selector { options.region = .element(selector) }
    if let clip { options.region = .rect(clip) }
    options.padding = padding
    options.scroll = scroll ?? .zero
    options.isMobile = mobile
    options.fitsWidth = fit
    options.media = media
    options.colorScheme = colorScheme
    options.userStyles = css.map { .file($0) }
    options.hidden = hide
    options.settleClock = settleClock
    options.scale = scale
    options.thumbnail = thumbnail
    options.background = background
    options.settle = settle.duration
    options.root = root
    options.network = network
    options.timeout = timeout.duration
    options.runsScripts = !noScripts
    options.hyphenates = hyphenate
    options.documentPage = documentPage
    requests.apply(to: &options)
    return options
  }
}

extension PageSettings {
  /// The same as a worker's request says it.
  func apply(to request: inout WorkerRequest) {
    request.viewport = viewport.description
    request.fullPage = fullPage
    request.selector = selector
    request.clip = clip?.description
    if padding != 0 { request.padding = padding }
    request.scroll = scroll?.description
    if mobile { request.mobile = true }
    if fit { request.fit = true }
    request.scale = scale
    request.thumbnail = thumbnail?.description
    if background != .white { request.background = background.description }
    if media != .screen { request.media = media.rawValue }
    if colorScheme != .light { request.colorScheme = colorScheme.rawValue }
    if !css.isEmpty { request.css = css }
    if !hide.isEmpty { request.hide = hide }
    request.settle = settle.defaultValueDescription
    if settleClock != .virtual { request.settleClock = settleClock.rawValue }
    request.root = root
    request.network = network.rawValue
    request.timeout = timeout.defaultValueDescription
    request.scripts = !noScripts
    request.hyphenate = hyphenate ? true : nil
    if documentPage != 1 { request.page = documentPage }
    requests.apply(to: &request)
  }
}

/// What `render` and `inspect` are told about a page.
struct PageArguments: ParsableArguments {
  @Argument(
    help: "A file, a file:, http:, https: or data: URL, or - for HTML on standard input.",
    completion: .file(extensions: ["html", "htm", "xhtml", "svg", "mhtml", "md", "pdf"]))
  var input: String

  @OptionGroup(title: "Page") var settings: PageSettings
  @OptionGroup(title: "Process") var sandboxing: SandboxArguments
}

extension Viewport: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}

extension ThumbnailSize: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension PageRect: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension PagePoint: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension PictureBackground: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}

extension NetworkPolicy: ExpressibleByArgument {}
extension PageMedia: ExpressibleByArgument {}
extension PageColorScheme: ExpressibleByArgument {}
extension SettleClock: ExpressibleByArgument {}

/// A duration as the command line writes it.
struct TimeSpan: ExpressibleByArgument {
  var duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    guard let duration = PageOptions.duration(argument) else { return nil }
    self.duration = duration
  }

  var defaultValueDescription: String {
    let (seconds, attoseconds) = duration.components
    return attoseconds == 0 ? "\(seconds)s" : "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms"
  }
}
