import OffscreenDOM
import OffscreenLoading
import OffscreenScript

/// The loaded document of a page; only the page's jobs use it.
final class PageContents {
  private let fonts: String?
  private var knownRenderer: PageRenderer?
  /// Its cookies, for all navigations.
  private var knownJar: CookieJar?
  /// What its scripts leave to pages after them.
  let memory = ScriptMemory()
  private(set) var loaded: LoadedPage?
  private var laidOut: LaidOutPage?

  init(fonts: String?) { self.fonts = fonts }

  func renderer() throws(RenderError) -> PageRenderer {
    if let knownRenderer { return knownRenderer }
    do {
      let renderer = try PageRenderer(fonts: fonts)
      knownRenderer = renderer
      return renderer
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(.input, "\(error)")
    }
  }

  func jar() throws(RenderError) -> CookieJar {
    if let knownJar { return knownJar }
    let jar = CookieJar(try renderer().network)
    knownJar = jar
    return jar
  }

  func show(_ loaded: LoadedPage, _ laidOut: LaidOutPage) { (self.loaded, self.laidOut) = (loaded, laidOut) }

  /// Gives back what can be made again of what was loaded.
  func releaseCaches() {
    laidOut = nil
    loaded?.document.scripting?.releaseCaches()
    knownRenderer?.releaseCaches()
  }

  /// The page laid out with these options: again only where they ask for another layout.
  func layout(_ options: PageOptions) throws(WebPageError) -> LaidOutPage {
    guard let loaded else { throw .nothingThere("there is no page yet to take a picture of") }
    if let laidOut, laidOut.serves(options) {
      laidOut.show(options, fingerprint: try fingerprint(options))
      return laidOut
    }
    do {
      let page = try renderer().layOut(loaded, options)
      laidOut = page
      return page
    } catch {
      throw .failed(error)
    }
  }

  private func fingerprint(_ options: PageOptions) throws(WebPageError) -> Fingerprint {
    do { return try renderer().fingerprint(options) } catch { throw .failed(error) }
  }

  func snapshot(_ options: PageOptions, format: PictureOutput.Format) throws(WebPageError) -> [Snapshot] {
    let output = PictureOutput(path: "the picture", thumbnail: options.thumbnail, format: format)
    return try snapshots(options, [output]).first ?? []
  }

  /// The pictures for each of several outputs, of one drawing.
  func snapshots(_ options: PageOptions, _ outputs: [PictureOutput]) throws(WebPageError) -> [[Snapshot]] {
    if let problem = options.problem { throw .failed(RenderError(.request, problem)) }
    do { try options.check(outputs) } catch { throw .failed(error) }
    let page = try layout(options)
    let rendering: Rendering
    do { rendering = try page.render(outputs) } catch { throw .failed(error) }
    if rendering.pictures.isEmpty { throw Self.noPicture }
    return outputs.indices.map { output in
      rendering.pictures.filter { $0.output == output }.map {
        Snapshot(data: $0.data, width: $0.width, height: $0.height, warnings: rendering.warnings)
      }
    }
  }

  static let noPicture = WebPageError.failed(RenderError(.limit, "no picture was made"))

  /// Evaluates an expression in the page.
  func evaluate(
    _ expression: String, _ options: PageOptions, _ host: any ScriptHost
  ) throws(WebPageError) -> PageEvaluation {
    let page = try layout(options)
    page.scripting?.host = host
    guard let evaluation = page.evaluate(expression) else { throw .exception("the page's scripts do not run") }
    return evaluation
  }

  /// The address and the title of what is shown, which scripts may have changed.
  var facts: (address: String, title: String)? {
    laidOut.map { ($0.address.withoutCredentials().href, $0.facts.title) }
  }

  /// Where elements are; with a selector, those that it matches.
  func boxes(_ options: PageOptions, matching selector: String?) throws(WebPageError) -> PageBoxes {
    if let problem = options.problem { throw .failed(RenderError(.request, problem)) }
    let wanted = selector.flatMap { PageSelector($0) }
    if let selector, wanted == nil { throw .failed(RenderError(.request, PageSelector.problem(selector))) }
    return try layout(options).boxes(matching: wanted)
  }
}
