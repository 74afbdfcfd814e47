import OffscreenDOM

/// A style sheet as it was written, read once. Which rules apply is for `ActiveRules` to say.
package final class StyleSheet: Sendable {
  /// The tokens that declarations are ranges of.
  package let buffer: TokenBuffer
  package let rules: [Rule]
  /// Its base URL.
  package let baseURL: String
  /// The element that its owner is a child of: scopes without a beginning begin there.
  /// https://drafts.csswg.org/css-cascade-6/#scope-atrule
  package let scopeRoot: NodeID
  /// It has more rules or tokens than are read.
  package let isCutShort: Bool
  /// It speaks of buttons, markers or groups of markers of scroll containers.
  package let asksForScrollParts: Bool

  package static let maximumRules = 100_000

  /// Reads UTF-8 (see `StyleSheetEncoding`). Names are interned in the document's table.
  package convenience init(
    _ source: some Collection<UInt8>, baseURL: String = "", names: NameTable, scopeRoot: NodeID = .none
  ) {
    let buffer = TokenBuffer(source)
    var parser = StyleSheetParser(buffer, names: names)
    let rules = parser.rules()
    let isCutShort = parser.isCutShort || buffer.tokens.count >= TokenBuffer.maximumTokens
    self.init(
      buffer: buffer, rules: rules, baseURL: baseURL, scopeRoot: scopeRoot, isCutShort: isCutShort,
      asksForScrollParts: parser.asksForScrollParts)
  }

  package convenience init(_ source: String, baseURL: String = "", names: NameTable) {
    self.init(Array(source.utf8), baseURL: baseURL, names: names)
  }

  private init(
    buffer: TokenBuffer, rules: [Rule], baseURL: String, scopeRoot: NodeID, isCutShort: Bool, asksForScrollParts: Bool
  ) {
    self.asksForScrollParts = asksForScrollParts
    (self.buffer, self.rules, self.baseURL, self.isCutShort) = (buffer, rules, baseURL, isCutShort)
    self.scopeRoot = scopeRoot
  }

  /// The `@import` rules, which a loader has to fetch.
  package var imports: [ImportRule] {
    rules.compactMap { if case .import(let rule) = $0 { rule } else { nil } }
  }

  /// The declarations of a `style` attribute.
  package static func declarations(ofAttribute buffer: TokenBuffer) -> [SyntaxDeclaration] {
    var reader = SyntaxReader(buffer)
    var declarations: [SyntaxDeclaration] = []
    while let item = reader.nextInDeclarationList() {
      if case .declaration(let declaration) = item { declarations.append(declaration) }
    }
    return declarations
  }
}
