/// A row of the table of shorthand properties.
package struct Shorthand: Sendable {
  package let name: String
  var longhands: [PropertyID] { ids.value }
  private let ids: OnFirstUse<[PropertyID]>
  /// Those of the longhands' quirks that the shorthand has too.
  let quirks: Property.Quirks
  /// Reads the value up to its end; false if it is invalid. A longhand of which nothing is said gets
  /// its initial value.
  let parse: @Sendable (inout TokenCursor, inout ShorthandReader) -> Bool

  init(
    _ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String], quirks: Property.Quirks = [],
    parse: @escaping @Sendable (inout TokenCursor, inout ShorthandReader) -> Bool
  ) {
    self.name = name
    ids = OnFirstUse { longhands().map(PropertyTable.anyLonghand) }
    self.quirks = quirks
    self.parse = parse
  }

  /// The values of the longhands, nil for the initial ones; nil if the declaration is invalid.
  func read(_ cursor: TokenCursor, in context: ParsingContext) -> [DeclaredValue?]? {
    var cursor = cursor
    var reader = ShorthandReader(longhands: longhands, quirks: quirks, context: context)
    guard parse(&cursor, &reader), cursor.isAtEnd else { return nil }
    return reader.values
  }

  /// The same with where in the buffer the parts of each value are.
  func readPlaces(_ cursor: TokenCursor, in context: ParsingContext) -> (
    values: [DeclaredValue?], places: [[Range<Int>]?]
  )? {
    var cursor = cursor
    var reader = ShorthandReader(longhands: longhands, quirks: quirks, context: context)
    guard parse(&cursor, &reader), cursor.isAtEnd else { return nil }
    return (reader.values, longhands.indices.map { reader.places[$0] })
  }

  // MARK: Forms

  /// One to four values, for the sides or corners in the order of the longhands.
  static func sides(
    _ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String], quirks: Property.Quirks = []
  ) -> Shorthand {
    Shorthand(name, longhands(), quirks: quirks) { cursor, reader in
      guard reader.read(0, &cursor) else { return false }
      if !reader.read(1, &cursor) { reader.values[1] = reader.values[0] }
      if !reader.read(2, &cursor) { reader.values[2] = reader.values[0] }
      if !reader.read(3, &cursor) { reader.values[3] = reader.values[1] }
      return true
    }
  }

  /// One or two values; the second is that of the first where it is missing.
  static func pair(
    _ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String], quirks: Property.Quirks = []
  ) -> Shorthand {
    Shorthand(name, longhands(), quirks: quirks) { cursor, reader in
      guard reader.read(0, &cursor) else { return false }
      if !reader.read(1, &cursor) { reader.values[1] = reader.values[0] }
      return true
    }
  }

  /// Values of the longhands in any order, each at most once.
  static func anyOrder(_ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String]) -> Shorthand {
    Shorthand(name, longhands()) { cursor, reader in reader.readAnyOrder(0..<reader.longhands.count, &cursor) }
  }
}

/// Collects the values of a shorthand's longhands.
struct ShorthandReader {
  let longhands: [PropertyID]
  let quirks: Property.Quirks
  let context: ParsingContext
  var values: [DeclaredValue?]
  /// The tokens of those that are told apart from others; where parts of a value stand apart, those of each.
  private(set) var places: [Int: [Range<Int>]] = [:]

  init(longhands: [PropertyID], quirks: Property.Quirks, context: ParsingContext) {
    (self.longhands, self.quirks, self.context) = (longhands, quirks, context)
    values = Array(repeating: nil, count: longhands.count)
  }

  /// Reads the value of one longhand at the cursor.
  mutating func read(_ index: Int, _ cursor: inout TokenCursor) -> Bool {
    let start = cursor.position
    guard let value = parse(index, &cursor) else { return false }
    values[index] = value
    places[index] = [start..<cursor.position]
    return true
  }

  private func parse(_ index: Int, _ cursor: inout TokenCursor) -> DeclaredValue? {
    guard !cursor.isAtEnd else { return nil }
    var attempt = cursor
    guard let value = PropertyTable.parse(longhands[index], &attempt, in: context, quirks: quirks) else { return nil }
    cursor = attempt
    return value
  }

  /// `value` is of the type of the longhand's field.
  mutating func set<Value: Sendable>(_ index: Int, _ value: Value) { values[index] = .computed(Computed(value)) }
  mutating func set<Value: Sendable>(_ index: Int, _ value: Specified<Value>) { values[index] = DeclaredValue(value) }
  /// `parts`: where the parts of the value are.
  mutating func set<Value: Sendable>(_ index: Int, _ value: Specified<Value>, at parts: [Range<Int>]) {
    values[index] = DeclaredValue(value)
    places[index] = parts
  }

  /// Values of these longhands in any order, each at most once, up to the end (or a slash).
  mutating func readAnyOrder(_ range: Range<Int>, _ cursor: inout TokenCursor) -> Bool {
    guard !cursor.isAtEnd else { return false }
    var open = Array(range)
    next: while !cursor.isAtEnd {
      for (place, index) in open.enumerated() where read(index, &cursor) {
        open.remove(at: place)
        continue next
      }
      return false
    }
    return true
  }
}
