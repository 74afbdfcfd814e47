import Foundation
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenPlatform
import OffscreenRaster
import OffscreenStyle
import OffscreenText

/// Turns pages into pictures, one after the other. Synchronous; stays on one thread, which needs a
/// large stack (`LargeStackThread`).
public final class PageRenderer {
  private let fonts: FontLibrary
  private let maker: Fingerprint
  private var hyphenator: Hyphenator?
  let network = NetworkSession()
  /// Who loads for this process, where it may not itself.
  var broker: BrokerClient?
  /// Whether pages and style sheets may be pipes, or files that are open already: not in a process whose
  /// requests come that way.
  var allowsStreams = true

  /// `fonts`: a font folder in place of the bundled one.
  public convenience init(fonts folder: String? = nil) throws { try self.init(fonts: folder, broker: nil) }

  package init(fonts folder: String?, broker: BrokerClient?) throws {
    self.broker = broker
    do {
      let folder = try FontLocation.folder(folder)
      fonts = try FontLibrary(fonts: folder)
      maker = Fingerprint(fonts: folder)
    } catch {
      throw RenderError(.input, error.description)
    }
  }

  /// The inputs of the pixels of a picture taken with these options, besides the page.
  public func fingerprint(_ options: PageOptions) -> Fingerprint { maker.with(options) }

  /// Loads a page and takes the pictures that are wanted of it.
  public func render(_ input: String, options: PageOptions, outputs: [PictureOutput]) throws -> Rendering {
    try render(input, options: options, outputs: outputs, inspects: false, listsResources: true).0
  }

  /// The same, with the boxes of its elements as JSON where they are wanted: one layout serves both.
  package func render(
    _ input: String, options: PageOptions, outputs: [PictureOutput], inspects: Bool, listsResources: Bool
  ) throws -> (Rendering, boxes: String?) {
    try options.check(outputs)
    let page = try load(input, options: options)
    // A log gets its last lines when the page goes.
    if options.requestLog == nil { ProcessEnd.keep(page) }
    page.listsResources = listsResources
    return (try page.render(outputs), inspects ? page.inspection() : nil)
  }

  /// Loads a page and returns the boxes of its elements.
  /// `styles`: the elements' computed values too.
  public func inspect(
    _ input: String, options: PageOptions, styles: Bool = false
  ) throws -> (json: String, warnings: [String]) {
    let page = try load(input, options: options)
    return (page.inspection(styles: styles), page.warnings)
  }

  /// Loads a page and evaluates the options' expression in it once it has settled: no picture is made.
  public func evaluate(
    _ input: String, options: PageOptions
  ) throws -> (evaluation: PageEvaluation, console: [ConsoleLine], warnings: [String]) {
    let page = try load(input, options: options)
    guard let evaluation = page.evaluation else { throw RenderError(.request, "there is no expression to evaluate") }
    return (evaluation, page.console, page.warnings)
  }

  /// Loads a page and lays it out. `input`: a path, an address, or `-` for standard input.
  func load(_ input: String, options: PageOptions) throws(RenderError) -> LaidOutPage {
    guard let pageInput = PageInput(input) else {
      throw RenderError(.input, "\(PageURL.displayed(input).onOneLine()): not a valid address")
    }
    return try load(pageInput, name: input == "-" ? "standard input" : PageURL.displayed(input), options: options)
  }

  /// `name`: what messages call the page.
  package func load(_ pageInput: PageInput, name: String, options: PageOptions) throws(RenderError) -> LaidOutPage {
    let loader = try loader(for: pageInput.baseURL, options, name: name)
    let loaded = try open(pageInput, loader: loader, options)
    let (settled, page) = try settle(loaded, options, UnattendedHost())
    try page.checkWait(name)
    options.waitForRealClock(settled.document.settlingLeft)
    return page
  }

  // MARK: In steps

  /// A loader for one page. `name`: what messages call the page. `policyOf`: the page whose rights it has, in place of
  /// the page's own. `within`: who loaded the page that leads there.
  func loader(
    for base: PageURL, _ options: PageOptions, name: String? = nil, policyOf source: PageURL? = nil,
    within earlier: ResourceLoader? = nil, questions: LoadQuestions? = nil, cookies: CookieJar? = nil
  ) throws(RenderError) -> ResourceLoader {
    let names = name.map { FileNames(page: base, given: $0) }
    if let broker {
      if let problem = broker.problem { throw RenderError(problem) }
      return ResourceLoader(
        broker, page: base, network: options.loadPolicyNetwork,
        limits: options.limits.loading(timeout: options.timeout), isStrict: options.requests.isStrict, names: names)
    }
    var rights = try options.rights(of: base, policyOf: source, allowsStreams: allowsStreams, name: name)
    // Where a page of an archive leads is in the archive, too, or nowhere.
    if let archived = earlier?.archived { rights.archived = archived.leading(to: base) }
    return ResourceLoader(rights, names: names, session: network, cookies: cookies, questions: questions)
  }

