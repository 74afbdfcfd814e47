/// Character data: texts, comments, processing instructions and document types.
extension Document {
  /// The UTF-8 data of a text, comment or processing instruction; empty for others.
  package func text(_ node: NodeID) -> [UInt8] { withText(node) { [UInt8]($0) } }

  /// Gives the data without a copy. The document is not changed while `body` runs.
  @inlinable package func withText<Result>(
    _ node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let record = record(node)
    switch record.pointee.kind {
    case .text, .comment, .processingInstruction:
      return try body(bytes(store.pointee.texts[Int(record.pointee.data)].range))
    case .document, .documentType, .element, .documentFragment:
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
  }

  @inlinable func bytes(_ range: ByteRange) -> UnsafeBufferPointer<UInt8> {
    store.pointee.bytes.span(range.start, range.count)
  }

  /// The text of all descendants, one after another.
  /// https://dom.spec.whatwg.org/#concept-descendant-text-content
  package func textContent(_ root: NodeID) -> [UInt8] {
    if kind(root) == .text { return text(root) }
    var content: [UInt8] = []
    var node = firstChild(root)
    while !node.isNone {
      if kind(node) == .text { withText(node) { content.append(contentsOf: $0) } }
      node = next(node, within: root)
    }
    return content
  }

  /// The text of the children, one after another.
  /// https://dom.spec.whatwg.org/#concept-child-text-content
  package func childText(_ parent: NodeID) -> [UInt8] {
    var content: [UInt8] = []
    var node = firstChild(parent)
    while !node.isNone {
      if kind(node) == .text { withText(node) { content.append(contentsOf: $0) } }
      node = nextSibling(node)
    }
    return content
  }

  /// https://html.spec.whatwg.org/multipage/form-elements.html#dom-option-text
  package func optionText(_ option: NodeID) -> [UInt8] {
    Array(
      textContent(option).split { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D || $0 == 0x0C }
        .joined(separator: [0x20]))
  }

  /// https://html.spec.whatwg.org/multipage/dom.html#document.title
  package var title: String {
    let root = documentElement
    guard !root.isNone else { return "" }
    var node = NodeID.none
    if namespace(root) == .svg {
      node = firstElementChild(root)
      while !node.isNone, !(name(node) == .title && namespace(node) == .svg) { node = nextElement(node) }
    } else {
      node = root
      while !node.isNone, !isHTML(node, .title) { node = next(node, within: root) }
    }
    guard !node.isNone else { return "" }
    return childText(node)
      .split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  // MARK: Making

  package func makeText(_ bytes: [UInt8]) -> NodeID {
    bytes.withUnsafeBufferPointer { makeCharacterData(.text, $0) }
  }
  package func makeText(_ bytes: UnsafeBufferPointer<UInt8>) -> NodeID {
    makeCharacterData(.text, bytes)
  }
  package func makeComment(_ bytes: [UInt8]) -> NodeID {
    bytes.withUnsafeBufferPointer { makeCharacterData(.comment, $0) }
  }

  package func makeProcessingInstruction(target: Atom, _ bytes: [UInt8]) -> NodeID {
    let node = bytes.withUnsafeBufferPointer { makeCharacterData(.processingInstruction, $0) }
    record(node).pointee.name = target
    return node
  }

  private func makeCharacterData(_ kind: NodeKind, _ bytes: UnsafeBufferPointer<UInt8>) -> NodeID {
    var record = Record(kind: kind)
    record.data = appendTextData(bytes)
    return append(record)
  }

  private func appendTextData(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    let range = keep(bytes)
    store.pointee.texts.append(TextData(range: range, capacity: range.count))
    return Int32(truncatingIfNeeded: store.pointee.texts.count - 1)
  }

  /// Copies bytes into the pool. Beyond 4 GB nothing more is kept.
  func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> ByteRange {
    let start = store.pointee.bytes.count
    guard start + bytes.count < Int(UInt32.max) else { return ByteRange() }
    store.pointee.bytes.append(bytes)
    return ByteRange(
      start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: bytes.count))
  }

  package func makeDocumentType(name: Atom, publicID: [UInt8] = [], systemID: [UInt8] = []) -> NodeID {
    var record = Record(kind: .documentType)
    record.name = name
    record.data = publicID.withUnsafeBufferPointer { appendTextData($0) }
    _ = systemID.withUnsafeBufferPointer { appendTextData($0) }
    return append(record)
  }

  /// The public and system identifiers of a document type.
  package func identifiers(_ documentType: NodeID) -> (publicID: String, systemID: String) {
    let record = record(documentType)
    guard record.pointee.kind == .documentType else { return ("", "") }
    let index = Int(record.pointee.data)
    return (
      String(decoding: bytes(store.pointee.texts[index].range), as: UTF8.self),
      String(decoding: bytes(store.pointee.texts[index + 1].range), as: UTF8.self)
    )
  }

  // MARK: Changing

  package func appendText(_ bytes: [UInt8], to node: NodeID) {
    bytes.withUnsafeBufferPointer { appendText($0, to: node) }
  }

  /// `added` is not memory of this document.
  package func appendText(_ added: UnsafeBufferPointer<UInt8>, to node: NodeID) {
    let record = record(node)
    switch record.pointee.kind {
    case .text, .comment, .processingInstruction: break
    case .document, .documentType, .element, .documentFragment: return
    }
    let index = Int(record.pointee.data)
    var data = store.pointee.texts[index]
    let total = Int(data.range.count) + added.count
    guard store.pointee.bytes.count + 2 * total < Int(UInt32.max) else { return }
    if Int(data.range.start) + Int(data.range.count) == store.pointee.bytes.count {
      store.pointee.bytes.append(added)
      data.capacity = UInt32(truncatingIfNeeded: total)
    } else {
      if total > Int(data.capacity) {
        // The text is not the last of the pool: it moves to the end, with room to grow.
        let start = store.pointee.bytes.count
        store.pointee.bytes.appendCopy(
          from: Int(data.range.start), count: Int(data.range.count), spare: 0,
          times: total * 2 - Int(data.range.count))
        data.range.start = UInt32(truncatingIfNeeded: start)
        data.capacity = UInt32(truncatingIfNeeded: total * 2)
      }
      if let source = added.baseAddress {
        (store.pointee.bytes.base + Int(data.range.start) + Int(data.range.count))
          .update(from: source, count: added.count)
      }
    }
    data.range.count = UInt32(truncatingIfNeeded: total)
    store.pointee.texts[index] = data
    changedText(node)
  }

  /// Puts other data in place of a text's, comment's or processing instruction's.
  package func setText(_ bytes: [UInt8], of node: NodeID) {
    let record = record(node)
    switch record.pointee.kind {
    case .text, .comment, .processingInstruction: break
    case .document, .documentType, .element, .documentFragment: return
    }
    store.pointee.texts[Int(record.pointee.data)].range.count = 0
    appendText(bytes, to: node)
  }
}
