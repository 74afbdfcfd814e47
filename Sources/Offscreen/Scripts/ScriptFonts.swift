import OffscreenCSS
import OffscreenLoading
import OffscreenStyle
import OffscreenText

/// The fonts of scripts: what their sources are, and whether they are there.
/// https://drafts.csswg.org/css-font-loading-3/
final class PageFontLoading {
  private let session: PageSession
  private let viewport: LayoutViewport
  /// What fonts are tried in: nothing is shown with it.
  private lazy var trial = session.source.fonts.separate()
  private var tried: [String: Bool] = [:]

  private static let mostTried = 1_000

  init(_ session: PageSession, _ viewport: LayoutViewport) { (self.session, self.viewport) = (session, viewport) }

  /// The text of `src`, with absolute addresses; nil where it is not valid.
  func source(_ text: String, base: String) -> [FontFaceRule.Source]? {
    let base = PageURL(base) ?? session.current?.base ?? session.source.page
    let context = ParsingContext(joinURL: { address, _ in base.joined(address)?.href ?? address })
    return FontFaceRule.sources(text, context)
  }

  /// Whether one of the sources is a font. The loader keeps what it has loaded for layout.
  /// https://drafts.csswg.org/css-font-loading-3/#font-face-load
  func isLoaded(_ text: String, base: String) -> Bool {
    for source in source(text, base: base) ?? [] {
      switch source {
      case .local(let name): if trial.addFontFace(local: name, family: "trial") { return true }
      case .url(let address, _):
        if let known = tried[address] {
          if known { return true }
          continue
        }
        guard tried.count < Self.mostTried, let url = PageURL(address) else { continue }
        var isFont = false
        if case .success(let resource) = session.source.requests.load(url, as: .font) {
          isFont = trial.addFontFace(bytes: resource.bytes, family: "trial")
        }
        tried[address] = isFont
        if isFont { return true }
      }
    }
    return false
  }

  /// Whether layout has asked for a family of `@font-face` rules.
  func isUsed(_ family: String) -> Bool {
    _ = session.layout(at: viewport)
    return session.current?.styling.hasLoaded(family) ?? false
  }
}