  /// Loads a page's document. `referrer`: the page that leads there.
  func open(
    _ input: PageInput, referrer: PageURL? = nil, loader: ResourceLoader, _ options: PageOptions
  ) throws(RenderError) -> LoadedPage {
    var timings = StageTimings()
    // What the user named is an archive: the page is in it.
    let input = referrer == nil ? loader.archivedPage.map { .url($0) } ?? input : input
    let userSheets = try UserSheets(options, loader: loader)
    let resource: Resource
    do {
      resource = try timings.measure(.load) { () throws(LoadError) in try Self.resource(input, referrer, loader) }
    } catch {
      throw RenderError(error)
    }
    let document = try timings.measure(.parse) { () throws(RenderError) in
      try PageDocument(resource, loader: loader, options: options)
    }
    return LoadedPage(document: document, loader: loader, userSheets: userSheets, timings: timings)
  }

  /// Lays a page out; where its scripts go on to another page, that one, and so on until a page stays.
  func settle(
    _ first: LoadedPage, _ options: PageOptions, _ host: any ScriptHost
  ) throws(RenderError) -> (LoadedPage, LaidOutPage) {
    first.document.scripting?.host = host
    first.document.scripting?.navigationsLeft = options.limits.redirects
    var (page, laidOut) = (first, try layOut(first, options))
    while let scripting = page.document.scripting, var document = scripting.goal {
      document.goOn(from: scripting)
      page = LoadedPage(
        document: document, loader: page.loader, userSheets: page.userSheets, timings: laidOut.session.timings)
      laidOut = try layOut(page, options)
    }
    return (page, laidOut)
  }

  /// Lays a page out.
  func layOut(_ page: LoadedPage, _ options: PageOptions) throws(RenderError) -> LaidOutPage {
    if options.hyphenates, hyphenator == nil { hyphenator = Hyphenator() }
    return LaidOutPage(
      page.document, loader: page.loader, fonts: fonts.sharedFonts(hyphenator: options.hyphenates ? hyphenator : nil),
      options: options, userSheets: page.userSheets,
      fingerprint: fingerprint(options), timings: page.timings)
  }

  /// Gives back what the pages so far have left in the fonts.
  func releaseCaches() {
    fonts.releaseFonts()
    hyphenator = nil
  }

  private static func resource(
    _ input: PageInput, _ referrer: PageURL?, _ loader: ResourceLoader
  ) throws(LoadError) -> Resource {
    switch input {
    case .url(let url):
      do throws(LoadError) {
        return try loader.load(url, as: .document, referrer: referrer).get()
      } catch {
        throw referrer == nil && url.isFile ? PageAdvice.explained(error, path: url.decodedPath) : error
      }
    case .request(let url, let content):
      return try loader.load(url, as: .document, referrer: referrer, content: content).get()
    case .standardInput: return try resource(0, "standard input", input, loader)
    case .descriptor(let number): return try resource(number, "/dev/fd/\(number)", input, loader)
    case .resource(let resource): return resource
    }
  }
}

extension PageRenderer {
  /// Text without a file name is HTML.
  private static func resource(
    _ descriptor: Int32, _ name: String, _ input: PageInput, _ loader: ResourceLoader
  ) throws(LoadError) -> Resource {
    let bytes = try NamedFile.read(
      descriptor: descriptor, name: name, limit: loader.limits.resourceBytes, deadline: loader.deadline)
    let found = MIMEType.sniffed(bytes)
    let isText = found.isHTML || found.isXML || found == .plainText
    return Resource(bytes: bytes, mimeType: isText ? .html : found, finalURL: input.baseURL)
  }
}

/// A page's document, and what is needed to lay it out.
struct LoadedPage {
  let document: PageDocument
  let loader: ResourceLoader
  let userSheets: UserSheets
  let timings: StageTimings
}

extension PageURL {
  var isAbout: Bool { scheme == "about" || scheme == "data" }
}
