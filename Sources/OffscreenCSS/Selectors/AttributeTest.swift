import OffscreenDOM

/// `[name operator "value" i]`.
/// https://drafts.csswg.org/selectors-4/#attribute-selectors
package struct AttributeTest: Sendable {
  package enum Operator: UInt8, Sendable {
    case isSet, equals, includes, dashMatch, prefix, suffix, substring
  }

  package enum CaseSensitivity: UInt8, Sendable {
    case sensitive, asciiInsensitive
    /// Insensitive on HTML elements of HTML documents, for the attributes that HTML lists.
    case insensitiveInHTML
  }

  /// As it is written.
  package var name: Atom
  /// For HTML elements of HTML documents.
  package var lowercasedName: Atom
  package var namespace: NamespaceTest = .is(NamespaceName(.none))
  package var `operator`: Operator = .isSet
  package var value: [UInt8] = []
  package var caseSensitivity: CaseSensitivity = .sensitive

  package func matches(_ text: UnsafeBufferPointer<UInt8>, isHTML: Bool) -> Bool {
    let ignoresCase =
      switch caseSensitivity {
      case .sensitive: false
      case .asciiInsensitive: true
      case .insensitiveInHTML: isHTML
      }
    return value.withUnsafeBufferPointer { matches(text, $0, ignoresCase) }
  }

  /// What a test against a text of so many bytes costs, in steps of matching selectors.
  package func steps(textLength: Int) -> Int {
    switch self.operator {
    case .isSet: 0
    case .equals: textLength == value.count ? textLength / Self.bytesPerStep : 0
    case .dashMatch, .prefix, .suffix: min(textLength, value.count) / Self.bytesPerStep
    case .substring: textLength < value.count ? 0 : (textLength + value.count) / Self.bytesPerStep
    case .includes: textLength / Self.bytesPerStep
    }
  }

  /// Bytes that are looked at in about the time that trying a compound selector takes.
  private static let bytesPerStep = 2

  private func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    func isEqual(at start: Int) -> Bool {
      guard start >= 0, start + value.count <= text.count else { return false }
      for index in 0..<value.count {
        let (a, b) = (text[start + index], value[index])
        if a != b, !ignoresCase || a.asciiLowercased != b.asciiLowercased { return false }
      }
      return true
    }
    func isSpace(_ byte: UInt8) -> Bool { byte.isCSSWhitespace || byte == 0x0C || byte == 0x0D }

    switch self.operator {
    case .isSet: return true
    case .equals: return text.count == value.count && isEqual(at: 0)
    case .dashMatch:
      return isEqual(at: 0) && (text.count == value.count || text[value.count] == 0x2D)
    case .prefix: return !value.isEmpty && isEqual(at: 0)
    case .suffix: return !value.isEmpty && isEqual(at: text.count - value.count)
    case .substring:
      guard !value.isEmpty, value.count <= text.count else { return false }
      if value.count > Self.shortValue { return Self.contains(text, value, ignoresCase) }
      return (0...text.count - value.count).contains { isEqual(at: $0) }
    case .includes:
      // Words have no white space in them: a value that has some is none.
      guard !value.isEmpty, !value.contains(where: isSpace) else { return false }
      var start = 0
      while start + value.count <= text.count {
        let end = start + value.count
        if isEqual(at: start), end == text.count || isSpace(text[end]) { return true }
        while start < text.count, !isSpace(text[start]) { start += 1 }
        while start < text.count, isSpace(text[start]) { start += 1 }
      }
      return false
    }
  }

  /// Bytes of a value that is looked for at every place anew.
  private static let shortValue = 8

  /// Whether the text contains the value, looking at each byte of both twice at most.
  /// https://en.wikipedia.org/wiki/Knuth–Morris–Pratt_algorithm
  private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 { ignoresCase ? byte.asciiLowercased : byte }
    // For each byte of the value the length of the longest part that ends there and that the value begins with.
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: value.count) { parts in
      parts.initialize(repeating: 0)
      var length = 0
      for index in 1..<value.count {
        let byte = folded(value[index])
        while length > 0, byte != folded(value[length]) { length = Int(parts[length - 1]) }
        if byte == folded(value[length]) { length += 1 }
        parts[index] = Int32(truncatingIfNeeded: length)
      }
      length = 0
      let first = folded(value[0])
      var index = 0
      while index < text.count {
        // Optimization: most places are none where the value begins.
        if length == 0 {
          while index < text.count, folded(text[index]) != first { index &+= 1 }
          if index == text.count { return false }
        }
        let byte = folded(text[index])
        while length > 0, byte != folded(value[length]) { length = Int(parts[length - 1]) }
        if byte == folded(value[length]) { length &+= 1 }
        if length == value.count { return true }
        index &+= 1
      }
      return false
    }
  }

  /// Attributes whose values HTML compares without case.
  /// https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors
  static let caseInsensitiveInHTML: Set<String> = [
    "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear",
    "codetype", "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype",
    "face", "frame", "hreflang", "http-equiv", "lang", "language", "link", "media", "method",
    "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope",
    "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
  ]
}

/// A namespace prefix of a selector.
package enum NamespaceTest: Equatable, Sendable {
  case any
  case `is`(NamespaceName)

  package func allows(_ namespace: NamespaceName) -> Bool {
    switch self {
    case .any: true
    case .is(let wanted): wanted.matches(namespace)
    }
  }
}
