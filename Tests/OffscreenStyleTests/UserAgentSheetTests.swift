import OffscreenCSS
import OffscreenDOM
import Testing

@testable import OffscreenStyle

@Suite struct UserAgentSheetTests {
  /// The sheets serve every document, so they may speak only of names that every document knows by the
  /// same atoms.
  @Test func namesAreKnown() {
    let names = NameTable()
    for text in [PackageResources.html_css, PackageResources.quirks_css] { _ = StyleSheet(text, names: names) }
    let unknown = (KnownName.allCases.count..<names.count).map { names.spelling(of: Atom(rawValue: Int32($0))) }
    #expect(unknown == [], "add these to KnownName")
    #expect(UserAgentSheet.html.rules.count > 100 && UserAgentSheet.quirks.rules.count > 5)
  }
}
