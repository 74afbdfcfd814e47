/// Elements and their attributes.
extension Document {
  // MARK: Reading

  package func attributes(_ node: NodeID) -> [Attribute] {
    guard let element = element(node) else { return [] }
    return store.pointee.attributes.span(element.pointee.attributeStart, element.pointee.attributeCount)
      .map { Attribute(name: $0.name, namespace: $0.namespace, value: string($0.value)) }
  }

  @inlinable package func attributeCount(_ node: NodeID) -> Int {
    Int(element(node)?.pointee.attributeCount ?? 0)
  }

  @inlinable package func id(_ node: NodeID) -> Atom { element(node)?.pointee.id ?? .none }

  package func classes(_ node: NodeID) -> [Atom] {
    guard let element = element(node) else { return [] }
    return [Atom](store.pointee.classes.span(element.pointee.classStart, element.pointee.classCount))
  }

  @inlinable package func classCount(_ node: NodeID) -> Int {
    Int(element(node)?.pointee.classCount ?? 0)
  }

  /// The class at `index`, which is less than `classCount`.
  @inlinable package func classAtom(_ node: NodeID, _ index: Int) -> Atom {
    guard let element = element(node), UInt32(truncatingIfNeeded: index) < element.pointee.classCount
    else { return .none }
    return store.pointee.classes[Int(element.pointee.classStart) + index]
  }

  @inlinable package func hasClass(_ node: NodeID, _ name: Atom) -> Bool {
    guard let element = element(node) else { return false }
    for atom in store.pointee.classes.span(element.pointee.classStart, element.pointee.classCount)
    where atom == name { return true }
    return false
  }

  @inlinable func attributeRecord(
    _ node: NodeID, _ name: Atom, _ namespace: Namespace
  ) -> UnsafeMutablePointer<AttributeRecord>? {
    guard let element = element(node) else { return nil }
    let first = store.pointee.attributes.base + Int(element.pointee.attributeStart)
    for index in 0..<Int(element.pointee.attributeCount)
    where first[index].name == name && first[index].namespace == namespace {
      return first + index
    }
    return nil
  }

  @inlinable package func hasAttribute(
    _ node: NodeID, _ name: Atom, namespace: Namespace = .none
  ) -> Bool {
    attributeRecord(node, name, namespace) != nil
  }
  @inlinable package func hasAttribute(_ node: NodeID, _ name: KnownName) -> Bool {
    attributeRecord(node, Atom(name), .none) != nil
  }

  /// The value of an attribute, or nil where the element has none of the name.
  package func attribute(_ node: NodeID, _ name: Atom, namespace: Namespace = .none) -> String? {
    attributeRecord(node, name, namespace).map { string($0.pointee.value) }
  }
  package func attribute(_ node: NodeID, _ name: KnownName) -> String? {
    attribute(node, Atom(name))
  }

  /// Gives the bytes of an attribute's value without a copy, nil where the element has none of the
  /// name. The document is not changed while `body` runs.
  @inlinable package func withAttribute<Result>(
    _ node: NodeID, _ name: Atom, namespace: Namespace = .none,
    _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result
  ) rethrows -> Result {
    try body(attributeRecord(node, name, namespace).map { bytes($0.pointee.value) })
  }

