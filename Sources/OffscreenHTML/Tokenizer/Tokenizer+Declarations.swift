/// Comments and document types.
extension Tokenizer {
  /// Reads what follows `<!`.
  /// https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state
  mutating func markupDeclaration() -> Token {
    if input[position] == 0x2D, input[position + 1] == 0x2D {
      position += 2
      return commentToken()
    }
    if skipsKeyword("doctype") { return documentTypeToken() }
    if allowsCDATA, isAt("[CDATA[") {
      position += 7
      state = .cdataSection
      return next(allowsCDATA: true)
    }
    return bogusComment()
  }

  private func isAt(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where input[position + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  /// Skips a word, given in lower case, that is there in any case.
  private mutating func skipsKeyword(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount
    where input[position + index].asciiLowercased != word.utf8Start[index] {
      return false
    }
    position += word.utf8CodeUnitCount
    return true
  }

  private mutating func setComment(_ start: Int, _ stop: Int) {
    comment.removeAll(keepingCapacity: true)
    appendReplacingNulls(start, stop, to: &comment)
  }

  private func appendReplacingNulls(_ start: Int, _ stop: Int, to output: inout [UInt8]) {
    for index in start..<max(start, stop) {
      if input[index] == 0 {
        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      } else {
        output.append(input[index])
      }
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
  ///
  /// The states come to this: the comment ends at the first `-->` or `--!>`, whose dashes may not be
  /// those that open it but for the short forms `<!-->` and `<!--->`; at the end of the input it
  /// loses what could have begun such an end.
  private mutating func commentToken() -> Token {
    let start = position
    if input[start] == 0x3E {
      position += 1
      setComment(start, start)
      return .comment
    }
    if input[start] == 0x2D, input[start + 1] == 0x3E {
      position += 2
      setComment(start, start)
      return .comment
    }
    while position < end {
      if input[position] == 0x2D, input[position + 1] == 0x2D {
        if input[position + 2] == 0x3E {
          setComment(start, position)
          position += 3
          return .comment
        }
        if input[position + 2] == 0x21, input[position + 3] == 0x3E {
          setComment(start, position)
          position += 4
          return .comment
        }
      }
      position += 1
    }
    var stop = end
    if stop - start >= 3, input[stop - 1] == 0x21, input[stop - 2] == 0x2D, input[stop - 3] == 0x2D {
      stop -= 3
    } else {
      for _ in 0..<2 where stop > start && input[stop - 1] == 0x2D { stop -= 1 }
    }
    setComment(start, stop)
    return .comment
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state
  mutating func bogusComment() -> Token {
    let start = position
    skipToGreaterThan()
    setComment(start, position)
    if position < end { position += 1 }
    return .comment
  }

  private mutating func skipToGreaterThan() {
    while position < end, input[position] != 0x3E { position += 1 }
  }

  // MARK: Document types

  /// https://html.spec.whatwg.org/multipage/parsing.html#doctype-state
  private mutating func documentTypeToken() -> Token {
    documentType = DocumentTypeToken()
    readDocumentType()
    if position < end { position += 1 }
    return .documentType
  }

  /// Reads up to the greater-than sign, or the end.
  private mutating func readDocumentType() {
    skipSpace()
    guard !isAtEndOfDocumentType(forcesQuirks: true) else { return }
    var name: [UInt8] = []
    while position < end, !input[position].isMarkupSpace, input[position] != 0x3E {
      if input[position] == 0 {
        name.append(contentsOf: [0xEF, 0xBF, 0xBD])
      } else {
        name.append(input[position].asciiLowercased)
      }
      position += 1
    }
    documentType.name = name
    skipSpace()
    guard !isAtEndOfDocumentType(forcesQuirks: false) else { return }
    if skipsKeyword("public") {
      skipSpace()
      guard let publicID = quotedIdentifier() else { return }
      documentType.publicID = publicID.bytes
      guard publicID.isWhole else { return }
      skipSpace()
      guard !isAtEndOfDocumentType(forcesQuirks: false) else { return }
    } else if skipsKeyword("system") {
      skipSpace()
    } else {
      documentType.forceQuirks = true
      return skipToGreaterThan()
    }
    guard let systemID = quotedIdentifier() else { return }
    documentType.systemID = systemID.bytes
    guard systemID.isWhole else { return }
    skipSpace()
    guard !isAtEndOfDocumentType(forcesQuirks: false) else { return }
    skipToGreaterThan()
  }

  /// Whether the document type is over; at the end of the input it always forces quirks.
  private mutating func isAtEndOfDocumentType(forcesQuirks: Bool) -> Bool {
    if position >= end {
      documentType.forceQuirks = true
      return true
    }
    guard input[position] == 0x3E else { return false }
    if forcesQuirks { documentType.forceQuirks = true }
    return true
  }

  /// Reads an identifier; without one, or with one that is not closed, the document type is quirky
  /// and over.
  private mutating func quotedIdentifier() -> (bytes: [UInt8], isWhole: Bool)? {
    let quote = input[position]
    guard position < end, quote == 0x22 || quote == 0x27 else {
      documentType.forceQuirks = true
      skipToGreaterThan()
      return nil
    }
    position += 1
    let start = position
    while position < end, input[position] != quote, input[position] != 0x3E { position += 1 }
    var bytes: [UInt8] = []
    appendReplacingNulls(start, position, to: &bytes)
    guard position < end, input[position] == quote else {
      documentType.forceQuirks = true
      return (bytes, false)
    }
    position += 1
    return (bytes, true)
  }
}
