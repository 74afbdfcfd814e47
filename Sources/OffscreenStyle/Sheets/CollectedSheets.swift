import OffscreenCSS
import OffscreenDOM

/// The style sheets of a document's author, in the order of the cascade, and those of its user.
package final class CollectedSheets {
  package let sheets: [StyleSheet]
  /// Of the one who looks at the page: weaker than the author's, but for what is important.
  /// https://drafts.csswg.org/css-cascade-5/#cascade-origin-user
  package var userSheets: [StyleSheet] = []
  /// Those of shadow trees, by root.
  package var shadowSheets: [(root: NodeID, sheets: [StyleSheet])] = []
  /// Those that scripts have registered; they come before those of `@property`.
  package var registered: [String: RegisteredProperty] = [:]
  /// What `color-scheme: normal` means: the schemes that the page supports.
  package var colorScheme = ColorScheme()
  /// The base URL of `style` attributes.
  package let documentURL: String
  private let load: (_ url: String, _ base: String) -> StyleSheet?
  private var loaded: [String: StyleSheet?] = [:]

  /// Sheets that are loaded already; `load` gets those that they import.
  package init(
    _ sheets: [StyleSheet], documentURL: String = "",
    load: @escaping (_ url: String, _ base: String) -> StyleSheet? = { _, _ in nil }
  ) {
    (self.sheets, self.documentURL, self.load) = (sheets, documentURL, load)
  }

  /// Of one of them at least, not all was read.
  var areCutShort: Bool {
    sheets.contains { $0.isCutShort } || shadowSheets.contains { $0.sheets.contains { $0.isCutShort } }
      || loaded.values.contains { $0?.isCutShort ?? false }
  }

  /// Whether any of them, of those that were imported too, could begin an animation or a transition.
  package private(set) lazy var mentionAnimations =
    sheets.contains { AnimationTable.isMentioned(in: $0.buffer.bytes) }
    || shadowSheets.contains { $0.sheets.contains { AnimationTable.isMentioned(in: $0.buffer.bytes) } }
    || loaded.values.contains { $0.map { AnimationTable.isMentioned(in: $0.buffer.bytes) } ?? false }

  func imported(_ rule: ImportRule, by sheet: StyleSheet) -> StyleSheet? {
    let key = sheet.baseURL + "\n" + rule.url
    if let known = loaded[key] { return known }
    // While it is loaded, it is not there: a sheet that imports itself gets nothing.
    loaded.updateValue(nil, forKey: key)
    let result = load(rule.url, sheet.baseURL)
    loaded.updateValue(result, forKey: key)
    return result
  }

  /// The same as a value.
  var imported: (ImportRule, StyleSheet) -> StyleSheet? { { self.imported($0, by: $1) } }
}
