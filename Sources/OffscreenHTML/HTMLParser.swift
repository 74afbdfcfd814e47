import OffscreenDOM

/// Parses HTML.
/// https://html.spec.whatwg.org/multipage/parsing.html
///
/// `parse` does a whole document. For pages whose scripts run while they are parsed, make a parser
/// and call `run` until it is finished: it stops after each script's end tag.
package final class HTMLParser {
  package enum Outcome: Hashable, Sendable {
    case finished
    /// The end tag of this script element was read. Run it, then go on.
    case script(NodeID)
  }

  package var document: Document { builder.document }
  private var builder: TreeBuilder
  private var isFinished = false
  /// The input of `document.write()` since the last stop.
  private var written: [UInt8] = []
  /// Whether the last of it was a carriage return.
  private var endedLine = false
  private var nesting = 0
  /// A script of written markup that is to run before anything more is parsed.
  private var blocking = NodeID.none
  private var lines = SourceLines()

  /// `bytes` is UTF-8.
  package convenience init(
    decoded bytes: [UInt8], scripting: Bool, isSrcdoc: Bool = false, elementLimit: Int? = nil
  ) {
    self.init(
      decoded: bytes, document: Document(expectedBytes: bytes.count), scripting: scripting,
      keepsQuirksMode: isSrcdoc, elementLimit: elementLimit)
  }

  private init(
    decoded: [UInt8], document: Document, scripting: Bool, keepsQuirksMode: Bool, elementLimit: Int? = nil
  ) {
    var bytes = decoded
    Decoder.normalizeNewlines(&bytes)
    builder = TreeBuilder(
      tokenizer: Tokenizer(bytes, names: document.names), document: document, scripting: scripting,
      keepsQuirksMode: keepsQuirksMode, elementLimit: elementLimit ?? TreeBuilder.elementLimit)
  }

  // MARK: Whole documents

  /// Parses a document. Scripts are not run; `scripting` says whether `noscript` is shown.
  ///
  /// `fallback` is the encoding of documents that do not name theirs; with `detectsUTF8`, those that
  /// are valid UTF-8 are taken as such, as Chromium does with files.
  package static func parse(
    bytes: [UInt8], transportCharset: String? = nil, scripting: Bool = false,
    isSrcdoc: Bool = false, fallback: Encoding = .windows1252, detectsUTF8: Bool = false, elementLimit: Int? = nil
  ) -> ParsedDocument {
    var (encoding, confidence) = sniff(
      bytes, transportCharset: transportCharset, fallback: fallback, detectsUTF8: detectsUTF8)
    while true {
      let parser = HTMLParser(
        decoded: Decoder.decode(bytes, as: encoding), scripting: scripting, isSrcdoc: isSrcdoc,
        elementLimit: elementLimit)
      parser.builder.looksForEncoding = confidence == .tentative
      parser.builder.allowsShadowRoots = true
      parser.runToEnd()
      // A `meta` beyond what was sniffed names another encoding: the document is parsed anew, once.
      if confidence == .tentative, let declared = parser.builder.declaredEncoding, declared != encoding {
        encoding = declared
        confidence = .certain
        continue
      }
      return ParsedDocument(
        document: parser.document, encoding: encoding, diagnostics: parser.diagnostics)
    }
  }

  /// Parses a whole document of another one's names, whose scripts never run.
  package static func parse(decoded bytes: [UInt8], names: NameTable, allowsShadowRoots: Bool = false) -> Document {
    let document = Document(names: names, expectedBytes: bytes.count)
    let parser = HTMLParser(decoded: bytes, document: document, scripting: false, keepsQuirksMode: false)
    parser.builder.allowsShadowRoots = allowsShadowRoots
    parser.runToEnd()
    return document
  }

  /// The encoding that `parse` starts with.
  package static func sniff(
    _ bytes: [UInt8], transportCharset: String?, fallback: Encoding = .windows1252,
    detectsUTF8: Bool = false
  ) -> (encoding: Encoding, confidence: EncodingSniffer.Confidence) {
    var fallback = fallback
    if detectsUTF8, bytes.withUnsafeBufferPointer({ Decoder.isValidUTF8($0) }) { fallback = .utf8 }
    return EncodingSniffer.sniff(bytes, transportCharset: transportCharset, fallback: fallback)
  }

  /// Begins a document whose scripts run while it is parsed, and goes on to the first of them: until then, a `meta`
  /// may name another encoding.
  package static func begin(
    bytes: [UInt8], transportCharset: String?, isSrcdoc: Bool = false, detectsUTF8: Bool, elementLimit: Int
  ) -> (parser: HTMLParser, encoding: Encoding, outcome: Outcome) {
    var (encoding, confidence) = sniff(bytes, transportCharset: transportCharset, detectsUTF8: detectsUTF8)
    while true {
      let parser = HTMLParser(
        decoded: Decoder.decode(bytes, as: encoding), scripting: true, isSrcdoc: isSrcdoc, elementLimit: elementLimit)
      parser.builder.looksForEncoding = confidence == .tentative
      parser.builder.allowsShadowRoots = true
      let outcome = parser.run()
      if confidence == .tentative, let declared = parser.builder.declaredEncoding, declared != encoding {
        (encoding, confidence) = (declared, .certain)
        continue
      }
      parser.builder.looksForEncoding = false
      return (parser, encoding, outcome)
    }
  }

  // MARK: Fragments

  /// Parses markup as the content of an element, and gives a fragment of `document` with the nodes.
  /// https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments
  package static func parseFragment(
    _ decoded: [UInt8], context: NodeID, of document: Document, scripting: Bool = false,
    allowsShadowRoots: Bool = false
  ) -> (fragment: NodeID, diagnostics: [ParseDiagnostic]) {
    let parser = HTMLParser(
      decoded: decoded, document: document, scripting: scripting, keepsQuirksMode: true)
    parser.builder.allowsShadowRoots = allowsShadowRoots
    let root = parser.builder.beginFragment(context: context)
    parser.runToEnd()
    let fragment = document.makeFragment()
    document.moveChildren(of: root, to: fragment)
    return (fragment, parser.diagnostics)
  }

  // MARK: Stopping for scripts

  /// Goes on to the next script or the end.
  package func run() -> Outcome {
    if !blocking.isNone {
      defer { blocking = .none }
      return .script(blocking)
    }
    if !written.isEmpty {
      splice(written)
      written = []
    }
    guard !isFinished else { return .finished }
    while true {
      builder.finishedScript = .none
      builder.run()
      guard tellInsertedElement() else { break }
      if !blocking.isNone { return run() }
    }
    if !builder.finishedScript.isNone, !builder.isStopped {
      lines.advance(in: builder.tokenizer.input, to: builder.tokenizer.position)
      return .script(builder.finishedScript)
    }
    finish()
    return .finished
  }

  private func splice(_ markup: [UInt8]) {
    lines.advance(in: builder.tokenizer.input, to: builder.tokenizer.position)
    builder.tokenizer.splice(markup)
    lines.splice(markup.count)
  }

  /// The line of the page's source, from 1, in which the text of the script begins whose end tag was read last. Of a
  /// script that another one has written: the line of that one's end.
  package func line(ofScript text: [UInt8]) -> Int {
    if nesting > 0 { return lines.line }
    // Optimization: lines are counted once for all scripts, and back from the end tag, which seldom has several.
    var (start, inEndTag) = (builder.tokenizer.position, 0)
    while start > 0, builder.tokenizer.input[start - 1] != UInt8(ascii: "<") {
      start -= 1
      if builder.tokenizer.input[start] == 0x0A { inEndTag += 1 }
    }
    return max(1, lines.line - inEndTag - text.lineFeeds)
  }

  /// Whether the end of an element is not parsed yet.
  package func isOpen(_ node: NodeID) -> Bool { builder.open.contains { $0.node == node } }

  /// What scripts have defined is made by them. Set before parsing goes on.
  package func setCustomElements(_ creation: CustomElementCreation) { builder.customElements = creation }

  /// Whether parsing has stopped for a custom element, which has been told of its place now.
  private func tellInsertedElement() -> Bool {
    let (element, creation) = (builder.insertedCustomElement, builder.customElements)
    guard !element.isNone else { return false }
    builder.insertedCustomElement = .none
    creation?.inserted(element)
    // What it has written in part comes before what follows it here.
    // Within `write`, the lines of the page's source are not what is read.
    if !written.isEmpty { if nesting > 0 { builder.tokenizer.splice(written) } else { splice(written) } }
    written = []
    return true
  }

  /// `document.write`: the markup is read at once, as far as it holds whole tokens, and before the rest of the input;
  /// more of it may come with the next call. `runScript` is called for each script element that it closes, and says
  /// whether parsing may go on: a script that is still to be fetched stops it until the one that wrote has ended.
  /// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps
  package func write(_ markup: [UInt8], runScript: (NodeID) -> Bool = { _ in false }) {
    var markup = markup
    // A line feed after a carriage return of the call before is the same line's end.
    let endsLine = markup.last == 0x0D
    if endedLine, markup.first == 0x0A { markup.removeFirst() }
    endedLine = endsLine
    Decoder.normalizeNewlines(&markup)
    written.append(contentsOf: markup)
    guard !isFinished, blocking.isNone, nesting < Self.mostNestedWrites else { return }
    nesting += 1
    defer { nesting -= 1 }
    // 1. It is read up to its end, scripts included.
    let suspended = builder.tokenizer.suspend(toRead: written)
    written = []
    let outer = builder.finishedScript
    while true {
      builder.finishedScript = .none
      builder.runThroughInput()
      if tellInsertedElement() {
        guard blocking.isNone else { break }
        continue
      }
      let script = builder.finishedScript
      guard !script.isNone, !builder.isStopped else { break }
      if !runScript(script) {
        blocking = script
        break
      }
      // What the script has written in part comes before what follows it here.
      if !written.isEmpty { builder.tokenizer.splice(written) }
      written = []
    }
    builder.finishedScript = outer
    // 2. What is not whole yet waits, and the input goes on where it was. What a script waits before is no longer what
    // is written next to.
    let unread = builder.tokenizer.resume(suspended)
    if blocking.isNone { written = unread } else { splice(unread) }
  }

  /// Calls of `write` inside each other.
  private static let mostNestedWrites = 20

  /// Begins a document anew, whose markup is all written by scripts: `document.open()`.
  package static func open(_ document: Document, elementLimit: Int? = nil) -> HTMLParser {
    let parser = HTMLParser(
      decoded: [], document: document, scripting: true, keepsQuirksMode: false, elementLimit: elementLimit)
    parser.builder.allowsShadowRoots = true
    return parser
  }

  /// `document.close()`: no more markup comes.
  package func close(runScript: (NodeID) -> Bool) {
    while case .script(let script) = run() { _ = runScript(script) }
  }

  private func runToEnd() {
    while true {
      builder.run()
      if builder.isStopped { break }
      builder.finishedScript = .none
    }
    finish()
  }

  private func finish() {
    guard !isFinished else { return }
    isFinished = true
    if builder.hasSelectedContent { fillSelectedContent(of: document) }
    if builder.mayBeDeep { flatten(document, from: builder.root, limit: TreeBuilder.depthLimit * 2) }
  }

  package var diagnostics: [ParseDiagnostic] {
    var diagnostics: [ParseDiagnostic] = []
    if builder.reachedElementLimit { diagnostics.append(.elementLimitReached) }
    if builder.deepestStack > TreeBuilder.depthLimit { diagnostics.append(.tooDeep) }
    return diagnostics
  }
}

