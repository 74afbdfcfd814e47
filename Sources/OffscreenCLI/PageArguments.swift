import ArgumentParser
import Offscreen

/// How a page is loaded and shown: what every command that renders is told.
struct PageSettings: ParsableArguments {
  @Option(help: ArgumentHelp("The layout viewport in CSS pixels.", valueName: "WxH"))
  var viewport = Viewport(width: 1280, height: 800)

  @Flag(help: "Make the picture as tall as the document, not the viewport.")
  var fullPage = false

  @Option(help: ArgumentHelp("Device pixels per CSS pixel, up to 8.", valueName: "F"))
  var scale = 1.0

  @Option(help: ArgumentHelp("Scale the picture down to fit WxH, Wx or xH, keeping its shape.", valueName: "WxH"))
  var thumbnail: ThumbnailSize?

  @Option(help: ArgumentHelp(
    "What is seen where the page paints nothing: none (transparent, for PNG and WebP) or a CSS colour.",
    valueName: "COLOR"))
  var background = PictureBackground.white

  @Option(help: ArgumentHelp("How long the page may settle after loading: 0, 250ms, 1s.", valueName: "DURATION"))
  var settle = TimeSpan(.seconds(1))

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
    if let reason = options.problem { throw ValidationError(reason) }
  }

  var options: PageOptions {
    var options = PageOptions()
    options.viewport = viewport
    options.fullPage = fullPage
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

/// What `render` and `inspect` are told about a page.
struct PageArguments: ParsableArguments {
  @Argument(
    help: "A file, a file:, http:, https: or data: URL, or - for HTML on standard input.",
    completion: .file(extensions: ["html", "htm", "xhtml", "svg", "mhtml", "md", "pdf"]))
  var input: String

  @OptionGroup(title: "Page") var settings: PageSettings
}

extension Viewport: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}

extension ThumbnailSize: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension PictureBackground: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}

extension NetworkPolicy: ExpressibleByArgument {}

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
