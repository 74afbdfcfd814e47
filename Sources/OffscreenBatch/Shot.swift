import Foundation
import Offscreen
import Yams

/// A page in a file of shots: the worker's keys, each in place of the command line's option.
struct Shot: Decodable {
  var input: String
  var output: String?
  var options: RequestedOptions

  private enum CodingKeys: String, CodingKey, CaseIterable { case input, output }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  /// What a shot may say.
  static let keys = CodingKeys.allCases.map(\.rawValue) + RequestedOptions.CodingKeys.allCases.map(\.rawValue)

  init(from decoder: any Decoder) throws {
    let known = Set(Self.keys + ["id"])
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      throw BatchError("\"\(key.stringValue)\" is no option; there are \(known.sorted().joined(separator: ", "))")
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    input = try values.decode(String.self, forKey: .input)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    options = try RequestedOptions(from: decoder)
  }
}

extension BatchSource {
  /// What a shot may say.
  package static let shotKeys = Shot.keys

  func jsonShots(_ text: String, _ source: String) throws(BatchError) -> [Shot] {
    var shots: [Shot] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.allSatisfy(\.isWhitespace) { continue }
      do {
        shots.append(try JSONDecoder().decode(Shot.self, from: Data(line.utf8)))
      } catch {
        throw BatchError("\(source), line \(index + 1): \(Self.reason(error))")
      }
    }
    return shots
  }

  func yamlShots(_ text: String, _ source: String) throws(BatchError) -> [Shot] {
    do {
      return try YAMLDecoder().decode([Shot].self, from: text)
    } catch {
      throw BatchError("\(source): \(Self.reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as BatchError: return error.description
    case DecodingError.keyNotFound(let key, _): return "a shot has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "\"\(context.codingPath.last?.stringValue ?? "?")\" is of the wrong type"
    case DecodingError.dataCorrupted(let context):
      // Yams' own errors say where; of their lines the first is enough.
      let inner = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      return inner.split(whereSeparator: \.isNewline).first.map(String.init) ?? "not valid"
    default: return "\(error)".split(whereSeparator: \.isNewline).first.map(String.init) ?? "not valid"
    }
  }
}
