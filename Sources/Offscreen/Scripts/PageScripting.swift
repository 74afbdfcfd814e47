import Foundation
import OffscreenDOM
import OffscreenHTML
import OffscreenLoading
import OffscreenScript

/// A document whose scripts are still to run, or have run: they run once, however often it is laid out.
final class PageScripting {
  /// Paused at the first script; nil where parsing is done.
  private var parser: HTMLParser?
  private let firstScript: NodeID?
  private let resource: Resource
  private let encoding: Encoding
  private(set) var scripts: PageScripts?
  private(set) var services: PageScriptServices?

  init(_ resource: Resource, _ parser: HTMLParser?, firstScript: NodeID?, encoding: Encoding) {
    (self.resource, self.parser, self.firstScript, self.encoding) = (resource, parser, firstScript, encoding)
  }

  /// Whether the document is not whole before its scripts run.
  var isParsing: Bool { parser != nil }

  private(set) var warnings: [String] = []
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
    if let expression = options.waitFor {
      hasWaited = scripts.wait(for: expression, within: Self.longestWait)
      scripts.settle(options.settle.milliseconds)
    }
    if wasParsing { DataDetection(options.dataDetectors).makeLinks(in: session.source.document) }
    if let expression = options.evaluate { evaluation = PageEvaluation(scripts.evaluate(expression)) }
    warnings = scripts.warnings + [services?.finishDrawing()].compactMap { $0 }
    if let goal = services?.navigation {
      warnings.append("the page goes on to \(goal.url.displayed.onOneLine()), which is not followed yet")
    }
    // A page that has run none keeps nothing for them.
    if !scripts.isOpen { (self.scripts, services) = (nil, nil) }
  }

  /// Evaluates an expression in the page as it is now.
  func evaluate(
    _ expression: String, in session: PageSession, at viewport: LayoutViewport, _ options: PageOptions
  ) -> PageEvaluation {
    defer { _ = services?.finishDrawing() }
    return PageEvaluation((scripts ?? makeScripts(in: session, at: viewport, options)).evaluate(expression))
  }

  private func makeScripts(in session: PageSession, at viewport: LayoutViewport, _ options: PageOptions) -> PageScripts
  {
    let services = PageScriptServices(session, viewport)
    var settings = ScriptSettings()
    settings.timeOrigin = options.clockStart
    settings.keepsConsole = options.keepsConsole
    settings.userScripts = [options.userScript].compactMap { $0.map { Array($0.utf8) } }
    settings.compiles = options.compilesScripts(of: resource.finalURL)
    let made = PageScripts(
      document: session.source.document, parser: parser, url: resource.finalURL, encoding: encoding,
      contentType: resource.mimeType.essence, services: services, settings: settings)
    made.firstScript = parser == nil ? nil : firstScript
    parser = nil
    (self.services, scripts) = (services, made)
    return made
  }

  /// Milliseconds of the page's clock. The time limit is one of the wall clock, and ends the page by itself.
  private static let longestWait = 600_000.0

  /// Whether what the page was to wait for has come.
  private(set) var hasWaited = true
  private(set) var evaluation: PageEvaluation?
  var console: [ConsoleLine] { scripts?.console.map { ConsoleLine(level: $0.level, text: $0.text) } ?? [] }
}

extension PageOptions {
  /// Milliseconds since 1970 at which the page's clock begins: the moment of loading.
  fileprivate var clockStart: Double {
    date.flatMap(Self.instant) ?? (Date().timeIntervalSince1970 * 1000).rounded(.down)
  }

  /// Whether the engine makes machine code: not for pages of the network, whose scripts are anybody's.
  fileprivate func compilesScripts(of page: PageURL) -> Bool { compilesScripts ?? page.isFile }
}
