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

  /// Later ones are stronger.
  static func sheets(for document: Document, hasScripting: Bool) -> [StyleSheet] {
    var sheets = document.isXML ? [html] : [html, markup]
    if document.quirksMode == .quirks { sheets.append(quirks) }
    if hasScripting { sheets.append(scripting) }
    return sheets
  }
}
