import OffscreenDOM

/// https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode
enum InsertionMode: Sendable {
  case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable
  case inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody
  case inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
}

/// Builds the tree from tokens.
/// https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
///
/// The extensions hold one group of insertion modes each. Their functions for start and end tags
/// return false where the token is to be processed again in the mode that is then current.
struct TreeBuilder {
  /// Elements deeper than this become siblings of their parents, as in Chromium.
  static let depthLimit = 512
  /// The stack of open elements is no deeper: the current node gives way.
  static let stackLimit = 2048
  /// The default.
  static let elementLimit = 150_000
  static let formattingLimit = 256

  var tokenizer: Tokenizer
  let document: Document
  let scripting: Bool
  /// The mode may not change: the document is an iframe's `srcdoc`, or a fragment.
  let keepsQuirksMode: Bool
  /// https://dom.spec.whatwg.org/#document-allow-declarative-shadow-roots
  var allowsShadowRoots = false
  /// No more elements than this are made, but for those that are open.
  let mostElements: Int

  var mode = InsertionMode.initial
  var originalMode = InsertionMode.initial
  var templateModes: [InsertionMode] = []

  var open: [OpenElement] = []
  /// How many open HTML elements there are of each name: what is not there is not looked for.
  var openCounts: [Int32]
  /// How many open elements are not HTML's.
  var openForeign = 0
  /// https://html.spec.whatwg.org/multipage/parsing.html#list-of-active-formatting-elements
  var formatting: [FormattingElement] = []

  var headElement = NodeID.none
  var formElement = NodeID.none
  var framesetOK = true
  var fosterParenting = false
  /// The next line feed is left out: it comes first in a `pre`, `listing` or `textarea`.
  var skipsLineFeed = false
  var pendingTableText: [UInt8] = []
  var pendingTableTextHasOther = false

  /// Where comments and the root go: the document, or a fragment's `html` element.
  var documentNode = NodeID.document
  /// The fragment parsing algorithm's context element.
  var context: OpenElement?

  /// The script whose end tag was just read.
  var finishedScript = NodeID.none
  var customElements: CustomElementCreation?
  /// What such an element's place is to be told of.
  var insertedCustomElement = NodeID.none
  var isStopped = false
  var hasSelectedContent = false
  /// The depth that the adoption agency may have added to the tree.
  var adoptions = 0
  var deepestStack = 0
  var reachedElementLimit = false
  /// A tentative encoding is in use: the first `meta` that names one is noted.
  var looksForEncoding = false
  var declaredEncoding: Encoding?
  lazy var foreignNames = ForeignNames(names: document.names)

  init(
    tokenizer: Tokenizer, document: Document, scripting: Bool, keepsQuirksMode: Bool,
    elementLimit: Int = Self.elementLimit
  ) {
    self.tokenizer = tokenizer
    self.document = document
    self.scripting = scripting
    self.keepsQuirksMode = keepsQuirksMode
    mostElements = elementLimit
    openCounts = [Int32](repeating: 0, count: KnownName.allCases.count)
    open.reserveCapacity(64)
    self.tokenizer.attributes.reserveCapacity(16)
  }

  // MARK: Running

  /// Whether scripts do something before the next token.
  private var isPaused: Bool { isStopped || !finishedScript.isNone || !insertedCustomElement.isNone }

  /// Builds until the input ends or a script is to run.
  mutating func run() {
    while !isPaused {
      process(tokenizer.next(allowsCDATA: isForeign))
    }
  }

  /// Builds until what is there of the input is read, as far as it holds whole tokens, or a script is to run: more input will come.
  mutating func runThroughInput() {
    while !isPaused {
      guard let token = tokenizer.nextWhole(allowsCDATA: isForeign) else { return }
      process(token)
    }
  }

