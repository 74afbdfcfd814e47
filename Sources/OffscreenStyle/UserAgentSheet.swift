import OffscreenCSS
import OffscreenDOM

/// The style sheets of the user agent itself.
///
/// Optimization: they are read once for all documents, which takes as long as to render a small page. They
/// speak of `KnownName`s alone, whose atoms are the same in every document; a test holds them to that.
enum UserAgentSheet {
  static let html = StyleSheet(PackageResources.html_css, names: NameTable())
  static let quirks = StyleSheet(PackageResources.quirks_css, names: NameTable())
  /// Of what the parser of HTML leaves in tables.
  static let markup = StyleSheet(
    "@namespace \"http://www.w3.org/1999/xhtml\";"
      + ":is(table, thead, tbody, tfoot, tr) > form { display: none !important }", names: NameTable())
  static let scripting = StyleSheet(
    "@namespace \"http://www.w3.org/1999/xhtml\"; noscript { display: none !important }", names: NameTable())
  /// For pages that speak of such parts alone: its rules are about every element.
  static let scrollParts = StyleSheet(
    """
    ::scroll-marker-group { display: block }
    ::scroll-marker, ::column::scroll-marker { color: -webkit-link; text-decoration: underline; cursor: pointer }
    ::scroll-button(*) {
      letter-spacing: initial; word-spacing: initial; line-height: normal; text-transform: initial;
      text-indent: initial; text-shadow: initial; text-align: center; font: 13.333333px Arial; display: inline-block;
      margin: 0; color: ButtonText; appearance: auto; box-sizing: border-box; align-items: flex-start; cursor: default;
      padding-block: 1px; padding-inline: 6px; border: 2px outset ButtonBorder; background-color: ButtonFace
    }
    ::scroll-button(*):disabled {
      color: light-dark(rgba(16, 16, 16, 0.3), rgba(255, 255, 255, 0.3));
      border-color: light-dark(rgba(118, 118, 118, 0.3), rgba(195, 195, 195, 0.3));
      background-color: light-dark(rgba(239, 239, 239, 0.3), rgba(19, 1, 1, 0.3))
    }
    """, names: NameTable())

  /// The keyframes of view transitions, which pages may name.
  static var transitions: ActiveRules {
    let sheet = StyleSheet(
      """
      @keyframes -ua-view-transition-fade-out { to { opacity: 0 } }
      @keyframes -ua-view-transition-fade-in { from { opacity: 0 } }
      @keyframes -ua-mix-blend-mode-plus-lighter {
        from { mix-blend-mode: plus-lighter } to { mix-blend-mode: plus-lighter }
      }
      """, names: NameTable())
    var rules = ActiveRules(media: MediaContext(width: 800, height: 600)) { _, _ in true }
    rules.add(sheet)
    return rules
  }

  /// A menu with `appearance: base-select`.
  static let baseSelect =
    resetText + """
      display: inline-flex; align-items: normal; gap: 0.5em; padding-block: 0.25em; padding-inline: 0.5em;
      border: 1px solid currentcolor; border-radius: 0.5em; background-color: transparent; opacity: 1;
      white-space: normal; overflow: visible; min-inline-size: calc-size(auto, max(size, 24px));
      min-block-size: calc-size(auto, max(size, 24px, 1lh));
      """
  static let disabledBaseSelect = "color: color-mix(in oklab, currentcolor 50%, transparent);"
  /// What a page puts in place of the text of such a menu.
  static let buttonOfBaseSelect = resetText + "display: contents;"
  private static let resetText = """
    color: inherit; font: inherit; letter-spacing: inherit; word-spacing: inherit; text-transform: inherit;
    text-indent: inherit; text-shadow: inherit; text-align: inherit;
    """

  /// Later ones are stronger.
  static func sheets(for document: Document, hasScripting: Bool, scrollParts isScrolling: Bool) -> [StyleSheet] {
    var sheets = document.isXML ? [html] : [html, markup]
    if document.quirksMode == .quirks { sheets.append(quirks) }
    if isScrolling { sheets.append(scrollParts) }
    if hasScripting { sheets.append(scripting) }
    return sheets
  }
}
