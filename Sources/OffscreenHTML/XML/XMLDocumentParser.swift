import CXML
import OffscreenDOM

/// Parses XML (XHTML, SVG) with libxml2's SAX2 interface.
/// https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
///
/// Nothing outside the document is read. At the first error that makes a document ill-formed the
/// parser stops: what was built up to there is the document, with a box that tells of the error,
/// as in Chromium.
package enum XMLDocumentParser {
  package static func parse(
    bytes: [UInt8], transportCharset: String? = nil, elementLimit: Int? = nil
  ) -> ParsedDocument {
    let encoding = EncodingSniffer.sniffXML(bytes, transportCharset: transportCharset)
    let (document, diagnostics) = parse(decoded: Decoder.decode(bytes, as: encoding), elementLimit: elementLimit)
    return ParsedDocument(document: document, encoding: encoding, diagnostics: diagnostics)
  }

  /// `decoded` is UTF-8; what its XML declaration says of its encoding does not count.
  package static func parse(
    decoded: [UInt8], names: NameTable = NameTable(), elementLimit: Int? = nil
  ) -> (document: Document, diagnostics: [ParseDiagnostic]) {
    let document = Document(names: names, expectedBytes: decoded.count)
    document.isXML = true
    let builder = XMLTreeBuilder(document: document, elementLimit: elementLimit ?? TreeBuilder.elementLimit)
    // libxml2 takes no empty input; a space is as little of a document.
    let decoded = decoded.isEmpty ? [0x20] : decoded
    guard let length = Int32(exactly: decoded.count) else {
      return (document, [.invalidXML(line: 1, message: "the document is too long")])
    }
    decoded.withUnsafeBytes { run(builder, on: $0, length: length) }
    return (document, builder.diagnostics)
  }

  private static func run(_ builder: XMLTreeBuilder, on bytes: UnsafeRawBufferPointer, length: Int32) {
    guard
      let context = xmlCreateMemoryParserCtxt(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length)
    else { return }
    defer {
      if let document = context.pointee.myDoc { xmlFreeDoc(document) }
      context.pointee.myDoc = nil
      xmlFreeParserCtxt(context)
    }
    // Entities are expanded, within libxml2's limits on their growth; nothing is loaded.
    _ = xmlCtxtUseOptions(
      context,
      Int32(
        truncatingIfNeeded: XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue
          | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
    if let handler = xmlFindCharEncodingHandler("UTF-8") { xmlSwitchToEncoding(context, handler) }
    install(in: context)
    context.pointee._private = Unmanaged.passUnretained(builder).toOpaque()
    builder.context = context
    withExtendedLifetime(builder) {
      _ = xmlParseDocument(context)
      builder.finish()
    }
    builder.context = nil
  }

  /// Puts our functions in the place of those that would build libxml2's own tree. Those for the
  /// internal subset stay: libxml2 keeps its entities in a tree of its own.
  private static func install(in context: xmlParserCtxtPtr) {
    guard let sax = context.pointee.sax else { return }
    xmlSAXVersion(sax, 2)
    sax.pointee.startElementNs = { context, name, _, uri, namespaceCount, namespaces, count, _, attributes in
      XMLTreeBuilder.of(context)?.startElement(
        name, uri, namespaces, Int(namespaceCount), attributes, Int(count))
    }
    sax.pointee.endElementNs = { context, _, _, _ in XMLTreeBuilder.of(context)?.endElement() }
    sax.pointee.characters = { context, text, length in
      XMLTreeBuilder.of(context)?.characters(text, Int(length))
    }
    sax.pointee.ignorableWhitespace = sax.pointee.characters
    sax.pointee.cdataBlock = sax.pointee.characters
    sax.pointee.comment = { context, text in XMLTreeBuilder.of(context)?.comment(text) }
    sax.pointee.processingInstruction = { context, target, data in
      XMLTreeBuilder.of(context)?.processingInstruction(target, data)
    }
    sax.pointee.internalSubset = { context, name, publicID, systemID in
      xmlSAX2InternalSubset(context, name, publicID, systemID)
      XMLTreeBuilder.of(context)?.documentType(name, publicID, systemID)
    }
    sax.pointee.externalSubset = { _, _, _, _ in }
    sax.pointee.resolveEntity = { _, _, _ in nil }
    sax.pointee.reference = { _, _ in }
    sax.pointee.entityDecl = { context, name, type, publicID, systemID, content in
      // External entities are not declared, so that their files are not read.
      guard
        UInt32(bitPattern: type) == XML_INTERNAL_GENERAL_ENTITY.rawValue
          || UInt32(bitPattern: type) == XML_INTERNAL_PARAMETER_ENTITY.rawValue
      else { return }
      xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
    }
    sax.pointee.getEntity = { context, name in
      xmlSAX2GetEntity(context, name) ?? XMLTreeBuilder.of(context)?.htmlEntity(name)
    }
    sax.pointee.error = nil
    sax.pointee.warning = nil
    sax.pointee.fatalError = nil
    sax.pointee.serror = { context, error in
      guard let error else { return }
      XMLTreeBuilder.of(context)?.note(error.pointee)
    }
  }
}
