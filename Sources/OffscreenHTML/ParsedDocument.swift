import OffscreenDOM

/// The result of parsing a document.
package struct ParsedDocument {
  package var document: Document
  /// The encoding's name.
  package var encoding: Encoding
  package var diagnostics: [ParseDiagnostic]

  package init(document: Document, encoding: Encoding, diagnostics: [ParseDiagnostic]) {
    (self.document, self.encoding, self.diagnostics) = (document, encoding, diagnostics)
  }
}

/// Something that the parser could not do as asked.
package enum ParseDiagnostic: Hashable, Sendable, CustomStringConvertible {
  case elementLimitReached
  case tooDeep
  case invalidXML(line: Int, message: String)

  package var description: String {
    switch self {
    case .elementLimitReached: "the document has too many elements: the rest is left out"
    case .tooDeep: "elements are nested too deeply: the deepest are beside their parents"
    case .invalidXML(let line, let message): "line \(line): \(message)"
    }
  }
}
