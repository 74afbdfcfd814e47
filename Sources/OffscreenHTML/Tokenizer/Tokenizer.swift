import OffscreenDOM

/// Splits markup into tokens.
/// https://html.spec.whatwg.org/multipage/parsing.html#tokenization
///
/// The whole input is in memory, so the standard's states within a tag, a comment or a document type
/// are places in the functions that read one. Only the states of content outlive a token.
struct Tokenizer {
  enum ContentState: Sendable {
    case data, rcdata, rawtext, scriptData, plaintext, cdataSection
  }

  /// The script data states between `<!--` and `-->`.
  enum ScriptEscape { case none, escaped, doubleEscaped }

  var state = ContentState.data
  /// The last start tag's name: what makes an end tag an appropriate one.
  var lastStartTag = Atom.none
  var scriptEscape = ScriptEscape.none
  /// How many dashes came last in escaped script data; 2 stands for more.
  var scriptDashes = 0

  // The token.
  var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var name = Atom.none
  var isSelfClosing = false
  var attributes: [TokenAttribute] = []
  var comment: [UInt8] = []
  var documentType = DocumentTypeToken()

  let names: NameTable
  private(set) var memory: TokenizerMemory
  var input: UnsafeMutablePointer<UInt8>
  var end: Int
  var position = 0
  /// Markup declarations may open a CDATA section: the current node is foreign.
  var allowsCDATA = false
  var nameScratch: [UInt8] = []
  private var hasDecodedValues = false

  /// An element has no more attributes than this; later ones are left out.
  static let attributeLimit = 1024

  init(_ bytes: [UInt8], names: NameTable) {
    self.names = names
    memory = TokenizerMemory(bytes)
    input = memory.input
    end = memory.count
  }

  /// The text of `document.write`: it is read before the rest.
  mutating func splice(_ bytes: [UInt8]) {
    memory.splice(bytes, at: position)
    input = memory.input
    end = memory.count
    position = 0
  }

  /// An input that is set aside while another is read.
  struct Suspended {
    fileprivate let memory: TokenizerMemory
    fileprivate let position: Int
  }

  /// Reads other bytes from here on, up to their end.
  mutating func suspend(toRead bytes: [UInt8]) -> Suspended {
    let suspended = Suspended(memory: memory, position: position)
    memory = TokenizerMemory(bytes)
    (input, end, position) = (memory.input, memory.count, 0)
    return suspended
  }

  /// Goes on with the input that was set aside; what is left of the other is given back.
  mutating func resume(_ suspended: Suspended) -> [UInt8] {
    let rest = [UInt8](UnsafeBufferPointer(start: input + position, count: max(0, end - position)))
    memory = suspended.memory
    (input, end, position) = (memory.input, memory.count, suspended.position)
    return rest
  }

  static let replacementCharacter: StaticString = "\u{FFFD}"

