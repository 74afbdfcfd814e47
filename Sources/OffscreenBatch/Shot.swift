import Foundation
import Offscreen
import Yams

/// A page in a file of shots: the worker's keys, each in place of the command line's option.
struct Shot: Decodable {
  var input: String
  var output: String?
  var viewport: String?
  var fullPage: Bool?
  var scale: Double?
  var thumbnail: String?
  var background: String?
  var settle: String?
  var root: String?
  var network: String?
  var timeout: String?
  var scripts: Bool?
  var quality: Int?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case input, output, viewport, fullPage, scale, thumbnail, background, settle, root, network, timeout, scripts, quality
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    let known = Set(CodingKeys.allCases.map(\.rawValue) + ["id"])
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      throw BatchError("\"\(key.stringValue)\" is no option; there are \(known.sorted().joined(separator: ", "))")
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    input = try values.decode(String.self, forKey: .input)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    viewport = try values.decodeIfPresent(String.self, forKey: .viewport)
    fullPage = try values.decodeIfPresent(Bool.self, forKey: .fullPage)
    scale = try values.decodeIfPresent(Double.self, forKey: .scale)
    thumbnail = try values.decodeIfPresent(String.self, forKey: .thumbnail)
    background = try values.decodeIfPresent(String.self, forKey: .background)
    settle = try values.decodeIfPresent(String.self, forKey: .settle)
    root = try values.decodeIfPresent(String.self, forKey: .root)
    network = try values.decodeIfPresent(String.self, forKey: .network)
    timeout = try values.decodeIfPresent(String.self, forKey: .timeout)
    scripts = try values.decodeIfPresent(Bool.self, forKey: .scripts)
    quality = try values.decodeIfPresent(Int.self, forKey: .quality)
  }

  func apply(to request: inout WorkerRequest) {
    if let viewport { request.viewport = viewport }
    if let fullPage { request.fullPage = fullPage }
    if let scale { request.scale = scale }
    if let thumbnail { request.thumbnail = thumbnail }
    if let background { request.background = background }
    if let settle { request.settle = settle }
    if let root { request.root = root }
    if let network { request.network = network }
    if let timeout { request.timeout = timeout }
    if let scripts { request.scripts = scripts }
    if let quality { request.quality = quality }
  }
}

extension BatchSource {
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
