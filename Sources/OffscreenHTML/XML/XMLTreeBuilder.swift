import CXML
import OffscreenDOM

/// Builds a document from libxml2's events.
final class XMLTreeBuilder {
  let document: Document
  /// Valid while the parser runs.
  var context: xmlParserCtxtPtr?
  private(set) var diagnostics: [ParseDiagnostic] = []
  private var open: [NodeID] = [.document]
  private var pendingText: [UInt8] = []
  private var hasHTMLEntities = false
  private var isStopped = false
  private var report: XMLErrorReport?

  private let elementLimit: Int

  init(document: Document, elementLimit: Int = TreeBuilder.elementLimit) {
    (self.document, self.elementLimit) = (document, elementLimit)
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    guard let context else { return nil }
    let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
    guard let builder = parser.pointee._private else { return nil }
    return Unmanaged<XMLTreeBuilder>.fromOpaque(builder).takeUnretainedValue()
  }

  // MARK: Events

  func startElement(
    _ name: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
    _ declarations: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ declarationCount: Int,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ attributeCount: Int
  ) {
    guard !isStopped else { return }
    flushText()
    guard document.elementCount < elementLimit else { return stop(.elementLimitReached) }
    let element = document.makeElement(atom(name), namespace(uri))
    // Each declaration is a prefix and a URI.
    if let declarations {
      for index in 0..<min(declarationCount, Tokenizer.attributeLimit) {
        let prefix = declarations[2 * index]
        document.addAttribute(
          element, prefix == nil ? Atom(.xmlns) : atom(prefix), namespace: .xmlns,
          value: bytes(declarations[2 * index + 1]))
      }
    }
    // Each attribute is a local name, a prefix, a URI, and where its value begins and ends.
    if let attributes {
      for index in 0..<min(attributeCount, Tokenizer.attributeLimit) {
        let fields = attributes + 5 * index
        guard let start = fields[3], let end = fields[4] else { continue }
        let namespace = namespace(fields[2])
        document.addAttribute(
          element, atom(fields[0]), namespace: namespace.namespace, number: namespace.number,
          value: UnsafeBufferPointer(start: start, count: max(end - start, 0)))
      }
    }
    if let parent = open.last { document.link(element, into: document.container(parent)) }
    open.append(element)
  }

  func endElement() {
    guard !isStopped else { return }
    flushText()
    if open.count > 1 { open.removeLast() }
  }

  func characters(_ text: UnsafePointer<xmlChar>?, _ length: Int) {
    guard !isStopped, let text, length > 0, open.count > 1 else { return }
    pendingText.append(contentsOf: UnsafeBufferPointer(start: text, count: length))
  }

  func comment(_ text: UnsafePointer<xmlChar>?) {
    guard !isStopped else { return }
    flushText()
    append(document.makeComment([UInt8](bytes(text))))
  }

  func processingInstruction(_ target: UnsafePointer<xmlChar>?, _ data: UnsafePointer<xmlChar>?) {
    guard !isStopped else { return }
    flushText()
    append(document.makeProcessingInstruction(target: atom(target), [UInt8](bytes(data))))
  }

  func documentType(
    _ name: UnsafePointer<xmlChar>?, _ publicID: UnsafePointer<xmlChar>?,
    _ systemID: UnsafePointer<xmlChar>?
  ) {
    guard !isStopped else { return }
    let identifier = bytes(publicID)
    hasHTMLEntities = Self.publicIDsWithHTMLEntities.contains(String(decoding: identifier, as: UTF8.self))
    append(
      document.makeDocumentType(
        name: atom(name), publicID: [UInt8](identifier), systemID: [UInt8](bytes(systemID))))
  }

  /// Ends the document; after an error, with an error message at its start.
  func finish() {
    if !isStopped { flushText() }
    report?.insert(into: document)
  }

  /// Takes note of an error. One that makes the document ill-formed ends it: the text that was not
  /// yet in the tree is lost, as in Chromium.
  func note(_ error: xmlError) {
    guard !isStopped, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
    let code = xmlParserErrors(rawValue: UInt32(bitPattern: error.code))
    guard
      error.level == XML_ERR_FATAL || code == XML_WAR_UNDECLARED_ENTITY
        || code == XML_NS_ERR_UNDEFINED_NAMESPACE
    else { return }
    let current = open.last ?? .document
    let report = XMLErrorReport(
      error, at: context?.pointee.input?.pointee, open: document.names.spelling(of: document.name(current)),
      openNamespace: document.namespace(current).address.map { "{\($0)}" } ?? "")
    self.report = report
    stop(.invalidXML(line: report.line, message: report.message))
  }

  // MARK: Entities

  /// Documents with these identifiers know HTML's named characters.
  /// https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
  private static let publicIDsWithHTMLEntities: Set<String> = [
    "-//W3C//DTD XHTML 1.0 Transitional//EN", "-//W3C//DTD XHTML 1.1//EN",
    "-//W3C//DTD XHTML 1.0 Strict//EN", "-//W3C//DTD XHTML 1.0 Frameset//EN",
    "-//W3C//DTD XHTML Basic 1.0//EN", "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
    "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN", "-//W3C//DTD MathML 2.0//EN",
    "-//WAPFORUM//DTD XHTML Mobile 1.0//EN", "-//WAPFORUM//DTD XHTML Mobile 1.1//EN",
    "-//WAPFORUM//DTD XHTML Mobile 1.2//EN",
  ]

  func htmlEntity(_ name: UnsafePointer<xmlChar>?) -> xmlEntityPtr? {
    guard hasHTMLEntities, let name, let tree = context?.pointee.myDoc else { return nil }
    let reference = [UInt8](bytes(name)) + [0x3B]
    guard
      let value = reference.withUnsafeBufferPointer({ NamedCharacterReferences.find($0) })
    else { return nil }
    // The value is parsed as markup again: what could be markup is written as a reference.
    var content: [UInt8] = []
    for byte in value {
      switch byte {
      case 0x26: content.append(contentsOf: "&#38;".utf8)
      case 0x3C: content.append(contentsOf: "&#60;".utf8)
      default: content.append(byte)
      }
    }
    content.append(0)
    return xmlAddDocEntity(
      tree, name, Int32(bitPattern: XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, content)
  }

  // MARK: Helpers

  /// The rest of the document is read without effect.
  private func stop(_ diagnostic: ParseDiagnostic) {
    diagnostics.append(diagnostic)
    isStopped = true
    // Not xmlStopParser: it frees the input, which the function that reports an error may still read.
    context?.pointee.disableSAX = 1
  }

  private func append(_ node: NodeID) {
    if let parent = open.last { document.link(node, into: document.container(parent)) }
  }

  private func flushText() {
    guard !pendingText.isEmpty else { return }
    if let parent = open.last { document.link(document.makeText(pendingText), into: document.container(parent)) }
    pendingText.removeAll(keepingCapacity: true)
  }

  private func bytes(_ text: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
  }

  private func atom(_ text: UnsafePointer<xmlChar>?) -> Atom { document.names.intern(bytes(text)) }

  private func namespace(_ uri: UnsafePointer<xmlChar>?) -> NamespaceName {
    guard let uri else { return NamespaceName(.none) }
    return NamespaceName(String(cString: uri), in: document.names)
  }
}
