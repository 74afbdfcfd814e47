import Foundation
import OffscreenDOM
import OffscreenHTML
import OffscreenLoading
import OffscreenPlatform
import OffscreenScript

/// A document whose scripts are still to run, or have run: they run once, however often it is laid out.
final class PageScripting {
  /// Paused at the first script; nil where parsing is done.
  private var parser: HTMLParser?
  private let firstScript: NodeID?
  private let resource: Resource
  private let encoding: Encoding
  private(set) var scripts: PageScripts?
  private var services: PageScriptServices?
  private var options = PageOptions()

  /// Who answers what the scripts ask.
  var host: any ScriptHost = UnattendedHost()
  /// How often the page may still go on to another one.
  var navigationsLeft = 0
  /// The page that led here.
  var referrer: PageURL?
  /// The page that it has gone on to.
  private(set) var goal: PageDocument?

  init(_ resource: Resource, _ parser: HTMLParser?, firstScript: NodeID?, encoding: Encoding) {
    (self.resource, self.parser, self.firstScript, self.encoding) = (resource, parser, firstScript, encoding)
  }

  deinit {
    // Optimization: giving back what the engine holds takes longer than an empty page's script.
    if !ProcessEnd.isNear { scripts?.close() }
  }

  /// What scripts have changed that is not in the document, where they have run.
  var scripted: ScriptedState? { services?.session.source.scripted }

  /// Gives back the layout that scripts were answered by, and what the engine has made of their text: they run again when
  /// the page has been laid out anew.
  func releaseCaches() {
    services?.session.releaseCaches()
    scripts?.releaseMemory()
  }

  /// Whether the document is not whole before its scripts run.
  var isParsing: Bool { parser != nil }

  /// Of this page, and of those that have led to it.
  private(set) var warnings: [String] = []
  private var earlierConsole: [ConsoleLine] = []
  private var hasRun = false

  /// Runs the page from its first script to the settled page, once.
  func run(in session: PageSession, at viewport: LayoutViewport, _ options: PageOptions) {
    if hasRun {
      services?.use(session, viewport)
      return
    }
    hasRun = true
    let wasParsing = isParsing
    let scripts = makeScripts(in: session, at: viewport, options)
    scripts.run(settling: options.waitFor == nil ? options.settle.milliseconds : 0)
    if let expression = options.waitFor, evaluation == nil, !scripts.isLeft {
      hasWaited = scripts.wait(for: expression, within: Self.longestWait)
      scripts.settle(options.settle.milliseconds)
    }
    if wasParsing { DataDetection(options.dataDetectors).makeLinks(in: session.source.document) }
    if let expression = options.evaluate, evaluation == nil, !scripts.isLeft {
      evaluation = PageEvaluation(scripts.evaluate(expression))
      scripts.runWhatIsDue()
    }
    warnings += scripts.warnings + [services?.finishDrawing()].compactMap { $0 }
    // A page that has run none keeps nothing for them.
    if !scripts.isOpen {
      end()
      lacksEngine = scripts.lacksEngine
      if lacksEngine { goal = withoutScripts(session.source.loader, options) }
    } else if ProcessEnd.isNear {
      ScriptLibrary.releaseCode()
    }
  }

  /// Whether the page has scripts, none of which could run.
  private(set) var lacksEngine = false

  /// The page as it is for those who run no scripts, with what it says to them (`noscript`): for want of an engine. One
  /// that is asked for what its scripts have done stays as it is.
  private func withoutScripts(_ loader: ResourceLoader, _ options: PageOptions) -> PageDocument? {
    guard options.waitFor == nil, options.evaluate == nil else { return nil }
    var wanted = options
    wanted.runsScripts = false
    return try? PageDocument(resource, loader: loader, options: wanted)
  }

  /// Evaluates an expression in the page as it is now, and runs what that has set going.
  func evaluate(
    _ expression: String, in session: PageSession, at viewport: LayoutViewport, _ options: PageOptions
  ) -> PageEvaluation {
    defer { _ = services?.finishDrawing() }
    let known = self.scripts
    let scripts = known ?? makeScripts(in: session, at: viewport, options)
    // So long the page was there without any script.
    if known == nil { scripts.settle(options.settle.milliseconds) }
    let result = scripts.evaluate(expression)
    scripts.runWhatIsDue()
    return PageEvaluation(result)
  }

  private func makeScripts(in session: PageSession, at viewport: LayoutViewport, _ options: PageOptions) -> PageScripts
  {
    let client = session.source.security.sandbox.contains(.origin) ? PageURL(scheme: "about") : nil
    return makeScripts(in: session, PageScriptServices(session, viewport, self, client: client), options)
  }

  /// `place`: of a frame. `address`: what the document's scripts see as theirs, if it is another than the resource's.
  func makeScripts(
    in session: PageSession, _ services: PageScriptServices, _ options: PageOptions, place: WindowPlace? = nil,
    address: PageURL? = nil
  ) -> PageScripts {
    var settings = ScriptSettings()
    settings.timeOrigin = options.clockStart
    settings.keepsConsole = options.keepsConsole
    // They are for the page, not for its frames.
    settings.userScripts = place == nil ? host.userScripts.map(\.setting) : []
    if let source = options.userScript {
      settings.userScripts.append(UserScript(source, at: options.userScriptTime).setting)
    }
    settings.compiles = options.compilesScripts(of: resource.finalURL)
    (settings.seconds, settings.nodes) = (Double(options.limits.scriptTime), options.limits.nodes)
    settings.referrer = Referrer.value(from: referrer, to: resource.finalURL) ?? ""
    settings.referringURL = referrer
    settings.sandbox = session.source.security.sandbox
    (settings.messageHandlers, settings.memory) = (host.messageHandlers, host.memory)
    if place == nil, referrer == nil { host.memory.forgetHistory() }
    let made = PageScripts(
      document: session.source.document, parser: parser, url: address ?? resource.finalURL, encoding: encoding,
      contentType: resource.mimeType.essence, services: services, settings: settings, in: place)
    session.source.scripted.pictureTime = { [weak made] in made?.pictureTime }
    made.firstScript = parser == nil ? nil : firstScript
    session.source.security.report = { [weak made] in made?.report($0) }
    parser = nil
    (self.services, scripts, self.options) = (services, made, options)
    return made
  }