  func value(_ attribute: TokenAttribute) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (attribute.isDecoded ? memory.scratch : input) + attribute.start, count: attribute.count)
  }

  func value(of name: KnownName) -> UnsafeBufferPointer<UInt8>? {
    attributes.first { $0.name == name }.map { value($0) }
  }

  // MARK: Content

  mutating func next(allowsCDATA: Bool) -> Token {
    self.allowsCDATA = allowsCDATA
    switch state {
    case .data: return nextInData()
    case .rcdata: return nextInText(hasReferences: true)
    case .rawtext: return nextInText(hasReferences: false)
    case .scriptData: return nextInScriptData()
    case .plaintext: return nextInPlainText()
    case .cdataSection: return nextInCDATASection()
    }
  }

  /// The characters from `start` up to `position` are the token.
  @inline(__always)
  mutating func characters(from start: Int) -> Token {
    text = UnsafeBufferPointer(start: input + start, count: position - start)
    return .characters
  }

  /// A U+0000 at `position` where the standard replaces it.
  mutating func replacedNull() -> Token {
    position += 1
    text = UnsafeBufferPointer(start: Self.replacementCharacter.utf8Start, count: 3)
    return .characters
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#data-state
  private mutating func nextInData() -> Token {
    while true {
      let start = position
      let input = input
      var index = start
      while true {
        let byte = input[index]
        if byte == 0x3C || byte == 0x26 || byte == 0 { break }
        index += 1
      }
      position = index
      if index > start { return characters(from: start) }
      switch input[index] {
      case 0x3C:
        if let token = tagOpen() { return token }
      case 0x26:
        text = characterReference(inAttribute: false)
        return .characters
      default:
        if index >= end { return .endOfFile }
        position += 1
        return .null
      }
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state and #rawtext-state
  private mutating func nextInText(hasReferences: Bool) -> Token {
    let start = position
    while true {
      let byte = input[position]
      if byte == 0x3C, input[position + 1] == 0x2F, isAppropriateEndTag(at: position + 2) {
        if position > start { return characters(from: start) }
        position += 2
        return tag(.endTag)
      }
      if byte == 0x26, hasReferences {
        if position > start { return characters(from: start) }
        text = characterReference(inAttribute: false)
        return .characters
      }
      if byte == 0 {
        if position > start { return characters(from: start) }
        return position >= end ? .endOfFile : replacedNull()
      }
      position += 1
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state
  private mutating func nextInPlainText() -> Token {
    let start = position
    while input[position] != 0 { position += 1 }
    if position > start { return characters(from: start) }
    return position >= end ? .endOfFile : replacedNull()
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state
  private mutating func nextInCDATASection() -> Token {
    let start = position
    while true {
      let byte = input[position]
      if byte == 0x5D, input[position + 1] == 0x5D, input[position + 2] == 0x3E {
        if position > start { return characters(from: start) }
        position += 3
        state = .data
        return nextInData()
      }
      if byte == 0 {
        if position > start { return characters(from: start) }
        if position >= end { return .endOfFile }
        position += 1
        return .null
      }
      position += 1
    }
  }

  // MARK: Tags

  /// Reads what begins with the `<` at `position`; nil where it gives no token.
  /// https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state
  private mutating func tagOpen() -> Token? {
    let byte = input[position + 1]
    if byte.isASCIILetter {
      position += 1
      return tag(.startTag)
    }
    switch byte {
    case 0x21:
      position += 2
      return markupDeclaration()
    case 0x2F:
      let next = input[position + 2]
      if next.isASCIILetter {
        position += 2
        return tag(.endTag)
      }
      if next == 0x3E {
        position += 3
        return nil
      }
      let start = position
      position += 2
      return position >= end ? characters(from: start) : bogusComment()
    case 0x3F:
      position += 1
      return bogusComment()
    default:
      position += 1
      return characters(from: position - 1)
    }
  }

  /// Whether the text at `start` is the last start tag's name as a whole.
  func isAppropriateEndTag(at start: Int) -> Bool {
    guard lastStartTag != .none else { return false }
    return names.withSpelling(of: lastStartTag) { spelling in
      for index in 0..<spelling.count where input[start + index].asciiLowercased != spelling[index] {
        return false
      }
      let after = input[start + spelling.count]
      return after.isMarkupSpace || after == 0x2F || after == 0x3E
    }
  }

  /// Reads a tag whose name is at `position`.
  /// https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state
  mutating func tag(_ kind: Token) -> Token {
    let name = readName(stopsAtEquals: false)
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    if hasDecodedValues {
      memory.clearScratch()
      hasDecodedValues = false
    }
    isSelfClosing = false
    guard readAttributes() else {
      position = end
      return .endOfFile
    }
    self.name = name
    if kind == .startTag {
      lastStartTag = name
    } else {
      state = .data
    }
    return kind
  }

  /// A tag's or an attribute's name, in lower case.
  private mutating func readName(stopsAtEquals: Bool) -> Atom {
    let input = input
    let start = position
    var index = start
    var hash = NameTable.hashBasis
    while true {
      let byte = input[index]
      if byte.isMarkupSpace || byte == 0x2F || byte == 0x3E { break }
      if byte == 0x3D, stopsAtEquals, index > start { break }
      if byte == 0 || byte.isASCIIUpper {
        if byte == 0, index >= end { break }
        return readUnusualName(stopsAtEquals: stopsAtEquals)
      }
      hash = NameTable.hash(hash, adding: byte)
      index += 1
    }
    position = index
    return names.intern(UnsafeBufferPointer(start: input + start, count: index - start), hash: hash)
  }

  private mutating func readUnusualName(stopsAtEquals: Bool) -> Atom {
    nameScratch.removeAll(keepingCapacity: true)
    while true {
      let byte = input[position]
      if byte.isMarkupSpace || byte == 0x2F || byte == 0x3E { break }
      if byte == 0x3D, stopsAtEquals, !nameScratch.isEmpty { break }
      if byte == 0 {
        if position >= end { break }
        nameScratch.append(contentsOf: [0xEF, 0xBF, 0xBD])
      } else {
        nameScratch.append(byte.asciiLowercased)
      }
      position += 1
    }
    return nameScratch.withUnsafeBufferPointer { names.intern($0) }
  }

  @inline(__always)
  mutating func skipSpace() {
    while input[position].isMarkupSpace { position += 1 }
  }

  /// Reads up to the end of the tag; false where the input ends first.
  /// https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
  private mutating func readAttributes() -> Bool {
    while true {
      skipSpace()
      let byte = input[position]
      if byte == 0x3E {
        position += 1
        return true
      }
      if byte == 0x2F {
        position += 1
        if input[position] == 0x3E {
          position += 1
          isSelfClosing = true
          return true
        }
        continue
      }
      if byte == 0, position >= end { return false }
      let name = readName(stopsAtEquals: true)
      skipSpace()
      var attribute = TokenAttribute(name: name, start: position, count: 0, isDecoded: false)
      if input[position] == 0x3D {
        position += 1
        skipSpace()
        guard readValue(into: &attribute) else { return false }
      }
      // A name that is there already is left out, and so are more than the limit.
      if attributes.count < Self.attributeLimit, !attributes.contains(where: { $0.name == name }) {
        attributes.append(attribute)
      }
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state
  private mutating func readValue(into attribute: inout TokenAttribute) -> Bool {
    let quote = input[position]
    if quote == 0x22 || quote == 0x27 {
      position += 1
      let start = position
      while true {
        let byte = input[position]
        if byte == quote { break }
        if byte == 0x26 || byte == 0 {
          guard decodeValue(from: start, into: &attribute, until: { $0 == quote }) else { return false }
          position += 1
          return true
        }
        position += 1
      }
      attribute.start = start
      attribute.count = position - start
      position += 1
      return true
    }
    let start = position
    while true {
      let byte = input[position]
      if byte.isMarkupSpace || byte == 0x3E { break }
      if byte == 0x26 || byte == 0 {
        return decodeValue(from: start, into: &attribute, until: { $0.isMarkupSpace || $0 == 0x3E })
      }
      position += 1
    }
    attribute.start = start
    attribute.count = position - start
    return true
  }

  /// Reads a value with character references or U+0000 in it; `position` is at the first of them.
  private mutating func decodeValue(
    from start: Int, into attribute: inout TokenAttribute, until isEnd: (UInt8) -> Bool
  ) -> Bool {
    hasDecodedValues = true
    let first = memory.scratchCount
    memory.append(UnsafeBufferPointer(start: input + start, count: position - start))
    while true {
      let byte = input[position]
      if isEnd(byte) { break }
      if byte == 0x26 {
        memory.append(characterReference(inAttribute: true))
      } else if byte == 0 {
        if position >= end { return false }
        memory.append(UnsafeBufferPointer(start: Self.replacementCharacter.utf8Start, count: 3))
        position += 1
      } else {
        memory.append(byte)
        position += 1
      }
    }
    attribute.start = first
    attribute.count = memory.scratchCount - first
    attribute.isDecoded = true
    return true
  }
}
