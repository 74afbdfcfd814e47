import Foundation
import Offscreen
import Yams

/// Reads files of shots: JSON objects, one a line, or a YAML list. A mistake in one ends the run, in one line
/// that names the file, the line and the key.
struct ShotFile {
  /// For messages.
  var source: String

  /// The place of a shot, for messages.
  typealias Placed = (shot: Shot, place: String)

  func shots(_ text: String) throws(BatchError) -> [Placed] {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    let isYAML = source.hasSuffix(".yml") || source.hasSuffix(".yaml") || text.first { !$0.isWhitespace } != "{"
    return isYAML ? try yaml(text) : try json(text)
  }

  private func json(_ text: String) throws(BatchError) -> [Placed] {
    var shots: [Placed] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.allSatisfy(\.isWhitespace) { continue }
      let place = "\(source), line \(index + 1)"
      do {
        shots.append((try JSONDecoder().decode(Shot.self, from: Data(line.utf8)), place))
      } catch {
        throw BatchError("\(place): \(Self.reason(error))")
      }
    }
    return shots
  }

  private func yaml(_ text: String) throws(BatchError) -> [Placed] {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw BatchError(
        Self.place(of: error).map { "\(source), line \($0.line): \($0.why)" } ?? "\(source): \(Self.reason(error))")
    }
    guard let root, root.null == nil else { return [] }
    guard let list = root.sequence else {
      throw BatchError("\(source), line \(root.mark?.line ?? 1): not a list of shots")
    }
    var shots: [Placed] = []
    for node in list {
      let place = "\(source), line \(node.mark?.line ?? 1)"
      guard let mapping = node.mapping else { throw BatchError("\(place): not a shot: it has no keys") }
      do {
        shots.append((try YAMLDecoder().decode(Shot.self, from: node), place))
      } catch {
        let key = Self.key(error).flatMap { key in mapping.first { $0.key.string == key }?.key.mark?.line }
        throw BatchError("\(key.map { "\(source), line \($0)" } ?? place): \(Self.reason(error))")
      }
    }
    return shots
  }

  /// The key that an error is about.
  private static func key(_ error: any Error) -> String? {
    switch error {
    case let error as UnknownKey: error.key
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.codingPath.first?.stringValue
    default: nil
    }
  }

  private static func place(of error: any Error) -> (line: Int, why: String)? {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      (mark.line, problem)
    default: nil
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as BatchError: return error.description
    case is Shot.MissingInput: return "a shot has no \"input\" (or shot-scraper's \"url\")"
    case let error as UnknownKey: return error.description
    case DecodingError.keyNotFound(let key, _): return "a shot has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "\"\(context.codingPath.last?.stringValue ?? "?")\" is of the wrong type"
    case DecodingError.dataCorrupted(let context):
      let inner = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      return inner.split(whereSeparator: \.isNewline).first.map(String.init) ?? "not valid"
    default: return "\(error)".split(whereSeparator: \.isNewline).first.map(String.init) ?? "not valid"
    }
  }
}
