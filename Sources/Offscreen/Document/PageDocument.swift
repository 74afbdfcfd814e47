import OffscreenHTML
import OffscreenLoading

/// A page's document, parsed, and what it came from.
struct PageDocument {
  private(set) var resource: Resource
  private(set) var parsed: ParsedDocument
  /// What its policies allow.
  private(set) var security: DocumentSecurity
  /// Nil where its scripts do not run.
  private(set) var scripting: PageScripting?
  private(set) var warnings: [String] = []
  /// Whether it shows what it shows where scripts run.
  let hasScripting: Bool
  /// Whether scripts of another page have run before, which has gone on to this one.
  private(set) var isLedToByScripts = false
  /// What is left of the time to settle.
  private(set) var settlingLeft = Duration.zero

  var url: PageURL { resource.finalURL }

  /// The document of a frame.
  /// `inherited`: of one that has no address of its own.
  init(frame resource: Resource, _ limits: PageLimits, inherited: DocumentSecurity? = nil) {
    (self.resource, parsed, hasScripting) = (resource, DocumentParsing.parse(resource, limits), true)
    security = DocumentSecurity(parsed.document, resource, inherited: inherited)
  }

  /// The document of a page, or of the page that it goes on to by itself while it settles. One that cannot
  /// be had leaves the page before it.
  init(_ given: Resource, loader: ResourceLoader, options: PageOptions) throws(RenderError) {
    var notes: [String] = []
    (resource, parsed, scripting) = try Self.open(given, loader, options, &notes)
    warnings = notes
    hasScripting = options.runsScripts
    security = DocumentSecurity(parsed.document, resource)
    if resource.bytes.isEmpty, !url.isAbout {
      warnings.append("\(loader.name(of: url)): the document is empty, the picture shows nothing")
    }
    settlingLeft = options.settle
    var visited: Set = [url.hrefWithoutFragment]
    for _ in 0..<loader.limits.redirects {
      guard let refresh = resource.refresh.flatMap({ MetaRefresh($0) }) ?? MetaRefresh.find(in: parsed.document),
        .seconds(refresh.seconds) <= settlingLeft, let address = refresh.address
      else { break }
      let base = PageStyling.baseURL(of: parsed.document, page: url)
      guard let target = base.joined(address), target.isHTTP || target.isFile,
        visited.insert(target.hrefWithoutFragment).inserted
      else { break }
      settlingLeft -= .seconds(refresh.seconds)
      options.waitForRealClock(.seconds(refresh.seconds))
      do {
        (resource, parsed, scripting) = try Self.open(
          try loader.load(target, as: .document, referrer: url).get(), loader, options, &warnings)
        security = DocumentSecurity(parsed.document, resource)
      } catch {
        warnings.append("\(error)")
        break
      }
    }
    if resource.mimeType.essence == "text/markdown", let warning = OptionalLibrary.cmark.warning {
      warnings.append(warning)
    }
    if scripting?.isParsing != true { DataDetection(options.dataDetectors).makeLinks(in: parsed.document) }
  }

  /// The page that led here goes on in this one.
  mutating func goOn(from earlier: PageScripting) {
    isLedToByScripts = !earlier.lacksEngine
    if let scripting { scripting.goOn(from: earlier) } else { warnings = earlier.warnings + warnings }
    earlier.end()
  }

  private static func open(
    _ given: Resource, _ loader: ResourceLoader, _ options: PageOptions, _ warnings: inout [String]
  ) throws(RenderError) -> (Resource, ParsedDocument, PageScripting?) {
    var resource = given
    let name = loader.name(of: resource.finalURL)
    if PageArchive.isArchive(resource.mimeType) {
      guard let archive = PageArchive(resource.bytes, url: resource.finalURL) else {
        throw RenderError(.input, "\(name): there is no page in this archive")
      }
      loader.use(archive)
      do throws(LoadError) { resource = try archive.page(options.archivedPage, name: name) } catch {
        throw RenderError(error)
      }
    } else if let page = options.archivedPage, !loader.isOfArchive {
      throw RenderError(
        .request,
        "\(name): has no page \(PageURL.displayed(page).onOneLine()); --page takes an address for web archives")
    }
    if resource.bytes.starts(with: "WARC/".utf8) {
      throw RenderError(
        .input, "\(name): this is a web archive, which is read from files that end with .warc, .warc.gz or .warc.zst")
    }
    if let pages = try DocumentPages(resource, loader, options) {
      warnings += pages.warnings
      return (pages.document, pages.parsed, nil)
    }
    if let number = options.documentPage, number != 1 {
      throw RenderError(
        .request, "\(name): has no page \(number); --page is for documents that have pages, such as PDF and Word's")
    }
    if let what = DocumentParsing.whatCannotBeShown(resource.mimeType) {
      throw RenderError(.input, "\(name): this is \(what), not a page")
    }
    let runsScripts = options.runsScripts && !DocumentSecurity(nil, resource).sandbox.contains(.scripts)
    guard runsScripts, resource.mimeType.isHTML else {
      let parsed = DocumentParsing.parse(resource, options.limits)
      // What is no HTML is parsed at once, and is a document for scripts as well: of Markdown, of a text, of a picture.
      return (
        resource, parsed,
        runsScripts ? PageScripting(resource, nil, firstScript: nil, encoding: parsed.encoding) : nil
      )
    }
    let (parsed, scripting) = DocumentParsing.begin(resource, options.limits)
    return (resource, parsed, scripting)
  }
}
