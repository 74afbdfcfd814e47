import Foundation

/// A request as the worker reads it: a line of JSON.
struct WorkerRequest: Sendable {
  /// An object without its first brace.
  private let rest: Data

  /// `object`: without an `id`.
  init(_ object: [String: JSONValue]) throws {
    let whole = try JSONText.encoder.encode(object)
    rest = object.isEmpty ? whole.dropFirst() : Data(",".utf8) + whole.dropFirst()
  }

  /// Of its line, with an `id` of any length.
  var byteCount: Int { rest.count + 64 }

  func line(id: Int) -> Data { Data("{\"id\":\"\(id)\"".utf8) + rest + Data("\n".utf8) }

  /// Takes a request back.
  static func cancelling(_ id: Int) -> Data { Data("{\"cancel\":\"\(id)\"}\n".utf8) }
}