  /// Whether the adjusted current node is in another namespace than HTML's.
  @inline(__always) var isForeign: Bool {
    guard openForeign > 0 || context != nil, let current = adjustedCurrent else { return false }
    return current.namespace != .html
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node
  var adjustedCurrent: OpenElement? {
    if open.count == 1, let context { return context }
    return open.last
  }

  private mutating func process(_ token: Token) {
    if skipsLineFeed {
      skipsLineFeed = false
      if token == .characters, tokenizer.text.first == 0x0A {
        tokenizer.text = UnsafeBufferPointer(rebasing: tokenizer.text.dropFirst())
        if tokenizer.text.isEmpty { return }
      }
    }
    if mode == .inTableText, token != .characters, token != .null { flushTableText() }
    switch token {
    case .characters:
      if isForeign, !takesCharactersAsHTML {
        foreignCharacters()
      } else {
        characters()
      }
    case .null:
      if isForeign, !takesCharactersAsHTML {
        insertCharacters(
          UnsafeBufferPointer(start: Tokenizer.replacementCharacter.utf8Start, count: 3))
      }
    case .startTag:
      // https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher
      if isForeign, !takesStartTagAsHTML {
        foreignStartTag()
      } else {
        while !isStopped, !startTag(in: mode) {}
      }
    case .endTag:
      if isForeign {
        foreignEndTag()
      } else {
        while !isStopped, !endTag(in: mode) {}
      }
    case .comment: comment()
    case .documentType: documentType()
    case .endOfFile: endOfFile()
    }
  }

  // MARK: Dispatch by insertion mode

  mutating func startTag(in mode: InsertionMode) -> Bool {
    switch mode {
    case .initial: initialAnythingElse()
    case .beforeHTML: beforeHTMLStart()
    case .beforeHead: beforeHeadStart()
    case .inHead: inHeadStart()
    case .inHeadNoscript: inHeadNoscriptStart()
    case .afterHead: afterHeadStart()
    case .inBody: inBodyStart()
    case .text: true
    case .inTable, .inTableText: inTableStart()
    case .inCaption: inCaptionStart()
    case .inColumnGroup: inColumnGroupStart()
    case .inTableBody: inTableBodyStart()
    case .inRow: inRowStart()
    case .inCell: inCellStart()
    case .inTemplate: inTemplateStart()
    case .afterBody, .afterAfterBody: afterBodyStart()
    case .inFrameset: inFramesetStart()
    case .afterFrameset, .afterAfterFrameset: afterFramesetStart()
    }
  }

  mutating func endTag(in mode: InsertionMode) -> Bool {
    switch mode {
    case .initial: initialAnythingElse()
    case .beforeHTML: beforeHTMLEnd()
    case .beforeHead: beforeHeadEnd()
    case .inHead: inHeadEnd()
    case .inHeadNoscript: inHeadNoscriptEnd()
    case .afterHead: afterHeadEnd()
    case .inBody: inBodyEnd()
    case .text: textEnd()
    case .inTable, .inTableText: inTableEnd()
    case .inCaption: inCaptionEnd()
    case .inColumnGroup: inColumnGroupEnd()
    case .inTableBody: inTableBodyEnd()
    case .inRow: inRowEnd()
    case .inCell: inCellEnd()
    case .inTemplate: inTemplateEnd()
    case .afterBody: afterBodyEnd()
    case .inFrameset: inFramesetEnd()
    case .afterFrameset: afterFramesetEnd()
    case .afterAfterBody: returnToBody()
    case .afterAfterFrameset: true
    }
  }

  // MARK: Comments, document types, the end

  private mutating func comment() {
    let node = document.makeComment(tokenizer.comment)
    if isForeign {
      document.link(node, into: current.node)
      return
    }
    switch mode {
    case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset:
      document.link(node, into: documentNode)
    case .afterBody:
      document.link(node, into: open.first?.node ?? documentNode)
    case .beforeHead, .inHead, .inHeadNoscript, .afterHead, .inBody, .text, .inTable, .inTableText,
      .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell, .inTemplate, .inFrameset,
      .afterFrameset:
      let place = insertionPlace()
      document.link(node, into: place.parent, before: place.next)
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
  private mutating func documentType() {
    guard mode == .initial else { return }
    let token = tokenizer.documentType
    let name = (token.name ?? []).withUnsafeBufferPointer { document.names.intern($0) }
    document.link(
      document.makeDocumentType(
        name: name, publicID: token.publicID ?? [], systemID: token.systemID ?? []),
      into: documentNode)
    if !keepsQuirksMode { document.quirksMode = QuirksMode(documentType: token) }
    mode = .beforeHTML
  }

  private mutating func endOfFile() {
    // Each round either stops or goes to a later mode.
    while !isStopped {
      switch mode {
      case .initial: _ = initialAnythingElse()
      case .beforeHTML: _ = beforeHTMLAnythingElse()
      case .beforeHead: _ = beforeHeadAnythingElse()
      case .inHead: _ = inHeadAnythingElse()
      case .inHeadNoscript: _ = inHeadNoscriptAnythingElse()
      case .afterHead: _ = afterHeadAnythingElse()
      case .text:
        pop()
        mode = originalMode
      case .inTableText: flushTableText()
      case .inTemplate: inTemplateEndOfFile()
      case .inBody, .inTable, .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell:
        if templateModes.isEmpty { isStopped = true } else { inTemplateEndOfFile() }
      case .afterBody, .inFrameset, .afterFrameset, .afterAfterBody, .afterAfterFrameset:
        isStopped = true
      }
    }
  }
}