  /// Gives every attribute's name, namespace and value bytes without copies.
  package func forEachAttribute(
    _ node: NodeID, _ body: (Atom, Namespace, UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    try forEachQualifiedAttribute(node) { try body($0, $1.namespace, $2) }
  }

  /// The same, with which namespace it is of those that are not known.
  package func forEachQualifiedAttribute(
    _ node: NodeID, _ body: (Atom, NamespaceName, UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    guard let element = element(node) else { return }
    for index in 0..<Int(element.pointee.attributeCount) {
      let record = store.pointee.attributes[Int(element.pointee.attributeStart) + index]
      let namespace = NamespaceName(record.namespace, number: record.namespaceNumber)
      try body(record.name, namespace, bytes(record.value))
    }
  }

  private func string(_ range: ByteRange) -> String { String(decoding: bytes(range), as: UTF8.self) }

  /// Whether two elements have the same attributes, in any order.
  package func haveSameAttributes(_ one: NodeID, _ other: NodeID) -> Bool {
    guard let one = element(one), let other = element(other) else { return false }
    guard one.pointee.attributeCount == other.pointee.attributeCount else { return false }
    if one.pointee.attributeStart == other.pointee.attributeStart { return true }
    let ones = store.pointee.attributes.span(one.pointee.attributeStart, one.pointee.attributeCount)
    let others = store.pointee.attributes.span(other.pointee.attributeStart, other.pointee.attributeCount)
    return ones.allSatisfy { one in
      others.contains {
        $0.name == one.name && $0.namespace == one.namespace
          && bytes($0.value).elementsEqual(bytes(one.value))
      }
    }
  }

  /// The same of attributes in the same order, without the values of those that do not count.
  package func haveSameAttributes(
    _ one: NodeID, _ other: NodeID, where counts: (Atom, Namespace, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    guard let one = element(one), let other = element(other) else { return false }
    guard one.pointee.attributeCount == other.pointee.attributeCount else { return false }
    let ones = store.pointee.attributes.base + Int(one.pointee.attributeStart)
    let others = store.pointee.attributes.base + Int(other.pointee.attributeStart)
    for index in 0..<Int(one.pointee.attributeCount) {
      let (name, namespace) = (ones[index].name, ones[index].namespace)
      guard name == others[index].name, namespace == others[index].namespace else { return false }
      let (value, otherValue) = (bytes(ones[index].value), bytes(others[index].value))
      guard counts(name, namespace, value) || counts(name, namespace, otherValue) else { continue }
      guard value.elementsEqual(otherValue) else { return false }
    }
    return true
  }

  // MARK: Making

  package func makeElement(
    _ name: Atom, namespace: Namespace = .html, attributes: [Attribute] = []
  ) -> NodeID {
    makeElement(name, NamespaceName(namespace), attributes)
  }

  package func makeElement(_ name: Atom, _ namespace: NamespaceName, _ attributes: [Attribute] = []) -> NodeID {
    var record = Record(kind: .element)
    record.name = name
    (record.namespace, record.namespaceNumber) = (namespace.namespace, namespace.number)
    record.data = Int32(truncatingIfNeeded: store.pointee.elements.count)
    store.pointee.elements.append(ElementData())
    let node = append(record)
    if namespace.namespace == .html, name == .template {
      let contents = append(Record(kind: .documentFragment))
      element(node)?.pointee.contents = contents.rawValue
    }
    for attribute in attributes { setAttribute(node, attribute) }
    return node
  }

  package func makeFragment() -> NodeID { append(Record(kind: .documentFragment)) }

  /// One more document of the page, as `DOMParser` makes them: a root of its own.
  package func makeDocument() -> NodeID { append(Record(kind: .document)) }

  /// An element of the same name with the same attributes, without children. The two share one
  /// attribute list until either changes.
  package func cloneElement(_ node: NodeID) -> NodeID {
    guard element(node) != nil else { return .none }
    let clone = makeElement(name(node), namespaceName(node))
    guard let source = element(node), let target = element(clone) else { return clone }
    source.pointee.sharesAttributes = true
    let contents = target.pointee.contents
    target.pointee = source.pointee
    (target.pointee.contents, target.pointee.shadowRoot) = (contents, -1)
    return clone
  }

  // MARK: Changing

  package func setAttribute(_ node: NodeID, _ attribute: Attribute) {
    var value = attribute.value
    value.withUTF8 {
      setAttribute(node, attribute.name, namespace: attribute.namespace, value: $0)
    }
  }

  /// `value` is not memory of this document.
  package func setAttribute(
    _ node: NodeID, _ name: Atom, namespace: Namespace = .none, value: UnsafeBufferPointer<UInt8>
  ) {
    guard attributeRecord(node, name, namespace) != nil else {
      return addAttribute(node, name, namespace: namespace, value: value)
    }
    let before = selectorNames(node, name, namespace)
    ownAttributes(node, room: 0)
    let record = attributeRecord(node, name, namespace)
    record?.pointee.value = keep(value)
    note(node, name, namespace, value)
    changedAttribute(node, name, namespace, before: before)
  }

  /// Adds an attribute that the element does not have. `number`: which namespace (`NamespaceName`). `value` is not
  /// memory of this document.
  package func addAttribute(
    _ node: NodeID, _ name: Atom, namespace: Namespace = .none, number: UInt16 = 0, value: UnsafeBufferPointer<UInt8>
  ) {
    guard element(node) != nil else { return }
    let before = selectorNames(node, name, namespace)
    ownAttributes(node, room: 1)
    guard let element = element(node) else { return }
    let place = Int(element.pointee.attributeStart) + Int(element.pointee.attributeCount)
    let record = AttributeRecord(name: name, namespace: namespace, namespaceNumber: number, value: keep(value))
    if place == store.pointee.attributes.count {
      store.pointee.attributes.append(record)
    } else {
      store.pointee.attributes[place] = record
    }
    element.pointee.attributeCount += 1
    note(node, name, namespace, value)
    changedAttribute(node, name, namespace, before: before)
  }

  /// Makes the element's list its own, with room for `room` more attributes.
  private func ownAttributes(_ node: NodeID, room: UInt32) {
    guard let element = element(node) else { return }
    var data = element.pointee
    let end = Int(data.attributeStart) + Int(data.attributeCount)
    if data.attributeCount == 0, !data.sharesAttributes, data.attributeCapacity == 0 {
      data.attributeStart = UInt32(truncatingIfNeeded: store.pointee.attributes.count)
    } else if data.sharesAttributes
      || (data.attributeCount + room > data.attributeCapacity && end != store.pointee.attributes.count)
    {
      let start = store.pointee.attributes.count
      let spare = data.attributeCount + room
      store.pointee.attributes.appendCopy(
        from: Int(data.attributeStart), count: Int(data.attributeCount),
        spare: AttributeRecord(name: .none, namespace: .none, value: ByteRange()), times: Int(spare))
      data.attributeStart = UInt32(truncatingIfNeeded: start)
      data.attributeCapacity = data.attributeCount + spare
      data.sharesAttributes = false
    }
    element.pointee = data
  }

  package func removeAttribute(_ node: NodeID, _ name: Atom, namespace: Namespace = .none) {
    guard attributeRecord(node, name, namespace) != nil else { return }
    let before = selectorNames(node, name, namespace)
    ownAttributes(node, room: 0)
    guard let element = element(node), let record = attributeRecord(node, name, namespace) else { return }
    let first = store.pointee.attributes.base + Int(element.pointee.attributeStart)
    let after = Int(element.pointee.attributeCount) - (record - first) - 1
    record.update(from: record + 1, count: after)
    element.pointee.attributeCount -= 1
    element.pointee.attributeCapacity = max(
      element.pointee.attributeCapacity, element.pointee.attributeCount + 1)
    if namespace == .none, name == .id { element.pointee.id = .none }
    if namespace == .none, name == .class { element.pointee.classCount = 0 }
    changedAttribute(node, name, namespace, before: before)
  }

  /// Keeps what selectors ask for most.
  private func note(
    _ node: NodeID, _ name: Atom, _ namespace: Namespace, _ value: UnsafeBufferPointer<UInt8>
  ) {
    guard namespace == .none, let element = element(node) else { return }
    if name == .id {
      element.pointee.id = value.isEmpty ? .none : names.intern(value)
    } else if name == .class {
      let start = store.pointee.classes.count
      var index = 0
      while index < value.count {
        while index < value.count, Self.isSpace(value[index]) { index += 1 }
        let first = index
        while index < value.count, !Self.isSpace(value[index]) { index += 1 }
        if index > first {
          store.pointee.classes.append(
            names.intern(UnsafeBufferPointer(rebasing: value[first..<index])))
        }
      }
      element.pointee.classStart = UInt32(truncatingIfNeeded: start)
      element.pointee.classCount = UInt32(truncatingIfNeeded: store.pointee.classes.count - start)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
}