extension TreeBuilder {
  var root: NodeID { open.first?.node ?? documentNode }
  /// Whether nodes may be deeper than twice the limit.
  var mayBeDeep: Bool { min(deepestStack, Self.depthLimit) + adoptions > Self.depthLimit * 2 - 2 }

  /// Prepares for a fragment, and gives the root whose children it will be.
  mutating func beginFragment(context: NodeID) -> NodeID {
    let name = document.name(context)
    let namespace = document.namespace(context)
    self.context = OpenElement(
      node: context, name: name, tagName: name, namespace: namespace,
      traits: ElementTraits(name, namespace))
    documentNode = document.makeFragment()
    // 5. The tokenizer's state depends on the context.
    if namespace == .html {
      switch name.known {
      case .title, .textarea: tokenizer.state = .rcdata
      case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.state = .rawtext
      case .script: tokenizer.state = .scriptData
      case .noscript where scripting: tokenizer.state = .rawtext
      case .plaintext: tokenizer.state = .plaintext
      default: break
      }
    }
    let root = document.makeElement(Atom(.html))
    document.link(root, into: documentNode)
    push(
      OpenElement(
        node: root, name: Atom(.html), tagName: Atom(.html), namespace: .html,
        traits: ElementTraits(Atom(.html), .html)))
    if name == .template, namespace == .html { templateModes.append(.inTemplate) }
    resetInsertionMode()
    // 13. The form pointer is the nearest form, the context included.
    var ancestor = context
    while !ancestor.isNone {
      if document.isHTML(ancestor, .form) {
        formElement = ancestor
        break
      }
      ancestor = document.parent(ancestor)
    }
    return root
  }
}
