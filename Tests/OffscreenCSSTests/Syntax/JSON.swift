import Foundation

/// A JSON value that can be compared.
enum JSON: Equatable, CustomStringConvertible, ExpressibleByStringLiteral {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(stringLiteral value: String) { self = .string(value) }

  static func load(_ url: URL) throws -> JSON {
    try JSON(JSONDecoder().decode(Coded.self, from: Data(contentsOf: url)))
  }

  private struct Coded: Decodable {
    var value: JSON
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let bool = try? container.decode(Bool.self) {
        value = .bool(bool)
      } else if let number = try? container.decode(Double.self) {
        value = .number(number)
      } else if let string = try? container.decode(String.self) {
        value = .string(string)
      } else if let array = try? container.decode([Coded].self) {
        value = .array(array.map(\.value))
      } else {
        value = .object(try container.decode([String: Coded].self).mapValues(\.value))
      }
    }
  }

  private init(_ coded: Coded) { self = coded.value }

  var string: String? { if case .string(let string) = self { string } else { nil } }
  var array: [JSON]? { if case .array(let array) = self { array } else { nil } }
  var object: [String: JSON]? { if case .object(let object) = self { object } else { nil } }

  /// Swift compares strings by canonical equivalence; here code points count.
  static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): abs(a - b) <= 1e-9 * max(1, abs(a))
    case (.string(let a), .string(let b)): a.unicodeScalars.elementsEqual(b.unicodeScalars)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): "\(number)"
    case .string(let string): string.debugDescription
    case .array(let array): "\(array)"
    case .object(let object): "\(object)"
    }
  }
}
