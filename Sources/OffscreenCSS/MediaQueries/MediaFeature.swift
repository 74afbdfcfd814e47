/// `(width)`, `(min-width: 10em)` or `(10em <= width < 20em)`.
/// https://drafts.csswg.org/mediaqueries-4/#mq-features
package struct MediaFeature: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case number(Double, isInteger: Bool)
    /// CSS pixels.
    case length(Double)
    /// Device pixels per CSS pixel.
    case resolution(Double)
    case ratio(Double, Double)
    case keyword(String)
  }

  package enum Comparison: Sendable { case equal, less, lessOrEqual, greater, greaterOrEqual }

  package struct Bound: Sendable, Equatable {
    /// Of the feature with the value.
    package var comparison: Comparison
    package var value: Value
  }

  /// In lower case, without `min-` and `max-`.
  package var name: String
  /// None: the feature is evaluated in a boolean context.
  package var bounds: [Bound]
  /// Whether it was written as a range (or with a prefix), which only some features may be.
  package var isRange: Bool

  /// Reads the contents of the parentheses. `environment`: of the element that lengths are relative to; without one
  /// they are of the initial font.
  package init?(_ cursor: TokenCursor, in environment: ComputationEnvironment? = nil) {
    var cursor = cursor
    // A name first: all forms but `value < name`.
    if let token = cursor.consumeIdent() {
      let name = cursor.buffer.lowercased(token)
      if cursor.isAtEnd {
        self.init(name: name, bounds: [], isRange: false)
        return
      }
      if cursor.consumeColon() {
        guard let value = Value(&cursor, in: environment), cursor.isAtEnd else { return nil }
        self.init(plain: name, value)
        return
      }
      guard let comparison = Self.comparison(&cursor), let value = Value(&cursor, in: environment), cursor.isAtEnd
      else { return nil }
      self.init(name: name, bounds: [Bound(comparison: comparison, value: value)], isRange: true)
      return
    }
    guard let first = Value(&cursor, in: environment), let left = Self.comparison(&cursor),
      let token = cursor.consumeIdent()
    else { return nil }
    var bounds = [Bound(comparison: left.reversed, value: first)]
    if !cursor.isAtEnd {
      // Both comparisons point the same way.
      guard let right = Self.comparison(&cursor), let second = Value(&cursor, in: environment), cursor.isAtEnd,
        left != .equal, right != .equal, left.isLess == right.isLess
      else { return nil }
      bounds.append(Bound(comparison: right, value: second))
    }
    self.init(name: cursor.buffer.lowercased(token), bounds: bounds, isRange: true)
  }

  private init(name: String, bounds: [Bound], isRange: Bool) {
    (self.name, self.bounds, self.isRange) = (name, bounds, isRange)
  }

  private init(plain name: String, _ value: Value) {
    for (prefix, replacement, comparison) in [
      ("min-", "", .greaterOrEqual), ("max-", "", .lessOrEqual),
      ("-webkit-min-", "-webkit-", .greaterOrEqual), ("-webkit-max-", "-webkit-", .lessOrEqual),
    ] as [(String, String, Comparison)] where name.hasPrefix(prefix) {
      self.init(
        name: replacement + name.dropFirst(prefix.count),
        bounds: [Bound(comparison: comparison, value: value)], isRange: true)
      return
    }
    self.init(name: name, bounds: [Bound(comparison: .equal, value: value)], isRange: false)
  }

  private static func comparison(_ cursor: inout TokenCursor) -> Comparison? {
    if cursor.consumeDelim("=") { return .equal }
    for (character, strict, weak) in [
      ("<", .less, .lessOrEqual), (">", .greater, .greaterOrEqual),
    ] as [(Unicode.Scalar, Comparison, Comparison)] where cursor.isDelim(character) {
      // No whitespace between the two characters.
      cursor.advanceToken()
      if cursor.isDelim("=") {
        cursor.advance()
        return weak
      }
      cursor.skipWhitespace()
      return strict
    }
    return nil
  }
}

extension MediaFeature.Comparison {
  var reversed: Self {
    switch self {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  var isLess: Bool { self == .less || self == .lessOrEqual }

  func holds(_ a: Double, _ b: Double) -> Bool {
    switch self {
    case .equal: a == b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}

extension MediaFeature.Value {
  /// https://drafts.csswg.org/mediaqueries-4/#typedef-mf-value
  init?(_ cursor: inout TokenCursor, in environment: ComputationEnvironment? = nil) {
    let token = cursor.peek
    switch token.kind {
    case .ident:
      cursor.advance()
      self = .keyword(cursor.buffer.lowercased(token))
    case .number:
      cursor.advance()
      self.init(number: token.number, isInteger: token.isInteger, &cursor, in: environment)
    case .dimension:
      cursor.advance()
      switch Dimension(token, in: cursor.buffer) {
      case .length(let pixels): self = .length(pixels)
      case .resolution(let resolution): self = .resolution(resolution)
      case .relative(let unit):
        // Not implemented: viewport units in media queries, here and in calculations.
        guard environment != nil || unit.dependencies.isSubset(of: [.font, .rootFont, .writingMode]) else { return nil }
        self = .length(token.number * unit.pixels(in: environment ?? .initial) / (environment?.zoom ?? 1))
      case .angle, .time, .flex, nil: return nil
      }
    case .function:
      let environment = environment ?? .initial
      let context = ParsingContext().zoomed(environment.zoom)
      if let length = cursor.consumeMath(.length, in: context) {
        self = .length(length.computed(in: environment).constant / environment.zoom)
      } else if let number = Self.calculatedNumber(&cursor, in: environment) {
        self.init(number: number, isInteger: number == number.rounded(), &cursor, in: environment)
      } else if let resolution = cursor.consumeMath(.resolution, in: context) {
        self = .resolution(resolution.computed(in: environment).constant)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// A number, or the ratio that it begins where a slash is behind it.
  /// https://drafts.csswg.org/css-values-4/#ratio-value
  private init?(number: Double, isInteger: Bool, _ cursor: inout TokenCursor, in environment: ComputationEnvironment?) {
    guard cursor.consumeSlash() else {
      self = .number(number, isInteger: isInteger)
      return
    }
    guard let second = cursor.consumeNumber() ?? Self.calculatedNumber(&cursor, in: environment ?? .initial),
      number >= 0, second >= 0
    else { return nil }
    self = .ratio(number, second)
  }

  private static func calculatedNumber(_ cursor: inout TokenCursor, in environment: ComputationEnvironment) -> Double? {
    let context = ParsingContext().zoomed(environment.zoom)
    return cursor.consumeMath(.number, in: context)?.computed(in: environment).constant
  }
}