  /// Milliseconds of the page's clock. The time limit is one of the wall clock, and ends the page by itself.
  private static let longestWait = 600_000.0

  /// Whether what the page was to wait for has come.
  private(set) var hasWaited = true
  /// What the options' expression gave: once, in the first page that stayed until then. It may lead to another one.
  private(set) var evaluation: PageEvaluation?
  var console: [ConsoleLine] { earlierConsole + (scripts?.console.map { line($0) } ?? []) }

  func log(_ message: ConsoleMessage) { host.log(line(message)) }

  private func line(_ message: ConsoleMessage) -> ConsoleLine {
    var line = ConsoleLine(level: message.level, text: message.text)
    if let place = message.place {
      line.address = PageURL(place.address).map { services?.loader.name(of: $0) ?? $0.displayed } ?? place.address
      line.line = place.line
    }
    return line
  }

  // MARK: Going elsewhere

  private func action(_ navigation: ScriptNavigation) -> NavigationAction {
    NavigationAction(
      address: navigation.url.withoutCredentials().href, method: navigation.content?.method ?? "GET",
      type: NavigationType(navigation.cause), isMainFrame: true, opensWindow: navigation.opensWindow,
      source: resource.finalURL.withoutCredentials().href)
  }

  /// What becomes of a window that the scripts want to open.
  func placement(of navigation: ScriptNavigation) -> WindowPlacement {
    goal == nil ? host.placement(of: action(navigation), navigation) : .elsewhere
  }

  /// The scripts want to go elsewhere. Whether the page is left.
  func navigate(_ navigation: ScriptNavigation) -> Bool {
    guard let services, goal == nil else { return false }
    // 1. Whether it may.
    guard case .load = host.decide(action(navigation), navigation) else { return false }
    // 2. Loading. What cannot be had leaves the page where it is.
    do {
      guard let resource = try load(navigation, services.loader) else { return false }
      goal = try open(resource, services.loader)
      return true
    } catch let error as RenderError {
      warn(error.message)
    } catch {
      warn("\(error)")
    }
    return false
  }

  /// Nil where there is nothing to show.
  private func load(_ navigation: ScriptNavigation, _ loader: ResourceLoader) throws -> Resource? {
    let isReload = navigation.cause == .reload
    let name = loader.name(of: navigation.url).onOneLine()
    guard navigationsLeft > 0 else {
      throw RenderError(
        .limit, options.limits.warning("redirects", "the page goes on from one page to the next, and not to \(name)"))
    }
    // A page that was given as a text comes from nowhere.
    if isReload, resource.file == nil, resource.status == nil { return resource }
    guard navigation.url.isLoadable else {
      throw RenderError(.policy, "the page wants to go on to \(name), which is not an address of a page")
    }
    let found = try loader.load(
      navigation.url, as: .document, referrer: resource.finalURL,
      content: isReload ? resource.content : navigation.content, isFresh: navigation.url.isHTTP || navigation.url.isFile
    ).get()
    // https://html.spec.whatwg.org/multipage/browsing-the-web.html#attempt-to-populate-the-history-entry's-document
    return [204, 205].contains(found.status) ? nil : found
  }

  private func open(_ found: Resource, _ loader: ResourceLoader) throws(RenderError) -> PageDocument {
    // The engine compiles for all pages of a process or for none.
    let isLessTrusted =
      options.compilesScripts(of: resource.finalURL) && !options.compilesScripts(of: found.finalURL)
    var wanted = options
    if isLessTrusted { wanted.runsScripts = false }
    let document = try PageDocument(found, loader: loader, options: wanted)
    if isLessTrusted {
      warn(
        "\(loader.name(of: found.finalURL).onOneLine()): its scripts do not run, since a page of the network is not to be compiled: --script-jit off lets them run"
      )
    }
    return document
  }

  private func warn(_ message: String) {
    if warnings.count < Self.mostWarnings, !warnings.contains(message) { warnings.append(message) }
  }

  private static let mostWarnings = 20

  /// The page that led here goes on in this one.
  func goOn(from earlier: PageScripting) {
    host = earlier.host
    navigationsLeft = earlier.navigationsLeft - 1
    warnings = earlier.warnings
    earlierConsole = earlier.console
    (evaluation, referrer) = (earlier.evaluation, earlier.resource.finalURL)
  }

  /// Nothing of the page runs any more: gives back what its scripts had.
  func end() {
    scripts?.close()
    (scripts, services, goal) = (nil, nil, nil)
  }
}

extension NavigationType {
  fileprivate init(_ cause: ScriptNavigation.Cause) {
    self =
      switch cause {
      case .script: .script
      case .link: .link
      case .form: .form
      case .reload: .reload
      }
  }
}

extension PageOptions {
  /// Milliseconds since 1970 at which the page's clock begins: the moment of loading.
  fileprivate var clockStart: Double {
    date.flatMap(Self.instant) ?? (Date().timeIntervalSince1970 * 1000).rounded(.down)
  }

  /// Whether the engine makes machine code: not for pages of the network, whose scripts are anybody's.
  fileprivate func compilesScripts(of page: PageURL) -> Bool { compilesScripts ?? page.isFile }
}
