import OffscreenCSS
import OffscreenDOM

/// The style sheets of the user agent itself.
enum UserAgentSheet {
  /// Later ones are stronger.
  static func sheets(for document: Document, hasScripting: Bool) -> [StyleSheet] {
    var sheets = [StyleSheet(PackageResources.html_css, names: document.names)]
    if document.quirksMode == .quirks {
      sheets.append(StyleSheet(PackageResources.quirks_css, names: document.names))
    }
    if hasScripting {
      sheets.append(StyleSheet("noscript { display: none !important }", names: document.names))
    }
    return sheets
  }
}
